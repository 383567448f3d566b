#include "polhode/advise/certify.hpp"

#include "advise/yardstick.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "simulate/momentum_law.hpp"
#include "simulate/starting_state.hpp"
#include "simulate/step_control.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <vector>

namespace polhode {
namespace {

struct Step {
    double from, length;
};

std::unique_ptr<core::Stepper<double>> stepper_of(const Resolved& run, const Problem& problem) {
    const bool own = std::holds_alternative<OwnSteps>(run.steps);
    return (own ? run.method->automatic : run.method->on_double)(problem.body, problem.torque);
}

/// The steps of a run, made again one by one.
class Steps {
public:
    Steps(const Resolved& run, const Problem& problem, const Result& result)
        : stepper_(stepper_of(run, problem)),
          control_(step_control(run, problem, *stepper_)),
          end_(run.end),
          step_(result.step) {}

    /// Makes the next step; null if it fails.
    std::optional<Step> next(core::State<double>& state) {
        const Expected<StepControl::Made> next =
            control_ ? control_->step(state, time_, end_)
                     : StepControl::Made{step_, at(done_ + 1).from, stepper_->step(state, time_, step_)};
        if (!next || !next->status.ok() || !is_finite(state.momentum)) return std::nullopt;
        const auto& [length, to, status] = *next;
        const Step made{time_, length};
        if (control_) made_.push_back(made);
        ++done_;
        time_ = to;
        return made;
    }
    Step at(long n) const {
        return control_ ? made_[static_cast<std::size_t>(n)] : Step{static_cast<double>(n) * step_, step_};
    }
    /// The number of steps of the method in each step of the run.
    int parts() const { return control_ ? control_->parts() : 1; }
    double time() const { return time_; }
    long torque_evaluations() const {
        return stepper_->torque_evaluations() + (control_ ? control_->torque_evaluations() : 0);
    }

private:
    std::unique_ptr<core::Stepper<double>> stepper_;
    std::unique_ptr<StepControl> control_;
    double end_, step_, time_ = 0;
    long done_ = 0;
    std::vector<Step> made_;  // the steps so far, if their length varies
};

template <class Real>
bool forward(core::Stepper<Real>& stepper, core::State<Real>& state, const Step& step, int parts) {
    const Real part = Real(step.length) / Real(parts);
    for (int i = 0; i < parts; ++i)
        if (!stepper.step(state, Real(step.from) + Real(i) * part, part).ok()) return false;
    return is_finite(state.momentum);
}

bool backward(core::Stepper<double>& stepper, core::State<double>& state, const Step& step, int parts) {
    const double part = step.length / parts;
    for (int i = parts; i-- > 0;)
        if (!stepper.step(state, step.from + (i + 1) * part, -part).ok()) return false;
    return is_finite(state.momentum);
}

/// Collects the largest distances; the unit of momenta is known only at the end.
struct Largest {
    long double angle = 0, momentum = 0;

    void see(const core::State<long double>& a, const core::State<long double>& b) {
        angle = std::max(angle, attitude_angle(a.attitude, b.attitude));
        momentum = std::max(momentum, norm(a.momentum - b.momentum));
    }
    double in(long double unit) const {
        return static_cast<double>(std::max(angle, unit > 0 ? momentum / unit : momentum));
    }
};

/// A clock that asks now and then whether to go on.
class Progress {
public:
    Progress(const CertifyLimits& limits, long total) : limits_(limits), total_(total) {}

