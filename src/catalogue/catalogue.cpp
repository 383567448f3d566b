#include "entry.hpp"
#include "text/nearest_name.hpp"
#include "threads/mutex.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <map>
#include <type_traits>

namespace polhode {

std::optional<Error> refusal(const Sheet& sheet, const Torque& torque) {
    if (sheet.free_only && !is_free(torque))
        return input_error(fmt::format(
            "method \"{}\" integrates free motion only and the body has a torque; use se", sheet.name));
    if (const auto* custom = std::get_if<CustomTorque>(&torque);
        custom && !custom->generic && sheet.torque_derivatives > 0)
        return input_error(fmt::format(
            "method \"{}\" takes derivatives of the torque, which a plain function does not have; "
            "write it for any scalar and give it by generic_torque, or use rkmk-rk4",
            sheet.name));
    if (sheet.needs_potential && !has_potential(torque))
        return input_error(fmt::format(
            "method \"{}\" keeps the energy, which the body does not have: its torque has no potential; "
            "use \"{}\"",
            sheet.name, sheet.name.substr(0, sheet.name.rfind('+'))));
    return {};
}

std::span<const Method> catalogue() {
    static const std::vector<Method> all = [] {
        std::vector<Method> methods;
        for (auto* family :
             {midpoint_lie_methods, euler_pair_methods, krysl_comparator_methods, bottasso_borri_methods,
              variational_methods, rkmk_methods, mclachlan_reich_methods, exact_splittings, celledoni_methods,
              buss_methods, buss_baselines})
            for (Method& m : family()) methods.push_back(std::move(m));
        return methods;
    }();
    return all;
}

std::span<const MethodFamily> method_families() {
    // the suffix first: the others get names without it
    static const std::vector<MethodFamily> all{energy_projection_family(), rkmk_gauss_family(),
                                               taylor_flow_family(), taylor_family(), combination_family()};
    return all;
}

namespace {

/// Members of families that have been asked for; they stay where they are, since callers hold references.
/// Null if the name is of no family.
Expected<const Method*> family_member(std::string_view name) {
    static Mutex mutex;
    const Lock lock(mutex);  // a member may be made from another, which locks again
    static std::map<std::string, Method, std::less<>> made;
    if (const auto known = made.find(name); known != made.end()) return &known->second;
    for (const MethodFamily& family : method_families()) {
        Expected<std::optional<Method>> member = family.make(name);
        if (!member) return member.error();
        if (*member) return &made.emplace(std::string(name), std::move(**member)).first->second;
    }
    return nullptr;
}

}  // namespace

Expected<const Method*> find_method(std::string_view name) {
    std::vector<std::string_view> known;
    for (const Method& m : catalogue()) {
        if (m.sheet.name == name || std::ranges::find(m.aliases, name) != m.aliases.end()) return &m;
        known.push_back(m.sheet.name);
        known.insert(known.end(), m.aliases.begin(), m.aliases.end());
    }
    const Expected<const Method*> member = family_member(name);
    if (!member || *member) return member;
    return input_error(
        fmt::format("method \"{}\" is not in the catalogue{}", name, did_you_mean(name, known)));
}

const Method& method(std::string_view name) { return *find_method(name).or_throw(); }

}  // namespace polhode
