/// McLachlan–Reich splittings: every order of axes, by rotations or by Cayley maps.
#include "polhode/drift/mclachlan_reich.hpp"

#include "drifts.hpp"
#include "intern.hpp"
#include "polhode/method/high_order_schemes.hpp"
#include "polhode/method/schemes.hpp"
#include "polhode/method/splitting.hpp"

#include <fmt/format.h>

namespace polhode {

Method over_mclachlan_reich(const core::Scheme& scheme, std::optional<core::AxisOrder> axes, bool cayley,
                            const Text& text, Aliases aliases) {
    using Kind = LaneRecipe::Kind;
    if (cayley)
        return on_lanes(entry(core::Splitting(scheme, core::McLachlanReichDrift<core::Cayley>{axes}), text,
                              std::move(aliases)),
                        {Kind::cayley_maps, &scheme, axes});
    return on_lanes(entry(core::Splitting(scheme, core::McLachlanReichDrift<core::Trigonometric>{axes}), text,
                          std::move(aliases)),
                    {Kind::rotations, &scheme, axes});
}

std::vector<Method> mclachlan_reich_methods() {
    constexpr std::string_view source = "McLachlan 1993; Reich 1994; Celledoni & Säfström 2006; Buss 2001";
    std::vector<Method> methods;
    const auto add = [&](int order, std::optional<core::AxisOrder> axes, bool cayley, std::string_view suffix,
                         std::string_view what) {
        const core::Scheme& scheme = order == 2 ? core::schemes::strang() : core::schemes::yoshida4();
        const std::string_view form = cayley ? "Cayley maps" : "rotations";
        methods.push_back(
            over_mclachlan_reich(scheme, axes, cayley,
                                 {intern(fmt::format("mr{}-{}{}", order, suffix, cayley ? "-cayley" : "")),
                                  intern(fmt::format("{} about the principal axes, {}{}", form, what,
                                                     order == 2 ? "" : ", triple jump to fourth order")),
                                  scheme.formula, source}));
    };
    for (const int order : {2, 4}) {
        add(order, std::nullopt, false, "auto", "axes by ascending moment");
        for (const bool cayley : {false, true})
            for (const core::AxisOrder axes : core::all_axis_orders)
                add(order, axes, cayley,
                    fmt::format("{}{}{}", axes.outer + 1, axes.middle + 1, axes.inner + 1),
                    fmt::format("axis {} outermost, {} innermost", axes.outer + 1, axes.inner + 1));
    }
    return methods;
}

}  // namespace polhode
