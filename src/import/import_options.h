// SPDX-License-Identifier: MIT
// Options of the import. The compiler fills them from its own options, `verify` from the level.
#pragma once

#include "halfspace/base/progress.h"
#include "halfspace/math/aabb.h"
#include "halfspace/world/mesh.h"

#include <optional>
#include <vector>

namespace halfspace {

struct ImportOptions {
    // A grid step is 2^-k units [k in 0..10]. Unset: kCoarseGrid if it holds the source and
    // `also_on_grid` exactly, else kFineGrid.
    std::optional<int> grid_exponent;
    // How far a brush's surface may be from its surface as written, if a side is not on the grid
    // [grid steps, > 0..4].
    double tolerance = 0.5;
    // Boxes of bodies [map units]. The corners of these must lie on the grid, too, before
    // kCoarseGrid is chosen.
    std::vector<Aabb> also_on_grid;
    // What to do with a brush that is not a solid, or does not fit the grid. Fail: an error. Skip:
    // leave it out with a warning.
    enum class BadBrushes : unsigned char { Fail, Skip } bad_brushes = BadBrushes::Fail;
    // Meshes that are not closed.
    OpenSurfaces open_surfaces = OpenSurfaces::Error;
    // Threads to use [0: all of the machine]. The result does not depend on it.
    unsigned threads = 0;
    // Only `cancel` is used.
    const Progress* progress = nullptr;

    bool is_cancelled() const { return halfspace::is_cancelled(progress); }
};

}  // namespace halfspace
