#include "ensemble/driver.hpp"

#include "control/functions_of_user.hpp"
#include "ensemble/lanes.hpp"
#include "ensemble/large_pages.hpp"
#include "ensemble/put_back.hpp"
#include "polhode/drift/euler_top.hpp"
#include "polhode/error.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/method/multistep.hpp"
#include "simulate/bad_control.hpp"
#include "simulate/count_of.hpp"
#include "simulate/failure.hpp"
#include "simulate/piece_method.hpp"
#include "simulate/pieces.hpp"
#include "threads/in_shares.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <ranges>

namespace polhode {

namespace {

Expected<Target> chosen_target(const SteppingPlan& plan, const Method& method, const Ensemble& ensemble) {
    if (plan.target == Target::one_by_one) return plan.target;
    const bool has_rotor = ensemble.common_body().has_rotor() || !plan.wheels.empty(),
               has_lanes = method.on_lanes && lanes::on_lanes(ensemble.common_torque()) && !has_rotor
                        && (!plan.control || BodyControls::differs_by_command(*plan.control));
    const std::vector<Target> available = available_targets();
    if (plan.target == Target::best) return has_lanes ? available.front() : Target::one_by_one;
    if (!method.on_lanes)
        return input_error(
            fmt::format(
                "target: {}, but {} has no kernel on lanes; take one-by-one, or a method over the drifts exact, "
                "liemid or mr2-…, buss3, buss3-plain, buss4, rkmk-rk4 or multistep-…",
                name(plan.target), method.sheet.name),
            "target");
    if (has_rotor)
        return input_error(fmt::format("target: {}, but bodies with rotors or wheels run one-by-one only",
                                       name(plan.target)),
                           "target");
    if (!has_lanes)
        return input_error(fmt::format("target: {}, but a torque given as a function runs one-by-one only",
                                       name(plan.target)),
                           "target");
    if (std::ranges::find(available, plan.target) == available.end())
        return input_error(
            fmt::format("target: {}, which this machine cannot run; it has {}", name(plan.target),
                        fmt::join(available | std::views::transform([](Target t) { return name(t); }), ", ")),
            "target");
    return plan.target;
}

/// The number of steps in a time; nothing if that is no whole number.
std::optional<long> whole_steps(double time, double step) {
    const double steps = time / step, nearest = std::round(steps);
    if (std::abs(steps - nearest) > 1e-9 * std::max(1.0, nearest)) return std::nullopt;
    return count_of(nearest);
}

/// Every breakpoint has to be the end of a step: all bodies make the same steps.
std::optional<Error> missed_breakpoint(const SteppingPlan& plan, const Ensemble& ensemble) {
    const std::vector<double> common = breakpoints(ensemble.common_torque());
    if (!common.empty() && !ensemble.parameters().common())
        for (std::size_t k = 0; k < ensemble.count(); ++k)
            if (breakpoints(ensemble.torque(k)) != common)
                return input_error(fmt::format("torque: that of body {} jumps at times of its own, expected "
                                               "the same times for all bodies",
                                               k),
                                   "torque");
    const auto missed = [&](double t, std::string_view what) -> std::optional<Error> {
        if (!(t > plan.start) || whole_steps(t - plan.start, plan.step)) return std::nullopt;
        return input_error(
            fmt::format("step: {}, which does not lead to t = {}, {}; expected one that divides "
                        "the time from {} to there",
                        plan.step, t, what, plan.start),
            "step");
    };
    for (const double t : common)
        if (auto error = missed(t, "where the torque jumps")) return error;
    for (const Impulse& impulse : plan.impulses)
        if (auto error = missed(impulse.time, "where there is an impulse")) return error;
    if (plan.control && whole_steps(plan.control->period, plan.step).value_or(0) == 0)
        return input_error(
            fmt::format(
                "step: {}, which does not divide the period of the control, {}; expected one that does",
                plan.step, plan.control->period),
            "step");
    return std::nullopt;
}

/// For times in a piece. All parts stay: the numbers of each body belong to them in their order.
Torque within_piece(const Torque& torque, const TimeSpan& piece) {
    if (piece == TimeSpan{}) return torque;
    if (const auto* sum = std::get_if<TorqueSum>(&torque)) return TorqueSum{sum->parts, piece};
    return TorqueSum{{{torque}}, piece};
}

}  // namespace

std::size_t history_numbers(const Method& method) {
    if (!method.on_lanes || !method.on_lanes->keeps_history()) return 0;
    return core::Multistep::counts_to_keep
         + core::Multistep::numbers_to_keep(method.on_lanes->multistep->taps);
}

Expected<Target> target_of(const SteppingPlan& plan, const Method& method, const Ensemble& ensemble) {
    if (!(plan.step > 0) || !std::isfinite(plan.step))
        return input_error(fmt::format("step: {}, expected a positive number", plan.step), "step");
    if (!std::isfinite(plan.start))
        return input_error(fmt::format("start: {}, expected a finite number", plan.start), "start");
    if (plan.threads < 0)
        return input_error(
            fmt::format("threads: {}, expected a positive number, or 0 for one per core", plan.threads),
            "threads");
    if (!method.sheet.goes_on_from_state() && history_numbers(method) == 0)
        return input_error(
            fmt::format(
                "method: {} carries more than the state from step to step, which an ensemble does not keep",
                method.sheet.name),
            "method");
    if (const auto refused = refusal(method.sheet, ensemble.common_torque())) return *refused;
    if (const auto bad = bad_control(&method, plan.control, plan.wheels)) return *bad;
    if (const auto bad = bad_impulse(plan.impulses)) return *bad;
    if (const auto missed = missed_breakpoint(plan, ensemble)) return *missed;
    return chosen_target(plan, method, ensemble);
}

EnsembleDriver::EnsembleDriver(Ensemble& bodies, const Method& chosen, const SteppingPlan& plan, Target on)
    : ensemble(bodies),
      method(chosen),
      grid{plan.start, plan.step},
      threads(plan.threads > 0 ? plan.threads : cores()),
      target(on),
      stopped(bodies.blocks().size()),
      breakpoints(polhode::breakpoints(bodies.common_torque())),
      impulses(plan.impulses),
      all_steps(plan.steps),
      calls_functions(!lanes::on_lanes(bodies.common_torque())
                      || (plan.control && calls_functions_of_user(*plan.control))) {
    for (const Impulse& impulse : impulses) breakpoints.push_back(impulse.time);
    std::ranges::sort(breakpoints);
    // no run comes to those that are further than steps can be counted
    std::erase_if(breakpoints, [&](double t) { return !((t - grid.origin) / grid.step < countable_steps); });
    if (method.on_lanes && method.on_lanes->keeps_history()) {
        history.emplace();
        history->alone.resize(bodies.count());
        if (target != Target::one_by_one)
            resize_on_large_pages(history->on_lanes,
                                  stopped.size() * core::block_bodies * history_numbers(method));
    }
    if (plan.control || !plan.wheels.empty())
        controls.emplace(bodies, plan.control, *WheelBank::of(plan.wheels), plan.start,
                         on != Target::one_by_one);
    if (plan.control) {
        period = plan.control->period;
        steps_per_call = *whole_steps(period, plan.step);
    }
    give_impulses();
}

void EnsembleDriver::advance(long steps) {
    if (steps < 0) throw InputError(fmt::format("steps: {}, expected none or more", steps));
    if (steps > std::numeric_limits<long>::max() - done)
        throw InputError(fmt::format("steps: {}, more than can be counted after {}", steps, done));
    std::optional<PutBack> put_back;
    if (calls_functions) put_back.emplace(*this);
    const long end = done + steps;
    while (done < end) {
        const long next = enter_piece();
        march(std::min(end, next) - done);
        give_impulses();
    }
    if (put_back) put_back->all_is_done();
}

/// 0 for times before the start.
long EnsembleDriver::step_at(double t) const { return count_of(std::round((t - grid.origin) / grid.step)); }

/// Finds the piece of the next step; returns the number of steps up to its end. As in a single run, its own length is
/// divided into steps.
long EnsembleDriver::enter_piece() {
    const TimeSpan before = piece;
    const auto later = std::ranges::find_if(breakpoints, [&](double t) { return step_at(t) > done; });
    long last = std::numeric_limits<long>::max();
    piece = {};
    first = 0;
    if (later != breakpoints.begin()) {
        piece.from = *(later - 1);
        first = std::max(0L, step_at(piece.from));
    }
    if (later != breakpoints.end()) {
        piece.to = *later;
        last = step_at(*later);
    }
    if (steps_per_call > 0) {
        const long n = done / steps_per_call;
        const auto call = [&](long i) { return grid.origin + static_cast<double>(i) * period; };
        if (n * steps_per_call > first || first == 0) {
            first = n * steps_per_call;
            piece.from = call(n);
        }
        if ((n + 1) * steps_per_call < last) {
            last = (n + 1) * steps_per_call;
            piece.to = call(n + 1);
        }
    }
    in_piece = {first > 0 ? piece.from : grid.origin, grid.step};
    if (std::isfinite(piece.to))
        in_piece.step = (piece.to - in_piece.origin) / static_cast<double>(last - first);
    if (history && !(piece == before)) history->anew = true;
    const bool has_end = last < std::numeric_limits<long>::max();
    steps_in_piece = has_end || all_steps == 0 ? last - first : all_steps - first;
    return last;
}

/// Makes steps within the piece.
void EnsembleDriver::march(long steps) {
    find_passes();  // again, since moments may have been set between two calls
    begin_anew_where_changed();
    const std::size_t before = failures.size();
    const bool call = steps_per_call > 0 && calls * steps_per_call == done;
    in_shares(ensemble.blocks().size() / core::group_blocks, threads,
              [&](std::size_t begin, std::size_t end) {
                  const std::size_t from = begin * core::group_blocks, to = end * core::group_blocks;
                  if (call) call_controls(from, to);
                  if (target == Target::one_by_one || is_made_by_another())
                      one_by_one(from, to, steps);
                  else
                      on_lanes(from, to, steps);
              });
    if (call) ++calls;
    explain_failures(before);
    keep_states();
    done += steps;
}

void EnsembleDriver::begin_anew_where_changed() {
    if (!history) return;
    using Bits = std::array<std::uint64_t, sizeof(core::StateBlock) / sizeof(std::uint64_t)>;
    const auto same = [](const core::StateBlock& a, const core::StateBlock& b) {
        return std::bit_cast<Bits>(a) == std::bit_cast<Bits>(b);
    };
    if (ensemble.revision() != history->revision
        || !std::ranges::equal(ensemble.blocks(), history->left, same))
        history->anew = true;
    if (!history->anew) return;
    for (auto& stepper : history->alone) stepper.reset();
    history->put_back.clear();
}
void EnsembleDriver::keep_states() {
    if (!history) return;
    history->anew = false;
    history->left.assign(ensemble.blocks().begin(), ensemble.blocks().end());
    history->revision = ensemble.revision();
}

/// Those at the end of the last step, or at the start.
void EnsembleDriver::give_impulses() {
    for (const Impulse& impulse : impulses) {
        if (impulse.time < grid.origin || step_at(impulse.time) != done) continue;
        for (std::size_t k = 0; k < ensemble.count(); ++k) {
            if (has_failed(k)) continue;
            core::State<double> state = ensemble.principal_state(k);
            give(impulse, ensemble.common_body(), state);
            ensemble.set_principal_state(k, state);
        }
    }
}

void EnsembleDriver::call_controls(std::size_t first_block, std::size_t last_block) {
    const std::size_t last = std::min(last_block * core::block_bodies, ensemble.count());
    for (std::size_t k = first_block * core::block_bodies; k < last; ++k) {
        if (has_failed(k)) continue;
        if (const auto failure = controls->reach(k, piece.from)) {
            report(k, done - first, failure->message);
            stop(k);
        }
    }
}

bool EnsembleDriver::has_failed(std::size_t k) const {
    return stopped[k / core::block_bodies] >> k % core::block_bodies & 1;
}
void EnsembleDriver::stop(std::size_t body) {
    stopped[body / core::block_bodies] |= static_cast<std::uint8_t>(1U << body % core::block_bodies);
}
/// The step is one of the piece, counted from 0.
void EnsembleDriver::report(std::size_t body, long step, std::string reason) {
    const Lock lock(mutex);
    if (body >= ensemble.count()) return stop(body);  // fills up the last block: its failure is not reported
    failures.push_back({body, first + step + 1, in_piece.at(step), std::move(reason)});
}

void EnsembleDriver::find_passes() {
    passes.clear();
    if (target == Target::one_by_one) return;
    using Kind = LaneRecipe::Kind;
    const LaneRecipe& recipe = *method.on_lanes;
    const bool alike = ensemble.moments().common();
    const auto one_pass = [&](std::size_t variant) { passes.push_back({variant, {}}); };
    if (recipe.kind == Kind::exact && alike) {
        const bool symmetric =
            core::SymmetricTop<double>::fits(core::Inertia<double>(ensemble.principal_moments(0)));
        return one_pass(symmetric ? lanes::symmetric_bodies : lanes::asymmetric_bodies);
    }
    if (recipe.kind != Kind::rotations && recipe.kind != Kind::cayley_maps) return one_pass(0);
    if (recipe.axes) return one_pass(core::index_of(*recipe.axes));
    if (alike) return one_pass(core::index_of(core::AxisOrder::ascending(ensemble.principal_moments(0))));

    for (std::size_t i = 0; i < core::axis_orders; ++i)
        passes.push_back({i, std::vector<std::uint8_t>(stopped.size(), 0xff)});
    for (std::size_t k = 0; k < stopped.size() * core::block_bodies; ++k) {
        auto& others =
            passes[core::index_of(core::AxisOrder::ascending(ensemble.principal_moments(k)))].others;
        others[k / core::block_bodies] &= static_cast<std::uint8_t>(~(1U << k % core::block_bodies));
    }
    std::erase_if(passes, [](const Pass& pass) {
        return std::ranges::all_of(pass.others, [](std::uint8_t byte) { return byte == 0xff; });
    });
}

void EnsembleDriver::on_lanes(std::size_t first_block, std::size_t last_block, long steps) {
    lanes::Job job;
    job.states = ensemble.blocks().data();
    job.moments = ensemble.moments().data();
    job.moments_stride = ensemble.moments().stride();
    job.parameters = ensemble.parameters().data();
    job.parameters_stride = ensemble.parameters().stride();
    job.first_block = first_block;
    job.last_block = last_block;
    job.recipe = &*method.on_lanes;
    // has to live as long as its view
    Torque common = within_piece(ensemble.common_torque(), piece);
    if (controls) common = controls->torque_of_all(common, piece);
    if (controls) {
        job.parameters = controls->numbers(first_block, last_block);
        job.parameters_stride = controls->numbers_of_each();
    }
    const auto torque = lanes::on_lanes(common);
    job.torque = &*torque;
    job.principal = core::from_eigen(ensemble.common_body().principal_axes());
    job.origin = in_piece.origin;
    job.step = in_piece.step;
    job.first_step = done - first;
    job.steps = steps;
    if (history) {
        job.history = history->on_lanes.data();
        job.history_numbers = history_numbers(method);
        job.anew = history->anew;
    }
    job.context = this;
    job.failed = [](void* context, std::size_t body, long step) {
        static_cast<EnsembleDriver*>(context)->report(body, step);
    };
    std::vector<std::uint8_t> merged;
    for (const Pass& pass : passes) {
        job.stopped = stopped.data();
        if (!pass.others.empty()) {
            merged = pass.others;
            for (std::size_t b = first_block; b < last_block; ++b) merged[b] |= stopped[b];
            job.stopped = merged.data();
        }
        lanes::kernel(*lanes::kernels(target), *method.on_lanes, pass.variant, *job.torque)(job);
    }
}

bool EnsembleDriver::is_made_by_another() const {
    return &method_of_piece(method, steps_in_piece) != &method;
}
/// So many bodies as are on lanes do not all have steppers of their own unless a piece is cut.
bool EnsembleDriver::forgets_after(long steps) const {
    return is_made_by_another() && done + steps == first + steps_in_piece;
}

/// What makes the steps of a body as it is now, alone.
EnsembleDriver::Stepper EnsembleDriver::stepper_of(std::size_t k) const {
    const Torque torque = within_piece(ensemble.torque(k), piece);
    const MakeStepper<double>& make = method_of_piece(method, steps_in_piece).on_double;
    if (controls) return make(controls->body(k), controls->torque(k, torque, piece));
    return make(ensemble.body(k), torque);
}

/// The same with what it knows of the steps before, if they were made by one that is no more.
EnsembleDriver::Stepper EnsembleDriver::stepper_to_go_on(std::size_t k) {
    Stepper stepper = stepper_of(k);
    if (history && k < history->put_back.size() && !history->put_back[k].empty()) {
        core::Archive remembered(std::move(history->put_back[k]));
        history->put_back[k].clear();
        stepper->keep(remembered);
    }
    return stepper;
}

/// Step n of the piece. A wheel that comes to its limit within it divides it.
core::Status EnsembleDriver::make_step(std::size_t k, long n, Stepper& stepper, core::State<double>& state) {
    const double begin = in_piece.at(n), h = in_piece.step;
    if (!controls) return stepper->step(state, begin, h);
    constexpr double negligible = 1e-9;  // parts of a step that are shorter are none
    double t = begin;
    while (controls->next(k) < begin + (1 - negligible) * h) {
        const double change = controls->next(k);
        if (change > t + negligible * h) {
            const core::Status status = stepper->step(state, t, change - t);
            if (!status.ok()) return status;
            t = change;
        }
        if (controls->reach(k, change)) break;  // never: it is not the time of a call
        stepper = stepper_of(k);
    }
    return stepper->step(state, t, t > begin ? begin + h - t : h);
}

/// Advances these bodies by the code of single runs.
void EnsembleDriver::one_by_one(std::size_t first_block, std::size_t last_block, long steps) {
    const std::size_t last = std::min(last_block * core::block_bodies, ensemble.count());
    for (std::size_t k = first_block * core::block_bodies; k < last; ++k) {
        if (has_failed(k)) continue;
        if (history && !controls) {
            march_alone(k, steps);
            continue;
        }
        Stepper own = history ? std::move(history->alone[k]) : nullptr,
                stepper = own ? std::move(own) : stepper_to_go_on(k);
        core::State<double> state = ensemble.principal_state(k);
        for (long n = done - first; n < done - first + steps; ++n) {
            core::State<double> next = state;
            const core::Status status = make_step(k, n, stepper, next);
            if (!status.ok() || !is_finite(next)) {
                report(k, n);
                break;
            }
            state = next;
        }
        ensemble.set_principal_state(k, state);
        if (history && !forgets_after(steps)) history->alone[k] = std::move(stepper);
    }
}

/// By the loop of the method itself, with what it knows of the steps before.
void EnsembleDriver::march_alone(std::size_t k, long steps) {
    Stepper& stepper = history->alone[k];
    if (!stepper) stepper = stepper_to_go_on(k);
    core::State<double> state = ensemble.principal_state(k);
    const auto [made, status] = stepper->march(state, in_piece, done - first, steps);
    ensemble.set_principal_state(k, state);
    if (made < steps || !is_finite(state)) report(k, done - first + std::min(made, steps - 1));
    if (forgets_after(steps)) stepper.reset();
}

/// Marks the bodies that have just failed as stopped, and makes a failed step once more to find the reason.
void EnsembleDriver::explain_failures(std::size_t before) {
    for (std::size_t i = before; i < failures.size(); ++i) {
        BodyFailure& f = failures[i];
        stop(f.body);
        if (!f.reason.empty()) continue;
        const Stepper stepper = stepper_of(f.body);
        const core::State<double> state = ensemble.principal_state(f.body);
        core::State<double> next = state;
        core::Status status{core::Outcome::step_too_long};
        // with a history of steps, only the first step can be made once more
        if (!history || is_made_by_another() || f.step - 1 == first)
            status = stepper->step(next, f.time, in_piece.step);
        f.reason = step_failure(status, *stepper, state, next, f.time, in_piece.step).message;
    }
    std::ranges::sort(failures, {}, &BodyFailure::body);
}

}  // namespace polhode
