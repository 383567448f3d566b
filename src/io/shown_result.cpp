#include "io/shown_result.hpp"

#include "io/expected_output.hpp"
#include "io/json_number.hpp"
#include "io/table.hpp"
#include "polhode/error.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

namespace polhode {

namespace fs = std::filesystem;

namespace {

struct Headline {
    const char *name, *where;  ///< `where`: a JSON pointer
};

/// How a command's result is known, and what is worth telling of it.
struct Kind {
    const char *command, *file, *key;
    std::vector<Headline> headlines;
};

const std::vector<Kind>& kinds() {
    static const std::vector<Kind> all{
        {"ensemble",
         "summary.json",
         "count",
         {{"problem", "/problem"},
          {"method", "/method"},
          {"bodies", "/count"},
          {"failed", "/failures/count"},
          {"time", "/time"},
          {"steps", "/steps"},
          {"step", "/step"},
          {"error of the first bodies", "/certificate/error/estimate"},
          {"median pointing error", "/statistics/pointing_error/q50"}}},
        {"run",
         "summary.json",
         "method",
         {{"problem", "/problem"},
          {"method", "/method"},
          {"time", "/time"},
          {"steps", "/steps"},
          {"step", "/step"},
          {"error", "/certificate/error/estimate"},
          {"energy error", "/energy/max_error"},
          {"momentum error", "/momentum_error/max"},
          {"hash", "/hash"}}},
        {"compare", "compare.json", "methods", {{"problem", "/problem"}, {"end", "/end"}}},
        {"advise",
         "advise.json",
         "methods",
         {{"problem", "/problem"},
          {"tolerance", "/tolerance"},
          {"recommended", "/recommended"},
          {"command", "/command"}}},
        {"poinsot", "poinsot.json", "course", {{"problem", "/problem"}, {"", "/sentence"}}},
        {"reproduce",
         "reproduce.json",
         "claims",
         {{"claims", "/claims"}, {"as expected", "/as_expected"}, {"seconds", "/wall_seconds"}}},
    };
    return all;
}

/// Of a file that is a JSON object; else null.
Json object_in(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(stream), {});
    Json json = Json::parse(text, nullptr, false);
    return json.is_object() ? json : Json(nullptr);
}

/// A number, a text or a truth.
std::optional<ShownValue> value_at(const Json& json, const Headline& headline) {
    const Json::json_pointer where(headline.where);
    if (!json.contains(where)) return std::nullopt;
    const Json& value = json[where];
    if (value.is_string()) return ShownValue{headline.name, value.get<std::string>(), true};
    if (value.is_number() || value.is_boolean()) return ShownValue{headline.name, value.dump(), false};
    return std::nullopt;
}

void read_values(const fs::path& folder, const Manifest& manifest, ShownResult& result) {
    const auto is_as_written = [&](const char* name) {
        return std::ranges::any_of(
            result.files, [&](const ShownResult::File& f) { return f.expected.name == name && !f.trouble; });
    };
    for (const Kind& kind : kinds()) {
        if (!manifest.lists(kind.file) || !is_as_written(kind.file)) continue;
        const Json json = object_in(folder / kind.file);
        if (!json.contains(kind.key)) continue;
        result.command = kind.command;
        for (const Headline& headline : kind.headlines)
            if (auto value = value_at(json, headline)) result.values.push_back(*std::move(value));
        return;
    }
}

/// What a line of a terminal can hold.
std::string in_one_line(std::string text) {
    for (char& c : text)
        if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = ' ';
    return text;
}

}  // namespace

std::optional<std::string> ShownResult::trouble() const {
    const auto bad = std::ranges::find_if(files, [](const File& f) { return f.trouble.has_value(); });
    return bad == files.end() ? std::nullopt : bad->trouble;
}

ShownResult shown_result(const fs::path& folder) {
    std::error_code none;
    if (!fs::is_directory(folder, none))
        throw InputError(
            fmt::format("show: \"{}\" is no folder; expected one that --out has named", folder.string()));
    const std::optional<Manifest> manifest = read_manifest(folder);
    if (!manifest) {
        const bool is_there = fs::exists(fs::symlink_status(folder / manifest_name, none));
        throw InputError(fmt::format(
            "show: \"{}\" holds no whole result: its {} {}; expected a folder that --out has named",
            folder.string(), manifest_name, is_there ? "cannot be read as one" : "is missing"));
    }
    ShownResult result{.command = "", .complete = manifest->complete};
    for (const Manifest::File& file : manifest->files)
        result.files.push_back({file, trouble_with_file(folder, file)});
    for (const auto& entry : fs::directory_iterator(folder, none)) {
        const std::string name = entry.path().filename().string();
        if (name != manifest_name && !manifest->lists(name)) result.others.push_back(name);
    }
    std::ranges::sort(result.others);
    read_values(folder, *manifest, result);
    return result;
}

std::string shown_text(const fs::path& folder, const ShownResult& result, int width) {
    std::string text = wrapped(
        fmt::format("{}: {}{}", folder.string(),
                    result.command.empty() ? "the files of a result"
                                           : fmt::format("the result of 'polhode {}'", result.command),
                    result.complete ? "" : ", incomplete: it was stopped"),
        width);
    std::vector<Fact> rows;
    rows.reserve(result.values.size());
    for (const ShownValue& value : result.values) rows.push_back({value.name, in_one_line(value.value)});
    text += '\n' + facts(rows, width) + '\n';
    std::vector<std::vector<std::string>> files{{"file", "size", "as it was written", ""}};
    files.reserve(1 + result.files.size());
    double bytes = 0;
    for (const auto& [file, trouble] : result.files) {
        files.push_back({in_one_line(file.name), byte_count(static_cast<double>(file.bytes)),
                         trouble ? "NO" : "yes", ""});
        bytes += static_cast<double>(file.bytes);
    }
    text += table(files, width);
    text += fmt::format("\n{} files, {}\n", result.files.size(), byte_count(bytes));
    if (!result.others.empty()) {
        std::vector<std::string> names;
        names.reserve(result.others.size());
        for (const std::string& name : result.others) names.push_back(in_one_line(name));
        text += wrapped(fmt::format("not of this result: {}", fmt::join(names, ", ")), width) + '\n';
    }
    return text;
}

std::string shown_json(const fs::path& folder, const ShownResult& result) {
    Json json;
    json["folder"] = folder.string();
    json["command"] = result.command.empty() ? Json(nullptr) : Json(result.command);
    json["complete"] = result.complete;
    json["numbers"] = Json::object();
    for (const ShownValue& value : result.values)
        json["numbers"][value.name.empty() ? "sentence" : value.name] =
            value.is_text ? Json(value.value) : Json::parse(value.value);
    json["files"] = Json::array();
    for (const auto& [file, trouble] : result.files)
        json["files"].push_back({{"name", file.name},
                                 {"bytes", file.bytes},
                                 {"sha256", file.sha256},
                                 {"trouble", trouble ? Json(*trouble) : Json(nullptr)}});
    json["others"] = result.others;
    const std::optional<std::string> trouble = result.trouble();
    json["trouble"] = trouble ? Json(*trouble) : Json(nullptr);
    return json_text(json);
}

}  // namespace polhode
