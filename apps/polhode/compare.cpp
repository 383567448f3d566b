#include "polhode/advise/compare.hpp"

#include "commands.hpp"
#include "interrupt.hpp"
#include "io/compare_output.hpp"
#include "io/output_folder.hpp"
#include "io/progress_bar.hpp"
#include "io/terminal.hpp"
#include "polhode/error.hpp"
#include "report/compare_report.hpp"
#include "scenario_of.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>

namespace polhode::program {
namespace {

/// The step of the scenario: the one it asks for, the time between samples, or the first of variable length.
double usual_step(const Resolved& run) {
    if (const auto* equal = std::get_if<EqualSteps>(&run.steps)) return equal->requested;
    if (const auto* own = std::get_if<OwnSteps>(&run.steps)) return own->samples.requested;
    if (const auto* controlled = std::get_if<ErrorPerStep>(&run.steps)) return *controlled->first_step;
    return *std::get<ReversibleSteps>(run.steps).first_step;
}

/// The error under the name that the user knows it by.
[[noreturn]] void refuse(Error error) {
    if (error.field == "methods" || error.field == "steps" || error.field == "threads")
        error.message = fmt::format("--{}: {}", error.field, error.message);
    error.raise();
}

std::string reference_line(double seconds, int width) {
    return fmt::format("all runs are done, making one to compare them with, {:.0f} s", seconds)
        .substr(0, static_cast<std::size_t>(std::max(0, width)));
}

}  // namespace

int compare(const CompareOptions& options) {
    const Scenario scenario = scenario_of("compare", options);
    if (options.out && options.out->empty()) throw InputError("--out: expected a folder, got \"\"");
    const ComparePlan plan{.methods = options.methods,
                           .steps = options.steps,
                           .end = scenario.run.end,
                           .usual_step = usual_step(scenario.run),
                           .usual_method = scenario.names_method ? scenario.plan.method : "",
                           .threads = options.threads};

    std::optional<OutputFolder> folder;  // made now, so that a bad folder is reported before the work
    if (options.out) folder.emplace(*options.out);
    catch_interrupts();
    const Expected<Comparison> made = [&] {
        ProgressBar bar(!options.quiet);
        return try_compare(scenario.problem, plan, [&](long done, long total) {
            if (done < total)
                bar.show(done, total);
            else
                bar.show(reference_line);
            return !interrupted();
        });
    }();
    if (interrupted()) throw RunError(fmt::format("stopped by {}; nothing was written", interrupted()));
    if (!made) refuse(made.error());
    const Comparison& comparison = *made;

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
    return 0;
}

}  // namespace polhode::program
