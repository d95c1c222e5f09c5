// SPDX-License-Identifier: MIT
// Four floats at a time, by the vector extensions that g++ and clang share. A machine without SIMD
// computes the four one after the other, with the same bits.
#pragma once

#include <cstdint>

namespace halfspace {

using Float4 = float __attribute__((vector_size(16)));
using UInt4 = std::uint32_t __attribute__((vector_size(16)));
// A comparison's result: each lane is 0 (false) or -1 (true).
using Mask4 = std::int32_t __attribute__((vector_size(16)));

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
    return static_cast<std::uint32_t>(__builtin_ia32_movmskps(reinterpret_cast<Float4>(mask)));
#elif defined(__wasm_simd128__) && !defined(HALFSPACE_PLAIN_LANES)
    return __builtin_wasm_bitmask_i32x4(mask);
#else
    return (mask[0] & 1U) | (mask[1] & 2U) | (mask[2] & 4U) | (mask[3] & 8U);
#endif
}

// How many lanes are true.
[[gnu::always_inline]] inline std::uint32_t count_of(Mask4 mask) {
    constexpr std::uint64_t kCounts = 0x4332322132212110;  // four bits for each number of four bits
    return static_cast<std::uint32_t>(kCounts >> (4 * bits_of(mask))) & 15U;
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

}  // namespace halfspace
