// SPDX-License-Identifier: MIT
// Words and numbers of the text formats of meshes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace halfspace {

// Takes the next word of a line; empty at the end.
std::string_view next_word(std::string_view& line);

// The text without blanks at both ends.
std::string_view trimmed(std::string_view text);

// Takes the next line, without its end.
std::string_view next_line(std::string_view& text);

// The nearest double; nullopt for a text that is no finite number.
std::optional<double> number_of(std::string_view text);

// The text for a message: in quotes, at most so many letters, without control characters.
std::string in_quotes(std::string_view text, std::size_t most = 40);

}  // namespace halfspace
