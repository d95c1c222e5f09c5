// SPDX-License-Identifier: MIT
// Pairs of doubles, for both ends of an interval. The processor computes both at once.
#pragma once

#include <bit>
#ifdef __SSE2__
#include <emmintrin.h>
#else
#include <cmath>
#endif

namespace halfspace {

typedef double Pair __attribute__((vector_size(16)));
typedef long long Truths __attribute__((vector_size(16)));

// Bit 0: the comparison is true for the first number of a Pair. Bit 1: for the second number.
inline unsigned both_bits(Truths truths) {
#ifdef __SSE2__
    return static_cast<unsigned>(_mm_movemask_pd(std::bit_cast<__m128d>(truths)));
#else
    return (truths[0] != 0 ? 1u : 0u) | (truths[1] != 0 ? 2u : 0u);
#endif
}

// The same bits for the signs: set if the number is negative.
inline unsigned sign_bits(const Pair& pair) {
#ifdef __SSE2__
    return static_cast<unsigned>(_mm_movemask_pd(std::bit_cast<__m128d>(pair)));
#else
    return (std::signbit(pair[0]) ? 1u : 0u) | (std::signbit(pair[1]) ? 2u : 0u);
#endif
}

inline Pair both(double number) {
    return Pair{number, number};
}

// The numbers of a where the condition is true, and those of b elsewhere. Bit by bit, because
// compilers make jumps of `condition ? a : b`.
inline Truths choice(Truths condition, Truths a, Truths b) {
    return (condition & a) | (~condition & b);
}
inline Pair choice(Truths condition, const Pair& a, const Pair& b) {
    return std::bit_cast<Pair>(
        choice(condition, std::bit_cast<Truths>(a), std::bit_cast<Truths>(b)));
}

inline Pair absolute(const Pair& pair) {
    constexpr Truths kAllButSign{0x7fffffffffffffff, 0x7fffffffffffffff};
    return std::bit_cast<Pair>(std::bit_cast<Truths>(pair) & kAllButSign);
}

}  // namespace halfspace
