/// The page of an ensemble: its charts show the statistics.
#include "report/ensemble_report.hpp"

#include "report/data_block.hpp"
#include "toml/scenario.hpp"

#include <gtest/gtest.h>
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
