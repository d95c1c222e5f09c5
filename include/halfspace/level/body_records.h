// SPDX-License-Identifier: MIT
// The records of a level about bodies: for which bodies it was compiled, and what they touch. Each
// record is stored in an .hsw file byte for byte (docs/reference/file_format.md).
#pragma once

#include <cstdint>

namespace halfspace {

// The largest number of spaces in a level, with space 0.
inline constexpr std::uint32_t kMaxSpaces = 16;

// The farthest that the box of a body extends from its position along an axis, map units.
inline constexpr double kMaxBodyReach = 4096;

// A body that moves through the level without turning, as a box around its position. Space 0 is
// for the point. In the other spaces every brush is grown by the body. So a position is free in
// the space if and only if it is free for the body, up to `excess`.
struct SpaceRecord {
    // The lowest corner of the box, relative to the position, map units. 0 for the point.
    double min[3];
    // The highest corner.
    double max[3];
    // A grown brush may be larger than the exact sum of brush and body by at most this, map units.
    // The compiler had to round some bevels.
    double excess;
    std::uint32_t name;   // offset of a text in strings
    std::uint32_t flags;  // kSpaceInMainTree
};
// The main trees of models of brushes serve this space. Not set: these models have a tree for the
// space alone.
inline constexpr std::uint32_t kSpaceInMainTree = 1;

// What the body of one space touches in the plane of a node: a side or an edge of a brush, or
// polygons.
struct ContactRecord {
    // Index in brushes; kNone for polygons.
    std::uint32_t brush;
    // Index in sides, a side of this brush. For polygons: index in materials.
    std::uint32_t side;
    std::uint32_t flags;  // the space, kContactTurned, kContactBevel
};
// The bits of ContactRecord::flags that hold the space.
inline constexpr std::uint32_t kContactSpaceMask = 15;
// What is touched looks to the back of the node's plane.
inline constexpr std::uint32_t kContactTurned = 16;
// An edge or a corner is touched, not a side; `side` is the nearest one.
inline constexpr std::uint32_t kContactBevel = 32;

static_assert(sizeof(SpaceRecord) == 64 && sizeof(ContactRecord) == 12);

}  // namespace halfspace
