/// The command line: options, help, exit codes. The only file that includes CLI11, which takes long to
/// compile.

#include "commands.hpp"
#include "formats/formats.hpp"
#include "io/pager.hpp"
#include "io/terminal.hpp"
#include "manual.hpp"
#include "polhode/error.hpp"
#include "polhode/version.hpp"
#include "text/nearest_name.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <functional>
#include <memory>
#include <sstream>

namespace {

using namespace polhode;
using namespace polhode::program;

constexpr const char* examples =
    "Examples:\n"
    "  polhode problems                                   what is built in\n"
    "  polhode methods                                    what can integrate it\n"
    "  polhode run --problem slow-top                     a spinning top, with defaults\n"
    "  polhode run --problem slow-top --out top           ... with trajectory and report\n"
    "  polhode problems slow-top --toml > mine.toml       a scenario of your own\n"
    "  polhode run mine.toml --method se4-rkn --json\n"
    "\n"
    "Exit codes: 0 done, 1 the run failed or was stopped, 2 bad usage or bad input.";

constexpr const char* run_examples =
    "Examples:\n"
    "  polhode run --problem slow-top\n"
    "  polhode run --problem free-body --method liemid --step 0.05 --end 1000 --json\n"
    "  polhode run mine.toml --out result --every 10\n"
    "  polhode run --resume result                        goes on after it was ended\n"
    "  polhode run --problem satellite --end 400 --tolerance 1e-8\n"
    "  polhode run --problem soft-wall-repulsive --method se4-rkn --step 0.02 --reversible-steps\n"
    "  polhode run --problem slow-top --sensitivity-parameters --out top\n"
    "  polhode run mine.toml --set torque.weight_moment=25 --set 'initial.momentum=[0,1,5]'\n"
    "  polhode problems slow-top --toml | polhode run -   a scenario from standard input\n"
    "\n"
    "--set overrides a key of the scenario or of the built-in problem:\n"
    "  name\n"
    "  body.inertia\n"
    "  initial.rotation_vector | .euler | .quaternion | .quaternion_wxyz | .matrix\n"
    "  initial.angular_velocity | .momentum | .space_momentum | .space_angular_velocity\n"
    "  initial.degrees (true: angles, and rates, of the section are in degrees), also of other sections\n"
    "  torque.model and its parameters, torque.on; of several torques, torque.NAME.model and so on\n"
    "  integrate.method, .step, .steps, .end, .step_error, .reversible_steps\n"
    "  method.name, .drift, .kicks, .drifts | .a, .b, .c (a method of your own)\n"
    "  output.every, .every_time, .times, .sensitivity, .format, .attitude\n"
    "Names need no quotes; quote lists for the shell. A key that --set does not name keeps its\n"
    "value: a built-in problem with another inertia keeps its momentum.";

constexpr const char* ensemble_examples =
    "Examples:\n"
    "  polhode ensemble examples/scenarios/tumbling-cloud.toml --out cloud\n"
    "  polhode ensemble cloud.toml --count 1e6 --seed 7 --json\n"
    "  polhode ensemble cloud.toml --tolerance 1e-6\n"
    "  polhode ensemble cloud.toml --set ensemble.attitude.sigma=0.1 --threads 4\n"
    "  mpirun -np 4 polhode ensemble cloud.toml --out cloud\n"
    "  polhode ensemble --resume cloud                    goes on after it was ended\n"
    "\n"
    "Keys beyond those of 'polhode run':\n"
    "  ensemble.count, .seed, .tolerance, .pointing_axis, .pointing_target\n"
    "  ensemble.attitude.distribution = uniform | normal, .sigma; or .file\n"
    "  ensemble.angular_velocity | .momentum | .space_angular_velocity | .space_momentum\n"
    "  ensemble.inertia, ensemble.parameter: each with .distribution = normal (.mean, .sigma) or\n"
    "    uniform (.low, .high); or .file (NPY or CSV, a row for each body)\n"
    "  ensemble.correlated.names, .covariance, .mean: parameters, and inertia, that are normal together\n"
    "  output.statistics, .snapshots, .format, .bodies (numbers of those whose motion is written too)\n"
    "Body k is drawn the same, and the statistics have the same bits, whatever the threads and\n"
    "processes. Exit code 0 even if some bodies fail (a warning says so), 1 if more than half do.";

constexpr const char* compare_examples =
    "Examples:\n"
    "  polhode compare --problem slow-top\n"
    "  polhode compare --problem soft-wall --methods liemid-ea,imidm --step-sizes 0.1,0.05\n"
    "  polhode compare mine.toml --end 5 --steps 100,200,400 --out convergence\n"
    "  polhode compare --resume convergence               goes on after it was ended";

constexpr const char* advise_examples =
    "Examples:\n"
    "  polhode advise --problem satellite\n"
    "  polhode advise mine.toml --tolerance 1e-9 --torque-cost 50us --out advice\n"
    "\n"
    "--torque-cost is what one evaluation of your torque takes: a number and ns, us, ms or s.\n"
    "A long run is measured as far as is cheap; its error beyond is predicted if the motion is\n"
    "regular. Of a chaotic motion, or one not known to be regular, nothing is promised.";

constexpr const char* poinsot_examples =
    "Examples:\n"
    "  polhode poinsot --problem free-body\n"
    "  polhode poinsot --moments 1,1.5,2.2 --angular-velocity 1,0.27,0.54\n"
    "  polhode poinsot mine.toml --out rolling\n"
    "\n"
    "The motion of a body on which nothing acts as an ellipsoid that rolls on a plane: on which side\n"
    "of the separatrix, periods of polhode and herpolhode, bounds of the herpolhode, half-axes,\n"
    "distance of the plane. --out writes pictures (SVG), points (CSV), a page and a JSON object.";

constexpr const char* show_examples =
    "Examples:\n"
    "  polhode show top\n"
    "  polhode show cloud --json\n"
    "\n"
    "Every file is compared with manifest.json, by length and hash (SHA-256). Exit code 1 if one\n"
    "is missing or not as it was written, 2 if the folder holds no result.";

constexpr const char* methods_examples =
    "Examples:\n"
    "  polhode methods\n"
    "  polhode methods liemid-ea\n"
    "  polhode methods --symplectic --order 4             those that are and have both\n"
    "  polhode methods --explicit --order 4.. --torque-evaluations ..6\n"
    "  polhode methods --json";

constexpr const char* problems_examples =
    "Examples:\n"
    "  polhode problems\n"
    "  polhode problems slow-top\n"
    "  polhode problems --torque heavy-top\n"
    "  polhode problems slow-top --toml > mine.toml";

constexpr const char* lab_examples =
    "Examples:\n"
    "  polhode lab                                        where the page is\n"
    "  polhode lab --out lab.html                         the page, to open or to send\n"
    "\n"
    "The laboratory runs the methods side by side in the browser, to the same bits, and needs no\n"
    "network. Its page is made by 'make lab'.";

constexpr const char* reproduce_examples =
    "Examples:\n"
    "  polhode reproduce --list\n"
    "  polhode reproduce buss2001/fig6\n"
    "  polhode reproduce all --out papers\n"
    "  polhode reproduce all --quick --json\n"
    "  polhode reproduce --resume papers                  goes on after it was ended\n"
    "\n"
    "Exit code 0 if every verdict is the one on record, 1 if not. A run that was stopped goes on\n"
    "where it was when the same program is asked again.";

/// `--set a=1 b=2` means `--set a=1 --set b=2`.
std::vector<std::string> arguments(int argc, char** argv) {
    std::vector<std::string> out;
    bool after_set = false;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        const bool is_setting = argument.find('=') != std::string::npos && argument.front() != '-';
        if (after_set && is_setting && out.back() != "--set") out.emplace_back("--set");
        after_set = argument == "--set" || (after_set && is_setting);
        out.push_back(argument);
    }
    return out;
}

