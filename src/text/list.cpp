#include "text/list.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <system_error>
#include <utility>

namespace polhode {
namespace {

constexpr std::string_view spaces = " \t\r\n";

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(spaces);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(spaces) - begin + 1);
}

std::optional<long> whole_number(std::string_view text) {
    long number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < 0) return std::nullopt;
    return number;
}

}  // namespace

std::optional<std::vector<std::string>> parts_in(std::string_view list) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= list.size();) {
        const std::size_t end = std::min(list.find(',', begin), list.size());
        const std::string_view part = trimmed(list.substr(begin, end - begin));
        if (part.empty()) return std::nullopt;
        parts.emplace_back(part);
        begin = end + 1;
    }
    return parts;
}

std::optional<std::vector<double>> numbers_in(std::string_view list) {
    const auto parts = parts_in(list);
    if (!parts) return std::nullopt;
    std::vector<double> numbers;
    for (const std::string& part : *parts) {
        char* end = nullptr;
        numbers.push_back(std::strtod(part.c_str(), &end));
        if (end != part.c_str() + part.size()) return std::nullopt;
    }
    return numbers;
}

std::optional<WholeNumbers> whole_numbers_in(std::string_view text) {
    constexpr std::string_view dots = "..";
    text = trimmed(text);
    const std::size_t at = text.find(dots);
    if (at == std::string_view::npos) {
        const std::optional<long> number = whole_number(text);
        return number ? std::optional(WholeNumbers{*number, *number}) : std::nullopt;
    }
    const std::string_view first = text.substr(0, at), last = text.substr(at + dots.size());
    if (first.empty() && last.empty()) return std::nullopt;
    WholeNumbers range;
    for (const auto& [part, bound] : {std::pair(first, &range.from), std::pair(last, &range.to)}) {
        if (part.empty()) continue;
        const std::optional<long> number = whole_number(part);
        if (!number) return std::nullopt;
        *bound = *number;
    }
    if (range.from > range.to) return std::nullopt;
    return range;
}

}  // namespace polhode
