#include "polhode/advise/certify.hpp"

#include "advise/yardstick.hpp"
#include "polhode/error.hpp"
#include "simulate/momentum_law.hpp"
#include "simulate/starting_state.hpp"
#include "simulate/state_distance.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <vector>

namespace polhode {
namespace {

struct Step {
    double from, length;
};

/// The steps of the method in the first `most` steps of a run.
std::vector<Step> steps_of(const Method& method, const Problem& problem, const Plan& plan,
                           const Result& result, long most) {
    // the step that an event has ended was not made as a whole
    const long whole = result.ended_by ? result.steps - 1 : result.steps, count = std::min(whole, most);
    std::vector<Step> steps;
    if (!result.variable) {
        for (long n = 0; n < count; ++n) steps.push_back({static_cast<double>(n) * result.step, result.step});
        return steps;
    }
    // again, to see where its steps are
    Plan again = plan;
    again.every = 1;
    again.times.clear();
    again.every_time.reset();
    again.events.clear();
    again.end = result.time * std::min(1.0, static_cast<double>(most) / static_cast<double>(result.steps));
    std::vector<double> times;
    simulate(method, problem, again, {.on_sample = [&](const Sample& s) { times.push_back(s.time); }});
    const int parts = plan.step_error ? 2 : 1;  // a step of controlled error is made in two halves
    for (std::size_t i = 0; i + 1 < times.size(); ++i)
        for (int part = 0; part < parts; ++part) {
            const double length = (times[i + 1] - times[i]) / parts;
            steps.push_back({times[i] + part * length, length});
        }
    return steps;
}

template <class Real>
bool advance(core::Stepper<Real>& stepper, core::State<Real>& state, const Step& step, Real direction = 1) {
    const Real from = direction > 0 ? Real(step.from) : Real(step.from) + Real(step.length);
    return stepper.step(state, from, direction * Real(step.length)).ok() && is_finite(state.momentum);
}

/// A clock that asks now and then whether to go on.
class Progress {
public:
    Progress(const CertifyLimits& limits, std::size_t total)
        : limits_(limits), total_(static_cast<long>(total)) {}

    bool goes_on() {
        ++done_;
        if (!limits_.on_progress || done_ % 64 != 0) return true;
        const auto now = std::chrono::steady_clock::now();
        if (now - last_ < std::chrono::milliseconds(50)) return true;
        last_ = now;
        return limits_.on_progress(done_, total_);
    }

private:
    const CertifyLimits& limits_;
    long total_, done_ = 0;
    std::chrono::steady_clock::time_point last_{};
};

std::vector<std::string> properties_relied_upon(const Sheet& sheet, const Problem& problem) {
    using Kind = core::MomentumLaw<double>::Kind;
    const bool free = is_free(problem.torque);
    const Kind law = momentum_law(problem.torque).kind;
    std::vector<std::string> properties;
    const auto say = [&](bool condition, std::string sentence) {
        if (condition) properties.push_back(std::move(sentence));
    };
    say(sheet.order_attitude == sheet.order_momentum, fmt::format("order {}", sheet.order_attitude));
    say(sheet.order_attitude != sheet.order_momentum,
        fmt::format("order {} in attitude, {} in momentum", sheet.order_attitude, sheet.order_momentum));
    say(sheet.symplectic, "symplectic");
    say(sheet.time_symmetric, "time-symmetric");
    say(free && sheet.conserves_momentum, "keeps the momentum of a free body to round-off");
    say(free && sheet.conserves_energy, "keeps the energy of a free body to round-off");
    say(law == Kind::axis && sheet.conserves_axis_momentum,
        "keeps the momentum about the axis of the field to round-off");
    return properties;
}

}  // namespace

Evidence certify(const Problem& problem, const Plan& plan, const Result& result,
                 const CertifyLimits& limits) {
    return certify(method(plan.method), problem, plan, result, limits);
}

Evidence certify(const Method& method, const Problem& problem, const Plan& plan, const Result& result,
                 const CertifyLimits& limits) {
    Evidence evidence;
    evidence.relies_on = properties_relied_upon(method.sheet, problem);
    const std::vector<Step> steps = steps_of(method, problem, plan, result, limits.steps);
    if (steps.empty()) {
        evidence.error_by = "nothing: no step was made";
        return evidence;
    }
    evidence.steps = result.variable && plan.step_error ? static_cast<long>(steps.size()) / 2
                                                        : static_cast<long>(steps.size());
    evidence.whole = evidence.steps == result.steps;
    evidence.time = evidence.whole ? result.time : steps.back().from + steps.back().length;

    // both may fail where the run itself does not: then they tell nothing
    std::optional<Yardstick> yardstick;
    std::optional<Walker> truth;
    Problem part = problem;
    part.end = evidence.time;
    try {
        yardstick.emplace(part, 1e-10);
        truth.emplace(yardstick->walker());
        evidence.error = 0;
        evidence.error_by = yardstick->in_words();
    } catch (const RunError& reason) {
        evidence.error_by = reason.what();
    }
    const auto& make = result.own_steps ? method.automatic : method.on_double;
    const auto stepper = make(problem.body, problem.torque), back = make(problem.body, problem.torque);
    const auto wide = method.on_long_double(problem.body, problem.torque);
    const core::State<double> start = starting_state(problem.initial, problem.body);
    core::State<double> state = start;
    core::State<long double> wide_state = precise(start);
    long double unit = yardstick ? yardstick->largest_momentum() : norm(wide_state.momentum);
    if (!result.own_steps) evidence.round_off = 0;

    Progress progress(limits, 2 * steps.size());
    for (const Step& step : steps) {
        if (!progress.goes_on() || !advance(*stepper, state, step)) {
            evidence.error.reset();
            evidence.round_off.reset();
            evidence.error_by = "nothing: stopped on the way";
            return evidence;
        }
        unit = std::max<long double>(unit, norm(state.momentum));
        const auto distance = [&](const core::State<long double>& other) {
            return static_cast<double>(state_distance(precise(state), other, unit));
        };
        if (truth) try {
                evidence.error = std::max(*evidence.error, distance(truth->at(step.from + step.length)));
            } catch (const RunError& reason) {
                truth.reset();
                evidence.error.reset();
                evidence.error_by = reason.what();
            }
        if (evidence.round_off) {
            if (advance(*wide, wide_state, step))
                evidence.round_off = std::max(*evidence.round_off, distance(wide_state));
            else
                evidence.round_off.reset();
        }
    }
    evidence.torque_evaluations = stepper->torque_evaluations() + wide->torque_evaluations();
    if (yardstick) evidence.torque_evaluations += yardstick->torque_evaluations();
    if (truth) evidence.torque_evaluations += truth->stepper().torque_evaluations();

    for (auto step = steps.rbegin(); step != steps.rend(); ++step)
        if (!progress.goes_on() || !advance(*back, state, *step, -1.0)) return evidence;
    evidence.torque_evaluations += back->torque_evaluations();
    evidence.reversibility_defect = static_cast<double>(state_distance(precise(state), precise(start), unit));
    return evidence;
}

}  // namespace polhode
