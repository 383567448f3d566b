/// A method on one problem, ready to step: the type-erased face (Stepper) and the typed body (MethodStepper).
/// Erasure happens once per run: `march` is the loop over many steps inside the typed code.
#pragma once

#include "polhode/step/archive.hpp"
#include "polhode/step/status.hpp"
#include "polhode/step/system.hpp"
#include "polhode/step/watch.hpp"

#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace polhode::core {

/// Equidistant times t_n = origin + n h, without accumulating rounding.
template <class Real>
struct TimeGrid {
    Real origin;
    Real step;
    Real at(long n) const { return origin + Real(n) * step; }
};

/// Stepper::march, whatever makes the single step.
template <class Step, class Real>
std::pair<long, Status> march_unwatched(const Step& step, State<Real>& state, const TimeGrid<Real>& grid,
                                        long first, long count) {
    Status status;
    for (long n = 0; n < count; ++n) {
        status = step(state, grid.at(first + n), grid.step);
        if (!status.ok() || !is_finite(state.momentum)) return {n, status};
    }
    return {count, status};
}

template <class Real>
class Stepper {
public:
    Stepper() = default;
    Stepper(const Stepper&) = delete;
    Stepper& operator=(const Stepper&) = delete;
    virtual ~Stepper() = default;

    /// One step from t to t + h. Any state may be given; a torque carried over from the step before is used
    /// only if the state is the one that step ended with.
    virtual Status step(State<Real>& state, const Real& t, const Real& h) = 0;

    /// Steps first … first + count − 1 of a grid, with every state shown to the watch. Stops at a failure;
    /// returns the steps done and the last status.
    virtual std::pair<long, Status> march(State<Real>& state, const TimeGrid<Real>& grid, long first,
                                          long count, Watch<Real>& watch) = 0;

    /// The same with nobody looking: only the last state counts, which is faster, and takes a processed
    /// method fewer torque evaluations.
    virtual std::pair<long, Status> march(State<Real>& state, const TimeGrid<Real>& grid, long first,
                                          long count) {
        const auto one = [this](State<Real>& s, const Real& t, const Real& h) { return step(s, t, h); };
        return march_unwatched(one, state, grid, first, count);
    }

    /// The conserved quantities of a state.
    virtual Invariants<Real> invariants(const State<Real>& state, const Real& t) const = 0;

    virtual Vector3<Real> torque(const Real& t, const State<Real>& state) const = 0;
    /// The text of a formula of the torque that yields no number here; null: none does.
    virtual const char* torque_culprit(const Real&, const State<Real>&) const { return nullptr; }
    virtual long torque_evaluations() const = 0;

    /// The torque at the end of the last step, if the method has evaluated it there.
    virtual std::optional<Vector3<Real>> torque_at_end() const { return std::nullopt; }

    /// Forgets the steps made so far, and what was carried from them: the next one is a first one.
    virtual void restart() = 0;

    /// The end of the last step has been moved to a state close by. A method whose memory is the history of
    /// the run goes on with it; for every other one this is a new state.
    virtual void moved(const State<Real>&) {}

    /// Steps whose end could not be brought to the energy asked for (method/energy_projection.hpp).
    virtual long missed_projections() const { return 0; }

    /// Steps that the method has chosen itself, if it does.
    virtual std::optional<long> own_steps() const { return std::nullopt; }

    /// One step towards a time; one that chooses its steps goes no further than its present one, or than the next
    /// if that is over. Returns the time reached. Many of these lead to the state of a single step, to the last
    /// bit, if the method chooses its steps.
    virtual std::pair<Real, Status> step_towards(State<Real>& state, const Real& t, const Real& target) {
        return {target, step(state, t, target - t)};
    }

    /// The state at a time within the last step, if the method itself knows it there: a series does.
    virtual std::optional<State<Real>> inside(const Real&) const { return std::nullopt; }

    /// What the steps made so far leave to the next one, so that another stepper of the same method on the same
    /// problem can go on with the same bits.
    virtual void keep(Archive& archive) = 0;
};

/// Stepper::march with a watch, for a concrete stepper: its functions are called without going through the table.
template <class Step, class Concrete, class Real>
std::pair<long, Status> march_watched(const Step& step, const Concrete& stepper, State<Real>& state,
                                      const TimeGrid<Real>& grid, long first, long count,
                                      Watch<Real>& watch) {
    Status status;
    for (long n = 0; n < count; ++n) {
        status = step(state, grid.at(first + n), grid.step);
        if (!status.ok() || !is_finite(state.momentum)) return {n, status};
        const Real t = grid.at(first + n + 1);
        watch.see(t, state, stepper.invariants(state, t));
    }
    return {count, status};
}

/// A method whose memory is the past of the run, not something derived from its last state alone.
template <class Method>
concept KeepsHistory = requires { requires Method::keeps_history; };

