// SPDX-License-Identifier: MIT
// Navigation meshes: the floor of a level as one body meets it, as convex polygons that know their
// neighbours. Each record is stored in an .hsw file byte for byte (docs/reference/file_format.md).
//
// A polygon is made of positions: a body whose position is in the polygon touches a floor. Room for
// the whole body is there, because the space of the body holds its walls grown by the body.
// Horizontal lengths count: a mover is as fast on a ramp as on a level floor. So all lengths are
// those of the polygons seen from above, where no polygon is folded and neighbours lie side by
// side.
#pragma once

#include "halfspace/base/id.h"

#include <cstdint>

namespace halfspace {

// The navigation mesh of one space.
struct NavMeshRecord {
    double floor_normal;  // the least z of the normal of a floor (MoverOptions::floor_normal)
    double step_height;   // how high a stair may be, map units
    std::uint32_t space;  // an index in spaces; meshes have ascending spaces
    // The mesh's first polygon. Its polygons end where those of the next mesh begin.
    std::uint32_t first_polygon;
    std::uint32_t blockers;  // bits of halfspace::Contents: what stops the body
    // The body of a mover that crouches with the body of this mesh, an index in spaces; 0: none.
    std::uint32_t standing_space;
};

// A bit of NavPolygonRecord::flags: the standing body has no room at any position of the polygon,
// so its mover crouches there. Without the bit the standing body has room at every position.
inline constexpr std::uint32_t kNavPolygonLow = 1;

// A convex polygon in the plane of a floor. Corners may lie on a straight line.
struct NavPolygonRecord {
    std::uint32_t plane;  // plane id; its front is above
    // The polygon's first edge, one for each corner, counter-clockwise seen from above. Its edges
    // end where those of the next polygon begin.
    std::uint32_t first_edge;
    // Polygons of a mesh have the same number if common edges and steps join them. Numbers count up
    // from 0 in the order of first polygons.
    std::uint32_t island;
    std::uint32_t contents;  // of halfspace::Contents: the liquids in which the position is
    // In nav_areas; kNone for a polygon that is in no area. A polygon lies wholly in its area.
    std::uint32_t area = kNone;
    std::uint32_t flags = 0;  // kNavPolygonLow
};

// A level has at most so many areas.
inline constexpr std::uint32_t kMaxNavAreas = 256;
// An area of the floor to which a designer has given a name, such as "mud". Routes may avoid it.
struct NavAreaRecord {
    std::uint32_t name;  // offset of a text in strings; all names differ
    float cost;          // by how much a way through it counts more than one elsewhere [>= 1]
};

// An edge of a polygon, from its corner to the next corner.
struct NavEdgeRecord {
    std::uint32_t vertex;     // the corner, an index in nav_vertices
    std::uint32_t neighbour;  // the polygon that has the same edge the other way round; or kNone
};

// A step of a stair: two edges, one above the other, that belong to no neighbour. Seen from above
// they are one edge, with a polygon on each side. So a path crosses it like a common edge.
struct NavStepRecord {
    std::uint32_t lower;  // the edge below, an index in nav_edges
    std::uint32_t upper;  // the edge above; no edge has two steps
    // The least speed over the ground at which the mover climbs the step [map units per second]. At
    // any speed it goes down.
    float climbing_speed;
    std::uint32_t reserved;
};

// How a mover goes a link (NavLinkRecord::kind).
enum class NavLinkKind : std::uint32_t {
    Walk,  // it walks on: over a step that joins no two edges, such as a riser that leans
    Drop,  // it walks on and falls, or swims off an edge
    // It jumps: from rest onto a wall before which it stands, or over a gap as it runs
    // (NavLinkRecord::least_speed). A swimmer rises along the wall and climbs out.
    Jump,
    // As Walk or Drop, by chance: whether the mover comes there depends on where its last step
    // before the border ends, or the floor where it lands is narrow. Nobody should plan with it.
    Chance,
    Teleport,  // it touches a teleporter, and is at the other end at once
    Push,      // it touches a trigger that throws it, and lands
    Ladder,    // it climbs a ladder
    Drawn,     // the designer says that there is a way
    Lift,      // it goes to the middle of a lift, rides, and leaves it at the other end
};
inline constexpr std::uint32_t kNavLinkKinds = 9;

// A way in one direction from one polygon to another one. Walk, Drop, Jump, Chance, Ladder: the
// mover goes it when it goes straight on over the border. Ways from one part of the border that end
// in one polygon are one link; the mover was seen to go it at both ends and at places between them.
// Teleport, Push, Drawn, Lift: it begins and ends in points, so both ends are equal.
struct NavLinkRecord {
    std::uint32_t from_polygon;
    std::uint32_t to_polygon;  // another polygon of the same mesh
    // The two ends of the part of the border, a bit inside of the polygon: x, y, x, y [map units].
    // For Teleport and Push: a place where the body overlaps the trigger. For Lift: a place beside
    // the lift's shaft.
    float from[4];
    // Where a mover from each end comes to the floor, or swims above it: x, y, x, y. In between,
    // the place lies between.
    float to[4];
    // The time from the border to the floor; the longest one. For Lift: where everybody else is
    // far.
    float seconds;
    std::uint32_t kind;  // NavLinkKind
    // What carries the mover: the teleporter, the trigger that throws it, the lift. 0: nothing.
    std::uint32_t model;
    // For Drop and Jump: a mover that comes to the border with this speed, straight towards the
    // landing, or with a higher one up to its full speed, goes the link [map units per second]. 0:
    // any speed is enough; for Jump: it stands first. Others: 0.
    float least_speed;
};

// A polygon where the body would overlap the box around a door, where the editor shows it: nobody
// passes while the door is closed. The floor goes on below a door. Entities trigger_teleport and
// trigger_push count as doors: who is there is moved away, if the game does it. A polygon lies
// wholly in what a door closes, or wholly outside of it.
struct NavDoorRecord {
    std::uint32_t polygon;
    std::uint32_t model;  // the door
};

static_assert(sizeof(NavLinkRecord) == 56 && sizeof(NavStepRecord) == 16 &&
              sizeof(NavMeshRecord) == 32 && sizeof(NavPolygonRecord) == 24 &&
              sizeof(NavEdgeRecord) == 8 && sizeof(NavDoorRecord) == 8 &&
              sizeof(NavAreaRecord) == 8);

}  // namespace halfspace
