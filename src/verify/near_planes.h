// SPDX-License-Identifier: MIT
// The part of verify that finds all planes of a level that pass by a place.
#pragma once

#include "exact/shared/plane_table.h"

#include <span>
#include <utility>
#include <vector>

namespace halfspace {

// Planes, sorted by direction and by distance.
class NearPlanes {
public:
    // How far planes may be away to be near, measured as PlaneTable::Filter::distance. It is far
    // more than what rounding moves a corner.
    static constexpr double kNear = 0x1p-16;

    // The planes of these ids, each once, whichever side is its front. REQUIRES: the table outlives
    // the object, and has the planes.
    NearPlanes(std::span<const PlaneId> ids, const PlaneTable& planes);

    // The even ids of the planes that are near a place [grid steps]. Cost: log n for each normal of
    // n planes.
    std::vector<PlaneId> near(const Vec3& place) const;

private:
    struct Parallel {
        Vec3 n;                                          // as in Filter
        std::vector<std::pair<double, PlaneId>> planes;  // with Filter::d, in ascending order
    };
    std::vector<Parallel> directions_;
};

}  // namespace halfspace
