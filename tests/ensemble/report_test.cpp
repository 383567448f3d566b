/// The page of an ensemble: its charts show the statistics.
#include "report/ensemble_report.hpp"

#include "report/cloud_figure.hpp"
#include "report/data_block.hpp"
#include "toml/scenario.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <numeric>

namespace polhode {
namespace {

EnsembleScenario scenario_of(const std::string& more) {
    return make_ensemble_scenario(
        ScenarioText{"<x>.toml",
                     "problem = \"slow-top\"\n[integrate]\nsteps = 20\nend = 0.2\n[ensemble]\ncount = 50\n"
                     "[output]\nstatistics = 5\n"
                         + more},
        {});
}

EnsembleResult result_of(const EnsembleScenario& s) { return run_ensemble(s.setup, s.plan, {}, *alone()); }

TEST(EnsembleReport, ShowsBandsAndDistributions) {
    const EnsembleScenario s = scenario_of("[ensemble.attitude]\ndistribution = \"normal\"\nsigma = 0.1\n");
    const EnsembleResult result = result_of(s);
    const std::string page = ensemble_html(s, result);
    const nlohmann::json data = data_block(page);
    ASSERT_EQ(data["charts"].size(), 8U);
    EXPECT_EQ(column_of(data, "time").size(), 6U);
    const std::vector<double> low = column_of(data, "pointing_error_5"),
                              high = column_of(data, "pointing_error_95");
    for (std::size_t i = 0; i < 6; ++i) {
        EXPECT_NEAR(low[i], result.quantities[0].samples[i]->quantiles[0], 1e-3);
        EXPECT_LT(low[i], high[i]);
    }
    EXPECT_EQ(data["charts"][0]["series"][1]["style"], "band");
    EXPECT_EQ(data["charts"][0]["series"][1]["low"], "pointing_error_25");
    EXPECT_EQ(data["charts"][1]["series"][0]["style"], "bars");
    const std::vector<double> counts = column_of(data, "rate_counts");
    EXPECT_EQ(std::accumulate(counts.begin(), counts.end() - 1, 0.0), 50) << "the last height is there twice";
    for (const char* part :
         {"normal about the initial attitude", "&lt;x&gt;", "heavy-top", "Statistics at the end"})
        EXPECT_NE(page.find(part), std::string::npos) << part;
    EXPECT_EQ(page.find("<x>"), std::string::npos);
}

TEST(EnsembleReport, HasNoChartOfWhatThereIsNot) {
    const EnsembleScenario s = scenario_of("[torque]\nmodel = \"constant-body\"\ntorque = [1, 0, 0]\n");
    const nlohmann::json data = data_block(ensemble_html(s, result_of(s)));
    EXPECT_EQ(data["charts"].size(), 4U) << "neither energy nor momentum";
}

/// The directions that the page shows, from two whole numbers of 16 bits each.
std::vector<Eigen::Vector3d> directions_in(const std::string& packed) {
    static const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::vector<unsigned> bytes;
    unsigned bits = 0, count = 0;
    for (const char c : packed) {
        if (c == '=') break;
        bits = bits << 6 | static_cast<unsigned>(digits.find(c));
        if ((count += 6) >= 8) bytes.push_back(bits >> (count -= 8) & 0xff);
    }
    std::vector<Eigen::Vector3d> out;
    for (std::size_t i = 0; i + 3 < bytes.size(); i += 4) {
        const double azimuth = 2 * M_PI * (bytes[i] + 256 * bytes[i + 1]) / 65536,
                     polar = M_PI * (bytes[i + 2] + 256 * bytes[i + 3]) / 65535, r = std::sin(polar);
        out.emplace_back(r * std::cos(azimuth), r * std::sin(azimuth), std::cos(polar));
    }
    return out;
}

/// The cloud is that of the run: the first bodies, at the start and at the end.
TEST(EnsembleReport, ShowsTheBodiesOfTheRunInMotion) {
    const EnsembleScenario s = scenario_of("[ensemble.attitude]\ndistribution = \"normal\"\nsigma = 0.4\n");
    std::vector<Eigen::Vector3d> last;
    const Eigen::Vector3d axis = s.plan.pointing.axis.normalized();
    const EnsembleResult result =
        run_ensemble(s.setup, s.plan,
                     {.on_end =
                          [&](const StatesSeen& seen) {
                              for (std::size_t k = 0; k < seen.ensemble.count(); ++k)
                                  last.push_back(seen.ensemble.state(k).attitude * axis);
                          }},
                     *alone());
    const std::string page = ensemble_html(s, result);
    const nlohmann::json cloud = data_block(page)["motion"]["cloud"];
    EXPECT_EQ(cloud["bodies"], 50);
    EXPECT_EQ(cloud["times"]["count"], 21) << "every step, since there are few";
    const std::vector<Eigen::Vector3d> shown = directions_in(cloud["directions"]);
    ASSERT_EQ(shown.size(), 21U * 50U);
    const Ensemble first = draw_ensemble(s.setup, {0, 50}, 1);
    for (std::size_t k = 0; k < 50; ++k) {
        EXPECT_LT((shown[k] - first.state(k).attitude * axis).norm(), 2e-4);
        EXPECT_LT((shown[20 * 50 + k] - last[k]).norm(), 2e-4);
    }
    EXPECT_NE(page.find("class=\"dot\""), std::string::npos) << "the still picture";
    EXPECT_EQ(page.find("Shown are the first"), std::string::npos);
}

TEST(EnsembleReport, ShowsSomeOfManyBodiesAndTheBeginningOfALongRun) {
    EnsembleScenario s = scenario_of("");
    s.setup.count = 1000;
    s.plan.stepping.step = 0.01;
    s.plan.steps = 1'000'000;
    const ViewedCloud cloud = viewed_cloud(s.setup, s.plan);
    EXPECT_EQ(cloud.bodies, 300U);
    EXPECT_EQ(cloud.times.size(), 150U);
    EXPECT_LE(cloud.turns, 150 / 16.0 * 1.5);
    EnsembleResult result;
    result.count = 1000;
    result.time = 10000;
    const std::string figure = cloud_figure(cloud, result);
    for (const char* part : {"the first 300 of 1", "Shown are the first"})
        EXPECT_NE(figure.find(part), std::string::npos) << part;
}

TEST(EnsembleReport, TellsFailures) {
    const EnsembleScenario s = scenario_of("");
    EnsembleResult result = result_of(s);
    result.failures = 12;
    result.first_failures = {{3, 7, 0.07, "the <step> failed"}};
    const std::string page = ensemble_html(s, result);
    for (const char* part : {"12 of 50 bodies failed", "Body 3, step 7", "the &lt;step&gt; failed"})
        EXPECT_NE(page.find(part), std::string::npos) << part;
}

}  // namespace
}  // namespace polhode
