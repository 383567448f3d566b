#include "polhode/ensemble/run.hpp"

#include "body_motions.hpp"
#include "chosen_formats.hpp"
#include "commands.hpp"
#include "ensemble_checkpoint.hpp"
#include "formats/state_arrays.hpp"
#include "interrupt.hpp"
#include "io/array_rows.hpp"
#include "io/ensemble_output.hpp"
#include "io/expected_output.hpp"
#include "io/forecast.hpp"
#include "io/phase.hpp"
#include "io/progress_bar.hpp"
#include "io/terminal.hpp"
#include "polhode/ensemble/partition.hpp"
#include "polhode/error.hpp"
#include "ranks.hpp"
#include "report/ensemble_report.hpp"
#include "resume.hpp"
#include "scenario_of.hpp"
#include "text/quantity.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <chrono>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>

namespace polhode::program {
namespace {

/// The files of --out. Each rank writes its own part of the states, the first one everything else.
class EnsembleFiles {
public:
    EnsembleFiles(const std::string& folder, std::vector<ChosenFormat> formats, const AttitudeForm& attitude,
                  std::size_t bodies, Communicator& communicator)
        : formats_(std::move(formats)), attitude_(attitude), bodies_(bodies), communicator_(communicator) {
        // one rank makes the folder, the others write into it
        communicator.together([&] {
            if (communicator.first()) folder_.emplace(folder);
        });
        staging_ = communicator.broadcast(folder_ ? folder_->staging().string() : "");
        if (!folder_) folder_.emplace(OutputFolder::PartOf{folder, staging_});
    }
    /// Those that a run before this one has written, and that are here again.
    void take_up(const KeptEnsemble& kept, const CheckpointFolder& from) {
        communicator_.together([&] {
            if (communicator_.first()) take_up_snapshots(from, kept, staging_);
        });
        names_ = kept.snapshot_names;
    }
    /// Removes all files: the other ranks close theirs before the rank that made the folder removes it.
    void abandon() {
        if (!communicator_.first()) folder_.reset();
        communicator_.barrier();
        folder_.reset();
    }

    void write(const StatesSeen& seen, const std::string& name) {
        const int ranks = communicator_.ranks();
        const int mine = communicator_.rank();
        const std::size_t first_body = share_of(mine, ranks, bodies_).first;
        for (const auto& [format, open_arrays] : formats_) {
            if (!format->states) continue;
            format->states(
                {part_name(name, mine, ranks), first_body, bodies_, attitude_, *folder_, open_arrays}, seen);
            for (int rank = 0; rank < ranks; ++rank)
                names_.push_back(part_name(name, rank, ranks) + std::string(format->ending));
        }
    }
    /// On the first rank: the motions of single bodies, unless they are there. False if a signal has cut that off: then
    /// none of them is there.
    bool write_motions(const EnsembleScenario& scenario) {
        if (!motion_names_) motion_names_ = polhode::program::write_motions(scenario, formats_, *folder_);
        return motion_names_.has_value();
    }
    void write(const std::string& name, const std::string& text) { folder_->start(name).write(text); }
    /// Once the files of all ranks are closed, the first one puts them in their place.
    void commit() {
        communicator_.together([&] { folder_->close_files(); });
        communicator_.together([&] { folder_->commit(); });
    }
    /// On the first rank, after commit(): another text in the place of one of the files.
    void replace(const std::string& name, const std::string& text) {
        const Patience writing;
        if (!folder_->amend()) return;
        write(name, text);
        folder_->commit();
    }

