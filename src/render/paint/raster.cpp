// SPDX-License-Identifier: MIT
#include "render/paint/raster.h"

#include <algorithm>
#include <utility>

namespace halfspace {
namespace {

// a / b as a whole number and a rest, 0 <= rest < b. REQUIRES: b > 0.
struct Quotient {
    std::int64_t whole;
    std::int64_t rest;
};

Quotient divided(std::int64_t a, std::int64_t b) {
    const std::int64_t whole = a / b;
    const std::int64_t rest = a % b;
    return rest < 0 ? Quotient{whole - 1, rest + b} : Quotient{whole, rest};
}

// Inverts all pixels to the right of the edge, in rows whose centre is in [upper, lower). The first
// column is the exact quotient rounded up, the same for all polygons at the edge.
void turn_over(
    SnappedPoint a, SnappedPoint b, std::int32_t first_x, std::int32_t first_y, TileMask& mask) {
    if (b.y < a.y) {
        std::swap(a, b);
    }
    const std::int32_t begin = std::max(first_pixel(a.y), first_y);
    const std::int32_t end = std::min(first_pixel(b.y), first_y + kTileSize);
    if (begin >= end) {
        return;
    }
    const std::int64_t dx = b.x - a.x;
    const std::int64_t dy = b.y - a.y;
    const std::int64_t down = begin * kPixel + kPixel / 2 - a.y;
    // In this row the edge has x - first_x - 1/2 = at / unit [pixels].
    const std::int64_t unit = dy * kPixel;
    Quotient at = divided((a.x - first_x * kPixel - kPixel / 2) * dy + down * dx, unit);
    const Quotient step = divided(dx * kPixel, unit);
    for (std::int32_t y = begin; y < end; ++y) {
        const std::int64_t column = at.whole + (at.rest != 0 ? 1 : 0);
        if (column < kTileSize) {
            mask[static_cast<std::size_t>(y - first_y)] ^= ~std::uint64_t{0}
                                                           << std::max<std::int64_t>(column, 0);
        }
        at.whole += step.whole;
        at.rest += step.rest;
        if (at.rest >= unit) {
            at.rest -= unit;
            ++at.whole;
        }
    }
}

}  // namespace

void cover(std::span<const SnappedPoint> corners,
           std::int32_t first_x,
           std::int32_t first_y,
           TileMask& mask) {
    mask.fill(0);
    SnappedPoint from = corners.back();
    for (const SnappedPoint& to : corners) {
        turn_over(from, to, first_x, first_y, mask);
        from = to;
    }
}

}  // namespace halfspace
