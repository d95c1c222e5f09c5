// SPDX-License-Identifier: MIT
#include "formats/map/map_tokenizer.h"

#include "formats/text/utf8.h"

#include <array>

namespace halfspace::map {
namespace {

constexpr std::size_t kMaxPrinted = 40;
constexpr std::string_view kHex = "0123456789abcdef";

// Classes of bytes, as bits.
constexpr unsigned kLineEnd = 1;
constexpr unsigned kBlank = 2;        // within a line
constexpr unsigned kNumber = 4;       // may be part of a number
constexpr unsigned kAfterNumber = 8;  // may follow a number directly
constexpr unsigned kName = 16;        // may be part of a shape's name

constexpr auto kByteClasses = [] {
    std::array<std::uint8_t, 256> classes{};
    const auto add = [&classes](std::string_view bytes, unsigned bits) {
        for (const char c : bytes) {
            std::uint8_t& entry = classes[static_cast<unsigned char>(c)];
            entry = static_cast<std::uint8_t>(entry | bits);
        }
    };
    add("\r\n", kLineEnd | kAfterNumber);
    add(" \t\v\f", kBlank | kAfterNumber);
    add("0123456789+-.eE", kNumber);
    add("()[]{}\"/;", kAfterNumber);
    add("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", kName);
    return classes;
}();

bool is(char c, unsigned bits) {
    return (kByteClasses[static_cast<unsigned char>(c)] & bits) != 0;
}

}  // namespace

Tokenizer::Tokenizer(std::string_view text) : text_(without_byte_order_mark(text)) {}

SourcePosition Tokenizer::position() const {
    return {line_, static_cast<std::uint32_t>(next_ - line_start_ + 1)};
}

// REQUIRES: at a line end.
void Tokenizer::end_line() {
    const bool two_bytes =
        text_[next_] == '\r' && next_ + 1 < text_.size() && text_[next_ + 1] == '\n';
    next_ += two_bytes ? 2 : 1;
    line_start_ = next_;
    ++line_;
}

void Tokenizer::skip_line() {
    while (!at_end() && !is(text_[next_], kLineEnd)) {
        ++next_;
    }
}

bool Tokenizer::at_slash_comment() const {
    return next_ + 1 < text_.size() && text_[next_] == '/' && text_[next_ + 1] == '/';
}

std::string_view Tokenizer::name_ahead() const {
    std::size_t end = next_;
    while (end < text_.size() && is(text_[end], kName)) {
        ++end;
    }
    return text_.substr(next_, end - next_);
}

void Tokenizer::skip_blanks() {
    for (; !at_end(); ++next_) {
        while (!at_end() && is(text_[next_], kLineEnd)) {
            end_line();
        }
        if (at_end() || !is(text_[next_], kBlank)) {
            return;
        }
    }
}

void Tokenizer::skip_blanks_and_slash_comments() {
    skip_blanks();
    while (at_slash_comment()) {
        skip_line();
        skip_blanks();
    }
}

void Tokenizer::skip_blanks_and_comments() {
    skip_blanks();
    while (at_slash_comment() || peek() == ';') {
        skip_line();
        skip_blanks();
    }
}

bool Tokenizer::accept(char c) {
    if (at_end() || text_[next_] != c) {
        return false;
    }
    ++next_;
    return true;
}

bool Tokenizer::accept(std::string_view text) {
    if (!text_.substr(next_).starts_with(text)) {
        return false;
    }
    next_ += text.size();
    return true;
}

std::size_t Tokenizer::end_of_word() const {
    std::size_t end = next_;
    while (end < text_.size() && !is(text_[end], kLineEnd | kBlank)) {
        ++end;
    }
    return end;
}

std::string_view Tokenizer::word() {
    const std::size_t start = next_;
    next_ = end_of_word();
    return text_.substr(start, next_ - start);
}

std::string_view Tokenizer::number() {
    std::size_t end = next_;
    while (end < text_.size() && is(text_[end], kNumber)) {
        ++end;
    }
    if (end < text_.size() && !is(text_[end], kAfterNumber)) {
        return {};
    }
    const std::size_t start = next_;
    next_ = end;
    return text_.substr(start, end - start);
}

bool Tokenizer::ends_line(std::size_t index) const {
    return index >= text_.size() || is(text_[index], kLineEnd);
}

QuotedString Tokenizer::quoted_string() {
    const std::size_t start = next_ + 1;
    std::size_t end = start;
    bool escaped = false;
    while (!ends_line(end)) {
        if (text_[end] == '"' && (!escaped || ends_line(end + 1))) {
            next_ = end + 1;
            return {text_.substr(start, end - start), true};
        }
        escaped = text_[end] == '\\' && !escaped;
        ++end;
    }
    return {text_.substr(start, end - start), false};
}

std::string Tokenizer::found() const {
    if (at_end()) {
        return "the end of the file";
    }
    return in_quotes(text_.substr(next_, end_of_word() - next_));
}

std::string in_quotes(std::string_view text) {
    std::string result = "'";
    for (const char c : text.substr(0, kMaxPrinted)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7f) {
            result += c;
        } else {
            result += "\\x";
            result += kHex[byte >> 4];
            result += kHex[byte & 15];
        }
    }
    result += text.size() > kMaxPrinted ? "...'" : "'";
    return result;
}

}  // namespace halfspace::map
