#include "scenario_of.hpp"

#include "io/array_rows.hpp"
#include "io/text_file.hpp"
#include "polhode/error.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>

namespace polhode::program {

std::vector<Override> settings_given(const ScenarioOptions& options) {
    std::vector<Override> all = options.given;
    for (const std::string& setting : options.set) {
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos || equals == 0)
            throw InputError(fmt::format("--set: expected section.key=value, got \"{}\"", setting));
        const std::string key = setting.substr(0, equals);
        all.push_back({"--set " + key, key, setting.substr(equals + 1)});
    }
    return all;
}

ScenarioInput scenario_input(std::string_view command, const ScenarioOptions& options) {
    const std::vector<Override> settings = settings_given(options);
    const bool from_problem = names_problem(settings);
    if (!options.scenario.empty() && from_problem) {
        throw InputError(fmt::format("--problem contradicts the scenario \"{}\": expected only one of them",
                                     options.scenario));
    }
    if (options.scenario.empty() && !from_problem)
        throw InputError(fmt::format("{}: expected a scenario file or --problem NAME, got neither", command));
    std::optional<ScenarioText> file;
    if (!options.scenario.empty()) file = read_scenario_file(options.scenario);
    return {file, settings};
}

void ScenarioInput::keep(core::Archive& archive) {
    bool has_file = file.has_value();
    std::size_t count = settings.size();
    archive(has_file, count);
    if (archive.is_reading()) {
        if (has_file) file.emplace();
        settings.clear();
    }
    if (file) {
        if (!archive.is_reading()) file->name = std::filesystem::absolute(file->name).string();
        archive(file->name, file->toml);
    }
    for (std::size_t i = 0; i < count && archive.is_good(); ++i) {
        if (archive.is_reading()) settings.emplace_back();
        archive(settings[i].origin, settings[i].key, settings[i].value);
    }
}

Sha256 hash_of(const ScenarioInput& input) {
    Sha256 hash;
    const auto add = [&](const std::string& text) { hash.add(fmt::format("{}:{}", text.size(), text)); };
    if (input.file) add(input.file->toml);
    for (const Override& setting : input.settings) {
        add(setting.key);
        add(setting.value);
    }
    return hash;
}

void add_file(Sha256& hash, const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    std::string part(std::size_t{1} << 16, '\0');
    while (in) {
        in.read(part.data(), static_cast<std::streamsize>(part.size()));
        hash.add(std::string_view(part).substr(0, static_cast<std::size_t>(in.gcount())));
    }
}

FileReaders read_into(Sha256& hash) {
    return {.table =
                [&hash](const std::string& file, std::size_t columns) {
                    add_file(hash, file);
                    return read_table(file, columns);
                },
            .text =
                [&hash](const std::string& file) {
                    Expected<std::string> text = read_text(file);
                    if (text) hash.add(*text);
                    return text;
                }};
}

Scenario scenario_of(std::string_view command, const ScenarioOptions& options) {
    const ScenarioInput input = scenario_input(command, options);
    return make_scenario(input.file, input.settings);
}

}  // namespace polhode::program
