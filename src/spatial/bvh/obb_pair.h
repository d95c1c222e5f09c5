// SPDX-License-Identifier: MIT
// Oriented boxes of one tree against those of another one. Seven axes part two boxes: the normals
// of the faces of both, and one square to the longest edges of both. The last one parts thin rods
// that cross; the eight other pairs of edges seldom do (Gottschalk, Lin, Manocha, OBBTree, 1996,
// section 5, tries all nine).
//
// As in node_pair.h, a box of b may be any parallelepiped in the common frame, floats decide, and
// boxes that are parted hold no triangles that touch.
#pragma once

#include "spatial/bvh/node_pair.h"
#include "spatial/bvh/triangle_bvh_data.h"

#include <array>
#include <cstdint>

namespace halfspace {

// Four boxes in the common frame, with what the tests need of them.
struct ObbShape {
    Points4 middle;
    std::array<Points4, 3> edge;    // from the middle to the middle of a face; the longest first
    std::array<Points4, 3> normal;  // of any length
    std::array<Float4, 3> reach;    // how far the box reaches from its middle along the normals
    Float4 size;                    // no coordinate of a point, from the middle, is larger
};

// The OBBs of a node's children; the boxes along the axes if the node has no OBBs.
ObbShape obbs_of_a(const PairFrame& frame, const TriangleBvh::Data& tree, const Bvh4Node& node);
ObbShape obbs_of_b(const PairFrame& frame, const TriangleBvh::Data& tree, const Bvh4Node& node);

// Bit i is set if box i of a and box `lane` of b may overlap.
std::uint32_t may_overlap(const PairFrame& frame, const ObbShape& a, const ObbShape& b, int lane);

// The square of how far box i of a and box `lane` of b are apart at least, in the common frame; 0
// if no axis parts them. Two more axes: `along`, of any length, and the way between the middles.
// Boxes beside one another on two parallel rods are all at one place along the other axes. Stops
// where all four are farther apart than `enough`, a square.
Float4 square_of_least_distance(const PairFrame& frame,
                                const ObbShape& a,
                                const ObbShape& b,
                                int lane,
                                const Points4& along,
                                float enough);

}  // namespace halfspace