/// Where a step ended, to know whether the next one goes on from there.
template <class Real>
class EndOfStep {
public:
    void set(const State<Real>& state, const Real& t) {
        state_ = state;
        time_ = t;
    }
    void replace(const State<Real>& state) { state_ = state; }

    /// Is this the state and time with which the step ended (times up to rounding)?
    bool continues(const State<Real>& state, const Real& t, const Real& h) const {
        using std::abs;
        const auto same = [](const Real& a, const Real& b) { return !(a < b) && !(a > b); };
        const Quaternion<Real>&q = state.attitude, &e = state_.attitude;
        const Vector3<Real>&p = state.momentum, &m = state_.momentum;
        return same(q.x, e.x) && same(q.y, e.y) && same(q.z, e.z) && same(q.w, e.w) && same(p.x, m.x)
            && same(p.y, m.y) && same(p.z, m.z)
            && abs(t - time_) <= Real(8 * epsilon<Real>) * (abs(t) + abs(h));
    }

private:
    State<Real> state_;
    Real time_{};
};

/// A method whose step is: enter, advance, leave, where the last undoes the first. See method/processed.hpp.
template <class Method, class Real, class Model>
concept EntersAndLeaves = requires(const Method& m, System<Real, Model>& system, State<Real>& state,
                                   typename Method::template Memory<Real>& memory, const Real& t) {
    m.enter(system, state, memory, t, t);
    m.advance(system, memory, t, t);
    m.leave(system, state, memory, t);
};

/// A method that has a loop of its own for many steps. See method/multistep.hpp.
template <class Method, class Real, class Model>
concept Marches = requires(const Method& m, System<Real, Model>& system, State<Real>& state,
                           typename Method::template Memory<Real>& memory,
                           const TimeGrid<Real>& grid) { m.march(system, state, memory, grid, 0L, 1L); };

// What a stepper is asked about its system, compiled once for all methods.
template <class Real, class Model>
[[gnu::noinline]] Vector3<Real> uncounted_torque(const System<Real, Model>& system, const Real& t,
                                                 const State<Real>& state) {
    return system.model(t, state.attitude, system.velocity(t, state.momentum));
}
template <class Real, class Model>
[[gnu::noinline]] const char* culprit_in([[maybe_unused]] const System<Real, Model>& system,
                                         [[maybe_unused]] const Real& t,
                                         [[maybe_unused]] const State<Real>& state) {
    if constexpr (requires { system.model.culprit(t, state.attitude, state.momentum); })
        return system.model.culprit(t, state.attitude, system.inertia.solve(state.momentum));
    else
        return nullptr;
}

template <class Method, class Real, class Model>
class MethodStepper final : public Stepper<Real> {
public:
    /// `owner` keeps alive what the model refers to; a rotor is for methods that take one.
    MethodStepper(Method method, const Inertia<Real>& inertia, Model model,
                  std::shared_ptr<const void> owner = {}, const Rotor<Real>& rotor = {})
        : method_(std::move(method)),
          system_{inertia, std::move(model), 0, rotor},
          owner_(std::move(owner)) {}

    [[gnu::noinline]] Status step(State<Real>& state, const Real& t, const Real& h) override {
        return inlined_step(state, t, h);
    }

    std::pair<long, Status> march(State<Real>& state, const TimeGrid<Real>& grid, long first, long count,
                                  Watch<Real>& watch) override {
        return march_watched(step_in_loop(), *this, state, grid, first, count, watch);
    }

    std::pair<long, Status> march(State<Real>& state, const TimeGrid<Real>& grid, long first,
                                  long count) override {
        if constexpr (EntersAndLeaves<Method, Real, Model>) {
            if (count <= 0) return {0, {}};
            const Real start = grid.at(first);
            begin(state, start, grid.step);
            Status status = method_.enter(system_, state, *memory_, start, grid.step);
            if (!status.ok()) return {0, status};
            long done = 0;
            for (; done < count; ++done) {
                status = method_.advance(system_, *memory_, grid.at(first + done), grid.step);
                if (!status.ok() || !is_finite(memory_->kernel.momentum)) break;
            }
            const Real time = grid.at(first + done);
            const Status left = method_.leave(system_, state, *memory_, time);
            if (!is_finite(state.momentum) && done == count) --done;
            end_.set(state, time);
            return {done, status.ok() ? left : status};
        } else if constexpr (Marches<Method, Real, Model>) {
            if (count <= 0) return {0, {}};
            begin(state, grid.at(first), grid.step);
            const auto made = method_.march(system_, state, *memory_, grid, first, count);
            end_.set(state, grid.at(first + made.first));
            return made;
        } else {
            return march_unwatched(step_in_loop(), state, grid, first, count);
        }
    }

