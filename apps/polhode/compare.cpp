#include "polhode/simulate/compare.hpp"

#include "commands.hpp"
#include "interrupt.hpp"
#include "io/compare_output.hpp"
#include "io/output_folder.hpp"
#include "io/progress_bar.hpp"
#include "io/terminal.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "report/compare_report.hpp"
#include "scenario_of.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <cmath>

namespace polhode::program {
namespace {

/// The step of the scenario: the one it asks for, the time between samples, or the first of variable length.
double usual_step(const Resolved& run) {
    if (const auto* equal = std::get_if<EqualSteps>(&run.steps)) return equal->requested;
    if (const auto* own = std::get_if<OwnSteps>(&run.steps)) return own->samples.requested;
    if (const auto* controlled = std::get_if<ErrorPerStep>(&run.steps)) return *controlled->first_step;
    return *std::get<ReversibleSteps>(run.steps).first_step;
}

/// What compare would refuse, said of the option.
void check(const CompareOptions& options, const Problem& problem) {
    for (const double step : options.steps)
        if (!std::isfinite(step) || step <= 0)
            throw InputError(fmt::format("--steps: expected finite numbers above 0, got {}", step));
    for (const std::string& name : options.methods) {
        const Expected<const Method*> found = find_method(name);
        const std::optional<Error> error =
            found ? refusal((*found)->sheet, problem.torque) : std::optional(found.error());
        if (error) throw InputError(fmt::format("--methods: {}", error->message));
    }
    if (options.threads < 0)
        throw InputError(fmt::format("--threads: expected at least 1, got {}", options.threads));
}

}  // namespace

int compare(const CompareOptions& options) {
    const Scenario scenario = scenario_of("compare", options);
    if (options.out && options.out->empty()) throw InputError("--out: expected a folder, got \"\"");
    check(options, scenario.problem);
    const ComparePlan plan{.methods = options.methods,
                           .steps = options.steps,
                           .end = scenario.run.end,
                           .usual_step = usual_step(scenario.run),
                           .usual_method = scenario.names_method ? scenario.plan.method : "",
                           .threads = options.threads};

    std::optional<OutputFolder> folder;  // made now, so that a bad folder is reported before the work
    if (options.out) folder.emplace(*options.out);
    catch_interrupts();
    Comparison comparison;
    {
        ProgressBar bar(!options.quiet);
        comparison = polhode::compare(scenario.problem, plan, [&](long done, long total) {
            bar.show(done, total);
            return !interrupted();
        });
    }

    if (folder) {
        folder->start("compare.csv").write(compare_csv(comparison));
        folder->start("compare.json").write(compare_json(comparison));
        folder->start("compare.html").write(compare_html(scenario.problem, comparison));
        folder->commit();
    }
    if (options.json) {
        print(compare_json(comparison));
    } else if (!options.quiet) {
        print(compare_table(comparison, terminal_width(STDOUT_FILENO, 120)));
        if (options.out)
            print(fmt::format("Written to {}: compare.csv, compare.json, compare.html\n", *options.out));
    }
    if (!comparison.complete)
        throw RunError(fmt::format("stopped by {}; runs not done are marked", interrupted()));
    return 0;
}

}  // namespace polhode::program
