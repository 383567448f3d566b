#include "commands.hpp"
#include "interrupt.hpp"
#include "io/bounded_samples.hpp"
#include "io/control_csv.hpp"
#include "io/events_csv.hpp"
#include "io/output_folder.hpp"
#include "io/progress_bar.hpp"
#include "io/run_json.hpp"
#include "io/run_summary.hpp"
#include "io/sensitivity_csv.hpp"
#include "io/terminal.hpp"
#include "io/trajectory_csv.hpp"
#include "polhode/advise/certify.hpp"
#include "polhode/advise/choose.hpp"
#include "polhode/advise/first_part.hpp"
#include "polhode/error.hpp"
#include "polhode/simulate/state_hash.hpp"
#include "report/report.hpp"
#include "report/run_plots.hpp"
#include "scenario_of.hpp"
#include "tolerance.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>
#include <cstdio>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace polhode::program {
namespace {

/// The files of --out. The folder is made when there is something to write: by then the plan has been
/// accepted, so that bad input leaves nothing behind.
class RunFiles {
public:
    explicit RunFiles(std::string folder) : path_(std::move(folder)) {}

    void add(const Sample& sample, const Problem& problem) {
        if (!trajectory_) {
            trajectory_ = &start("trajectory.csv");
            trajectory_->write(trajectory_csv_header());
            if (sample.transition) {
                sensitivity_ = &start("sensitivity.csv");
                sensitivity_->write(sensitivity_csv_header());
            }
            if (sample.by_parameters) {
                by_parameters_ = &start("parameter_sensitivity.csv");
                by_parameters_->write(parameter_sensitivity_csv_header(parameter_names(problem)));
            }
        }
        const Sample kept = of_same_sign(sample);
        trajectory_->write(trajectory_csv_row(kept));
        if (sensitivity_) sensitivity_->write(sensitivity_csv_row(kept));
        if (by_parameters_) by_parameters_->write(parameter_sensitivity_csv_row(kept));
        samples_.add(kept);
        last_attitude_ = kept.state.attitude;
    }
    void add(const ControlRecord& record, const Problem& problem) {
        if (!control_) {
            control_ = &start("control.csv");
            control_->write(control_csv_header(*problem.control, problem.wheels));
        }
        control_->write(control_csv_row(record));
    }
    void finish(const Scenario& scenario, const Result& result, const std::optional<Certificate>& certificate,
                const std::optional<Choice>& choice, const std::optional<FirstPart>& first_part,
                const std::vector<std::string>& notes) {
        if (!scenario.plan.events.empty()) start("events.csv").write(events_csv(result.events));
        start("summary.json")
            .write(run_json(result, scenario.changed, certificate, choice, first_part, notes));
        start("report.html")
            .write(report_html(scenario.problem, result, samples_.take(), certificate, samples_.added()));
        folder_->commit();
    }
    const std::vector<std::string>& names() const { return names_; }

private:
    OutputFile& start(const std::string& name) {
        if (!folder_) folder_ = std::make_unique<OutputFolder>(path_);
        names_.push_back(name);
        return folder_->start(name);
    }

    /// q and −q are the same attitude. This takes the one that is nearer to the last sample: between samples
    /// far apart in time the body may turn by more than half a turn, and the sign would jump.
    Sample of_same_sign(Sample sample) const {
        Eigen::Quaterniond& q = sample.state.attitude;
        if (last_attitude_ && last_attitude_->dot(q) < 0) q.coeffs() = -q.coeffs();
        return sample;
    }

