// SPDX-License-Identifier: MIT
// The tree of an entity that is made of polygons, its leaves filled; and what to say of a surface
// that is not closed.
#pragma once

#include "compile/models/model.h"
#include "compile/tree/built_tree.h"
#include "import/open_edges.h"
#include "import/surface_import.h"

#include <optional>
#include <span>
#include <vector>

namespace halfspace {

// What to say of the edges that an entity's polygons leave open: a summary, and an error for each
// of the first kMostOpenEdges of them with the place of a polygon that runs along it.
// REQUIRES: there are such edges.
std::vector<Error> open_edge_errors(std::span<const OpenEdge> open,
                                    std::span<const ImportedPolygon> polygons,
                                    const World& world,
                                    int grid_exponent);
inline constexpr std::size_t kMostOpenEdges = 20;

// cell: the box of `space`. The faces are the pieces that are drawn, with the number of their
// polygon in the entity and its attributes. Returns nullopt if it was cancelled.
std::optional<BuiltTree> build_surface_tree(const PolygonModel& model,
                                            const TreeSpace& space,
                                            const Polyhedron& cell,
                                            const PlaneTable& planes,
                                            const CompileOptions& options);

// The box around the corners [grid steps].
Aabb bounds(std::span<const ImportedPolygon> polygons);

// What lies beyond a closed surface: solid around one that looks inwards, as a room does.
Contents outside_of(std::span<const ImportedPolygon> polygons);

}  // namespace halfspace
