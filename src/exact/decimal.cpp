// SPDX-License-Identifier: MIT
#include "halfspace/exact/decimal.h"

#include "exact/shared/dyadic.h"
#include "exact/shared/wide_int.h"

#include <algorithm>
#include <limits>

namespace halfspace {
namespace {

constexpr std::int64_t kOne = Decimal::kOne;
constexpr std::int64_t kFiveToThe18 = 3'814'697'265'625;  // 10^18 = 2^18 * 5^18
constexpr Int128 kScaledLimit = Int128{Decimal::kLimit} * kOne;

// 2^40 has 13 digits before the point. A number with more digits there is too large.
constexpr std::int64_t kMaxWholeDigits = 13;
constexpr Int128 kMaxInt64 = std::numeric_limits<std::int64_t>::max();
// The number of decimal digits that fit 64 bits.
constexpr std::int64_t kDigitsPerWord = 19;
// Larger exponents are cut to this one. It outweighs the zeros of every text that fits in memory,
// so a larger exponent changes nothing. Its sum with the length of a text cannot overflow.
constexpr std::int64_t kMaxExponent = std::int64_t{1} << 56;

constexpr auto kPowersOfTen = [] {
    std::array<Uint128, kMaxWholeDigits + Decimal::kDecimals + 1> powers{};
    powers[0] = 1;
    for (std::size_t i = 1; i < powers.size(); ++i) {
        powers[i] = powers[i - 1] * 10;
    }
    return powers;
}();

// The inverse of 5^18 modulo 2^128, by Newton's iteration. An odd number is its own inverse modulo
// 8, so the first 3 bits are right. Each step doubles the number of right bits.
constexpr Uint128 kInverseOfFiveToThe18 = [] {
    constexpr Uint128 kOdd = kFiveToThe18;
    Uint128 inverse = kOdd;
    for (int bits = 3; bits < 128; bits *= 2) {
        inverse *= 2 - kOdd * inverse;
    }
    return inverse;
}();
// The largest quotient of a 128-bit number by 5^18.
constexpr auto kMaxQuotient = static_cast<Int128>((~Uint128{0} >> 1) / kFiveToThe18);
static_assert(kInverseOfFiveToThe18 * Uint128{kFiveToThe18} == 1);

constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// The parts of a number's text. digits: from the first digit that is not zero; may contain a point.
// The value is 0.d1d2d3... * 10^whole_digits.
struct Parts {
    std::string_view digits;
    std::int64_t whole_digits = 0;
    bool negative = false;
};

// The exponent after 'e', cut to +-kMaxExponent; nullopt if the text is not an exponent.
std::optional<std::int64_t> parse_exponent(std::string_view text) {
    const bool negative = !text.empty() && text.front() == '-';
    if (negative || (!text.empty() && text.front() == '+')) {
        text.remove_prefix(1);
    }
    if (text.empty()) {
        return std::nullopt;
    }
    std::int64_t value = 0;
    for (const char c : text) {
        if (!is_digit(c)) {
            return std::nullopt;
        }
        value = std::min(value * 10 + (c - '0'), kMaxExponent);
    }
    return negative ? -value : value;
}

std::optional<Parts> take_apart(std::string_view text) {
    Parts parts;
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
        parts.negative = text.front() == '-';
        text.remove_prefix(1);
    }
    std::size_t end = 0;
    std::size_t point = std::string_view::npos;
    std::size_t first = std::string_view::npos;  // the first digit that is not zero
    while (end < text.size() && (is_digit(text[end]) || text[end] == '.')) {
        if (text[end] == '.') {
            if (point != std::string_view::npos) {
                return std::nullopt;
            }
            point = end;
        } else if (first == std::string_view::npos && text[end] != '0') {
            first = end;
        }
        ++end;
    }
    const bool has_point = point != std::string_view::npos;
    if (end == (has_point ? 1u : 0u)) {
        return std::nullopt;
    }
    std::int64_t exponent = 0;
    if (end < text.size()) {
        if (text[end] != 'e' && text[end] != 'E') {
            return std::nullopt;
        }
        const std::optional<std::int64_t> parsed = parse_exponent(text.substr(end + 1));
        if (!parsed) {
            return std::nullopt;
        }
        exponent = *parsed;
    }
    if (first == std::string_view::npos) {
        return parts;  // zero, whatever the exponent
    }
    parts.digits = text.substr(first, end - first);
    const auto before = static_cast<std::int64_t>(has_point ? point : end);
    const auto start = static_cast<std::int64_t>(first);
    // If the first digit that is not zero stands behind the point, only zeros lie between them.
    parts.whole_digits = before - start + (before < start ? 1 : 0) + exponent;
    return parts;
}

// The first `count` digits as a number, with zeros for missing digits, rounded by the next digit.
// REQUIRES: 0 <= count < kPowersOfTen.size().
Uint128 leading_digits(std::string_view digits, std::int64_t count) {
    // Two words of 64 bits avoid a 128-bit multiplication for each digit.
    std::array<std::uint64_t, 2> words{};
    std::int64_t used = 0;
    bool round_up = false;
    for (const char c : digits) {
        if (c == '.') {
            continue;
        }
        if (used == count) {
            round_up = c >= '5';
            break;
        }
        std::uint64_t& word = words[used < kDigitsPerWord ? 0 : 1];
        word = word * 10 + static_cast<std::uint64_t>(c - '0');
        ++used;
    }
    const std::int64_t in_second = std::max<std::int64_t>(used - kDigitsPerWord, 0);
    const Uint128 all = words[0] * kPowersOfTen[static_cast<std::size_t>(in_second)] + words[1];
    return all * kPowersOfTen[static_cast<std::size_t>(count - used)] + (round_up ? 1 : 0);
}

}  // namespace

