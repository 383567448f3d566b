#include "polhode/simulate/poinsot.hpp"

#include "commands.hpp"
#include "interrupt.hpp"
#include "io/output_folder.hpp"
#include "io/poinsot_output.hpp"
#include "io/terminal.hpp"
#include "polhode/error.hpp"
#include "report/poinsot_pictures.hpp"
#include "report/poinsot_report.hpp"
#include "scenario/torque_setting.hpp"
#include "scenario_of.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <optional>

namespace polhode::program {
namespace {

/// Numbers separated by commas are a list.
ScenarioOptions with_lists(const ScenarioOptions& given_options) {
    ScenarioOptions options = given_options;
    for (Override& given : options.given)
        if (given.key != "problem" && given.value.find('[') == std::string::npos)
            given.value = fmt::format("[{}]", given.value);
    return options;
}

/// Without a file or a built-in problem, a body by its moments and its rotation. Nothing is integrated, so that end and
/// step, which every scenario has, are anything.
Scenario scenario_for(const PoinsotOptions& given) {
    ScenarioOptions options = with_lists(given);
    const std::vector<Override> settings = settings_given(options);
    if (!options.scenario.empty() || names_problem(settings)) return scenario_of("poinsot", options);
    const auto says = [&](std::string_view key) {
        return std::ranges::find(settings, key, &Override::key) != settings.end();
    };
    const bool turns = std::ranges::any_of(
        std::initializer_list<std::string_view>{"initial.angular_velocity", "initial.momentum",
                                                "initial.space_momentum", "initial.space_angular_velocity"},
        says);
    if (!says("body.inertia") || !turns)
        throw InputError(fmt::format(
            "poinsot: expected a scenario file, --problem NAME, or --moments A,B,C with --angular-velocity X,Y,Z or "
            "--momentum X,Y,Z, got {}",
            says("body.inertia") ? "moments alone"
            : turns              ? "a rotation without moments"
                                 : "none of them"));
    for (const char* key : {"integrate.end", "integrate.step"})
        if (!says(key)) options.given.push_back({"poinsot", key, "1"});
    return make_scenario({}, settings_given(options));
}

/// Of a body on which something acts there is no such picture.
void demand_free(const Problem& problem) {
    const auto refuse = [](const std::string& what) {
        throw InputError(fmt::format(
            "poinsot: {}, expected a free body: there is no plane for its ellipsoid to roll on", what));
    };
    if (!is_free(problem.torque))
        refuse(fmt::format("a torque acts on the body ({})", models_of(problem.torque)));
    if (problem.control) refuse("a control acts on the body");
    if (!problem.impulses.empty()) refuse("the body is given impulses");
    if (problem.body.has_rotor() || !problem.wheels.empty()) refuse("the body carries rotors");
}

}  // namespace

int poinsot(const PoinsotOptions& options) {
    if (options.out && options.out->empty()) throw InputError("--out: expected a folder, got \"\"");
    const Scenario scenario = scenario_for(options);
    const Problem& problem = scenario.problem;
    demand_free(problem);
    tell_warnings(scenario, options.quiet);
    const Poinsot picture = free_motion(problem.body, problem.initial).poinsot();

    catch_interrupts();
    if (options.out) {
        OutputFolder folder(*options.out);
        const Patience writing;
        folder.start("poinsot.json").write(poinsot_json(problem.name, picture));
        folder.start("poinsot.html").write(poinsot_html(problem.name, picture));
        folder.start("polhode.svg").write(polhode_picture(picture).svg_file());
        folder.start("herpolhode.svg").write(herpolhode_picture(picture).svg_file());
        folder.start("rolling.svg").write(rolling_picture(picture).svg_file());
        folder.start("polhode.csv").write(polhode_csv(picture, polhode_points(picture)));
        folder.start("herpolhode.csv").write(herpolhode_csv(picture, herpolhode_times(picture)));
        folder.commit();
    }
    if (options.json) {
        print(poinsot_json(problem.name, picture));
    } else if (!options.quiet) {
        print(poinsot_table(problem.name, picture, terminal_width(STDOUT_FILENO, 100)));
        if (options.out)
            print(fmt::format(
                "\nWritten to {}: poinsot.json, poinsot.html; polhode, herpolhode and rolling.svg; "
                "polhode and herpolhode.csv\n",
                *options.out));
    }
    return 0;
}

}  // namespace polhode::program
