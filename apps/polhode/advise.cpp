#include "polhode/advise/advise.hpp"

#include "commands.hpp"
#include "io/advise_output.hpp"
#include "io/output_folder.hpp"
#include "io/terminal.hpp"
#include "polhode/error.hpp"
#include "report/advise_report.hpp"
#include "tolerance.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <array>
#include <cstdlib>

namespace polhode::program {
namespace {

/// The seconds that a text such as "50us" means.
double seconds_of(const std::string& text) {
    struct Unit {
        const char* name;
        double seconds;
    };
    constexpr std::array units{Unit{"ns", 1e-9}, Unit{"us", 1e-6}, Unit{"µs", 1e-6}, Unit{"ms", 1e-3},
                               Unit{"s", 1}};
    char* rest = nullptr;
    const double number = std::strtod(text.c_str(), &rest);
    for (const Unit& unit : units)
        if (rest != text.c_str() && std::string_view(rest) == unit.name && number >= 0 && number < 1e9)
            return number * unit.seconds;
    throw InputError(
        fmt::format("--torque-cost: expected a number and ns, us, ms or s, such as 50us, got \"{}\"", text));
}

/// The argument in the form in which a shell reads it back unchanged.
std::string quoted(const std::string& argument) {
    const bool plain = argument.find_first_not_of(
                           "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                           "0123456789._-+=/,:")
                    == std::string::npos;
    if (plain && !argument.empty()) return argument;
    std::string out = "'";
    for (const char c : argument) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

/// The command that runs the recommended method: with the tolerance, which that run then checks; for a long
/// run, of which only a part was measured, with the predicted step.
std::string command_line(const AdviseOptions& options, const Advice& advice) {
    if (!advice.recommended) return "";
    std::string line = "polhode run";
    if (!options.scenario.empty()) line += ' ' + quoted(options.scenario);
    for (const Override& o : options.given) line += fmt::format(" {} {}", o.origin, quoted(o.value));
    for (const std::string& setting : options.set) line += " --set " + quoted(setting);
    const AdviceRow& row = advice.rows[*advice.recommended];
    line += " --method " + quoted(row.method);
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
    const Scenario scenario = scenario_to_tolerance("advise", options, question.tolerance);
    question.end = scenario.run.end;
    if (!scenario.plan.method.empty())
        throw InputError(
            "advise: expected no method, which is what it finds; 'polhode run --method' takes one");

    std::optional<OutputFolder> folder;  // made now, so that a bad folder is reported before the work
    if (options.out) folder.emplace(*options.out);
    const Advice advice = polhode::advise(scenario.problem, question);
    const std::string command = command_line(options, advice);
    if (folder) {
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
