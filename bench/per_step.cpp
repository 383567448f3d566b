/// Nanoseconds per step of every method on slow-top at h = 0.01, beside Boost.odeint's classical Runge–Kutta
/// step on the same quaternion equations, in the same run; then of explicit methods on a free body, beside
/// the same without a torque, and what the projection onto the energy adds to them. Prints three tables; the
/// last column is the ratio.
///
///     build/bench/per_step [METHOD...]     (the first table of these only)
#include "measure.hpp"
#include "options.hpp"
#include "peer_equations.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/simulate/problem.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <boost/numeric/odeint/stepper/runge_kutta4.hpp>
#include <cstdio>
#include <string>

using namespace polhode;

namespace {

constexpr double h = 0.01;
constexpr int steps = 2000, repeats = 150;  // short, so that some repeats run undisturbed

using namespace polhode::bench;

template <class Work>
double nanoseconds_per_step(Work&& work) {
    return 1e3 * least_microseconds(repeats, work) / steps;
}

template <class Rates>
double odeint_rk4(const Rates& rates, const Problem& problem, double& sink) {
    const Eigen::Quaterniond& q = problem.initial.attitude;
    const Eigen::Vector3d w = problem.body.angular_velocity(problem.initial.momentum);
    return nanoseconds_per_step([&] {
        boost::numeric::odeint::runge_kutta4<Numbers> stepper;
        Numbers s{q.x(), q.y(), q.z(), q.w(), w.x(), w.y(), w.z()};
        for (int n = 0; n < steps; ++n) stepper.do_step(rates, s, n * h, h);
        sink += s[0];
    });
}

struct Cost {
    double nanoseconds, torques;  // per step
};

Cost cost_of(const Method& m, const Problem& problem, double& sink) {
    Cost cost{};
    cost.nanoseconds = nanoseconds_per_step([&] {
        const auto stepper = m.on_double(problem.body, problem.torque);
        core::State<double> s =
            core::to_principal(problem.initial, core::from_eigen(problem.body.principal_axes()));
        for (int n = 0; n < steps; ++n)
            if (!stepper->step(s, n * h, h).ok()) std::puts("a step failed");
        sink += s.attitude.x;
        cost.torques = static_cast<double>(stepper->torque_evaluations()) / steps;
    });
    return cost;
}

void print_cost(const Method& m, const Problem& problem, double peer, double& sink) {
    const Cost cost = cost_of(m, problem, sink);
    print_row({code(m.sheet.name), std::to_string(m.sheet.order_attitude), fixed(cost.torques, 2),
               fixed(cost.nanoseconds, 0), fixed(cost.nanoseconds / peer, 2)});
}

void print_projection_costs(const Problem& free, double peer, double& sink) {
    print_head({"free body: method", "ns per step", "with `+energy`", "added, in RK4 steps"});
    for (const char* name :
         {"mr2-123", "buss3", "buss4", "rkmk-rk4", "liemid-ea", "rk4-naive", "abm4-naive"}) {
        const double plain = cost_of(method(name), free, sink).nanoseconds,
                     kept = cost_of(method(std::string(name) + "+energy"), free, sink).nanoseconds;
        print_row({code(name), fixed(plain, 0), fixed(kept, 0), fixed((kept - plain) / peer, 2)});
    }
}

void begin_table(const std::string& body, double peer) {
    print_head({body + ": method", "order", "torques per step", "ns per step", "RK4 steps"});
    print_row({"Boost.odeint RK4", "4", "4.00", fixed(peer, 0), "1.00"});
}

}  // namespace

int main(int count, char** arguments) {
    const Usage usage{.name = "per_step",
                      .what = "Nanoseconds per step of every method beside a classical Runge–Kutta step.",
                      .words = "[METHOD...]     (the first table of these only)",
                      .most_words = 1000};
    return run_bench(count, arguments, usage, [](const Options& options) {
        double sink = 0;
        print_note(fmt::format("h = {}, {} steps, least of {} repeats", h, steps, repeats));
        const Problem& top = problem("slow-top");
        const double peer = odeint_rk4(TopRates({5, 5, 1}, {20}), top, sink);
        begin_table("slow-top", peer);
        for (const std::string& name : options.words()) print_cost(method(name), top, peer, sink);
        if (options.words().empty()) {
            for (const Method& m : catalogue())
                if (!m.sheet.free_only) print_cost(m, top, peer, sink);
            for (const char* name : {"taylor-8", "taylor-16"}) print_cost(method(name), top, peer, sink);
        }

        Problem free = problem("free-body");
        free.body = Body::from_moments({2, 3, 4});
        const double free_peer = odeint_rk4(FreeRates({2, 3, 4}), free, sink);
        begin_table("free body", free_peer);
        for (const char* name : {"buss1", "buss2", "buss2-aug", "buss3-false", "buss3", "buss3-plain",
                                 "buss4", "buss6", "taylor-8", "taylor-16", "rkmk-rk4", "liemid", "se"})
            print_cost(method(name), free, free_peer, sink);
        print_projection_costs(free, free_peer, sink);
        benchmark::DoNotOptimize(sink);
    });
}
