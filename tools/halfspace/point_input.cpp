// SPDX-License-Identifier: MIT
#include "point_input.h"

#include <fast_float/fast_float.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace halfspace::tool {
namespace {

// A longer line cannot be a query of six numbers.
constexpr std::size_t kMaxLineLength = 4096;
constexpr std::size_t kReadSize = std::size_t{1} << 20;

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

class NumberScanner {
public:
    // most: the largest absolute value of a number.
    NumberScanner(std::string_view text, double most) : text_(text), most_(most) { skip_blanks(); }

    bool at_end() const { return position_ == text_.size(); }

    std::expected<double, BadNumbers> next() {
        const std::string_view token = next_token();
        const bool has_plus = token.size() > 1 && token[0] == '+' && token[1] != '-';
        const char* first = token.data() + (has_plus ? 1 : 0);
        const char* last = token.data() + token.size();
        double value = 0;
        const auto parsed = fast_float::from_chars(first, last, value);
        if (parsed.ec != std::errc() || parsed.ptr != last) {
            return std::unexpected(bad(fmt::format("'{}' is not a number", shortened(token))));
        }
        if (!std::isfinite(value)) {
            return std::unexpected(bad(fmt::format("'{}' is not finite", shortened(token))));
        }
        if (std::abs(value) > most_) {
            return std::unexpected(
                bad(fmt::format("'{}' is not between {} and {}", shortened(token), -most_, most_)));
        }
        position_ += token.size();
        skip_separator();
        return value;
    }

    BadNumbers bad(std::string message) const {
        return {std::move(message), static_cast<std::uint32_t>(position_ + 1)};
    }

private:
    std::string_view next_token() const {
        std::size_t end = position_;
        while (end < text_.size() && !is_blank(text_[end]) && text_[end] != ',') {
            ++end;
        }
        return text_.substr(position_, end - position_);
    }

    void skip_blanks() {
        while (position_ < text_.size() && is_blank(text_[position_])) {
            ++position_;
        }
    }

    void skip_separator() {
        skip_blanks();
        if (position_ < text_.size() && text_[position_] == ',') {
            ++position_;
            skip_blanks();
            // A comma must be followed by a number; otherwise the line was cut off.
            ends_in_comma_ = at_end();
        }
    }

    static std::string shortened(std::string_view token) {
        constexpr std::size_t kMost = 32;
        return token.size() <= kMost ? std::string(token)
                                     : std::string(token.substr(0, kMost)) + "...";
    }

public:
    bool ends_in_comma() const { return ends_in_comma_; }

private:
    std::string_view text_;
    double most_;
    std::size_t position_ = 0;
    bool ends_in_comma_ = false;
};

bool is_empty_line(std::string_view line) {
    for (const char c : line) {
        if (!is_blank(c)) {
            return false;
        }
    }
    return true;
}

Error line_error(std::uint32_t line, std::uint32_t column, std::string message) {
    return {ErrorCode::Syntax, std::move(message), SourceLocation{"stdin", line, column}};
}

// Splits the input into lines and parses them.
class QueryLines {
public:
    QueryLines(std::size_t count, double most) : count_(count), most_(most) {}

    Result<void> add(std::string_view bytes) {
        rest_.append(bytes);
        std::size_t start = 0;
        for (std::size_t end = rest_.find('\n'); end != std::string::npos;
             end = rest_.find('\n', start)) {
            Result<void> parsed = parse_line(std::string_view(rest_).substr(start, end - start));
            if (!parsed) {
                return parsed;
            }
            start = end + 1;
        }
        rest_.erase(0, start);
        return rest_.size() > kMaxLineLength ? Result<void>(too_long(line_ + 1)) : Result<void>();
    }

    // Parses the last line, which may lack its line break.
    Result<void> finish() { return rest_.empty() ? Result<void>() : parse_line(rest_); }

