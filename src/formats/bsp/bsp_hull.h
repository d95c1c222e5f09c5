// SPDX-License-Identifier: MIT
// The volume of a compiled brush, in doubles, and the sides that bound it.
#pragma once

#include "formats/bsp/bsp_file.h"
#include "math/shared/clip.h"

#include <cstdint>
#include <vector>

namespace halfspace::bsp {

struct Hull {
    // The sides with a face, in their order. The three lists have equal lengths.
    std::vector<std::int32_t> sides;  // indices in the file
    std::vector<halfspace::Plane> half_spaces;
    std::vector<std::vector<Vec3>> faces;
};

// Returns the hull without sides that serve only the sweeps of boxes in that engine. These planes
// touch the brush in an edge or a corner; by rounding they may cut off a little. In a brush of up
// to 48 sides a side that cuts off less than 1/64 unit is left out, in a larger brush only a side
// without a face. A brush without a volume gets no sides. Cost: the third power of the number of
// sides up to 48, for more sides the square.
Hull hull_of(const File& file, const CompiledBrush& brush);

}  // namespace halfspace::bsp
