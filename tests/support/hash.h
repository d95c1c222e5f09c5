// SPDX-License-Identifier: MIT
// A hash that tells whether two runs gave the same numbers: FNV-1a of Fowler, Noll and Vo, with 64
// bits.
#pragma once

#include "halfspace/math/vec.h"

#include <bit>
#include <cstdint>

namespace halfspace::test {

inline constexpr std::uint64_t kEmptyHash = 0xcbf29ce484222325u;

// The hash after one more byte, or after a whole word, which is as good here and quicker.
constexpr std::uint64_t hash_with(std::uint64_t hash, std::uint64_t word) {
    return (hash ^ word) * 0x100000001b3u;
}

// The same for the bits of numbers.
constexpr std::uint64_t hash_with(std::uint64_t hash, double number) {
    return hash_with(hash, std::bit_cast<std::uint64_t>(number));
}
constexpr std::uint64_t hash_with(std::uint64_t hash, const Vec3& p) {
    return hash_with(hash_with(hash_with(hash, p.x), p.y), p.z);
}

}  // namespace halfspace::test
