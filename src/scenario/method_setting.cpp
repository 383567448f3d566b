#include "scenario/method_setting.hpp"

#include "scenario/located.hpp"
#include "scenario/settings.hpp"

#include <fmt/format.h>
#include <numeric>

namespace polhode {
namespace {

std::vector<long double> numbers(const Setting& setting) {
    const std::vector<double> list = number_list(setting);
    return {list.begin(), list.end()};
}

/// Rows of numbers, of any length.
std::vector<std::vector<long double>> rows(const Setting& setting) {
    const auto* items = std::get_if<Value::List>(&setting.value.content);
    if (!items)
        return rejected(setting, "a list of rows of numbers", std::vector<std::vector<long double>>{});
    std::vector<std::vector<long double>> result;
    for (const Value& row : *items)
        result.push_back(numbers({setting.key, setting.origin, row, setting.errors}));
    return result;
}

Error prefixed(const Error& error) { return {error.kind, fmt::format("[method]: {}", error.message)}; }

}  // namespace

Expected<Method> method_of(const MethodSetting& s) {
    const bool splitting = !s.kicks.empty() || !s.drifts.empty(), tableau = !s.a.empty() || !s.b.empty();
    if (s.name.empty()) return input_error("method.name is missing, expected a name of your own");
    if (find_method(s.name))
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

std::shared_ptr<const Method> read_method(const std::vector<Setting>& settings) {
    MethodSetting given;
    const Setting* first = nullptr;
    const auto when = [&](std::string_view key, auto take) {
        const Setting* s = find(settings, key);
        if (!s) return;
        if (!first) first = s;
        take(*s);
    };
    when("method.name", [&](const Setting& s) { given.name = text(s, "a name"); });
    when("method.drift", [&](const Setting& s) { given.drift = text(s, "the name of a drift"); });
    when("method.kicks", [&](const Setting& s) { given.kicks = numbers(s); });
    when("method.drifts", [&](const Setting& s) { given.drifts = numbers(s); });
    when("method.a", [&](const Setting& s) { given.a = rows(s); });
    when("method.b", [&](const Setting& s) { given.b = numbers(s); });
    when("method.c", [&](const Setting& s) { given.c = numbers(s); });
    if (!first) return nullptr;
    Expected<Method> made = method_of(given);
    if (made) return std::make_shared<const Method>(*std::move(made));
    refuse(*first, made.error());
    return nullptr;
}

}  // namespace polhode
