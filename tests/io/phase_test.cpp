#include "io/phase.hpp"

#include <gtest/gtest.h>
#include <pty.h>
#include <unistd.h>
#include <array>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

namespace polhode {
namespace {

/// What is written to standard error, on a terminal, while a phase of this length lasts.
std::string shown(std::chrono::milliseconds length, bool wanted) {
    int ours = -1, its = -1;
    EXPECT_EQ(openpty(&ours, &its, nullptr, nullptr, nullptr), 0);
    const int before = dup(STDERR_FILENO);
    dup2(its, STDERR_FILENO);
    setenv("TERM", "xterm", 1);
    {
        const Phase phase("reading", wanted);
        std::this_thread::sleep_for(length);
    }
    dup2(before, STDERR_FILENO);
    (void)!write(its, ".", 1);  // so that there is something to read
    std::string text;
    for (std::array<char, 4096> part{}; !text.ends_with('.');) {  // a terminal may give it in parts
        const ssize_t got = read(ours, part.data(), part.size());
        if (got <= 0) break;
        text.append(part.data(), static_cast<std::size_t>(got));
    }
    for (const int fd : {ours, its, before}) close(fd);
    return text.substr(0, text.empty() ? 0 : text.size() - 1);
}

TEST(Phase, IsShownOnceItHasTakenASecond) {
    using std::chrono::milliseconds;
    EXPECT_EQ(shown(milliseconds(1100), true), "\r\033[Kreading, 1 s\r\033[K");
    EXPECT_EQ(shown(milliseconds(1100), false), "");
    EXPECT_EQ(shown(milliseconds(0), true), "");
}

TEST(Phase, SaysNothingWithoutATerminal) {
    testing::internal::CaptureStderr();
    {
        const Phase phase("reading", true);
        std::this_thread::sleep_for(std::chrono::milliseconds(1100));
    }
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace polhode
