// SPDX-License-Identifier: MIT
// The solid of an entity of polygons, as convex pieces. Bodies grow these pieces instead of the
// whole: the sum of a union and a box is the union of the sums.
#pragma once

#include "compile/expand/expand.h"
#include "compile/tree/built_tree.h"
#include "import/surfaces/surface_import.h"

#include <span>
#include <vector>

namespace halfspace {

// The cells of the leaves that block bodies, in the order of the leaves. Their sides have no
// source. cell: the cell of the tree's root.
std::vector<SolidBrush> solid_cells(const BuiltTree& tree,
                                    const Polyhedron& cell,
                                    const PlaneTable& planes);

// The same cells of an entity's surface, with sources. SolidBrush::Side::source is the number
// (within the entity) of a polygon in the side's plane. If no polygon lies in this plane, because
// the side only divides the solid, it is the number of some polygon. REQUIRES: there are polygons.
std::vector<SolidBrush> solid_cells(const BuiltTree& tree,
                                    const Polyhedron& cell,
                                    std::span<const ImportedPolygon> polygons,
                                    const PlaneTable& planes);

// The parts of the fragments in the interior of the box.
FragmentList clipped(FragmentList fragments, const GridBox& box, PlaneTable& planes);

}  // namespace halfspace
