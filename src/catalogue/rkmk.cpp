/// The Runge–Kutta–Munthe-Kaas methods: RK4, Gauss of any order, any tableau of the user's.
/// Those of the Euler, midpoint and trapezoidal tableaux stand in the catalogue as Krysl's methods, which
/// they are.
#include "polhode/method/rkmk.hpp"
#include "entry.hpp"
#include "intern.hpp"
#include "numbered_name.hpp"
#include "polhode/error.hpp"

#include <fmt/format.h>

namespace polhode {

namespace {

Method entry_of_tableau(const Tableau& tableau, int order, std::string_view name, std::string_view title) {
    const core::Rkmk method(tableau, order);
    Method m = entry(method, {name, title, core::Rkmk::formula, core::Rkmk::source});
    if (method.is_explicit)
        m.on_lanes = LaneRecipe{LaneRecipe::Kind::rkmk, nullptr, {}, std::make_shared<core::Rkmk>(method)};
    return m;
}

constexpr std::string_view gauss_members = "N is an even number from 4 to 40";
constexpr int lowest_gauss = 8, highest_gauss = 40;  // 4 and 6 are in the table, 2 is liemid-i

Expected<std::optional<Method>> gauss_method(std::string_view name) {
    const std::optional<int> number = number_after("rkmk-gauss", name);
    if (!number) return {std::nullopt};
    const int order = *number;
    if (order % 2 != 0 || order < lowest_gauss || order > highest_gauss)
        return input_error(
            fmt::format("method \"{}\" is not in the catalogue; in rkmk-gaussN, {}", name, gauss_members));
    return {
        entry_of_tableau(butcher::gauss(order / 2), order, intern(std::string(name)),
                         intern(fmt::format("Munthe-Kaas with the Gauss method of {} stages", order / 2)))};
}

}  // namespace

std::vector<Method> rkmk_methods() {
    return {
        entry_of_tableau(butcher::rk4(), 4, "rkmk-rk4", "Munthe-Kaas with the classical Runge–Kutta method"),
        entry_of_tableau(butcher::gauss4(), 4, "rkmk-gauss4",
                         "Munthe-Kaas with the Gauss method of 2 stages"),
        entry_of_tableau(butcher::gauss6(), 6, "rkmk-gauss6",
                         "Munthe-Kaas with the Gauss method of 3 stages"),
    };
}

MethodFamily rkmk_gauss_family() {
    return {"rkmk-gaussN", "Munthe-Kaas with the Gauss method of order N, N/2 stages", gauss_members,
            "rkmk-gauss12", gauss_method};
}

Expected<Method> make_rkmk_method(const Tableau& tableau, const std::string& name) {
    if (auto error = fault(tableau)) return std::move(*error);
    return entry_of_tableau(tableau, order(tableau), intern(name),
                            intern(fmt::format("Munthe-Kaas with a tableau of {} stages", tableau.stages())));
}

Method rkmk_method(const Tableau& tableau, const std::string& name) {
    return make_rkmk_method(tableau, name).or_throw();
}

}  // namespace polhode
