/// What the statistics of an ensemble cost beside its steps, with the default 100 sample points in 1000 steps.
///
///     build/bench/ensemble_looks [BODIES]     (100000)
#include "measure.hpp"
#include "options.hpp"
#include "polhode/ensemble/quantities.hpp"
#include "polhode/ensemble/setup.hpp"
#include "polhode/ensemble/statistics.hpp"

#include <fmt/format.h>
#include <algorithm>

using namespace polhode;
using namespace polhode::bench;

namespace {

constexpr long steps_per_look = 10;
constexpr int looks = 60;

struct Case {
    std::string problem, method;
    bool different;  ///< each body has its own moments
};

/// The least time of each part over all looks: others use the machine too.
void print_case(const Case& c, std::size_t count, int threads) {
    EnsembleSetup setup{.problem = problem(c.problem), .count = count};
    setup.attitude.kind = Distribution::Kind::uniform;
    if (c.different) {
        Distribution& inertia = setup.inertia.emplace();
        inertia.kind = Distribution::Kind::uniform;
        inertia.low = 0.99 * setup.problem.body.moments();
        inertia.high = 1.01 * setup.problem.body.moments();
    }
    Ensemble ensemble = draw_ensemble(setup, {0, count}, threads);
    EnsembleIntegrator integrator(
        ensemble, {.method = c.method, .step = setup.problem.defaults.step, .threads = threads});
    const Quantities quantities(integrator, ensemble, setup.problem,
                                {Eigen::Vector3d::UnitZ(), Eigen::Vector3d::UnitZ()}, threads);
    std::vector<double> values(quantities.all().size() * count);
    const auto rank = alone();
    double steps = 1e300, evaluation = 1e300, statistics = 1e300;
    for (int i = 0; i < looks; ++i) {
        steps = std::min(steps, microseconds([&] { integrator.advance(steps_per_look); }));
        evaluation =
            std::min(evaluation, microseconds([&] { quantities.evaluate(integrator.time(), {}, values); }));
        statistics = std::min(statistics, microseconds([&] {
                                  summarise_all({values, chunk_bodies(count), threads},
                                                quantities.all().size(), *rank);
                              }));
    }
    const auto each = [&](double us) {
        return fixed(1e3 * us / static_cast<double>(count) / static_cast<double>(quantities.all().size()), 2);
    };
    print_row({c.problem + (c.different ? ", moments of their own" : ""), code(c.method),
               fmt::format("{}", quantities.all().size()), fmt::format("{}", threads), fixed(steps / 1e3, 2),
               fixed((steps + evaluation + statistics) / 1e3, 2),
               fixed((steps + evaluation + statistics) / steps, 2), each(evaluation), each(statistics)});
}

}  // namespace

int main(int count_of_arguments, char** arguments) {
    const Usage usage{.name = "ensemble_looks",
                      .what = "What the statistics of an ensemble cost beside its steps.",
                      .words = "[BODIES]     (100000)",
                      .most_words = 1};
    return run_bench(count_of_arguments, arguments, usage, [](const Options& options) {
        const auto count = static_cast<std::size_t>(options.count(0, "BODIES", 100'000));
        print_note(fmt::format("{}; {}; {} bodies, {} steps from look to look", processor_name(),
                               compiler_name(), count, steps_per_look));
        print_head({"problem", "method", "quantities", "threads", "steps alone, ms", "with a look, ms",
                    "ratio", "ns per value: evaluation", "statistics"});
        for (const int threads : {1, 2})
            for (const Case& c : {Case{"free-body", "se", false}, Case{"free-body", "mr2-123", false},
                                  Case{"slow-top", "se", false}, Case{"slow-top", "se4-rkn", false},
                                  Case{"slow-top", "se", true}})
                print_case(c, count, threads);
    });
}
