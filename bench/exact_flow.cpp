/// Nanoseconds of the exact flow, and how many sines and cosines of the C library take as long (the column sincos;
/// measured in the same run, so that it carries over to other machines).
#include "polhode/drift/exact.hpp"
#include "polhode/simulate/free_motion.hpp"

#include "../tests/support/energy_formulation.hpp"

#include <benchmark/benchmark.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>
#include <vector>

namespace {

using namespace polhode::core;
using Vec = Vector3<double>;
using Clock = std::chrono::steady_clock;

constexpr std::size_t samples = 512;  // enough to keep the branch predictor honest

/// One sine and cosine of the same angle, the best of many passes.
double sincos_nanoseconds() {
    static const double best = [] {
        std::mt19937_64 random(1);
        std::uniform_real_distribution<double> uniform(-10, 10);
        std::vector<double> x(samples);
        for (double& v : x) v = uniform(random);
        double least = 1e9;
        for (int pass = 0; pass < 2000; ++pass) {
            const auto start = Clock::now();
            for (const double v : x) benchmark::DoNotOptimize(std::sin(v) + std::cos(v));
            const std::chrono::duration<double, std::nano> took = Clock::now() - start;
            least = std::min(least, took.count() / samples);
        }
        return least;
    }();
    return best;
}

struct Sample {
    Inertia<double> inertia;
    State<double> state;
    double time;
};

/// Random bodies of moderate asymmetry (sorted moments), |ω|t between 0 and 2 `angle`; or a symmetric one.
std::vector<Sample> make_samples(double angle, bool symmetric) {
    std::mt19937_64 random(2006);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform;
    std::vector<Sample> all;
    while (all.size() < samples) {
        double m[3];  // second moments of the mass
        for (double& x : m) x = std::pow(10, -0.5 * uniform(random));
        std::sort(m, m + 3, std::greater<>());
        if (symmetric) m[1] = m[0];
        const Inertia<double> inertia(Vec{m[1] + m[2], m[0] + m[2], m[0] + m[1]});
        const State<double> state{{}, {normal(random), normal(random), normal(random)}};
        all.push_back({inertia, state, 2 * angle * uniform(random) / norm(inertia.solve(state.momentum))});
    }
    return all;
}

double angle_of(const benchmark::State& run) { return static_cast<double>(run.range(0)) / 10; }

/// Times work(sample) over all samples, again and again. Reports the fastest pass: what other programs take from a
/// shared machine is not ours.
template <class Work>
void measure(benchmark::State& run, const std::vector<Sample>& all, Work&& work) {
    double least = 1e9;
    for (auto _ : run) {
        const auto start = Clock::now();
        for (const Sample& s : all) work(s);
        const std::chrono::duration<double, std::nano> took = Clock::now() - start;
        least = std::min(least, took.count() / static_cast<double>(all.size()));
    }
    run.counters["ns"] = least;
    run.counters["sincos"] = least / sincos_nanoseconds();
}

void drift(benchmark::State& run) {
    measure(run, make_samples(angle_of(run), false), [](const Sample& s) {
        State<double> state = s.state;
        ExactDrift{}(s.inertia, state, s.time);
        benchmark::DoNotOptimize(state);
    });
}

void drift_of_symmetric_body(benchmark::State& run) {
    measure(run, make_samples(angle_of(run), true), [](const Sample& s) {
        State<double> state = s.state;
        ExactDrift{}(s.inertia, state, s.time);
        benchmark::DoNotOptimize(state);
    });
}

/// Every step waits for the one before.
void steps_of_one_body(benchmark::State& run) {
    const Inertia<double> inertia(Vec{5, 4, 3});
    State<double> state{{}, {-1, 0, 2}};
    const double h = angle_of(run) / norm(inertia.solve(state.momentum));
    measure(run, make_samples(1, false), [&](const Sample&) { ExactDrift{}(inertia, state, h); });
    benchmark::DoNotOptimize(state);
}

void momentum_only(benchmark::State& run) {
    measure(run, make_samples(angle_of(run), false), [](const Sample& s) {
        benchmark::DoNotOptimize(free_momentum(EulerTop<double>(s.inertia), s.state.momentum, s.time));
    });
}

/// The momentum only, as the paper writes it, with the elliptic functions of Boost.
void momentum_by_energies_and_boost(benchmark::State& run) {
    measure(run, make_samples(angle_of(run), false), [](const Sample& s) {
        benchmark::DoNotOptimize(
            polhode::test::momentum_by_energies(s.inertia.moments, s.state.momentum, s.time));
    });
}

/// The public interface, in the user's axes.
void free_motion_at(benchmark::State& run) {
    const polhode::FreeMotion motion = polhode::free_motion(polhode::Body::from_moments({5, 4, 3}),
                                                            {Eigen::Quaterniond::Identity(), {-1, 0, 2}});
    const double unit = 1 / motion.angular_velocity(0).norm();
    measure(run, make_samples(angle_of(run), false), [&](const Sample& s) {
        const double t = s.time * unit * norm(s.inertia.solve(s.state.momentum));
        benchmark::DoNotOptimize(motion.at(t));
    });
}

// |ω|t = 0.1, 1, 10, 1000
BENCHMARK(drift)->ArgName("tenths")->Arg(1)->Arg(10)->Arg(100)->Arg(10000);
BENCHMARK(drift_of_symmetric_body)->ArgName("tenths")->Arg(1)->Arg(10)->Arg(100);
BENCHMARK(steps_of_one_body)->ArgName("tenths")->Arg(1)->Arg(10)->Arg(100);
BENCHMARK(momentum_only)->ArgName("tenths")->Arg(1)->Arg(10)->Arg(100)->Arg(10000);
BENCHMARK(momentum_by_energies_and_boost)->ArgName("tenths")->Arg(10);
BENCHMARK(free_motion_at)->ArgName("tenths")->Arg(1)->Arg(10);

}  // namespace
