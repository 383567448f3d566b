#include "polhode/advise/certify.hpp"

#include "advise/between_steps.hpp"
#include "advise/error_course.hpp"
#include "advise/yardstick.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "simulate/momentum_law.hpp"
#include "simulate/starting_state.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <optional>
#include <ranges>
#include <vector>

namespace polhode {
namespace {

struct Step {
    double from, length;
};

const MakeStepper<double>& stepper_maker(const Resolved& run, const Method& method) {
    return std::holds_alternative<OwnSteps>(run.steps) ? method.automatic : method.on_double;
}

/// A piece of the run: its first step, and the impulses that were given before it.
struct Leg {
    long first;
    Piece piece;
    const Method& method;
    std::vector<Impulse> before;
};

/// The steps of a run, made again one by one.
class Steps {
public:
    Steps(const Resolved& run, const Problem& problem, const core::State<double>& start)
        : advance_(problem, run, start) {
        note_given();
    }

    /// Makes the next step; null if it fails. What there is between steps is shown to `see`.
    template <class See>
    std::optional<Step> next(BetweenSteps& between, const See& see) {
        advance_.prepare();
        if (legs_.empty() || advance_.pieces() > entered_) {
            entered_ = advance_.pieces();
            legs_.push_back({advance_.done(), advance_.piece(), advance_.method_now(), std::move(given_)});
        }
        given_.clear();
        const double from = advance_.time();
        do {
            if (between.wanted() ? advance_.make_step_to_look_into() : advance_.make_step())
                return std::nullopt;
            if (between.wanted() && between.within(advance_, see)) return std::nullopt;
        } while (advance_.between_looks());
        advance_.give_impulses();
        note_given();
        const Step made{from, advance_.length()};
        if (!is_uniform()) made_.push_back(made);
        return made;
    }
    Step at(long n) const {
        if (!is_uniform()) return made_[static_cast<std::size_t>(n)];
        const double step = advance_.grid().step;
        return {static_cast<double>(n) * step, step};
    }
    /// The state, after impulses, and those given after the last step, at first those at zero.
    const core::State<double>& state() const { return advance_.state(); }
    const std::vector<Impulse>& given() const { return given_; }
    const std::vector<Leg>& legs() const { return legs_; }
    /// The number of steps of the method in each step of the run.
    int parts() const { return advance_.parts(); }
    double time() const { return advance_.time(); }
    long torque_evaluations() const { return advance_.torque_evaluations(); }

private:
    bool is_uniform() const { return advance_.on_grid() && advance_.in_one_piece(); }
    void note_given() {
        for (const Advance::Given& given : advance_.given()) given_.push_back(given.impulse);
    }

