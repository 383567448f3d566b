/// What following the transition matrix costs: whole runs with and without it, on heavy-top-123. Prints a
/// table of docs/performance.md.
#include "measure.hpp"
#include "options.hpp"
#include "polhode/simulate/problem.hpp"
#include "polhode/simulate/simulate.hpp"

using namespace polhode;
using namespace polhode::bench;

int main(int count, char** arguments) {
    const Usage usage{.name = "sensitivity", .what = "What following the transition matrix costs."};
    return run_bench(count, arguments, usage, [](const Options&) {
        constexpr long steps = 4000;
        constexpr int repeats = 12;
        print_note(fmt::format("heavy-top-123 up to t = 20, {} steps, least of {} runs", steps, repeats));
        print_head({"method", "µs per step", "with the matrix", "factor"});
        const Problem& top = problem("heavy-top-123");
        const auto row = [&](const std::string& name, Plan plan, double per) {
            plan.end = 20;
            const double without = least_microseconds(repeats, [&] { simulate(top, plan); });
            plan.sensitivity = true;
            const double with = least_microseconds(repeats, [&] { simulate(top, plan); });
            print_row({name, fmt::format("{:.2g}", without / per), fmt::format("{:.2g}", with / per),
                       fixed(with / without, 0)});
        };
        for (const char* method : {"mr2-123", "se", "se4-rkn", "liemid-ea", "se8-kl", "buss3", "rkmk-gauss6"})
            row(code(method), {.method = method, .steps = StepCount{steps}}, steps);
        row("`taylor-20`, internal steps, the whole run", {.method = "taylor-20"}, 1);
    });
}
