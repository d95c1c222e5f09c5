// SPDX-License-Identifier: MIT
// The second step of the import: holds every brush to the import tolerance. A plane that lies near
// a small face may tilt, and far from that face it may cut the brush; then it is replaced.
#pragma once

#include "halfspace/exact/polyhedron.h"

#include "import/side_planes.h"

#include <optional>

namespace halfspace {

// Measures how far the surface of each brush off the grid is from its surface as written, and
// writes that into BrushCandidate::displacement. Where it is farther than the tolerance, the sides
// that are to blame get other planes, which stay nearer to the written ones over the whole brush,
// until the brush fits. Other brushes keep the planes that they shared with it. A brush that no
// planes fit, or that is no solid as written, gets an error. The result depends neither on the
// number of threads nor on the order of the brushes. REQUIRES: the planes of candidates without an
// error fit the predicates.
void fit_brushes(SidePlanes& taken,
                 const World& world,
                 const ImportOptions& options,
                 int grid_exponent);

// The volume behind all sides' planes, cut out of `everything`; nullopt if it is empty.
std::optional<Polyhedron> solid_of(const BrushCandidate& candidate,
                                   const Polyhedron& everything,
                                   Predicates& predicates);

// Whether the sides' planes alone bound the solid: none of its faces is one of `everything`.
bool is_bounded(const BrushCandidate& candidate, const Polyhedron& solid);

// What is wrong with a brush, for both steps of the import.
void fail_empty(BrushCandidate& candidate, const World& world);
// The same of a brush that has no volume on the grid, where it may have one as written.
void fail_vanished(BrushCandidate& candidate, const World& world, int grid_exponent);
void fail_unbounded(BrushCandidate& candidate, const World& world);

}  // namespace halfspace
