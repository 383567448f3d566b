/// Taylor series of any order: taylor-N with a given step, and with steps of its own.
#include "polhode/method/taylor.hpp"
#include "entry.hpp"
#include "intern.hpp"
#include "numbered_name.hpp"
#include "polhode/error.hpp"

#include <fmt/format.h>
#include <utility>

namespace polhode {

namespace {

constexpr std::string_view formula =
    "R₁ = Σ Rₖhᵏ normalised, L₁ = R₀Π₀ + Σ Lₖhᵏ, Π₁ = R₁ᵀL₁; coefficients from R' = R ω̂, Π' = Π×ω + T, L' = "
    "RT";
constexpr std::string_view source = "Taylor series; step by the last two terms: Jorba, Zou 2005";

constexpr std::string_view members = "N is a number from 2 to 40";
constexpr int lowest = 2, highest = 40;
constexpr int lowest_with_own_steps = 8;  // below, steps at round-off are too many to be of use

std::optional<Method> taylor_method(std::string_view name) {
    const std::optional<int> number = number_after("taylor-", name);
    if (!number) return std::nullopt;
    const int order = *number;
    if (order < lowest || order > highest)
        throw InputError(
            fmt::format("method \"{}\" is not in the catalogue; in taylor-N, {}", name, members));
    Method m = entry(core::Taylor{order},
                     {intern(std::string(name)), intern(fmt::format("Taylor series of order {}", order)),
                      formula, source});
    if (order >= lowest_with_own_steps) {
        Method flow = taylor_flow(order);
        m.automatic = std::move(flow.automatic);
        m.automatic_on_dual = std::move(flow.automatic_on_dual);
    }
    return m;
}

}  // namespace

MethodFamily taylor_family() {
    return {"taylor-N", "Taylor series of order N; from N = 8 on it chooses its own steps if none is given",
            members, "taylor-20", taylor_method};
}

Method taylor_flow(int order, double tolerance) {
    if (order < lowest_with_own_steps || order > highest)
        throw InputError(fmt::format("taylor_flow: order {}, expected a number from {} to {}", order,
                                     lowest_with_own_steps, highest));
    if (!(tolerance > 0 && tolerance < 1))
        throw InputError(
            fmt::format("taylor_flow: tolerance {}, expected a number between 0 and 1", tolerance));
    Method m = entry(
        core::TaylorFlow{order, tolerance},
        {intern(fmt::format("taylor-{}", order)),
         intern(fmt::format("Taylor series of order {} with steps of its own", order)),
         "R(t) = Σ Rₖtᵏ normalised, Π(t) = Σ Πₖtᵏ (R(t)ᵀL if free); coefficients from R' = R ω̂, Π' = Π×ω + T",
         source});
    m.automatic = m.on_double;
    m.automatic_on_dual = m.on_dual;
    return m;
}

}  // namespace polhode