/// A list whose spaces the shell has split: --methods se, liemid or --set momentum=[0, 0, 1].
void refuse_split_list(const std::vector<std::string>& arguments) {
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        const std::string &before = arguments[i - 1], &behind = arguments[i];
        if (before.ends_with(',') && !behind.starts_with("--"))
            throw InputError(
                fmt::format("expected one argument, got \"{}\" and \"{}\"; a list with spaces needs quotes",
                            before, behind));
    }
}

/// An argument that no option or command takes.
[[noreturn]] void reject_extra(const CLI::App& command, const std::string& argument) {
    std::vector<std::string> names;
    for (const CLI::App* app = &command; app; app = app->get_parent())
        for (const CLI::Option* option : app->get_options())
            for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    const bool is_option = argument.size() > 1 && argument.front() == '-';
    if (!is_option) {
        names.clear();
        for (const CLI::App* sub : command.get_subcommands({}))
            if (!sub->get_group().empty()) names.push_back(sub->get_name());
    }
    const std::string_view kind = is_option     ? "unknown option"
                                : names.empty() ? "unexpected argument"
                                                : "unknown command";
    const std::string shown = argument.substr(0, argument.find('='));
    std::string hint = did_you_mean(shown, {names.begin(), names.end()});
    if (hint.empty()) {
        const std::string level = command.get_parent() ? "polhode " + command.get_name() : "polhode";
        hint = fmt::format("; see '{} --help'", level);
    }
    throw InputError(fmt::format("{} \"{}\"{}", kind, shown, hint));
}

