#include "scenario/method_setting.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <numeric>

namespace polhode {
namespace {

bool in_catalogue(std::string_view name) {
    return std::ranges::any_of(catalogue(), [&](const Method& m) {
        return m.sheet.name == name || std::ranges::find(m.aliases, name) != m.aliases.end();
    });
}

Error prefixed(const Error& error) { return {error.kind, fmt::format("[method]: {}", error.message)}; }

}  // namespace

Expected<Method> method_of(const MethodSetting& s) {
    const bool splitting = !s.kicks.empty() || !s.drifts.empty(), tableau = !s.a.empty() || !s.b.empty();
    if (s.name.empty()) return input_error("method.name is missing, expected a name of your own");
    if (in_catalogue(s.name))
        return input_error(fmt::format(
            "method.name = \"{}\" is in the catalogue already, expected a name of your own", s.name));
    if (splitting == tableau)
        return input_error(fmt::format(
            "[method] has {}, expected either kicks and drifts (of a splitting) or a and b (of a tableau)",
            splitting ? "both kicks or drifts and a or b" : "neither"));
    if (tableau && !s.drift.empty())
        return input_error(fmt::format(
            "method.drift = \"{}\" belongs to a splitting, expected none beside a tableau", s.drift));
    if (splitting && !s.c.empty())
        return input_error("method.c belongs to a tableau, expected none beside kicks and drifts");

    const auto made = [&]() -> Expected<Method> {
        if (splitting)
            return make_splitting_method({s.kicks, s.drifts}, s.drift.empty() ? "exact" : s.drift, s.name);
        Tableau t{s.a, s.b, s.c};
        if (t.c.empty())
            for (const auto& row : t.a) t.c.push_back(std::accumulate(row.begin(), row.end(), 0.0L));
        return make_rkmk_method(t, s.name);
    }();
    if (!made) return prefixed(made.error());
    return made;
}

}  // namespace polhode
