// SPDX-License-Identifier: MIT
// The tree of an entity of polygons with its leaves filled, and the errors of a surface that is not
// closed.
#pragma once

#include "compile/models/model.h"
#include "compile/tree/built_tree.h"
#include "import/surfaces/open_edges.h"
#include "import/surfaces/surface_import.h"

#include <optional>
#include <span>
#include <vector>

namespace halfspace {

// The errors of the open edges of an entity's polygons: a summary, then one error for each of the
// first kMaxOpenEdges edges. Each error has the place of a polygon that runs along the edge.
// REQUIRES: there are open edges.
std::vector<Error> open_edge_errors(std::span<const OpenEdge> open,
                                    std::span<const ImportedPolygon> polygons,
                                    const World& world,
                                    int grid_exponent);

// Returns the tree of the polygons, nullopt if it was cancelled. cell: the box of `space`. The
// tree's faces are the drawn pieces; a face's Fragment::side is the number of its polygon in the
// entity.
std::optional<BuiltTree> build_surface_tree(const PolygonModel& model,
                                            const TreeSpace& space,
                                            const Polyhedron& cell,
                                            const PlaneTable& planes,
                                            const CompileOptions& options);

// The box around the corners [grid steps].
Aabb bounds(std::span<const ImportedPolygon> polygons);

// The contents outside of a closed surface: Solid for a surface that looks inwards, such as a room;
// else Empty.
Contents outside_of(std::span<const ImportedPolygon> polygons);

}  // namespace halfspace