/// What CLI11 says about an option, in our words.
InputError in_our_words(const CLI::ParseError& error) {
    const std::string message = error.what();
    const std::string option = message.substr(0, message.find(':'));
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error)) {
        const bool missing = message.find("missing") != std::string::npos;
        return InputError(
            fmt::format("{}: expected one value, got {}", option, missing ? "none" : "more than one"));
    }
    if (dynamic_cast<const CLI::ConversionError*>(&error)) {  // "Could not convert: --threads = abc"
        const std::size_t name = message.find(": --"), equals = message.find(" = ");
        if (name == std::string::npos || equals == std::string::npos) return InputError(message);
        return InputError(fmt::format("{}: expected a whole number, got \"{}\"",
                                      message.substr(name + 2, equals - name - 2),
                                      message.substr(equals + 3)));
    }
    return InputError(message);
}

/// What the chosen subcommand does; set while the command line is read.
using Action = std::function<int()>;

/// Adds an option that stands for a key of the scenario.
struct KeyOption {
    const char *option, *key, *value, *help;
};

/// Adds SCENARIO, --set, and the options that stand for keys: their values are read and checked as keys are,
/// and messages name them as the user gave them.
void add_scenario(CLI::App& command, const std::shared_ptr<ScenarioOptions>& options,
                  const std::vector<KeyOption>& keys) {
    command.add_option("SCENARIO", options->scenario, "Scenario file (TOML), or - for standard input")
        ->option_text(" ");
    for (const KeyOption& k : keys) {
        const auto store = [options, k](const std::string& given) {
            options->given.push_back({k.option, k.key, given});
        };
        command.add_option_function<std::string>(k.option, store, k.help)->option_text(k.value);
    }
    command.add_option("--set", options->set, "Override any key of the scenario; may be repeated")
        ->option_text("KEY=VALUE")
        ->expected(1)
        ->allow_extra_args(false)  // else it would take a SCENARIO behind it for a second value
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

/// For help: a line for each.
std::string format_list() {
    std::string text = "--format takes names from this list, with commas between:";
    for (const TrajectoryFormat* format : trajectory_formats())
        text += fmt::format("\n  {:<9}{}", format->name, format->about);
    return text;
}

/// Adds --checkpoint and --resume.
template <class Options>
void add_checkpoint(CLI::App& command, const std::shared_ptr<Options>& options) {
    command
        .add_option("--checkpoint", options->checkpoint,
                    "Keep every TIME what a run can go on from (default 60s), or off")
        ->option_text("TIME");
    command
        .add_option("--resume", options->resume,
                    "Go on with the run into DIR that was ended; nothing else is needed")
        ->option_text("DIR");
}

void add_run(CLI::App& app, Action& action) {
    const auto options = std::make_shared<RunOptions>();
    CLI::App* command = app.add_subcommand("run", "Integrate a scenario or a built-in problem");
    command->footer(run_examples + ("\n\n" + format_list()));
    add_scenario(
        *command, options,
        {{"--problem", "problem", "NAME", "Start from a built-in problem instead of a file"},
         {"--method", "integrate.method", "NAME", "Method (default: the scenario's, else se)"},
         {"--step", "integrate.step", "H",
          "Step; shortened if it does not divide the interval (none: taylor-N)"},
         {"--steps", "integrate.steps", "N", "Number of steps, instead of --step"},
         {"--step-error", "integrate.step_error", "E",
          "Variable steps with this error each (radians; momentum relative)"},
         {"--end", "integrate.end", "T", "End time"},
         {"--every", "output.every", "N", "Write a sample every N steps (default 1)"},
         {"--every-time", "output.every_time", "T",
          "Write a sample at every multiple of T, also between steps"},
         {"--format", "output.format", "NAMES", "Form of the trajectory, one or more of those below"}});
    command->add_flag_function(
        "--reversible-steps",
        [options](std::int64_t) {
            options->given.push_back({"--reversible-steps", "integrate.reversible_steps", "true"});
        },
        "Variable steps that keep the energy at steep walls; --step is the first");
    command
        ->add_option("--tolerance", options->tolerance,
                     "Choose method and step for this error (radians; momentum relative)")
        ->option_text("E");
    command->add_flag_callback(
        "--sensitivity",
        [options] { options->given.push_back({"--sensitivity", "output.sensitivity", "true"}); },
        "Also how the state depends on the first one (6x6 matrix)");
    command->add_flag_callback(
        "--sensitivity-parameters",
        [options] {
            options->given.push_back({"--sensitivity-parameters", "output.sensitivity", "parameters"});
        },
        "The same, and how it depends on moments of inertia and torque parameters");
    command->add_option("--out", options->out, "Write trajectory.csv, summary.json and report.html there")
        ->option_text("DIR");
    command->add_flag_callback(
        "--gltf",
        [options] {
            options->gltf = true;
            options->given.push_back({"--gltf", "output.format", "gltf"});
        },
        "Also motion.gltf, the turning body for 3-D programs");
    command
        ->add_option("--mesh", options->mesh,
                     "Shape of the body in report and motion.gltf, a file of OBJ or glTF")
        ->option_text("FILE");
    add_checkpoint(*command, options);
    command->add_flag("--certify-all", options->certify_all,
                      "Check every step for the certificate of --out, not only the first 10000");
    command->add_flag("--hash", options->hash,
                      "Print the bits of the final state as 16 digits instead of the summary");
    command->add_flag("--json", options->json, "Print one JSON object instead of the summary");
    command->add_flag("--quiet", options->quiet, "No summary, no progress, no notes");
    command->callback([options, &action] { action = [options] { return run(*options); }; });
}

void add_ensemble(CLI::App& app, Action& action) {
    const auto options = std::make_shared<EnsembleOptions>();
    CLI::App* command =
        app.add_subcommand("ensemble", "Integrate many bodies drawn from distributions, all at once");
    command->footer(ensemble_examples + ("\n\n" + format_list()));
    add_scenario(*command, options,
                 {{"--problem", "problem", "NAME", "Start from a built-in problem instead of a file"},
                  {"--count", "ensemble.count", "N", "Number of bodies"},
                  {"--seed", "ensemble.seed", "N", "Seed of the random numbers (default 0)"},
                  {"--tolerance", "ensemble.tolerance", "E",
                   "Choose method and step for this error, measured on a sample of bodies"},
                  {"--method", "integrate.method", "NAME", "Method (default: the scenario's, else se)"},
                  {"--step", "integrate.step", "H", "Step; shortened if it does not divide the interval"},
                  {"--steps", "integrate.steps", "N", "Number of steps, instead of --step"},
                  {"--end", "integrate.end", "T", "End time"},
                  {"--format", "output.format", "NAMES", "Form of the states, one or more of those below"}});
    command->add_option("--threads", options->threads, "Threads of each process (default: one per core)")
        ->option_text("N");
    command
        ->add_option("--target", options->target, "best, avx512, avx2, baseline or one-by-one (default best)")
        ->option_text("NAME");
    command->add_option("--out", options->out, "Write states, statistics and the report there")
        ->option_text("DIR");
    add_checkpoint(*command, options);
    command->add_flag("--json", options->json, "Print one JSON object instead of the summary");
    command->add_flag("--quiet", options->quiet, "No summary, no progress, no notes");
    command->callback([options, &action] { action = [options] { return ensemble(*options); }; });
}

void add_compare(CLI::App& app, Action& action) {
    const auto options = std::make_shared<CompareOptions>();
    CLI::App* command = app.add_subcommand("compare", "Several methods at several steps on one problem");
    command->footer(compare_examples);
    add_scenario(*command, options,
                 {{"--problem", "problem", "NAME", "Start from a built-in problem instead of a file"},
                  {"--end", "integrate.end", "T", "End time"}});
    command->add_option("--methods", options->methods, "Methods, separated by commas (default: a choice)")
        ->option_text("A,B,...");
    command->add_option("--steps", options->steps, "Numbers of steps to the end, separated by commas")
        ->option_text("N1,N2,...");
    command
        ->add_option("--step-sizes", options->step_sizes, "Lengths of steps, instead (default: seven levels)")
        ->option_text("H1,H2,...");
    command->add_option("--threads", options->threads, "Runs at the same time (default: one per core)")
        ->option_text("N");
    command->add_option("--out", options->out, "Write compare.csv, compare.json and compare.html there")
        ->option_text("DIR");
    add_checkpoint(*command, options);
    command->add_flag("--json", options->json, "Print one JSON object instead of the tables");
    command->add_flag("--quiet", options->quiet, "No tables, no progress");
    command->callback([options, &action] { action = [options] { return compare(*options); }; });
}

void add_advise(CLI::App& app, Action& action) {
    const auto options = std::make_shared<AdviseOptions>();
    CLI::App* command = app.add_subcommand("advise", "Which method suits a problem, by measurement");
    command->footer(advise_examples);
    add_scenario(*command, options,
                 {{"--problem", "problem", "NAME", "Start from a built-in problem instead of a file"},
                  {"--end", "integrate.end", "T", "End time"}});
    command->add_option("--tolerance", options->tolerance, "Error that may be made (default 1e-6)")
        ->option_text("E");
    command->add_option("--torque-cost", options->torque_cost, "Time of a torque evaluation (default 0s)")
        ->option_text("TIME");
    command->add_option("--out", options->out, "Write advise.json and advise.html there")->option_text("DIR");
    command->add_flag("--json", options->json, "Print one JSON object instead of the table");
    command->add_flag("--quiet", options->quiet, "No table");
    command->callback([options, &action] { action = [options] { return advise(*options); }; });
}

void add_poinsot(CLI::App& app, Action& action) {
    const auto options = std::make_shared<PoinsotOptions>();
    CLI::App* command =
        app.add_subcommand("poinsot", "Polhode and herpolhode of a free body, in numbers and pictures");
    command->footer(poinsot_examples);
    add_scenario(*command, options,
                 {{"--problem", "problem", "NAME", "Start from a built-in problem instead of a file"},
                  {"--moments", "body.inertia", "A,B,C", "Principal moments of inertia"},
                  {"--angular-velocity", "initial.angular_velocity", "X,Y,Z", "At the start, body axes"},
                  {"--momentum", "initial.momentum", "X,Y,Z", "At the start, instead, body axes"}});
    command->add_option("--out", options->out, "Write pictures, points and a page there")->option_text("DIR");
    command->add_flag("--json", options->json, "Print one JSON object instead of the table");
    command->add_flag("--quiet", options->quiet, "No table");
    command->callback([options, &action] { action = [options] { return poinsot(*options); }; });
}

void add_show(CLI::App& app, Action& action) {
    const auto options = std::make_shared<ShowOptions>();
    CLI::App* command =
        app.add_subcommand("show", "What a folder holds, and whether it is as it was written");
    command->footer(show_examples);
    command->add_option("DIR", options->folder, "A folder that --out has named")->option_text(" ");
    command->add_flag("--json", options->json, "Print one JSON object instead of the tables");
    command->callback([options, &action] { action = [options] { return show(*options); }; });
}

void add_methods(CLI::App& app, Action& action) {
    const auto options = std::make_shared<MethodsOptions>();
    CLI::App* command = app.add_subcommand("methods", "The methods and their properties");
    command->footer(methods_examples);
    command->add_option("NAME", options->name, "Show this one")->option_text(" ");
    for (const MethodProperty& property : method_properties())
        command->add_flag_callback(
            property.option, [options, &property] { options->properties.push_back(&property); },
            property.help);
    command
        ->add_option("--order", options->order, "The lower one of attitude and momentum: 4, 4..6, 4.. or ..4")
        ->option_text("N");
    command
        ->add_option("--torque-evaluations", options->torque_evaluations,
                     "Per step, or per iteration if the equation has the torque in it")
        ->option_text("N");
    command->add_flag("--json", options->json, "Print one JSON object");
    command->callback([options, &action] { action = [options] { return methods(*options); }; });
}

void add_problems(CLI::App& app, Action& action) {
    const auto options = std::make_shared<ProblemsOptions>();
    CLI::App* command = app.add_subcommand("problems", "The built-in problems");
    command->footer(problems_examples);
    command->add_option("NAME", options->name, "Show this one")->option_text(" ");
    command->add_flag("--free", options->free, "Only those of a free body");
    command->add_option("--torque", options->torque, "Only those with this model")->option_text("MODEL");
    command->add_flag("--json", options->json, "Print one JSON object");
    command->add_flag("--toml", options->toml, "Print the problem as a scenario file");
    command->callback([options, &action] { action = [options] { return problems(*options); }; });
}

void add_lab(CLI::App& app, Action& action) {
    const auto options = std::make_shared<LabOptions>();
    CLI::App* command = app.add_subcommand("lab", "The laboratory: a page that runs methods side by side");
    command->footer(lab_examples);
    command->add_option("--out", options->out, "Write the page there")->option_text("FILE");
    command->add_flag("--quiet", options->quiet, "Say nothing");
    command->callback([options, &action] { action = [options] { return lab(*options); }; });
}

void add_reproduce(CLI::App& app, Action& action) {
    const auto options = std::make_shared<ReproduceOptions>();
    CLI::App* command =
        app.add_subcommand("reproduce", "The tables and figures of the papers, published beside ours");
    command->footer(reproduce_examples);
    command->add_option("NAME", options->names, "all, a study, or a figure as STUDY/FIGURE")
        ->option_text(" ");
    command->add_flag("--list", options->list, "List the studies and their figures");
    command->add_flag("--quick", options->quick, "Only claims that take little time, of every figure");
    command->add_flag("--fresh", options->fresh, "Do not use or keep results of earlier runs");
    command->add_option("--threads", options->threads, "Claims at the same time (default: one per core)")
        ->option_text("N");
    command->add_option("--out", options->out, "Write reproduce.json and reproduce.html there")
        ->option_text("DIR");
    add_checkpoint(*command, options);
    command->add_flag("--json", options->json, "Print one JSON object instead of the tables");
    command->add_flag("--quiet", options->quiet, "No tables, no progress");
    command->callback([options, &action] { action = [options] { return reproduce(*options); }; });
}

/// A heading of the help begins its line and ends with a colon.
std::string with_bold_headings(const std::string& help, bool wanted) {
    std::string out;
    for (std::size_t begin = 0; begin < help.size();) {
        const std::size_t end = std::min(help.find('\n', begin), help.size());
        const std::string_view line = std::string_view(help).substr(begin, end - begin);
        out += bold(line, wanted && line.ends_with(':') && line.front() != ' ');
        if (end < help.size()) out += '\n';
        begin = end + 1;
    }
    return out;
}

/// The options and subcommands as data.
CommandDescription description(const CLI::App& app) {
    CommandDescription command{app.get_name(), app.get_description(), app.get_footer(), {}, {}, {}};
    for (const CLI::Option* option : app.get_options()) {
        OptionDescription described{{}, option->get_option_text(), option->get_description()};
        for (const std::string& name : option->get_snames()) described.names.push_back("-" + name);
        for (const std::string& name : option->get_lnames()) described.names.push_back("--" + name);
        if (described.names.empty())
            command.arguments.push_back({{option->get_single_name()}, "", option->get_description()});
        else
            command.options.push_back(std::move(described));
    }
    for (const CLI::App* sub : app.get_subcommands({}))
        if (!sub->get_group().empty()) command.commands.push_back(description(*sub));
    return command;
}

/// For the build: the manual page and what completes commands in a shell. Hidden from the help.
void add_manual(CLI::App& app, Action& action) {
    const auto kind = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand("manual", "Print the manual page or a shell's completions");
    command->group("");
    command->add_option("KIND", *kind, "man, bash, zsh or fish");
    command->callback(
        [kind, &app, &action] { action = [kind, &app] { return manual(*kind, description(app)); }; });
}

/// Reads the command line; throws InputError if it is not a valid one.
void parse(CLI::App& app, std::vector<std::string> arguments) {
    refuse_split_list(arguments);
    // Extras are collected and rejected here, with a better message than CLI11's.
    app.require_subcommand(0, 1);
    app.allow_extras();
    for (CLI::App* command : app.get_subcommands({})) command->allow_extras();
    try {
        std::reverse(arguments.begin(), arguments.end());  // CLI11 expects the last argument first
        app.parse(arguments);
    } catch (const CLI::Success&) {  // --help, --version
        throw;
    } catch (const CLI::ParseError& error) {
        throw in_our_words(error);
    }
    for (const CLI::App* command : app.get_subcommands())
        if (!command->remaining().empty()) reject_extra(*command, command->remaining().front());
    if (!app.remaining().empty()) reject_extra(app, app.remaining().front());
}

/// Who starts us may have closed standard input, output or error. A file of the result would be opened in its place, and
/// get what is printed. They are opened so that reading and writing fail as on what is closed.
void occupy_standard_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(stream, F_GETFD) == -1)
            (void)open("/dev/null", O_CLOEXEC | (stream == STDIN_FILENO ? O_WRONLY : O_RDONLY));
}

}  // namespace

