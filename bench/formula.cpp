/// What a torque costs when it is written as a formula: a step of `se` on slow-top beside the built-in torque, of one
/// body and of bodies on lanes, in the same run. The last column is the ratio, and what it may be at most.
///
///     build/bench/formula [BODIES]     (4096)
#include "measure.hpp"
#include "options.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/ensemble/integrator.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/simulate/problem.hpp"
#include "polhode/torque/torque.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <algorithm>
#include <random>
#include <string>
#include <vector>

using namespace polhode;
using namespace polhode::bench;

namespace {

constexpr double h = 0.01;

struct Written {
    std::string how;
    FormulaText text;
};

/// The torque of slow-top in several ways.
std::vector<Written> written() {
    const std::vector<FormulaParameter> m{{"m", 20.}};
    const std::vector<FormulaParameter> vectors{
        {"m", 20.}, {"up", Eigen::Vector3d(0, 0, 1)}, {"axis", Eigen::Vector3d(0, 0, 1)}};
    const std::string turned = "m*cross(to_body(up), axis)";
    return {{"`m*r32`, `-m*r31`, `0`", {.torque = {"m*r32", "-m*r31", "0"}, .parameters = m}},
            {"potential `m*r33`", {.potential = "m*r33", .parameters = m}},
            {"`" + turned + ".x`, …",
             {.torque = {turned + ".x", turned + ".y", turned + ".z"}, .parameters = vectors}}};
}

/// Two pieces of work in turns, the least time of each: what disturbs the machine disturbs both.
template <class A, class B>
std::pair<double, double> least_of_both(int repeats, A&& a, B&& b) {
    std::pair<double, double> least{1e300, 1e300};
    for (int i = 0; i < repeats; ++i) {
        least.first = std::min(least.first, microseconds(a));
        least.second = std::min(least.second, microseconds(b));
    }
    return least;
}

void of_one_body(double& sink) {
    const Problem& top = problem("slow-top");
    const Method& se = method("se");
    constexpr int steps = 2000, repeats = 300;
    const auto run = [&](const Torque& torque) {
        return [&sink, &top, stepper = std::shared_ptr(se.on_double(top.body, torque))] {
            core::State<double> s =
                core::to_principal(top.initial, core::from_eigen(top.body.principal_axes()));
            stepper->march(s, {0, h}, 0, steps);
            sink += s.attitude.x;
        };
    };
    print_head({"one body: formula", "built-in, ns per step", "formula, ns per step", "ratio", "at most"});
    for (const Written& w : written()) {
        const auto [built_in, formula] =
            least_of_both(repeats, run(top.torque), run(formula_torque(w.text).or_throw()));
        print_row({w.how, fixed(1e3 * built_in / steps, 1), fixed(1e3 * formula / steps, 1),
                   fixed(formula / built_in, 2), "2"});
    }
}

Ensemble bodies(std::size_t count, const Eigen::Vector3d& moments, const Torque& torque) {
    Ensemble all(count, Body::from_moments(moments), torque);
    std::mt19937_64 random(1);
    std::normal_distribution<double> normal;
    for (std::size_t k = 0; k < count; ++k) {
        Eigen::Quaterniond q;
        for (double& x : q.coeffs()) x = normal(random);
        Eigen::Vector3d p;
        for (double& x : p) x = normal(random);
        all.set_state(k, {q.normalized(), moments.cwiseProduct(p.normalized())});  // |ω| = 1
    }
    return all;
}

void on_lanes(std::size_t count, const Eigen::Vector3d& moments, double most) {
    constexpr long steps = 20;
    constexpr int repeats = 150;
    print_head({fmt::format("on lanes, moments {}, {}, {}: formula", moments[0], moments[1], moments[2]),
                "target", "built-in, ns per body and step", "formula", "ratio", "at most"});
    for (const Written& w : written())
        for (const Target target : available_targets()) {
            if (target == Target::one_by_one) continue;
            Ensemble a = bodies(count, moments, problem("slow-top").torque),
                     b = bodies(count, moments, formula_torque(w.text).or_throw());
            EnsembleIntegrator built_in(a, {"se", h, 0, 1, target}), formula(b, {"se", h, 0, 1, target});
            const auto [first, second] =
                least_of_both(repeats, [&] { built_in.advance(steps); }, [&] { formula.advance(steps); });
            const double per = 1e3 / static_cast<double>(count) / steps;
            print_row({w.how, std::string(name(target)), fixed(per * first, 2), fixed(per * second, 2),
                       fixed(second / first, 2), fmt::format("{}", most)});
        }
}

}  // namespace

int main(int count_of_arguments, char** arguments) {
    const Usage usage{.name = "formula",
                      .what = "What a torque costs when it is written as a formula.",
                      .words = "[BODIES]     (4096)",
                      .most_words = 1};
    return run_bench(count_of_arguments, arguments, usage, [](const Options& options) {
        const auto count = static_cast<std::size_t>(options.count(0, "BODIES", 4096));
        double sink = 0;
        print_note(fmt::format("{}; {}; `se`, h = {}", processor_name(), compiler_name(), h));
        of_one_body(sink);
        on_lanes(count, {5, 5, 1}, 1.6);
        on_lanes(count, {1, 2, 3}, 1.3);
        benchmark::DoNotOptimize(sink);
    });
}
