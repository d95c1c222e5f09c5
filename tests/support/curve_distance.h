// SPDX-License-Identifier: MIT
// The distance of a body from curved patches, measured on their Bezier surfaces. In a level, in
// ours or in another game's, flat pieces near the surface block in their place.
#pragma once

#include "halfspace/math/aabb.h"
#include "halfspace/world/world.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace halfspace::test {

struct NearestCurve {
    double distance = 0;
    // At the nearest point, to the patch's front, of any length; zero if nothing is near.
    Vec3 normal;
    // The number of the piece with the nearest point; none if nothing is near.
    std::optional<std::size_t> piece;
};

class CurveDistance {
public:
    // Uses only patches whose contents have a bit of the mask.
    CurveDistance(std::span<const Patch> patches, Contents mask);

    // The nearest point of the patches to the closed box. The distance is at most kError too large;
    // it is `limit` if all patches are farther [map units].
    NearestCurve from(const Aabb& box, double limit) const;
    static constexpr double kError = 1.0 / 64;

private:
    // 3 x 3 controls, row by row.
    using Piece = std::array<Vec3, 9>;

    static void approach(const Piece& piece, const Aabb& box, NearestCurve& nearest);

    std::vector<Piece> pieces_;
};

}  // namespace halfspace::test
