// SPDX-License-Identifier: MIT
// Where two convex shapes touch: what physics needs to keep a crate on a floor from tipping over.
#pragma once

#include "halfspace/spatial/convex.h"

#include <array>
#include <cstddef>

namespace halfspace {

struct ContactPoint {
    Vec3 point;        // half way between the surfaces of a and b, in the world
    double depth = 0;  // how deep they overlap there along the normal [units]; negative is a gap
};

// The first `count` points are valid. At least one, at most four.
struct ContactPoints {
    std::array<ContactPoint, 4> points;
    std::size_t count = 0;
};

// The points where a and b touch along the normal of an overlap. An impact gives one, too:
// {-gap, normal, point}. face_depth: what is less deep than the farthest point of a shape along
// the normal, by at most this much, belongs to its face [units]; with more, faces that lean still
// meet in several points. REQUIRES: face_depth >= 0; a normal of length 1.
//
// - Two faces: the corners of the polygon that they share, at most four. Of more, the deepest one
//   and those that span the most area.
// - A face and an edge, or two edges in line: the ends of the part that they share. Edges are in
//   line up to 1/32 of their length.
// - Two edges that cross, and everything with a corner or a ball: one point.
// - A capsule is an edge if it is flat. The cap of a cylinder is a face with eight corners on its
//   rim, and its side is an edge.
//
// Faces count with at most 16 corners. Where the faces do not meet, the point is the one of the
// overlap. Cost: each point of a hull 16 times; nothing is allocated.
// Source: clipping of polygons, Sutherland and Hodgman 1974.
ContactPoints contact_points(const PlacedShape& a,
                             const PlacedShape& b,
                             const Penetration& penetration,
                             double face_depth = 0.25);

}  // namespace halfspace
