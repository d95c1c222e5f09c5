// SPDX-License-Identifier: MIT
// Random numbers that are the same with every standard library.
#pragma once

#include <cstdint>
#include <random>

namespace halfspace::test {

class Random {
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}

    // A whole number in [low, high].
    std::int64_t integer(std::int64_t low, std::int64_t high) {
        const auto first = static_cast<std::uint64_t>(low);
        const std::uint64_t count = static_cast<std::uint64_t>(high) - first + 1;
        return static_cast<std::int64_t>(first + (count == 0 ? engine_() : engine_() % count));
    }

    // A multiple of 2^-53 in [0, 1), scaled to [low, high].
    double real(double low, double high) {
        return low + (high - low) * (static_cast<double>(engine_() >> 11) * 0x1p-53);
    }

    // True in one of `n` calls.
    bool one_in(int n) { return integer(1, n) == 1; }

    std::uint64_t bits() { return engine_(); }

private:
    std::mt19937_64 engine_;
};

}  // namespace halfspace::test
