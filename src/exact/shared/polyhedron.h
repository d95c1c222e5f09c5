// SPDX-License-Identifier: MIT
// Bounded convex polyhedra with exact corners. Brushes and the cells of a tree are such polyhedra.
#pragma once

#include "exact/shared/polygon.h"

#include <optional>
#include <span>
#include <vector>

namespace halfspace {

// The planes of the faces point outwards. Faces share their points: a corner of a face is an index.
struct Polyhedron {
    // A corner of a face. An edge runs from it to the face's next corner. On the other side of this
    // edge is the face in the plane `neighbour`. Only the pair of this id counts, not its front:
    // after a cut, both parts have the cutting plane under one id here.
    struct Corner {
        // Index in `points`.
        std::uint32_t point;
        PlaneId neighbour;
    };
    struct Face {
        PlaneId plane;
        // Range in `corners`, counter-clockwise seen from outside.
        std::uint32_t first;
        std::uint32_t count;
    };

    std::vector<ExactPoint> points;
    std::vector<Corner> corners;
    std::vector<Face> faces;
};

// A box along the axes, in grid steps.
struct GridBox {
    GridPoint min;
    GridPoint max;
};
// The box of all coordinates.
inline constexpr GridBox kEverything{
    {-kMaxGridCoordinate, -kMaxGridCoordinate, -kMaxGridCoordinate},
    {kMaxGridCoordinate, kMaxGridCoordinate, kMaxGridCoordinate}};
// The box as a polyhedron. Its planes are added to the table. REQUIRES: min < max on every axis,
// all numbers within kMaxGridCoordinate.
Polyhedron make_box(const GridBox& box, PlaneTable& planes);

// The ids of a box's six planes, in the order -x, +x, -y, +y, -z, +z. They point outwards.
using BoxPlanes = std::array<PlaneId, 6>;
// The planes of a box; they are added to the table. REQUIRES: as make_box.
BoxPlanes box_planes(const GridBox& box, PlaneTable& planes);
// The same polyhedron from planes that are already in a table.
Polyhedron make_box(const GridBox& box, const BoxPlanes& planes);

// The parts in front of a plane and behind it; nullopt where there is none.
struct PolyhedronSplit {
    std::optional<Polyhedron> front;
    std::optional<Polyhedron> back;
};

// Cuts the polyhedron along the plane. A polyhedron on one side comes back whole, also if it
// touches the plane. If it is cut, both parts have a volume.
PolyhedronSplit split(const Polyhedron& polyhedron, PlaneId plane, Predicates& predicates);

// The part behind all planes; nullopt if this part has no volume.
std::optional<Polyhedron> intersect(Polyhedron polyhedron,
                                    std::span<const PlaneId> planes,
                                    Predicates& predicates);

// The part behind all planes, and the rest in convex parts.
struct CarvedPolyhedron {
    Polyhedron inside;
    std::vector<Polyhedron> outside;
};
// Cuts the polyhedron by one plane after the other. nullopt if no part is behind all planes.
std::optional<CarvedPolyhedron> carve(Polyhedron polyhedron,
                                      std::span<const PlaneId> planes,
                                      Predicates& predicates);

// A copy of one face. REQUIRES: face < polyhedron.faces.size().
Polygon face_polygon(const Polyhedron& polyhedron, std::size_t face);

// The smallest box around the corners rounded to doubles, grid steps.
Aabb bounds(const Polyhedron& polyhedron);

// The sides of a plane to which something reaches.
struct ReachedSides {
    bool front = false;
    bool back = false;
};
// The sides of a plane to which a box may reach. If both are true, only an exact question to what
// is in the box tells. The front is the front of the plane's even id. The box may have the
// rounding errors of doubles [grid steps].
inline ReachedSides sides_of_box(const Vec3& centre,
                                 const Vec3& half,
                                 const PlaneTable::Filter& plane) {
    // A box that is this far from a plane [grid steps] is on one side of it. This is far more than
    // the rounding of doubles.
    constexpr double kBoxMargin = 0x1p-16;
    const double middle = plane.distance(centre);
    const double reach = dot(abs(plane.n), half);
    return {middle + reach > -kBoxMargin, middle - reach < kBoxMargin};
}
// The sides of the plane on which the polyhedron has points, exactly. box: its bounds. Cost: nearly
// always one look at the box.
ReachedSides sides_of(const Polyhedron& polyhedron,
                      const Aabb& box,
                      PlaneId plane,
                      Predicates& predicates);

// The smallest box of doubles that holds the exact points, grid steps; empty without points.
// `bounds` may leave a point outside by a rounding; this box does not.
Aabb enclosing_box(std::span<const ExactPoint> points, const Predicates& predicates);

}  // namespace halfspace
