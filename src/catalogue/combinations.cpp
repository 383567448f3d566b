/// Free combinations: any scheme over any drift, by name, as in "rkn4(mr2-231)", or with coefficients of the
/// user's.
#include "drifts.hpp"
#include "intern.hpp"
#include "polhode/method/high_order_schemes.hpp"
#include "polhode/method/schemes.hpp"
#include "text/nearest_name.hpp"
#include "threads/mutex.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <functional>
#include <list>

namespace polhode {
namespace {

const std::vector<const core::Scheme*>& all_schemes() {
    using namespace core::schemes;
    static const std::vector<const core::Scheme*> all{
        &drift_kick(), &kick_drift(), &strang(),    &two_half_drifts(), &gauss2(),
        &gauss4(),     &yoshida4(),   &suzuki4(),   &blanes_moan4(),    &nystrom4(),
        &aba1064(),    &yoshida6(),   &kahan_li6(), &nystrom6(),        &kahan_li8()};
    return all;
}

struct NamedDrift {
    std::string_view name;
    std::function<Method(const core::Scheme&, const Text&)> over;
};

/// Named like the method that has it between two half kicks, where one exists.
const std::vector<NamedDrift>& all_drifts() {
    static const std::vector<NamedDrift> all = [] {
        const auto plain = [](Method (*over)(const core::Scheme&, const Text&, Aliases)) {
            return [over](const core::Scheme& scheme, const Text& text) { return over(scheme, text, {}); };
        };
        const auto by_axes = [](std::optional<core::AxisOrder> axes, bool cayley) {
            return [=](const core::Scheme& scheme, const Text& text) {
                return over_mclachlan_reich(scheme, axes, cayley, text);
            };
        };
        std::vector<NamedDrift> drifts{{"exact", plain(over_exact)},
                                       {"liemid", plain(over_liemid)},
                                       {"vexp", plain(over_variational_exp)},
                                       {"dmv2", plain(over_moser_veselov)},
                                       {"dmv4", plain(over_moser_veselov4)},
                                       {"dmv6", plain(over_moser_veselov6)},
                                       {"dmv-exact", plain(over_exact_moser_veselov)},
                                       {"ls-em", plain(over_lewis_simo_energy)},
                                       {"ls-sm", plain(over_lewis_simo_momentum)},
                                       {"jem2", plain(over_jacobi_magnus2)},
                                       {"jem4", plain(over_jacobi_magnus4)},
                                       {"jem6", plain(over_jacobi_magnus6)},
                                       {"jem2-agm", plain(over_energy_formulation2)},
                                       {"jem4-agm", plain(over_energy_formulation4)},
                                       {"mr2-auto", by_axes(std::nullopt, false)}};
        for (const core::AxisOrder axes : core::all_axis_orders)
            for (const bool cayley : {false, true})
                drifts.push_back({intern(fmt::format("mr2-{}{}{}{}", axes.outer + 1, axes.middle + 1,
                                                     axes.inner + 1, cayley ? "-cayley" : "")),
                                  by_axes(axes, cayley)});
        return drifts;
    }();
    return all;
}

std::string_view members() {
    static const std::string_view text = [] {
        std::vector<std::string_view> schemes, drifts;
        for (const core::Scheme* s : all_schemes()) schemes.push_back(s->name);
        for (const NamedDrift& d : all_drifts())
            if (d.name.substr(0, 4) != "mr2-") drifts.push_back(d.name);
        return intern(
            fmt::format("SCHEME is {}; DRIFT is {}, mr2-auto, or mr2-ijk and mr2-ijk-cayley with the axes "
                        "1, 2, 3 in any order",
                        fmt::join(schemes, ", "), fmt::join(drifts, ", ")));
    }();
    return text;
}

/// The part of that name, or an error with the nearest one.
template <class Part, class Name>
Expected<const Part*> part_named(std::string_view part, std::string_view what, std::string_view whole,
                                 const std::vector<Part>& list, Name name_of) {
    const auto found = std::ranges::find(list, part, name_of);
    if (found != list.end()) return &*found;
    std::vector<std::string_view> known(list.size());
    std::ranges::transform(list, known.begin(), name_of);
    const std::string hint = did_you_mean(part, known);
    return input_error(
        fmt::format("method \"{}\": \"{}\" is not a {}{}", whole, part, what,
                    hint.empty() ? fmt::format("; there are {}", fmt::join(known, ", ")) : hint));
}

Expected<const NamedDrift*> drift_named(std::string_view drift, std::string_view method) {
    return part_named(drift, "drift", method, all_drifts(), [](const NamedDrift& d) { return d.name; });
}

/// A scheme that lives as long as the program: methods, and kernels on lanes, refer to it.
const core::Scheme& kept(core::Scheme scheme) {
    static Mutex mutex;
    const Lock lock(mutex);
    static std::list<core::Scheme> schemes;
    return schemes.emplace_back(std::move(scheme));
}

/// "K(0.5h) ∘ D(1h) ∘ K(0.5h)": the first map to the right, zero kicks left out.
std::string formula_of(const SplittingCoefficients& c) {
    std::vector<std::string> maps;
    for (std::size_t i = c.kicks.size(); i-- > 0;) {
        if (c.kicks[i] != 0) maps.push_back(fmt::format("K({:.6g}h)", c.kicks[i]));
        if (i > 0) maps.push_back(fmt::format("D({:.6g}h)", c.drifts[i - 1]));
    }
    return fmt::format("{}", fmt::join(maps, " ∘ "));
}

Expected<std::optional<Method>> combination(std::string_view name) {
    const std::size_t open = name.find('(');
    if (open == std::string_view::npos || name.back() != ')') return {std::nullopt};
    const std::string_view scheme_name = name.substr(0, open),
                           drift_name = name.substr(open + 1, name.size() - open - 2);
    const auto found_scheme =
        part_named(scheme_name, "scheme", name, all_schemes(), [](const core::Scheme* s) { return s->name; });
    if (!found_scheme) return found_scheme.error();
    const auto found_drift = drift_named(drift_name, name);
    if (!found_drift) return found_drift.error();
    const core::Scheme& scheme = ***found_scheme;
    const NamedDrift& drift = **found_drift;
    return {
        drift.over(scheme, {intern(std::string(name)),
                            intern(fmt::format("the scheme {} over the drift {}", scheme.name, drift.name)),
                            scheme.formula, scheme.source})};
}

}  // namespace

MethodFamily combination_family() {
    return {"SCHEME(DRIFT)", "kicks and drifts of your choice", members(), "rkn4(mr2-231)", combination};
}

Expected<Method> make_splitting_method(const SplittingCoefficients& coefficients, std::string_view drift,
                                       const std::string& name) {
    if (auto error = fault(coefficients)) return std::move(*error);
    const auto found = drift_named(drift, name);
    if (!found) return found.error();
    const int order_found = order(coefficients);
    const bool strang_steps =
        of_strang_steps(coefficients) && order(coefficients, OrderFor::any_splitting) == order_found;
    const std::string_view own_name = intern(name);
    const core::Scheme& scheme =
        kept(core::Scheme(own_name, intern(formula_of(coefficients)), "coefficients of your own", order_found,
                          coefficients.kicks, coefficients.drifts, strang_steps)
                 .with_order_by_rate(order(coefficients, OrderFor::any_splitting)));
    return (*found)->over(
        scheme, {own_name, intern(fmt::format("kicks and drifts of your own over the drift {}", drift)),
                 scheme.formula, scheme.source});
}

Method splitting_method(const SplittingCoefficients& coefficients, std::string_view drift,
                        const std::string& name) {
    return make_splitting_method(coefficients, drift, name).or_throw();
}

}  // namespace polhode
