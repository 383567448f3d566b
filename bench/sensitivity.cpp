/// What following the transition matrix costs: whole runs with and without it, on heavy-top-123. Prints a
/// table of docs/performance.md.
#include "measure.hpp"
#include "polhode/simulate/problem.hpp"
#include "polhode/simulate/simulate.hpp"
#include "table.hpp"

using namespace polhode;
using namespace polhode::bench;

int main() {
    constexpr long steps = 4000;
    constexpr int repeats = 12;
    fmt::print("heavy-top-123 up to t = 20, {} steps, least of {} runs\n", steps, repeats);
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
}
