/// The command line of a bench program: words and options of its own, `--help`, and `--json FILE`, which writes what
/// its tables say as one JSON document. Nothing in it depends on the date, so that two of them can be compared.
#pragma once

#include "polhode/error.hpp"
#include "report/host.hpp"
#include "table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polhode::bench {

struct Option {
    std::string name;   ///< "--cases"
    std::string value;  ///< what follows it, in capitals; empty if nothing does
    std::string meaning;
};

struct Usage {
    std::string name;        ///< of the program
    std::string what;        ///< it prints, in a sentence
    std::string words = {};  ///< "[METHOD...]", with what there is instead of them
    std::size_t most_words = 0;
    std::vector<Option> options = {};
    bool writes_json = true;  ///< by the tables; else the program does it itself
};

/// A finite number above zero; `what` names it in the sentence of the error.
inline double positive_number(const std::string& text, const std::string& what) {
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || rest != end || !(value > 0) || !std::isfinite(value))
        throw InputError(fmt::format("{}: \"{}\" is not a number above 0", what, text));
    return value;
}

inline long positive_count(const std::string& text, const std::string& what) {
    const double value = positive_number(text, what);
    if (value != std::floor(value) || value > 1e15)
        throw InputError(fmt::format("{}: \"{}\" is not a whole number", what, text));
    return static_cast<long>(value);
}

class Options {
public:
    /// Throws InputError for what the usage does not have.
    Options(Usage usage, const std::vector<std::string>& arguments) : usage_(std::move(usage)) {
        usage_.options.push_back({"--json", "FILE", "write the tables as JSON too"});
        usage_.options.push_back({"--help", "", "print this"});
        for (std::size_t n = 0; n < arguments.size(); ++n) {
            const std::string& argument = arguments[n];
            if (!argument.starts_with("-")) {
                words_.push_back(argument);
                continue;
            }
            const Option& option = option_named(argument);
            if (option.value.empty()) {
                values_[option.name] = "";
            } else {
                if (n + 1 == arguments.size())
                    throw InputError(fmt::format("{} expects {} after it ({} --help)", argument, option.value,
                                                 usage_.name));
                values_[option.name] = arguments[++n];
            }
        }
        if (words_.size() > usage_.most_words)
            throw InputError(fmt::format("\"{}\" is one argument too many ({} --help)",
                                         words_[usage_.most_words], usage_.name));
    }

    const std::vector<std::string>& words() const { return words_; }
    /// The nth word, or `otherwise`.
    std::string word(std::size_t n, const std::string& otherwise) const {
        return n < words_.size() ? words_[n] : otherwise;
    }
    double number(std::size_t n, const std::string& what, double otherwise) const {
        return n < words_.size() ? positive_number(words_[n], what) : otherwise;
    }
    long count(std::size_t n, const std::string& what, long otherwise) const {
        return n < words_.size() ? positive_count(words_[n], what) : otherwise;
    }

    bool has(const std::string& name) const { return values_.contains(name); }
    std::optional<std::string> value(const std::string& name) const {
        const auto found = values_.find(name);
        return found == values_.end() ? std::nullopt : std::optional(found->second);
    }
    long count(const std::string& name, long otherwise) const {
        return has(name) ? positive_count(values_.at(name), name) : otherwise;
    }

    std::string help() const {
        std::string text = fmt::format("{}\n\n    build/bench/{} [OPTION...]{}{}\n\n", usage_.what,
                                       usage_.name, usage_.words.empty() ? "" : " ", usage_.words);
        std::size_t width = 0;
        for (const Option& o : usage_.options) width = std::max(width, left(o).size());
        for (const Option& o : usage_.options)
            text += fmt::format("    {:<{}}   {}\n", left(o), width, o.meaning);
        return text;
    }

private:
    static std::string left(const Option& o) { return o.value.empty() ? o.name : o.name + " " + o.value; }
    const Option& option_named(const std::string& name) const {
        const auto found = std::ranges::find(usage_.options, name, &Option::name);
        if (found != usage_.options.end()) return *found;
        std::vector<std::string> names;
        for (const Option& o : usage_.options) names.push_back(o.name);
        throw InputError(
            fmt::format("there is no option {}: {} has {}", name, usage_.name, fmt::join(names, ", ")));
    }

    Usage usage_;
    std::vector<std::string> words_;
    std::map<std::string, std::string> values_;
};

/// What the program has printed, and what it was made with.
inline nlohmann::json report_json(const std::string& name, const std::vector<std::string>& arguments,
                                  const Record& all) {
    return {{"bench", name},
            {"arguments", arguments},
            {"host", {{"processor", processor_name()}, {"compiler", compiler_name()}}},
            {"notes", all.notes},
            {"tables", tables_json(all)}};
}

/// The whole `main`: 0, or 2 after an error, which is one sentence.
inline int run_bench(int count, char** arguments, const Usage& usage,
                     const std::function<void(const Options&)>& work) try {
    std::vector<std::string> all(arguments + 1, arguments + count);
    const Options options(usage, all);
    if (options.has("--help")) {
        fmt::print("{}", options.help());
        return 0;
    }
    const std::optional<std::string> path = options.value("--json");
    std::ofstream file;
    if (path && usage.writes_json) {
        file.open(*path);  // now, lest a long run end in vain
        if (!file) throw InputError(fmt::format("--json: {} cannot be written", *path));
        all.erase(std::ranges::find(all, "--json"), std::ranges::find(all, "--json") + 2);
    }
    work(options);
    if (file.is_open()) {
        file << report_json(usage.name, all, record()).dump(1) << "\n";
        if (!file.flush()) throw InputError(fmt::format("--json: {} cannot be written", *path));
    }
    return 0;
} catch (const std::exception& error) {
    fmt::print(stderr, "{}: {}\n", usage.name, error.what());
    return 2;
}

}  // namespace polhode::bench
