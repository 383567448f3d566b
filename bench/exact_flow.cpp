/// Nanoseconds of the exact flow, and in brackets how many sines and cosines of the C library take as long:
/// measured in the same run, so that it carries over to other machines. Prints a table of
/// docs/performance.md.
#include "options.hpp"
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

/// Times work(sample) over all samples, again and again, and takes the fastest pass: what other programs take
/// from a shared machine is not ours. As a cell of the table.
template <class Work>
std::string cost(const std::vector<Sample>& all, Work&& work) {
    double least = 1e9;
    for (int pass = 0; pass < 2000; ++pass) {
        const auto start = Clock::now();
        for (const Sample& s : all) work(s);
        const std::chrono::duration<double, std::nano> took = Clock::now() - start;
        least = std::min(least, took.count() / static_cast<double>(all.size()));
    }
    return fmt::format("{:.0f} ns ({:.1f})", least, least / sincos_nanoseconds());
}

std::string drift(double angle, bool symmetric) {
    return cost(make_samples(angle, symmetric), [](const Sample& s) {
        State<double> state = s.state;
        ExactDrift{}(s.inertia, state, s.time);
        benchmark::DoNotOptimize(state);
    });
}

/// Every step waits for the one before.
std::string steps_of_one_body(double angle) {
    const Inertia<double> inertia(Vec{5, 4, 3});
    State<double> state{{}, {-1, 0, 2}};
    const double h = angle / norm(inertia.solve(state.momentum));
    const std::string cell =
        cost(make_samples(1, false), [&](const Sample&) { ExactDrift{}(inertia, state, h); });
    benchmark::DoNotOptimize(state);
    return cell;
}

std::string momentum_only(double angle) {
    return cost(make_samples(angle, false), [](const Sample& s) {
        benchmark::DoNotOptimize(free_momentum(EulerTop<double>(s.inertia), s.state.momentum, s.time));
    });
}

/// The momentum only, as the paper writes it, with the elliptic functions of Boost.
std::string momentum_by_energies_and_boost(double angle) {
    return cost(make_samples(angle, false), [](const Sample& s) {
        benchmark::DoNotOptimize(
            polhode::test::momentum_by_energies(s.inertia.moments, s.state.momentum, s.time));
    });
}

/// The public interface, in the user's axes.
std::string free_motion_at(double angle) {
    const polhode::FreeMotion motion = polhode::free_motion(polhode::Body::from_moments({5, 4, 3}),
                                                            {Eigen::Quaterniond::Identity(), {-1, 0, 2}});
    const double unit = 1 / motion.angular_velocity(0).norm();
    return cost(make_samples(angle, false), [&](const Sample& s) {
        const double t = s.time * unit * norm(s.inertia.solve(s.state.momentum));
        benchmark::DoNotOptimize(motion.at(t));
    });
}

}  // namespace

int main(int count, char** arguments) {
    using namespace polhode::bench;
    const Usage usage{.name = "exact_flow", .what = "Nanoseconds of the exact free motion."};
    return run_bench(count, arguments, usage, [](const Options&) {
        print_note(fmt::format("one sine and cosine: {:.1f} ns", sincos_nanoseconds()));
        print_head({"&#124;ω&#124;t around", "momentum and attitude",
                    "steps of one body, each waiting for the last", "`FreeMotion::at`", "momentum alone",
                    "textbook momentum, Boost", "symmetric body"});
        for (const double angle : {0.1, 1.0, 10.0, 1000.0})
            print_row({fmt::format("{}", angle), drift(angle, false), steps_of_one_body(angle),
                       free_motion_at(angle), momentum_only(angle), momentum_by_energies_and_boost(angle),
                       drift(angle, true)});
    });
}
