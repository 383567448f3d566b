#include "measure.hpp"

#include "polhode/advise/reference.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "polhode/integrator.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/simulate/simulate.hpp"
#include "reproduce/symplectic.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <limits>

namespace polhode::reproduce {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

double end_of(const Run& run) { return run.end > 0 ? run.end : problem(run.problem).defaults.end; }

Plan plan_of(const Run& run, long every = 1) {
    return {.method = run.method, .steps = FixedStep{run.step}, .end = end_of(run), .every = every};
}

/// Calls `see` at the samples of a run; false if it failed on the way.
bool watch(const Run& run, long every, const std::function<void(const Sample&)>& see) {
    try {
        simulate(problem(run.problem), plan_of(run, every), {see, {}});
        return true;
    } catch (const RunError&) {
        return false;
    }
}

}  // namespace

std::string key(const Run& run) {
    return fmt::format("{} {} step {:a} to {:a}", run.problem, run.method, run.step, end_of(run));
}

Errors errors(Lab& lab, const Run& run) {
    const Values v = lab.values("errors of " + key(run), [&]() -> Values {
        const Problem& p = problem(run.problem);
        try {
            const State end = simulate(p, plan_of(run)).final_state,
                        exact = reference_at(p, p.defaults.end).state;
            return {attitude_distance(end, exact), (end.momentum - exact.momentum).norm()};
        } catch (const RunError&) {
            return {infinite, infinite};
        }
    });
    return {v[0], v[1]};
}

Errors orders(Lab& lab, const std::string& problem, const std::string& method, double coarse, double fine) {
    const Errors a = errors(lab, {problem, method, coarse}), b = errors(lab, {problem, method, fine});
    const double steps = std::log(coarse / fine);
    return {std::log(a.attitude / b.attitude) / steps, std::log(a.momentum / b.momentum) / steps};
}

EnergyError energy_error(Lab& lab, const Run& run) {
    const Values v = lab.values("energy of " + key(run), [&]() -> Values {
        const bool free = is_free(problem(run.problem).torque);
        const double end = end_of(run);
        EnergyError e{};
        double start = 0, count = 0, mean_time = 0, squares = 0, time_time = 0, time_energy = 0;
        Eigen::Vector3d momentum;
        watch(run, 1, [&](const Sample& s) {
            if (s.step == 0) {
                start = *s.energy;
                momentum = s.spatial_momentum;
            }
            const double error = (*s.energy - start) / std::abs(start);
            e.least = std::min(e.least, error);
            e.most = std::max(e.most, error);
            if (s.time <= 0.1 * end) e.early = std::max(e.early, std::abs(error));
            if (s.time >= 0.9 * end) e.late = std::max(e.late, std::abs(error));
            const Eigen::Vector3d change = s.spatial_momentum - momentum;
            e.momentum = std::max(e.momentum, free ? change.norm() : std::abs(change.z()));
            e.reached = s.time;
            // Welford's updates
            count += 1;
            const double dt = s.time - mean_time, de = error - e.mean;
            mean_time += dt / count;
            e.mean += de / count;
            squares += de * (error - e.mean);
            time_energy += dt * (error - e.mean);
            time_time += dt * (s.time - mean_time);
        });
        e.slope = time_time > 0 ? time_energy / time_time * end : 0;
        e.deviation = std::sqrt(squares / count);
        return {e.least, e.most, e.early, e.late, e.mean, e.deviation, e.slope, e.momentum, e.reached};
    });
    return {v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8]};
}

