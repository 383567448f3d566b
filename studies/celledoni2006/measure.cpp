#include "celledoni2006/measure.hpp"

#include "polhode/advise/reference.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/mechanics/eigen.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <cmath>

namespace polhode::reproduce::celledoni {

namespace {

Eigen::Vector3d field_in_body(const State& state) {
    return state.attitude.conjugate() * Eigen::Vector3d::UnitZ();
}

}  // namespace

std::string Run::key(std::string_view what) const {
    return fmt::format("celledoni2006 {} {} {} h={} t={}", what, problem, method, step, end);
}

EndErrors end_errors(Lab& lab, const Run& run) {
    const Values v = lab.values(run.key("end"), [&]() -> Values {
        const Problem& problem = polhode::problem(run.problem);
        const State truth = reference_at(problem, run.end).state,
                    ours = simulate(problem, run.plan()).final_state;
        return {(ours.momentum - truth.momentum).norm(), attitude_distance(ours, truth)};
    });
    return {v[0], v[1]};
}

double seconds(Lab& lab, const Run& run) {
    return lab
        .measured(run.key("seconds"),
                  [&] {
                      using Clock = std::chrono::steady_clock;
                      const Problem& problem = polhode::problem(run.problem);
                      const auto stepper = method(run.method).on_double(problem.body, problem.torque);
                      const core::State<double> start{core::from_eigen(problem.initial.attitude),
                                                      core::from_eigen(problem.initial.momentum)};
                      const long steps = steps_for(run.end, run.step);
                      double least = 1e300;
                      for (int repeat = 0; repeat < 200; ++repeat) {
                          core::State<double> state = start;
                          const auto begin = Clock::now();
                          stepper->march(state, {0, run.step}, 0, steps);
                          least =
                              std::min(least, std::chrono::duration<double>(Clock::now() - begin).count());
                      }
                      return Values{least};
                  })
        .front();
}

Conservation conservation(const Problem& problem, const Plan& plan) {
    double first = 0, low = 0, high = 0, sum = 0;
    long count = 0;
    const auto look = [&](const Sample& sample) {
        const double energy = sample.energy.value();
        if (count++ == 0) first = low = high = energy;
        low = std::min(low, energy);
        high = std::max(high, energy);
        sum += std::abs(energy - first);
    };
    const Result result = simulate(problem, plan, {.on_sample = look});
    return {first, std::max(high - first, first - low), sum / static_cast<double>(count - 1),
            (high - low) / 2, result.conservation.momentum->max_error / problem.initial.momentum.norm()};
}

Conservation conservation(Lab& lab, const Run& run) {
    const Values v = lab.values(run.key("conservation"), [&]() -> Values {
        const Conservation c = conservation(polhode::problem(run.problem), run.plan());
        return {c.energy, c.largest, c.mean, c.amplitude, c.momentum};
    });
    return {v[0], v[1], v[2], v[3], v[4]};
}

Path path(const Run& run) {
    Path out;
    simulate(polhode::problem(run.problem), run.plan(),
             {.on_sample = [&](const Sample& sample) { out.push_back(field_in_body(sample.state)); }});
    return out;
}

Path true_path(Lab& lab, const std::string& problem, double step, double end) {
    constexpr double fine = 0.0025;  // within 3e-8 of the stored state of the satellite at t = 400
    const Values v =
        lab.values(fmt::format("celledoni2006 true path {} h={} t={}", problem, step, end), [&]() -> Values {
            Values components;
            simulate(
                polhode::problem(problem),
                {.method = "se8-kl", .steps = FixedStep{fine}, .end = end, .every = std::lround(step / fine)},
                {.on_sample = [&](const Sample& sample) {
                    const Eigen::Vector3d u = field_in_body(sample.state);
                    components.insert(components.end(), {u.x(), u.y(), u.z()});
                }});
            return components;
        });
    Path out(v.size() / 3);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = {v[3 * i], v[3 * i + 1], v[3 * i + 2]};
    return out;
}

double mean_distance(const Path& a, const Path& b) {
    double sum = 0;
    for (std::size_t i = 1; i < a.size(); ++i) sum += (a[i] - b.at(i)).norm();
    return sum / static_cast<double>(a.size() - 1);
}

double distance_to_truth(Lab& lab, const Run& run) {
    return lab.value(run.key("distance to truth"), [&] {
        return mean_distance(path(run), true_path(lab, run.problem, run.step, run.end));
    });
}

std::vector<double> relative_energy_errors(const Run& run, long every) {
    std::vector<double> out;
    simulate(polhode::problem(run.problem), run.plan(every),
             {.on_sample = [&, first = 0.0](const Sample& s) mutable {
                 if (out.empty()) first = s.energy.value();
                 out.push_back((s.energy.value() - first) / std::abs(first));
             }});
    return out;
}

}  // namespace polhode::reproduce::celledoni
