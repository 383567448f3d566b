/// Nanoseconds per step of every method on slow-top at h = 0.01, beside Boost.odeint's classical Runge–Kutta step on
/// the same quaternion equations, in the same run. Prints a table; the last column is the ratio.
#include "polhode/catalogue.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/mechanics/problem.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <boost/numeric/odeint/stepper/runge_kutta4.hpp>
#include <chrono>
#include <cstdio>

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

/// q' = ½ q ω, I ω' = Iω × ω + T with T = 20 (Rᵀe₃) × e₃, written out by hand.
void top_rates(const Numbers& s, Numbers& ds, double) {
    const double x = s[0], y = s[1], z = s[2], w = s[3], a = s[4], b = s[5], c = s[6];
    ds[0] = 0.5 * (w * a + y * c - z * b);
    ds[1] = 0.5 * (w * b + z * a - x * c);
    ds[2] = 0.5 * (w * c + x * b - y * a);
    ds[3] = -0.5 * (x * a + y * b + z * c);
    const double u1 = 2 * (x * z - w * y), u2 = 2 * (y * z + w * x);
    ds[4] = ((5.0 - 1.0) * b * c + 20 * u2) / 5.0;
    ds[5] = ((1.0 - 5.0) * c * a - 20 * u1) / 5.0;
    ds[6] = 0;
}

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
        for (int n = 0; n < steps; ++n) stepper.do_step(top_rates, s, n * h, h);
        sink += s[0];
    });
}

}  // namespace

int main() {
    const Problem& top = problem("slow-top");
    double sink = 0;
    const double peer = odeint_rk4(sink);
    fmt::print("slow-top, h = {}, {} steps, least of {} repeats\n\n", h, steps, repeats);
    fmt::print("{:<22} {:>10} {:>16} {:>10}\n", "method", "ns/step", "torques/step", "RK4 steps");
    fmt::print("{:<22} {:>10.0f} {:>16.2f} {:>10.2f}\n", "Boost.odeint RK4", peer, 4.0, 1.0);
    for (const Method& m : catalogue()) {
        if (m.sheet.free_only) continue;
        double torques = 0;
        const double ns = nanoseconds_per_step([&] {
            const auto stepper = m.on_double(top.body, top.torque);
            core::State<double> s =
                core::to_principal(top.initial, core::from_eigen(top.body.principal_axes()));
            for (int n = 0; n < steps; ++n)
                if (!stepper->step(s, n * h, h).ok()) std::puts("a step failed");
            sink += s.attitude.x;
            torques = static_cast<double>(stepper->torque_evaluations()) / steps;
        });
        fmt::print("{:<22} {:>10.0f} {:>16.2f} {:>10.2f}\n", m.sheet.name, ns, torques, ns / peer);
    }
    return sink == 0.12345 ? 1 : 0;  // the results are used: nothing was optimised away
}
