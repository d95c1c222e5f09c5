// SPDX-License-Identifier: MIT
// Planes that touch a convex solid in an edge or a corner. Together with the planes of its faces,
// each moved out by the reach of a box, they bound the sum of solid and box (see box_sum.h).
#pragma once

#include "halfspace/exact/polyhedron.h"

#include <cstddef>
#include <cstdint>

namespace halfspace {

struct BevelPlane {
    ExactPlane plane;  // looks out of the solid; no part of the solid is in front of it
    // False: the plane is the exact one and touches the solid. True: the exact plane has too large
    // numbers; this one is turned by less than 2^-24 and keeps a hair away from the solid.
    bool is_rounded = false;
};

// How large the numbers of a bevel may be, so that the predicates can take it beside the planes of
// a table, also when boxes move it out.
struct BevelRoom {
    int normal_bits;
    int distance_bits;
    std::int64_t reach;  // the farthest that a box moves a plane along an axis [grid steps]
};
BevelRoom bevel_room(const PlaneTable& planes, std::int64_t reach);

// True if the predicates can take the planes of the table moved out by boxes that reach so far
// along each axis [grid steps].
bool fits_grown(const PlaneTable& planes, std::int64_t reach);

// The plane through the edge between the faces in the planes p and q that holds the axis. All of
// the solid lies behind it. REQUIRES: p and q look out of the solid, which has an edge between
// them; p.n[axis] and q.n[axis] have opposite signs.
BevelPlane edge_bevel(const Polyhedron& solid,
                      const ExactPlane& p,
                      const ExactPlane& q,
                      std::size_t axis,
                      const BevelRoom& room);

// The plane across the axis that touches the solid where it reaches farthest along it (sign 1) or
// against it (sign -1).
BevelPlane end_bevel(const Polyhedron& solid,
                     std::size_t axis,
                     int sign,
                     const Predicates& predicates);

}  // namespace halfspace
