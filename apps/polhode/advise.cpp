#include "polhode/advise/advise.hpp"

#include "commands.hpp"
#include "interrupt.hpp"
#include "io/advise_output.hpp"
#include "io/output_folder.hpp"
#include "io/phase.hpp"
#include "io/terminal.hpp"
#include "polhode/error.hpp"
#include "report/advise_report.hpp"
#include "text/quantity.hpp"
#include "text/shell.hpp"
#include "tolerance.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <optional>

namespace polhode::program {
namespace {

/// The seconds that a text such as "50us" means.
double seconds_of(const std::string& text) {
    if (const std::optional<double> seconds = seconds_in(text)) return *seconds;
    throw InputError(
        fmt::format("--torque-cost: expected a number and ns, us, ms or s, such as 50us, got \"{}\"", text));
}

/// The command that runs the recommended method: with the tolerance, which that run then checks; for a long
/// run, of which only a part was measured, with the predicted step.
std::string command_line(const AdviseOptions& options, const Advice& advice) {
    if (!advice.recommended) return "";
    std::string line = "polhode run";
    if (!options.scenario.empty()) line += ' ' + shell_quoted(options.scenario);
    for (const Override& o : options.given) line += fmt::format(" {} {}", o.origin, shell_quoted(o.value));
    for (const std::string& setting : options.set) line += " --set " + shell_quoted(setting);
    const AdviceRow& row = advice.rows[*advice.recommended];
    line += " --method " + shell_quoted(row.method);
    if (!(advice.piece < advice.end))
        line += fmt::format(" --tolerance {}", advice.question.tolerance);
    else if (!row.own_steps)
        line += fmt::format(" --step {:.3g}", row.step);
    return line;
}

}  // namespace

int advise(const AdviseOptions& options) {
    AdviceQuestion question;
    if (options.tolerance) question.tolerance = tolerance_of(*options.tolerance);
    if (options.torque_cost) question.torque_seconds = seconds_of(*options.torque_cost);
    if (options.out && options.out->empty()) throw InputError("--out: expected a folder, got \"\"");
    const ScenarioInput input = scenario_input("advise", options);
    const Scenario scenario = [&] {
        const Phase reading("reading the scenario", !options.quiet);
        return scenario_to_tolerance(input, question.tolerance);
    }();
    question.end = scenario.run.end;
    if (!scenario.plan.method.empty())
        throw InputError(
            "advise: expected no method, which is what it finds; 'polhode run --method' takes one");

    tell_warnings(scenario, options.quiet);
    catch_interrupts();
    std::optional<OutputFolder> folder;  // made now, so that a bad folder is reported before the work
    if (options.out) folder.emplace(*options.out);
    const Advice advice = [&] {
        const Phase measuring("measuring methods", !options.quiet);
        return polhode::advise(scenario.problem, question);
    }();
    const std::string command = command_line(options, advice);
    if (folder) {
        const Patience writing;
        folder->start("advise.json").write(advise_json(advice, command));
        folder->start("advise.html").write(advise_html(scenario.problem, advice, command));
        folder->commit();
    }
    if (options.json) {
        print(advise_json(advice, command));
    } else if (!options.quiet) {
        print(advise_table(advice, command, terminal_width(STDOUT_FILENO, 100)));
        if (options.out) print(fmt::format("Written to {}: advise.json, advise.html\n", *options.out));
    }
    return 0;
}

}  // namespace polhode::program
