/// Runs the program as a shell would and collects everything it says.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace polhode::test {

namespace fs = std::filesystem;

struct Outcome {
    int exit_code = -1;  ///< 128 + signal if a signal ended it
    std::string out, err;
    long peak_kilobytes = 0;

    nlohmann::json json() const { return nlohmann::json::parse(out); }
};

struct Conditions {
    fs::path folder = fs::current_path();     ///< working folder of the program
    std::string standard_output = {};         ///< write there instead of collecting, e.g. "/dev/full"
    std::function<void()> before_start = {};  ///< in the child, before the program starts
    std::string program = POLHODE_PROGRAM;    ///< or a copy of it elsewhere
    /// About every 10 ms while the program runs.
    std::function<void(pid_t)> meanwhile = {};
};

inline Outcome run_program(const std::vector<std::string>& arguments, const Conditions& conditions = {}) {
    std::array<int, 2> out{}, err{};
    if (pipe(out.data()) != 0 || pipe(err.data()) != 0) throw std::runtime_error("pipe failed");
    const pid_t child = fork();
    if (child == 0) {
        dup2(out[1], STDOUT_FILENO);
        dup2(err[1], STDERR_FILENO);
        for (const int fd : {out[0], out[1], err[0], err[1]}) close(fd);
        if (!conditions.standard_output.empty())
            dup2(open(conditions.standard_output.c_str(), O_WRONLY), STDOUT_FILENO);
        if (chdir(conditions.folder.c_str()) != 0) _exit(126);
        unsetenv("COLUMNS");
        if (conditions.before_start) conditions.before_start();
        std::vector<char*> argv{const_cast<char*>("polhode")};
        for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
        argv.push_back(nullptr);
        execv(conditions.program.c_str(), argv.data());
        _exit(127);
    }
    close(out[1]);
    close(err[1]);

    Outcome outcome;
    std::array<pollfd, 2> pipes{pollfd{out[0], POLLIN, 0}, pollfd{err[0], POLLIN, 0}};
    while (pipes[0].fd >= 0 || pipes[1].fd >= 0) {
        poll(pipes.data(), 2, 10);
        for (std::size_t i = 0; i < 2; ++i) {
            if (pipes[i].fd < 0 || pipes[i].revents == 0) continue;
            std::array<char, 65536> buffer{};
            const ssize_t got = read(pipes[i].fd, buffer.data(), buffer.size());
            if (got > 0) {
                (i == 0 ? outcome.out : outcome.err).append(buffer.data(), static_cast<std::size_t>(got));
            } else {
                close(pipes[i].fd);
                pipes[i].fd = -1;
            }
        }
        if (conditions.meanwhile) conditions.meanwhile(child);
    }
    int status = 0;
    rusage usage{};
    wait4(child, &status, 0, &usage);
    outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    outcome.peak_kilobytes = usage.ru_maxrss;
    return outcome;
}

inline std::string contents(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

inline std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> out;
    std::size_t begin = 0;
    for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
        out.push_back(text.substr(begin, end - begin));
    if (begin < text.size()) out.push_back(text.substr(begin));
    return out;
}

/// The lines of a table: the names, then the rows, without comments.
inline std::vector<std::string> table(const fs::path& file) {
    std::vector<std::string> out = lines(contents(file));
    std::erase_if(out, [](const std::string& line) { return line.starts_with('#'); });
    return out;
}

inline std::vector<double> numbers(const std::string& csv_row) {
    std::vector<double> out;
    std::size_t begin = 0;
    while (begin <= csv_row.size()) {
        const std::size_t end = std::min(csv_row.find(',', begin), csv_row.size());
        out.push_back(end > begin ? std::stod(csv_row.substr(begin, end - begin)) : std::nan(""));
        begin = end + 1;
    }
    return out;
}

/// Bad input: one sentence, nothing else, exit code 2.
inline void expect_rejected(const Outcome& outcome, const std::vector<std::string>& message_has) {
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(lines(outcome.err).size(), 1U) << outcome.err;
    EXPECT_EQ(outcome.err.rfind("polhode: ", 0), 0U) << outcome.err;
    for (const std::string& part : message_has)
        EXPECT_NE(outcome.err.find(part), std::string::npos) << "no '" << part << "' in: " << outcome.err;
}

/// Where runs into a folder keep their files until they are whole.
inline std::vector<fs::path> staging_folders(const fs::path& result) {
    std::vector<fs::path> found;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(result.parent_path(), none)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with('.' + result.filename().string() + ".part.")) found.push_back(entry.path());
    }
    return found;
}

/// A test with an empty folder, in which the program runs.
class ProgramTest : public testing::Test {
protected:
    void SetUp() override {
        std::string name = fs::temp_directory_path() / "polhode-test-XXXXXX";
        if (!mkdtemp(name.data())) throw std::runtime_error("mkdtemp failed");
        folder = name;
    }
    void TearDown() override { fs::remove_all(folder); }

    Outcome run(const std::vector<std::string>& arguments, Conditions conditions = {}) const {
        conditions.folder = folder;
        return run_program(arguments, conditions);
    }
    fs::path write(const std::string& name, const std::string& text) const {
        std::ofstream(folder / name, std::ios::binary) << text;
        return folder / name;
    }
    std::vector<std::string> files(const fs::path& where = "") const {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(folder / where))
            names.push_back(entry.path().filename());
        std::sort(names.begin(), names.end());
        return names;
    }

    fs::path folder;
};

}  // namespace polhode::test
