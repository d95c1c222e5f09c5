// SPDX-License-Identifier: MIT
// Ways that lead over the border of a mesh: the mover walks or jumps over it, and it is noted where
// it comes to the floor again.
#pragma once

#include "halfspace/base/executor.h"
#include "halfspace/math/plane.h"
#include "halfspace/move/doors.h"
#include "halfspace/move/mover_options.h"
#include "halfspace/nav/nav_mesh.h"
#include "halfspace/nav_build/build_nav.h"
#include "halfspace/query/placed_level.h"

#include <span>
#include <vector>

namespace halfspace {

// One mesh alone: its first polygon, edge and vertex are 0.
struct MeshInLevel {
    const PlacedLevel& around;
    SpaceId space;
    const NavData& records;          // with neighbours and islands
    std::span<const Plane> planes;   // of the polygons, map units
    std::span<const NavArea> areas;  // to which the polygons point
    const NavMesh& mesh;             // of the records, without steps
    const Doors& lifts;              // the game that moves the lifts; nothing else is in its way
};

// The links of a mesh, in the order of from_polygon. At places at most 32 units apart on each edge
// that has no neighbour and no step, a mover goes straight over the edge, at options.walk_speed,
// from a low polygon (kNavPolygonLow) at options.crouch_speed. A link joins places beside each
// other from which it came to one polygon in one manner. Where the mover does not walk over, and a
// wall stands that is lower than a jump, it jumps from rest, if the top of the wall belongs to
// another island; a swimmer swims up and climbs out. Where it takes a ladder at the edge, it climbs
// up, or down. Who falls into water has come to the floor below it. A way that leads there by
// chance alone is of the kind Chance; so is a fall into the shaft of a lift, which comes up to the
// mover. Cost: some traces and up to seven walks of a mover for each place; a walk ends after four
// seconds. Of levels with ladders four climbs more, which end after 16.
std::vector<NavLinkRecord> find_links(const MeshInLevel& here,
                                      const MoverOptions& options,
                                      const Executor& executor);

}  // namespace halfspace
