#include "polhode/ensemble/run.hpp"

#include "array_files.hpp"
#include "commands.hpp"
#include "interrupt.hpp"
#include "io/array_rows.hpp"
#include "io/ensemble_output.hpp"
#include "io/progress_bar.hpp"
#include "io/terminal.hpp"
#include "polhode/error.hpp"
#include "ranks.hpp"
#include "report/ensemble_report.hpp"
#include "scenario_of.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <cstdio>
#include <memory>
#include <optional>

namespace polhode::program {
namespace {

/// The files of --out. Each rank writes its own part of the states, the first one everything else.
class EnsembleFiles {
public:
    EnsembleFiles(const std::string& folder, ArrayFormat format, Communicator& communicator)
        : format_(format), communicator_(communicator) {
        // one rank makes the folder, the others find it
        for (const bool turn_of_the_first : {true, false})
            communicator.together([&] {
                if (communicator.first() == turn_of_the_first) folder_.emplace(folder);
            });
    }
    /// Removes all files: the other ranks remove theirs before the rank that made the folder removes it.
    void abandon() {
        if (!communicator_.first()) folder_.reset();
        communicator_.barrier();
        folder_.reset();
    }

    void write(const StatesSeen& seen, const std::string& name) {
        const int ranks = communicator_.ranks();
        write_states(*array_file(format_, *folder_, part_name(name, communicator_.rank(), ranks)), seen);
        for (int rank = 0; rank < ranks; ++rank)
            names_.push_back(array_file_name(format_, part_name(name, rank, ranks)));
    }
    void write(const std::string& name, const std::string& text) { folder_->start(name).write(text); }
    void commit() { folder_->commit(); }

    std::vector<std::string> names() const {
        std::vector<std::string> all{"summary.json", "statistics.csv", "report.html"};
        all.insert(all.end(), names_.begin(), names_.end());
        return all;
    }

private:
    ArrayFormat format_;
    Communicator& communicator_;
    std::optional<OutputFolder> folder_;
    std::vector<std::string> names_;
};

/// What the command line says about the steps.
void complete(SteppingPlan& plan, const EnsembleOptions& options) {
    if (options.threads < 0)
        throw InputError(
            fmt::format("--threads: {}, expected at least 1, or 0 for one per core", options.threads));
    plan.threads = options.threads;
    try {
        plan.target = target_named(options.target);
    } catch (const InputError& error) {
        throw InputError(fmt::format("--{}", error.what()));
    }
}

EnsembleResult run(const EnsembleScenario& scenario, EnsembleFiles* files, bool quiet,
                   Communicator& communicator) {
    const EnsemblePlan& plan = scenario.plan;
    ProgressBar bar(!quiet && communicator.first());
    EnsembleHooks hooks;
    hooks.on_progress = [&](long steps) {
        bar.show([&](double seconds, int width) {
            return ensemble_progress_line(steps, plan.steps, scenario.setup.count, seconds, width);
        });
        if (interrupted() && steps < plan.steps)
            throw RunError(fmt::format("stopped by {} at step {} of {}{}", interrupted(), steps, plan.steps,
                                       files ? "; nothing was written" : ""));
    };
    if (files) {
        hooks.on_snapshot = [&](const StatesSeen& seen, std::size_t number) {
            files->write(seen, fmt::format("snapshot-{}", number));
        };
        hooks.on_end = [&](const StatesSeen& seen) { files->write(seen, "final"); };
    }
    return run_ensemble(scenario.setup, plan, hooks, communicator);
}

bool mostly_failed(const EnsembleResult& result) { return 2 * result.failures > result.count; }

/// What the first rank does with the result.
void tell(const EnsembleOptions& options, const EnsembleScenario& scenario, const EnsembleResult& result,
          EnsembleFiles* files) {
    const std::vector<std::string> names = files ? files->names() : std::vector<std::string>();
    if (files) {
        const EnsembleCertificate certificate =
            certify_ensemble(scenario.setup, scenario.plan, [] { return !interrupted(); }).or_throw();
        files->write("summary.json", ensemble_json(scenario, result, names, certificate));
        files->write("statistics.csv", statistics_csv(result));
        files->write("report.html", ensemble_html(scenario, result));
    }
    if (options.json) {
        print(ensemble_json(scenario, result, names));
        // what makes the command fail is said there
        for (const std::string& note :
             {step_note(scenario), mostly_failed(result) ? "" : failure_note(result)})
            if (!note.empty() && !options.quiet) fmt::print(stderr, "polhode: {}\n", note);
    } else if (!options.quiet) {
        print(ensemble_summary(scenario, result, terminal_width(STDOUT_FILENO, 120)));
        if (files) print(fmt::format("Written to {}: {}\n", *options.out, fmt::join(names, ", ")));
    }
}

int on_ranks(const EnsembleOptions& options, Communicator& communicator) {
    std::optional<EnsembleScenario> scenario;
    communicator.together([&] {
        const ScenarioInput input = scenario_input("ensemble", options);
        scenario = make_ensemble_scenario(input.file, input.settings);
        scenario->setup.read_rows = read_rows;
        check_format(*scenario);
        complete(scenario->plan.stepping, options);
        if (options.out && options.out->empty()) throw InputError("--out: expected a folder, got \"\"");
    });
    std::optional<EnsembleFiles> files;
    if (options.out) files.emplace(*options.out, scenario->format, communicator);
    EnsembleFiles* const wanted = files ? &*files : nullptr;

    catch_interrupts();
    try {
        const EnsembleResult result = run(*scenario, wanted, options.quiet, communicator);
        communicator.together([&] {
            if (communicator.first()) tell(options, *scenario, result, wanted);
        });
        if (files) communicator.together([&] { files->commit(); });
        communicator.together([&] {
            if (communicator.first() && mostly_failed(result))
                throw RunError(fmt::format("more than half of the bodies failed: {}", failure_note(result)));
        });
        return 0;
    } catch (...) {
        if (files && communicator.failed_together()) files->abandon();
        throw;
    }
}

}  // namespace

int ensemble(const EnsembleOptions& options) {
    const std::unique_ptr<Communicator> ranks = ranks_of_this_run();
    if (ranks->ranks() == 1) return on_ranks(options, *ranks);

    // mpirun ends all processes as soon as one has failed: no process leaves before the one that knows the
    // reason has printed it
    const auto leave = [&](const char* why, int exit_code) {
        if (why) fmt::print(stderr, "polhode: {}\n", why);
        if (!ranks->failed_together())
            ranks->end_all(exit_code);  // the others would wait for this one for ever
        ranks->barrier();
        return exit_code;
    };
    try {
        return on_ranks(options, *ranks);
    } catch (const FailedElsewhere& elsewhere) {
        return leave(nullptr, elsewhere.bad_input ? bad_input : run_failed);
    } catch (const InputError& error) {
        return leave(error.what(), bad_input);
    } catch (const std::exception& error) {
        return leave(error.what(), run_failed);
    }
}

}  // namespace polhode::program
