// SPDX-License-Identifier: MIT
// First stage: all that a world holds, exactly, on the grid, by the module `import`.
#pragma once

#include "halfspace/compile/options.h"

#include "compile/expand/grid_spaces.h"
#include "import/brush_import.h"
#include "import/curve_import.h"
#include "import/surface_import.h"

#include <expected>
#include <span>
#include <vector>

namespace halfspace {

struct ImportedSource {
    // The brushes, behind them the facets of curves, and the planes of everything.
    ImportedWorld solids;
    std::vector<GridSpace> spaces;  // that of the point first
    ImportedSurfaces surfaces;
    ImportedCurves curves;  // as they are drawn
    std::vector<Diagnostic> diagnostics;
};

// Errors: those of import_brushes, spaces_on_grid, import_surfaces and import_curves; Unsupported
// for an entity of brushes and polygons; Cancelled.
std::expected<ImportedSource, std::vector<Error>> import_source(const World& world,
                                                                const CompileOptions& options);

// Those of one entity. polygons: by entity.
std::span<const ImportedPolygon> polygons_of(std::span<const ImportedPolygon> polygons,
                                             std::uint32_t entity);

}  // namespace halfspace
