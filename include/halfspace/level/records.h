// SPDX-License-Identifier: MIT
// The records of a level, byte for byte as they lie in an .hsw file (docs/file_format.md).
// Little-endian, no padding that is not named, trivially copyable.
#pragma once

#include <cstdint>

namespace halfspace {

inline constexpr std::uint32_t kNone = 0xffffffffu;

// Most nodes between a root and a leaf. Compilers and the loader refuse deeper trees, so queries
// can walk any level with a stack of this size.
inline constexpr int kMaxTreeDepth = 1024;

// n.p = d in grid steps; record i stands for the plane ids 2 * i (as it is) and 2 * i + 1 (turned).
struct PlaneRecord {
    std::int64_t n[3];
    std::uint64_t d_low;  // d is a 128-bit two's complement number
    std::int64_t d_high;
};

// An inner node. Child 0 is in front of the plane, child 1 behind it. A child c >= 0 is a node,
// c < 0 is leaf -1 - c. Children have larger indices than their parent.
struct NodeRecord {
    // The plane in map units, scaled by a power of two to 1/2 <= max |n| < 1 and rounded to the
    // nearest doubles (see scaled_plane): the filter of every query. The exact plane is `plane`.
    double n[3];
    double d;
    std::int32_t child[2];
    std::uint32_t plane;  // a plane record (the even orientation)
    std::uint32_t flags;  // kNodeAxisMask, kNodeSightShift, kNodeDrawnShift, kNodeTwoSided
    // What the leaves below each child are for the body of space s: two bits from 2 * s on.
    std::uint32_t body_states[2];
    std::uint32_t first_contact;  // those of the node end where the next node's begin
    std::uint32_t reserved;
};

// Fields of NodeRecord::flags.
inline constexpr std::uint32_t kNodeAxisMask = 3;    // 0, 1, 2: n is exactly (1, 0, 0), (0, 1, 0),
                                                     // (0, 0, 1); 3: any other, as (2, 0, 0)
inline constexpr std::uint32_t kNodeSightShift = 2;  // two bits for child 0, two for child 1
inline constexpr std::uint32_t kNodeSightMask = 3;
inline constexpr std::uint32_t kNodeDrawnShift = 6;  // one bit for each child: faces lie below it
inline constexpr std::uint32_t kNodeTwoSided = 1u << 8;  // one of its own faces is kFaceTwoSided

// What those bits say of all leaves below the child.
using SightState = std::uint32_t;
inline constexpr SightState kSightMixed = 0;
inline constexpr SightState kSightClear = 1;    // none blocks sight
inline constexpr SightState kSightBlocked = 2;  // every one does

// What NodeRecord::body_states say of all leaves below a child, for one space.
using BodyState = std::uint32_t;
inline constexpr BodyState kBodyMixed = 0;
inline constexpr BodyState kBodyFree = 1;   // nothing blocks, whatever the mask
inline constexpr BodyState kBodySolid = 2;  // kBlockerSolid in every one
inline constexpr BodyState kBodyStateMask = 3;

struct LeafRecord {
    std::uint32_t contents;  // halfspace::Contents
    std::uint32_t reserved;
    std::uint64_t blockers;  // of the body of space s: four bits from 4 * s on
};

// The four bits of a space in LeafRecord::blockers. Solid absorbs the others.
inline constexpr std::uint32_t kBlockerSolid = 1;  // solid, detail, sky, void
inline constexpr std::uint32_t kBlockerFence = 2;
inline constexpr std::uint32_t kBlockerPlayerClip = 4;
inline constexpr std::uint32_t kBlockerMonsterClip = 8;
inline constexpr std::uint32_t kBlockerMask = 15;

// Most spaces of a level, that of the point among them.
inline constexpr std::uint32_t kMaxSpaces = 16;

// A body that moves through the level without turning: the box from min to max around its position.
// Space 0 is that of the point, a box of no size. In the others every brush is grown by the body's
// reflected box, so that a position is free if and only if the body there is.
struct SpaceRecord {
    double min[3];  // map units
    double max[3];
    double excess;  // brushes may reach beyond the planes of that by so much, because planes
                    // through their edges and corners had to be rounded outwards; map units
    std::uint32_t name;
    std::uint32_t flags;  // kSpaceOwnTree
};
inline constexpr std::uint32_t kSpaceInMainTree = 1;  // leaves below ModelRecord::root have it
inline constexpr std::uint32_t kSpaceOwnTree = 2;     // its roots are those of trees of its own

// A side of a brush that lies in the plane of a node, as far as bodies touch it there.
struct ContactRecord {
    std::uint32_t brush;  // or kNone for polygons
    std::uint32_t side;   // whose surface is touched; of polygons the material
    std::uint32_t flags;  // the space, kContactTurned, kContactBevel
};
inline constexpr std::uint32_t kContactSpaceMask = 15;
inline constexpr std::uint32_t kContactTurned = 16;  // looks to the back of the node's plane
inline constexpr std::uint32_t kContactBevel = 32;   // of an edge; `side` is the one nearest to it

// What is drawn at a node, beside it in an array of its own because only drawing reads it.
// Faces [first_face, first_opposite) lie in the node's plane and look to its front, those from
// there to the next record's first_face look to its back. One more record ends the last node's.
struct NodeFacesRecord {
    float min[3];  // box of all faces at the node and below, map units; infinities turned around if
    float max[3];  // there are none
    std::uint32_t first_face;
    std::uint32_t first_opposite;
};

// A drawn polygon. It lies in the plane of `node`. Faces are in the order of their nodes, at one
// node those that look to its front first. Their vertices follow one another without a gap.
struct FaceRecord {
    std::uint32_t plane;  // a plane id: record times two, plus one if the face looks the other way
    std::uint32_t first_vertex;  // into face_vertices
    std::uint32_t vertex_count;
    std::uint32_t brush;  // or kNone for a part of a polygon or patch
    std::uint32_t side;   // into sides, the brush's own; else the number of the entity's
                          // polygon or patch
    std::uint32_t material;
    std::uint32_t node;
    std::uint32_t flags;  // kFaceSky, kFaceTwoSided, kFaceOpacityShift
};

// Fields of FaceRecord::flags.
inline constexpr std::uint32_t kFaceSky = 1;
inline constexpr std::uint32_t kFaceTwoSided = 2;  // drawn from behind, too: surfaces of liquids
inline constexpr std::uint32_t kFaceOpacityShift = 8;  // eight bits: 255 is opaque, 0 invisible
inline constexpr std::uint32_t kFaceOpacityMask = 255;

struct VertexRecord {  // map units
    float x, y, z;
};

// Where a corner of a face lies in its texture, in repeats; v runs downwards. A face's own whole
// number of repeats is taken away, which nobody sees and which floats need to be exact.
struct TexcoordRecord {
    float u, v;
};

struct BrushRecord {
    std::uint32_t entity;
    std::uint32_t first_side;
    std::uint32_t side_count;
    std::uint32_t contents;
    std::uint32_t line;    // in the source
    std::uint32_t source;  // its number among the entity's brushes as the source was read; of a
                           // patch's facet the number of the patch
    std::uint32_t first_bevel;  // into bevels: planes that a body touches beside those of the sides
    std::uint32_t bevel_count;
    std::uint32_t flags;  // kBrushFacet
    std::uint32_t reserved;
};
inline constexpr std::uint32_t kBrushFacet = 1;  // a piece of a curved patch, given a thickness

struct SideRecord {
    std::uint32_t plane;  // a plane id, pointing out of the brush
    std::uint32_t material;
    std::uint32_t line;
    std::uint32_t source;  // its number among the brush's sides as the source was read
};

// Model 0 is the world, the others are the brush entities in order. Geometry is in the world's
// coordinates as the editor placed it; `origin` is the point that the model turns around. Curves of
// an entity are a model of their own, behind all others, with a tree for drawing only: no leaf of
// it has contents.
struct ModelRecord {
    std::int32_t root;  // like a child: a node, or a leaf
    std::uint32_t entity;
    std::uint32_t first_face;
    std::uint32_t face_count;
    double min[3];  // the tree's box, map units; outside of it is leaf 0
    double max[3];
    double origin[3];
    std::uint32_t flags;  // kModelCurves
    std::uint32_t reserved;
};
inline constexpr std::uint32_t kModelCurves = 1;

struct EntityRecord {
    std::uint32_t first_key;
    std::uint32_t key_count;
    std::uint32_t model;  // or kNone
    std::uint32_t line;
};

struct KeyRecord {  // offsets into strings, NUL-terminated there
    std::uint32_t key;
    std::uint32_t value;
};

struct MaterialRecord {
    std::uint32_t name;   // offset into strings
    std::uint32_t width;  // of its texture, texels; never 0
    std::uint32_t height;
    std::uint32_t flags;  // kMaterialMasked
};
inline constexpr std::uint32_t kMaterialMasked = 1;  // texels are either opaque or absent

// One record: what the compiler counted. See docs/file_format.md for each.
struct StatisticsRecord {
    std::uint64_t side_identity;
    std::uint64_t side_filter;
    std::uint64_t side_integral;
    std::uint64_t side_exact128;
    std::uint64_t side_exact192;
    std::uint64_t side_exact256;
    std::uint64_t candidate_faces;  // polygons of the brushes' sides before CSG
    std::uint64_t exposed_faces;    // fragments on the boundary of the union, before the tree
    std::uint64_t face_splits;      // fragments cut in two by a splitter of the tree
    std::uint64_t blocks;           // subtrees below the fixed grid
    std::uint64_t moved_planes;     // planes that could not be taken exactly as written
    double largest_move;            // of any of them, over its face, map units
    std::uint32_t normal_bits;      // widest |n|, |d| of the planes and width of the predicates
    std::uint32_t distance_bits;
    std::uint32_t predicate_bits;
    std::uint32_t reserved;
};

static_assert(sizeof(PlaneRecord) == 40 && sizeof(NodeRecord) == 64 && sizeof(LeafRecord) == 16 &&
              sizeof(SpaceRecord) == 64 && sizeof(ContactRecord) == 12 &&
              sizeof(FaceRecord) == 32 && sizeof(NodeFacesRecord) == 32 &&
              sizeof(TexcoordRecord) == 8 && sizeof(VertexRecord) == 12 &&
              sizeof(BrushRecord) == 40 && sizeof(SideRecord) == 16 && sizeof(ModelRecord) == 96 &&
              sizeof(EntityRecord) == 16 && sizeof(KeyRecord) == 8 &&
              sizeof(MaterialRecord) == 16 && sizeof(StatisticsRecord) == 112);

}  // namespace halfspace
