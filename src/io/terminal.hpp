/// What standard output and standard error are connected to.
#pragma once

#include <string>
#include <string_view>

namespace polhode {

bool is_terminal(int file_descriptor);

/// A terminal on which a line can be written over.
bool has_cursor(int file_descriptor);

/// Such a terminal, whose user has not asked for plain text by NO_COLOR (https://no-color.org).
bool has_colour(int file_descriptor);

/// The text in bold type, if it is wanted.
std::string bold(std::string_view text, bool wanted);

/// Columns of the terminal; where there is none, the environment's COLUMNS, else `otherwise`.
int terminal_width(int file_descriptor, int otherwise);

/// Writes to standard output, to the last byte; throws RunError if that fails (a full disk, a closed pipe).
void print(std::string_view text);

/// To standard error. Where that is full or closed nothing can be said, and nothing fails for it.
void say(std::string_view text) noexcept;

/// A message of the program to standard error, as one line on any terminal, whatever names it quotes.
void complain(std::string_view message) noexcept;

}  // namespace polhode
