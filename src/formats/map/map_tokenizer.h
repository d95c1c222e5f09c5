// SPDX-License-Identifier: MIT
// A cursor over .map text. The grammar decides what may come next, because the same byte is a
// bracket in one place and part of a texture's name in another.
#pragma once

#include "halfspace/world/world.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace halfspace::map {

// A quoted string.
struct QuotedString {
    std::string_view text;  // between the quotes, with its backslashes
    bool closed = false;    // false: the line or the file ended before the second quote
};

class Tokenizer {
public:
    // REQUIRES: text outlives the tokenizer and is shorter than 2^32 bytes.
    explicit Tokenizer(std::string_view text);

    // Lines and columns count from 1, columns in bytes. CRLF, CR and LF each end a line.
    SourcePosition position() const;

    bool at_end() const { return next_ == text_.size(); }
    // The next byte, 0 at the end.
    char peek() const { return at_end() ? '\0' : text_[next_]; }

    // The number of bytes up to the end.
    std::size_t remaining() const { return text_.size() - next_; }

    // The letters and digits at the cursor, which does not move.
    std::string_view name_ahead() const;

    // Each function skips blanks and line ends, and the comments in its name. A comment runs to the
    // end of its line. "//" begins a comment wherever a number or bracket may stand; ';' only
    // between faces, keys and brackets, because games differ there.
    void skip_blanks();
    void skip_blanks_and_slash_comments();
    void skip_blanks_and_comments();

    // Takes the byte, or the whole text, if it is next; else returns false.
    bool accept(char c);
    bool accept(std::string_view text);

    // Takes all bytes up to the next blank or line end. Empty only at the end of the text.
    // REQUIRES: the next byte is not a blank.
    std::string_view word();

    // Takes a run of digits, signs, points and e's. Takes nothing and returns an empty text if
    // there is none, or if a byte follows that cannot follow a number.
    std::string_view number();

    // Takes a string. `\"` does not end it. But the last quote of a line ends it even behind a
    // backslash, because Windows paths end with a backslash. REQUIRES: the next byte is '"'.
    QuotedString quoted_string();

    // What stands at the cursor, for messages: shortened and in quotes.
    std::string found() const;

private:
    void end_line();
    void skip_line();
    std::size_t end_of_word() const;
    bool at_slash_comment() const;
    bool ends_line(std::size_t index) const;

    std::string_view text_;
    std::size_t next_ = 0;
    std::size_t line_start_ = 0;
    std::uint32_t line_ = 1;
};

// The text in single quotes, shortened to about 40 bytes, with escapes for bytes that are not
// printable ASCII.
std::string in_quotes(std::string_view text);

}  // namespace halfspace::map
