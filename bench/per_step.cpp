/// Nanoseconds per step of every method on slow-top at h = 0.01, beside Boost.odeint's classical Runge–Kutta step on
/// the same quaternion equations, in the same run. Prints a table; the last column is the ratio. Then what the projection
/// onto the energy adds to a step of a free body.
#include "polhode/catalogue.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/mechanics/problem.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <boost/numeric/odeint/stepper/runge_kutta4.hpp>
#include <chrono>
#include <cstdio>
#include <string>

using namespace polhode;

namespace {

constexpr double h = 0.01;
constexpr int steps = 2000, repeats = 150;  // short, so that some repeats run undisturbed

/// The least time of several repeats, in nanoseconds per step.
template <class Work>
double nanoseconds_per_step(Work&& work) {
    double least = 1e300;
    for (int i = 0; i < repeats; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
        least = std::min(least, took.count() / steps);
    }
    return least;
}

using Numbers = std::array<double, 7>;  // quaternion x, y, z, w and body angular velocity

/// q' = ½ q ω, I ω' = Iω × ω + T with T = 20 (Rᵀe₃) × e₃ or none, written out by hand.
template <bool heavy>
void top_rates(const Numbers& s, Numbers& ds, double) {
    const double x = s[0], y = s[1], z = s[2], w = s[3], a = s[4], b = s[5], c = s[6];
    ds[0] = 0.5 * (w * a + y * c - z * b);
    ds[1] = 0.5 * (w * b + z * a - x * c);
    ds[2] = 0.5 * (w * c + x * b - y * a);
    ds[3] = -0.5 * (x * a + y * b + z * c);
    const double weight = heavy ? 20 : 0, u1 = 2 * (x * z - w * y), u2 = 2 * (y * z + w * x);
    ds[4] = ((5.0 - 1.0) * b * c + weight * u2) / 5.0;
    ds[5] = ((1.0 - 5.0) * c * a - weight * u1) / 5.0;
    ds[6] = 0;
}

template <bool heavy>
double odeint_rk4(double& sink) {
    return nanoseconds_per_step([&] {
        boost::numeric::odeint::runge_kutta4<Numbers> stepper;
        const Problem& top = problem("slow-top");
        Numbers s{top.initial.attitude.x(),
                  top.initial.attitude.y(),
                  top.initial.attitude.z(),
                  top.initial.attitude.w(),
                  0,
                  0,
                  5};
        for (int n = 0; n < steps; ++n) stepper.do_step(top_rates<heavy>, s, n * h, h);
        sink += s[0];
    });
}

struct Cost {
    double nanoseconds, torques;  // per step
};

Cost cost_of(const Method& m, const Problem& p, double step, double& sink) {
    Cost cost{};
    cost.nanoseconds = nanoseconds_per_step([&] {
        const auto stepper = m.on_double(p.body, p.torque);
        core::State<double> s = core::to_principal(p.initial, core::from_eigen(p.body.principal_axes()));
        for (int n = 0; n < steps; ++n)
            if (!stepper->step(s, n * step, step).ok()) std::puts("a step failed");
        sink += s.attitude.x;
        cost.torques = static_cast<double>(stepper->torque_evaluations()) / steps;
    });
    return cost;
}

void print_projection_costs(double& sink) {
    const Problem& body = problem("free-body");
    const double peer = odeint_rk4<false>(sink);
    fmt::print("\nfree-body, h = {}: what +energy adds\n\n", body.step);
    fmt::print("{:<22} {:>10} {:>16} {:>10} {:>10}\n", "method", "ns/step", "with +energy", "added",
               "RK4 steps");
    fmt::print("{:<22} {:>10.0f}\n", "Boost.odeint RK4", peer);
    for (const char* name : {"mr2-123", "rkmk-rk4", "liemid-ea", "rk4-naive", "abm4-naive"}) {
        const double plain = cost_of(method(name), body, body.step, sink).nanoseconds,
                     kept = cost_of(method(std::string(name) + "+energy"), body, body.step, sink).nanoseconds;
        fmt::print("{:<22} {:>10.0f} {:>16.0f} {:>10.0f} {:>10.2f}\n", name, plain, kept, kept - plain,
                   (kept - plain) / peer);
    }
}

}  // namespace

int main() {
    const Problem& top = problem("slow-top");
    double sink = 0;
    const double peer = odeint_rk4<true>(sink);
    fmt::print("slow-top, h = {}, {} steps, least of {} repeats\n\n", h, steps, repeats);
    fmt::print("{:<22} {:>10} {:>16} {:>10}\n", "method", "ns/step", "torques/step", "RK4 steps");
    fmt::print("{:<22} {:>10.0f} {:>16.2f} {:>10.2f}\n", "Boost.odeint RK4", peer, 4.0, 1.0);
    for (const Method& m : catalogue()) {
        if (m.sheet.free_only) continue;
        const Cost cost = cost_of(m, top, h, sink);
        fmt::print("{:<22} {:>10.0f} {:>16.2f} {:>10.2f}\n", m.sheet.name, cost.nanoseconds, cost.torques,
                   cost.nanoseconds / peer);
    }
    print_projection_costs(sink);
    return sink == 0.12345 ? 1 : 0;  // the results are used: nothing was optimised away
}