    const std::string& staging() const { return staging_; }
    /// Of the files with states.
    const std::vector<std::string>& state_names() const { return names_; }
    std::vector<std::string> names() const {
        std::vector<std::string> all{"summary.json", "statistics.csv", "report.html"};
        all.insert(all.end(), names_.begin(), names_.end());
        if (motion_names_) all.insert(all.end(), motion_names_->begin(), motion_names_->end());
        return all;
    }

private:
    std::vector<ChosenFormat> formats_;
    AttitudeForm attitude_;
    std::size_t bodies_;
    Communicator& communicator_;
    std::optional<OutputFolder> folder_;
    std::string staging_;
    std::vector<std::string> names_;
    std::optional<std::vector<std::string>> motion_names_;
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

/// With a tolerance: the method and the steps of the plan. The same on all ranks, each of which finds it.
void choose(EnsembleScenario& scenario) {
    if (!scenario.tolerance) return;
    if (!scenario.choice) {
        EnsembleTolerance tolerance = *scenario.tolerance;
        tolerance.threads = scenario.plan.stepping.threads;
        tolerance.target = scenario.plan.stepping.target;
        tolerance.samples = scenario.plan.samples;
        tolerance.snapshots = scenario.plan.snapshots;
        tolerance.go_on = [] { return !interrupted(); };
        scenario.choice =
            chosen_unless_stopped([&] { return choose_for_ensemble(scenario.setup, tolerance); });
    }
    scenario.plan = plan_of(*scenario.choice, scenario.plan);
    scenario.requested_step = scenario.choice->step;
}

/// Where the files go, and what is kept until they are there; all null without --out.
struct Places {
    EnsembleFiles* files = nullptr;
    EnsembleCheckpoints* checkpoints = nullptr;
    const EnsembleTakenUp* from = nullptr;
    std::string out = {};
};

/// Keeps what the run has come to. Throws RunError if it is to end.
void keep(const EnsembleKept& kept, const EnsembleScenario& scenario, const Places& places, bool quiet,
          Communicator& communicator) {
    EnsembleCheckpoints& checkpoints = *places.checkpoints;
    const char* const here = interrupted();
    const std::string signals =
        communicator.broadcast(communicator.gather(here ? fmt::format("{} ", here) : ""));
    const std::string signal = signals.substr(0, signals.find(' '));
    const bool first = communicator.first();
    if (signal.empty()) {
        const std::string trouble = checkpoints.write(kept, places.files->state_names());
        if (!trouble.empty() && !quiet && first)
            complain(fmt::format("no checkpoint at step {}: {}; the run goes on", kept.steps, trouble));
        return;
    }
    const std::string stopped =
        fmt::format("stopped by {} at step {} of {}", signal, kept.steps, scenario.plan.steps);
    if (communicator.broadcast(first && checkpoints.holds_another() ? "yes" : "") == "yes") {
        const auto hint = hint_of(checkpoints.folder(), places.out);
        throw RunError(fmt::format("{}; nothing was kept, so that the checkpoint of an earlier run stays{}",
                                   stopped, hint ? "; " + *hint : ""));
    }
    if (first && checkpoints.is_worth_telling())
        complain(fmt::format("{}: writing a checkpoint of {} bodies, up to {}, which takes about {}", stopped,
                             scenario.setup.count, byte_count(checkpoints.expected_bytes()),
                             clock_time(checkpoints.expected_seconds())));
    const std::string trouble = checkpoints.write(kept, places.files->state_names());
    if (trouble.empty()) throw RunError(fmt::format("{}; {}", stopped, resume_hint("ensemble", places.out)));
    if (!checkpoints.last()) throw RunError(fmt::format("{}; nothing was kept: {}", stopped, trouble));
    throw RunError(fmt::format("{}; {}; the checkpoint of step {} stays; {}", stopped, trouble,
                               *checkpoints.last(), resume_hint("ensemble", places.out)));
}

/// What a run leaves that was stopped and keeps nothing itself.
std::string what_is_left(const Places& places) {
    if (places.from) return fmt::format("the checkpoint stays; {}", resume_hint("ensemble", places.out));
    return places.files ? "nothing was written" : "nothing was kept, since there is no --out";
}

/// `until_it_is_there`: begins as soon as there is something that must not be lost, with the first steps that a
/// checkpoint can keep, or with the last ones.
EnsembleResult run(const EnsembleScenario& scenario, const Places& places, bool quiet,
                   Communicator& communicator, std::optional<Patience>& until_it_is_there) {
    const EnsemblePlan& plan = scenario.plan;
    EnsembleFiles* const files = places.files;
    std::optional<Phase> drawing(std::in_place, "drawing the bodies", !quiet && communicator.first());
    std::optional<ProgressBar> bar;
    std::optional<Forecast> forecast;
    const auto hold_out = [&] {
        if (!until_it_is_there) until_it_is_there.emplace();
    };
    EnsembleHooks hooks;
    hooks.on_progress = [&](long steps) {
        drawing.reset();
        if (!bar) {
            bar.emplace(!quiet && communicator.first());
            forecast.emplace(!quiet && communicator.first());
        }
        forecast->look(steps, plan.steps);
        bar->show([&](double seconds, int width) {
            return ensemble_progress_line(steps, plan.steps, scenario.setup.count, seconds, width);
        });
        if (interrupted() && steps < plan.steps && !places.checkpoints)
            throw RunError(fmt::format("stopped by {} at step {} of {}; {}", interrupted(), steps, plan.steps,
                                       what_is_left(places)));
        if (files && (places.checkpoints || steps == plan.steps)) hold_out();
    };
    if (files) {
        hooks.on_snapshot = [&](const StatesSeen& seen, std::size_t number) {
            files->write(seen, fmt::format("snapshot-{}", number));
        };
        hooks.on_end = [&](const StatesSeen& seen) {
            // a run that is taken up at its last step has made no steps, after each of which this is done
            drawing.reset();
            hold_out();
            files->write(seen, "final");
        };
    }
    if (!places.checkpoints) return run_ensemble(scenario.setup, plan, hooks, communicator, places.from);
    double moving_seconds = 0;
    hooks.wants_to_keep = [&](long steps) {
        if (steps < plan.steps) return interrupted() || places.checkpoints->is_due();
        // Motions of single bodies may take long. Here, with all bodies still in memory, a signal that cuts them off
        // leaves a checkpoint; what comes after them is not cut off.
        if (scenario.bodies.empty() || !communicator.first()) return false;
        bar.reset();
        const Phase moving("writing the motions of single bodies", !quiet);
        const auto start = std::chrono::steady_clock::now();
        const bool done = files->write_motions(scenario);
        moving_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        return !done;
    };
    hooks.on_keep = [&](const EnsembleKept& kept) { keep(kept, scenario, places, quiet, communicator); };
    EnsembleResult result = run_ensemble(scenario.setup, plan, hooks, communicator, places.from);
    result.wall_seconds -= moving_seconds;
    return result;
}

bool mostly_failed(const EnsembleResult& result) { return 2 * result.failures > result.count; }

/// The files of the first rank. What is left to do until they are there is not cut off by signals; the certificate,
/// which may take long and is added to what is there already, is.
void write(const EnsembleScenario& scenario, const EnsembleResult& result, const Places& places,
           Communicator& communicator, std::optional<Patience>& until_it_is_there,
           const std::function<void()>& when_it_is_there) {
    EnsembleFiles& files = *places.files;
    std::vector<std::string> names;
    communicator.together([&] {
        if (!communicator.first()) return;
        if (!files.write_motions(scenario))
            throw RunError(fmt::format("stopped by {} while the motions of single bodies were written; {}",
                                       interrupted(), what_is_left(places)));
        names = files.names();
        files.write("summary.json", ensemble_json(scenario, result, names));
        files.write("statistics.csv", statistics_csv(result, scenario.choice));
        files.write("report.html", ensemble_html(scenario, result));
    });
    files.commit();
    communicator.together([&] {
        if (communicator.first()) when_it_is_there();
    });
    // The other ranks wait for the first one, and cannot answer: a signal must not end them while it writes.
    if (communicator.first()) until_it_is_there.reset();
    double signals = interrupted() ? 1 : 0;  // of all ranks: the first one does not see those of others
    communicator.sum({&signals, 1});
    communicator.together([&] {
        if (!communicator.first()) return;
        const EnsembleCertificate certificate = certify_ensemble(scenario.setup, scenario.plan, [&] {
                                                    return signals == 0 && !interrupted();
                                                }).or_throw();
        files.replace("summary.json", ensemble_json(scenario, result, names, certificate));
    });
}

/// What the first rank says about the result.
void tell(const EnsembleOptions& options, const EnsembleScenario& scenario, const EnsembleResult& result,
          const Places& places) {
    const EnsembleFiles* const files = places.files;
    const std::vector<std::string> names = files ? files->names() : std::vector<std::string>();
    if (options.json) {
        print(ensemble_json(scenario, result, names));
        // what makes the command fail is said there
        if (!options.quiet)
            for (const std::string& note : result.notes) complain(note);
        if (!options.quiet && result.failures > 0 && !mostly_failed(result)) complain(failure_note(result));
    } else if (!options.quiet) {
        print(ensemble_summary(scenario, result, terminal_width(STDOUT_FILENO, 120)));
        if (files) print(fmt::format("Written to {}: {}\n", places.out, fmt::join(names, ", ")));
    }
}

/// A file that the scenario names, and the hash of what is in it; blank if it cannot be read.
struct NamedFile {
    std::string name, hash;
};
std::string blank_hash() {
    constexpr std::size_t digits = 64;
    return std::string(digits, ' ');
}

std::vector<NamedFile> files_named(const EnsembleSetup& setup) {
    std::vector<NamedFile> files;
    const auto add = [&](const Distribution& d) {
        if (d.kind == Distribution::Kind::file) files.push_back({d.file, blank_hash()});
    };
    add(setup.attitude);
    add(setup.rotation.distribution);
    if (setup.inertia) add(*setup.inertia);
    for (const ParameterDistribution& parameter : setup.parameters) add(parameter.distribution);
    for (NamedFile& file : files) {
        if (!std::ifstream(file.name)) continue;
        Sha256 hash;
        add_file(hash, file.name);
        file.hash = hash.finish();
    }
    return files;
}

/// What decides the bits: the scenario and what is in the files that it names.
std::string hash_of_all(Sha256 hash, const std::vector<NamedFile>& files) {
    for (const NamedFile& file : files) hash.add(file.hash);
    return hash.finish();
}

/// Ranks with different input would make one result of two ensembles, and ranks with different options would wait for
/// each other for ever. Throws InputError with the sentence `why`; a blank hash may stand beside any other.
void demand_same(const std::string& hash, Communicator& communicator,
                 const std::function<std::string(std::size_t rank)>& why) {
    const std::string all = communicator.gather(hash), blank = blank_hash();
    communicator.together([&] {
        if (hash == blank) return;
        for (std::size_t i = hash.size(); i < all.size(); i += hash.size())
            if (const std::string other = all.substr(i, hash.size()); other != hash && other != blank)
                throw InputError(why(i / hash.size()));
    });
}

/// A run, from its start or from a checkpoint.
class EnsembleCommand {
public:
    EnsembleCommand(const EnsembleOptions& options, Communicator& communicator)
        : options_(options), communicator_(communicator) {}

