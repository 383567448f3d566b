/// Whole runs: what `polhode run --json` prints, and the samples.
#include "answer.hpp"
#include "io/run_json.hpp"
#include "io/run_summary.hpp"
#include "polhode/advise/first_part.hpp"
#include "read.hpp"
#include "state.hpp"

#include <vector>

/// Asked about twenty times a second: whether to go on.
extern "C" __attribute__((import_module("polhode"), import_name("progress"))) int report_progress(
    double done, double total);

using namespace polhode;
using namespace polhode::web;

namespace {

std::vector<StateRow>& samples() {
    static std::vector<StateRow> rows;
    return rows;
}

}  // namespace

/// `keep`: whether the samples are wanted. Of the last run there are sample_count() rows at sample_rows().
POLHODE_EXPORT(run)
int run(const char* toml, std::uint32_t toml_size, const char* settings, std::uint32_t settings_size,
        int keep) {
    return guarded([&] {
        samples().clear();
        samples().shrink_to_fit();
        const Scenario scenario = scenario_of(text(toml, toml_size), text(settings, settings_size));
        Hooks hooks;
        if (keep)
            hooks.on_sample = [](const Sample& s) {
                samples().push_back(state_row(s.time, s.state, s.angular_velocity, s.energy));
            };
        hooks.on_progress = [](long done, long total) {
            return report_progress(static_cast<double>(done), static_cast<double>(total)) != 0;
        };
        const Result result = carry_out(scenario.problem, scenario.run, hooks).or_throw();
        const auto first_part = first_part_within(scenario.problem, scenario.plan, result);
        const auto notes =
            run_notes(scenario.problem, result, std::nullopt, first_part, {}, scenario.warnings);
        answer() = run_json(result, scenario.changed, std::nullopt, std::nullopt, first_part, notes);
    });
}

POLHODE_EXPORT(sample_count) std::uint32_t sample_count() {
    return static_cast<std::uint32_t>(samples().size());
}
POLHODE_EXPORT(sample_rows) const StateRow* sample_rows() { return samples().data(); }
