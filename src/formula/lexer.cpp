#include "formula/lexer.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <string>

namespace polhode::formula {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Bytes that go on with a character of UTF-8 are no column of their own.
bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }

double value_of(std::string_view digits) {
#if defined(__cpp_lib_to_chars)
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc::result_out_of_range) return value;
#endif
    return std::strtod(std::string(digits).c_str(), nullptr);  // also: infinite, or 0
}

}  // namespace

bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

bool is_name(std::string_view text) {
    return !text.empty() && begins_name(text.front())
        && std::ranges::all_of(text, [](char c) { return begins_name(c) || is_digit(c); });
}

/// Digits with at most one point, and an exponent only if it has digits.
std::size_t Lexer::number_length() const {
    const auto digits_from = [&](std::size_t i) {
        while (i < rest_.size() && is_digit(rest_[i])) ++i;
        return i;
    };
    std::size_t i = digits_from(0);
    if (i < rest_.size() && rest_[i] == '.') {
        const std::size_t end = digits_from(i + 1);
        if (i > 0 || end > i + 1) i = end;
    }
    if (i == 0) return 0;
    if (i < rest_.size() && (rest_[i] == 'e' || rest_[i] == 'E')) {
        std::size_t start = i + 1;
        if (start < rest_.size() && (rest_[start] == '+' || rest_[start] == '-')) ++start;
        if (const std::size_t end = digits_from(start); end > start) i = end;
    }
    return i;
}

Token Lexer::take(Token::Kind kind, std::size_t length) {
    Token token;
    token.kind = kind;
    token.text = rest_.substr(0, length);
    token.column = column_;
    rest_.remove_prefix(length);
    column_ += static_cast<std::size_t>(std::ranges::count_if(token.text, begins_character));
    return token;
}

Token Lexer::next() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\t' || rest_[0] == '\n' || rest_[0] == '\r'))
        take(Token::Kind::end, 1);
    if (rest_.empty()) return take(Token::Kind::end, 0);
    if (const std::size_t length = number_length(); length > 0) {
        Token token = take(Token::Kind::number, length);
        token.number = value_of(token.text);
        return token;
    }
    if (begins_name(rest_[0])) {
        std::size_t length = 1;
        while (length < rest_.size() && (begins_name(rest_[length]) || is_digit(rest_[length]))) ++length;
        return take(Token::Kind::name, length);
    }
    // two characters first; those that other languages have are known too, for the sake of the message
    for (const std::string_view symbol : {"<=", ">=", "==", "&&", "||", "!=", "**"})
        if (rest_.substr(0, 2) == symbol) return take(Token::Kind::symbol, 2);
    if (std::string_view("+-*/^(),.<>!=&|").find(rest_[0]) != std::string_view::npos)
        return take(Token::Kind::symbol, 1);
    std::size_t length = 1;
    while (length < rest_.size() && !begins_character(rest_[length])) ++length;
    return take(Token::Kind::unknown, length);
}

}  // namespace polhode::formula
