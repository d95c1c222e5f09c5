// SPDX-License-Identifier: MIT
// The volume of a compiled brush, in doubles: which of its planes it really has.
#pragma once

#include "halfspace/math/clip.h"

#include "formats/bsp/bsp_file.h"

#include <cstdint>
#include <vector>

namespace halfspace::bsp {

struct Hull {
    // Of the brush's sides, those with a face, in their order; all three lists go together.
    std::vector<std::int32_t> sides;  // in the file
    std::vector<halfspace::Plane> half_spaces;
    std::vector<std::vector<Vec3>> faces;
};

// Compiled brushes have sides that only serve that engine's sweeps of boxes: planes that touch the
// brush in an edge or a corner, and by rounding a little more. What cuts off less than 1/64 unit is
// left out. No sides at all for a brush without a volume. Cost: the square of the number of sides,
// the third power up to 128 of them.
Hull hull_of(const File& file, const CompiledBrush& brush);

}  // namespace halfspace::bsp
