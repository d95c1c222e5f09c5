// SPDX-License-Identifier: MIT
// The part of verify that compares the drawn faces of a level with the sides of its brushes and
// with its polygons.
#pragma once

#include "halfspace/verify/verify.h"

#include "verify/verify_brushes.h"
#include "verify/verify_surfaces.h"

#include <cstdint>
#include <span>

namespace halfspace {

// Compares the faces of each model that is not one of curves. Returns how many there are.
//
// Of each side of a brush the faces must cover, exactly once, what is to be drawn; likewise each
// polygon. A side is drawn if its brush has one of kDrawnContents and its surface is drawn or sky.
// Of such a side is to be drawn what no other brush of the model hides. A brush hides what lies in
// it, if it absorbs the contents of the side's brush or blocks sight. Of two sides that lie in one
// plane and look the same way, the first hides the second where both brushes absorb each other, or
// only the first absorbs the second; first in the canonical order of brushes (docs/decisions/0008).
// A facet and a hint brush hide nothing. A leaf in front of the side hides it if the leaf is Void.
//
// Each face must also lie in the cell of its node, and have the plane, the material and the flags
// of its source.
std::uint64_t check_faces(const Level& level,
                          const World& source,
                          std::span<const RebuiltBrush> brushes,
                          std::span<const RebuiltSurface> surfaces,
                          const LevelPlanes& planes,
                          const VerifyOptions& options,
                          Differences& differences);

}  // namespace halfspace
