// SPDX-License-Identifier: MIT
// Decimal numbers exactly as level files write them. The planes of a brush are computed from these
// numbers, not from rounded doubles.
#pragma once

#include "halfspace/exact/int128.h"
#include "halfspace/math/vec.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace halfspace {

// A multiple of 10^-18. Every text with at most 18 decimals is held exactly. Further decimals are
// rounded to nearest, halves away from zero (docs/decisions/0006).
struct Decimal {
    static constexpr int kDecimals = 18;
    // The number 1 has scaled == kOne.
    static constexpr std::int64_t kOne = 1'000'000'000'000'000'000;
    // The largest magnitude that parse_decimal takes, after rounding. No level comes near it.
    static constexpr std::int64_t kLimit = std::int64_t{1} << 40;

    Int128 scaled = 0;  // the number * 10^18

    friend constexpr auto operator<=>(const Decimal&, const Decimal&) = default;
};

using DecimalPoint = std::array<Decimal, 3>;

enum class DecimalError : std::uint8_t { NotANumber, TooLarge };

// `value` is the number if `error` is not set, else 0.
struct DecimalParse {
    Decimal value;
    std::optional<DecimalError> error;
};

// Reads a number like "12", "-0.5", "+.25", "5.", "1e3" or "-3.0517578e-05". It must be the whole
// text, without blanks. "nan", "inf" and hexadecimal are NotANumber; a magnitude above 2^40 is
// TooLarge. Cost: linear in the text's length.
DecimalParse parse_decimal(std::string_view text);

// The same number, exactly. REQUIRES: |value| <= 2^40.
Decimal decimal_from_integer(std::int64_t value);

// The same number, exactly, if it has at most 18 decimals. Else the next multiple of 10^-18 towards
// zero. REQUIRES: |value| <= 2^40.
Decimal decimal_from_double(double value);

// decimal_from_double of each coordinate. REQUIRES: |coordinates| <= 2^40.
DecimalPoint to_decimals(const Vec3& point);

// The nearest double or one beside it; the relative error is below 2^-52.
double to_double(Decimal value);

// to_double of each coordinate.
Vec3 to_vec3(const DecimalPoint& point);

// The number in grid steps of 2^-exponent units. nullopt if it is not a whole number of steps, or
// if its magnitude in steps is 2^63 or more.
std::optional<std::int64_t> to_grid(Decimal value, int exponent);

}  // namespace halfspace
