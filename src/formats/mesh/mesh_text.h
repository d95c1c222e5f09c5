// SPDX-License-Identifier: MIT
// Words and numbers of the text formats of meshes.
#pragma once

#include <cstdint>
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

// The same for a text that may also be "nan" or "inf".
std::optional<double> any_number_of(std::string_view text);

// Takes the words of a text one by one, and counts lines.
class WordReader {
public:
    explicit WordReader(std::string_view text) : rest_(text) {}

    // The next word of this line or of a later one; empty at the end of the text.
    std::string_view word();
    // The rest of the line of the last word, without blanks at both ends.
    std::string_view rest_of_line();
    // The number of the line of the last word, from 1.
    std::uint32_t line() const { return line_; }

private:
    std::string_view rest_;
    std::string_view current_;  // what is left of the line
    std::uint32_t line_ = 0;
};

}  // namespace halfspace
