/// `--help`, `--version`, and the two lists.
#include "program/run_program.hpp"

#include "polhode/catalogue.hpp"
#include "polhode/simulate/problem.hpp"
#include "polhode/version.hpp"

namespace polhode::test {
namespace {

using nlohmann::json;
using Help = ProgramTest;

TEST_F(Help, VersionIsOneLine) {
    const Outcome outcome = run({"--version"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.out, "polhode " + std::string(version) + "\n");
}

TEST_F(Help, EveryLevelHasHelpWithExamplesIn100Columns) {
    for (const std::vector<std::string>& arguments :
         std::vector<std::vector<std::string>>{{"--help"},
                                               {"-h"},
                                               {"run", "--help"},
                                               {"ensemble", "--help"},
                                               {"compare", "--help"},
                                               {"advise", "--help"},
                                               {"poinsot", "--help"},
                                               {"methods", "--help"},
                                               {"problems", "-h"},
                                               {"lab", "--help"},
                                               {"show", "--help"},
                                               {"reproduce", "--help"}}) {
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.exit_code, 0);
        EXPECT_EQ(outcome.err, "");
        EXPECT_NE(outcome.out.find("Usage:"), std::string::npos);
        EXPECT_NE(outcome.out.find("Examples:"), std::string::npos);
        for (const std::string& line : lines(outcome.out)) EXPECT_LE(line.size(), 100U) << line;
    }
}

TEST_F(Help, EveryOptionIsInTheHelp) {
    const std::string help = run({"run", "--help"}).out;
    for (const char* option : {"--problem",
                               "--method",
                               "--step",
                               "--steps",
                               "--end",
                               "--every",
                               "--every-time",
                               "--set",
                               "--step-error",
                               "--reversible-steps",
                               "--tolerance",
                               "--sensitivity",
                               "--sensitivity-parameters",
                               "--certify-all",
                               "--format",
                               "--gltf",
                               "--mesh",
                               "--hash",
                               "--out",
                               "--json",
                               "--quiet"})
        EXPECT_NE(help.find(option), std::string::npos) << option;
}

TEST_F(Help, ListsSayHowToChoose) {
    const std::string help = run({"methods", "--help"}).out;
    for (const char* option :
         {"--order", "--torque-evaluations", "--explicit", "--symplectic", "--time-symmetric",
          "--keeps-momentum", "--keeps-energy", "--keeps-axis-momentum", "--self-starting", "--any-torque"})
        EXPECT_NE(help.find(option), std::string::npos) << option;
    EXPECT_NE(run({"compare", "--help"}).out.find("--step-sizes"), std::string::npos);
    EXPECT_NE(run({"run", "--help"}).out.find("- for standard input"), std::string::npos);
}

TEST_F(Help, MethodsListsTheCatalogue) {
    const Outcome table = run({"methods"}), object = run({"methods", "--json"});
    ASSERT_EQ(table.exit_code, 0);
    const json list = object.json()["methods"];
    ASSERT_EQ(list.size(), catalogue().size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Sheet& sheet = catalogue()[i].sheet;
        EXPECT_EQ(list[i]["name"], std::string(sheet.name));
        EXPECT_EQ(list[i]["order_momentum"], sheet.order_momentum);
        EXPECT_EQ(list[i]["symplectic"], sheet.symplectic);
        EXPECT_NE(table.out.find(sheet.name), std::string::npos);
    }
}

TEST_F(Help, MethodsListsTheFamilies) {
    const Outcome table = run({"methods"});
    const json list = run({"methods", "--json"}).json()["families"];
    ASSERT_EQ(list.size(), method_families().size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        const MethodFamily& family = method_families()[i];
        EXPECT_EQ(list[i]["pattern"], std::string(family.pattern));
        EXPECT_NE(table.out.find(family.pattern), std::string::npos);
        const std::string member(family.example);
        EXPECT_EQ(run({"methods", member}).out.rfind(member + ": ", 0), 0U);
    }
}

TEST_F(Help, OneMethodHasAPage) {
    for (const Method& m : catalogue()) {
        const std::string name(m.sheet.name);
        const Outcome page = run({"methods", name});
        EXPECT_EQ(page.exit_code, 0);
        EXPECT_EQ(page.out.rfind(name + ": ", 0), 0U);
        EXPECT_EQ(run({"methods", name, "--json"}).json()["method"]["name"], name);
    }
    EXPECT_EQ(run({"methods", "newmark-so3", "--json"}).json()["method"]["name"], "liemid-ea");
}

TEST_F(Help, ProblemsListsAllOfThem) {
    const Outcome table = run({"problems"}), object = run({"problems", "--json"});
    ASSERT_EQ(table.exit_code, 0);
    const json list = object.json()["problems"];
    ASSERT_EQ(list.size(), problems().size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Problem& p = problems()[i];
        EXPECT_EQ(list[i]["name"], p.name);
        EXPECT_EQ(list[i]["end"], p.defaults.end);
        EXPECT_EQ(list[i]["references"].size(), p.references.size());
        EXPECT_NE(table.out.find(p.name), std::string::npos);
        EXPECT_EQ(run({"problems", p.name, "--json"}).json()["problem"], list[i]);
        EXPECT_EQ(run({"problems", p.name}).exit_code, 0);
    }
}

TEST_F(Help, TablesFitTheTerminal) {
    for (const char* command : {"methods", "problems"}) {
        for (const std::size_t width : {60U, 80U, 120U}) {
            const Outcome outcome = run(
                {command}, {.before_start = [&] { setenv("COLUMNS", std::to_string(width).c_str(), 1); }});
            for (const std::string& line : lines(outcome.out)) {
                std::size_t columns = 0;
                for (const char c : line) columns += (static_cast<unsigned char>(c) & 0xC0) != 0x80 ? 1 : 0;
                EXPECT_LE(columns, std::max<std::size_t>(width, 70)) << command << ": " << line;
            }
        }
    }
}

}  // namespace
}  // namespace polhode::test
