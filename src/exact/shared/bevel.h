// SPDX-License-Identifier: MIT
// Bevels: planes that touch a convex solid only in an edge or a corner. A solid grown by a box is
// bounded by two kinds of planes: by the planes of the solid's faces and by its bevels, each moved
// out by the reach of the box (see box_sum.h).
#pragma once

#include "exact/shared/polyhedron.h"

#include <cstddef>
#include <cstdint>

namespace halfspace {

struct BevelPlane {
    // Its front is outside of the solid. No part of the solid is in front of it.
    ExactPlane plane;
    // False: the plane is exact and touches the solid. True: the exact plane would have too large
    // numbers. This one is turned by less than 2^-24 radians, and is in front of the solid by at
    // most 2^-16 grid steps.
    bool is_rounded = false;
};

// How large the numbers of a bevel may be. Within these limits the predicates can take the bevel
// together with all planes of a table, also after boxes have moved it out.
struct BevelRoom {
    // Bits of the largest |n|.
    int normal_bits;
    // Bits of |d| after the plane was moved out.
    int distance_bits;
    // The farthest that a box extends along an axis, grid steps.
    std::int64_t reach;
};
// The limits for bevels of solids that are made of the table's planes. reach: see BevelRoom.
BevelRoom bevel_room(const PlaneTable& planes, std::int64_t reach);

// True if the predicates can take all planes of the table after boxes have moved them out. reach:
// the farthest that a box extends along an axis, grid steps.
bool fits_grown(const PlaneTable& planes, std::int64_t reach);

// The plane through one edge of the solid and parallel to one axis. The edge is between the faces
// in the planes p and q; the bevel's normal has 0 on the axis. All of the solid is behind the
// bevel. axis: 0 is x, 1 is y, 2 is z. room: the result is rounded if the exact plane does not fit
// in it. REQUIRES: p and q point out of the solid, which has an edge between them; p.n[axis] and
// q.n[axis] have opposite signs.
BevelPlane edge_bevel(const Polyhedron& solid,
                      const ExactPlane& p,
                      const ExactPlane& q,
                      std::size_t axis,
                      const BevelRoom& room);

// The plane across an axis that touches the farthest end of the solid along the axis. sign: 1 for
// the end in the direction of the axis, -1 for the other end. Rounded if this end does not lie on a
// whole grid step.
BevelPlane end_bevel(const Polyhedron& solid,
                     std::size_t axis,
                     int sign,
                     const Predicates& predicates);

}  // namespace halfspace
