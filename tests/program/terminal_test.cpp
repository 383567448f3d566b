/// What the program does on a terminal and not elsewhere: colour, pager, lines that say what it is at.
#include "program/run_program.hpp"

#include <pty.h>
#include <sys/ioctl.h>

namespace polhode::test {
namespace {

using Environment = std::vector<std::pair<std::string, std::string>>;

/// The program with its output, its errors, or both on a terminal of 24 lines and 100 columns.
class Terminal : public ProgramTest {
protected:
    struct Shown {
        int exit_code;
        std::string on_terminal, err;
    };
    Shown run_on_terminal(const std::vector<std::string>& arguments, const Environment& environment,
                          const std::vector<int>& on_terminal = {STDOUT_FILENO}) const {
        int ours = -1, its = -1;
        winsize size{};
        size.ws_row = 24;
        size.ws_col = 100;
        if (openpty(&ours, &its, nullptr, nullptr, &size) != 0) throw std::runtime_error("openpty failed");
        fcntl(ours, F_SETFL, O_NONBLOCK);
        Shown shown{};
        const auto read_all = [&] {
            std::array<char, 65536> part{};
            for (ssize_t got; (got = read(ours, part.data(), part.size())) > 0;)
                shown.on_terminal.append(part.data(), static_cast<std::size_t>(got));
        };
        const Outcome outcome = run(arguments, {.before_start =
                                                    [&] {
                                                        for (const int fd : on_terminal) dup2(its, fd);
                                                        setenv("TERM", "xterm", 1);
                                                        unsetenv("NO_COLOR");
                                                        unsetenv("LESS");
                                                        setenv("PAGER", "", 1);
                                                        for (const auto& [name, value] : environment)
                                                            setenv(name.c_str(), value.c_str(), 1);
                                                    },
                                                .meanwhile = [&](pid_t) { read_all(); }});
        read_all();
        close(its);
        close(ours);
        shown.exit_code = outcome.exit_code;
        shown.err = outcome.err;
        return shown;
    }
};

bool has_escapes(const std::string& text) { return text.find('\033') != std::string::npos; }

TEST_F(Terminal, HeadingsAreBoldWhereColourIsWanted) {
    for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
             {"methods"}, {"methods", "se"}, {"problems"}, {"run", "--help"}}) {
        SCOPED_TRACE(arguments.front());
        EXPECT_TRUE(has_escapes(run_on_terminal(arguments, {}).on_terminal));
        EXPECT_FALSE(has_escapes(run_on_terminal(arguments, {{"NO_COLOR", "1"}}).on_terminal));
        EXPECT_FALSE(has_escapes(run_on_terminal(arguments, {{"TERM", "dumb"}}).on_terminal));
        EXPECT_TRUE(has_escapes(run_on_terminal(arguments, {{"NO_COLOR", ""}}).on_terminal));
        EXPECT_FALSE(has_escapes(run(arguments).out));
    }
    EXPECT_FALSE(has_escapes(run_on_terminal({"methods", "--json"}, {}).on_terminal));
    EXPECT_FALSE(has_escapes(run_on_terminal({"problems", "slow-top", "--toml"}, {}).on_terminal));
}

TEST_F(Terminal, ErrorsBeginInBold) {
    const std::vector<std::string> wrong{"run", "--problem", "none"};
    EXPECT_EQ(run_on_terminal(wrong, {}, {STDERR_FILENO}).on_terminal.rfind("\033[1mpolhode:\033[0m ", 0),
              0U);
    EXPECT_EQ(run_on_terminal(wrong, {{"NO_COLOR", "1"}}, {STDERR_FILENO}).on_terminal.rfind("polhode: ", 0),
              0U);
}

/// The pager here writes down what it is given.
TEST_F(Terminal, LongTextsGoThroughThePager) {
    const auto paged = [&](const std::vector<std::string>& arguments, Environment environment) {
        fs::remove(folder / "seen");
        environment.emplace(environment.begin(), "PAGER", "cat > seen");
        const Shown shown = run_on_terminal(arguments, environment);
        EXPECT_EQ(shown.exit_code, 0);
        EXPECT_NE(fs::exists(folder / "seen"), !shown.on_terminal.empty());
        return fs::exists(folder / "seen");
    };
    for (const std::vector<std::string>& longer :
         std::vector<std::vector<std::string>>{{"methods"}, {"run", "--help"}}) {
        EXPECT_TRUE(paged(longer, {})) << longer.front();
        EXPECT_FALSE(paged(longer, {{"TERM", "dumb"}})) << longer.front();
        EXPECT_FALSE(paged(longer, {{"PAGER", ""}})) << longer.front();
    }
    ASSERT_TRUE(paged({"methods"}, {{"NO_COLOR", "1"}}));
    EXPECT_EQ(contents(folder / "seen"), run({"methods"}).out);
    for (const std::vector<std::string>& other :
         std::vector<std::vector<std::string>>{{"--version"},
                                               {"methods", "--json"},
                                               {"problems", "satellite", "--toml"},
                                               {"methods", "--order", "77"}})
        EXPECT_FALSE(paged(other, {})) << other.front();
}

TEST_F(Terminal, WithoutATerminalThereIsNoPager) {
    const Outcome outcome = run({"methods"}, {.before_start = [] { setenv("PAGER", "cat > seen", 1); }});
    EXPECT_GT(outcome.out.size(), 1000U);
    EXPECT_FALSE(fs::exists(folder / "seen"));
}

TEST_F(Terminal, APagerThatFailsHidesNothing) {
    const Shown missing = run_on_terminal({"methods"}, {{"PAGER", "polhode-no-such-pager 2>/dev/null"}});
    EXPECT_EQ(missing.exit_code, 0);
    EXPECT_NE(missing.on_terminal.find("liemid-ea"), std::string::npos);
    const Shown closed = run_on_terminal({"methods"}, {{"PAGER", "true"}});  // reads nothing
    EXPECT_EQ(closed.exit_code, 0);
    EXPECT_EQ(closed.err, "");
}

TEST_F(Terminal, LongPhasesSayWhatTheyAre) {
    const std::vector<std::string> choosing{"run", "--problem",   "satellite", "--end",
                                            "300", "--tolerance", "1e-10",     "--hash"};
    const Shown shown = run_on_terminal(choosing, {}, {STDERR_FILENO});
    ASSERT_EQ(shown.exit_code, 0);
    if (shown.on_terminal.empty()) GTEST_SKIP() << "it took less than a second";
    EXPECT_NE(shown.on_terminal.find("choosing method and step, 1 s"), std::string::npos)
        << shown.on_terminal;
    EXPECT_TRUE(shown.on_terminal.ends_with("\r\033[K")) << shown.on_terminal;
    EXPECT_EQ(run_on_terminal(choosing, {{"TERM", "dumb"}}, {STDERR_FILENO}).on_terminal, "");
    std::vector<std::string> quiet = choosing;
    quiet.emplace_back("--quiet");
    EXPECT_EQ(run_on_terminal(quiet, {}, {STDERR_FILENO}).on_terminal, "");
}

}  // namespace
}  // namespace polhode::test