Trace trace(Lab& lab, const Run& run, long every) {
    constexpr std::size_t width = 12;
    const Values v = lab.values(fmt::format("every {} steps of {}", every, key(run)), [&] {
        Values rows;
        double start = 0;
        State before;
        watch(run, every, [&](const Sample& s) {
            if (s.step == 0) {
                start = *s.energy;
                before = s.state;
            }
            const Eigen::Vector3d axis = s.state.attitude.toRotationMatrix().col(2), &L = s.spatial_momentum,
                                  &w = s.angular_velocity;
            constexpr double degrees = 57.29577951308232;
            rows.insert(rows.end(),
                        {s.time, (*s.energy - start) / std::abs(start), axis.x(), axis.y(), axis.z(), L.x(),
                         L.y(), L.z(), w.x(), w.y(), w.z(), degrees * attitude_angle(before, s.state)});
            before = s.state;
        });
        return rows;
    });
    Trace t;
    for (std::size_t i = 0; i + width <= v.size(); i += width) {
        t.time.push_back(v[i]);
        t.energy.push_back(v[i + 1]);
        for (std::size_t k = 0; k < 3; ++k) {
            t.axis[k].push_back(v[i + 2 + k]);
            t.spatial[k].push_back(v[i + 5 + k]);
            t.omega[k].push_back(v[i + 8 + k]);
        }
        t.turn.push_back(v[i + 11]);
    }
    return t;
}

Curve energy_curve(Lab& lab, const Run& run) {
    constexpr long parts = 1000;
    const long steps = steps_for(end_of(run), run.step);
    const Values v = lab.values("drawn energy of " + key(run), [&] {
        Values points;  // time, energy, time, energy, …
        double start = 0;
        std::array<std::pair<double, double>, 2> extremes;  // time and value of the least and the largest
        long part = -1;
        const auto finish = [&] {
            if (part < 0) return;
            std::ranges::sort(extremes);
            for (const auto& [time, value] : extremes) points.insert(points.end(), {time, value});
        };
        watch(run, 1, [&](const Sample& s) {
            if (s.step == 0) start = *s.energy;
            const std::pair now(s.time, (*s.energy - start) / std::abs(start));
            if (steps <= 2 * parts) {
                points.insert(points.end(), {now.first, now.second});
                return;
            }
            if (s.step * parts / (steps + 1) != part) {
                finish();
                part = s.step * parts / (steps + 1);
                extremes = {now, now};
            }
            if (now.second < extremes[0].second) extremes[0] = now;
            if (now.second > extremes[1].second) extremes[1] = now;
        });
        if (steps > 2 * parts) finish();
        return points;
    });
    Curve curve;
    for (std::size_t i = 0; i + 1 < v.size(); i += 2) {
        curve.x.push_back(v[i]);
        curve.y.push_back(v[i + 1]);
    }
    return curve;
}

std::vector<State> states_of(const Problem& problem) {
    constexpr int count = 5;
    std::vector<State> states;
    const long steps = steps_for(problem.defaults.end, problem.defaults.step), every = steps / (count + 1);
    simulate(problem, {.method = "se", .steps = FixedStep{problem.defaults.step}, .end = {}, .every = every},
             {[&](const Sample& s) {
                  if (s.step > 0 && states.size() < count) states.push_back(s.state);
              },
              {}});
    return states;
}

State stepped(const std::string& method, const Problem& problem, State state, double t, double h) {
    Integrator(method, problem.body, problem.torque).step(state, t, h);
    return state;
}

double distance(const State& a, const State& b) {
    return attitude_distance(a, b) + (a.momentum - b.momentum).norm() / a.momentum.norm();
}

double symplectic_defect(Lab& lab, const std::string& name, const std::string& problem_name, double h) {
    return lab.value(fmt::format("symplectic defect of {} on {} step {:a}", name, problem_name, h), [&] {
        const Problem& p = problem(problem_name);
        const core::Quaternion<double> axes = core::from_eigen(p.body.principal_axes());
        double most = 0;
        for (const State& s : states_of(p))
            most = std::max(
                most, symplectic_defect(method(name), p, core::to_principal(s, axes), h).value_or(infinite));
        return most;
    });
}

double largest(const Values& values) { return *std::ranges::max_element(values); }
double smallest(const Values& values) { return *std::ranges::min_element(values); }

}  // namespace polhode::reproduce
