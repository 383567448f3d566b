/// Taylor series of any order: taylor-N with a given step, and with steps that it chooses.
#include "polhode/method/taylor.hpp"
#include "entry.hpp"
#include "intern.hpp"
#include "numbered_name.hpp"
#include "polhode/error.hpp"

#include <fmt/format.h>
#include <string>
#include <utility>

namespace polhode {

#ifdef POLHODE_FEW_SCALARS
template <>
inline constexpr bool is_compiled_for<core::TaylorFlow, long double> = true;  // the yardstick of errors
#endif

namespace {

constexpr std::string_view members = "N is a number from 2 to 40";
constexpr int lowest = 2, highest = 40;
constexpr int lowest_with_own_steps = 8;  // below, steps at round-off are too many to be of use

Expected<std::optional<Method>> taylor_method(std::string_view name) {
    const std::optional<int> number = number_after("taylor-", name);
    if (!number) return {std::nullopt};
    const int order = *number;
    if (order < lowest || order > highest)
        return input_error(
            fmt::format("method \"{}\" is not in the catalogue; in taylor-N, {}", name, members));
    Method m = entry(core::Taylor{order},
                     {intern(std::string(name)), intern(fmt::format("Taylor series of order {}", order)),
                      core::Taylor::formula, core::Taylor::source});
    if (order >= lowest_with_own_steps) {
        Method flow = taylor_flow(order);
        m.automatic = std::move(flow.automatic);
        m.automatic_on_dual = std::move(flow.automatic_on_dual);
    }
    return {std::move(m)};
}

constexpr std::string_view flow_members =
    "N is a number from 8 to 40, E one from 1e-19 to 1 for the last terms of each series";

Expected<std::optional<Method>> taylor_to_tolerance(std::string_view name) {
    const std::size_t at = name.find('@');
    if (at == name.npos || !name.starts_with("taylor-")) return {std::nullopt};
    const int order = number_after("taylor-", name.substr(0, at)).value_or(0);
    const std::optional<double> tolerance = tolerance_of(name.substr(at + 1));
    if (order < lowest_with_own_steps || order > highest || !tolerance)
        return input_error(
            fmt::format("method \"{}\" is not in the catalogue; in taylor-N@E, {}", name, flow_members));
    Method m = taylor_flow(order, *tolerance);
    m.sheet.name = intern(std::string(name));
    return {std::move(m)};
}

}  // namespace

MethodFamily taylor_flow_family() {
    return {"taylor-N@E", "Taylor series of order N that choose their steps, to a tolerance E of each",
            flow_members, "taylor-12@1e-9", taylor_to_tolerance};
}

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
    Method m = entry(core::TaylorFlow{order, tolerance},
                     {intern(fmt::format("taylor-{}", order)),
                      intern(fmt::format("Taylor series of order {} that choose their steps", order)),
                      core::TaylorFlow::formula, core::Taylor::source});
    m.automatic = m.on_double;
    m.automatic_on_dual = m.on_dual;
    return m;
}

}  // namespace polhode
