// SPDX-License-Identifier: MIT
// The part of verify that measures a level's brush against the source's text. It shares with the
// compiler the reading of a plane from the text, but no code that measures: the brush as written is
// cut out exactly, from planes with longer normals than those of a compiled brush. The planes are
// rounded, so verify cuts out two volumes: one inside of the written brush, and one around it.
#pragma once

#include "halfspace/world/world.h"

#include "exact/shared/polyhedron.h"
#include "import/brushes/written_plane.h"

#include <optional>
#include <vector>

namespace halfspace {

// A convex volume in doubles, relative to a point near it [grid steps].
struct MeasuredVolume {
    struct Edge {
        Vec3 from;
        Vec3 to;
    };
    std::vector<Plane> planes;
    std::vector<Vec3> corners;
    std::vector<Edge> edges;
};

// A brush as the source has it.
struct WrittenSolid {
    // A volume that lies in the brush.
    MeasuredVolume inner;
    // The corners of each side's face of this volume.
    std::vector<std::vector<Vec3>> inner_faces;
    // The corners of a volume that holds the brush.
    std::vector<Vec3> outer;
};

// Sides on the grid have their exact planes. Another plane is rounded to one with a normal of about
// 2^50. It is moved inwards for the inner volume and outwards for the outer volume, by at least its
// error. So the inner volume lies in the brush, and the outer volume holds all of the brush that is
// within `radius` of the origin. If the exact planes need more bits than the predicates have, all
// planes are rounded. Returns nullopt if a side has no plane, or if one of the volumes is empty or
// reaches beyond kMaxGridCoordinate from the origin. radius: grid steps, at least 1.
std::optional<WrittenSolid> written_solid(const Brush& brush,
                                          int grid_exponent,
                                          const UnitPoint& origin,
                                          double radius);

// A solid of the table's planes.
MeasuredVolume measured(const Polyhedron& solid,
                        const PlaneTable& planes,
                        int grid_exponent,
                        const UnitPoint& origin);

// An upper bound for the distance of a point from the volume; 0 inside. The point is relative to
// the volume's origin.
double distance_to(const MeasuredVolume& volume, const Vec3& p);

// An upper bound for the distance of the surfaces: the largest distance of a corner of one volume
// from the other volume. REQUIRES: both are relative to the same origin.
double surface_distance(const MeasuredVolume& compiled, const WrittenSolid& written);

}  // namespace halfspace
