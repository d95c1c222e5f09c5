// SPDX-License-Identifier: MIT
// What becomes a tree of its own: the world, a door, the curves of one of them.
#pragma once

#include "compile/expand/expand.h"
#include "compile/source/import_source.h"
#include "compile/tree/tree_space.h"

#include <array>
#include <cstdint>
#include <expected>
#include <span>
#include <variant>
#include <vector>

namespace halfspace {

// What a polygon or a patch is drawn with; see SurfacePolygon and Patch.
struct DrawnSource {
    MaterialId material;
    SurfaceKind surface = SurfaceKind::Drawn;
    double opacity = 1;
};

// Convex solids as the point and the bodies meet them.
struct Solids {
    std::vector<SolidBrush> brushes;
    std::vector<BodyVolume> volumes;          // of the brushes, by space
    std::array<double, kMaxSpaces> excess{};  // of the grown ones, by space [grid steps]
};

struct BrushModel {
    Solids solids;                         // in canonical order
    std::vector<std::uint32_t> brush_ids;  // their places in ImportedSource::solids
};

enum class SurfaceFill : std::uint8_t {
    ByWinding,  // the surface is closed
    AllEmpty,   // a shell, which is only drawn
};

// What a tree of polygons is made of.
struct PolygonModel {
    std::span<const ImportedPolygon> polygons;  // of one entity
    std::vector<DrawnSource> drawn;             // by ImportedPolygon::source
    SurfaceFill fill = SurfaceFill::ByWinding;
};

struct SurfaceModel {
    PolygonModel surface;
};

// The pieces of an entity's patches. Only their drawing needs the tree.
struct CurveModel {
    PolygonModel pieces;                     // always AllEmpty
    std::span<const std::uint32_t> patches;  // of each piece, by its ImportedPolygon::source
    std::vector<DrawnSource> drawn;          // by patch
};

struct Model {
    std::uint32_t entity = 0;
    TreeSpace space;
    Polyhedron cell;  // the box of `space`
    std::variant<BrushModel, SurfaceModel, CurveModel> shape;
};

// One model for the world and one for each other entity with brushes or polygons, behind them one
// for each entity with curves. Brushes are grown by the bodies. Adds planes and diagnostics to the
// source. Errors: those of surfaces with open edges; Range for planes too wide for the bodies.
std::expected<std::vector<Model>, std::vector<Error>> make_models(const World& world,
                                                                  ImportedSource& source,
                                                                  const CompileOptions& options);

// Appends the brushes grown for each body to the volumes, and sets the excess.
// REQUIRES: the brushes have their bevels.
void grow_solids(Solids& solids,
                 std::span<const GridSpace> spaces,
                 PlaneTable& planes,
                 unsigned threads);

// What to say where fits_grown does not hold. No source gets there: points within 2^26 steps give
// normals of 54 bits and distances of hardly more than 2^80, which bodies, within 2^22 steps, move
// by less than 2^78; together with kExtraBits that is 256 bits.
Error too_wide_for_bodies(const World& world);

}  // namespace halfspace
