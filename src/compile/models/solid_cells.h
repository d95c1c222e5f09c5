// SPDX-License-Identifier: MIT
// The solid of an entity that is made of polygons, as convex pieces that bodies are grown from: the
// sum of a union and a box is the union of the sums.
#pragma once

#include "compile/expand/expand.h"
#include "compile/tree/built_tree.h"
#include "import/surface_import.h"

#include <span>
#include <vector>

namespace halfspace {

// The cells of the leaves that block bodies, in the order of the leaves. SolidBrush::Side::source
// is the number (among all of the entity's) of a polygon in its plane, or of some polygon where a
// side only divides the solid.
// cell: that of the tree. REQUIRES: there are polygons.
std::vector<SolidBrush> solid_cells(const BuiltTree& tree,
                                    const Polyhedron& cell,
                                    std::span<const ImportedPolygon> polygons,
                                    const PlaneTable& planes);

// What of the fragments lies in the interior of the box.
std::vector<Fragment> clipped(std::vector<Fragment> fragments,
                              const GridBox& box,
                              PlaneTable& planes);

}  // namespace halfspace
