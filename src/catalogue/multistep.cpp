/// The explicit multistep formulas with designed coefficients.
#include "polhode/method/multistep.hpp"
#include "entry.hpp"
#include "intern.hpp"
#include "method/registers/kernels.hpp"

#include <fmt/format.h>

namespace polhode {

std::vector<Method> multistep_methods() {
    std::vector<Method> methods;
    for (const core::multistep::Table& table : core::multistep::tables)
        methods.push_back(
            entry(core::Multistep{table, core::multistep::best_kernels()},
                  {table.name,
                   intern(fmt::format("multistep formula of {} taps, designed, stable for h|λ| ≤ {}",
                                      table.taps, table.bound)),
                   core::Multistep::formula, core::Multistep::source}));
    return methods;
}

}  // namespace polhode
