/// Runs that are made a few steps at a time, for those who look at them on the way: to the last bit the steps of `run`.
#include "answer.hpp"
#include "handles.hpp"
#include "io/json_number.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/integrator.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/simulate/free_motion.hpp"
#include "polhode/simulate/state_hash.hpp"
#include "read.hpp"
#include "simulate/advance.hpp"
#include "simulate/starting_state.hpp"
#include "simulate/state_distance.hpp"
#include "state.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <limits>

namespace polhode::web {
namespace {

class Live {
public:
    explicit Live(Scenario scenario)
        : scenario_(std::move(scenario)),
          advance_(scenario_.problem, scenario_.run,
                   starting_state(scenario_.problem.initial, scenario_.problem.body).or_throw()),
          principal_(core::from_eigen(scenario_.problem.body.principal_axes())) {
        if (!scenario_.run.events.empty())
            throw InputError("events: a run by a few steps at a time does not look for them; use run");
        if (scenario_.run.sensitivity || scenario_.run.parameter_sensitivity)
            throw InputError("sensitivity: a run by a few steps at a time does not follow it; use run");
        look();
    }

    /// Fewer steps at the end.
    void march(long steps) {
        const long last =
            advance_.done() + std::min(steps, std::numeric_limits<long>::max() - advance_.done());
        while (advance_.done() < last && !advance_.finished()) {
            advance_.prepare();
            const auto failure =
                advance_.on_grid() && !advance_.between_looks()
                    ? advance_.make_steps(std::min(last - advance_.done(), advance_.steps_left()))
                    : advance_.make_step();
            if (failure) failure->raise();
            advance_.give_impulses();
        }
        look();
    }

    const StateRow& row() const { return row_; }
    double steps() const { return static_cast<double>(advance_.done()); }
    double torque_evaluations() const { return static_cast<double>(advance_.torque_evaluations()); }
    bool finished() const { return advance_.finished(); }
    double time() const { return advance_.time(); }
    State state() const { return core::from_principal(advance_.state(), principal_); }
    const Scenario& scenario() const { return scenario_; }

    /// {"method", "problem", "step", "end", "moments"}
    Json about() const {
        const Problem& problem = scenario_.problem;
        return {{"problem", problem.name},
                {"method", scenario_.run.method->sheet.name},
                {"step", json_number("step", advance_.grid().step)},
                {"end", json_number("end", scenario_.run.end)},
                {"moments", json_list("moments", problem.body.moments())},
                {"principal_axes", json_list("principal_axes", problem.body.principal_axes())}};
    }

private:
    void look() {
        const double t = advance_.time();
        const State now = state();
        row_ = state_row(t, now, advance_.piece().body.angular_velocity(now.momentum, t),
                         advance_.invariants(t, advance_.state()).energy);
    }

    Scenario scenario_;
    Advance advance_;  // refers to scenario_.run
    core::Quaternion<double> principal_;
    StateRow row_{};
};

/// The motion itself, as nearly as doubles can tell it: of a free body in closed form, else by Taylor series of order 24
/// that choose their steps.
class Reference {
public:
    explicit Reference(const Scenario& scenario)
        : problem_(scenario.problem),
          start_(starting(problem_)),
          taylor_(taylor_flow(24), problem_.body, problem_.torque, start_) {
        if (problem_.control || !problem_.wheels.empty() || !problem_.impulses.empty())
            throw InputError("control, wheels, impulses: there is no reference for a body that has them");
        if (is_free(problem_)) free_.emplace(free_motion(problem_.body, start_));
        longest_ = problem_.defaults.step;
        go_to(0);
    }

    void go_to(double t) {
        if (free_) {
            state_ = free_->at(t);
        } else {
            // a step of any length is covered by as many series as it takes
            taylor_.advance_to(t, std::max(std::abs(t - taylor_.time()), std::numeric_limits<double>::min()));
            state_ = taylor_.state();
        }
        row_ = state_row(t, state_, problem_.body.angular_velocity(state_.momentum, t),
                         taylor_.energy(state_, t));
    }

