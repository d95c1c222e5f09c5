// SPDX-License-Identifier: MIT
// The exact planes behind rounded ones: an editor's points lie on a grid, so the normal of a plane
// is a small integer vector, which a normal of float32 still tells. docs/decisions/0016.
#pragma once

#include "halfspace/exact/plane_table.h"
#include "halfspace/world/world.h"

#include <array>
#include <map>
#include <optional>

namespace halfspace {

class PlaneRecovery {
public:
    // The plane with the smallest integer normal that rounds to the given one, at the distance of
    // the coarsest grid, up to this one, that is as near as float32 lets a distance be. Equal
    // planes give equal planes, opposite ones opposite ones. nullopt if there is none.
    std::optional<ExactPlane> recover(const Plane& plane, int grid_exponent);

private:
    using Normal = std::array<std::int64_t, 3>;

    // Levels have few directions and many planes.
    std::map<std::array<double, 3>, std::optional<Normal>> normals_;
};

}  // namespace halfspace