DecimalParse parse_decimal(std::string_view text) {
    const std::optional<Parts> parts = take_apart(text);
    if (!parts) {
        return {{}, DecimalError::NotANumber};
    }
    const std::int64_t scaled_digits = parts->whole_digits + Decimal::kDecimals;
    if (parts->digits.empty() || scaled_digits < 0) {
        return {};  // zero, or less than a tenth of a step
    }
    if (parts->whole_digits > kMaxWholeDigits) {
        return {{}, DecimalError::TooLarge};
    }
    const auto magnitude = static_cast<Int128>(leading_digits(parts->digits, scaled_digits));
    if (magnitude > kScaledLimit) {
        return {{}, DecimalError::TooLarge};
    }
    return {{parts->negative ? -magnitude : magnitude}, std::nullopt};
}

Decimal decimal_from_integer(std::int64_t value) {
    return {Int128{value} * kOne};
}

Decimal decimal_from_double(double value) {
    // The product has 53 + 60 bits. What the division drops is less than a step.
    const Dyadic dyadic = to_dyadic(value);
    const Int128 product = Int128{dyadic.mantissa} * kOne;
    if (dyadic.exponent >= 0) {
        return {product * (Int128{1} << dyadic.exponent)};
    }
    return {dyadic.exponent < -126 ? Int128{0} : product / (Int128{1} << -dyadic.exponent)};
}

DecimalPoint to_decimals(const Vec3& point) {
    return {
        decimal_from_double(point.x), decimal_from_double(point.y), decimal_from_double(point.z)};
}

double to_double(Decimal value) {
    // Whole part and fraction are converted separately, so that integers are exact. The fraction is
    // less than half of the sum unless the whole part is 0. Its two roundings (2^-52 of the
    // fraction) and that of the sum (2^-53) are together less than 2^-52 of the sum.
    const auto whole = static_cast<std::int64_t>(value.scaled / kOne);
    const auto fraction = static_cast<std::int64_t>(value.scaled % kOne);
    return static_cast<double>(whole) + static_cast<double>(fraction) / static_cast<double>(kOne);
}

Vec3 to_vec3(const DecimalPoint& point) {
    return {to_double(point[0]), to_double(point[1]), to_double(point[2])};
}

std::optional<std::int64_t> to_grid(Decimal value, int exponent) {
    // If the division by 5^18 has no remainder, multiplying by the inverse gives the quotient.
    // Otherwise the result is not a quotient of any 128-bit number, so it is larger than all
    // quotients.
    const auto fives =
        static_cast<Int128>(static_cast<Uint128>(value.scaled) * kInverseOfFiveToThe18);
    if (fives > kMaxQuotient || fives < -kMaxQuotient) {
        return std::nullopt;
    }
    // value * 2^exponent = fives * 2^(exponent - 18), and fives has fewer than 87 bits.
    const std::int64_t shift = std::int64_t{exponent} - Decimal::kDecimals;
    if (fives == 0) {
        return 0;
    }
    if (shift < -87 || shift >= 63) {
        return std::nullopt;
    }
    if (shift < 0 && (fives & ((Int128{1} << -shift) - 1)) != 0) {
        return std::nullopt;
    }
    const Int128 largest = kMaxInt64 >> std::max<std::int64_t>(shift, 0);
    const Int128 steps = shift < 0 ? fives >> -shift : fives;
    if (steps > largest || steps < -largest) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(shift < 0 ? steps : steps * (Int128{1} << shift));
}

}  // namespace halfspace
