#include "toml/tree.hpp"

#include "text/number.hpp"
#include "toml/key_depth.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>
#include <optional>
#include <string>

namespace polhode {
namespace {

constexpr std::size_t deepest = 100;  // parts of a key

/// From the nodes of one file to values.
class Tree {
public:
    explicit Tree(std::string_view file_name) : file_name_(file_name) {}

    Value::Table table(const toml::table& table) const {
        Value::Table result{{}, place(table.source())};
        for (const auto& [key, node] : table)
            result.entries.push_back({std::string(key.str()), value(node), place(key.source())});
        return result;
    }
    Value value(const toml::node& node) const {
        if (const auto number = node.value_exact<double>()) return number_value(*number);
        if (const auto number = node.value_exact<std::int64_t>()) return whole_number_value(*number);
        if (const auto text = node.value_exact<std::string>()) return text_value(*text);
        if (const auto truth = node.value_exact<bool>()) return truth_value(*truth);
        if (const auto* inner = node.as_table()) return table_value(table(*inner));
        if (const auto* array = node.as_array()) {
            Value::List items;
            for (const toml::node& item : *array) items.push_back(value(item));
            return list_value(std::move(items));
        }
        return unusable_value("a date or time");
    }

private:
    std::string place(const toml::source_region& source) const {
        if (file_name_.empty()) return "";
        return fmt::format("{}:{}", file_name_, source.begin.line);
    }

    std::string_view file_name_;
};

std::string one_line(std::string_view text) {
    std::string out;
    for (const char c : text) out += c == '\n' || c == '\r' ? ' ' : c;
    return out;
}

}  // namespace

Expected<Value::Table> tree_of_toml(std::string_view toml, std::string_view file_name) {
    if (const auto line = line_of_deep_key(toml, deepest))
        return input_error(fmt::format("{}:{}: malformed TOML: a key of more than {} parts, joined by dots",
                                       file_name, *line, deepest));
    try {
        return Tree(file_name).table(toml::parse(toml, file_name));
    } catch (const toml::parse_error& error) {
        return input_error(fmt::format("{}:{}: malformed TOML: {}", file_name, error.source().begin.line,
                                       one_line(error.description())));
    }
}

Value value_of_option(const std::string& text) {
    if (const auto number = number_in(text)) return number_value(*number);
    if (line_of_deep_key(text, deepest)) return text_value(text);
    try {
        const toml::table table = toml::parse("value = " + text);
        const toml::node& node = *table.get("value");
        // a shell takes away the quotes that a time has in files
        const bool is_time = node.is_date_time() || node.is_date() || node.is_time();
        return table.size() == 1 && !is_time ? Tree("").value(node) : text_value(text);
    } catch (const toml::parse_error&) {
        return text_value(text);  // a word, such as the name of a method
    }
}

}  // namespace polhode
