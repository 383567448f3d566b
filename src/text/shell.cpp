#include "text/shell.hpp"

namespace polhode {

std::string shell_quoted(const std::string& argument) {
    const bool plain = argument.find_first_not_of(
                           "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                           "0123456789._-+=/,:")
                    == std::string::npos;
    if (plain && !argument.empty()) return argument;
    std::string out = "'";
    for (const char c : argument) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

}  // namespace polhode