    std::vector<Numbers>& queries() { return queries_; }

private:
    Result<void> parse_line(std::string_view line) {
        ++line_;
        if (line.size() > kMaxLineLength) {
            return too_long(line_);
        }
        if (is_empty_line(line)) {
            return {};
        }
        std::expected<Numbers, BadNumbers> numbers = parse_numbers(line, count_, most_);
        if (!numbers) {
            return std::unexpected(
                line_error(line_, numbers.error().column, std::move(numbers.error().message)));
        }
        queries_.push_back(*numbers);
        return {};
    }

    std::unexpected<Error> too_long(std::uint32_t line) const {
        return std::unexpected(line_error(
            line, 0, fmt::format("a line of more than {} bytes is no query", kMaxLineLength)));
    }

    std::size_t count_;
    double most_;
    std::uint32_t line_ = 0;
    std::string rest_;
    std::vector<Numbers> queries_;
};

}  // namespace

std::expected<Numbers, BadNumbers> parse_numbers(std::string_view text,
                                                 std::size_t count,
                                                 double most) {
    Numbers numbers{};
    NumberScanner scanner(text, most);
    for (std::size_t i = 0; i < count; ++i) {
        if (scanner.at_end()) {
            return std::unexpected(
                scanner.bad(fmt::format("expected {} numbers, found {}", count, i)));
        }
        const std::expected<double, BadNumbers> number = scanner.next();
        if (!number) {
            return std::unexpected(number.error());
        }
        numbers[i] = *number;
    }
    if (!scanner.at_end() || scanner.ends_in_comma()) {
        return std::unexpected(scanner.bad(fmt::format("expected {} numbers, found more", count)));
    }
    return numbers;
}

Result<Numbers> parse_words(std::span<const std::string> words, std::size_t count, double most) {
    const std::string text = fmt::format("{}", fmt::join(words, " "));
    std::expected<Numbers, BadNumbers> numbers = parse_numbers(text, count, most);
    if (!numbers) {
        return std::unexpected(
            Error{ErrorCode::Syntax, fmt::format("{} in '{}'", numbers.error().message, text), {}});
    }
    return *numbers;
}

std::string point_text(const Vec3& point, std::string_view separator) {
    // Adding 0 turns -0 into 0.
    return fmt::format(
        "{}{}{}{}{}", point.x + 0.0, separator, point.y + 0.0, separator, point.z + 0.0);
}

Vec3 to_thousandths(const Vec3& point) {
    const auto rounded = [](double value) { return std::round(value * 1000) / 1000 + 0.0; };
    return {rounded(point.x), rounded(point.y), rounded(point.z)};
}

std::string json_point(const Vec3& point) {
    return "[" + point_text(point) + "]";
}

Result<void> read_queries(std::size_t count,
                          double most,
                          const std::function<void(std::span<const Numbers>)>& answer) {
    QueryLines lines(count, most);
    std::vector<char> buffer(kReadSize);
    while (true) {
        const ssize_t got = ::read(STDIN_FILENO, buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return std::unexpected(Error{ErrorCode::Io,
                                         std::string("cannot read: ") + std::strerror(errno),
                                         SourceLocation{"stdin"}});
        }
        const bool at_end = got == 0;
        Result<void> parsed =
            at_end ? lines.finish()
                   : lines.add(std::string_view(buffer.data(), static_cast<std::size_t>(got)));
        answer(lines.queries());
        lines.queries().clear();
        if (!parsed || at_end) {
            return parsed;
        }
    }
}

namespace {

void answer(std::span<const Numbers> queries, const RespondTo& respond) {
    fmt::memory_buffer text;
    respond(queries, text);
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

}  // namespace

void answer_one(const Numbers& query, const RespondTo& respond) {
    answer(std::span(&query, 1), respond);
}

Result<void> answer_input(std::size_t count, double most, const RespondTo& respond) {
    return read_queries(
        count, most, [&](std::span<const Numbers> queries) { answer(queries, respond); });
}

}  // namespace halfspace::tool