    const StateRow& row() const { return row_; }
    /// The larger of the angle between the attitudes, in radians, and the distance of the momenta relative to that of
    /// the start.
    double distance(const State& state) const {
        const auto principal = core::from_eigen(problem_.body.principal_axes());
        return state_distance(core::to_principal(state, principal), core::to_principal(state_, principal),
                              start_.momentum.norm());
    }

private:
    static State starting(const Problem& problem) {
        const auto start = starting_state(problem.initial, problem.body).or_throw();
        return core::from_principal(start, core::from_eigen(problem.body.principal_axes()));
    }

    Problem problem_;
    State start_, state_;
    Integrator taylor_;
    std::optional<FreeMotion> free_;
    double longest_ = 0;
    StateRow row_{};
};

Handles<Live> live;
Handles<Reference> references;

}  // namespace
}  // namespace polhode::web

using namespace polhode;
using namespace polhode::web;

/// The number of a new run, 0 for an error.
POLHODE_EXPORT(live_new)
int live_new(const char* toml, std::uint32_t toml_size, const char* settings, std::uint32_t settings_size) {
    int number = 0;
    guarded([&] {
        const int made = live.add(
            std::make_unique<Live>(scenario_of(text(toml, toml_size), text(settings, settings_size))));
        answer() = json_text(live.at(made).about());
        number = made;
    });
    return number;
}
/// `steps` more steps, fewer at the end.
POLHODE_EXPORT(live_march) int live_march(int number, int steps) {
    return guarded([&] {
        if (steps < 0) throw InputError(fmt::format("steps: {}, expected 0 or more", steps));
        live.at(number).march(steps);
    });
}
/// A row of 15 numbers (state.hpp), which the next march overwrites; null for a wrong number.
POLHODE_EXPORT(live_row) const double* live_row(int number) {
    const Live* found = live.find(number);
    return found ? found->row().data() : nullptr;
}
POLHODE_EXPORT(live_steps) double live_steps(int number) {
    const Live* found = live.find(number);
    return found ? found->steps() : 0;
}
POLHODE_EXPORT(live_torque_evaluations) double live_torque_evaluations(int number) {
    const Live* found = live.find(number);
    return found ? found->torque_evaluations() : 0;
}
POLHODE_EXPORT(live_finished) int live_finished(int number) {
    const Live* found = live.find(number);
    return found ? static_cast<int>(found->finished()) : 1;
}
/// The answer is the hash that `polhode run --hash` prints for the state now reached.
POLHODE_EXPORT(live_hash) int live_hash(int number) {
    return guarded([&] {
        const Live& run = live.at(number);
        answer() = fmt::format("{:016x}", state_hash(run.time(), run.state()));
    });
}
POLHODE_EXPORT(live_free) void live_free(int number) { live.remove(number); }

/// Of the motion of a scenario, whatever its method: the number of a reference at time 0, 0 for an error.
POLHODE_EXPORT(reference_new)
int reference_new(const char* toml, std::uint32_t toml_size, const char* settings,
                  std::uint32_t settings_size) {
    int number = 0;
    guarded([&] {
        number = references.add(
            std::make_unique<Reference>(scenario_of(text(toml, toml_size), text(settings, settings_size))));
    });
    return number;
}
POLHODE_EXPORT(reference_to) int reference_to(int number, double time) {
    return guarded([&] { references.at(number).go_to(time); });
}
POLHODE_EXPORT(reference_row) const double* reference_row(int number) {
    const Reference* found = references.find(number);
    return found ? found->row().data() : nullptr;
}
/// Takes the reference to the time of a live run, and says how far apart they are; NaN for an error.
POLHODE_EXPORT(distance) double distance(int reference_number, int live_number) {
    double found = std::numeric_limits<double>::quiet_NaN();
    guarded([&] {
        Reference& reference = references.at(reference_number);
        const Live& run = live.at(live_number);
        reference.go_to(run.time());
        found = reference.distance(run.state());
    });
    return found;
}
POLHODE_EXPORT(reference_free) void reference_free(int number) { references.remove(number); }
