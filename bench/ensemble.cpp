/// Many bodies on one core and on all: nanoseconds per body and step, for every target of the machine.
///
///     build/bench/ensemble [BODIES]     (100000)
///
/// "in cache": 20 steps of some bodies before the next; "one pass": one step of all bodies, then the next
/// step. Methods with a history of steps make 200 before the next, since a history goes through memory.
///
/// Then what an accuracy costs, on one core: bodies drawn at random, each method with the steps that its tolerance takes.
#include "options.hpp"
#include "peer_equations.hpp"
#include "polhode/ensemble/integrator.hpp"
#include "polhode/ensemble/tolerance.hpp"

// g++ 12 finds fault with a copy of Boost's that copies what is not set yet
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif
#include <boost/numeric/odeint.hpp>

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
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

/// That this thread has had a processor: what others do on the machine counts less.
double thread_seconds() {
    std::timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// The least time of several passes, per body and step.
double nanoseconds(const Case& c, std::size_t count, Target target, int threads, long steps) {
    Ensemble all = bodies(c, count);
    EnsembleIntegrator integrator(all, {c.method, c.step, 0, threads, target});
    double least = 1e300;
    const long pass = std::max(steps_per_pass, steps);
    const auto seconds = [&] {
        using Clock = std::chrono::steady_clock;
        return threads == 1 ? thread_seconds()
                            : std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
    };
    for (int i = 0; i < repeats; ++i) {
        const double begin = seconds();
        for (long n = 0; n < pass; n += steps) integrator.advance(steps);
        least = std::min(least,
                         1e9 * (seconds() - begin) / static_cast<double>(count) / static_cast<double>(pass));
    }
    return least;
}

// --- to an accuracy -------------------------------------------------------------------------------------------

constexpr double end = 20;

/// Tops of three moments, each turning about once in six units of time.
EnsembleSetup tops(std::size_t count, double weight_moment) {
    EnsembleSetup setup{.problem = {.body = Body::from_moments({1, 1.8, 2.2}),
                                    .torque = core::HeavyTop{.weight_moment = weight_moment}},
                        .count = count,
                        .seed = 1};
    setup.attitude.kind = Distribution::Kind::uniform;
    setup.rotation = {.distribution = {.kind = Distribution::Kind::normal, .sigma = {0.6, 0.6, 0.6}},
                      .velocity = true};
    return setup;
}

/// The angle that a body turns by, in the mean.
double radians(const EnsembleSetup& setup) {
    constexpr std::size_t bodies = 64;
    constexpr long looks = 200;
    Ensemble all = draw_ensemble(setup, {0, bodies}, 1);
    EnsembleIntegrator integrator(all, {.method = "multistep-12", .step = end / looks / 16});
    double sum = 0;
    for (long n = 0; n < looks; ++n) {
        integrator.advance(16);
        for (std::size_t k = 0; k < bodies; ++k) sum += integrator.angular_velocity(k).norm();
    }
    return sum / looks / bodies * end;
}

/// Nanoseconds per body, the least of some runs of as many bodies as take a while.
double nanoseconds_to_end(const EnsembleSetup& setup, const EnsembleChoice& choice) {
    constexpr double most_body_steps = 5e7;
    const auto bodies = static_cast<std::size_t>(std::clamp(
        most_body_steps / static_cast<double>(choice.steps), 64.0, static_cast<double>(setup.count)));
    double least = 1e300;
    for (int i = 0; i < 3; ++i) {
        Ensemble all = draw_ensemble(setup, {0, bodies}, 1);
        EnsembleIntegrator integrator(all, {.method = choice.method, .step = choice.step, .threads = 1});
        const double begin = thread_seconds();
        integrator.advance(choice.steps);
        least = std::min(least, 1e9 * (thread_seconds() - begin) / static_cast<double>(bodies));
    }
    return least;
}

/// Boost.odeint, a loop over the bodies, with the largest control of its steps that keeps a share of the tolerance like
/// that of the others.
double odeint_nanoseconds(const EnsembleSetup& setup, double weight_moment, double tolerance) {
    namespace odeint = boost::numeric::odeint;
    constexpr std::size_t bodies = 64;
    const Ensemble start = draw_ensemble(setup, {0, bodies}, 1);
    Ensemble truth = start;
    constexpr long steps = 20000;
    EnsembleIntegrator(truth, {.method = "multistep-20", .step = end / steps}).advance(steps);
    const TopRates rates({1, 1.8, 2.2}, {weight_moment});
    for (double control = tolerance; control > 1e-16; control /= 2) {
        double worst = 0;
        const double begin = thread_seconds();
        for (std::size_t k = 0; k < bodies; ++k) {
            const State first = start.state(k), last = truth.state(k);
            const Eigen::Vector3d w = start.body(k).angular_velocity(first.momentum);
            const Eigen::Vector4d q = first.attitude.coeffs();
            Numbers s{q[0], q[1], q[2], q[3], w[0], w[1], w[2]};
            odeint::integrate_adaptive(
                odeint::make_controlled<odeint::runge_kutta_fehlberg78<Numbers>>(control, control),
                [&](const Numbers& y, Numbers& f, double) { rates(y, f); }, s, 0.0, end, 0.1);
            const Eigen::Quaterniond got(s[3], s[0], s[1], s[2]);
            worst = std::max(worst, got.normalized().angularDistance(last.attitude));
        }
        const double took = 1e9 * (thread_seconds() - begin) / bodies;
        if (worst <= 0.1 * tolerance) return took;
    }
    return 0;
}

void print_accuracy(double weight_moment) {
    const EnsembleSetup setup = tops(1500, weight_moment);
    const double angle = radians(setup);
    print_note(fmt::format("\nTops of weight moment {}, {:.0f} radians each", weight_moment, angle));
    print_head({"ns per body and radian", "1e-3", "1e-6", "1e-9"});
    constexpr std::array tolerances{1e-3, 1e-6, 1e-9};
    for (const std::string method : {"", "multistep-12", "se", "mr2-auto", "se4-rkn"}) {
        std::vector<std::string> cells{method.empty() ? "as chosen" : code(method)};
        for (const double tolerance : tolerances) {
            // nobody would wait for a method of order two there
            const bool is_low = method == "se" || method == "mr2-auto";
            if (is_low && tolerance < 1e-4) {
                cells.emplace_back("–");
                continue;
            }
            const auto choice = try_choose_for_ensemble(
                setup, {.error = tolerance, .end = end, .method = method, .threads = 1});
            const std::string which =
                choice && method.empty() ? fmt::format(", {}", code(choice->method)) : "";
            cells.push_back(choice ? fmt::format("{:.0f} ({} steps{})",
                                                 nanoseconds_to_end(setup, *choice) / angle, choice->steps,
                                                 which)
                                   : "–");
        }
        print_row(cells);
    }
    std::vector<std::string> cells{"Boost.odeint, RKF78 in a loop"};
    for (const double tolerance : tolerances) {
        const double took = odeint_nanoseconds(setup, weight_moment, tolerance);
        cells.push_back(took > 0 ? fmt::format("{:.0f}", took / angle) : "–");
    }
    print_row(cells);
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
            {"slow-top", "multistep-12", {5, 5, 1}, top, 0.005, 6},
            {"top, three moments", "multistep-12", {1, 1.8, 2.2}, top, 0.005, 6},
            {"top, three moments", "mr2-123", {1, 1.8, 2.2}, top, 0.005, 0},
            {"top, three moments", "se", {1, 1.8, 2.2}, top, 0.005, 0},
            {"top, three moments", "se4-rkn", {1, 1.8, 2.2}, top, 0.02, 0},
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
                const long steps = c.method.starts_with("multistep") ? 10 * steps_per_pass : steps_per_pass;
                const double in_cache = nanoseconds(c, n, target, 1, steps);
                const double one_pass = target == Target::one_by_one ? 0 : nanoseconds(c, n, target, 1, 1);
                const double shared = nanoseconds(c, n, target, cores, steps);
                print_row({c.what, code(c.method), std::string(name(target)), fixed(in_cache, 2),
                           one_pass > 0 ? fixed(one_pass, 2) : "–", fixed(shared, 2),
                           fixed(in_cache / shared, 2),
                           c.aim > 0 && target == Target::avx512 ? fmt::format("{}", c.aim) : "–"});
            }
        for (const double weight_moment : {2.0, 0.1}) print_accuracy(weight_moment);
    });
}
