// SPDX-License-Identifier: MIT
// The records of a level that say which bodies it was compiled for and what they touch, byte for
// byte as they lie in an .hsw file (docs/file_format.md).
#pragma once

#include <cstdint>

namespace halfspace {

// Most spaces of a level, space 0 among them.
inline constexpr std::uint32_t kMaxSpaces = 16;

// A body that moves through the level without turning: the box from min to max around its position.
// Space 0 is that of a point. In the other spaces every brush is grown by the body, so that a
// position is free if and only if the body at this position is free.
struct SpaceRecord {
    double min[3];        // lowest corner of the box, relative to the position, map units
    double max[3];        // highest corner
    double excess;        // a grown brush may be larger than the exact sum of brush and body by at
                          // most this much, map units; the compiler had to round some planes
    std::uint32_t name;   // offset of a text in strings
    std::uint32_t flags;  // kSpaceInMainTree, kSpaceOwnTree
};
inline constexpr std::uint32_t kSpaceInMainTree = 1;  // the models' main trees serve this space
inline constexpr std::uint32_t kSpaceOwnTree = 2;     // the models have a tree for this space alone

// A side of a brush in the plane of a node, where the bodies of one space touch it.
struct ContactRecord {
    std::uint32_t brush;  // the brush; kNone if polygons are touched
    std::uint32_t side;   // index of the brush's side in sides; without a brush, of the material
    std::uint32_t flags;  // the space, kContactTurned, kContactBevel
};
inline constexpr std::uint32_t kContactSpaceMask = 15;
inline constexpr std::uint32_t kContactTurned = 16;  // looks to the back of the node's plane
inline constexpr std::uint32_t kContactBevel = 32;  // an edge is touched; `side` is the nearest one

static_assert(sizeof(SpaceRecord) == 64 && sizeof(ContactRecord) == 12);

}  // namespace halfspace
