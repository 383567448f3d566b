#include "report/report.hpp"

#include "io/bounded_samples.hpp"
#include "report/data_block.hpp"
#include "report/run_plots.hpp"

#include <gtest/gtest.h>

namespace polhode {
namespace {

struct Recorded {
    Problem problem;
    Result result;
    std::vector<Sample> samples;

    std::string html() const { return report_html(problem, result, samples); }
};

Recorded run(Problem problem, long steps) {
    Recorded out{std::move(problem), {}, {}};
    Plan plan;
    plan.steps = StepCount{steps};
    plan.end = 0.005 * static_cast<double>(steps);
    Hooks hooks;
    hooks.on_sample = [&](const Sample& sample) { out.samples.push_back(sample); };
    out.result = simulate(out.problem, plan, hooks);
    return out;
}

Problem thruster() {
    Problem out = problem("free-body");
    out.torque = core::ConstantBodyTorque{{0.1, 0.2, 0.3}};
    out.references.clear();
    return out;
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != text.npos; }

TEST(Report, AsksTheNetworkForNothing) {
    const std::string html = run(problem("slow-top"), 50).html();
    EXPECT_TRUE(has(html, "Content-Security-Policy\" content=\"default-src 'none'"));
    for (const char* way : {"src=", "url(", "@import", "fetch(", "XMLHttpRequest", "import("}) {
        EXPECT_FALSE(has(html, way)) << way;
    }
    for (std::size_t at = html.find("href="); at != html.npos; at = html.find("href=", at + 1)) {
        EXPECT_EQ(html.substr(at, 11), "href=\"data:");
    }
}

TEST(Report, DataReadsBack) {
    const Recorded top = run(problem("slow-top"), 500);
    const auto data = data_block(top.html());
    for (const auto& chart : data["charts"]) {
        for (const auto& series : chart["series"]) {
            EXPECT_EQ(column_of(data, series["x"]).size(), top.samples.size());
            EXPECT_EQ(column_of(data, series["y"]).size(), top.samples.size());
        }
    }
    const auto time = column_of(data, "time"), energy = column_of(data, "energy_error"),
               momentum = column_of(data, "momentum_error"), omega = column_of(data, "omega_1"),
               x = column_of(data, "path_x"), y = column_of(data, "path_y");
    const double energy_grid = top.result.conservation.energy->max_error / 1000;
    for (std::size_t i = 0; i < time.size(); i += 25) {
        const Sample& sample = top.samples[i];
        const Eigen::Vector3d axis = sample.state.attitude * Eigen::Vector3d::UnitZ();
        EXPECT_NEAR(time[i], sample.time, 1e-4);
        EXPECT_NEAR(energy[i], *sample.energy - *top.result.energy_initial, energy_grid);
        EXPECT_LE(std::abs(momentum[i]), top.result.conservation.momentum->max_error * 1.001);
        EXPECT_NEAR(omega[i], sample.angular_velocity.x(), 1e-2);
        EXPECT_NEAR(x[i], axis.x(), 1e-3);
        EXPECT_NEAR(y[i], axis.y(), 1e-3);
    }
}

TEST(Report, SaysWhatWasRun) {
    const Recorded top = run(problem("slow-top"), 40);
    const std::string html = top.html();
    for (const char* part : {"slow-top", "exact free motion", "complete", "Torque evaluations", "Symplectic",
                             "weight_moment", "Final state", "Polhode "}) {
        EXPECT_TRUE(has(html, part)) << part;
    }
    EXPECT_FALSE(has(html, "Incomplete run"));
}

TEST(Report, MarksAnIncompleteRun) {
    Recorded top = run(problem("slow-top"), 40);
    top.result.complete = false;
    EXPECT_TRUE(has(top.html(), "Incomplete run."));
}

TEST(Report, EscapesNames) {
    Recorded top = run(problem("slow-top"), 10);
    top.problem.name = "<script>alert(1)</script>";
    top.problem.description = "</p><img onerror=\"x\">";
    const std::string html = top.html();
    EXPECT_FALSE(has(html, "<script>alert"));
    EXPECT_FALSE(has(html, "<img"));
    EXPECT_TRUE(has(html, "&lt;script&gt;alert(1)&lt;/script&gt;"));
}

TEST(Report, WorksWithoutEnergy) {
    const std::string html = run(thruster(), 20).html();
    const auto data = data_block(html);
    EXPECT_FALSE(data["columns"].contains("energy_error"));
    EXPECT_FALSE(data["columns"].contains("momentum_error"));
    EXPECT_TRUE(data["columns"].contains("omega_1"));
    EXPECT_TRUE(has(html, "the torque has no potential"));
}

TEST(Report, WorksWithFewSamples) {
    Recorded top = run(problem("slow-top"), 1);
    ASSERT_EQ(top.samples.size(), 2U);
    EXPECT_EQ(column_of(data_block(top.html()), "time").size(), 2U);
    top.samples.clear();
    EXPECT_TRUE(data_block(top.html())["charts"].empty());
}

TEST(Report, SaysWhenAnErrorIsExactlyZero) {
    Recorded body = run(problem("free-body"), 10);
    for (Sample& sample : body.samples) sample.energy = body.result.energy_initial;
    const std::string html = body.html();
    EXPECT_TRUE(has(html, "Exactly zero at every sample."));
    for (const double error : column_of(data_block(html), "energy_error")) EXPECT_EQ(error, 0);
}

TEST(Report, SpeaksOfTheWholeMomentumWhereTheFieldIsZero) {
    Problem dipole = problem("free-body");
    dipole.torque = core::MagneticDipole{.moment = {0, 0, 1}, .field = {0, 0, 0}};
    const std::string html = run(dipole, 10).html();
    EXPECT_TRUE(has(html, "‖L − L₀‖ in space"));
    EXPECT_TRUE(has(html, "Change of the momentum in space"));
    EXPECT_FALSE(has(html, "(L − L₀) · d"));
    EXPECT_FALSE(has(html, "change about the field axis"));
    EXPECT_FALSE(has(html, "seen along the field axis"));
}

TEST(Report, LooksAtATorqueFreeBodyAlongItsMomentum) {
    Recorded body = run(problem("free-body"), 10);
    const Eigen::Vector3d momentum = body.problem.initial.spatial_momentum();
    const auto data = data_block(body.html());
    const auto x = column_of(data, "path_x"), y = column_of(data, "path_y");
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double height =
            (body.samples[i].state.attitude * Eigen::Vector3d::UnitZ()).dot(momentum.normalized());
        EXPECT_NEAR(x[i] * x[i] + y[i] * y[i], 1 - height * height, 2e-3);
    }
}

TEST(Report, ThinsLongSeriesAndKeepsTheEnd) {
    const Recorded top = run(problem("slow-top"), 9000);
    BoundedSamples kept(most_plotted_samples);
    for (const Sample& sample : top.samples) kept.add(sample);
    const std::string html = report_html(top.problem, top.result, kept.take(), {}, kept.added());
    const auto time = column_of(data_block(html), "time");
    EXPECT_LE(time.size(), most_plotted_samples);
    EXPECT_EQ(time.front(), 0);
    EXPECT_NEAR(time.back(), top.result.time, 1e-4);
    EXPECT_TRUE(has(html, "of 9&#8239;001 samples"));
}

TEST(Report, TellsOfEvents) {
    Recorded top = run(problem("slow-top"), 100);
    EXPECT_FALSE(has(top.html(), "<h2>Events</h2>"));
    top.result.events = {{"<out>", 0.125, top.problem.initial, true}, {"back", 0.375, {}, false}};
    top.result.ended_by = "back";
    const std::string html = top.html();
    EXPECT_TRUE(has(html, "<h2>Events</h2>"));
    EXPECT_TRUE(has(html, "&lt;out&gt;</th><td>0.125</td><td>rising"));
    EXPECT_TRUE(has(html, "ended by <code>back</code>"));
}

TEST(Report, IsSmall) {
    // Half of it is Chart.js; the rest, less than 50 bytes a sample.
    const std::size_t size = run(problem("slow-top"), 4000).html().size();
    EXPECT_LT(size, 420'000U);
    EXPECT_GT(size, 200'000U);
}

}  // namespace
}  // namespace polhode
