/// Ten million steps of `se` on heavy-top-123 at its own step: the energy error, its drift, the momentum
/// about the field axis. tests/method/long_runs_test.cpp asserts the same of a tenth of it.
///
///     build/bench/long_run [METHOD [PROBLEM [STEPS]]]     (problems whose field axis is e₃)
#include "../tests/support/long_run.hpp"

#include <fmt/format.h>
#include <chrono>
#include <cstdio>
#include <string>

int main(int count, char** arguments) try {
    using namespace polhode;
    const Method& m = method(count > 1 ? arguments[1] : "se");
    const Problem& p = problem(count > 2 ? arguments[2] : "heavy-top-123");
    const long steps = count > 3 ? std::stol(arguments[3]) : 10'000'000;
    const auto begin = std::chrono::steady_clock::now();
    const test::LongRun run = test::long_run(m, p, p.defaults.step, steps, {0, 0, 1});
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    fmt::print("{}, {} steps of {} on {}: {:.2f} s\n", m.sheet.name, steps, p.defaults.step, p.name,
               took.count());
    fmt::print("  energy error, relative       at most {:.3e}\n", run.most_energy_error);
    fmt::print("  its drift over the run       {:+.1e} ± {:.1e}\n", run.drift, run.drift_uncertainty);
    fmt::print("  momentum about the axis      at most {:.1e} |Π|\n", run.most_momentum_error);
} catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
}
