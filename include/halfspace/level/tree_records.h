// SPDX-License-Identifier: MIT
// The records of a level's trees, byte for byte as they lie in an .hsw file: planes, nodes, leaves
// and models (docs/file_format.md).
#pragma once

#include <cstdint>

namespace halfspace {

// Stands in an index for "none".
inline constexpr std::uint32_t kNone = 0xffffffffu;

// Most nodes on the way from a root to a leaf. The compiler and the loader refuse deeper trees, so
// a stack of this size is enough for any level.
inline constexpr int kMaxTreeDepth = 1024;

// The plane n.p = d in grid steps; its front is n.p > d. Record i has two plane ids: 2 * i is the
// plane as it is, 2 * i + 1 is the turned plane (-n, -d).
struct PlaneRecord {
    std::int64_t n[3];    // the first number that is not 0 is positive
    std::uint64_t d_low;  // low half of d, a 128-bit two's complement number
    std::int64_t d_high;  // high half of d
};

// An inner node of a tree. Its plane divides its cell. Child 0 is in front of the plane, child 1
// behind it. A child c >= 0 is node c; c < 0 is leaf -1 - c. The children of node i are leaves, or
// nodes after i.
struct NodeRecord {
    double n[3];  // normal of the plane, scaled: see scaled_plane (derive.h)
    double d;     // distance of the plane in map units, scaled by the same factor
    std::int32_t child[2];
    std::uint32_t plane;           // a plane record: plane id 2 * plane looks to child 0
    std::uint32_t flags;           // kNodeAxisMask, kNodeSightShift, kNodeDrawnShift, kNodeTwoSided
    std::uint32_t body_states[2];  // of child 0 and child 1: the BodyState of space s at bit 2 * s
    std::uint32_t first_contact;   // the node's contacts end where those of the next node begin
    std::uint32_t reserved;
};

// Fields of NodeRecord::flags.
// Two bits: 0, 1, 2 if the exact normal of the plane is (1, 0, 0), (0, 1, 0), (0, 0, 1); else 3.
// The normal (2, 0, 0) is also 3.
inline constexpr std::uint32_t kNodeAxisMask = 3;
// The SightState of child 0 begins at this bit, that of child 1 two bits above.
inline constexpr std::uint32_t kNodeSightShift = 2;
inline constexpr std::uint32_t kNodeSightMask = 3;
// This bit is set if faces lie at a node below child 0; the next bit says the same of child 1.
inline constexpr std::uint32_t kNodeDrawnShift = 6;
// A face in the node's own plane has kFaceTwoSided.
inline constexpr std::uint32_t kNodeTwoSided = 1u << 8;

// What all leaves below a child have in common for sight.
using SightState = std::uint32_t;
inline constexpr SightState kSightMixed = 0;    // some leaves block sight, others do not
inline constexpr SightState kSightClear = 1;    // no leaf blocks sight
inline constexpr SightState kSightBlocked = 2;  // every leaf blocks sight

// What all leaves below a child have in common for the body of one space.
using BodyState = std::uint32_t;
inline constexpr BodyState kBodyMixed = 0;  // neither of the following
inline constexpr BodyState kBodyFree = 1;   // no leaf blocks the body, whatever the mask
inline constexpr BodyState kBodySolid = 2;  // every leaf has kBlockerSolid
inline constexpr BodyState kBodyStateMask = 3;

// A convex cell of a tree. Leaf 0 is the outside of every model's box.
struct LeafRecord {
    std::uint32_t contents;  // bits of halfspace::Contents
    std::uint32_t reserved;
    std::uint64_t blockers;  // what blocks the body of space s: four bits at bit 4 * s
};

// The four bits of one space in LeafRecord::blockers. kBlockerSolid stands alone.
inline constexpr std::uint32_t kBlockerSolid = 1;  // solid, detail, sky or void
inline constexpr std::uint32_t kBlockerFence = 2;
inline constexpr std::uint32_t kBlockerPlayerClip = 4;
inline constexpr std::uint32_t kBlockerMonsterClip = 8;
inline constexpr std::uint32_t kBlockerMask = 15;

// A shape with a tree of its own. Model 0 is the world. The models behind it are the entities with
// brushes or polygons, in order. The curves of an entity are a model of their own, behind all
// others; its tree is for drawing only. All coordinates are those of the world, as the editor
// placed the model.
struct ModelRecord {
    std::int32_t root;         // of the main tree, written like a child of a node
    std::uint32_t entity;      // the entity that the model belongs to
    std::uint32_t first_face;  // range in faces
    std::uint32_t face_count;
    double min[3];  // the box of the tree, map units; everything outside of it is leaf 0
    double max[3];
    double bounds_min[3];  // the smallest box around the brushes, polygons or curves of the model,
    double bounds_max[3];  // map units; +infinity and -infinity if there are none
    double origin[3];      // the point that the model turns around
    std::uint32_t flags;   // kModelCurves
    std::uint32_t reserved;
};
inline constexpr std::uint32_t kModelCurves = 1;  // the model holds the curves of its entity

static_assert(sizeof(PlaneRecord) == 40 && sizeof(NodeRecord) == 64 && sizeof(LeafRecord) == 16 &&
              sizeof(ModelRecord) == 144);

}  // namespace halfspace
