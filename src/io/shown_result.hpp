/// What a folder of a result holds: which files, whether they are as they were written, and the numbers that matter.
#pragma once

#include "io/manifest.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace polhode {

/// A number or a text, as JSON has it.
struct ShownValue {
    std::string name;
    std::string value;
    bool is_text;
};

struct ShownResult {
    std::string command;  ///< "run", "ensemble" and so on; "" if the files do not tell
    bool complete = true;
    std::vector<ShownValue> values = {};
    struct File {
        Manifest::File expected;
        std::optional<std::string> trouble;  ///< what is wrong with it, in a sentence
    };
    std::vector<File> files = {};
    std::vector<std::string> others = {};  ///< files that are not of the result

    /// The first of what is wrong.
    std::optional<std::string> trouble() const;
};

/// Throws InputError if there is no folder, or nothing in it that says which files are of the result.
ShownResult shown_result(const std::filesystem::path& folder);

std::string shown_text(const std::filesystem::path& folder, const ShownResult& result, int width);
std::string shown_json(const std::filesystem::path& folder, const ShownResult& result);

}  // namespace polhode