int main(int argc, char** argv) try {
    occupy_standard_streams();
    CLI::App app("Rigid-body rotation: integrators that keep momentum, energy and structure.", "polhode");
    app.set_version_flag("--version", fmt::format("polhode {}", version), "Print the version and exit");
    app.set_help_flag("-h,--help", "Print this help and exit");
    app.footer(examples);
    app.get_formatter()->column_width(26);

    Action action;
    add_run(app, action);
    add_ensemble(app, action);
    add_compare(app, action);
    add_advise(app, action);
    add_poinsot(app, action);
    add_show(app, action);
    add_methods(app, action);
    add_problems(app, action);
    add_lab(app, action);
    add_reproduce(app, action);
    add_manual(app, action);
    try {
        parse(app, arguments(argc, argv));
    } catch (const CLI::Success& request) {
        std::ostringstream text;
        const int exit_code = app.exit(request, text);
        print_paged(with_bold_headings(text.str(), has_colour(STDOUT_FILENO)));
        return exit_code;
    }
    if (!action) throw InputError("expected a command, got none; see 'polhode --help'");
    return action();
} catch (const InputError& error) {
    complain(error.what());
    return bad_input;
} catch (const std::exception& error) {  // RunError, and errors that should not happen
    complain(error.what());
    return run_failed;
}
