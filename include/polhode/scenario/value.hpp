/// A scenario before it is read: a tree of values, as TOML, a dictionary of Python or an object of JavaScript
/// gives it.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace polhode {

/// A number, text, true or false, a list or a table. Made by the functions below.
struct Value {
    struct Entry;
    using List = std::vector<Value>;
    struct Table {
        std::vector<Entry> entries;
        std::string place = {};  ///< as that of an entry; of one that stands in a list
    };
    struct Unusable {};  ///< what a scenario has no use for, such as a date

    std::variant<double, std::string, List, bool, Table, Unusable> content;
    std::string shown;  ///< for messages: one line, not too long
};

struct Value::Entry {
    std::string key;
    Value value;
    std::string place = {};  ///< what a message begins with, before the key: "top.toml:2"; may be empty
};

Value number_value(double number);
/// A whole number is shown with all its digits.
Value whole_number_value(long long number);
Value text_value(std::string text);
Value truth_value(bool truth);
Value list_value(Value::List items);
Value table_value(Value::Table table);
/// `shown`: what it is, such as "a date or time".
Value unusable_value(std::string_view shown);

/// A value by the full name of its key, "body.inertia", to be laid over a tree: an option of a command line.
struct NamedValue {
    std::string key;
    std::string origin;  ///< what a message begins with: "--step"
    Value value;
};

}  // namespace polhode