    int carry_out() {
        read();
        catch_interrupts();
        {
            const Phase choosing("choosing method and step", shows_phases() && scenario_->tolerance);
            communicator_.together([&] { choose(*scenario_); });
        }
        open_files();
        std::optional<Patience> until_it_is_there;
        try {
            communicator_.together([&] { count_output(); });
            say_what_is_there();
            EnsembleResult result =
                run(*scenario_, places_, options_.quiet, communicator_, until_it_is_there);
            communicator_.together([&] {
                if (communicator_.first()) result.notes = ensemble_notes(*scenario_);
            });
            if (files_) {
                const Phase measuring("drawing the report and measuring the error of some bodies",
                                      shows_phases());
                write(*scenario_, result, places_, communicator_, until_it_is_there,
                      [&] { folder_->remove(); });
            }
            communicator_.together([&] {
                if (communicator_.first()) tell(options_, *scenario_, result, places_);
            });
            communicator_.together([&] {
                if (communicator_.first() && mostly_failed(result))
                    throw RunError(
                        fmt::format("more than half of the bodies failed: {}", failure_note(result)));
            });
            return 0;
        } catch (...) {
            if (files_ && communicator_.failed_together()) files_->abandon();
            throw;
        }
    }

private:
    bool shows_phases() const { return !options_.quiet && communicator_.first(); }

