/// DOP853: with a given step, and with steps that it chooses to a tolerance.
#include "polhode/method/dop853.hpp"
#include "entry.hpp"
#include "intern.hpp"
#include "method/registers/kernels.hpp"
#include "numbered_name.hpp"
#include "polhode/error.hpp"

#include <fmt/format.h>
#include <string>

namespace polhode {

namespace {

constexpr std::string_view members = "E is a number from 1e-19 to 1 for the error of each step";

Expected<std::optional<Method>> dop853_to_tolerance(std::string_view name) {
    constexpr std::string_view stem = "dop853@";
    if (!name.starts_with(stem)) return {std::nullopt};
    const std::optional<double> tolerance = tolerance_of(name.substr(stem.size()));
    if (!tolerance)
        return input_error(
            fmt::format("method \"{}\" is not in the catalogue; in dop853@E, {}", name, members));
    Method m =
        entry(core::Dop853Flow{*tolerance, {core::dop853::best_kernels()}},
              {intern(std::string(name)), "Dormand and Prince's pair of order 8 that chooses its steps",
               core::Dop853::formula, core::Dop853::source});
    m.automatic = m.on_double;
    m.automatic_on_dual = m.on_dual;
    return {std::move(m)};
}

}  // namespace

std::vector<Method> dop853_methods() {
    return {entry(
        core::Dop853{core::dop853::best_kernels()},
        {"dop853", "Dormand and Prince's Runge–Kutta method of order 8 for quaternion and angular velocity",
         core::Dop853::formula, core::Dop853::source})};
}

MethodFamily dop853_family() {
    return {"dop853@E", "Dormand and Prince's pair of order 8 that chooses its steps, to an error E of each",
            members, "dop853@1e-9", dop853_to_tolerance};
}

}  // namespace polhode
