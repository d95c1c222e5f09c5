// SPDX-License-Identifier: MIT
// Decimal numbers as level files write them, kept exactly. A plane is decided from these, never
// from their nearest doubles.
#pragma once

#include "halfspace/exact/int128.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace halfspace {

// A number in steps of 10^-18, which holds every text of at most 18 decimals exactly; further
// decimals are rounded to nearest, halves away from zero (an error of at most half a step).
struct Decimal {
    static constexpr int kDecimals = 18;
    // Magnitudes that are larger once rounded are refused by parse_decimal: 2^40, far beyond any
    // level.
    static constexpr std::int64_t kLimit = std::int64_t{1} << 40;

    Int128 scaled = 0;  // value * 10^18

    friend constexpr auto operator<=>(const Decimal&, const Decimal&) = default;
};

using DecimalPoint = std::array<Decimal, 3>;

enum class DecimalError : std::uint8_t { NotANumber, TooLarge };

struct DecimalParse {
    Decimal value;
    std::optional<DecimalError> error;
};

// Reads "12", "-0.5", "+.25", "5.", "1e3", "-3.0517578e-05": the whole text, no blanks. "nan",
// "inf" and hexadecimal are not numbers. Linear in the text's length.
DecimalParse parse_decimal(std::string_view text);

// Exact for integers. REQUIRES: |value| <= 2^40.
Decimal decimal_from_integer(std::int64_t value);

// Exact for doubles of at most 18 decimals, else the next towards zero. REQUIRES: |value| <= 2^40.
Decimal decimal_from_double(double value);

// The nearest double, or one next to it (relative error under 2^-52).
double to_double(Decimal value);

// The number in grid steps of 2^-exponent units if it is a whole number of them and its magnitude
// is below 2^63.
std::optional<std::int64_t> to_grid(Decimal value, int exponent);

}  // namespace halfspace
