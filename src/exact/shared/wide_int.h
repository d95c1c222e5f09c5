// SPDX-License-Identifier: MIT
// Signed integers of a fixed number of 64-bit limbs, for the exact predicates. They are two's
// complement, with the lowest limb first. A result that does not fit is cut off: it is taken modulo
// 2^(64 * Limbs). So the caller chooses a width for the largest possible result
// (docs/explanation/exact_arithmetic.md has the table).
#pragma once

#include "halfspace/exact/decimal.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace halfspace {

__extension__ typedef unsigned __int128 Uint128;

template <int Limbs>
struct WideInt {
    std::array<std::uint64_t, Limbs> limb{};

    constexpr WideInt() = default;
    // Implicit, so that whole numbers of different types can be mixed. No value is lost, for Limbs
    // >= 2.
    // NOLINTNEXTLINE(google-explicit-constructor)
    constexpr WideInt(std::int64_t value) : WideInt(Int128{value}) {}
    // NOLINTNEXTLINE(google-explicit-constructor)
    constexpr WideInt(Int128 value) {
        limb[0] = static_cast<std::uint64_t>(value);
        for (int i = 1; i < Limbs; ++i) {
            value >>= 64;
            limb[i] = static_cast<std::uint64_t>(value);
        }
    }
    // The same number in another width. High limbs are filled with the sign, or cut off.
    template <int Other>
    constexpr explicit WideInt(const WideInt<Other>& other) {
        const std::uint64_t fill = other.sign() < 0 ? ~std::uint64_t{0} : 0;
        for (int i = 0; i < Limbs; ++i) {
            limb[i] = i < Other ? other.limb[i] : fill;
        }
    }

    // -1, 0 or +1.
    constexpr int sign() const {
        if (static_cast<std::int64_t>(limb[Limbs - 1]) < 0) {
            return -1;
        }
        std::uint64_t joined = 0;
        for (const std::uint64_t l : limb) {
            joined |= l;
        }
        return joined != 0 ? 1 : 0;
    }

    friend constexpr WideInt operator+(const WideInt& a, const WideInt& b) {
        WideInt sum;
        std::uint64_t carry = 0;
        for (int i = 0; i < Limbs; ++i) {
            const Uint128 s = Uint128{a.limb[i]} + b.limb[i] + carry;
            sum.limb[i] = static_cast<std::uint64_t>(s);
            carry = static_cast<std::uint64_t>(s >> 64);
        }
        return sum;
    }
    friend constexpr WideInt operator-(const WideInt& a, const WideInt& b) {
        WideInt difference;
        std::uint64_t borrow = 0;
        for (int i = 0; i < Limbs; ++i) {
            const Uint128 s = Uint128{a.limb[i]} - b.limb[i] - borrow;
            difference.limb[i] = static_cast<std::uint64_t>(s);
            borrow = static_cast<std::uint64_t>(s >> 64) & 1;
        }
        return difference;
    }
    friend constexpr WideInt operator-(const WideInt& a) { return WideInt() - a; }
    friend constexpr WideInt operator*(const WideInt& a, const WideInt& b) {
        WideInt product;
        for (int i = 0; i < Limbs; ++i) {
            std::uint64_t carry = 0;
            for (int j = 0; i + j < Limbs; ++j) {
                const Uint128 s = Uint128{a.limb[i]} * b.limb[j] + product.limb[i + j] + carry;
                product.limb[i + j] = static_cast<std::uint64_t>(s);
                carry = static_cast<std::uint64_t>(s >> 64);
            }
        }
        return product;
    }
    // Shifts to the left by `shift` bits. REQUIRES: shift >= 0.
    friend constexpr WideInt operator<<(const WideInt& a, int shift) {
        WideInt result;
        const int whole = shift / 64;
        const int part = shift % 64;
        for (int i = Limbs - 1; i >= whole; --i) {
            result.limb[i] = a.limb[i - whole] << part;
            if (part != 0 && i > whole) {
                result.limb[i] |= a.limb[i - whole - 1] >> (64 - part);
            }
        }
        return result;
    }
    friend constexpr bool operator==(const WideInt&, const WideInt&) = default;
    friend constexpr bool operator<(const WideInt& a, const WideInt& b) {
        const bool a_negative = static_cast<std::int64_t>(a.limb[Limbs - 1]) < 0;
        const bool b_negative = static_cast<std::int64_t>(b.limb[Limbs - 1]) < 0;
        if (a_negative != b_negative) {
            return a_negative;
        }
        for (int i = Limbs - 1; i >= 0; --i) {
            if (a.limb[i] != b.limb[i]) {
                return a.limb[i] < b.limb[i];
            }
        }
        return false;
    }
};

