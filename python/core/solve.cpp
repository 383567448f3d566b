/// One run: method and step chosen if need be, the states collected, and what can be asked of it afterwards.
#include "arrays.hpp"
#include "case.hpp"
#include "control_history.hpp"
#include "interpreter.hpp"
#include "keeper.hpp"
#include "module.hpp"
#include "motion.hpp"
#include "polhode/advise/certify.hpp"
#include "polhode/advise/choose.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/simulate/restart.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace polhode::python {
namespace {

using namespace nb::literals;

template <class Matrix>
void add_rows(std::vector<double>& numbers, const Matrix& matrix) {
    for (Eigen::Index i = 0; i < matrix.rows(); ++i)
        for (Eigen::Index j = 0; j < matrix.cols(); ++j) numbers.push_back(matrix(i, j));
}

/// What is kept of the samples.
struct Samples {
    std::vector<double> time = {}, rate = {}, energy = {}, transition = {}, by_parameters = {};
    StateColumns states = {};

    void add(double t, const State& state, const Eigen::Vector3d& angular_velocity, double h) {
        time.push_back(t);
        states.add(state);
        rate.insert(rate.end(), angular_velocity.data(), angular_velocity.data() + 3);
        energy.push_back(h);
    }
    void add_derivatives(const Sample& sample) {
        if (sample.transition) add_rows(transition, *sample.transition);
        if (sample.by_parameters) add_rows(by_parameters, *sample.by_parameters);
    }
    void keep(core::Archive& archive) {
        archive(time, rate, energy, transition, by_parameters, states.attitude, states.momentum);
    }
};

/// A run that has been made.
struct Run {
    Case made;  ///< its plan is the one that was carried out
    std::optional<Choice> choice = {};
    Result result = {};
    Samples samples = {};
    ControlHistory control = {};
    std::optional<Motion> motion = {};
    bool motion_is_asked = false;  ///< by a call that has not returned; known with the interpreter's lock
};

/// What is kept of a run that may be cut off.
struct KeptRun {
    std::optional<Choice> choice = {};
    std::vector<std::byte> run = {};  ///< where it is (Restart); empty for one that begins
    Samples samples = {};
    ControlHistory control = {};

