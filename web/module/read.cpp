#include "read.hpp"

#include "io/json_number.hpp"
#include "toml/tree.hpp"

#include <fmt/format.h>
#include <utility>

namespace polhode::web {
namespace {

constexpr int deepest = 100;

Value value_of(const Json& json, int depth) {
    if (depth > deepest) throw InputError(fmt::format("the settings are nested more than {} deep", deepest));
    if (json.is_boolean()) return truth_value(json.get<bool>());
    if (json.is_number_integer()) return whole_number_value(json.get<long long>());
    if (json.is_number()) return number_value(json.get<double>());
    if (json.is_string()) return text_value(json.get<std::string>());
    if (json.is_array()) {
        Value::List items;
        for (const Json& item : json) items.push_back(value_of(item, depth + 1));
        return list_value(std::move(items));
    }
    if (json.is_object()) {
        Value::Table table;
        for (const auto& [key, value] : json.items())
            table.entries.push_back({key, value_of(value, depth + 1)});
        return table_value(std::move(table));
    }
    return unusable_value("null");
}

std::vector<NamedValue> values_of(std::string_view settings) {
    std::vector<NamedValue> values;
    if (settings.empty()) return values;
    const Json json = Json::parse(settings, nullptr, false);
    if (!json.is_object()) throw InputError("settings: expected an object, {\"integrate.step\": 0.01}");
    for (const auto& [key, value] : json.items()) values.push_back({key, key, value_of(value, 0)});
    return values;
}

ScenarioTree tree_of(std::string_view toml) {
    constexpr const char* name = "scenario.toml";
    ScenarioTree tree;
    if (!toml.empty()) {
        tree.settings = tree_of_toml(toml, name).or_throw();
        tree.file = name;
    }
    tree.read_text = [](const std::string& file) -> Expected<std::string> {
        return input_error(fmt::format("cannot read \"{}\": the module has no files", file));
    };
    tree.read_table = [](const std::string& file, std::size_t) -> Expected<std::vector<double>> {
        return input_error(fmt::format(
            "cannot read \"{}\": the module has no files; write the rows into the scenario", file));
    };
    return tree;
}

}  // namespace

Scenario scenario_of(std::string_view toml, std::string_view settings) {
    return read_scenario(tree_of(toml), values_of(settings)).or_throw();
}

EnsembleScenario ensemble_scenario_of(std::string_view toml, std::string_view settings) {
    EnsembleScenario scenario = read_ensemble_scenario(tree_of(toml), values_of(settings)).or_throw();
    scenario.setup.read_rows = [](const std::string& file,
                                  const RowsWanted&) -> Expected<std::vector<double>> {
        return input_error(fmt::format("cannot read \"{}\": the module has no files", file));
    };
    return scenario;
}

}  // namespace polhode::web
