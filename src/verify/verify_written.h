// SPDX-License-Identifier: MIT
// The part of verify that measures a level's brush against the source's text. It shares with the
// compiler the reading of a plane from the text, but no code that measures: the brush as written is
// cut out exactly, from planes with longer normals than those of a compiled brush.
#pragma once

#include "halfspace/exact/polyhedron.h"
#include "halfspace/world/world.h"

#include "import/written_plane.h"

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
    MeasuredVolume volume;
    std::vector<std::vector<Vec3>> faces;  // corners of each side's face
};

// Rounds each plane to one with a normal of about 2^50. Over 2^20 grid steps it lies within 2^-28
// grid steps of the plane in the text. The corners follow exactly from these planes. Returns
// nullopt if a side has no plane, or if the planes enclose no volume or one that reaches beyond
// kMaxCoordinate from the origin.
std::optional<WrittenSolid> written_solid(const Brush& brush,
                                          int grid_exponent,
                                          const UnitPoint& origin);

// A solid of the table's planes.
MeasuredVolume measured(const Polyhedron& solid,
                        const PlaneTable& planes,
                        int grid_exponent,
                        const UnitPoint& origin);

// The distance of the surfaces: the largest distance of a corner of one volume from the other
// volume. REQUIRES: both volumes are relative to the same origin.
double surface_distance(const MeasuredVolume& a, const MeasuredVolume& b);

}  // namespace halfspace
