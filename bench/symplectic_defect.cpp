/// How far one free step is from preserving the canonical form, by exact Jacobians: the first state of
/// free-body, momenta in units of |Π|. Prints a table of docs/celledoni-methods.md.
///
///     build/bench/symplectic_defect [METHOD...]
#include "options.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "reproduce/symplectic.hpp"

using namespace polhode;
using namespace polhode::bench;

int main(int count, char** arguments) {
    const Usage usage{.name = "symplectic_defect",
                      .what = "How far one free step is from preserving the canonical form.",
                      .words = "[METHOD...]     (dmv2 dmv4 dmv6 dmv-exact sej sej4 sej6 se)",
                      .most_words = 1000};
    return run_bench(count, arguments, usage, [](const Options& options) {
        std::vector<std::string> methods = options.words(), heads{"h"};
        if (methods.empty()) methods = {"dmv2", "dmv4", "dmv6", "dmv-exact", "sej", "sej4", "sej6", "se"};
        for (const std::string& method : methods) heads.push_back(code(method));
        print_head(heads);
        const Problem& free = problem("free-body");
        const core::State<double> start =
            core::to_principal(free.initial, core::from_eigen(free.body.principal_axes()));
        for (const double h : {0.4, 0.2, 0.1, 0.05}) {
            std::vector<std::string> row{fmt::format("{}", h)};
            for (const std::string& name : methods) {
                const auto defect = reproduce::symplectic_defect(method(name), free, start, h);
                row.push_back(defect ? scientific(*defect) : "no solution");
            }
            print_row(row);
        }
    });
}