using Int192 = WideInt<3>;
using Int256 = WideInt<4>;

// |value|. REQUIRES: the result fits the type.
constexpr Int128 magnitude(Int128 value) {
    return value < 0 ? -value : value;
}
template <int Limbs>
constexpr WideInt<Limbs> magnitude(const WideInt<Limbs>& value) {
    return value.sign() < 0 ? -value : value;
}

// The number of bits of |value|: 0 for 0, 1 for 1, 64 for 2^63. REQUIRES: |value| fits the type.
constexpr int bit_width(Int128 value) {
    const auto size = static_cast<Uint128>(magnitude(value));
    const auto high = static_cast<std::uint64_t>(size >> 64);
    return high != 0 ? 64 + std::bit_width(high) : std::bit_width(static_cast<std::uint64_t>(size));
}
template <int Limbs>
constexpr int bit_width(const WideInt<Limbs>& value) {
    const WideInt<Limbs> size = magnitude(value);
    for (int i = Limbs - 1; i >= 0; --i) {
        if (size.limb[i] != 0) {
            return 64 * i + std::bit_width(size.limb[i]);
        }
    }
    return 0;
}

// True if |value| <= 2^53. Then its conversion to a double is exact.
constexpr bool is_exact_double(Int128 value) {
    constexpr Int128 kLimit = Int128{1} << 53;
    return -kLimit <= value && value <= kLimit;
}

// The number value * 2^exponent.
struct Leading {
    double value = 0;
    int exponent = 0;
};

// The number rounded to the 53 bits of a double, ties to even. It never overflows, because the
// exponent is separate.
template <int Limbs>
Leading leading(const WideInt<Limbs>& value) {
    const WideInt<Limbs> size = magnitude(value);
    const int bits = bit_width(size);
    Leading result{static_cast<double>(size.limb[0]), 0};
    if (bits > 64) {
        // The 64 leading bits, the lowest of them sticky, round to 53 as the whole would.
        const int drop = bits - 64;
        const int whole = drop / 64;
        const int part = drop % 64;
        std::uint64_t top = size.limb[whole] >> part;
        if (part != 0 && whole + 1 < Limbs) {
            top |= size.limb[whole + 1] << (64 - part);
        }
        std::uint64_t lost = part != 0 ? size.limb[whole] << (64 - part) : 0;
        for (int i = 0; i < whole; ++i) {
            lost |= size.limb[i];
        }
        top |= lost != 0 ? 1 : 0;
        result = {static_cast<double>(top), drop};
    }
    result.value = value.sign() < 0 ? -result.value : result.value;
    return result;
}

// The nearest double, ties to even. Infinity if the number is too large for a double.
template <int Limbs>
double to_double(const WideInt<Limbs>& value) {
    const Leading result = leading(value);
    return result.exponent == 0 ? result.value : std::ldexp(result.value, result.exponent);
}

// As sign_of in base/shared/sign.h.
template <int Limbs>
constexpr int sign_of(const WideInt<Limbs>& value) {
    return value.sign();
}

}  // namespace halfspace
