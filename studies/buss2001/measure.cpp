#include "buss2001/measure.hpp"

#include "buss2001/paper_code.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/method/projected_stepper.hpp"
#include "polhode/simulate/problem.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

namespace polhode::reproduce::buss {
namespace {

using Stepper = core::Stepper<double>;

const Problem& prism() { return problem("buss-prism"); }

template <class Real>
core::State<Real> first_state() {
    const core::State<double> start =
        core::to_principal(prism().initial, core::from_eigen(prism().body.principal_axes()));
    return {core::Quaternion<Real>(start.attitude), core::Vector3<Real>(start.momentum)};
}

template <class PaperMethod>
std::unique_ptr<Stepper> paper_code() {
    const core::Inertia<double> inertia(core::from_eigen(prism().body.moments()));
    return std::make_unique<core::MethodStepper<PaperMethod, double, core::NoTorque>>(PaperMethod{}, inertia,
                                                                                      core::NoTorque{});
}

std::unique_ptr<Stepper> plain_stepper(const std::string& name) {
    if (name == "Simo-Wong explicit (paper code)") return paper_code<SimoWongOfThePaper>();
    if (name == "AB-AM (paper code)") return paper_code<AdamsOfThePaper>();
    static const std::map<std::string, std::string> ours{{"1st order", "buss1"},
                                                         {"2nd order", "buss2"},
                                                         {"False 3rd order", "buss3-false"},
                                                         {"Augmented 2nd order", "buss2-aug"},
                                                         {"3rd order", "buss3"},
                                                         {"4th order", "buss4"},
                                                         {"McLachlan-Reich 1-2-3", "mr2-123"},
                                                         {"McLachlan-Reich 2-3-1", "mr2-231"},
                                                         {"MR 4th-order 2-3-1", "mr4-231"},
                                                         {"MR 4th order 2-3-1", "mr4-231"},
                                                         {"Runge-Kutta", "rk4-naive"}};
    const auto known = ours.find(name);
    return method(known == ours.end() ? name : known->second).on_double(prism().body, core::NoTorque{});
}

/// Without the marks of the tables.
std::unique_ptr<Stepper> stepper_of(std::string name) {
    constexpr std::string_view preserving = " (energy-preserving)", plain = " (non-preserving)";
    if (name.ends_with(plain)) name.resize(name.size() - plain.size());
    if (!name.ends_with(preserving)) return plain_stepper(name);
    name.resize(name.size() - preserving.size());
    const core::Inertia<double> inertia(core::from_eigen(prism().body.moments()));
    return std::make_unique<core::ProjectedStepper<double>>(plain_stepper(name), inertia,
                                                            core::Rotor<double>{}, true);
}

void advance(const Lab& lab, Stepper& stepper, core::State<double>& state, double h, long steps) {
    constexpr long piece = 1'000'000;  // a tenth of a second
    for (long first = 0; first < steps; first += piece) {
        lab.check();
        const long count = std::min(piece, steps - first);
        const auto [done, status] = stepper.march(state, {0, h}, first, count);
        if (done != count) throw RunError(fmt::format("a step failed after {} of {}", first + done, steps));
    }
}

/// By the exact motion, in one step and in long double: the error there is some 1e-16.
core::Quaternion<double> exact_attitude(double T) {
    const auto exact = method("se").on_long_double(prism().body, core::NoTorque{});
    core::State<long double> state = first_state<long double>();
    exact->step(state, 0, T);
    return core::Quaternion<double>(state.attitude);
}

}  // namespace

double energy_after(Lab& lab, const std::string& name, double h, long N) {
    return lab.value(fmt::format("buss2001 energy {} h={} N={}", name, h, N), [&] {
        const auto stepper = stepper_of(name);
        core::State<double> state = first_state<double>();
        advance(lab, *stepper, state, h, N - 1);
        return *stepper->invariants(state, 0).energy;
    });
}

double error_of(Lab& lab, const std::string& name, double T, long N) {
    return lab.value(fmt::format("buss2001 error {} T={} N={}", name, T, N), [&] {
        const auto stepper = stepper_of(name);
        core::State<double> state = first_state<double>();
        advance(lab, *stepper, state, T / static_cast<double>(N), N);
        return attitude_angle(exact_attitude(T), state.attitude);
    });
}

long steps_for_accuracy(Lab& lab, const std::string& name, double T, double epsilon, long most) {
    const std::string key = fmt::format("buss2001 steps {} T={} eps={} most={}", name, T, epsilon, most);
    return std::lround(lab.value(key, [&]() -> double {
        const core::Quaternion<double> truth = exact_attitude(T);
        const auto good = [&](long N) {
            const auto stepper = stepper_of(name);
            core::State<double> state = first_state<double>();
            advance(lab, *stepper, state, T / static_cast<double>(N), N);
            return attitude_angle(truth, state.attitude) < epsilon;
        };
        long fails = 0, passes = 1;
        while (!good(passes)) {
            fails = passes;
            passes *= 2;
            if (fails >= most) return 0;
        }
        while (passes - fails > 1) {
            const long middle = (passes + fails) / 2;
            (good(middle) ? passes : fails) = middle;
        }
        return passes <= most ? static_cast<double>(passes) : 0;
    }));
}

double mean_rotation(Lab& lab, const std::string& name, double T, long N) {
    return lab.value(fmt::format("buss2001 rotation {} T={} N={}", name, T, N), [&] {
        const auto stepper = stepper_of(name);
        core::State<double> state = first_state<double>();
        const double h = T / static_cast<double>(N);
        double sum = 0;
        for (long n = 0; n < N; ++n) {
            const core::Quaternion<double> before = state.attitude;
            if (!stepper->step(state, static_cast<double>(n) * h, h).ok()) throw RunError("a step failed");
            sum += attitude_angle(before, state.attitude);
        }
        return sum / static_cast<double>(N - 1) * 180 / std::numbers::pi;
    });
}

}  // namespace polhode::reproduce::buss
