// SPDX-License-Identifier: MIT
// The second step of the import: makes every brush keep the import tolerance. A plane near a small
// face may be tilted. Far from that face it may cut the brush; then it is replaced.
#pragma once

#include "exact/shared/polyhedron.h"
#include "import/brushes/side_planes.h"

#include <optional>

namespace halfspace {

// Measures how far the surface of each brush off the grid is from its surface as written, at most,
// and stores this in BrushCandidate::displacement. If it is farther than the tolerance, the sides
// to blame get other planes, which stay nearer to the written planes over the whole brush. This is
// repeated until the brush fits. Other brushes keep the planes that they shared with it. A brush
// gets an error if no planes fit it, or if it is not a solid as written. The result depends neither
// on the number of threads nor on the order of the brushes. REQUIRES: the planes of candidates
// without an error fit the predicates.
void fit_brushes(SidePlanes& taken,
                 const World& world,
                 const ImportOptions& options,
                 int grid_exponent);

// The volume behind all sides' planes, cut out of `everything`; nullopt if it is empty.
std::optional<Polyhedron> solid_of(const BrushCandidate& candidate,
                                   const Polyhedron& everything,
                                   Predicates& predicates);

// True if the planes of the sides alone bound the solid: no face of the solid is a face of
// `everything`.
bool is_bounded(const BrushCandidate& candidate, const Polyhedron& solid);

}  // namespace halfspace