    std::string path_;
    std::vector<std::string> names_;
    std::unique_ptr<OutputFolder> folder_;
    OutputFile *trajectory_ = nullptr, *sensitivity_ = nullptr, *by_parameters_ = nullptr,
               *control_ = nullptr;
    BoundedSamples samples_{most_plotted_samples};
    std::optional<Eigen::Quaterniond> last_attitude_;
};

struct Task {
    Scenario scenario;
    std::optional<Choice> choice;  ///< with a tolerance: where the plan's method and steps come from
};

Task task_of(const RunOptions& options) {
    if (!options.tolerance) return {scenario_of("run", options), {}};
    Scenario scenario = scenario_to_tolerance("run", options, tolerance_of(*options.tolerance));
    const auto& wanted = std::get<ToTolerance>(scenario.run.steps);
    const Choice choice = choose(scenario.problem, {.error = wanted.error,
                                                    .method = scenario.plan.method,
                                                    .end = scenario.run.end,
                                                    .sample_spacing = wanted.sample_spacing,
                                                    .go_on = [] { return !interrupted(); },
                                                    .times = scenario.plan.times,
                                                    .every_time = scenario.plan.every_time,
                                                    .events = !scenario.plan.events.empty()});
    scenario.plan = plan_of(choice, std::move(scenario.plan));
    return {std::move(scenario), choice};
}

/// For the certificate of summary.json.
Certificate certificate_of(const Scenario& scenario, const Result& result, const RunOptions& options) {
    ProgressBar bar(!options.quiet);
    CertifyLimits limits;
    if (options.certify_all) {
        limits.steps = std::numeric_limits<long>::max();
        limits.radians = std::numeric_limits<double>::infinity();
    }
    limits.on_progress = [&](long done, long all) {
        bar.show(done, all);
        return !interrupted();
    };
    return certify(scenario.problem, scenario.plan, result, limits);
}

/// The error at the beginning of the run, unless it has been measured otherwise: a few milliseconds.
std::optional<FirstPart> first_part_of(const Scenario& scenario, const Result& result,
                                       const std::optional<Certificate>& certificate,
                                       const std::optional<Choice>& choice) {
    if ((certificate && certificate->error) || choice || result.steps == 0) return std::nullopt;
    const Expected<FirstPart> measured = try_measure_first_part(scenario.problem, scenario.plan);
    return measured && measured->time <= result.time ? std::optional(*measured) : std::nullopt;
}

void tell(const RunOptions& options, const std::string& message) {
    if (!options.quiet) fmt::print(stderr, "polhode: {}\n", message);
}

}  // namespace

int run(const RunOptions& options) {
    if (options.out && options.out->empty()) throw InputError("--out: expected a folder, got \"\"");
    if (options.certify_all && !options.out)
        throw InputError("--certify-all: expected --out DIR with it, for the certificate of summary.json");
    catch_interrupts();
    const auto [scenario, choice] = task_of(options);
    std::optional<RunFiles> files;
    if (options.out) files.emplace(*options.out);

    long total = 0;
    Result result;
    {
        ProgressBar bar(!options.quiet);
        Hooks hooks;
        if (files) hooks.on_sample = [&](const Sample& sample) { files->add(sample, scenario.problem); };
        if (files)
            hooks.on_control = [&](const ControlRecord& record) { files->add(record, scenario.problem); };
        hooks.on_progress = [&](long done, long all) {
            total = all;
            bar.show(done, all);
            return !interrupted();
        };
        result = simulate(scenario.problem, scenario.plan, hooks);
    }

    std::optional<Certificate> certificate;
    if (files) certificate = certificate_of(scenario, result, options);
    const std::optional<FirstPart> first_part =
        options.hash ? std::nullopt : first_part_of(scenario, result, certificate, choice);
    const std::vector<std::string> notes = run_notes(scenario.problem, result, certificate, first_part);
    if (files) files->finish(scenario, result, certificate, choice, first_part, notes);
    if (options.json) {
        print(run_json(result, scenario.changed, std::nullopt, choice, first_part, notes));
        for (const std::string& note : notes) tell(options, note);
    } else if (options.hash) {
        print(fmt::format("{:016x}\n", state_hash(result.time, result.final_state)));
    } else if (!options.quiet) {
        print(run_summary(scenario.problem, result, terminal_width(STDOUT_FILENO, 100), certificate, choice,
                          first_part));
        if (files) print(fmt::format("Written to {}: {}\n", *options.out, fmt::join(files->names(), ", ")));
    }
    if (result.complete) return 0;
    throw RunError(fmt::format("stopped by {} at time {} (step {} of {}){}", interrupted(), result.time,
                               result.steps, total,
                               files ? "; the files hold the part done and are marked incomplete" : ""));
}

}  // namespace polhode::program
