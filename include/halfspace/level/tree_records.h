// SPDX-License-Identifier: MIT
// The records of a level's trees: planes, nodes, leaves and models. Each record is stored in an
// .hsw file byte for byte (docs/file_format.md).
#pragma once

#include <cstdint>

namespace halfspace {

// Stands for "none" where an index is expected.
inline constexpr std::uint32_t kNone = 0xffffffffu;

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
    // The normal of the plane, scaled: see scaled_plane (derive.h).
    double n[3];
    // The distance of the plane, map units, scaled by the same factor.
    double d;
    std::int32_t child[2];
    // Index in planes. Plane id 2 * plane has its front at child 0.
    std::uint32_t plane;
    // kNodeAxisMask, kNodeSightShift, kNodeDrawnShift, kNodeTwoSided.
    std::uint32_t flags;
    // For child 0 and child 1: the BodyState of space s is in the two bits from bit 2 * s on.
    std::uint32_t body_states[2];
    // The node's first contact. Its contacts end where those of the next node begin.
    std::uint32_t first_contact;
    std::uint32_t reserved;
};

// The parts of NodeRecord::flags. This part has two bits: 0, 1 or 2 if the exact normal of the
// plane is (1, 0, 0), (0, 1, 0) or (0, 0, 1); 3 for every other normal, also for (2, 0, 0).
inline constexpr std::uint32_t kNodeAxisMask = 3;
// The SightState of child 0 begins at this bit. That of child 1 begins two bits above.
inline constexpr std::uint32_t kNodeSightShift = 2;
inline constexpr std::uint32_t kNodeSightMask = 3;
// This bit is set if a face lies at a node below child 0. The next bit says the same of child 1.
inline constexpr std::uint32_t kNodeDrawnShift = 6;
// Set if a face in the node's own plane has kFaceTwoSided.
inline constexpr std::uint32_t kNodeTwoSided = 1u << 8;

// What all leaves below a child have in common for sight.
using SightState = std::uint32_t;
inline constexpr SightState kSightMixed = 0;    // some leaves block sight, others do not
inline constexpr SightState kSightClear = 1;    // no leaf blocks sight
inline constexpr SightState kSightBlocked = 2;  // every leaf blocks sight

// What all leaves below a child have in common for the body of one space.
using BodyState = std::uint32_t;
inline constexpr BodyState kBodyMixed = 0;  // none of the following
inline constexpr BodyState kBodyFree = 1;   // no leaf blocks the body, whatever the mask
inline constexpr BodyState kBodySolid = 2;  // every leaf has kBlockerSolid
inline constexpr BodyState kBodyStateMask = 3;

// A leaf: a convex cell that no node divides. Leaf 0 is everything outside of a model's box.
struct LeafRecord {
    std::uint32_t contents;  // bits of halfspace::Contents
    std::uint32_t reserved;
    std::uint64_t blockers;  // blocker bits of space s: four bits from bit 4 * s on
};

// The blocker bits of one space in LeafRecord::blockers: what blocks its body in the leaf.
// kBlockerSolid excludes the others.
inline constexpr std::uint32_t kBlockerSolid = 1;  // solid, detail, sky or void
inline constexpr std::uint32_t kBlockerFence = 2;
inline constexpr std::uint32_t kBlockerPlayerClip = 4;
inline constexpr std::uint32_t kBlockerMonsterClip = 8;
inline constexpr std::uint32_t kBlockerMask = 15;

// One tree with its drawn faces. Model 0 is the world. The next models are the entities with
// brushes or polygons, in order. The curves of an entity are a model of their own, behind all
// others; its tree serves drawing only. All coordinates are those of the world, where the editor
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
    std::uint32_t reserved;
};
inline constexpr std::uint32_t kModelCurves = 1;  // the model holds the curves of its entity

static_assert(sizeof(PlaneRecord) == 40 && sizeof(NodeRecord) == 64 && sizeof(LeafRecord) == 16 &&
              sizeof(ModelRecord) == 144);

}  // namespace halfspace
