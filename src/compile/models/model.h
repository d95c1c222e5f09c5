// SPDX-License-Identifier: MIT
// A model becomes a tree of its own: the world, a door, or the curves of an entity.
#pragma once

#include "compile/expand/expand.h"
#include "compile/source/import_source.h"
#include "compile/tree/tree_space.h"
#include "import/brushes/side_source.h"

#include <array>
#include <cstdint>
#include <expected>
#include <span>
#include <variant>
#include <vector>

namespace halfspace {

// Convex solids as the point and the bodies meet them.
struct Solids {
    std::vector<SolidBrush> brushes;
    // The brushes as each space meets them, in the order of the spaces.
    std::vector<BodyVolume> volumes;
    std::array<double, kMaxSpaces> excess{};  // for each space: see Grown::excess [grid steps]
};

struct BrushModel {
    Solids solids;                         // in canonical order
    std::vector<std::uint32_t> brush_ids;  // index of each brush in ImportedSource::solids
};

enum class SurfaceFill : std::uint8_t {
    ByWinding,  // the surface is closed
    AllEmpty,   // a shell, which is only drawn
};

// The polygons of a tree.
struct PolygonModel {
    std::span<const ImportedPolygon> polygons;  // of one entity
    std::vector<SideSource> drawn;              // index: ImportedPolygon::source
    SurfaceFill fill = SurfaceFill::ByWinding;
    Contents outside = Contents::Empty;  // beyond the surface, if it is closed
};

struct SurfaceModel {
    PolygonModel surface;
};

// The flat pieces of an entity's patches. Their tree serves drawing only.
struct CurveModel {
    PolygonModel pieces;  // its fill is always AllEmpty
    // The patch of each piece; index: ImportedPolygon::source.
    std::span<const std::uint32_t> patches;
    std::vector<SideSource> drawn;  // index: patch
};

struct Model {
    std::uint32_t entity = 0;
    TreeSpace space;
    Polyhedron cell;  // the box of `space`
    std::variant<BrushModel, SurfaceModel, CurveModel> shape;
};

// Returns one model for the world, one for each other entity with brushes or polygons, then one for
// each entity with curves. Adds the pieces of meshes to the solids. Brushes are volumes of space 0
// only, with bevels. Adds planes and diagnostics to the source. Errors: those of surfaces with open
// edges; Range for planes too wide for the bodies.
std::expected<std::vector<Model>, std::vector<Error>> make_models(const World& world,
                                                                  ImportedSource& source,
                                                                  const CompileOptions& options);

// Grows the brushes of all models by the bodies. `outside`, cells of Void in space 0, becomes part
// of the world in space 0 and in each space whose body holds its own position. Such a body meets
// nothing new inside: what of it is outside has crossed a brush that seals. So these cells need not
// grow. Adds planes to the source.
void grow_models(std::vector<Model>& models,
                 std::span<const BodyVolume> outside,
                 ImportedSource& source,
                 const CompileOptions& options);

// Appends the brushes grown for each body to solids.volumes, and sets solids.excess. REQUIRES: the
// brushes have their bevels.
void grow_solids(Solids& solids,
                 std::span<const GridSpace> spaces,
                 PlaneTable& planes,
                 unsigned threads);

// The error for planes that fits_grown refuses. No source can cause it: points within 2^26 steps
// give normals of 54 bits and distances of hardly more than 2^80. Bodies, within 2^22 steps, move
// these planes by less than 2^78. Together with kExtraBits that is 256 bits.
Error too_wide_for_bodies(const World& world);

}  // namespace halfspace