    Invariants<Real> invariants(const State<Real>& state, const Real& t) const override {
        return measure(system_.inertia, system_.model, state, t, system_.rotor);
    }
    Vector3<Real> torque(const Real& t, const State<Real>& state) const override {
        return uncounted_torque(system_, t, state);
    }
    const char* torque_culprit(const Real& t, const State<Real>& state) const override {
        return culprit_in(system_, t, state);
    }
    long torque_evaluations() const override {
        if constexpr (requires { system_.model.calls(); })  // a user's function counts its own calls
            if (const std::optional<long> calls = system_.model.calls()) return calls_before_ + *calls;
        return system_.torque_evaluations;
    }
    std::optional<Vector3<Real>> torque_at_end() const override {
        if constexpr (requires { method_.ends_with_torque(); })
            if (memory_ && method_.ends_with_torque()) return memory_->torque;
        return std::nullopt;
    }
    [[gnu::cold]] void restart() override {
        own_steps_before_ = own_steps().value_or(0);
        memory_.reset();
    }
    void moved(const State<Real>& state) override {
        if constexpr (KeepsHistory<Method>) end_.replace(state);
    }

    std::optional<long> own_steps() const override {
        if constexpr (requires { memory_->own_steps; })
            return own_steps_before_ + (memory_ ? memory_->own_steps : 0);
        else
            return std::nullopt;
    }

    std::pair<Real, Status> step_towards(State<Real>& state, const Real& t, const Real& target) override {
        if constexpr (requires { method_.step_towards(system_, state, *memory_, t, target); }) {
            begin(state, t, target - t);
            const Real reached = method_.step_towards(system_, state, *memory_, t, target);
            end_.set(state, reached);
            return {reached, {}};
        } else {
            return Stepper<Real>::step_towards(state, t, target);
        }
    }
    std::optional<State<Real>> inside([[maybe_unused]] const Real& t) const override {
        if constexpr (requires { method_.inside(system_, *memory_, t); })
            if (memory_) return method_.inside(system_, *memory_, t);
        return std::nullopt;
    }

    [[gnu::cold]] void keep(Archive& archive) override {
        long evaluations = torque_evaluations();
        archive(evaluations, own_steps_before_, end_);
        keep_memory(archive);
        if (!archive.is_reading()) return;
        // after the memory, which may take some to be made again
        calls_before_ += evaluations - torque_evaluations();
        system_.torque_evaluations = evaluations;
    }

private:
    Status inlined_step(State<Real>& state, const Real& t, const Real& h) {
        begin(state, t, h);
        const Status status = method_.step(system_, state, *memory_, t, h);
        // a method may have evaluated it at an angular velocity that is only close to that at the end
        if constexpr (std::is_base_of_v<CarriesTorque, Method>)
            if (rate_dependence_of(system_.model) != RateDependence::none)
                memory_->torque = system_.torque(t + h, state);
        end_.set(state, t + h);
        return status;
    }
    /// On double a step is inlined into each of the loops over it. On other scalars it takes so long that a call does
    /// not count, and so many bytes that copies do.
    auto step_in_loop() {
        return [this](State<Real>& state, const Real& t, const Real& h) {
            if constexpr (std::is_same_v<Real, double>)
                return inlined_step(state, t, h);
            else
                return step(state, t, h);
        };
    }

    [[gnu::cold]] void keep_memory(Archive& archive) {
        using Kept = typename Method::template Memory<Real>;
        if constexpr (requires { Method::memory_is_room; }) {
            if (archive.is_reading()) memory_.reset();
        } else if constexpr (requires { method_.keep(system_, *memory_, archive); }) {
            bool is_there = memory_.has_value();
            archive(is_there);
            if (archive.is_reading()) memory_.reset();
            if (!is_there || !archive.is_good()) return;
            if (archive.is_reading()) memory_.emplace(method_.template room<Real>());
            method_.keep(system_, *memory_, archive);
        } else if constexpr (std::is_trivially_copyable_v<Kept>) {
            archive(memory_);
        } else {
            static_assert(!std::is_same_v<Real, double>, "say how the memory of this method is kept");
            archive.refuse();
        }
    }

    void begin(const State<Real>& state, const Real& t, const Real& h) {
        if (memory_ && end_.continues(state, t, h)) return;
        if constexpr (std::is_trivially_copyable_v<typename Method::template Memory<Real>>)
            memory_ = method_.start(system_, state, t);
        else
            start_memory(state, t);
    }
    /// Of one that allocates: rare and slow in any case, so that it is compiled to be small.
    [[gnu::noinline, gnu::cold]] void start_memory(const State<Real>& state, const Real& t) {
        memory_ = method_.start(system_, state, t);
    }

    Method method_;
    System<Real, Model> system_;
    std::shared_ptr<const void> owner_;
    std::optional<typename Method::template Memory<Real>> memory_;
    EndOfStep<Real> end_;
    long own_steps_before_ = 0;  // of memories that were forgotten
    long calls_before_ = 0;      // of the torque, by a stepper that this one goes on from
};

}  // namespace polhode::core
