// SPDX-License-Identifier: MIT
// The records of a level's trees: planes, nodes, leaves and models. Each record is stored in an
// .hsw file byte for byte (docs/reference/file_format.md).
#pragma once

#include "halfspace/base/id.h"

#include <cstdint>

namespace halfspace {

// The largest number of nodes from a root to a leaf. The compiler and the loader refuse deeper
// trees, so a stack of this size is enough for every level.
inline constexpr int kMaxTreeDepth = 1024;

// The plane n.p = d in grid steps; its front is n.p > d. Record i has two plane ids: 2 * i is the
// plane as stored, 2 * i + 1 is the turned plane (-n, -d).
struct PlaneRecord {
    std::int64_t n[3];    // the first number that is not 0 is positive
    std::uint64_t d_low;  // low half of d, a two's complement number of 128 bits
    std::int64_t d_high;  // high half of d
};

// A node divides its cell by a plane. Child 0 is in front of the plane, child 1 behind it. A child
// c >= 0 is node c; a child c < 0 is leaf -1 - c. The children of node i are leaves, or nodes after
// i.
struct NodeRecord {
    std::int32_t child[2];
    // Index in planes. Plane id 2 * plane has its front at child 0.
    std::uint32_t plane;
    // The node's first contact. Its contacts end where the next node's begin.
    std::uint32_t first_contact;
};

// What all leaves below a child of a walk node have in common.
using BodyState = std::uint32_t;
inline constexpr BodyState kBodyMixed = 0;  // none of the following
inline constexpr BodyState kBodyFree = 1;   // no leaf has one of kBlockers
inline constexpr BodyState kBodySolid = 2;  // every leaf has one of kOpaque
inline constexpr BodyState kBodyStateMask = 3;

// A leaf: a convex cell that no node divides. Leaf 0 is everything outside of a model's box.
struct LeafRecord {
    std::uint32_t contents;  // bits of halfspace::Contents
    std::uint32_t reserved;
    std::uint64_t blockers;  // blocker bits (bodies.h) of space s: from bit kBlockerWidth * s on
};

// A plane in doubles, which belongs to the PlaneRecord with the same number.
struct ScaledPlaneRecord {
    double n[3];  // the normal, scaled: see scaled_plane (derive.h)
    double d;     // the distance, map units, scaled by the same factor
};

// A node of a walk tree or of a draw tree. walk_nodes.h reads the fields.
//
// Each model has a walk tree for each space, and queries go down this tree. It is the space's tree
// without what the space does not need: where all leaves below a node hold the same for the space,
// the walk tree has one leaf.
//
// Each model has one draw tree for the order of its faces. It is the main tree without what has no
// faces: a part without faces is a leaf, and a node without faces in its plane is left out if
// only one of its children has faces.
struct WalkNodeRecord {
    // Child 0 is in front of the plane, child 1 behind it. The bits: kWalkIndexMask, kWalkLeaf,
    // kWalkStateShift, kWalkChildAxisShift, kWalkAxis.
    std::uint32_t child[2];
    // Axis 0, 1 or 2: the bits of a double, the plane's coordinate on this axis, map units. Axis 3:
    // an index in planes and in scaled_planes; the index's even plane id has its front at child 0.
    std::uint64_t plane;
};

// Of a node: its index in walk_nodes or draw_nodes. Of a leaf of a walk tree: its contents; for a
// body these are blocker_contents (bodies.h). Of a leaf of a draw tree: 0.
inline constexpr std::uint32_t kWalkIndexMask = (1u << 26) - 1;
// The most walk nodes of a level, and the most draw nodes. The compiler and the loader refuse more.
inline constexpr std::uint32_t kMaxWalkNodes = kWalkIndexMask;
// Set for a leaf.
inline constexpr std::uint32_t kWalkLeaf = 1u << 26;
// The BodyState of all that is below the child begins at this bit. In a draw tree the state is 0.
inline constexpr std::uint32_t kWalkStateShift = 27;
// For a child that is a node: the axis of the child's plane begins at this bit. A query that knows
// the axis before it reads the node waits less.
inline constexpr std::uint32_t kWalkChildAxisShift = 29;
inline constexpr std::uint32_t kWalkAxisMask = 3;
// The axis of the node's own plane: child 0 has its low bit, child 1 its high bit. A root does not
// set this bit.
inline constexpr std::uint32_t kWalkAxis = 1u << 31;

// The part of space that a solid leaf of a hull tree fills: the convex hull of its corners. Sweeps
// move bodies of any size against hulls (query/sweep.h).
//
// Each model has one hull tree: the walk tree of a body of size 0. Its leaves hold the numbers of
// hulls. Bits 0-25 of a leaf: 1 + an index in hulls; 0 for a leaf that does not block.
struct HullRecord {
    // The box around the corners [map units], in the frame of the model. Infinite as an empty Aabb
    // if the leaf has no volume; no leaf of the compiler is like that.
    double min[3];
    double max[3];
    // The hull's first corner. Its corners end where the next hull's begin. A hull without
    // corners is its box.
    std::uint32_t first_corner;
    // The hull's first plane. Its planes end where the next hull's begin.
    std::uint32_t first_plane;
    std::uint32_t contents;  // bits of kContentsOfBodies, as blocker_contents
    std::uint32_t reserved;
};

// A plane that touches a hull from outside: n points out of the hull and has the length 1, and d is
// the largest n.p of the corners. The sum of the hull and of any box along the axes is bounded by
// the planes of the hull and the sides of its box, each moved outwards by the box. So the planes
// are the planes of faces that are not axial, and the bevels: planes along an edge of the
// hull and an axis.
struct HullPlaneRecord {
    double n[3];
    double d;  // map units
};

// One tree with its drawn faces. Model 0 is the world. The next models are the entities with
// brushes or polygons, in order. The curves of an entity are a separate model, behind all
// others; its tree serves drawing only. All coordinates are in the world, where the editor
// placed the model.
struct ModelRecord {
    // The root of the main tree, written like a child of a node.
    std::int32_t root;
    // Index in entities: the entity to which the model belongs.
    std::uint32_t entity;
    // Range in faces.
    std::uint32_t first_face;
    std::uint32_t face_count;
    // The box of the tree, map units. Everything outside of it is leaf 0.
    double min[3];
    double max[3];
    // The lowest corner of the smallest box around the model's brushes, polygons or curves, map
    // units; +infinity if there are none.
    double bounds_min[3];
    // The highest corner; -infinity if there are none.
    double bounds_max[3];
    // The point around which the model turns, map units.
    double origin[3];
    std::uint32_t flags;  // kModelCurves
    // The root of the draw tree, written like a child of a WalkNodeRecord.
    std::uint32_t draw_root;
};
inline constexpr std::uint32_t kModelCurves = 1;  // the model holds the curves of its entity

static_assert(sizeof(PlaneRecord) == 40 && sizeof(NodeRecord) == 16 && sizeof(LeafRecord) == 16 &&
              sizeof(ScaledPlaneRecord) == 32 && sizeof(WalkNodeRecord) == 16 &&
              sizeof(HullRecord) == 64 && sizeof(HullPlaneRecord) == 32 &&
              sizeof(ModelRecord) == 144);

}  // namespace halfspace
