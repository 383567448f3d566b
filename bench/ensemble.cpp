/// Many bodies on one core and on all: nanoseconds per body and step, for every target of the machine.
///
///     build/bench/ensemble [BODIES]     (100000)
///
/// "in cache": 20 steps of some bodies before the next; "one pass": one step of all bodies, then the next
/// step.
#include "options.hpp"
#include "polhode/ensemble/integrator.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <random>
#include <string>
#include <thread>

using namespace polhode;
using namespace polhode::bench;

namespace {

constexpr long steps_per_pass = 20;
constexpr int repeats = 15;

struct Case {
    std::string what, method;
    Eigen::Vector3d moments;
    Torque torque;
    double step;
    /// Aimed at, in cache: ns per body and step on AVX-512 at 3 GHz with two 512-bit units (96 GFlop/s); 0
    /// for none.
    double aim;
};

Ensemble bodies(const Case& c, std::size_t count) {
    Ensemble all(count, Body::from_moments(c.moments), c.torque);
    std::mt19937_64 random(1);
    std::normal_distribution<double> normal;
    for (std::size_t k = 0; k < count; ++k) {
        Eigen::Quaterniond q;
        for (double& x : q.coeffs()) x = normal(random);
        Eigen::Vector3d p;
        for (double& x : p) x = normal(random);
        // |ω| ≈ 1
        const Eigen::Vector3d w = p.normalized();
        all.set_state(k, {q.normalized(), c.moments.cwiseProduct(w)});
    }
    return all;
}

/// The least time of several passes, per body and step.
double nanoseconds(const Case& c, std::size_t count, Target target, int threads, long steps) {
    Ensemble all = bodies(c, count);
    EnsembleIntegrator integrator(all, {c.method, c.step, 0, threads, target});
    double least = 1e300;
    for (int i = 0; i < repeats; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        for (long n = 0; n < steps_per_pass; n += steps) integrator.advance(steps);
        const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
        least = std::min(least, took.count() / static_cast<double>(count) / steps_per_pass);
    }
    return least;
}

}  // namespace

int main(int count_of_arguments, char** arguments) {
    const Usage usage{
        .name = "ensemble",
        .what = "Nanoseconds per body and step of many bodies, for every target of the machine.",
        .words = "[BODIES]     (100000)",
        .most_words = 1};
    return run_bench(count_of_arguments, arguments, usage, [](const Options& options) {
        const auto count = static_cast<std::size_t>(options.count(0, "BODIES", 100'000));
        core::HeavyTop top;
        top.weight_moment = 20;
        const std::vector<Case> cases{
            {"free, three moments", "mr2-123", {1, 2, 3}, core::NoTorque{}, 0.02, 4.8},
            {"free, three moments, ωh = 0.1", "se", {1, 2, 3}, core::NoTorque{}, 0.1, 14},
            {"free, three moments, ωh = 1", "se", {1, 2, 3}, core::NoTorque{}, 1, 0},
            {"slow-top", "liemid-ea", {5, 5, 1}, top, 0.01, 22},
            {"slow-top", "se", {5, 5, 1}, top, 0.01, 3},
            {"slow-top", "se4-rkn", {5, 5, 1}, top, 0.02, 0},
            {"free, three moments", "buss4", {1, 2, 3}, core::NoTorque{}, 0.02, 0},
            {"slow-top", "buss4", {5, 5, 1}, top, 0.02, 0},
            {"free, three moments", "rkmk-rk4", {1, 2, 3}, core::NoTorque{}, 0.02, 0},
        };
        const int cores = static_cast<int>(std::thread::hardware_concurrency());
        print_note(fmt::format("{}; {}; {} bodies", processor_name(), compiler_name(), count));
        print_head({"ns per body and step", "method", "target", "in cache", "one pass",
                    fmt::format("{} threads, in cache", cores), "speed-up", "aim, at 96 GFlop/s"});
        for (const Case& c : cases)
            for (const Target target : available_targets()) {
                const std::size_t n = target == Target::one_by_one ? count / 10 : count;
                const double in_cache = nanoseconds(c, n, target, 1, steps_per_pass);
                const double one_pass = target == Target::one_by_one ? 0 : nanoseconds(c, n, target, 1, 1);
                const double shared = nanoseconds(c, n, target, cores, steps_per_pass);
                print_row({c.what, code(c.method), std::string(name(target)), fixed(in_cache, 2),
                           one_pass > 0 ? fixed(one_pass, 2) : "–", fixed(shared, 2),
                           fixed(in_cache / shared, 2),
                           c.aim > 0 && target == Target::avx512 ? fmt::format("{}", c.aim) : "–"});
            }
    });
}
