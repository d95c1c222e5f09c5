// SPDX-License-Identifier: MIT
// The records of a level that keep what the source said: brushes, sides, entities and keys; which
// brushes are missing; and what the compiler counted. Each record is stored in an .hsw file byte
// for byte (docs/reference/file_format.md).
#pragma once

#include <cstdint>

namespace halfspace {

// A convex solid of the source. Its sides and bevels follow the sides and bevels before.
struct BrushRecord {
    // The entity it belongs to.
    std::uint32_t entity;
    // Range in sides.
    std::uint32_t first_side;
    std::uint32_t side_count;
    // Bits of halfspace::Contents.
    std::uint32_t contents;
    // Its line in the source; 0 if unknown.
    std::uint32_t line;
    // Its number among the brushes of its entity in the source. For a facet: the number of its
    // patch. For a piece: the number of its mesh, among those that did not become brushes.
    std::uint32_t source;
    // Range in bevels: planes at edges and corners, which bodies may touch beside the sides.
    std::uint32_t first_bevel;
    std::uint32_t bevel_count;
    std::uint32_t flags;  // kBrushFacet or kBrushPiece
    std::uint32_t reserved;
};
inline constexpr std::uint32_t kBrushFacet = 1;  // a facet: a flat piece of a curve, made thick
inline constexpr std::uint32_t kBrushPiece = 2;  // a convex piece of the solid of a mesh

// One of the planes that bound a brush.
struct SideRecord {
    // A plane id. Its front is outside of the brush.
    std::uint32_t plane;
    // Index in materials.
    std::uint32_t material;
    // Its line in the source; 0 if unknown.
    std::uint32_t line;
    // Its number among the sides of its brush in the source. In a piece: the number of a triangle
    // of the mesh; kNone if the side only divides the solid.
    std::uint32_t source;
};

// A brush of the source that the compiler left out of the level.
struct LeftOutRecord {
    // The entity it belongs to.
    std::uint32_t entity;
    // Its number among the brushes of its entity in the source.
    std::uint32_t source;
    // Its line in the source; 0 if unknown.
    std::uint32_t line;
};

// A group of keys, and perhaps a model.
struct EntityRecord {
    std::uint32_t first_key;  // range in keys
    std::uint32_t key_count;
    std::uint32_t model;  // the model of its brushes or polygons, or kNone
    std::uint32_t line;   // in the source; 0 if unknown
};

// A key of an entity with its value, as the source wrote them.
struct KeyRecord {
    std::uint32_t key;    // offset of a text in strings
    std::uint32_t value;  // offset of a text in strings
};

// The largest tolerances with which a level may be compiled. kMaxImportTolerance is for brushes,
// in grid steps. kMaxCurveTolerance is for curves and their facets, in map units.
inline constexpr double kMaxImportTolerance = 4;
inline constexpr double kMaxCurveTolerance = 64;

// What the compiler was told and what it counted. The first six fields count how often each step of
// the exact predicate `side` decided (predicates.h).
struct StatisticsRecord {
    std::uint64_t side_identity;    // the plane is one of the point's own planes
    std::uint64_t side_filter;      // doubles beyond their error bound
    std::uint64_t side_integral;    // whole coordinates, small plane: doubles are exact
    std::uint64_t side_exact128;    // whole numbers of up to 128 bits
    std::uint64_t side_exact192;    // whole numbers of up to 192 bits
    std::uint64_t side_exact256;    // whole numbers of up to 256 bits
    std::uint64_t candidate_faces;  // polygons of the brushes' sides, whole
    std::uint64_t exposed_faces;    // fragments: what other brushes leave of these polygons
    std::uint64_t face_splits;      // fragments that a splitter cut in two
    std::uint64_t blocks;           // blocks, each with its subtree
    std::uint64_t moved_planes;     // planes that are not exactly as written
    double largest_move;            // no brush's surface moved farther, map units
    std::uint32_t normal_bits;      // bits of the largest |n| of all planes
    std::uint32_t distance_bits;    // bits of the largest |d| of all planes
    std::uint32_t predicate_bits;   // signed bits that the widest predicate needs
    std::uint32_t moved_corners;    // corners of polygons that are not where the source has them
    // How far the surface of a brush may have moved, grid steps.
    double import_tolerance = 0.5;
    // How far drawn pieces of curves may be from the curves, map units.
    double curve_tolerance = 2;
    // How far facets of curves may be from the curves, map units.
    double facet_tolerance = 8;
};

static_assert(sizeof(BrushRecord) == 40 && sizeof(SideRecord) == 16 &&
              sizeof(LeftOutRecord) == 12 && sizeof(EntityRecord) == 16 && sizeof(KeyRecord) == 8 &&
              sizeof(StatisticsRecord) == 136);

}  // namespace halfspace
