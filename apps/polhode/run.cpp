#include "checkpoint_keeper.hpp"
#include "commands.hpp"
#include "interrupt.hpp"
#include "io/bounded_sampling.hpp"
#include "io/expected_output.hpp"
#include "io/forecast.hpp"
#include "io/mesh.hpp"
#include "io/phase.hpp"
#include "io/progress_bar.hpp"
#include "io/run_json.hpp"
#include "io/run_summary.hpp"
#include "io/terminal.hpp"
#include "polhode/advise/certify.hpp"
#include "polhode/advise/choose.hpp"
#include "polhode/advise/first_part.hpp"
#include "polhode/error.hpp"
#include "polhode/simulate/restart.hpp"
#include "polhode/simulate/state_hash.hpp"
#include "resume.hpp"
#include "run_files.hpp"
#include "scenario_of.hpp"
#include "tolerance.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>
#include <chrono>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace polhode::program {
namespace {

/// A choice that has taken longer is kept before the run begins.
constexpr std::chrono::seconds long_choice(1);

/// What was asked for: enough to ask for it again.
struct RunOrder {
    ScenarioInput input;
    std::optional<std::string> tolerance;
    bool certify_all = false;
    std::optional<std::string> mesh = {};

    void keep(core::Archive& archive) { archive(input, tolerance, certify_all, mesh); }
};

struct KeptChoice : Choice {
    void keep(core::Archive& archive) {
        archive(asked, method, end, steps, step, estimate, estimated_by, pilot_torque_evaluations);
    }
};

/// What a checkpoint holds beside the files.
struct RunTask {
    RunOrder order;
    std::optional<KeptChoice> choice = {};  ///< with a tolerance: where the plan's method and steps come from
    std::vector<std::byte> run = {};        ///< where it is (Restart); empty for one that begins

