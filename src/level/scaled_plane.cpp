// SPDX-License-Identifier: MIT
#include "level/scaled_plane.h"

#include "exact/shared/wide_int.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace halfspace {
namespace {

int normal_bits(const ExactPlane& plane) {
    std::uint64_t joined = 0;
    for (const std::int64_t n : plane.n) {
        const auto value = static_cast<std::uint64_t>(n);
        joined |= n < 0 ? 0 - value : value;
    }
    return static_cast<int>(std::bit_width(joined));
}

// The largest |coordinate| of a point in any of the boxes.
double reach(std::span<const ModelRecord> models) {
    double largest = 0;
    for (const ModelRecord& model : models) {
        for (int i = 0; i < 3; ++i) {
            largest = std::max({largest, std::abs(model.min[i]), std::abs(model.max[i])});
        }
    }
    return largest;
}

}  // namespace

ExactPlane exact_plane(const PlaneRecord& record) {
    const Uint128 d = (Uint128{static_cast<std::uint64_t>(record.d_high)} << 64) | record.d_low;
    return {{record.n[0], record.n[1], record.n[2]}, static_cast<Int128>(d)};
}

PlaneBits plane_bits(std::span<const PlaneRecord> planes) {
    PlaneBits bits;
    for (const PlaneRecord& record : planes) {
        const ExactPlane plane = exact_plane(record);
        bits.normal = std::max(bits.normal, normal_bits(plane));
        bits.distance = std::max(bits.distance, bit_width(WideInt<2>(plane.d)));
    }
    return bits;
}

std::uint32_t plane_axis(const ExactPlane& plane) {
    const std::array<std::int64_t, 3> axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (std::uint32_t axis = 0; axis < 3; ++axis) {
        if (plane.n == axes[axis]) {
            return axis;
        }
    }
    return 3;
}

Plane scaled_plane(const ExactPlane& plane, int grid_exponent) {
    // Conversions of integers round to nearest. The factors are powers of two and exact, because no
    // number comes near the ends of the exponent's range.
    const int shift = normal_bits(plane);
    const double scale = std::ldexp(1.0, -shift);
    Plane scaled;
    for (std::size_t i = 0; i < 3; ++i) {
        scaled.n[i] = static_cast<double>(plane.n[i]) * scale;
    }
    scaled.d = std::ldexp(to_double(WideInt<2>(plane.d)), -shift - grid_exponent);
    return scaled;
}

// Let u = 2^-53, N and D the exact scaled numbers and n and d their nearest doubles, so that each
// differs from the exact one by a factor 1 + e with |e| <= u. The coordinates x, y, z are exact.
// approximate_distance (query/descent.h) computes (n.x * x - d) + (n.y * y + n.z * z), with these
// factors:
//     x, y and z terms: n itself, the product, the inner and the outer sum: 4;
//     d: itself and the two sums: 3.
// With |x|, |y|, |z| <= R and |N| < 1 it lies within 4u / (1 - 4u) * (3R + |D|) of the exact value.
// Fused multiply-adds leave factors out and add none. For an axial plane approximate_distance
// computes x - c, and c = 2d is exact. Its one rounding is at most u (R + 2|d|). 6 in place of 4 /
// (1 - 4u) also covers the roundings of this function and that of |D| to |d|, and any other order
// of the four terms. A product that underflows is off by at most 2^-1075, which is nothing beside
// the bound since R counts as at least 1.
double filter_bound(std::span<const PlaneRecord> planes,
                    std::span<const ModelRecord> models,
                    int grid_exponent) {
    double farthest = 0;
    for (const PlaneRecord& record : planes) {
        const Plane plane = scaled_plane(exact_plane(record), grid_exponent);
        farthest = std::max(farthest, std::abs(plane.d));
    }
    const double r = std::max(reach(models), 1.0);
    return std::ldexp(6.0, -53) * (3 * r + farthest);
}

}  // namespace halfspace
