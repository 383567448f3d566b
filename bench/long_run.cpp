/// Ten million steps: the largest energy error, its trend with the standard error of it, and the momentum about the
/// field axis. tests/method/long_runs_test.cpp asserts the same of `se` and a tenth of them.
///
///     build/bench/long_run [--steps N] [METHOD...]     (se and those of gauss-16 and multistep that there are)
///
/// On slow-top and heavy-top-123, whose field axis is e₃, at steps that suit the method.
#include "../tests/support/long_run.hpp"
#include "measure.hpp"
#include "options.hpp"

#include <fmt/format.h>

using namespace polhode;
using namespace polhode::bench;

namespace {

constexpr std::array names{"se", "gauss-16", "gauss-16-rate", "multistep-16", "multistep-20", "multistep-24"};
constexpr std::array problem_names{"slow-top", "heavy-top-123"};

/// Collocation takes long steps, a formula that looks back short ones, at which its error is that of round-off;
/// others the step of the problem.
double step_for(const std::string& method, const Problem& p) {
    if (method.starts_with("gauss")) return p.name == "slow-top" ? 0.06 : 0.125;
    if (method.starts_with("multistep")) return p.name == "slow-top" ? 0.002 : 0.0025;
    return p.defaults.step;
}

}  // namespace

int main(int count, char** arguments) {
    const Usage usage{.name = "long_run",
                      .what = "Energy and momentum over ten million steps.",
                      .words = "[METHOD...]     (se, and gauss-16 and multistep formulas if there are any)",
                      .most_words = 1000,
                      .options = {{"--steps", "N", "so many steps (10000000)"}}};
    return run_bench(count, arguments, usage, [](const Options& options) {
        const long steps = options.count("--steps", 10'000'000);
        std::vector<std::string> methods = options.words();
        if (methods.empty())
            for (const char* name : names)
                if (find_method(name)) methods.emplace_back(name);
        print_head({fmt::format("{} steps: method", steps), "problem", "h", "ns per step",
                    "largest energy error, relative", "its trend over the run", "±",
                    "momentum about the axis"});
        for (const std::string& name : methods)
            for (const char* problem_name : problem_names) {
                const Problem& p = problem(problem_name);
                const double h = step_for(name, p);
                test::LongRun run;
                const double took =
                    microseconds([&] { run = test::long_run(method(name), p, h, steps, {0, 0, 1}); });
                print_row({code(name), p.name, fmt::format("{}", h),
                           fixed(1e3 * took / static_cast<double>(steps), 0),
                           scientific(run.most_energy_error), fmt::format("{:+.1e}", run.drift),
                           scientific(run.drift_uncertainty), scientific(run.most_momentum_error)});
            }
    });
}
