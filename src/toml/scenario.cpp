#include "toml/scenario.hpp"

#include "io/array_rows.hpp"
#include "io/text_file.hpp"
#include "scenario/settings.hpp"
#include "toml/tree.hpp"

namespace polhode {
namespace {

ScenarioTree tree_of(const std::optional<ScenarioText>& file, const FileReaders& read) {
    ScenarioTree tree;
    tree.read_table = read.table ? read.table : read_table;
    tree.read_text = read.text ? read.text : [](const std::string& name) { return read_text(name); };
    if (!file) return tree;
    tree.settings = tree_of_toml(file->toml, file->name).or_throw();
    tree.file = file->name;
    return tree;
}

std::vector<NamedValue> values_of(const std::vector<Override>& overrides) {
    std::vector<NamedValue> values;
    values.reserve(overrides.size());
    for (const Override& given : overrides)
        values.push_back({given.key, given.origin, value_of_option(given.value)});
    return values;
}

}  // namespace

ScenarioText read_scenario_file(const std::filesystem::path& file) {
    return {file.string(), read_text(file, "the scenario ").or_throw()};
}

bool names_problem(const std::vector<Override>& overrides) {
    FirstError errors;
    const std::vector<Setting> settings = settings_of(values_of(overrides), errors);
    return errors.unless(find(settings, "problem") != nullptr).or_throw();
}

Scenario make_scenario(const std::optional<ScenarioText>& file, const std::vector<Override>& overrides,
                       std::optional<double> tolerance, const FileReaders& read) {
    return read_scenario(tree_of(file, read), values_of(overrides), tolerance).or_throw();
}

EnsembleScenario make_ensemble_scenario(const std::optional<ScenarioText>& file,
                                        const std::vector<Override>& overrides, const FileReaders& read) {
    return read_ensemble_scenario(tree_of(file, read), values_of(overrides)).or_throw();
}

}  // namespace polhode
