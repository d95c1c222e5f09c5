// SPDX-License-Identifier: MIT
#include "halfspace/exact/decimal.h"

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>

namespace halfspace {
namespace {

using boost::multiprecision::cpp_int;
using boost::multiprecision::cpp_rational;

const cpp_int kOne = boost::multiprecision::pow(cpp_int(10), Decimal::kDecimals);
const cpp_int kScaledLimit = cpp_int(Decimal::kLimit) * kOne;

cpp_int wide(Int128 value) {
    const bool negative = value < 0;
    const auto magnitude =
        negative ? -static_cast<unsigned __int128>(value) : static_cast<unsigned __int128>(value);
    cpp_int result = static_cast<std::uint64_t>(magnitude >> 64);
    result = (result << 64) + static_cast<std::uint64_t>(magnitude);
    return negative ? cpp_int(-result) : result;
}

Decimal scaled(const cpp_int& value) {
    const cpp_int magnitude = abs(value);
    const auto high = static_cast<std::uint64_t>(magnitude >> 64);
    const auto low = static_cast<std::uint64_t>(magnitude & cpp_int(~std::uint64_t{0}));
    const Int128 positive = (Int128{high} << 64) + Int128{low};
    return {value < 0 ? -positive : positive};
}

// A uniform integer in [0, count), the same with every library.
std::uint64_t below(std::mt19937_64& random, std::uint64_t count) {
    return random() % count;
}

// A number as its parts; what it is worth follows from them without reading the text.
struct Spelled {
    std::string sign;
    std::string whole;
    std::string fraction;
    bool point = false;
    std::string exponent;  // "", "e5", "E-07"
    int power = 0;

