/// `polhode methods` and `polhode problems` with options that choose.
#include "program/run_program.hpp"

#include "polhode/catalogue.hpp"
#include "polhode/simulate/problem.hpp"

#include <set>

namespace polhode::test {
namespace {

std::set<std::string> listed(const std::string& what, std::vector<std::string> options) {
    options.insert(options.begin(), what);
    options.emplace_back("--json");
    const Outcome outcome = run_program(options);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    std::set<std::string> names;
    const nlohmann::json all = outcome.json();
    for (const nlohmann::json& item : all[what]) names.insert(item["name"]);
    return names;
}

std::set<std::string> methods_with(bool (*has)(const Sheet&)) {
    std::set<std::string> names;
    for (const Method& m : catalogue())
        if (has(m.sheet)) names.emplace(m.sheet.name);
    return names;
}

int lower_order(const Sheet& s) { return std::min(s.order_attitude, s.order_momentum); }

TEST(Filters, MethodsByWhatTheirSheetsSay) {
    using Has = bool (*)(const Sheet&);
    const std::vector<std::pair<std::vector<std::string>, Has>> cases{
        {{"--symplectic"}, [](const Sheet& s) { return s.symplectic; }},
        {{"--time-symmetric"}, [](const Sheet& s) { return s.time_symmetric; }},
        {{"--explicit"}, [](const Sheet& s) { return s.solve != Solve::torque; }},
        {{"--keeps-momentum"}, [](const Sheet& s) { return s.conserves_momentum; }},
        {{"--keeps-energy"}, [](const Sheet& s) { return s.conserves_energy; }},
        {{"--keeps-axis-momentum"}, [](const Sheet& s) { return s.conserves_axis_momentum; }},
        {{"--self-starting"}, [](const Sheet& s) { return s.self_starting(); }},
        {{"--any-torque"}, [](const Sheet& s) { return !s.free_only && !s.needs_potential; }},
        {{"--order", "4"}, [](const Sheet& s) { return lower_order(s) == 4; }},
        {{"--order", "3..6"}, [](const Sheet& s) { return lower_order(s) >= 3 && lower_order(s) <= 6; }},
        {{"--torque-evaluations", "1"},
         [](const Sheet& s) { return !s.free_only && s.torque_evaluations == 1; }},
        {{"--symplectic", "--explicit", "--order", "4.."},
         [](const Sheet& s) { return s.symplectic && s.solve != Solve::torque && lower_order(s) >= 4; }},
    };
    for (const auto& [options, has] : cases) {
        const std::set<std::string> expected = methods_with(has);
        EXPECT_EQ(listed("methods", options), expected) << options.front();
        EXPECT_FALSE(expected.empty()) << options.front();
        EXPECT_LT(expected.size(), catalogue().size()) << options.front();
    }
}

TEST(Filters, AChoiceOfMethodsSaysWhatItIs) {
    const Outcome outcome = run_program({"methods", "--symplectic", "--order", "4"});
    EXPECT_NE(outcome.out.find("\nse4-rkn "), std::string::npos) << outcome.out;
    EXPECT_EQ(outcome.out.find("\nrkmk-rk4 "), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("Those with --symplectic, --order 4."), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("not looked through"), std::string::npos) << outcome.out;
    EXPECT_TRUE(run_program({"methods", "--symplectic", "--json"}).json()["families"].empty());
}

TEST(Filters, ProblemsByTheirTorque) {
    std::set<std::string> free;
    for (const Problem& p : problems())
        if (is_free(p)) free.insert(p.name);
    EXPECT_EQ(listed("problems", {"--free"}), free);
    const std::set<std::string> tops = listed("problems", {"--torque", "heavy-top"});
    EXPECT_TRUE(tops.contains("slow-top"));
    EXPECT_FALSE(tops.contains("satellite"));
    EXPECT_EQ(run_program({"problems", "--free"}).out.find("slow-top"), std::string::npos);
}

TEST(Filters, AnEmptyListSaysSo) {
    const Outcome methods = run_program({"methods", "--symplectic", "--order", "77"});
    EXPECT_EQ(methods.exit_code, 0);
    EXPECT_EQ(methods.out, "No method of the catalogue has all of these: --symplectic, --order 77.\n");
    const Outcome problems = run_program({"problems", "--torque", "heavytop"});
    EXPECT_EQ(problems.exit_code, 0);
    EXPECT_NE(problems.out.find("No built-in problem has all of these: --torque heavytop."),
              std::string::npos);
    EXPECT_NE(problems.out.find("heavy-top"), std::string::npos) << problems.out;
    EXPECT_TRUE(listed("methods", {"--order", "77"}).empty());
    EXPECT_TRUE(listed("problems", {"--torque", "heavytop"}).empty());
}

TEST(Filters, WrongOnesAreRefused) {
    expect_rejected(run_program({"methods", "--order", "four"}), {"--order", "\"four\"", "4..6"});
    expect_rejected(run_program({"methods", "--torque-evaluations", "6..1"}),
                    {"--torque-evaluations", "6..1"});
    expect_rejected(run_program({"methods", "se", "--symplectic"}), {"--symplectic", "\"se\""});
    expect_rejected(run_program({"problems", "slow-top", "--free"}), {"--free", "\"slow-top\""});
    expect_rejected(run_program({"methods", "--simplectic"}), {"did you mean \"--symplectic\"?"});
}

}  // namespace
}  // namespace polhode::test
