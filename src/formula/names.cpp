#include "formula/names.hpp"

#include <algorithm>
#include <array>

namespace polhode::formula {

namespace {

constexpr std::array number_functions{
    NumberFunction{"sin", Operation::sine},        NumberFunction{"cos", Operation::cosine},
    NumberFunction{"tan", Operation::tangent},     NumberFunction{"asin", Operation::arc_sine},
    NumberFunction{"acos", Operation::arc_cosine}, NumberFunction{"atan", Operation::arc_tangent},
    NumberFunction{"atan2", Operation::angle},     NumberFunction{"sqrt", Operation::square_root},
    NumberFunction{"exp", Operation::exponential}, NumberFunction{"log", Operation::logarithm},
    NumberFunction{"abs", Operation::absolute},    NumberFunction{"min", Operation::smaller},
    NumberFunction{"max", Operation::larger},
};

bool is_among(std::string_view name, const std::vector<std::string_view>& names) {
    return std::ranges::find(names, name) != names.end();
}

}  // namespace

std::optional<NumberFunction> number_function(std::string_view name) {
    for (const NumberFunction& f : number_functions)
        if (f.name == name) return f;
    return std::nullopt;
}

const std::vector<std::string_view>& function_names() {
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> all;
        all.reserve(std::size(number_functions) + 5);
        for (const NumberFunction& f : number_functions) all.push_back(f.name);
        all.insert(all.end(), {"if", "dot", "cross", "to_body", "to_space"});
        return all;
    }();
    return names;
}
const std::vector<std::string_view>& value_names() {
    static const std::vector<std::string_view> names{"t",   "w",   "wx",  "wy",  "wz",  "qx",  "qy",
                                                     "qz",  "qw",  "r11", "r12", "r13", "r21", "r22",
                                                     "r23", "r31", "r32", "r33", "pi"};
    return names;
}
bool is_function(std::string_view name) { return is_among(name, function_names()); }
bool is_built_in(std::string_view name) { return is_function(name) || is_among(name, value_names()); }

}  // namespace polhode::formula
