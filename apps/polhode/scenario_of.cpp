#include "scenario_of.hpp"

#include "interrupt.hpp"
#include "io/array_rows.hpp"
#include "io/terminal.hpp"
#include "io/text_file.hpp"
#include "polhode/error.hpp"
#include "polhode/simulate/problem.hpp"
#include "text/nearest_name.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

namespace polhode::program {
namespace {

ScenarioText read_standard_input() {
    ScenarioText text{"standard input", ""};
    std::array<char, std::size_t{1} << 16> part{};
    while (const std::size_t got = std::fread(part.data(), 1, part.size(), stdin))
        text.toml.append(part.data(), got);
    if (std::ferror(stdin) == 0) return text;
    if (const char* signal = interrupted()) throw RunError(fmt::format("stopped by {}", signal));
    throw InputError(fmt::format("cannot read the scenario from standard input: {}", std::strerror(errno)));
}

/// A folder is no file: results of a problem may stand in one of its name.
bool is_missing(const std::string& file) {
    using Type = std::filesystem::file_type;
    std::error_code unknown;  // who reads it says why it cannot be read
    const Type type = std::filesystem::status(file, unknown).type();
    return type == Type::not_found || type == Type::directory;
}

bool is_problem_and_no_file(const std::string& name) { return is_missing(name) && find_problem(name); }

/// Of a file that is missing, the name may be that of a built-in problem, mistyped.
ScenarioText read_file(const std::string& file) {
    std::vector<std::string_view> names;
    for (const Problem& problem : polhode::problems()) names.push_back(problem.name);
    const std::string meant = is_missing(file) ? nearest_name(file, names) : "";
    if (meant.empty()) return read_scenario_file(file);
    throw InputError(fmt::format(
        "there is no scenario file \"{}\"; did you mean the built-in problem \"{}\"?", file, meant));
}

}  // namespace

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
    ScenarioInput input{std::nullopt, settings_given(options)};
    const bool from_problem = names_problem(input.settings);
    if (!options.scenario.empty() && from_problem) {
        throw InputError(fmt::format("--problem contradicts the scenario \"{}\": expected only one of them",
                                     options.scenario));
    }
    if (options.scenario.empty() && !from_problem)
        throw InputError(fmt::format("{}: expected a scenario file or --problem NAME, got neither", command));
    if (options.scenario == standard_input) {
        input.file = read_standard_input();
    } else if (is_problem_and_no_file(options.scenario)) {
        input.settings.insert(input.settings.begin(), {"--problem", "problem", options.scenario});
        if (!options.quiet)
            complain(fmt::format(
                "there is no file \"{0}\": takes the built-in problem of that name, as --problem {0} does",
                options.scenario));
    } else if (!options.scenario.empty()) {
        input.file = read_file(options.scenario);
    }
    return input;
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

void tell_warnings(const Scenario& scenario, bool quiet) {
    if (quiet) return;
    for (const std::string& warning : scenario.warnings) complain(warning);
}

}  // namespace polhode::program
