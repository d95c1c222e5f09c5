// SPDX-License-Identifier: MIT
// Bounded convex polyhedra with exact corners: brushes and cells of a tree.
#pragma once

#include "halfspace/exact/polygon.h"
#include "halfspace/math/aabb.h"

#include <optional>
#include <span>
#include <vector>

namespace halfspace {

// Faces' planes point outwards. Corners are shared: the points of a face are indices.
struct Polyhedron {
    // From one point of a face to the next lies an edge, and across it the face in the plane
    // `neighbour`, whose orientation says nothing: the two pieces of a cut share its id.
    struct Corner {
        std::uint32_t point;
        PlaneId neighbour;
    };
    struct Face {
        PlaneId plane;
        std::uint32_t first;  // into corners, counter-clockwise from outside
        std::uint32_t count;
    };

    std::vector<ExactPoint> points;
    std::vector<Corner> corners;
    std::vector<Face> faces;
};

// The box between six planes of the table. REQUIRES: min < max in every axis, within
// kMaxCoordinate.
struct GridBox {
    GridPoint min;
    GridPoint max;
};
Polyhedron make_box(const GridBox& box, PlaneTable& planes);

// The box's planes -x, +x, -y, +y, -z, +z, looking out.
using BoxPlanes = std::array<PlaneId, 6>;
BoxPlanes box_planes(const GridBox& box, PlaneTable& planes);
// The same box from planes that are in the table already.
Polyhedron make_box(const GridBox& box, const BoxPlanes& planes);

struct PolyhedronSplit {
    std::optional<Polyhedron> front;
    std::optional<Polyhedron> back;
};

// Cuts along the plane. A polyhedron wholly on one side (touching allowed) comes back whole there;
// both pieces of a true cut have a volume.
PolyhedronSplit split(const Polyhedron& polyhedron, PlaneId plane, Predicates& predicates);

// The part behind all planes, or nullopt if that has no volume.
std::optional<Polyhedron> intersect(Polyhedron polyhedron,
                                    std::span<const PlaneId> planes,
                                    Predicates& predicates);

// One face as a polygon of its own.
Polygon face_polygon(const Polyhedron& polyhedron, std::size_t face);

// The smallest box of doubles around the (rounded) corners, in grid steps.
Aabb bounds(const Polyhedron& polyhedron);

// The smallest box of doubles that holds the exact points, in grid steps; empty without points.
// Unlike that of `bounds`, no point leaves it by a rounding.
Aabb enclosing_box(std::span<const ExactPoint> points, const Predicates& predicates);

// A point strictly inside: the sum of the homogeneous corners, a weighted average.
HomogeneousPoint interior_point(const Polyhedron& polyhedron, const Predicates& predicates);

}  // namespace halfspace
