// SPDX-License-Identifier: MIT
// The part of verify that measures a level's facets against the curved surfaces of the source. Of
// the steps and cells into which the compiler divides a curve, it knows the largest number of
// steps.
#pragma once

#include "verify/verify_brushes.h"

namespace halfspace {

// Compares the facets of each entity with the Bezier surfaces of its patches that block.
// - Each point of a surface must lie within the tolerance of a facet. The surface is divided until
//   the controls of a part lie within the tolerance of a single facet. The part lies in the hull of
//   its controls, and the points near a convex facet are convex, so the whole part lies there.
// - The corners of a facet, the middles of its edges and of its faces must lie within the tolerance
//   and the thickness of facets of a surface.
//
// The tolerance is widened by a grid step, because the corners of facets are rounded, and by 1/32
// of itself, because parts smaller than 1/64 of it are not divided any more. A curve takes at most
// kMaxCurveSteps; where these steps cannot keep the tolerance, a bound for their deviation is
// added to the tolerance. A piece of 3 x 3 controls needs no facet if all controls lie within the
// tolerance of a line: its cells may have no area. brushes: of the level. tolerance: of facets [map
// units].
void check_curves(const Level& level,
                  const World& source,
                  const std::vector<RebuiltBrush>& brushes,
                  const LevelPlanes& planes,
                  double tolerance,
                  Differences& differences);

}  // namespace halfspace
