// SPDX-License-Identifier: MIT
// How far a body is from curved patches, measured on their Bezier surfaces. What blocks of them in
// a level, in ours or in another game, are flat pieces near by.
#pragma once

#include "halfspace/math/aabb.h"
#include "halfspace/world/world.h"

#include <array>
#include <span>
#include <vector>

namespace halfspace::test {

struct NearestCurve {
    double distance = 0;
    Vec3 normal;  // there, to the patch's front, of any length; zero where nothing is near
};

class CurveDistance {
public:
    // The patches whose contents have a bit of the mask.
    CurveDistance(std::span<const Patch> patches, Contents mask);

    // The nearest point of the patches to the closed box, at most kError too far away; `limit` if
    // all are farther [map units].
    NearestCurve from(const Aabb& box, double limit) const;
    static constexpr double kError = 1.0 / 64;

private:
    // 3 x 3 controls, row by row.
    using Piece = std::array<Vec3, 9>;

    static void approach(const Piece& piece, const Aabb& box, NearestCurve& nearest);

    std::vector<Piece> pieces_;
};

}  // namespace halfspace::test
