#include "engine_rules.hpp"
#include "entry.hpp"
#include "plain_function.hpp"
#include "polhode/catalogue/own_method.hpp"
#include "text/nearest_name.hpp"
#include "threads/mutex.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <list>
#include <map>
#include <type_traits>

namespace polhode {

std::optional<Error> refusal(const Sheet& sheet, const Torque& torque) {
    bool has_functions = true;
    for_each_part(torque, [&](const Torque& part) {
        const auto* custom = std::get_if<CustomTorque>(&part);
        has_functions = has_functions && (!custom || custom->torque);
    });
    if (!has_functions) return input_error("the torque has no function, expected one", "torque");
    const auto refused = [](std::string message) { return input_error(std::move(message), "method"); };
    if (sheet.free_only && !is_free(torque))
        return refused(fmt::format(
            "method \"{}\" integrates free motion only and the body has a torque; use se", sheet.name));
    if (sheet.torque_derivatives > 0 && holds_plain_function(torque))
        return refused(fmt::format(
            "method \"{}\" takes derivatives of the torque, which a plain function does not have; "
            "give it as a formula or, in C++, by generic_torque, or use buss4, which estimates them",
            sheet.name));
    if (sheet.needs_potential && !has_potential(torque))
        return refused(fmt::format(
            "method \"{}\" keeps the energy, and its torque has no potential: its work is found to order 10, "
            "less than the method's; use \"{}\"",
            sheet.name, sheet.name.substr(0, sheet.name.rfind('+'))));
    return {};
}

std::span<const Method> catalogue() {
    static const std::vector<Method> all = [] {
        std::vector<Method> methods;
        for (auto* family :
             {midpoint_lie_methods, euler_pair_methods, krysl_comparator_methods, bottasso_borri_methods,
              variational_methods, rkmk_methods, commutator_free_methods, gauss_methods, dop853_methods,
              mclachlan_reich_methods, exact_splittings, celledoni_methods, buss_methods, buss_baselines,
              multistep_methods, engine_rules})
            for (Method& m : family()) methods.push_back(std::move(m));
        return methods;
    }();
    return all;
}

std::span<const MethodFamily> method_families() {
    // the suffix first: the others get names without it
    static const std::vector<MethodFamily> all{energy_projection_family(),
                                               rkmk_gauss_family(),
                                               taylor_flow_family(),
                                               taylor_family(),
                                               dop853_family(),
                                               multistep_flow_family(),
                                               gauss_flow_family(),
                                               combination_family()};
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

/// Of the catalogue or one of its families; null if it is neither.
Expected<const Method*> built_in(std::string_view name) {
    for (const Method& m : catalogue())
        if (m.sheet.name == name || std::ranges::find(m.aliases, name) != m.aliases.end()) return &m;
    return family_member(name);
}

/// Methods of the user's own, the newest first.
class OwnMethods {
public:
    const Method* find(std::string_view name) {
        const Lock lock(mutex_);
        const auto found = std::ranges::find(methods_, name, [](const Method& m) { return m.sheet.name; });
        return found == methods_.end() ? nullptr : &*found;
    }
    const Method* add(Method method) {
        const Lock lock(mutex_);
        return &methods_.emplace_front(std::move(method));
    }
    std::vector<std::string_view> names() {
        const Lock lock(mutex_);
        std::vector<std::string_view> all;
        for (const Method& m : methods_) all.push_back(m.sheet.name);
        return all;
    }

private:
    Mutex mutex_;
    std::list<Method> methods_;  // they stay where they are, since callers hold references
};
OwnMethods& own_methods() {
    static OwnMethods all;
    return all;
}

}  // namespace

const Method& add_method(Method method) { return *try_add_method(std::move(method)).or_throw(); }

Expected<const Method*> try_add_method(Method method) {
    const std::string_view name = method.sheet.name;
    if (name.empty()) return input_error("the method has no name, expected a name of your own", "method");
    if (const auto taken = built_in(name); !taken || *taken)
        return input_error(
            fmt::format("the name \"{}\" is one of the catalogue, expected a name of your own", name),
            "method");
    return own_methods().add(std::move(method));
}

Expected<const Method*> find_method(std::string_view name) {
    if (const Method* own = own_methods().find(name)) return own;
    const Expected<const Method*> found = built_in(name);
    if (!found) return input_error(found.error().message, "method");
    if (*found) return *found;
    std::vector<std::string_view> known = own_methods().names();
    for (const Method& m : catalogue()) {
        known.push_back(m.sheet.name);
        known.insert(known.end(), m.aliases.begin(), m.aliases.end());
    }
    return input_error(
        fmt::format("method \"{}\" is not in the catalogue{}", name, did_you_mean(name, known)), "method");
}

const Method& method(std::string_view name) { return *find_method(name).or_throw(); }

}  // namespace polhode
