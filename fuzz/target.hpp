/// Attacks on what reads the user's input. A target takes any bytes; whatever they are, what it says about them has to
/// hold. libFuzzer draws the bytes (fuzz/driver.cpp), and every build replays those that are kept (fuzz/replay.cpp).
#pragma once

#include "polhode/error.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace polhode::fuzz {

/// One file of fuzz/targets/ makes one of these.
struct Target {
    using Attempt = void (*)(std::string_view bytes);

    Target(std::string name, Attempt attempt);

    std::string name;
    Attempt attempt;
};

/// All that are linked into this program.
const std::vector<const Target*>& targets();

/// Ends the program with the sentence if it does not hold: no exception, which the code under attack might catch.
void require(bool holds, std::string_view sentence);

/// An error says something. That it is one line on any terminal is up to the program, which prints it (io/terminal.hpp).
void check_message(std::string_view message);

/// Whether a call succeeds. An error of ours is an answer if it is well said; any other exception comes through.
template <class Call>
bool succeeds(const Call& call) {
    try {
        call();
        return true;
    } catch (const InputError& error) {
        check_message(error.what());
    } catch (const RunError& error) {
        check_message(error.what());
    }
    return false;
}

/// A folder of this process, in memory where there is such a disk; removed at the end.
const std::filesystem::path& scratch_folder();
void write_file(const std::filesystem::path& file, std::string_view bytes);

}  // namespace polhode::fuzz
