// SPDX-License-Identifier: MIT
// The part of verify that compares the drawn faces of a level with the sides of its brushes, with
// its polygons and with its curves.
#pragma once

#include "halfspace/verify/verify.h"

#include "verify/verify_brushes.h"
#include "verify/verify_surfaces.h"

#include <cstdint>
#include <span>

namespace halfspace {

// Compares the faces of all models. Returns how many there are. Adds planes to the table. If they
// get too wide for the predicates, it checks nothing and returns 0.
//
// Of each side of a brush the faces must cover, exactly once, what is to be drawn; likewise each
// polygon, and each flat piece of a curve. Only where a patch turns back on itself within a plane,
// its faces may overlap. A side is drawn if its brush has one of kDrawnContents and its surface is
// drawn or sky. Of such a side is to be drawn what no other brush of the model hides. A brush hides
// what lies in it, if it absorbs the contents of the side's brush or blocks sight. Of two sides
// that lie in one plane and look the same way, the first hides the second where both brushes absorb
// each other, or only the first absorbs the second; first in the canonical order of brushes
// (docs/decisions/0008). The level does not tell the place of a piece of a mesh in this order. So
// between a piece and another brush, either may draw what their sides have in common. A facet and a
// hint brush hide nothing. A leaf in front of the side hides it if the leaf is Void.
//
// Each face must also lie in the cell of its node, and have the plane, the material and the flags
// of its source. A face of a piece has the look of the triangles that it shows. Each difference
// begins with "faces of ".
std::uint64_t check_faces(const Level& level,
                          const World& source,
                          std::span<const RebuiltBrush> brushes,
                          std::span<const RebuiltSurface> surfaces,
                          LevelPlanes& planes,
                          const VerifyOptions& options,
                          Differences& differences);

}  // namespace halfspace
