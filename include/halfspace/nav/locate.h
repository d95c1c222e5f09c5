// SPDX-License-Identifier: MIT
// Which place of a navigation mesh belongs to a position: the floor below it, or the nearest one.
// All results have the same bits on every machine. Nothing is allocated, and any number of threads
// may ask at the same time.
#pragma once

#include "halfspace/base/executor.h"
#include "halfspace/math/vec.h"
#include "halfspace/nav/door_state.h"
#include "halfspace/nav/nav_mesh.h"

#include <optional>
#include <span>

namespace halfspace {

struct LocateOptions {
    // How far below the position the floor may be [map units, >= 0]. Too little finds nothing under
    // one that jumps; too much finds the floor of the storey below.
    double reach = 64;
    // How far above it [map units, >= 0]: for positions that were rounded.
    double above = 1.0 / 32;
};

// The highest place with the x and y of the position that is at most `above` above it and at most
// `reach` below it. Of places of one height, the one of the lowest polygon. A point on the border
// of a polygon is in it; whether it is in it is exact, and neighbours leave no gap. nullopt if
// there is none. position: map units. REQUIRES: it is finite, and the options are in range. Cost:
// the polygons above and below, and about log n nodes.
std::optional<NavPlace> locate(const NavMesh& mesh,
                               const Vec3& position,
                               const LocateOptions& options = {});

// The place of the mesh that is nearest to the position in space, at most `radius` away; of several
// the one of the lowest polygon. It is on its polygon up to rounding. nullopt if there is none.
// radius: map units. REQUIRES: the position is finite, radius >= 0. Cost: about log n, and the
// polygons that are nearly as near.
std::optional<NavPlace> nearest(const NavMesh& mesh, const Vec3& position, double radius);

// The same for each position; results[i] belongs to positions[i].
// REQUIRES: results.size() == positions.size().
void locate_all(const NavMesh& mesh,
                std::span<const Vec3> positions,
                std::span<std::optional<NavPlace>> results,
                const LocateOptions& options = {},
                const Executor& executor = run_serially);
void nearest_all(const NavMesh& mesh,
                 std::span<const Vec3> positions,
                 double radius,
                 std::span<std::optional<NavPlace>> results,
                 const Executor& executor = run_serially);

// True if the place is at most kPlaceTolerance away from its polygon, or from one of its edges: an
// edge beside a step has the height of the lower side. So all places that the library gives are on
// their mesh, and also those that a program has rounded to floats. False if the mesh has no such
// polygon. REQUIRES: the position is finite. Cost: linear in the corners of the polygon.
inline constexpr double kPlaceTolerance = 1;  // map units
bool is_on_mesh(const NavMesh& mesh, const NavPlace& place);

// True if one can go from one polygon to the other without leaving the mesh. doors: which of them
// are closed; nullptr: none. REQUIRES: both are polygons of the mesh; a state of the same mesh.
// Cost: two looks; from a polygon that is closed, the doors beside it.
bool is_reachable(const NavMesh& mesh,
                  NavPolygonId from,
                  NavPolygonId to,
                  const NavDoorState* doors = nullptr);

}  // namespace halfspace
