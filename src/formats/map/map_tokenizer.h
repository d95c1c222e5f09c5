// SPDX-License-Identifier: MIT
// A cursor over .map text. The grammar decides what may come next, because the same bytes are a
// bracket in one place and a texture's name in another.
#pragma once

#include "halfspace/world/world.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace halfspace::map {

// What a quoted string turned out to be.
struct QuotedString {
    std::string_view text;  // between the quotes, as it stands
    bool closed = false;    // false: the line or the file ended first
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

    // The bytes from the next one on.
    std::size_t remaining() const { return text_.size() - next_; }

    // The letters and digits from the next byte on, which stay there.
    std::string_view name_ahead() const;

    // Each skips blanks and line ends. A comment runs to the end of its line; "//" begins one
    // wherever a number or bracket may stand, ';' only between faces, keys and brackets, because
    // games differ in it.
    void skip_blanks();
    void skip_blanks_and_slash_comments();
    void skip_blanks_and_comments();

    // Takes the byte, or all bytes of the text, if they are the next.
    bool accept(char c);
    bool accept(std::string_view text);

    // Takes the run of bytes up to the next blank or line end; empty only at the end of the text.
    // REQUIRES: not at a blank.
    std::string_view word();

    // Takes a run of digits, signs, points and e's; empty, with nothing taken, if there is none or
    // it goes on in a way that no number does.
    std::string_view number();

    // Takes a string; with `\"` inside it does not end. A backslash before the last quote of a line
    // does not hide that quote: Windows paths end so.
    // REQUIRES: at a '"'.
    QuotedString quoted_string();

    // What stands at the cursor, for messages: cut and printable.
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

// The text in single quotes, cut to some 40 bytes, with escapes for bytes that are not printable
// ASCII.
std::string printable(std::string_view text);

}  // namespace halfspace::map
