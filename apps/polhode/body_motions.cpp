#include "body_motions.hpp"

#include "ensemble/one_body.hpp"
#include "interrupt.hpp"
#include "io/bounded_samples.hpp"
#include "io/nearer_sign.hpp"
#include "polhode/error.hpp"
#include "report/run_plots.hpp"

#include <fmt/format.h>
#include <filesystem>
#include <optional>

namespace polhode::program {
namespace {

/// The steps are those of the ensemble.
Plan plan_of_body(const EnsembleScenario& scenario) {
    Plan plan = scenario.motion;
    plan.method = scenario.plan.stepping.method;
    plan.steps = StepCount{scenario.plan.steps};
    plan.end = scenario.plan.end;
    plan.balance = false;
    return plan;
}

constexpr const char* motion_names = "body-";

std::nullopt_t without_motions(OutputFolder& folder) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder.staging()))
        names.push_back(entry.path().filename().string());
    for (const std::string& name : names)
        if (name.starts_with(motion_names)) (void)folder.reserve(name);
    return std::nullopt;
}

}  // namespace

void demand_bodies_for(const std::vector<ChosenFormat>& formats, const EnsembleScenario& scenario) {
    if (!scenario.bodies.empty()) return;
    for (const ChosenFormat& chosen : formats)
        if (!chosen.format->states)
            throw InputError(fmt::format(
                "{}: the format {} is of the motion of one body; expected output.bodies with it, a list of "
                "the numbers of bodies, such as [0, 1]",
                scenario.formats.origin, chosen.format->name));
}

ExpectedOutput expected_motion_of_body(const EnsembleScenario& scenario,
                                       const std::vector<ChosenFormat>& formats) {
    if (scenario.bodies.empty()) return {};
    // all of them have the same steps and samples
    const Problem problem = problem_of_body(scenario.setup, scenario.bodies.front()).or_throw();
    return expected_motion(problem, resolve(problem, plan_of_body(scenario)).or_throw(),
                           bytes_of_number(formats), scenario.attitude.columns().size());
}

std::optional<std::vector<std::string>> write_motions(const EnsembleScenario& scenario,
                                                      const std::vector<ChosenFormat>& formats,
                                                      OutputFolder& folder) {
    std::vector<std::string> names;
    const Plan plan = plan_of_body(scenario);
    const std::optional<Mesh> no_mesh;
    for (const std::size_t k : scenario.bodies) {
        if (interrupted()) return without_motions(folder);  // short motions do not ask
        const Problem problem = problem_of_body(scenario.setup, k).or_throw();
        Exchange exchange = scenario.exchange;
        exchange.object_name += fmt::format("-{}", k);
        GrowingFiles growing(folder);
        std::vector<std::string> at_end;
        const auto motion = [&](const ChosenFormat& chosen) {
            return MotionFiles{fmt::format("{}{}", motion_names, k),
                               problem,
                               no_mesh,
                               scenario.attitude,
                               exchange,
                               folder,
                               growing,
                               at_end,
                               chosen.open_arrays};
        };
        BoundedSamples samples(most_plotted_samples);
        std::optional<Eigen::Quaterniond> last_attitude;
        Hooks hooks;
        hooks.on_sample = [&](const Sample& sample) {
            Sample kept = sample;
            kept.state.attitude = nearer_sign(sample.state.attitude, last_attitude);
            last_attitude = kept.state.attitude;
            for (const ChosenFormat& chosen : formats)
                if (chosen.format->add) chosen.format->add(motion(chosen), kept);
            samples.add(kept);
        };
        hooks.on_progress = [](long, long) { return !interrupted(); };
        const Expected<Result> result = try_simulate(problem, plan, hooks);
        if (!result) throw RunError(fmt::format("output.bodies: body {}: {}", k, result.error().message));
        if (!result->complete) return without_motions(folder);
        const std::vector<Sample> kept = samples.take();
        for (const ChosenFormat& chosen : formats)
            if (chosen.format->finish) chosen.format->finish(motion(chosen), {plan, *result, kept});
        const std::vector<std::string> grown = growing.names();
        names.insert(names.end(), grown.begin(), grown.end());
        names.insert(names.end(), at_end.begin(), at_end.end());
    }
    return names;
}

}  // namespace polhode::program
