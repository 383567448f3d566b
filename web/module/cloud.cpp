/// Ensembles that are made a few steps at a time, on SIMD lanes.
#include "answer.hpp"
#include "handles.hpp"
#include "io/json_number.hpp"
#include "polhode/ensemble/integrator.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "read.hpp"

#include <fmt/format.h>
#include <vector>

namespace polhode::web {
namespace {

constexpr std::size_t most_bodies = 4096;

EnsembleScenario checked(EnsembleScenario scenario) {
    if (scenario.tolerance)
        throw InputError(
            "ensemble.tolerance: an ensemble by a few steps at a time needs a method and a step");
    if (scenario.setup.count > most_bodies)
        throw InputError(
            fmt::format("ensemble.count: {}, expected at most {}", scenario.setup.count, most_bodies));
    return scenario;
}

class Cloud {
public:
    explicit Cloud(EnsembleScenario scenario)
        : scenario_(checked(std::move(scenario))),
          ensemble_(draw_ensemble(scenario_.setup, {0, scenario_.setup.count}, 1)),
          integrator_(ensemble_, plan()),
          principal_(core::from_eigen(ensemble_.common_body().principal_axes())),
          attitudes_(4 * ensemble_.count()) {
        look();
    }

    void march(long steps) {
        integrator_.advance(steps);
        look();
    }

    double time() const { return integrator_.time(); }
    std::size_t count() const { return ensemble_.count(); }
    const float* attitudes() const { return attitudes_.data(); }
    State state(std::size_t k) const { return ensemble_.state(k); }

    Json about() const {
        return {{"problem", scenario_.setup.problem.name},
                {"method", scenario_.plan.stepping.method},
                {"step", json_number("step", scenario_.plan.stepping.step)},
                {"end", json_number("end", scenario_.plan.end)},
                {"count", count()},
                {"on_lanes", integrator_.target() != Target::one_by_one},
                {"moments", json_list("moments", ensemble_.common_body().moments())}};
    }

private:
    SteppingPlan plan() const {
        SteppingPlan plan = scenario_.plan.stepping;
        plan.threads = 1;
        plan.control = scenario_.setup.problem.control;
        plan.wheels = scenario_.setup.problem.wheels;
        plan.impulses = scenario_.setup.problem.impulses;
        return plan;
    }
    void look() {
        const auto to_body = conjugate(principal_);
        for (std::size_t k = 0; k < count(); ++k) {
            const auto q = ensemble_.principal_state(k).attitude * to_body;
            float* const to = &attitudes_[4 * k];
            to[0] = static_cast<float>(q.x);
            to[1] = static_cast<float>(q.y);
            to[2] = static_cast<float>(q.z);
            to[3] = static_cast<float>(q.w);
        }
    }

    EnsembleScenario scenario_;
    Ensemble ensemble_;
    EnsembleIntegrator integrator_;
    core::Quaternion<double> principal_;
    std::vector<float> attitudes_;
};

Handles<Cloud> clouds;

}  // namespace
}  // namespace polhode::web

using namespace polhode;
using namespace polhode::web;

/// The number of a new ensemble, 0 for an error.
POLHODE_EXPORT(cloud_new)
int cloud_new(const char* toml, std::uint32_t toml_size, const char* settings, std::uint32_t settings_size) {
    int number = 0;
    guarded([&] {
        const int made = clouds.add(std::make_unique<Cloud>(
            ensemble_scenario_of(text(toml, toml_size), text(settings, settings_size))));
        answer() = json_text(clouds.at(made).about());
        number = made;
    });
    return number;
}
POLHODE_EXPORT(cloud_march) int cloud_march(int number, int steps) {
    return guarded([&] {
        if (steps < 0) throw InputError(fmt::format("steps: {}, expected 0 or more", steps));
        clouds.at(number).march(steps);
    });
}
POLHODE_EXPORT(cloud_time) double cloud_time(int number) {
    const Cloud* found = clouds.find(number);
    return found ? found->time() : 0;
}
/// Four floats (x, y, z, w) for each body, which the next march overwrites; null for a wrong number.
POLHODE_EXPORT(cloud_attitudes) const float* cloud_attitudes(int number) {
    const Cloud* found = clouds.find(number);
    return found ? found->attitudes() : nullptr;
}
/// The answer is the state of a body, {"quaternion", "momentum"}.
POLHODE_EXPORT(cloud_state) int cloud_state(int number, std::uint32_t body) {
    return guarded([&] {
        const State state = clouds.at(number).state(body);
        answer() = json_text(Json{{"quaternion", json_list("quaternion", state.attitude)},
                                  {"momentum", json_list("momentum", state.momentum)}});
    });
}
POLHODE_EXPORT(cloud_free) void cloud_free(int number) { clouds.remove(number); }