    /// The scenario: of the command line, or of the run that is taken up.
    void read() {
        std::string hash, flow;
        std::vector<NamedFile> files;
        const Phase reading("reading the scenario", shows_phases() && options_.scenario != standard_input);
        communicator_.together([&] {
            demand_checkpoint_options(options_, options_.out);
            demand_place_for_format(options_, options_.out);
            interval_ = checkpoint_interval(options_.checkpoint);
            if (options_.resume) demand_only_resume(options_, options_.out);
            const std::optional<std::string>& out = options_.resume ? options_.resume : options_.out;
            if (out) folder_.emplace(*out);
            if (options_.resume) found_ = read_kept_ensemble(*folder_);
            if (communicator_.ranks() > 1 && options_.scenario == standard_input)
                throw InputError(
                    "ensemble: expected a scenario file on several processes, of which only one is given standard input");
            input_ = found_ ? found_->kept.input : scenario_input("ensemble", options_);
            Sha256 all = hash_of(input_);
            scenario_ = make_ensemble_scenario(input_.file, input_.settings, read_into(all));
            scenario_->setup.read_rows = read_rows;
            if (found_) scenario_->choice = found_->kept.choice;
            formats_ = chosen_formats(scenario_->formats, "npz");
            demand_bodies_for(formats_, *scenario_);
            complete(scenario_->plan.stepping, options_);
            places_.out = out.value_or("");
            hash = Sha256(all).finish();
            flow = hash_of_flow();
            if (folder_ || communicator_.ranks() > 1) files = files_named(scenario_->setup);
            belongs_to_ = hash_of_all(all, files);
            if (found_ && communicator_.first() && found_->belongs_to != belongs_to_)
                unusable_checkpoint(
                    folder_->index(),
                    "a file that the scenario names has changed since, or cannot be read; put back "
                    "the one of that run, or start again without --resume")
                    .raise();
        });
        demand_same(flow, communicator_, [](std::size_t rank) {
            return fmt::format(
                "rank {} was given other options than rank 0, or goes on from another checkpoint: expected "
                "the same --out, --resume and --checkpoint on all ranks",
                rank);
        });
        demand_same(hash, communicator_, [](std::size_t rank) {
            return fmt::format(
                "the scenario of rank {} differs from that of rank 0: expected the same file and the "
                "same options on all ranks",
                rank);
        });
        for (const NamedFile& file : files)
            demand_same(file.hash, communicator_, [&](std::size_t rank) {
                return fmt::format(
                    "\"{}\" of rank {} differs from that of rank 0: expected the same file on all ranks",
                    file.name, rank);
            });
        belongs_to_ = communicator_.broadcast(belongs_to_);
    }

