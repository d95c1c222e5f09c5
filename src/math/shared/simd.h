// SPDX-License-Identifier: MIT
// Four floats or two doubles at a time, by the vector extensions that g++ and clang share. A
// machine without SIMD computes them one after the other, with the same bits.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace halfspace {

using Float4 = float __attribute__((vector_size(16)));
using UInt4 = std::uint32_t __attribute__((vector_size(16)));
// A comparison's result: each lane is 0 (false) or -1 (true).
using Mask4 = std::int32_t __attribute__((vector_size(16)));
// Types of their own, so that templates may have them as arguments.
typedef double Double2 __attribute__((vector_size(16)));
typedef long long Mask2 __attribute__((vector_size(16)));

[[gnu::always_inline]] inline Float4 all_lanes(float value) {
    return Float4{value, value, value, value};
}

[[gnu::always_inline]] inline Float4 lesser(Float4 a, Float4 b) {
    return a < b ? a : b;
}

[[gnu::always_inline]] inline Float4 greater(Float4 a, Float4 b) {
    return a > b ? a : b;
}

[[gnu::always_inline]] inline Float4 magnitude(Float4 a) {
    return reinterpret_cast<Float4>(reinterpret_cast<Mask4>(a) & 0x7FFFFFFF);
}

// Bit i is set if lane i is true. HALFSPACE_PLAIN_LANES: as on a machine without SIMD, for tests.
[[gnu::always_inline]] inline std::uint32_t bits_of(Mask4 mask) {
#if defined(__SSE2__) && !defined(HALFSPACE_PLAIN_LANES)
    return static_cast<std::uint32_t>(_mm_movemask_ps(reinterpret_cast<Float4>(mask)));
#elif defined(__wasm_simd128__) && !defined(HALFSPACE_PLAIN_LANES)
    return __builtin_wasm_bitmask_i32x4(mask);
#else
    return (mask[0] & 1U) | (mask[1] & 2U) | (mask[2] & 4U) | (mask[3] & 8U);
#endif
}

// True if all lanes are false.
[[gnu::always_inline]] inline bool is_none(Mask4 mask) {
    const auto halves = std::bit_cast<Mask2>(mask);
    return (halves[0] | halves[1]) == 0;
}

// How many lanes are true.
[[gnu::always_inline]] inline std::uint32_t count_of(Mask4 mask) {
    constexpr std::uint64_t kCounts = 0x4332322132212110;  // four bits for each number of four bits
    return static_cast<std::uint32_t>(kCounts >> (4 * bits_of(mask))) & 15U;
}

// The square root of each.
[[gnu::always_inline]] inline Float4 root(Float4 v) {
#if defined(__SSE2__) && !defined(HALFSPACE_PLAIN_LANES)
    return _mm_sqrt_ps(v);
#else
    return Float4{std::sqrt(v[0]), std::sqrt(v[1]), std::sqrt(v[2]), std::sqrt(v[3])};
#endif
}

// Lane 0 holds the least of the four.
[[gnu::always_inline]] inline Float4 least_lane(Float4 v) {
    v = lesser(v, __builtin_shufflevector(v, v, 2, 3, 0, 1));
    return lesser(v, __builtin_shufflevector(v, v, 1, 0, 3, 2));
}

// The largest lane first.
[[gnu::always_inline]] inline Float4 descending(Float4 v) {
    Float4 other = __builtin_shufflevector(v, v, 1, 0, 3, 2);
    v = __builtin_shufflevector(greater(v, other), lesser(v, other), 0, 5, 2, 7);
    other = __builtin_shufflevector(v, v, 2, 3, 0, 1);
    v = __builtin_shufflevector(greater(v, other), lesser(v, other), 0, 1, 6, 7);
    other = __builtin_shufflevector(v, v, 0, 2, 1, 3);
    return __builtin_shufflevector(greater(v, other), lesser(v, other), 0, 1, 6, 7);
}

// --- Two doubles.

// Bit 0: the comparison is true for the first number of a Double2. Bit 1: for the second number.
inline unsigned both_bits(Mask2 mask) {
#ifdef __SSE2__
    return static_cast<unsigned>(_mm_movemask_pd(std::bit_cast<__m128d>(mask)));
#else
    return (mask[0] != 0 ? 1u : 0u) | (mask[1] != 0 ? 2u : 0u);
#endif
}

// The same bits for the signs: set if the number is negative.
inline unsigned sign_bits(const Double2& pair) {
#ifdef __SSE2__
    return static_cast<unsigned>(_mm_movemask_pd(std::bit_cast<__m128d>(pair)));
#else
    return (std::signbit(pair[0]) ? 1u : 0u) | (std::signbit(pair[1]) ? 2u : 0u);
#endif
}

// Comparisons. g++ 12 computes `choice` lane by lane in other registers where it knows that the
// condition is `a < b`; so SSE has them by name.
[[gnu::always_inline]] inline Mask2 is_less(const Double2& a, const Double2& b) {
#ifdef __SSE2__
    return std::bit_cast<Mask2>(_mm_cmplt_pd(std::bit_cast<__m128d>(a), std::bit_cast<__m128d>(b)));
#else
    return a < b;
#endif
}
[[gnu::always_inline]] inline Mask2 is_at_most(const Double2& a, const Double2& b) {
#ifdef __SSE2__
    return std::bit_cast<Mask2>(_mm_cmple_pd(std::bit_cast<__m128d>(a), std::bit_cast<__m128d>(b)));
#else
    return a <= b;
#endif
}

inline Double2 both(double number) {
    return Double2{number, number};
}

// The numbers of a where the condition is true, and those of b elsewhere. Bit by bit, because
// compilers make jumps of `condition ? a : b`.
inline Mask2 choice(Mask2 condition, Mask2 a, Mask2 b) {
    return (condition & a) | (~condition & b);
}
inline Double2 choice(Mask2 condition, const Double2& a, const Double2& b) {
    return std::bit_cast<Double2>(
        choice(condition, std::bit_cast<Mask2>(a), std::bit_cast<Mask2>(b)));
}

inline Double2 absolute(const Double2& pair) {
    constexpr Mask2 kAllButSign{0x7fffffffffffffff, 0x7fffffffffffffff};
    return std::bit_cast<Double2>(std::bit_cast<Mask2>(pair) & kAllButSign);
}

// The larger number of each pair.
[[gnu::always_inline]] inline Double2 larger(const Double2& a, const Double2& b) {
#ifdef __SSE2__
    return std::bit_cast<Double2>(_mm_max_pd(std::bit_cast<__m128d>(a), std::bit_cast<__m128d>(b)));
#else
    return a > b ? a : b;
#endif
}

// The smaller number of each pair.
[[gnu::always_inline]] inline Double2 smaller(const Double2& a, const Double2& b) {
#ifdef __SSE2__
    return std::bit_cast<Double2>(_mm_min_pd(std::bit_cast<__m128d>(a), std::bit_cast<__m128d>(b)));
#else
    return a < b ? a : b;
#endif
}

// The square root of each.
[[gnu::always_inline]] inline Double2 root(const Double2& pair) {
#ifdef __SSE2__
    return std::bit_cast<Double2>(_mm_sqrt_pd(std::bit_cast<__m128d>(pair)));
#else
    return Double2{std::sqrt(pair[0]), std::sqrt(pair[1])};
#endif
}

[[gnu::always_inline]] inline Double2 two_of(const double* numbers) {
    Double2 two;
    std::memcpy(&two, numbers, sizeof two);
    return two;
}

}  // namespace halfspace
