/// polhode poinsot.
#include "program/run_program.hpp"

#include "io/manifest.hpp"
#include "polhode/simulate/poinsot.hpp"
#include "polhode/simulate/problem.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace polhode::test {
namespace {

using nlohmann::json;
using PoinsotCommand = ProgramTest;

/// The arguments behind `poinsot` that name the body of docs/poinsot.md.
const std::vector<std::string> body{"poinsot", "--moments", "1,1.5,2.2", "--momentum", "1,0.4,1.18"};

std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

double norm(const json& v) { return std::hypot(v[0].get<double>(), v[1].get<double>(), v[2].get<double>()); }

TEST_F(PoinsotCommand, PrintsTheFacts) {
    const Outcome outcome = run(body);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    for (const char* part : {"ω circles the axis of the least moment: 2T I₂ > |L|².", "modulus k²",
                             "half-axes √(2T/I) = ", "at the distance 2T/|L| = ", "polhode", "radius from ",
                             "advance ", "of a turn, on average"})
        EXPECT_NE(outcome.out.find(part), std::string::npos) << part << "\n" << outcome.out;
    for (const std::string& line : lines(outcome.out)) EXPECT_LE(line.size(), 120U) << line;
}

/// Against textbook formulas, with amplitudes from energy and momentum.
TEST_F(PoinsotCommand, ItsNumbersAreThoseOfTheFormulas) {
    const json j = run(with(body, {"--json"})).json();
    const double I1 = 1, I2 = 1.5, I3 = 2.2;
    const double T2 = 1 / I1 + 0.16 / I2 + 1.18 * 1.18 / I3, L2 = 1 + 0.16 + 1.18 * 1.18, L = std::sqrt(L2);
    EXPECT_EQ(j["course"], "around least moment");
    EXPECT_NEAR(j["energy"], T2 / 2, 1e-15);
    EXPECT_NEAR(j["momentum"], L, 1e-15);
    EXPECT_NEAR(j["energy_to_separatrix"], T2 * I2 / L2, 1e-15);
    EXPECT_NEAR(j["plane"]["distance"], T2 / L, 1e-15);
    EXPECT_NEAR(j["energy_semi_axes"][2], std::sqrt(T2 / I3), 1e-15);
    EXPECT_NEAR(j["momentum_semi_axes"][1], L / I2, 1e-15);
    // around the least moment: axes 1 and 3 change their parts in the usual formulas
    const double k2 = (I3 - I2) * (L2 - T2 * I1) / ((I2 - I1) * (T2 * I3 - L2));
    EXPECT_NEAR(j["modulus2"], k2, 1e-13);
    const double lambda = std::sqrt((I2 - I1) * (T2 * I3 - L2) / (I1 * I2 * I3));
    EXPECT_NEAR(j["period"], 4 * std::comp_ellint_1(std::sqrt(k2)) / lambda, 1e-12);
    const double g1 = 1 / I1 - T2 / L2, g2 = 1 / I2 - T2 / L2, g3 = 1 / I3 - T2 / L2;
    EXPECT_NEAR(j["herpolhode"]["largest_radius"], L * std::sqrt(-g1 * g3), 1e-14);
    EXPECT_NEAR(j["herpolhode"]["least_radius"], L * std::sqrt(-g1 * g2), 1e-14);
    const double rate = j["herpolhode"]["mean_rate"], advance = j["herpolhode"]["advance"];
    EXPECT_NEAR(rate * j["period"].get<double>(), advance, 1e-13);
    EXPECT_NEAR(j["herpolhode"]["turn_period"], 2 * std::numbers::pi / rate, 1e-13);
}

TEST_F(PoinsotCommand, TakesABodyInAnyOfThreeWays) {
    const json by_name = run({"poinsot", "--problem", "free-body", "--json"}).json();
    ASSERT_EQ(write("mine.toml", run({"problems", "free-body", "--toml"}).out).filename(), "mine.toml");
    json by_file = run({"poinsot", "mine.toml", "--json"}).json();
    EXPECT_EQ(by_file["problem"], "free-body");
    const Problem& p = problem("free-body");
    ASSERT_TRUE(p.body.principal_axes().isApprox(Eigen::Quaterniond::Identity()));
    const auto list = [](const Eigen::Vector3d& v) { return fmt::format("{},{},{}", v.x(), v.y(), v.z()); };
    const Eigen::Vector3d w = p.body.angular_velocity(p.initial.momentum);
    const json by_numbers =
        run({"poinsot", "--moments", list(p.body.moments()), "--momentum=" + list(p.initial.momentum),
             "--set", "name=free-body", "--json"})
            .json();
    for (const char* key : {"period", "modulus2", "energy", "herpolhode", "energy_semi_axes"}) {
        EXPECT_EQ(by_name[key], by_file[key]) << key;
        EXPECT_EQ(by_name[key], by_numbers[key]) << key;
    }
    const json by_rate =
        run({"poinsot", "--moments", list(p.body.moments()), "--angular-velocity=" + list(w), "--json"})
            .json();
    EXPECT_NEAR(by_rate["period"], by_name["period"], 1e-13 * by_name["period"].get<double>());
}

TEST_F(PoinsotCommand, WritesPicturesPointsAndAPage) {
    const Outcome outcome = run(with(body, {"--out", "rolling"}));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(files("rolling"),
              (std::vector<std::string>{"herpolhode.csv", "herpolhode.svg", "manifest.json", "poinsot.html",
                                        "poinsot.json", "polhode.csv", "polhode.svg", "rolling.svg"}));
    EXPECT_FALSE(trouble_with_result(folder / "rolling").has_value());
    const json j = json::parse(contents(folder / "rolling/poinsot.json"));
    EXPECT_EQ(j, run(with(body, {"--json"})).json());

    const std::vector<std::string> polhode = lines(contents(folder / "rolling/polhode.csv"));
    EXPECT_EQ(polhode.front(), "time,wx,wy,wz");
    for (std::size_t i = 1; i < polhode.size(); ++i) {
        const std::vector<double> w = numbers(polhode[i]);
        EXPECT_NEAR(w[1] * w[1] + 1.5 * w[2] * w[2] + 2.2 * w[3] * w[3], 2 * j["energy"].get<double>(),
                    1e-14);
    }
    EXPECT_EQ(numbers(polhode.back())[0], j["period"].get<double>());

    const std::vector<std::string> herpolhode = lines(contents(folder / "rolling/herpolhode.csv"));
    EXPECT_EQ(herpolhode.front(), "time,radius,angle,wx,wy,wz");
    const json& plane = j["plane"];
    EXPECT_NEAR(norm(plane["normal"]), 1, 1e-15);
    double least = 1e300, largest = 0;
    for (std::size_t i = 1; i < herpolhode.size(); ++i) {
        const std::vector<double> at = numbers(herpolhode[i]);
        double along = 0;
        for (std::size_t k = 0; k < 3; ++k) along += plane["normal"][k].get<double>() * at[3 + k];
        EXPECT_NEAR(along, plane["distance"].get<double>(), 1e-14);
        least = std::min(least, at[1]);
        largest = std::max(largest, at[1]);
    }
    EXPECT_NEAR(least, j["herpolhode"]["least_radius"], 1e-3);
    EXPECT_NEAR(largest, j["herpolhode"]["largest_radius"], 1e-3);

    for (const char* name : {"polhode.svg", "herpolhode.svg", "rolling.svg"}) {
        const std::string picture = contents(folder / "rolling" / name);
        EXPECT_TRUE(picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"")) << name;
        EXPECT_EQ(picture.find("var("), std::string::npos) << name << ": colours by name";
    }
    EXPECT_NE(contents(folder / "rolling/polhode.svg").find("<path class=\"strong\""), std::string::npos);
    EXPECT_NE(contents(folder / "rolling/herpolhode.svg").find("<path class=\"other\""), std::string::npos);
    const std::string page = contents(folder / "rolling/poinsot.html");
    EXPECT_NE(page.find("Herpolhode on the invariable plane"), std::string::npos);
    EXPECT_NE(page.find("</html>"), std::string::npos);
}