    std::string text() const { return sign + whole + (point ? "." : "") + fraction + exponent; }
    // In steps of 10^-18, rounded to nearest with halves away from zero.
    cpp_int rounded() const {
        cpp_int digits = 0;
        for (const char c : whole + fraction) {
            digits = digits * 10 + (c - '0');
        }
        const int shift = power - static_cast<int>(fraction.size()) + Decimal::kDecimals;
        if (shift >= 0) {
            digits *= boost::multiprecision::pow(cpp_int(10), static_cast<unsigned>(shift));
        } else {
            const cpp_int divisor =
                boost::multiprecision::pow(cpp_int(10), static_cast<unsigned>(-shift));
            digits = (2 * digits + divisor) / (2 * divisor);
        }
        return sign == "-" ? cpp_int(-digits) : digits;
    }
};

std::string some_digits(std::mt19937_64& random, std::uint64_t most) {
    std::string digits;
    const std::uint64_t count = below(random, most + 1);
    const std::uint64_t style = below(random, 4);
    for (std::uint64_t i = 0; i < count; ++i) {
        const char any = static_cast<char>('0' + below(random, 10));
        digits += style == 0 ? '0' : style == 1 ? '9' : style == 2 && i + 1 < count ? '0' : any;
    }
    return digits;
}

Spelled some_number(std::mt19937_64& random) {
    Spelled number;
    const std::array<const char*, 3> signs{"", "-", "+"};
    number.sign = signs[below(random, 3)];
    number.whole = some_digits(random, below(random, 8) == 0 ? 40 : 13);
    number.point = below(random, 4) != 0;
    if (number.point) {
        number.fraction = some_digits(random, below(random, 4) == 0 ? 60 : 20);
    }
    if (number.whole.empty() && number.fraction.empty()) {
        number.whole = "0";
    }
    if (below(random, 2) == 0) {
        number.power = static_cast<int>(below(random, 61)) - 30;
        const std::string sign = number.power < 0 ? "-" : below(random, 2) == 0 ? "+" : "";
        const std::string padding(below(random, 3), '0');
        number.exponent = (below(random, 2) == 0 ? "e" : "E") + sign + padding +
                          std::to_string(std::abs(number.power));
    }
    return number;
}

TEST(ParseDecimal, ReadsWhatLevelFilesHold) {
    EXPECT_EQ(parse_decimal("12").value, decimal_from_integer(12));
    EXPECT_EQ(parse_decimal("-0.5").value, Decimal{-500'000'000'000'000'000});
    EXPECT_EQ(parse_decimal("+.25").value, Decimal{250'000'000'000'000'000});
    EXPECT_EQ(parse_decimal("5.").value, decimal_from_integer(5));
    EXPECT_EQ(parse_decimal("1e3").value, decimal_from_integer(1000));
    EXPECT_EQ(parse_decimal("-3.0517578e-05").value, Decimal{-30'517'578'000'000});
    EXPECT_EQ(parse_decimal("179.99998").value, parse_decimal("17999998e-5").value);
    EXPECT_EQ(parse_decimal("-0").value, Decimal{});
    for (const char* text : {"12", "-0.5", "+.25", "5.", "1e3", "-3.0517578e-05", "-0"}) {
        EXPECT_FALSE(parse_decimal(text).error) << text;
    }
}

TEST(ParseDecimal, AgreesWithRationalArithmeticOnRandomNumbers) {
    std::mt19937_64 random(1);
    int refused = 0;
    for (int i = 0; i < 20000; ++i) {
        const Spelled number = some_number(random);
        const DecimalParse parse = parse_decimal(number.text());
        const cpp_int expected = number.rounded();
        if (abs(expected) > kScaledLimit) {
            ++refused;
            ASSERT_EQ(parse.error, DecimalError::TooLarge) << number.text();
        } else {
            ASSERT_FALSE(parse.error) << number.text();
            ASSERT_EQ(wide(parse.value.scaled), expected) << number.text();
        }
    }
    EXPECT_GT(refused, 100);
    EXPECT_LT(refused, 10000);
}

TEST(ParseDecimal, RoundsHalvesAwayFromZero) {
    EXPECT_EQ(parse_decimal("0.0000000000000000004").value, Decimal{0});
    EXPECT_EQ(parse_decimal("0.00000000000000000049999").value, Decimal{0});
    EXPECT_EQ(parse_decimal("0.0000000000000000005").value, Decimal{1});
    EXPECT_EQ(parse_decimal("-0.0000000000000000005").value, Decimal{-1});
    EXPECT_EQ(parse_decimal("5e-19").value, Decimal{1});
    EXPECT_EQ(parse_decimal("9e-20").value, Decimal{0});
    EXPECT_EQ(parse_decimal("0.9999999999999999995").value, decimal_from_integer(1));
    EXPECT_EQ(parse_decimal("12345678901.2345678901234567895").value.scaled -
                  parse_decimal("12345678901.234567890123456789").value.scaled,
              1);
}

TEST(ParseDecimal, RefusesWhatIsBeyondItsLimit) {
    EXPECT_EQ(parse_decimal("1099511627776").value, decimal_from_integer(Decimal::kLimit));
    EXPECT_FALSE(parse_decimal("-1099511627776.0000").error);
    EXPECT_FALSE(parse_decimal("1099511627776.0000000000000000001").error);
    EXPECT_FALSE(parse_decimal("0001099511627776").error);
    EXPECT_FALSE(parse_decimal("1.099511627776e12").error);
    for (const char* text : {"1099511627777",
                             "-1099511627776.000000000000000001",
                             "1099511627776.0000000000000000005",
                             "9999999999999",
                             "10000000000000",
                             "1e13",
                             "1e99999999999999999999",
                             "-1e2147483648",
                             "340282366920938463463374607431768211456",
                             "0.1e14"}) {
        EXPECT_EQ(parse_decimal(text).error, DecimalError::TooLarge) << text;
        EXPECT_EQ(parse_decimal(text).value, Decimal{}) << text;
    }
}

TEST(ParseDecimal, RefusesWhatIsNoNumber) {
    for (const char* text : {"",     "-",         "+",     ".",     "-.",   "e5",  ".e5",  "1e",
                             "1e+",  "1e-",       "1e5.0", "1.2.3", "1..2", "--1", "+-1",  "1 ",
                             " 1",   "1,5",       "0x10",  "0x1p3", "nan",  "NaN", "-nan", "inf",
                             "-inf", "Infinity",  "1e5e5", "1e 5",  "1f",   "1_0", "1e5a", "١",
                             "1\n",  "-nan(ind)", "1.#QO", "1.e.5", "e",    "E",   "1e--5"}) {
        EXPECT_EQ(parse_decimal(text).error, DecimalError::NotANumber) << text;
        EXPECT_EQ(parse_decimal(text).value, Decimal{}) << text;
    }
    EXPECT_EQ(parse_decimal(std::string_view("1\0", 2)).error, DecimalError::NotANumber);
}

TEST(ParseDecimal, TakesHostileLengths) {
    const std::string zeros(1'000'000, '0');
    EXPECT_EQ(parse_decimal(zeros + "7").value, decimal_from_integer(7));
    EXPECT_EQ(parse_decimal("0." + zeros + "7").value, Decimal{});
    EXPECT_EQ(parse_decimal("0." + zeros + "7e1000001").value, decimal_from_integer(7));
    EXPECT_EQ(parse_decimal("7" + zeros + "e-1000000").value, decimal_from_integer(7));
    EXPECT_EQ(parse_decimal("7" + zeros).error, DecimalError::TooLarge);
    EXPECT_EQ(parse_decimal("7." + zeros + "1").value, decimal_from_integer(7));
    EXPECT_EQ(parse_decimal("1e" + zeros + "3").value, decimal_from_integer(1000));
    EXPECT_EQ(parse_decimal("0e" + std::string(1000, '9')).value, Decimal{});
    EXPECT_EQ(parse_decimal("1e-" + std::string(1000, '9')).value, Decimal{});
    EXPECT_EQ(parse_decimal("1e" + std::string(1000, '9')).error, DecimalError::TooLarge);
    EXPECT_EQ(parse_decimal(std::string(1000, '-')).error, DecimalError::NotANumber);
}

TEST(ParseDecimal, NeverFailsOtherwiseOnRandomBytes) {
    std::mt19937_64 random(2);
    constexpr std::string_view kLikely = "0123456789+-.eE 0159nx";
    for (int i = 0; i < 50000; ++i) {
        std::string text;
        for (std::uint64_t length = below(random, 12); length > 0; --length) {
            text += kLikely[below(random, kLikely.size())];
        }
        const DecimalParse parse = parse_decimal(text);
        ASSERT_LE(abs(wide(parse.value.scaled)), kScaledLimit) << text;
        const bool only_digits =
            !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
        if (only_digits && text.size() < 13) {
            ASSERT_EQ(wide(parse.value.scaled), cpp_int(std::stoll(text)) * kOne) << text;
        }
    }
}

TEST(DecimalFromInteger, IsExact) {
    for (const std::int64_t value : {std::int64_t{0},
                                     std::int64_t{1},
                                     std::int64_t{-65536},
                                     Decimal::kLimit,
                                     -Decimal::kLimit}) {
        EXPECT_EQ(wide(decimal_from_integer(value).scaled), cpp_int(value) * kOne);
        EXPECT_EQ(decimal_from_integer(value), parse_decimal(std::to_string(value)).value);
    }
}

TEST(ToDouble, IsExactForIntegersAndShortBinaryFractions) {
    std::mt19937_64 random(3);
    for (int i = 0; i < 20000; ++i) {
        const auto integer =
            static_cast<std::int64_t>(below(random, std::uint64_t{1} << 41)) - Decimal::kLimit;
        ASSERT_EQ(to_double(decimal_from_integer(integer)), static_cast<double>(integer));
        const Int128 eighths = decimal_from_integer(integer).scaled / 8;
        ASSERT_EQ(to_double({eighths}), static_cast<double>(integer) / 8);
    }
}

TEST(ToDouble, IsWithinItsBoundOfTheTruth) {
    std::mt19937_64 random(4);
    const cpp_rational bound(1, cpp_int(1) << 52);
    for (int i = 0; i < 20000; ++i) {
        const auto bits = below(random, 99) + 1;
        cpp_int value = (cpp_int(random()) << 64) + random();
        value = value & ((cpp_int(1) << static_cast<unsigned>(bits)) - 1);
        value = below(random, 2) == 0 ? value : cpp_int(-value);
        const cpp_rational truth(value, kOne);
        const cpp_rational error = cpp_rational(to_double(scaled(value))) - truth;
        ASSERT_TRUE(value == 0 ? error == 0 : abs(error) < bound * abs(truth)) << value;
    }
}

// What to_grid should answer, by rational arithmetic.
std::optional<std::int64_t> grid_by_rationals(const cpp_int& value, int exponent) {
    cpp_rational steps(value, kOne);
    const cpp_rational power(cpp_int(1) << static_cast<unsigned>(std::abs(exponent)));
    steps = exponent >= 0 ? cpp_rational(steps * power) : cpp_rational(steps / power);
    const cpp_int whole = numerator(steps);
    if (denominator(steps) != 1 || abs(whole) >= cpp_int(1) << 63) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(whole);
}

TEST(ToVec3, TakesEachCoordinate) {
    EXPECT_EQ(to_vec3(DecimalPoint{
                  decimal_from_double(0.5), decimal_from_integer(-3), decimal_from_double(0.75)}),
              (Vec3{0.5, -3, 0.75}));
}

TEST(ToGrid, AgreesWithRationalArithmetic) {
    std::mt19937_64 random(5);
    int on_grid = 0;
    for (int i = 0; i < 40000; ++i) {
        const auto integer =
            static_cast<std::int64_t>(below(random, std::uint64_t{1} << 41)) - Decimal::kLimit;
        cpp_int value = cpp_int(integer >> below(random, 41)) * kOne;
        value /= cpp_int(1) << static_cast<unsigned>(below(random, 19));
        value += below(random, 4) == 0 ? 1 : 0;
        const int exponent = static_cast<int>(below(random, 140)) - 70;
        const std::optional<std::int64_t> expected = grid_by_rationals(value, exponent);
        on_grid += expected ? 1 : 0;
        ASSERT_EQ(to_grid(scaled(value), exponent), expected) << value << " " << exponent;
    }
    EXPECT_GT(on_grid, 5000);
    EXPECT_LT(on_grid, 35000);
}

TEST(ToGrid, AnswersAtItsLimits) {
    EXPECT_EQ(to_grid(parse_decimal("0.125").value, 3), 1);
    EXPECT_EQ(to_grid(parse_decimal("0.125").value, 2), std::nullopt);
    EXPECT_EQ(to_grid(parse_decimal("0.1").value, 30), std::nullopt);
    EXPECT_EQ(to_grid(parse_decimal("-12").value, -2), -3);
    EXPECT_EQ(to_grid(parse_decimal("-12").value, -3), std::nullopt);
    EXPECT_EQ(to_grid(decimal_from_integer(1), 62), std::int64_t{1} << 62);
    EXPECT_EQ(to_grid(decimal_from_integer(1), 63), std::nullopt);
    EXPECT_EQ(to_grid(decimal_from_integer(-Decimal::kLimit), -40), -1);
    EXPECT_EQ(to_grid(Decimal{}, std::numeric_limits<int>::max()), 0);
    EXPECT_EQ(to_grid(Decimal{}, std::numeric_limits<int>::min()), 0);
    EXPECT_EQ(to_grid(decimal_from_integer(1), std::numeric_limits<int>::max()), std::nullopt);
    EXPECT_EQ(to_grid(decimal_from_integer(1), std::numeric_limits<int>::min()), std::nullopt);
    EXPECT_EQ(to_grid(Decimal{1}, 18), std::nullopt);
    EXPECT_EQ(to_grid(parse_decimal("0.000003814697265625").value, 18), 1);
}

TEST(DecimalFromDouble, IsExactWhereEighteenDecimalsAre) {
    for (const double value :
         {0.0, 1.0, -0.5, 0x1p40, -0x1p40, 0x1p-18, 3.0 + 0x1p-18, -1234.125}) {
        const Decimal decimal = decimal_from_double(value);
        EXPECT_EQ(to_double(decimal), value);
        EXPECT_EQ(wide(decimal.scaled), cpp_int(cpp_rational(value) * kOne));
    }
}

TEST(DecimalFromDouble, IsLessThanAStepTowardsZeroElsewhere) {
    for (const double value : {0.1, -0.1, 1e-10, 1e-300, -1e-19, 1e11 + 0.1, 0x1p-126}) {
        const cpp_rational exact = cpp_rational(value) * kOne;
        const cpp_rational rest = exact - cpp_rational(wide(decimal_from_double(value).scaled));
        EXPECT_TRUE(value > 0 ? rest >= 0 && rest < 1 : rest <= 0 && rest > -1) << value;
    }
}

}  // namespace
}  // namespace halfspace
