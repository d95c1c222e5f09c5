// SPDX-License-Identifier: MIT
// Planes of any size, from random numbers, and sums of planes.
#pragma once

#include "exact/exact.h"
#include "support/random.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace halfspace::test {

// A whole number of exactly `bits` bits, of either sign; 0 for 0 bits.
inline cpp_int random_number(Random& random, int bits) {
    if (bits == 0) {
        return 0;
    }
    cpp_int value = 1;
    for (int i = 1; i < bits; ++i) {
        value = 2 * value + static_cast<int>(random.bits() >> 63);
    }
    return random.one_in(2) ? cpp_int(-value) : value;
}

// A normal whose largest number has exactly `bits` bits.
inline std::array<std::int64_t, 3> random_normal(Random& random, int bits) {
    std::array<std::int64_t, 3> n{};
    for (std::int64_t& value : n) {
        const int own_bits = random.one_in(4) ? static_cast<int>(random.integer(0, bits)) : bits;
        value = random_number(random, own_bits).convert_to<std::int64_t>();
    }
    n[static_cast<std::size_t>(random.integer(0, 2))] =
        random_number(random, bits).convert_to<std::int64_t>();
    return n;
}

// A sum of planes, each times a factor: it holds every point that all of them hold. Zero if the
// sum does not fit or is no plane.
template <std::size_t Count>
ExactPlane combined(const std::array<ExactPlane, Count>& planes,
                    const std::array<cpp_int, Count>& factors) {
    std::array<cpp_int, 4> sum{};
    for (std::size_t p = 0; p < Count; ++p) {
        for (std::size_t i = 0; i < 3; ++i) {
            sum[i] += factors[p] * planes[p].n[i];
        }
        sum[3] += factors[p] * to_cpp(planes[p].d);
    }
    const cpp_int divisor = gcd(gcd(sum[0], sum[1]), gcd(sum[2], sum[3]));
    ExactPlane plane;
    for (std::size_t i = 0; i < 3 && divisor != 0; ++i) {
        sum[i] /= divisor;
        if (bits_of(sum[i]) > 63) {
            return {};
        }
        plane.n[i] = sum[i].convert_to<std::int64_t>();
    }
    if (divisor == 0 || bits_of(sum[3]) > 126) {
        return {};
    }
    plane.d = to_int128(cpp_int(sum[3] / divisor));
    return plane;
}

inline bool is_plane(const ExactPlane& plane) {
    return plane.n != std::array<std::int64_t, 3>{};
}

}  // namespace halfspace::test