    /// What decides, beside the scenario, which way a rank goes.
    std::string hash_of_flow() const {
        Sha256 hash;
        hash.add(fmt::format("{}{}{}", options_.out.has_value(), options_.resume.has_value(),
                             interval_.has_value()));
        hash.add(places_.out);
        if (found_) hash.add(fmt::format("{} at step {}", found_->belongs_to, found_->kept.steps));
        return hash.finish();
    }

    void open_files() {
        if (!folder_) return;
        files_.emplace(places_.out, formats_, scenario_->attitude, scenario_->setup.count, communicator_);
        places_.files = &*files_;
        if (found_) {
            files_->take_up(found_->kept, *folder_);
            from_ = taken_up(*folder_, *found_, scenario_->setup.count);
            places_.from = &*from_;
        }
        if (interval_) {
            checkpoints_.emplace(
                *folder_,
                EnsembleCheckpoints::Run{*scenario_, input_, belongs_to_, files_->staging(), interval_},
                found_ ? &found_->kept : nullptr, communicator_);
            places_.checkpoints = &*checkpoints_;
        }
    }

    /// On the first rank; what is taken up was counted when it began.
    void count_output() const {
        if (!files_ || found_ || !communicator_.first()) return;
        const double state =
            bytes_of_state(formats_, numbers_of_state(scenario_->setup, scenario_->attitude));
        const ExpectedOutput output =
            expected_output(*scenario_, state, expected_motion_of_body(*scenario_, formats_));
        demand_space(output, places_.out);
        if (options_.quiet) return;
        if (const auto note = note_on_size(output, places_.out)) complain(*note);
    }

    void say_what_is_there() const {
        if (!files_ || options_.quiet || !communicator_.first()) return;
        if (found_) {
            complain(fmt::format("goes on from step {} of {}", found_->kept.steps, scenario_->plan.steps));
        } else if (folder_->is_there()) {
            const auto hint = hint_of(*folder_, places_.out);
            complain(fmt::format(
                "an earlier run was ended{}; this one, from the start, will replace its checkpoint{}",
                hint ? " and can go on" : "", hint ? "; to go on, " + *hint : ""));
        }
    }

    const EnsembleOptions& options_;
    Communicator& communicator_;
    std::optional<double> interval_;
    std::optional<CheckpointFolder> folder_;  ///< with --out or --resume
    std::optional<FoundEnsemble> found_;      ///< with --resume
    ScenarioInput input_;
    std::optional<EnsembleScenario> scenario_;
    std::vector<ChosenFormat> formats_;
    std::string belongs_to_;
    std::optional<EnsembleFiles> files_;
    std::optional<EnsembleTakenUp> from_;
    std::optional<EnsembleCheckpoints> checkpoints_;
    Places places_;
};

}  // namespace

int ensemble(const EnsembleOptions& options) {
    const std::unique_ptr<Communicator> ranks = ranks_of_this_run();
    if (ranks->ranks() == 1) return EnsembleCommand(options, *ranks).carry_out();

    // mpirun ends all processes as soon as one has failed: no process leaves before the one that knows the
    // reason has printed it
    const auto leave = [&](const char* why, int exit_code) {
        const Patience
            waiting;  // for the others; mpirun may ask this one to end meanwhile, and one message is enough
        if (why) complain(why);
        if (!ranks->failed_together())
            ranks->end_all(exit_code);  // the others would wait for this one for ever
        ranks->barrier();
        return exit_code;
    };
    try {
        return EnsembleCommand(options, *ranks).carry_out();
    } catch (const FailedElsewhere& elsewhere) {
        return leave(nullptr, elsewhere.bad_input ? bad_input : run_failed);
    } catch (const InputError& error) {
        return leave(error.what(), bad_input);
    } catch (const std::exception& error) {
        return leave(error.what(), run_failed);
    }
}

}  // namespace polhode::program
