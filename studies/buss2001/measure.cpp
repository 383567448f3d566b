#include "buss2001/measure.hpp"

#include "buss2001/paper_code.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/method/projected_stepper.hpp"
#include "polhode/simulate/free_motion.hpp"
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
    if (name == "Runge-Kutta (averaged quaternions)") return paper_code<RungeKuttaOfQuaternions>();
    if (name == "Runge-Kutta (spherical averages)") return paper_code<RungeKuttaOnTheSphere>();
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
    // the order counts where a torque does work
    const core::ProjectedStepper<double>::Problem free_prism{
        .inertia = core::Inertia<double>(core::from_eigen(prism().body.moments())),
        .rotor = {},
        .target = core::EnergyTarget::free,
        .by_rate = false,
        .order = 4};
    return std::make_unique<core::ProjectedStepper<double>>(plain_stepper(name), free_prism);
}

/// The number of steps taken, which is smaller if one of them failed.
long march(const Lab& lab, Stepper& stepper, core::State<double>& state, double h, long steps) {
    constexpr long piece = 1'000'000;  // a tenth of a second
    for (long first = 0; first < steps; first += piece) {
        lab.check();
        const long count = std::min(piece, steps - first);
        const long done = stepper.march(state, {0, h}, first, count).first;
        if (done != count) return first + done;
    }
    return steps;
}

void advance(const Lab& lab, Stepper& stepper, core::State<double>& state, double h, long steps) {
    const long done = march(lab, stepper, state, h, steps);
    if (done != steps) throw RunError(fmt::format("a step failed after {} of {}", done, steps));
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
            return march(lab, *stepper, state, T / static_cast<double>(N), N) == N
                && attitude_angle(truth, state.attitude) < epsilon;
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

double observed_order(Lab& lab, const std::string& problem_name, const std::string& name, double T, long N) {
    const auto key = fmt::format("buss2001 observed order {} {} T={:a} N={}", problem_name, name, T, N);
    return lab.value(key, [&] {
        const Problem& p = problem(problem_name);
        const auto end = [&](long steps) {
            const auto stepper = method(name).on_long_double(p.body, p.torque);
            const core::State<double> start =
                core::to_principal(p.initial, core::from_eigen(p.body.principal_axes()));
            core::State<long double> state{core::Quaternion<long double>(start.attitude),
                                           core::Vector3<long double>(start.momentum)};
            const long double h = static_cast<long double>(T) / static_cast<long double>(steps);
            if (stepper->march(state, {0, h}, 0, steps).first != steps) throw RunError("a step failed");
            return state.attitude;
        };
        const auto once = end(N), twice = end(2 * N), again = end(4 * N);
        return static_cast<double>(std::log2(attitude_angle(once, twice) / attitude_angle(twice, again)));
    });
}

double wobble(const std::string& name) {
    const Problem& p = problem(name);
    return free_motion(p.body, p.initial).polhode().period;
}

Course energy_course(Lab& lab, const std::string& name, double h, long N) {
    const Values v = lab.values(fmt::format("buss2001 course of energy {} h={} N={}", name, h, N), [&] {
        const auto stepper = stepper_of(name);
        core::State<double> state = first_state<double>();
        const double first = *stepper->invariants(state, 0).energy;
        double before = first, falls = 0;
        for (long n = 0; n < N; ++n) {
            if (!stepper->step(state, static_cast<double>(n) * h, h).ok()) throw RunError("a step failed");
            const double now = *stepper->invariants(state, 0).energy;
            falls += now < before;
            before = now;
        }
        return Values{falls, before - first};
    });
    return {v[0], v[1]};
}

Swing swing_of_energy(Lab& lab, const std::string& name, double h, long N) {
    const Values v = lab.values(fmt::format("buss2001 swing of energy {} h={} N={}", name, h, N), [&] {
        const auto stepper = stepper_of(name);
        core::State<double> state = first_state<double>();
        const double first = *stepper->invariants(state, 0).energy;
        Values largest{0, 0};
        for (long n = 0; n < N; ++n) {
            if (!stepper->step(state, static_cast<double>(n) * h, h).ok()) throw RunError("a step failed");
            if (n >= N / 10 && n < N - N / 10) continue;
            double& most = largest[n < N / 10 ? 0 : 1];
            most = std::max(most, std::abs(*stepper->invariants(state, 0).energy - first));
        }
        return largest;
    });
    return {v[0], v[1]};
}

double missed_corrections(Lab& lab, const std::string& name, double T, long N) {
    return lab.value(fmt::format("buss2001 missed corrections {} T={} N={}", name, T, N), [&] {
        const auto stepper = stepper_of(name);
        core::State<double> state = first_state<double>();
        advance(lab, *stepper, state, T / static_cast<double>(N), N);
        return static_cast<double>(stepper->missed_projections());
    });
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
