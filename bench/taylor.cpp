/// Taylor series that choose their own steps beside Boost.odeint's controlled Fehlberg 7(8), in the same run:
/// slow-top up to t = 20. For each error of the orientation wanted, the loosest tolerance that reaches it;
/// wall time and evaluations of the torque there, and the ratio. An evaluation of ours is one coefficient of
/// the series of the torque.
#include "measure.hpp"
#include "options.hpp"
#include "peer_equations.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/simulate/problem.hpp"
#include "polhode/so3/rotation.hpp"

#include <fmt/format.h>
// g++ 12 finds fault with a copy of Boost's that copies what is not set yet
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif
#include <boost/numeric/odeint/integrate/integrate_adaptive.hpp>
#include <boost/numeric/odeint/stepper/generation.hpp>
#include <functional>
#include <vector>

using namespace polhode;
using Long = long double;

namespace {

constexpr double end = 20;

struct Run {
    core::Quaternion<double> attitude;
    long evaluations = 0, steps = 0;
};

using bench::Numbers;
long rates_taken = 0;

void counted_rates(const Numbers& s, Numbers& ds, double t) {
    ++rates_taken;
    static constexpr bench::TopRates rates({5, 5, 1}, {20});
    rates(s, ds, t);
}

core::State<double> start() {
    const Problem& top = problem("slow-top");
    return core::to_principal(top.initial, core::from_eigen(top.body.principal_axes()));
}

Run fehlberg(double tolerance) {
    namespace odeint = boost::numeric::odeint;
    const core::Quaternion<double> q = start().attitude;
    Numbers s{q.x, q.y, q.z, q.w, 0, 0, 5};
    rates_taken = 0;
    const std::size_t steps = odeint::integrate_adaptive(
        odeint::make_controlled<odeint::runge_kutta_fehlberg78<Numbers>>(tolerance, tolerance), counted_rates,
        s, 0.0, end, 0.01);
    const double scale = 1 / std::sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2] + s[3] * s[3]);
    return {{scale * s[0], scale * s[1], scale * s[2], scale * s[3]}, rates_taken, static_cast<long>(steps)};
}

Run series(int order, double tolerance) {
    const Problem& top = problem("slow-top");
    const auto stepper = taylor_flow(order, tolerance).on_double(top.body, top.torque);
    core::State<double> s = start();
    stepper->step(s, 0, end);
    return {s.attitude, stepper->torque_evaluations(), *stepper->own_steps()};
}

/// The true end, by series on long double.
const core::Quaternion<Long>& exact() {
    static const core::Quaternion<Long> attitude = [] {
        const Problem& top = problem("slow-top");
        const core::State<double> s = start();
        core::State<Long> wide{core::Quaternion<Long>(s.attitude), core::Vector3<Long>(s.momentum)};
        wide.attitude = core::renormalised(core::renormalised(wide.attitude));
        taylor_flow(30, 1e-20).on_long_double(top.body, top.torque)->step(wide, 0, Long(end));
        return wide.attitude;
    }();
    return attitude;
}

double angle_error(const core::Quaternion<double>& q) {
    return static_cast<double>(norm(core::log(core::conjugate(exact()) * core::Quaternion<Long>(q))));
}

struct Best {
    double tolerance, error, microseconds;
    Run run;
};

/// The loosest tolerance with the error wanted, and the least time of several repeats at it.
Best at_error(double wanted, const std::function<Run(double)>& integrate) {
    Best best{};
    for (double tolerance = 1e-6; tolerance > 1e-17; tolerance /= 1.25) {
        best.tolerance = tolerance;
        best.run = integrate(tolerance);
        best.error = angle_error(best.run.attitude);
        if (best.error <= wanted) break;
    }
    best.microseconds = bench::least_microseconds(300, [&] { best.run = integrate(best.tolerance); });
    return best;
}

void print(const std::string& name, const Best& b, const Best& peer) {
    bench::print_row({name, bench::scientific(b.tolerance), bench::scientific(b.error),
                      std::to_string(b.run.steps), std::to_string(b.run.evaluations),
                      bench::fixed(b.microseconds, 1), bench::fixed(b.microseconds / peer.microseconds, 2)});
}

}  // namespace

int main(int count, char** arguments) {
    const bench::Usage usage{
        .name = "taylor", .what = "Taylor series that choose their steps beside Boost.odeint, on slow-top."};
    return bench::run_bench(count, arguments, usage, [](const bench::Options&) {
        bench::print_note(fmt::format("slow-top up to t = {}, least times", end));
        for (const double wanted : {1e-9, 1e-12}) {
            bench::print_head({fmt::format("error at most {:.0e}", wanted), "tolerance", "error", "steps",
                               "torques", "µs", "of RKF78"});
            const Best peer = at_error(wanted, fehlberg);
            print("Boost.odeint RKF78", peer, peer);
            for (const int order : {10, 12, 14, 16, 18, 20, 22, 24, 26, 28})
                print(fmt::format("`taylor-{}`", order),
                      at_error(wanted, [&](double tol) { return series(order, tol); }), peer);
        }
    });
}
