// SPDX-License-Identifier: MIT
// First stage: brings all brushes, polygons and curves of a world onto the grid, by the module
// `import`.
#pragma once

#include "halfspace/compile/options.h"

#include "compile/expand/grid_spaces.h"
#include "import/brushes/brush_import.h"
#include "import/curves/curve_import.h"
#include "import/surfaces/surface_import.h"

#include <expected>
#include <span>
#include <vector>

namespace halfspace {

struct ImportedSource {
    // The brushes, then the facets of curves, and the planes of everything. make_models adds the
    // pieces of meshes.
    ImportedWorld solids;
    std::vector<GridSpace> spaces;  // space 0 is that of the point
    ImportedSurfaces surfaces;
    ImportedCurves curves;                      // the pieces that are drawn
    std::vector<std::uint32_t> drawn_entities;  // see ImportedMeshes
    std::vector<Diagnostic> diagnostics;
};

// The options of the module `import`, taken from those of the compiler.
ImportOptions import_options(const CompileOptions& options);

// Errors: those of import_brushes, spaces_on_grid, import_surfaces and import_curves; Unsupported
// for an entity with polygons that also has brushes or patches that block; Cancelled.
std::expected<ImportedSource, std::vector<Error>> import_source(const World& world,
                                                                const CompileOptions& options);

// The polygons of one entity. REQUIRES: `polygons` are in the order of their entities.
std::span<const ImportedPolygon> polygons_of(std::span<const ImportedPolygon> polygons,
                                             std::uint32_t entity);

}  // namespace halfspace
