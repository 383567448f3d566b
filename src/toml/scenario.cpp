#include "toml/scenario.hpp"

#include "io/array_rows.hpp"
#include "scenario/settings.hpp"
#include "toml/tree.hpp"

#include <fmt/format.h>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>

namespace polhode {
namespace {

ScenarioTree tree_of(const std::optional<ScenarioText>& file, const ReadTable& read) {
    ScenarioTree tree;
    tree.read_table = read ? read : read_table;
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
    const auto fail = [&](const std::string& why) {
        throw InputError(fmt::format("cannot read the scenario \"{}\": {}", file.string(), why));
    };
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored)) fail("it is a folder");
    errno = 0;
    std::ifstream in(file, std::ios::binary);
    if (!in) fail(std::strerror(errno));
    std::string toml{std::istreambuf_iterator<char>(in), {}};
    if (in.bad()) fail(std::strerror(errno));
    return {file.string(), std::move(toml)};
}

bool names_problem(const std::vector<Override>& overrides) {
    FirstError errors;
    const std::vector<Setting> settings = settings_of(values_of(overrides), errors);
    return errors.unless(find(settings, "problem") != nullptr).or_throw();
}

Scenario make_scenario(const std::optional<ScenarioText>& file, const std::vector<Override>& overrides,
                       std::optional<double> tolerance, const ReadTable& read) {
    return read_scenario(tree_of(file, read), values_of(overrides), tolerance).or_throw();
}

EnsembleScenario make_ensemble_scenario(const std::optional<ScenarioText>& file,
                                        const std::vector<Override>& overrides, const ReadTable& read) {
    return read_ensemble_scenario(tree_of(file, read), values_of(overrides)).or_throw();
}

}  // namespace polhode