/// Motions that have less than the general picture, each with a sentence of its own.
TEST_F(PoinsotCommand, SaysWhatIsSpecial) {
    struct Case {
        const char *moments, *momentum, *course, *sentence;
        bool periodic;
    };
    for (const Case& c : std::initializer_list<Case>{
             {"2,2,3", "1,0,2", "around largest moment",
              "Two moments are equal: polhode and herpolhode are circles", true},
             {"2,2,2", "1,2,3", "fixed axis", "The body is spherical: every axis is a principal one", false},
             {"12,15,20", "3,1,3", "separatrix", "ω is on the separatrix, 2T I₂ = |L|²", false},
             {"1,1.5,2.2", "0,0,2", "fixed axis", "The body turns about a principal axis", true},
             {"1,1.5,2.2", "0,2,0", "fixed axis", "the axis of the middle moment, which is unstable", false},
             {"2,2,3", "1,1,0", "fixed axis", "an axis across that of its symmetry", false}}) {
        const std::vector<std::string> asked{"poinsot", "--moments", c.moments, "--momentum", c.momentum};
        const Outcome table = run(with(asked, {"--out", "out"}));
        EXPECT_EQ(table.out.find("-0\n"), std::string::npos) << table.out;
        EXPECT_EQ(table.exit_code, 0) << table.err;
        const json j = json::parse(contents(folder / "out/poinsot.json"));
        EXPECT_EQ(j["course"], c.course) << c.moments;
        EXPECT_NE(j["sentence"].get<std::string>().find(c.sentence), std::string::npos) << j["sentence"];
        EXPECT_EQ(j["period"].is_null(), !c.periodic) << c.moments;
        EXPECT_EQ(j["herpolhode"]["advance"].is_null(), !c.periodic) << c.moments;
        for (const char* file : {"out/polhode.svg", "out/herpolhode.svg", "out/rolling.svg",
                                 "out/poinsot.html", "out/polhode.csv", "out/herpolhode.csv"}) {
            const std::string text = contents(folder / file);
            const std::string drawn = text.substr(std::min(text.find("<svg"), text.size()));
            EXPECT_EQ(drawn.find("nan"), std::string::npos) << c.moments << ' ' << c.momentum << ' ' << file;
        }
        fs::remove_all(folder / "out");
    }
}

