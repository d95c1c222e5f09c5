// SPDX-License-Identifier: MIT
// The navigation mesh of one body, ready for questions: where is the floor below me, which place is
// the nearest, how far is the wall (nav/locate.h, nav/walls.h), and which is the shortest path
// (nav/path.h). It is made of the records that the compiler writes (level/nav_records.h), or of a
// program's own.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/base/id.h"
#include "halfspace/base/shared.h"
#include "halfspace/level/fwd.h"
#include "halfspace/level/nav_records.h"
#include "halfspace/math/plane.h"
#include "halfspace/math/vec.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace halfspace {

// A polygon of a NavMesh. It counts within its mesh: the first polygon of each mesh is 0. Polygon p
// of a level's mesh is record NavMeshRecord::first_polygon + p of Level::nav_polygons.
using NavPolygonId = Id<struct NavPolygonTag>;

// A place on a mesh. x and y are in the polygon or on its border, z is the height of its plane.
struct NavPlace {
    NavPolygonId polygon;
    Vec3 position;  // map units

    friend bool operator==(const NavPlace&, const NavPlace&) = default;
};

// An edge of a polygon: from corner `corner` to the next one, counter-clockwise seen from above.
struct NavEdge {
    NavPolygonId polygon;
    std::uint32_t corner = 0;

    friend bool operator==(const NavEdge&, const NavEdge&) = default;
};

// A link of a NavMesh. It counts within its mesh, in the order of NavLinkRecord.
using NavLinkId = Id<struct NavLinkTag>;

// A way in one direction over the border of a polygon: see NavLinkRecord.
struct NavLink {
    NavLinkKind kind{};
    double seconds = 0;
    double least_speed = 0;  // NavLinkRecord::least_speed [map units per second]
    NavPlace from[2];        // the ends of the part of the border
    NavPlace to[2];          // where one lands from each end
    // What carries the mover: a teleporter, a push or a lift; invalid: nothing.
    ModelId model;

    // The place at which one leaves and the one at which one lands, t of the way from the first end
    // to the second.
    NavPlace from_at(double t) const { return at(from, t); }
    NavPlace to_at(double t) const { return at(to, t); }

private:
    static NavPlace at(const NavPlace (&ends)[2], double t) {
        return {ends[0].polygon, lerp(ends[0].position, ends[1].position, t)};
    }
};

// An area of a NavMesh. It counts as in Level::nav_areas.
using NavAreaId = Id<struct NavAreaTag>;

// A part of the floor to which a designer has given a name: see NavAreaRecord.
struct NavArea {
    std::string name;
    double cost = 1;
};

// One mesh as records. All indices count within these spans, and the first of each is 0. `islands`
// of the polygons are not read: the mesh finds them from the neighbours.
struct NavRecords {
    std::span<const NavPolygonRecord> polygons;
    std::span<const NavEdgeRecord> edges;
    std::span<const Vec3> vertices;
    // One for each polygon, and n.z > 0. NavPolygonRecord::plane is not read.
    std::span<const Plane> planes;
    // In the order of from_polygon.
    std::span<const NavLinkRecord> links = {};
    // In the order of polygons.
    std::span<const NavDoorRecord> doors = {};
    // To which NavPolygonRecord::area points.
    std::span<const NavArea> areas = {};
    // In any order. Polygons on both sides of a step become neighbours and share corners; a corner
    // has the height of the lowest polygon that shares it.
    std::span<const NavStepRecord> steps = {};
};

struct NavMeshData;

// A copy shares the mesh. It holds arrays of its own: the level or the records may end before it.
// Any number of threads may ask one mesh at the same time.
class NavMesh {
public:
    // The mesh of a space of a level.
    // Errors: Unsupported: the level has no mesh for the space; the message says what to do.
    // Damaged: a coordinate is above 2^100.
    // Cost: n log n in the edges. REQUIRES: space in range.
    static Result<NavMesh> from_level(const Level& level, SpaceId space);

    // The mesh of a program's own records. Polygons are convex seen from above, up to the rounding
    // of their corners, and neighbours share two vertices.
    // Errors: Damaged (names the array and the record): an index is out of range, a coordinate is
    // not finite or above 2^100, a polygon has fewer than three edges, a plane is vertical, an edge
    // and that of its neighbour do not fit, an array has too many or too few records, links or
    // doors are not in order, or the cost of an area is below 1 or not finite.
    // Cost: as from_level.
    static Result<NavMesh> from_records(const NavRecords& records);

    NavMesh(const NavMesh& other);
    NavMesh(NavMesh&& other) noexcept;
    NavMesh& operator=(const NavMesh& other);
    NavMesh& operator=(NavMesh&& other) noexcept;
    ~NavMesh();

    std::size_t polygon_count() const;
    // Islands count up from 0. All polygons of an island can be reached from each other.
    std::size_t island_count() const;

    // REQUIRES for all that follows: polygon.value < polygon_count().
    std::uint32_t corner_count(NavPolygonId polygon) const;
    // REQUIRES: corner < corner_count(polygon).
    Vec3 corner(NavPolygonId polygon, std::uint32_t corner) const;
    // The polygon beyond the edge from this corner to the next; invalid where the edge is a border
    // of the mesh. REQUIRES: corner < corner_count(polygon).
    NavPolygonId neighbour(NavPolygonId polygon, std::uint32_t corner) const;
    std::uint32_t island(NavPolygonId polygon) const;
    // NavPolygonRecord::contents.
    std::uint32_t contents(NavPolygonId polygon) const;
    // The area that holds the polygon; invalid: none does.
    NavAreaId area(NavPolygonId polygon) const;
    // True if a mover that stands elsewhere crouches on the polygon (kNavPolygonLow).
    bool is_low(NavPolygonId polygon) const;
    // All areas of the level. They live as long as the mesh or a copy of it.
    std::span<const NavArea> areas() const;
    // True if a door closes the polygon while it is closed, or if a teleporter or a push moves who
    // is there (NavDoorRecord). Cost: the doors of the mesh, times log of what they close.
    bool has_door(NavPolygonId polygon) const;
    std::size_t link_count() const;
    // REQUIRES: link.value < link_count().
    const NavLink& link(NavLinkId link) const;
    // The height of the polygon's plane at (x, y), map units.
    double height(NavPolygonId polygon, double x, double y) const;

    // For the questions of this module.
    const NavMeshData& data() const;

private:
    explicit NavMesh(NavMeshData data);

    Shared<NavMeshData> data_;
};

}  // namespace halfspace
