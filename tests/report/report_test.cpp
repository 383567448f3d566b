#include "report/report.hpp"

#include "io/bounded_samples.hpp"
#include "report/data_block.hpp"
#include "report/motion_figure.hpp"
#include "report/picture_data.hpp"
#include "report/run_plots.hpp"

#include <gtest/gtest.h>

namespace polhode {
namespace {

struct Recorded {
    Problem problem;
    Result result;
    std::vector<Sample> samples;

    std::string html() const { return report_html(problem, result, record()); }
    RunRecord record() const { return {samples, samples.size(), {}, {samples}}; }
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
    EXPECT_TRUE(has(html, "Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-"));
    EXPECT_FALSE(has(html, "unsafe"));
    // three.js has code for pictures from elsewhere, which the policy forbids and nobody calls
    const std::size_t scripts = html.find("<script>");
    const std::string own = html.substr(0, scripts);
    for (const char* way : {"src=", "url(", "@import", "fetch(", "import("})
        EXPECT_FALSE(has(own, way)) << way;
    for (const char* way : {"XMLHttpRequest", "import("}) EXPECT_FALSE(has(html, way)) << way;
    for (std::size_t at = own.find("href="); at != own.npos; at = own.find("href=", at + 1))
        EXPECT_EQ(own.substr(at, 11), "href=\"data:");
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

TEST(Report, EulerAnglesLeadToTheAttitude) {
    Problem p = problem("slow-top");
    p.initial.attitude = Eigen::Quaterniond(0.3, -0.4, 0.6, 0.5).normalized();
    const Recorded top = run(p, 40);
    const auto data = data_block(top.html());
    const auto precession = column_of(data, "precession"), nutation = column_of(data, "nutation"),
               spin = column_of(data, "spin");
    using Eigen::AngleAxisd, Eigen::Vector3d;
    int compared = 0;
    for (std::size_t i = 0; i < top.samples.size(); ++i) {
        if (std::isnan(precession[i]) || std::isnan(spin[i])) continue;  // where an angle has gone round
        const Eigen::Quaterniond turned = AngleAxisd(precession[i], Vector3d::UnitZ())
                                        * AngleAxisd(nutation[i], Vector3d::UnitX())
                                        * AngleAxisd(spin[i], Vector3d::UnitZ());
        EXPECT_LT(turned.angularDistance(top.samples[i].state.attitude), 5e-3);
        ++compared;
    }
    EXPECT_GT(compared, 30);
}

TEST(Report, BeginsWithTheMotionAndTheMeasuredError) {
    const Recorded top = run(problem("slow-top"), 50);
    Certificate certificate;
    certificate.error = 3.25e-5;
    certificate.error_by = "the truth";
    certificate.error_course = {{0, 0.1, 1e-6, 2e-6}, {0.1, 0.25, 2e-6, 3.25e-5}};
    const std::string html = report_html(top.problem, top.result, top.record(), certificate);
    const std::size_t motion = html.find("id=\"motion\""), card = html.find("Measured error"),
                      energy = html.find("Energy error, relative");
    EXPECT_LT(motion, card);
    EXPECT_LT(card, energy);
    const auto data = data_block(html);
    EXPECT_EQ(data["charts"][0]["id"], "error_chart");
    EXPECT_EQ(column_of(data, "error_largest"), (std::vector{2e-6, 3.25e-5}));
    EXPECT_EQ(column_of(data, "error_least"), (std::vector{1e-6, 2e-6}));
}

TEST(Report, ShowsAFreeBodyInPoinsotsPicture) {
    const auto data = data_block(run(problem("free-body"), 40).html());
    EXPECT_TRUE(data["motion"]["poinsot"].contains("separatrices"));
    EXPECT_EQ(data["motion"]["momentum"].size(), 3U) << "it stays, and is told once";
    const auto forced = data_block(run(problem("slow-top"), 40).html());
    EXPECT_FALSE(forced["motion"].contains("poinsot"));
    EXPECT_TRUE(forced["motion"].contains("field"));
    EXPECT_TRUE(forced["motion"]["momentum"].is_string());
    EXPECT_EQ(forced["motion"]["times"]["count"], 41);
}

TEST(Report, ShowsWhatAControlIsToReach) {
    Problem problem = thruster();
    QuaternionPd law{.kp = {1, 1, 1}, .kd = {2, 2, 2}};
    const Eigen::Quaterniond there(0.8, 0, 0.6, 0);
    law.target = fixed_target(there);
    problem.control = Control{.period = 0.01, .law = law};
    const auto motion_of = [](const Recorded& run) {
        return nlohmann::json::parse(motion_data(run.problem, run.result, run.record().motion));
    };
    EXPECT_EQ(motion_of(run(problem, 20))["target"], (nlohmann::json{0, 0.6, 0, 0.8}));
    EXPECT_EQ(nlohmann::json::parse(picture_data(problem))["target"], (nlohmann::json{0, 0.6, 0, 0.8}));
    // one that moves, at each of the 21 samples: four numbers of four bytes, as base64
    law.target = table_target({0, 0.1}, {Eigen::Quaterniond::Identity(), there}).or_throw();
    problem.control->law = law;
    EXPECT_EQ(motion_of(run(problem, 20))["target"].get<std::string>().size(), 21U * 16 / 3 * 4);
    EXPECT_FALSE(nlohmann::json::parse(picture_data(problem)).contains("target"));
    EXPECT_FALSE(nlohmann::json::parse(picture_data(thruster())).contains("target"));
}

TEST(Report, MotionIsFinerThanTheEyeWhereSamplesAreFarApart) {
    Problem top = problem("fast-top");
    Plan plan{.method = "se", .steps = FixedStep{0.01}, .end = 100};
    plan.every = 1000;
    std::vector<Sample> samples;
    const Result result = simulate(top, plan, {.on_sample = [&](const Sample& s) { samples.push_back(s); }});
    const ViewedMotion motion = viewed_motion(top, plan, result, samples);
    EXPECT_FALSE(motion.whole);
    EXPECT_LE(motion.samples.size(), 2001U);
    for (std::size_t i = 1; i < motion.samples.size(); ++i) {
        const Eigen::Quaterniond &a = motion.samples[i - 1].state.attitude,
                                 &b = motion.samples[i].state.attitude;
        EXPECT_LT(a.angularDistance(b), 0.2);
        EXPECT_GT(a.dot(b), 0) << "the sign is continuous";
    }
    // it is the run that was made, not another one
    plan.every = 1;
    for (std::size_t i = 50; i < motion.samples.size(); i += 100)
        plan.times.push_back(motion.samples[i].time);
    std::size_t i = 50;
    simulate(top, plan, {.on_sample = [&](const Sample& s) {
                 if (s.time == 0 || s.time == result.time) return;
                 EXPECT_EQ(s.time, motion.samples[i].time);
                 EXPECT_LT(s.state.attitude.angularDistance(motion.samples[i].state.attitude), 1e-7);
                 i += 100;
             }});
    EXPECT_GE(i, motion.samples.size());
}

TEST(Report, MarksEvents) {
    Recorded top = run(problem("slow-top"), 100);
    top.result.events = {{"out", 0.125, top.problem.initial, true}};
    const auto data = data_block(top.html());
    for (const auto& chart : data["charts"]) {
        if (chart["x"]["label"] == "time t") {
            EXPECT_EQ(chart["marks"][0]["label"], "out");
        }
    }
    EXPECT_EQ(data["motion"]["events"][0]["time"], 0.125);
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
    const auto nothing = data_block(top.html());
    EXPECT_TRUE(nothing["charts"].empty());
    EXPECT_FALSE(nothing.contains("motion"));
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
        const Eigen::Vector3d axis = Eigen::Vector3d::Unit(shown_axis(body.problem));
        const double height = (body.samples[i].state.attitude * axis).dot(momentum.normalized());
        EXPECT_NEAR(x[i] * x[i] + y[i] * y[i], 1 - height * height, 2e-3);
    }
}

TEST(Report, DrawsLongRunsByTheirEnvelope) {
    const Recorded top = run(problem("slow-top"), 9000);
    BoundedSamples kept(most_plotted_samples);
    Envelope envelope(most_plotted_parts);
    for (const Sample& sample : top.samples) {
        kept.add(sample);
        envelope.add(sample.time, charted_quantities(top.problem, sample));
    }
    RunRecord record{kept.take(), kept.added(), envelope.parts(), {}};
    const std::string html = report_html(top.problem, top.result, record);
    const auto data = data_block(html);
    const auto time = column_of(data, "time"), low = column_of(data, "omega_1_least"),
               high = column_of(data, "omega_1");
    EXPECT_LE(time.size(), most_plotted_parts);
    EXPECT_GE(time.size(), most_plotted_parts / 2);
    // no sample lies outside
    std::size_t part = 0;
    for (const Sample& s : top.samples) {
        while (record.envelope[part].to < s.time) ++part;
        EXPECT_GE(s.angular_velocity.x(), low[part] - 1e-2);
        EXPECT_LE(s.angular_velocity.x(), high[part] + 1e-2);
    }
    EXPECT_TRUE(has(html, "all 9&#8239;001 samples"));
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
    // Most of it is three.js and Chart.js; the rest, less than 150 bytes a sample.
    EXPECT_LT(run(problem("slow-top"), 2000).html().size(), 1'200'000U);
}

}  // namespace
}  // namespace polhode