    Advance advance_;
    long entered_ = 0;
    std::vector<Impulse> given_;
    std::vector<Leg> legs_;
    std::vector<Step> made_;  // the steps so far, if they are not all of one length
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
    const Kind law = momentum_law(problem).kind;
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
    Plan without_derivatives = plan;  // the certificate has nothing to say about them
    without_derivatives.sensitivity = false;
    without_derivatives.parameter_sensitivity.reset();
    const Expected<Resolved> resolved = resolve(method, problem, without_derivatives);
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
    Steps steps(run, problem, start);
    std::optional<PieceStepper<long double>> wide;
    core::State<long double> wide_state = precise(start);
    for (const Impulse& impulse : steps.given()) give(impulse, problem.body, wide_state);
    long double unit = norm(wide_state.momentum);
    std::optional<Largest> error, round_off;
    ErrorCourse course;
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
    // what an event does to the state is not done again
    const auto change = std::ranges::find_if(result.events, [](const EventRecord& e) { return !!e.after; });
    const double as_far_as = change == result.events.end() ? result.time : change->time;
    const double end =
        count == result.steps ? as_far_as : std::min(as_far_as, static_cast<double>(count) * result.step);
    BetweenSteps between(run.sampling, run.end, !run.events.empty());
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
    const auto compare = [&](double t, const core::State<double>& seen) {
        if (!truth) return;
        if (const auto there = truth->at(t)) {
            unit = std::max(unit, norm((*there)->momentum));
            error->see(precise(seen), **there);
            course.see(t, attitude_angle(precise(seen).attitude, (*there)->attitude),
                       norm(precise(seen).momentum - (*there)->momentum));
        } else {
            without_truth(there.error());
        }
    };
    // the states of events up to a time; where an impulse is given, an event may be of either side
    auto event = result.events.begin();
    const auto compare_events = [&](double up_to) {
        for (; event != result.events.end() && event->time <= std::min(up_to, as_far_as); ++event) {
            const auto here = [&](const ImpulseRecord& i) { return i.time == event->time; };
            const Expected<core::State<double>> state = starting_state(event->state, problem.body);
            if (state && std::ranges::none_of(result.impulses, here)) compare(event->time, *state);
        }
    };
    const auto see = [&](double t, const core::State<double>& seen) -> std::optional<Error> {
        if (t > as_far_as) return std::nullopt;
        compare_events(t);
        compare(t, seen);
        return std::nullopt;
    };
    std::size_t leg = 0;
    long checked = 0;
    core::State<double> state = steps.state();
    double reached = 0;
    std::vector<Impulse> given;  // after the last step checked
    for (; checked < count; ++checked) {
        progress.step();
        const std::optional<Step> step = steps.next(between, see);
        if (!step || !progress.goes_on()) return stopped();
        if (change != result.events.end() && steps.time() > as_far_as) break;
        state = steps.state();
        reached = steps.time();
        given = steps.given();
        unit = std::max<long double>(unit, norm(state.momentum));
        if (leg < steps.legs().size()) {
            const Leg& entered = steps.legs()[leg++];
            if (wide)
                wide->enter_with(entered.method.on_long_double, entered.piece);
            else
                wide.emplace(entered.method.on_long_double, entered.piece);
        }
        if (round_off) {
            if (forward(**wide, wide_state, *step, steps.parts())) {
                for (const Impulse& impulse : steps.given()) give(impulse, problem.body, wide_state);
                round_off->see(precise(state), wide_state);
            } else {
                round_off.reset();
            }
        }
        compare_events(steps.time());
        compare(steps.time(), state);
    }
    // in a step that was not made as a whole
    const long whole_steps = result.ended_by ? result.steps - 1 : result.steps;
    if (checked == whole_steps) compare_events(as_far_as);
    if (checked == 0) {
        certificate.whole = false;
        certificate.error_by = "an event changes the state in the first step";
        return certificate;
    }
    certificate.steps = checked;
    certificate.whole = checked == result.steps;
    certificate.time = certificate.whole ? result.time : reached;
    if (error) {
        certificate.error = error->in(unit);
        certificate.error_course = course.in(unit);
    }
    if (round_off) certificate.round_off = round_off->in(unit);
    certificate.torque_evaluations += steps.torque_evaluations() + (wide ? wide->torque_evaluations() : 0);
    if (truth) certificate.torque_evaluations += truth->stepper().torque_evaluations();

    const auto undo = [&](const std::vector<Impulse>& impulses) {
        for (const Impulse& impulse : impulses | std::views::reverse) take_back(impulse, problem.body, state);
    };
    undo(given);
    std::optional<PieceStepper<double>> back;
    for (auto past = steps.legs().rbegin(); past != steps.legs().rend(); ++past) {
        if (past->first == certificate.steps) continue;  // of a step that was not checked
        if (back)
            back->enter_with(stepper_maker(run, past->method), past->piece);
        else
            back.emplace(stepper_maker(run, past->method), past->piece);
        for (; checked > past->first; --checked) {
            progress.step();
            if (!progress.goes_on()) return stopped();
            if (!backward(**back, state, steps.at(checked - 1), steps.parts())) return certificate;
        }
        undo(past->before);
    }
    if (back) certificate.torque_evaluations += back->torque_evaluations();
    Largest defect;
    defect.see(precise(state), precise(start));
    certificate.reversibility_defect = defect.in(unit);
    return certificate;
}

}  // namespace polhode
