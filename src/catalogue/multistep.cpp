/// The explicit multistep formulas with designed coefficients: with a given step, and with steps that they choose.
#include "polhode/method/multistep.hpp"
#include "entry.hpp"
#include "intern.hpp"
#include "method/registers/kernels.hpp"
#include "numbered_name.hpp"
#include "polhode/error.hpp"
#include "polhode/method/multistep_flow.hpp"

#include <fmt/format.h>
#include <string>

namespace polhode {

namespace {

constexpr std::string_view flow_members =
    "N is 8, 12, 16, 20 or 24, with -wide behind it or not, E a number from 1e-19 to 1 for the error of eight "
    "steps together";

Expected<std::optional<Method>> multistep_to_tolerance(std::string_view name) {
    const std::size_t at = name.find('@');
    if (at == name.npos || !name.starts_with("multistep-")) return {std::nullopt};
    const auto& tables = core::multistep::tables;
    std::size_t number = 0;
    while (number < tables.size() && tables[number].name != name.substr(0, at)) ++number;
    const std::optional<double> tolerance = tolerance_of(name.substr(at + 1));
    if (number == tables.size() || !tolerance)
        return input_error(
            fmt::format("method \"{}\" is not in the catalogue; in multistep-N@E, {}", name, flow_members));
    const core::MultistepFlow flow{number, core::multistep::best_kernels(), *tolerance};
    Method m =
        entry(flow, {intern(std::string(name)),
                     intern(fmt::format("multistep formula of {} taps, designed, that chooses its steps",
                                        tables[number].taps)),
                     core::MultistepFlow::formula, core::MultistepFlow::source});
    m.automatic = m.on_double;
    m.automatic_on_dual = m.on_dual;
    return {std::move(m)};
}

}  // namespace

MethodFamily multistep_flow_family() {
    return {"multistep-N@E", "multistep formulas of N taps that choose their steps, to an error E of eight",
            flow_members, "multistep-16@1e-9", multistep_to_tolerance};
}

std::vector<Method> multistep_methods() {
    std::vector<Method> methods;
    methods.reserve(core::multistep::tables.size());
    for (const core::multistep::Table& table : core::multistep::tables)
        methods.push_back(
            on_lanes(entry(core::Multistep{table, core::multistep::best_kernels()},
                           {table.name,
                            intern(fmt::format("multistep formula of {} taps, designed, stable for h|λ| ≤ {}",
                                               table.taps, table.bound)),
                            core::Multistep::formula, core::Multistep::source}),
                     {.kind = LaneRecipe::Kind::multistep, .multistep = &table}));
    return methods;
}

}  // namespace polhode
