/// `polhode lab`, of a copy of the program beside a page of our own.
#include "program/run_program.hpp"

namespace polhode::test {
namespace {

constexpr const char* page =
    "<!doctype html>\n<meta name=\"generator\" content=\"Polhode laboratory 9\">\nnew\n";
constexpr const char* earlier =
    "<!doctype html>\n<meta name=\"generator\" content=\"Polhode laboratory 8\">\nearlier, and longer\n";

class Lab : public ProgramTest {
protected:
    void SetUp() override {
        ProgramTest::SetUp();
        fs::create_directories(folder / "installed/bin");
        fs::create_directories(folder / "installed/share/polhode");
        fs::copy_file(POLHODE_PROGRAM, program());
    }
    fs::path program() const { return folder / "installed/bin/polhode"; }
    std::string read(const std::string& name) const { return contents(folder / name); }
    void install_page() { write("installed/share/polhode/lab.html", page); }
    Outcome run_copy(const std::vector<std::string>& arguments, std::function<void()> before_start = {}) {
        return run_program(arguments,
                           {.folder = folder, .before_start = std::move(before_start), .program = program()});
    }
};

TEST_F(Lab, SaysWhereThePageIs) {
    install_page();
    const Outcome outcome = run_copy({"lab"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(fs::equivalent(outcome.out.substr(0, outcome.out.size() - 1),
                               folder / "installed/share/polhode/lab.html"))
        << outcome.out;
}

TEST_F(Lab, WritesThePageOverAnEarlierOne) {
    install_page();
    EXPECT_EQ(run_copy({"lab", "--out", "lab.html"}).exit_code, 0);
    EXPECT_EQ(read("lab.html"), page);
    write("lab.html", earlier);
    const Outcome outcome = run_copy({"lab", "--out", "lab.html", "--quiet"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.out + outcome.err, "");
    EXPECT_EQ(read("lab.html"), page);
    EXPECT_EQ(files(), (std::vector<std::string>{"installed", "lab.html"}));
}

TEST_F(Lab, WithoutAPageSaysHowToMakeIt) {
    const Outcome outcome = run_copy({"lab", "--out", "lab.html"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(outcome.err, "polhode: the page of the laboratory was not found: it is made by 'make lab'\n");
    EXPECT_FALSE(fs::exists(folder / "lab.html"));
}

TEST_F(Lab, AFullDiskLeavesTheEarlierPage) {
    install_page();
    write("lab.html", earlier);
    const Outcome outcome = run_copy({"lab", "--out", "lab.html"}, [] {
        signal(SIGXFSZ, SIG_IGN);
        const rlimit most{10, 10};
        setrlimit(RLIMIT_FSIZE, &most);
    });
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_NE(outcome.err.find("lab.html"), std::string::npos) << outcome.err;
    EXPECT_EQ(read("lab.html"), earlier);
    EXPECT_EQ(files(), (std::vector<std::string>{"installed", "lab.html"}));
}

TEST_F(Lab, WhatAKilledRunLeftIsRemovedAndNothingElse) {
    install_page();
    fs::create_directory(folder / ".lab.html.part.abcdef");
    write(".lab.html.part.abcdef/lab.html", "half a pa");
    write("lab.html.incomplete", "notes");
    EXPECT_EQ(run_copy({"lab", "--out", "lab.html"}).exit_code, 0);
    EXPECT_EQ(read("lab.html"), page);
    EXPECT_EQ(read("lab.html.incomplete"), "notes");
    EXPECT_EQ(files(), (std::vector<std::string>{"installed", "lab.html", "lab.html.incomplete"}));
}

TEST_F(Lab, AFileThatIsNoPageIsNotGivenOut) {
    write("installed/share/polhode/lab.html", "something else");
    const Outcome outcome = run_copy({"lab", "--out", "lab.html"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_NE(outcome.err.find("not a page of the laboratory"), std::string::npos) << outcome.err;
    EXPECT_FALSE(fs::exists(folder / "lab.html"));
}

}  // namespace
}  // namespace polhode::test
