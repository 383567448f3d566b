/// How well `choose` keeps its promise: 200 random bodies, torques, horizons and tolerances, with the true
/// error by Boost.odeint in 80-bit arithmetic.
///
///     build/bench/tolerance [CASES]     (200; with `-v` before it, a line for each)
#include "measure.hpp"
#include "polhode/advise/choose.hpp"
#include "polhode/error.hpp"
#include "table.hpp"

#include "../tests/support/odeint_motion.hpp"
#include "../tests/support/tolerance_cases.hpp"

#include <fmt/format.h>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string>

using namespace polhode;

int main(int argc, char** argv) {
    const bool verbose = argc > 1 && std::string(argv[1]) == "-v";
    const unsigned cases = argc > (verbose ? 2 : 1) ? static_cast<unsigned>(std::atoi(argv[argc - 1])) : 200;
    int run = 0, kept = 0, nearly = 0, honest = 0, refused = 0;
    double worst = 0, worst_estimate = 1;
    std::vector<double> overhead;
    std::map<std::string, int> methods;
    for (unsigned i = 0; i < cases; ++i) {
        const test::ToleranceCase c = test::tolerance_case(i);
        try {
            Choice choice;
            const double choosing =
                bench::microseconds([&] { choice = choose(c.problem, {.error = c.tolerance}); });
            std::vector<Sample> samples;
            const double running = bench::least_microseconds(
                3, [&] { simulate(c.problem, plan_of(choice), {.on_sample = {}, .on_progress = {}}); });
            simulate(c.problem, plan_of(choice),
                     {.on_sample = [&](const Sample& s) { samples.push_back(s); }});
            const double error = test::true_error(c.problem, samples);
            const double off = std::exp(std::abs(std::log(choice.estimate / error)));
            ++run;
            ++methods[choice.method];
            kept += error <= c.tolerance ? 1 : 0;
            nearly += error <= 3 * c.tolerance ? 1 : 0;
            honest += off <= 10 ? 1 : 0;
            worst = std::max(worst, error / c.tolerance);
            worst_estimate = std::max(worst_estimate, off);
            overhead.push_back(choosing / running);
            if (verbose)
                fmt::print(
                    "{:3} tolerance {:.1e} {:<12} estimate {:.2e} error {:.2e} choosing {:9.0f} us, run "
                    "{:7.0f} us\n",
                    i, c.tolerance, choice.method, choice.estimate, error, choosing, running);
        } catch (const RunError& refusal) {
            ++refused;
            if (verbose) fmt::print("{:3} refused: {}\n", i, refusal.what());
        }
    }
    const auto share = [run](int count) { return fmt::format("{} of {}", count, run); };
    bench::print_head({fmt::format("{} cases", cases), ""});
    bench::print_row({"run / refused", fmt::format("{} / {}", run, refused)});
    bench::print_row({"true error below the tolerance",
                      fmt::format("{}; largest error / tolerance {:.2f}", share(kept), worst)});
    bench::print_row({"below three times the tolerance", share(nearly)});
    bench::print_row({"estimate within a factor 10 of the true error",
                      fmt::format("{}; worst factor {:.3f}", share(honest), worst_estimate)});
    bench::print_row(
        {"time to choose / time of the run", fmt::format("median {:.0f}", bench::median(overhead))});
    fmt::print("\n");
    for (const auto& [method, count] : methods) fmt::print("  {:<12} {}\n", method, count);
}
