// SPDX-License-Identifier: MIT
// Finds the exact plane that a rounded plane came from. The points of an editor lie on a grid, so
// the normal is a small integer vector. A normal of float32 still tells this vector
// (docs/decisions/0016).
#pragma once

#include "halfspace/world/world.h"

#include "exact/shared/plane_table.h"

#include <array>
#include <map>
#include <optional>

namespace halfspace {

class PlaneRecovery {
public:
    // The plane with the smallest integer normal that rounds to the given normal. Its distance lies
    // on the coarsest grid, up to this one, that has a distance within the rounding of float32.
    // Equal planes give equal planes, opposite planes give opposite planes. Returns nullopt if
    // there is none.
    std::optional<ExactPlane> recover(const Plane& plane, int grid_exponent);

private:
    using Normal = std::array<std::int64_t, 3>;

    // A cache: levels have few directions and many planes.
    std::map<std::array<double, 3>, std::optional<Normal>> normals_;
};

}  // namespace halfspace