TEST_F(PoinsotCommand, RefusesWhatHasNoSuchPicture) {
    const std::vector<std::string> moments{"poinsot", "--moments", "1,1.5,2.2"};
    for (const auto& [arguments, parts] :
         std::vector<std::pair<std::vector<std::string>, std::vector<std::string>>>{
             {{"poinsot"}, {"expected a scenario file, --problem NAME, or --moments", "got none of them"}},
             {moments, {"--angular-velocity X,Y,Z", "got moments alone"}},
             {{"poinsot", "--momentum", "1,2,3"}, {"got a rotation without moments"}},
             {with(moments, {"--momentum", "0,0,0"}), {"the body is at rest"}},
             {with(moments, {"--momentum", "1,2"}), {"--momentum", "[1, 2]", "three"}},
             {with(moments, {"--momentum", "1,2,x"}), {"--momentum", "1,2,x"}},
             {with(moments, {"--momentum", "1,2,3", "--angular-velocity", "1,2,3"}), {"contradicts"}},
             {{"poinsot", "--moments", "1,1,5", "--momentum", "1,2,3"}, {"--moments"}},
             {{"poinsot", "--problem", "slow-top"},
              {"a torque acts on the body (heavy-top)", "expected a free body"}},
             {{"poinsot", "--problem", "free-body", "--set", "body.rotor_momentum=[0,0,1]"}, {"rotors"}},
             {{"poinsot", "--problem", "free-body", "--out", ""}, {"--out"}},
             {{"poinsot", "--problem", "free-body", "--out", "/proc/none"}, {"/proc/none"}}}) {
        expect_rejected(run(arguments), parts);
        EXPECT_TRUE(files().empty());
    }
}

}  // namespace
}  // namespace polhode::test
