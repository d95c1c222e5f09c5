// SPDX-License-Identifier: MIT
// A cylinder, and a ball, a capsule or a cylinder with the same axis.
#pragma once

#include "spatial/convex/reach.h"
#include "spatial/convex/shape_pair.h"

#include <optional>

namespace halfspace {

// The difference of the cores is a cylinder, whose depth has a formula. A search would go around
// the whole rim where the origin lies on the axis, as it does for two bodies at one place. nullopt
// for other pairs. The axes may differ by 2^-21; the bound of the depth takes this into account.
std::optional<CoreDepth> parallel_depth(const ShapePair& pair);

}  // namespace halfspace