    void step() { ++done_; }
    bool goes_on() {
        if (stopped_ || !limits_.on_progress || ++asked_ % 16 != 0) return !stopped_;
        const auto now = std::chrono::steady_clock::now();
        if (now - last_ < std::chrono::milliseconds(50)) return true;
        last_ = now;
        stopped_ = !limits_.on_progress(done_, total_);
        return !stopped_;
    }

private:
    const CertifyLimits& limits_;
    long total_, done_ = 0, asked_ = 0;
    bool stopped_ = false;
    std::chrono::steady_clock::time_point last_{};
};

/// Whole steps of the run, as many as the limits allow.
long steps_to_check(const Result& result, double natural_time, const CertifyLimits& limits) {
    // the step that an event has ended was not made as a whole
    const long whole = result.ended_by ? result.steps - 1 : result.steps;
    const double radians = result.step / natural_time;  // in a step
    const double most = radians > 0 ? limits.radians / radians : limits.radians;
    const long wanted = std::min(whole, limits.steps);
    return most < static_cast<double>(wanted) ? static_cast<long>(most) : wanted;
}

std::vector<std::string> properties_relied_upon(const Resolved& run, const Problem& problem) {
    using Kind = core::MomentumLaw<double>::Kind;
    const Sheet& sheet = run.method->sheet;
    const bool free = is_free(problem.torque), rotor = problem.body.has_rotor();
    const bool by_error = std::holds_alternative<ErrorPerStep>(run.steps),
               reversible = std::holds_alternative<ReversibleSteps>(run.steps);
    const bool by_rate = rate_dependence(problem.torque) != RateDependence::none;
    const Kind law = momentum_law(problem.torque).kind;
    std::vector<std::string> properties;
    const auto say = [&](bool condition, std::string_view sentence) {
        if (condition) properties.emplace_back(sentence);
    };
    say(sheet.order_attitude == sheet.order_momentum, fmt::format("order {}", sheet.order_attitude));
    say(sheet.order_attitude != sheet.order_momentum,
        fmt::format("order {} in attitude, {} in momentum", sheet.order_attitude, sheet.order_momentum));
    say(by_rate && sheet.order_by_rate < std::min(sheet.order_attitude, sheet.order_momentum),
        fmt::format("order {} for a torque that depends on the angular velocity", sheet.order_by_rate));
    // a method loses these properties if the length of its steps depends on the state
    say(sheet.symplectic && !by_error && !reversible && !by_rate, "symplectic");
    say(sheet.time_symmetric && !by_error, "time-symmetric");
    // with rotors only kicks and drifts keep it, which take them as they are
    say(free && sheet.conserves_momentum && (!rotor || sheet.keeps_momentum_with_rotor),
        "keeps the momentum of a free body to round-off");
    say(free && !rotor && sheet.conserves_energy, "keeps the energy of a free body to round-off");
    say(law == Kind::axis && sheet.conserves_axis_momentum && (!rotor || sheet.keeps_momentum_with_rotor),
        "keeps the momentum about the axis of the field to round-off");
    return properties;
}

}  // namespace

Certificate certify(const Problem& problem, const Plan& plan, const Result& result,
                    const CertifyLimits& limits) {
    return try_certify(problem, plan, result, limits).or_throw();
}

Certificate certify(const Method& method, const Problem& problem, const Plan& plan, const Result& result,
                    const CertifyLimits& limits) {
    return try_certify(method, problem, plan, result, limits).or_throw();
}

Expected<Certificate> try_certify(const Problem& problem, const Plan& plan, const Result& result,
                                  const CertifyLimits& limits) {
    const Expected<const Method*> method = find_method(plan.method);
    if (!method) return method.error();
    return try_certify(**method, problem, plan, result, limits);
}

Expected<Certificate> try_certify(const Method& method, const Problem& problem, const Plan& plan,
                                  const Result& result, const CertifyLimits& limits) {
    const Expected<Resolved> resolved = resolve(method, problem, plan);
    if (!resolved) return resolved.error();
    const Resolved& run = *resolved;
    const auto starting = starting_state(problem.initial, problem.body);
    if (!starting) return starting.error();
    const core::State<double>& start = *starting;
    Certificate certificate;
    certificate.relies_on = properties_relied_upon(run, problem);
    const long count = steps_to_check(result, natural_time(problem, start), limits);
    if (count <= 0) {
        certificate.whole = result.steps == 0;
        certificate.error_by =
            result.steps == 0 ? "no step was made" : "no step was short enough to be made again";
        return certificate;
    }
    Progress progress(limits, 2 * count);
    Steps steps(run, problem, result);
    const auto wide = method.on_long_double(problem.body, problem.torque);
    core::State<double> state = start;
    core::State<long double> wide_state = precise(start);
    long double unit = norm(wide_state.momentum);
    std::optional<Largest> error, round_off;
    if (!result.own_steps) round_off.emplace();
    std::optional<Walker> truth;

    const auto stopped = [&] {
        Certificate nothing;
        nothing.relies_on = certificate.relies_on;
        nothing.whole = false;
        nothing.error_by = "the check was stopped on the way";
        return nothing;
    };
    const auto without_truth = [&](const Error& reason) {
        truth.reset();
        error.reset();
        certificate.error_by = fmt::format("there is no run to compare with: {}", reason.message);
    };
    const double end =
        count == result.steps ? result.time : std::min(result.time, static_cast<double>(count) * result.step);
    const Expected<Yardstick> yardstick =
        Yardstick::along(problem, end, 1e-10, [&] { return progress.goes_on(); });
    if (yardstick) {
        truth.emplace(yardstick->walker());
        error.emplace();
        certificate.error_by = yardstick->in_words();
        certificate.torque_evaluations += yardstick->torque_evaluations();
    } else {
        if (!progress.goes_on()) return stopped();
        without_truth(yardstick.error());
    }
    for (long n = 0; n < count; ++n) {
        progress.step();
        const std::optional<Step> step = steps.next(state);
        if (!step || !progress.goes_on()) return stopped();
        unit = std::max<long double>(unit, norm(state.momentum));
        if (round_off) {
            if (forward(*wide, wide_state, *step, steps.parts()))
                round_off->see(precise(state), wide_state);
            else
                round_off.reset();
        }
        if (!truth) continue;
        if (const auto there = truth->at(steps.time()))
            error->see(precise(state), **there);
        else
            without_truth(there.error());
    }
    certificate.steps = count;
    certificate.whole = count == result.steps;
    certificate.time = certificate.whole ? result.time : steps.time();
    if (error) certificate.error = error->in(unit);
    if (round_off) certificate.round_off = round_off->in(unit);
    certificate.torque_evaluations += steps.torque_evaluations() + wide->torque_evaluations();
    if (truth) certificate.torque_evaluations += truth->stepper().torque_evaluations();

    const auto back = stepper_of(run, problem);
    for (long n = count; n-- > 0;) {
        progress.step();
        if (!progress.goes_on()) return stopped();
        if (!backward(*back, state, steps.at(n), steps.parts())) return certificate;
    }
    certificate.torque_evaluations += back->torque_evaluations();
    Largest defect;
    defect.see(precise(state), precise(start));
    certificate.reversibility_defect = defect.in(unit);
    return certificate;
}

}  // namespace polhode
