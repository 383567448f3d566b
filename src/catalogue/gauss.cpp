/// Gauss' collocation in canonical variables and in those of the angular velocity, from 2 to 8 stages.
#include "polhode/method/gauss.hpp"
#include "entry.hpp"
#include "intern.hpp"
#include "method/registers/kernels.hpp"
#include "numbered_name.hpp"
#include "polhode/error.hpp"

#include <fmt/format.h>
#include <string>

namespace polhode {

namespace {

template <class Variables>
Method gauss_of(int stages, std::string_view suffix, std::string_view variables) {
    using Gauss = core::Gauss<Variables>;
    return entry(Gauss(stages, core::gauss::best_kernels()),
                 {intern(fmt::format("gauss-{}{}", 2 * stages, suffix)),
                  intern(fmt::format("Gauss' collocation of {} stages for {}", stages, variables)),
                  Gauss::formula, Gauss::source});
}

constexpr int fewest_with_own_steps = 4;  // below, the steps that states between them allow are too many
constexpr std::string_view members =
    "N is an even number from 8 to 16, E a number from 1e-19 to 1 for the error within each step";

template <class Variables>
Method gauss_flow(std::string_view name, int stages, double tolerance) {
    using Gauss = core::Gauss<Variables>;
    Method m = entry(core::GaussFlow<Variables>{tolerance, {Gauss(stages, core::gauss::best_kernels())}},
                     {intern(std::string(name)),
                      intern(fmt::format("Gauss' collocation of {} stages that chooses its steps", stages)),
                      Gauss::formula, Gauss::source});
    m.automatic = m.on_double;
    m.automatic_on_dual = m.on_dual;
    return m;
}

Expected<std::optional<Method>> gauss_to_tolerance(std::string_view name) {
    constexpr std::string_view stem = "gauss-", by_rate = "-rate";
    const std::size_t at = name.find('@');
    if (at == name.npos || !name.starts_with(stem)) return {std::nullopt};
    std::string_view numbered = name.substr(0, at);
    const bool is_by_rate = numbered.ends_with(by_rate);
    if (is_by_rate) numbered.remove_suffix(by_rate.size());
    const int order = number_after(stem, numbered).value_or(0), stages = order / 2;
    const std::optional<double> tolerance = tolerance_of(name.substr(at + 1));
    if (order % 2 != 0 || stages < fewest_with_own_steps
        || stages > static_cast<int>(core::gauss::most_stages) || !tolerance)
        return input_error(fmt::format(
            "method \"{}\" is not in the catalogue; in gauss-N@E and gauss-N-rate@E, {}", name, members));
    return {is_by_rate ? gauss_flow<core::gauss::ByRate>(name, stages, *tolerance)
                       : gauss_flow<core::gauss::Canonical>(name, stages, *tolerance)};
}

}  // namespace

MethodFamily gauss_flow_family() {
    return {"gauss-N@E",
            "Gauss' collocation that chooses its steps, to an error E within each; and gauss-N-rate@E",
            members, "gauss-16@1e-9", gauss_to_tolerance};
}

std::vector<Method> gauss_methods() {
    constexpr int fewest = 2;
    std::vector<Method> methods;
    for (int s = fewest; s <= static_cast<int>(core::gauss::most_stages); ++s)
        methods.push_back(gauss_of<core::gauss::Canonical>(s, "", "quaternion and canonical momentum"));
    for (int s = fewest; s <= static_cast<int>(core::gauss::most_stages); ++s)
        methods.push_back(gauss_of<core::gauss::ByRate>(s, "-rate", "quaternion and angular velocity"));
    return methods;
}

}  // namespace polhode
