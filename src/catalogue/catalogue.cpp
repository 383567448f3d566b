#include "entry.hpp"
#include "polhode/error.hpp"
#include "text/nearest_name.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace polhode {

void check_torque(const Sheet& sheet, const Torque& torque) {
    if (sheet.free_only && !is_free(torque))
        throw InputError(fmt::format("method \"{}\" integrates free motion only and the body has a torque; use liemid-ea",
                                     sheet.name));
}

std::span<const Method> catalogue() {
    static const std::vector<Method> all = [] {
        std::vector<Method> methods;
        for (auto* family : {midpoint_lie_methods, euler_pair_methods, krysl_comparator_methods, bottasso_borri_methods,
                             variational_methods, mclachlan_reich_methods, exact_splittings, celledoni_methods})
            for (Method& m : family()) methods.push_back(std::move(m));
        return methods;
    }();
    return all;
}

const Method& method(std::string_view name) {
    std::vector<std::string_view> known;
    for (const Method& m : catalogue()) {
        if (m.sheet.name == name || std::ranges::find(m.aliases, name) != m.aliases.end()) return m;
        known.push_back(m.sheet.name);
        known.insert(known.end(), m.aliases.begin(), m.aliases.end());
    }
    throw InputError(fmt::format("method \"{}\" is not in the catalogue{}", name, did_you_mean(name, known)));
}

}  // namespace polhode
