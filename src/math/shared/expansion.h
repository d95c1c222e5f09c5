// SPDX-License-Identifier: MIT
// Exact sums and products of doubles (Shewchuk, Adaptive Precision Floating-Point Arithmetic and
// Fast Robust Geometric Predicates, 1997, sections 2.3 to 2.5). An expansion is a sum of doubles
// that do not overlap, the smallest first. It is exact while no product of terms is smaller than
// 2^-1000 or larger than 2^1000.
//
// Slow and rare: filters in plain doubles answer nearly always.
#pragma once

#include "halfspace/math/vec.h"

#include <array>
#include <cmath>
#include <cstddef>

namespace halfspace {

class Expansion {
public:
    Expansion() = default;
    explicit Expansion(double value) { add(value); }

    void add(double value) {
        std::size_t used = 0;
        for (std::size_t i = 0; i < size_; ++i) {
            const double sum = value + terms_[i];
            const double part = sum - value;
            const double rest = (value - (sum - part)) + (terms_[i] - part);
            value = sum;
            if (rest != 0) {
                terms_[used++] = rest;
            }
        }
        if (value != 0) {
            terms_[used++] = value;
        }
        size_ = used;
    }

    void add(const Expansion& other) {
        for (std::size_t i = 0; i < other.size_; ++i) {
            add(other.terms_[i]);
        }
    }

    // Adds a * b.
    void add_product(double a, double b) {
        const double product = a * b;
        add(std::fma(a, b, -product));
        add(product);
    }

    // -1, 0 or 1.
    int sign() const { return size_ == 0 ? 0 : terms_[size_ - 1] > 0 ? 1 : -1; }

    // The sum, rounded; its relative error is less than 2^-50.
    double value() const {
        double sum = 0;
        for (std::size_t i = 0; i < size_; ++i) {
            sum += terms_[i];
        }
        return sum;
    }

    friend Expansion operator*(const Expansion& a, const Expansion& b) {
        Expansion result;
        for (std::size_t i = 0; i < a.size_; ++i) {
            for (std::size_t k = 0; k < b.size_; ++k) {
                result.add_product(a.terms_[i], b.terms_[k]);
            }
        }
        return result;
    }

    friend Expansion operator-(const Expansion& a, const Expansion& b) {
        Expansion result = a;
        for (std::size_t i = 0; i < b.size_; ++i) {
            result.add(-b.terms_[i]);
        }
        return result;
    }

private:
    // A triple product of differences of doubles has 192 terms at most.
    std::array<double, 200> terms_;
    std::size_t size_ = 0;
};

struct ExactVec3 {
    Expansion x;
    Expansion y;
    Expansion z;
};

// Numbers below 2^-300 count as 0: so a product of three differences never loses a bit.
inline double without_dust(double value) {
    return std::abs(value) < 0x1p-300 ? 0 : value;
}

inline Expansion exact_difference(double a, double b) {
    Expansion result(without_dust(a));
    result.add(-without_dust(b));
    return result;
}

inline ExactVec3 exact_difference(const Vec3& a, const Vec3& b) {
    return {exact_difference(a.x, b.x), exact_difference(a.y, b.y), exact_difference(a.z, b.z)};
}

// a . (b x c)
inline Expansion triple_product(const ExactVec3& a, const ExactVec3& b, const ExactVec3& c) {
    Expansion result = a.x * (b.y * c.z - b.z * c.y);
    result.add(a.y * (b.z * c.x - b.x * c.z));
    result.add(a.z * (b.x * c.y - b.y * c.x));
    return result;
}

}  // namespace halfspace
