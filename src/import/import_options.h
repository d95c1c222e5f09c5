// SPDX-License-Identifier: MIT
// How a source is brought onto the grid. The compiler fills it from its options, `verify` from the
// level.
#pragma once

#include "halfspace/math/aabb.h"

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
    // Boxes that the grid has to hold beside the source: those of bodies [map units].
    std::vector<Aabb> also_on_grid;
    // A brush that is no solid: an error, or a warning that it is left out.
    enum class BadBrushes : unsigned char { Fail, Skip } bad_brushes = BadBrushes::Fail;
    // Threads to use [0: all of the machine]. The result does not depend on it.
    unsigned threads = 0;
};

}  // namespace halfspace