    void keep(core::Archive& archive) { archive(order, choice, run); }
};

struct ReadOrder {
    Scenario scenario;
    std::string belongs_to;  ///< a hash of the order, and of the files that it names
    std::optional<Mesh> mesh;
};

ReadOrder read(const RunOrder& order) {
    Sha256 hash = hash_of(order.input);
    if (order.tolerance) hash.add(*order.tolerance);
    std::optional<Mesh> mesh;
    if (order.mesh) {
        mesh = read_mesh(*order.mesh).or_throw();
        add_file(hash, *order.mesh);
    }
    const FileReaders read = read_into(hash);
    Scenario scenario = order.tolerance
                          ? scenario_to_tolerance(order.input, tolerance_of(*order.tolerance), read)
                          : make_scenario(order.input.file, order.input.settings, {}, read);
    return {std::move(scenario), hash.finish(), std::move(mesh)};
}

Choice choice_for(const Scenario& scenario) {
    const auto& wanted = std::get<ToTolerance>(scenario.run.steps);
    return choose(scenario.problem, {.error = wanted.error,
                                     .method = scenario.plan.method,
                                     .end = scenario.run.end,
                                     .sample_spacing = wanted.sample_spacing,
                                     .go_on = [] { return !interrupted(); },
                                     .times = scenario.plan.times,
                                     .every_time = scenario.plan.every_time,
                                     .events = !scenario.plan.events.empty()});
}

struct ReadyRun {
    RunTask task;
    ReadOrder read;
};

ReadyRun begun(const RunOptions& options) {
    RunTask task{{scenario_input("run", options), options.tolerance, options.certify_all, {}}};
    // in full, for a run that is taken up from another folder
    if (options.mesh) task.order.mesh = std::filesystem::absolute(*options.mesh).string();
    ReadOrder order = [&] {
        const Phase reading("reading the scenario", !options.quiet);
        return read(task.order);
    }();
    if (options.tolerance) {
        const Phase choosing("choosing method and step", !options.quiet);
        task.choice.emplace(KeptChoice{chosen_unless_stopped([&] { return choice_for(order.scenario); })});
    }
    return {std::move(task), std::move(order)};
}

/// The run into the folder which was ended; its files are begun again.
ReadyRun resumed(const std::string& out, RunFiles& files) {
    const CheckpointFolder folder(out);
    demand_checkpoint(folder);
    const Checkpoint found = read_checkpoint(folder.index(), "run").or_throw();
    const auto refuse = [&](const char* why) { lost_checkpoint(folder.index(), why).raise(); };
    core::Archive archive(found.payload);
    RunTask task;
    archive(task);
    if (!archive.is_good()) refuse("it is damaged");
    ReadOrder order = read(task.order);
    if (order.belongs_to != found.owner.belongs_to) refuse("a file that its scenario names has changed");
    files.read_from(archive, folder);
    if (!archive.is_good() || !archive.is_at_end()) refuse("it is damaged");
    return {std::move(task), std::move(order)};
}

/// All that a run which goes on from here needs.
CheckpointKeeper::Fill what_is_kept(const RunTask& task, const std::vector<std::byte>& run, RunFiles& files) {
    return [&](core::Archive& archive, const CheckpointFolder& folder) {
        RunTask now{task.order, task.choice, run};
        archive(now);
        return files.write_to(archive, folder);
    };
}

/// For the certificate of summary.json.
Certificate certificate_of(const Scenario& scenario, const Result& result, bool all_steps, bool quiet) {
    ProgressBar bar(!quiet);
    CertifyLimits limits;
    if (all_steps) {
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
    if ((certificate && certificate->error) || choice) return std::nullopt;
    return first_part_within(scenario.problem, scenario.plan, result);
}

void tell(const RunOptions& options, const std::string& message) {
    if (!options.quiet) complain(message);
}

}  // namespace

int run(const RunOptions& options) {
    demand_checkpoint_options(options, options.out);
    if (options.resume) {
        demand_only_resume(options, options.out);
        if (options.tolerance)
            throw InputError("--resume contradicts --tolerance: expected --resume DIR alone");
        if (options.mesh) throw InputError("--resume contradicts --mesh: expected --resume DIR alone");
    }
    const std::optional<std::string>& out = options.resume ? options.resume : options.out;
    if (options.certify_all && !out)
        throw InputError("--certify-all: expected --out DIR with it, for the certificate of summary.json");
    if (options.mesh && !options.out)
        throw InputError(
            "--mesh: expected --out DIR with it, for the pictures of report.html and motion.gltf");
    if (options.gltf && !options.out) throw InputError("--gltf: expected --out DIR with it, for motion.gltf");
    demand_place_for_format(options, options.out);
    catch_interrupts();
    std::optional<RunFiles> files;
    if (out) files.emplace(*out);  // a bad folder is reported before the work
    const auto begin = std::chrono::steady_clock::now();
    auto [task, order] = options.resume ? resumed(*out, *files) : begun(options);
    Scenario& scenario = order.scenario;
    const std::vector<ChosenFormat> formats = chosen_formats(scenario.formats, "csv");
    if (files) files->show(formats, scenario.attitude, scenario.exchange, std::move(order.mesh));
    const std::optional<Choice> choice = task.choice;
    if (choice) scenario.plan = plan_of(*choice, std::move(scenario.plan));
    Resolved resolved = resolve(scenario.problem, scenario.plan).or_throw();
    if (files && !scenario.names_samples)
        if (const auto note = bound_samples(scenario.problem, resolved, scenario.plan)) {
            scenario.warnings.push_back(*note);
            resolved = resolve(scenario.problem, scenario.plan).or_throw();
        }
    if (out && !options.resume) {
        const ExpectedOutput output = expected_output(scenario.problem, resolved, bytes_of_number(formats),
                                                      scenario.attitude.columns().size());
        demand_space(output, *out);
        if (const auto note = note_on_size(output, *out)) tell(options, *note);
    }

    CheckpointKeeper keeper(options, out, {"run", order.belongs_to}, options.quiet);
    if (choice && !options.resume && keeper.is_on() && !keeper.spares_another()
        && std::chrono::steady_clock::now() - begin > long_choice)
        keeper.write(what_is_kept(task, {}, *files));
    long total = 0;
    Expected<Result> made = [&] {
        ProgressBar bar(!options.quiet);
        Forecast forecast(!options.quiet);
        Hooks hooks;
        if (files) hooks.on_sample = [&](const Sample& sample) { files->add(sample, scenario.problem); };
        if (files)
            hooks.on_control = [&](const ControlRecord& record) { files->add(record, scenario.problem); };
        hooks.on_progress = [&](long done, long all) {
            total = all;
            bar.show(done, all);
            forecast.look(done, all);
            return !interrupted();
        };
        Restart restart{.from = task.run};
        restart.due = [&] { return keeper.is_due(); };
        restart.take = [&](const Expected<std::vector<std::byte>>& bytes) {
            if (!keeper.is_on() || keeper.spares_another()) return;
            if (bytes)
                keeper.write(what_is_kept(task, *bytes, *files));
            else
                keeper.give_up(bytes.error().message);
        };
        return carry_out(scenario.problem, resolved, hooks, restart);
    }();
    if (!made && made.error().field == "from")
        lost_checkpoint(CheckpointFolder(*out).index(), made.error().message).raise();
    if (!made) {
        if (options.resume || keeper.has_written()) keeper.remove();  // it would fail again
        made.error().raise();
    }
    const Result& result = *made;

    if (files) {
        const Phase drawing("writing files and drawing the report", !options.quiet);
        files->finish(scenario, result, choice);
    }
    if (result.complete) keeper.remove();
    std::optional<Certificate> certificate;
    if (files)
        certificate =
            certificate_of(scenario, result, task.order.certify_all || options.certify_all, options.quiet);
    const std::optional<FirstPart> first_part =
        options.hash ? std::nullopt : first_part_of(scenario, result, certificate, choice);
    const std::vector<std::string> notes =
        run_notes(scenario.problem, result, certificate, first_part, choice, scenario.warnings);
    if (files) {
        const Phase drawing("drawing the report with its certificate", !options.quiet);
        files->judge(scenario, result, certificate, choice, first_part, notes);
    }
    if (options.json) {
        print(run_json(result, scenario.changed, std::nullopt, choice, first_part, notes));
        for (const std::string& note : notes) tell(options, note);
    } else if (options.hash) {
        print(fmt::format("{:016x}\n", state_hash(result.time, result.final_state)));
        for (const std::string& note : notes) tell(options, note);
    } else if (!options.quiet) {
        print(run_summary(scenario.problem, result, terminal_width(STDOUT_FILENO, 100), certificate, choice,
                          first_part, scenario.warnings));
        if (files)
            print(fmt::format("Written to {}: {}\n", files->written_to(), fmt::join(files->names(), ", ")));
    }
    if (result.complete) return 0;
    const std::string kept =
        files ? fmt::format("; the files in {} hold the part done and are marked incomplete{}",
                            files->written_to(),
                            files->written_to() == *out
                                ? ""
                                : fmt::format(", the complete earlier result stays in {}", *out))
              : "";
    throw RunError(fmt::format("stopped by {} at time {} (step {} of {}){}; {}", interrupted(), result.time,
                               result.steps, total, kept, keeper.how_to_go_on()));
}

}  // namespace polhode::program
