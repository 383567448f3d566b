#include "scenario/method_setting.hpp"

#include "polhode/catalogue/own_method.hpp"
#include "scenario/settings.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <numeric>

namespace polhode {
namespace {

std::vector<long double> numbers(const std::vector<Setting>& settings, std::string_view key) {
    const Setting* setting = find(settings, key);
    if (!setting) return {};
    const std::vector<double> list = number_list(*setting);
    return {list.begin(), list.end()};
}

/// A list of lists, by rows.
std::vector<std::vector<long double>> rows(const std::vector<Setting>& settings, std::string_view key) {
    const Setting* setting = find(settings, key);
    if (!setting) return {};
    std::vector<std::vector<long double>> all;
    const auto* list = std::get_if<Value::List>(&setting->value.content);
    if (!list) reject(*setting, "the rows of a tableau, each a list of numbers");
    for (const Value& row : list ? *list : Value::List{}) {
        Setting one = *setting;
        one.value = row;
        const std::vector<double> entries = number_list(one);
        all.emplace_back(entries.begin(), entries.end());
    }
    return all;
}

Error prefixed(const Error& error) { return {error.kind, fmt::format("[method]: {}", error.message)}; }

}  // namespace

Expected<Method> method_of(const MethodSetting& s) {
    const bool splitting = !s.kicks.empty() || !s.drifts.empty(), tableau = !s.a.empty() || !s.b.empty();
    if (splitting == tableau)
        return input_error(fmt::format(
            "[method] has {}, expected either kicks and drifts (of a splitting) or a and b (of a tableau)",
            splitting ? "both kicks or drifts and a or b" : "neither"));
    if (tableau && !s.drift.empty())
        return input_error(fmt::format(
            "method.drift = \"{}\" belongs to a splitting, expected none beside a tableau", s.drift));
    if (splitting && !s.c.empty())
        return input_error("method.c belongs to a tableau, expected none beside kicks and drifts");

    auto made = [&]() -> Expected<Method> {
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

void read_own_method(const std::vector<Setting>& settings, FirstError& errors) {
    const auto first =
        std::ranges::find_if(settings, [](const Setting& s) { return s.key.starts_with("method."); });
    if (first == settings.end()) return;
    MethodSetting s;
    if (const Setting* name = find(settings, "method.name")) s.name = text(*name, "a method's name");
    if (const Setting* drift = find(settings, "method.drift")) s.drift = text(*drift, "a drift's name");
    s.kicks = numbers(settings, "method.kicks");
    s.drifts = numbers(settings, "method.drifts");
    s.a = rows(settings, "method.a");
    s.b = numbers(settings, "method.b");
    s.c = numbers(settings, "method.c");
    Expected<Method> made = method_of(s);
    const std::string place = first->origin.substr(0, first->origin.rfind(": "));
    if (!made) return errors.tell(fmt::format("{}: {}", place, made.error().message));
    if (const auto added = try_add_method(*std::move(made)); !added)
        errors.tell(fmt::format("{}: {}", place, prefixed(added.error()).message));
}

}  // namespace polhode
