/// The words of a formula.
#pragma once

#include <cstddef>
#include <string_view>

namespace polhode::formula {

struct Token {
    enum class Kind {
        end,
        number,
        name,
        symbol,   ///< one or two characters, such as + or <=
        unknown,  ///< a character that no formula has
    };
    Kind kind = Kind::end;
    std::string_view text = {};
    std::size_t column = 1;  ///< of its first character, from 1
    double number = 0;

    bool is(std::string_view symbol) const { return kind == Kind::symbol && text == symbol; }
};

bool begins_name(char c);
/// Whether all of it is one name.
bool is_name(std::string_view text);

class Lexer {
public:
    explicit Lexer(std::string_view text) : rest_(text) {}
    Token next();

private:
    Token take(Token::Kind kind, std::size_t length);
    std::size_t number_length() const;

    std::string_view rest_;
    std::size_t column_ = 1;
};

}  // namespace polhode::formula
