// SPDX-License-Identifier: MIT
// Where a navigation mesh ends: straight ahead, and nearest to a place. Lengths are those seen from
// above (level/nav_records.h). All results have the same bits on every machine.
//
// doors: the edges of what closed doors close are borders, too, for who is outside of it. nullptr:
// all doors are open. REQUIRES: a state of the same mesh.
#pragma once

#include "halfspace/math/vec.h"
#include "halfspace/nav/door_state.h"
#include "halfspace/nav/nav_mesh.h"
#include "halfspace/nav/nav_scratch.h"

#include <optional>
#include <span>
#include <type_traits>

namespace halfspace {

struct NavRayHit {
    NavPlace end;  // the goal, or where the border stops the way
    // The edge that stops it. Without one (wall.polygon is invalid) the way reaches its goal.
    NavEdge wall;

    friend bool operator==(const NavRayHit&, const NavRayHit&) = default;
};

// A function that takes polygons, without std::function. The object is passed on to the call.
struct NavVisitor {
    const void* object = nullptr;
    void (*call)(const void* object, NavPolygonId polygon) = nullptr;
};

// Goes straight in x and y from a place towards (to.x, to.y), along the surface. to.z does not
// count: ramps lead up and down. Which side of a corner the way passes is exact. A way that touches
// a corner or runs along a border goes on; along a border where two ramps meet, it may go on in
// either storey. Calls the visitor for each polygon on the way, in order;
// the last one is that of `end`. Nothing is allocated.
// REQUIRES: the place is on its polygon, up to rounding; `to` is finite and below 2^100.
// Cost: the edges of the polygons on the way.
NavRayHit raycast(const NavMesh& mesh,
                  const NavPlace& from,
                  const Vec3& to,
                  const NavVisitor& visitor = {},
                  const NavDoorState* doors = nullptr);

// The same with a function object: visit(NavPolygonId).
template <class Visit>
    requires std::is_invocable_v<const Visit&, NavPolygonId>
NavRayHit raycast(const NavMesh& mesh,
                  const NavPlace& from,
                  const Vec3& to,
                  const Visit& visit,
                  const NavDoorState* doors = nullptr) {
    const auto call = [](const void* object, NavPolygonId polygon) {
        (*static_cast<const Visit*>(object))(polygon);
    };
    return raycast(mesh, from, to, NavVisitor{&visit, call}, doors);
}

struct NavWall {
    double distance = 0;  // seen from above, map units
    NavPlace place;       // the nearest place of the border
    NavEdge edge;         // the border
};

// The border that is nearest along the surface, at most `radius` away, seen from above. Borders of
// other storeys do not count. Of several the lowest edge. nullopt if there is none.
// REQUIRES: the place is on its polygon, up to rounding; radius >= 0.
// Cost: e log e in the edges that are not farther away.
std::optional<NavWall> wall_distance(const NavMesh& mesh,
                                     const NavPlace& place,
                                     double radius,
                                     NavScratch& scratch,
                                     const NavDoorState* doors = nullptr);

// The borders of the surface around a place that are at most `radius` away, in a straight line seen
// from above, the nearest first; of several at one distance the lowest edge. A border counts if the
// surface within the radius leads to it, also behind another border. The span is in the scratch,
// until its next question. REQUIRES and cost: as wall_distance.
std::span<const NavWall> walls_near(const NavMesh& mesh,
                                    const NavPlace& place,
                                    double radius,
                                    NavScratch& scratch,
                                    const NavDoorState* doors = nullptr);

}  // namespace halfspace
