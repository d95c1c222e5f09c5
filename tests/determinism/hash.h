// SPDX-License-Identifier: MIT
// What level_hash.cpp asks about, and how it notes the answers.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/math/vec.h"

#include "support/hash.h"

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>

namespace halfspace::test {

// The hash of bytes.
class Hash {
public:
    void add(std::span<const std::byte> bytes) {
        for (const std::byte b : bytes) {
            value_ = hash_with(value_, static_cast<std::uint64_t>(b));
        }
    }
    void add(const Vec3& p) { add(std::as_bytes(std::span(&p, 1))); }
    void add(std::uint32_t word) { add(std::as_bytes(std::span(&word, 1))); }
    void add(std::uint64_t word) { add(std::as_bytes(std::span(&word, 1))); }
    void add(double value) { add(std::as_bytes(std::span(&value, 1))); }
    std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = kEmptyHash;
};

// Points are made from integers, so that no compiler flag can move them: multiples of 1/256.
class Points {
public:
    explicit Points(const Level& level) {
        const ModelRecord& world = level.models()[0];
        for (int axis = 0; axis < 3; ++axis) {
            low_[axis] = static_cast<std::int64_t>(world.min[axis]) * 256;
            size_[axis] = static_cast<std::uint64_t>(
                static_cast<std::int64_t>(world.max[axis]) * 256 - low_[axis] + 1);
        }
    }

    // step: 1 for any point, larger powers of two for coarser lattices, which meet planes often.
    Vec3 next(std::int64_t step) {
        const double x = coordinate(0, step);
        const double y = coordinate(1, step);
        const double z = coordinate(2, step);
        return {x, y, z};
    }

private:
    double coordinate(int axis, std::int64_t step) {
        const auto offset = static_cast<std::int64_t>(random_() % size_[axis]);
        const std::int64_t place = (low_[axis] + offset) / step * step;
        return static_cast<double>(place) / 256;
    }

    std::mt19937_64 random_{20};
    std::int64_t low_[3]{};
    std::uint64_t size_[3]{};
};

}  // namespace halfspace::test
