#include "polhode/advise/compare.hpp"

#include "checkpoint_keeper.hpp"
#include "commands.hpp"
#include "interrupt.hpp"
#include "io/compare_output.hpp"
#include "io/forecast.hpp"
#include "io/output_folder.hpp"
#include "io/phase.hpp"
#include "io/progress_bar.hpp"
#include "io/terminal.hpp"
#include "polhode/error.hpp"
#include "polhode/simulate/restart.hpp"
#include "report/compare_report.hpp"
#include "resume.hpp"
#include "scenario_of.hpp"
#include "text/list.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>
#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

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
    if (error.field == "methods" || error.field == "threads")
        error.message = fmt::format("--{}: {}", error.field, error.message);
    if (error.field == "steps") error.message = fmt::format("--step-sizes: {}", error.message);
    error.raise();
}

/// The list that an option gives, none without the option.
template <class Item>
std::vector<Item> list_of(const char* option, const std::optional<std::string>& given, const char* expected,
                          std::optional<std::vector<Item>> (*read)(std::string_view)) {
    if (!given) return {};
    if (auto list = read(*given)) return *std::move(list);
    throw InputError(fmt::format("{}: expected {} separated by commas, got \"{}\"{}", option, expected,
                                 *given, given->ends_with(',') ? "; a list with spaces needs quotes" : ""));
}

/// The steps of --step-sizes, or those that lead to the end in the numbers of steps of --steps.
std::vector<double> step_sizes(const CompareOptions& options, double end) {
    if (options.steps && options.step_sizes)
        throw InputError("--step-sizes contradicts --steps: expected only one of them");
    std::vector<double> sizes = list_of("--step-sizes", options.step_sizes, "numbers", numbers_in);
    for (const double count : list_of("--steps", options.steps, "numbers", numbers_in)) {
        constexpr double largest = 9007199254740992.0;  // 2⁵³, as everywhere
        if (!(count >= 1 && count <= largest && count == std::floor(count)))
            throw InputError(fmt::format(
                "--steps: expected whole numbers from 1 to 2^53, of steps to make, got {}; --step-sizes takes lengths",
                count));
        sizes.push_back(end / count);
    }
    return sizes;
}

std::string reference_line(double seconds, int width) {
    return fmt::format("all runs are done, making one to compare them with, {:.0f} s", seconds)
        .substr(0, static_cast<std::size_t>(std::max(0, width)));
}

/// What was asked for, and the runs that are finished (Restart).
struct CompareTask {
    ScenarioInput input;
    std::vector<std::string> methods;
    std::vector<double> steps;
    std::vector<std::byte> runs = {};

    void keep(core::Archive& archive) { archive(input, methods, steps, runs); }
};

struct ReadTask {
    CompareTask task;
    Scenario scenario;
    std::string belongs_to;
};

/// With a hash of all that decides the result, and of the tables that the scenario names. `steps`: those of the command
/// line.
ReadTask read(CompareTask task, const std::function<std::vector<double>(double end)>& steps = {}) {
    Sha256 hash = hash_of(task.input);
    Scenario scenario = make_scenario(task.input.file, task.input.settings, {}, read_into(hash));
    if (steps) task.steps = steps(scenario.run.end);
    hash.add(fmt::format("{}|{}", fmt::join(task.methods, "|"), fmt::join(task.steps, "|")));
    return {std::move(task), std::move(scenario), hash.finish()};
}

/// The comparison of the command line.
ReadTask begun(const CompareOptions& options) {
    CompareTask task{
        scenario_input("compare", options), list_of("--methods", options.methods, "names", parts_in), {}};
    const Phase reading("reading the scenario", !options.quiet);
    return read(std::move(task), [&](double end) { return step_sizes(options, end); });
}

/// The comparison into the folder which was ended.
ReadTask resumed_comparison(const std::string& out) {
    const CheckpointFolder folder(out);
    demand_checkpoint(folder);
    const Checkpoint found = read_checkpoint(folder.index(), "compare").or_throw();
    const auto refuse = [&](const char* why) { lost_checkpoint(folder.index(), why).raise(); };
    core::Archive archive(found.payload);
    CompareTask task;
    archive(task);
    if (!archive.is_good() || !archive.is_at_end()) refuse("it is damaged");
    ReadTask made = read(std::move(task));
    if (made.belongs_to != found.owner.belongs_to) refuse("a file that its scenario names has changed");
    return made;
}

}  // namespace

int compare(const CompareOptions& options) {
    demand_checkpoint_options(options, options.out);
    if (options.resume) {
        demand_only_resume(options, options.out);
        for (const auto& [option, given] :
             {std::pair("--methods", &options.methods), std::pair("--steps", &options.steps),
              std::pair("--step-sizes", &options.step_sizes)})
            if (*given)
                throw InputError(fmt::format("--resume contradicts {}: expected --resume DIR alone", option));
    }
    const std::optional<std::string>& out = options.resume ? options.resume : options.out;
    std::optional<OutputFolder> folder;
    if (options.resume) folder.emplace(*out);  // nobody else writes the checkpoint now
    const auto [task, scenario, belongs_to] = options.resume ? resumed_comparison(*out) : begun(options);
    const ComparePlan plan{.methods = task.methods,
                           .steps = task.steps,
                           .end = scenario.run.end,
                           .usual_step = usual_step(scenario.run),
                           .usual_method = scenario.names_method ? scenario.plan.method : "",
                           .threads = options.threads};

    tell_warnings(scenario, options.quiet || options.resume);
    catch_interrupts();
    if (out && !folder) folder.emplace(*out);  // made now, so that a bad folder is reported before the work
    CheckpointKeeper keeper(options, out, {"compare", belongs_to}, options.quiet);
    Restart restart{.from = task.runs};
    restart.due = [&] { return keeper.is_due(); };
    restart.take = [&](const Expected<std::vector<std::byte>>& runs) {
        if (!keeper.is_on() || keeper.spares_another()) return;
        keeper.write([&](core::Archive& archive, const CheckpointFolder&) {
            CompareTask now{task.input, task.methods, task.steps, *runs};
            archive(now);
            return std::vector<std::filesystem::path>();
        });
    };
    const Expected<Comparison> made = [&] {
        ProgressBar bar(!options.quiet);
        Forecast forecast(!options.quiet && !options.resume);  // runs that are kept are counted as they come
        return try_compare(
            scenario.problem, plan,
            [&](long done, long total) {
                if (done < total) {
                    bar.show(done, total);
                    forecast.look(done, total);
                } else {
                    bar.show(reference_line);
                }
                return !interrupted();
            },
            restart);
    }();
    if (interrupted() && !made)
        throw RunError(
            fmt::format("stopped by {}; nothing was written; {}", interrupted(), keeper.how_to_go_on()));
    if (!made) {
        if (options.resume || keeper.has_written()) keeper.remove();  // it would fail again
        refuse(made.error());
    }
    const Comparison& comparison = *made;

    if (folder) {
        const Patience writing;
        const Phase drawing("drawing the page", !options.quiet);
        folder->start("compare.csv").write(compare_csv(comparison));
        folder->start("compare.json").write(compare_json(comparison));
        folder->start("compare.html").write(compare_html(scenario.problem, comparison));
        folder->commit();
        keeper.remove();
    }
    if (options.json) {
        print(compare_json(comparison));
    } else if (!options.quiet) {
        print(compare_table(comparison, terminal_width(STDOUT_FILENO, 120)));
        if (out) print(fmt::format("Written to {}: compare.csv, compare.json, compare.html\n", *out));
    }
    return 0;
}

}  // namespace polhode::program
