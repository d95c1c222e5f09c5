// SPDX-License-Identifier: MIT
// Words and numbers of the text formats of meshes.
#pragma once

#include <optional>
#include <string_view>

namespace halfspace {

// True for a character between words of a line.
bool is_blank(char c);

// Takes the next word of a line; empty at the end.
std::string_view next_word(std::string_view& line);

// The text without blanks at both ends.
std::string_view trimmed(std::string_view text);

// Takes the next line, without its end: a line feed, a carriage return, or both.
std::string_view next_line(std::string_view& text);

// The nearest double; nullopt for a text that is no finite number.
std::optional<double> number_of(std::string_view text);

}  // namespace halfspace