    void keep(core::Archive& archive) {
        bool has_choice = choice.has_value();
        archive(has_choice);
        if (archive.is_reading() && has_choice) choice.emplace();
        if (choice)
            archive(choice->asked, choice->method, choice->end, choice->steps, choice->step, choice->estimate,
                    choice->estimated_by, choice->pilot_torque_evaluations);
        archive(run, samples, control);
    }
};

KeptRun kept_in(const std::vector<std::byte>& bytes) {
    KeptRun kept;
    if (bytes.empty()) return kept;
    core::Archive archive(bytes);
    archive(kept);
    if (!archive.is_good() || !archive.is_at_end())
        throw InputError(
            "checkpoint: its bytes are damaged, or of another version: expected one of this run");
    return kept;
}

std::vector<std::byte> bytes_of(const Run& run, std::vector<std::byte> where) {
    core::Archive archive;
    KeptRun kept{run.choice, std::move(where), run.samples, run.control};
    archive(kept);
    return archive.bytes();
}

void choose_steps(Run& run, bool dense, const Keeper& keeper) {
    const auto* wanted = std::get_if<ToTolerance>(&run.made.plan.steps);
    if (!wanted) return;
    const Plan& plan = run.made.plan;
    if (!run.choice) {
        constexpr std::chrono::seconds long_choice(1);  // one that takes longer is not made twice
        const auto begin = std::chrono::steady_clock::now();
        const Tolerance tolerance{.error = wanted->error,
                                  .method = plan.method,
                                  .end = plan.end,
                                  .sample_spacing = wanted->sample_spacing,
                                  .go_on = [&] { return keeper.goes_on(); },
                                  .times = plan.times,
                                  .every_time = plan.every_time,
                                  .events = dense || !plan.events.empty()};
        run.choice = choose(run.made.problem, tolerance);
        if (std::chrono::steady_clock::now() - begin > long_choice) keeper.take(bytes_of(run, {}));
    }
    run.made.plan = plan_of(*run.choice, plan);
}

void refuse_dense_output(const Case& given) {
    const Problem& problem = given.problem;
    const bool changes =
        std::ranges::any_of(given.plan.events, [](const Event& e) { return bool(e.change); });
    if (problem.control || !problem.wheels.empty() || !problem.impulses.empty() || changes)
        throw InputError(
            "dense_output: expected a run without control, wheels, impulses and events that change the state; give the "
            "times as t_eval");
}

/// ½ω·Iω, which is right with rotors and wheels too.
double kinetic_energy(const Eigen::Matrix3d& tensor, const Eigen::Vector3d& rate) {
    return 0.5 * rate.dot(tensor * rate);
}

/// Now and then among many states.
void look_at_signals(std::size_t states) {
    if (states % 4096 == 4095) check_signals();
}

/// With dense output the states at all steps are needed, and those asked for follow from them.
void make_run(Run& run, const std::vector<double>& wanted, bool dense, const Keeper& keeper,
              std::vector<std::byte> from) {
    const bool by_time = !wanted.empty();
    if (by_time) {  // in place of the samples that the settings ask for
        run.made.plan.every = 1;
        run.made.plan.every_time.reset();
        run.made.plan.times = wanted;
    }
    choose_steps(run, dense, keeper);
    const Case& made = run.made;
    Plan plan = made.plan;
    if (dense) {
        refuse_dense_output(made);
        plan.every = 1;
        plan.every_time.reset();
        plan.times.clear();
    }
    const Eigen::Matrix3d tensor = made.problem.body.tensor();
    std::size_t next = by_time && !dense ? run.samples.time.size() : 0;  // of the times asked for
    Hooks hooks;
    hooks.on_sample = [&](const Sample& s) {
        if (by_time && !dense) {
            // a run samples its first and its last state whether they are asked for or not
            if (next == wanted.size() || s.time != wanted[next]) return;
            ++next;
        }
        run.samples.add(s.time, s.state, s.angular_velocity,
                        s.energy ? *s.energy : kinetic_energy(tensor, s.angular_velocity));
        run.samples.add_derivatives(s);
    };
    hooks.on_progress = [&](long, long) { return keeper.goes_on(); };
    hooks.on_control = [&](const ControlRecord& record) { run.control.add(record); };
    Restart restart{.from = std::move(from)};
    if (keeper.is_there()) {
        restart.asked_every = keeper.asked_every();
        restart.due = [&] { return keeper.is_due(); };
        restart.take = [&](const Expected<std::vector<std::byte>>& where) {
            keeper.take(where ? Expected(bytes_of(run, *where)) : where);
        };
    }
    Plan bare = plan;  // what is conserved is watched when it is asked for
    bare.conservation = bare.balance = false;
    const Resolved resolved = resolve(made.problem, bare).or_throw();
    run.result = carry_out(made.problem, resolved, hooks, restart).or_throw();
    run.made.plan = plan;
    if (!dense || !run.result.complete) return;
    run.motion.emplace(made.problem, method(run.result.method), run.result.own_steps.has_value(),
                       std::make_shared<const MadeSteps>(run.samples.time, run.samples.states));
    if (!by_time) return;
    Samples asked;
    for (const double t : wanted) {
        look_at_signals(asked.time.size());
        if (t > run.motion->last()) break;
        const State state = run.motion->at(t);
        asked.add(t, state, made.problem.body.angular_velocity(state.momentum, t),
                  run.motion->energy(state, t));
    }
    run.samples = std::move(asked);
}

std::unique_ptr<Run> solve(const Case& given, const Times& t_eval, bool dense, nb::object keeper_object,
                           const nb::bytes& from) {
    const Keeper keeper(std::move(keeper_object));
    KeptRun kept = kept_in(bytes_in(from));
    auto run = std::make_unique<Run>(Run{
        .made = given, .choice = kept.choice, .samples = kept.samples, .control = std::move(kept.control)});
    const auto numbers = numbers_of(t_eval);
    const std::vector<double> wanted(numbers.begin(), numbers.end());
    if (dense && given.plan.sensitivity)
        throw InputError("dense_output: expected a run without sensitivity; give the times as t_eval");
    const nb::gil_scoped_release unlocked;
    make_run(*run, wanted, dense, keeper, std::move(kept.run));
    return run;
}

/// The arrays of a run; handed over, not copied.
nb::dict samples_of(Run& run) {
    Samples& s = run.samples;
    const std::size_t n = s.time.size();
    nb::dict arrays;
    if (const std::size_t wheels = run.made.problem.wheels.size(); wheels > 0)
        arrays["wheel_momentum"] =
            array_of(wheel_momenta_at(s.time, run.control, run.made.problem.wheels), {n, wheels});
    if (run.made.start != 0)
        for (double& t : s.time) t += run.made.start;
    arrays["t"] = array_of(std::move(s.time), {n});
    arrays["attitude"] = array_of(std::move(s.states.attitude), {n, 4});
    arrays["momentum"] = array_of(std::move(s.states.momentum), {n, 3});
    arrays["angular_velocity"] = array_of(std::move(s.rate), {n, 3});
    arrays["energy"] = array_of(std::move(s.energy), {n});
    if (run.result.transition) arrays["transition"] = array_of(std::move(s.transition), {n, 6, 6});
    if (const auto& by = run.result.parameter_sensitivity)
        arrays["parameter_sensitivity"] = array_of(std::move(s.by_parameters), {n, 6, by->names.size()});
    s = {};
    return arrays;
}

nb::list events_of(const Run& run) {
    nb::list events;
    for (const EventRecord& e : run.result.events) {
        nb::dict event;
        event["name"] = e.name;
        event["t"] = e.time + run.made.start;
        event["attitude"] = array_of(e.state.attitude);
        event["momentum"] = array_of(e.state.momentum);
        event["rising"] = e.rising;
        events.append(event);
    }
    return events;
}

nb::list impulses_of(const Run& run) {
    nb::list impulses;
    for (const ImpulseRecord& record : run.result.impulses) {
        nb::dict impulse;
        impulse["name"] = record.name;
        impulse["t"] = record.time;
        impulse["attitude"] = array_of(record.after.attitude);
        impulse["momentum_before"] = array_of(record.before.momentum);
        impulse["momentum_after"] = array_of(record.after.momentum);
        impulses.append(impulse);
    }
    return impulses;
}

/// The calls of the control, and what they commanded; None without control and wheels.
nb::object control_of(const Run& run) {
    const std::optional<ControlSummary>& summary = run.result.control;
    if (!summary) return nb::none();
    ControlHistory h = run.control;
    const std::size_t calls = h.time.size(), wheels = run.made.problem.wheels.size();
    nb::dict d;
    d["law"] = summary->law;
    d["period"] = summary->period;
    d["kind"] = h.is_moment ? "moment" : "torque";
    std::vector<std::string> names;
    names.reserve(wheels);
    for (const Wheel& wheel : run.made.problem.wheels) names.push_back(wheel.name);
    d["wheels"] = names;
    d["t"] = array_of(std::move(h.time), {calls});
    d["command"] = array_of(std::move(h.command), {calls, 3});
    d["wheel_momentum"] = array_of(std::move(h.wheel_momentum), {calls, wheels});
    return d;
}

nb::object trend_of(const std::optional<Conservation::Trend>& trend) {
    if (!trend) return nb::none();
    nb::dict d;
    d["max_error"] = trend->max_error;
    d["mean_error"] = trend->mean_error;
    d["error_slope"] = trend->error_slope;
    d["slope_uncertainty"] = trend->slope_uncertainty;
    return d;
}

/// Of all steps: they are made once more, and watched.
nb::dict conservation_of(const Run& run) {
    Conservation c;
    {
        const nb::gil_scoped_release unlocked;
        Plan plan = run.made.plan;
        plan.every_time.reset();
        plan.times.clear();
        plan.sensitivity = false;
        plan.parameter_sensitivity.reset();
        c = simulate(run.made.problem, plan,
                     {.on_progress =
                          [](long, long) {
                              check_signals();
                              return true;
                          }})
                .conservation;
    }
    nb::dict d;
    d["energy"] = trend_of(c.energy);
    d["momentum"] = trend_of(c.momentum);
    d["max_quaternion_norm_error"] = c.max_quaternion_norm_error;
    d["work"] = c.energy_balance ? nb::cast(c.energy_balance->work) : nb::none();
    d["work_error"] = c.energy_balance ? nb::cast(c.energy_balance->max_error) : nb::none();
    d["impulse"] = c.momentum_balance ? nb::cast(array_of(c.momentum_balance->impulse)) : nb::none();
    d["impulse_error"] = c.momentum_balance ? nb::cast(c.momentum_balance->max_error) : nb::none();
    return d;
}

nb::dict summary_of(const Run& run) {
    const Result& r = run.result;
    nb::dict d;
    d["method"] = r.method;
    d["step"] = r.step;
    d["steps"] = r.own_steps.value_or(r.steps);
    d["chose_steps"] = r.own_steps.has_value() || r.variable.has_value();
    d["end"] = r.time + run.made.start;
    d["complete"] = r.complete;
    d["ended_by"] = r.ended_by;
    d["nfev"] = r.torque_evaluations;
    d["nfev_choosing"] = run.choice ? run.choice->pilot_torque_evaluations : 0;
    d["error_estimate"] = run.choice ? nb::cast(run.choice->estimate) : nb::none();
    d["estimated_by"] = run.choice ? nb::cast(run.choice->estimated_by) : nb::none();
    d["parameters"] = r.parameter_sensitivity ? nb::cast(r.parameter_sensitivity->names) : nb::none();
    d["held"] = r.parameter_sensitivity ? nb::cast(held_name(r.parameter_sensitivity->held)) : nb::none();
    d["wall_seconds"] = r.wall_seconds;
    d["has_potential"] = r.energy_initial.has_value();
    return d;
}

nb::dict certificate_of(const Run& run) {
    Certificate c;
    {
        const nb::gil_scoped_release unlocked;
        c = certify(run.made.problem, run.made.plan, run.result, {.on_progress = [](long, long) {
                        check_signals();
                        return true;
                    }});
    }
    nb::dict d;
    d["relies_on"] = c.relies_on;
    d["steps"] = c.steps;
    d["time"] = c.time;
    d["whole"] = c.whole;
    d["error"] = c.error;
    d["error_by"] = c.error_by;
    d["round_off"] = c.round_off;
    d["reversibility_defect"] = c.reversibility_defect;
    d["nfev"] = c.torque_evaluations;
    return d;
}

/// States at many times. A second thread that asks meanwhile gets a motion of its own.
nb::dict states_at(Run& run, const Times& times) {
    const std::size_t n = times.size();
    Samples s;
    std::optional<Motion> own;
    std::optional<AtWork> asked;
    if (run.motion_is_asked)
        own.emplace(run.made.problem, method(run.result.method), run.result.own_steps.has_value(),
                    run.motion->steps());
    else
        asked.emplace(run.motion_is_asked);
    Motion& motion = own ? *own : *run.motion;
    {
        const nb::gil_scoped_release unlocked;
        for (const double t : numbers_of(times)) {
            look_at_signals(s.time.size());
            // the caller has looked at the times; what a sum has rounded is no time outside
            const State state = motion.at(std::clamp(t - run.made.start, motion.first(), motion.last()));
            s.add(t, state, run.made.problem.body.angular_velocity(state.momentum, t), 0);
        }
    }
    nb::dict arrays;
    arrays["attitude"] = array_of(std::move(s.states.attitude), {n, 4});
    arrays["momentum"] = array_of(std::move(s.states.momentum), {n, 3});
    arrays["angular_velocity"] = array_of(std::move(s.rate), {n, 3});
    return arrays;
}

}  // namespace

void define_solve(nb::module_& m) {
    nb::class_<Run>(m, "Run")
        .def("samples", &samples_of)
        .def("events", &events_of)
        .def("impulses", &impulses_of)
        .def("control", &control_of)
        .def("summary", &summary_of)
        .def("conservation", &conservation_of)
        .def("certificate", &certificate_of)
        .def("at", &states_at, "times"_a);
    m.def("solve", &solve, "case"_a, "t_eval"_a, "dense_output"_a, "keeper"_a.none(), "kept"_a);
}

}  // namespace polhode::python
