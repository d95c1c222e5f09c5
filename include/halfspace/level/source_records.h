// SPDX-License-Identifier: MIT
// The records of a level that keep what the source said, byte for byte as they lie in an .hsw file:
// brushes, sides, entities and their keys, and what the compiler counted (docs/file_format.md).
#pragma once

#include <cstdint>

namespace halfspace {

// A convex volume of the source. Each brush has the sides and the bevels behind those of the brush
// before it.
struct BrushRecord {
    std::uint32_t entity;      // the entity it belongs to
    std::uint32_t first_side;  // range in sides
    std::uint32_t side_count;
    std::uint32_t contents;  // bits of halfspace::Contents
    std::uint32_t line;      // in the source; 0 if it has none
    std::uint32_t source;    // its number among the brushes of its entity in the source; for a
                             // piece of a patch, the number of the patch
    std::uint32_t
        first_bevel;  // range in bevels: the planes that a body may touch beside the sides
    std::uint32_t bevel_count;
    std::uint32_t flags;  // kBrushFacet
    std::uint32_t reserved;
};
inline constexpr std::uint32_t kBrushFacet = 1;  // a flat piece of a curved patch, made thick

// A plane of a brush.
struct SideRecord {
    std::uint32_t plane;     // a plane id; its front looks out of the brush
    std::uint32_t material;  // index in materials
    std::uint32_t line;      // in the source; 0 if it has none
    std::uint32_t source;    // its number among the sides of its brush in the source
};

struct EntityRecord {
    std::uint32_t first_key;  // range in keys
    std::uint32_t key_count;
    std::uint32_t model;  // the model of its brushes or polygons, or kNone
    std::uint32_t line;   // in the source; 0 if it has none
};

struct KeyRecord {
    std::uint32_t key;    // offset of a text in strings
    std::uint32_t value;  // offset of a text in strings
};

// The largest tolerances that a level may be compiled with: of brushes in grid steps, and of curves
// and their facets in map units.
inline constexpr double kMostImportTolerance = 4;
inline constexpr double kMostCurveTolerance = 64;

// What the compiler was told and what it counted. There is one record. The first six fields say
// which step of the exact side-of-plane predicate decided how often.
struct StatisticsRecord {
    std::uint64_t side_identity;    // the point was made from the plane, hence lies on it
    std::uint64_t side_filter;      // doubles with an error bound
    std::uint64_t side_integral;    // a whole point and a small plane: doubles are exact
    std::uint64_t side_exact128;    // integers of up to 128 bits
    std::uint64_t side_exact192;    // integers of up to 192 bits
    std::uint64_t side_exact256;    // integers of up to 256 bits
    std::uint64_t candidate_faces;  // polygons of the brushes' sides, before hidden parts are cut
    std::uint64_t exposed_faces;    // pieces on the boundary of the union of brushes
    std::uint64_t face_splits;      // pieces that the tree cut in two
    std::uint64_t blocks;           // subtrees below the fixed grid
    std::uint64_t moved_planes;     // planes that could not be taken exactly as written
    double largest_move;            // of a surface from the surface as written, map units
    std::uint32_t normal_bits;      // bits of the largest |n| of all planes
    std::uint32_t distance_bits;    // bits of the largest |d| of all planes
    std::uint32_t predicate_bits;   // signed bits that the widest predicate took
    std::uint32_t reserved;
    double import_tolerance = 0.5;  // how far a brush's surface may have moved, grid steps
    double curve_tolerance = 2;     // how far drawn pieces of curves may lie from them, map units
    double facet_tolerance = 8;     // how far facets of curves may lie from them, map units
};

static_assert(sizeof(BrushRecord) == 40 && sizeof(SideRecord) == 16 && sizeof(EntityRecord) == 16 &&
              sizeof(KeyRecord) == 8 && sizeof(StatisticsRecord) == 136);

}  // namespace halfspace
