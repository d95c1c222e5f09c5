// SPDX-License-Identifier: MIT
// The part of verify that measures a level's brush against the source's text. It shares with the
// compiler how a plane is read from the text, and nothing of how the compiler measures: the brush
// as written is cut out exactly, from planes with longer normals than a compiled brush has.
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
    std::vector<std::vector<Vec3>> faces;  // of each side the corners of its face
};

// Each plane is rounded to one with a normal of some 2^50, so that it lies within 2^-28 grid steps
// of the text's over 2^20 grid steps; the corners follow from these planes exactly. inset: how far
// planes off the grid are moved inwards first [grid steps]. nullopt if a side has no plane, or the
// planes enclose no volume or one that reaches beyond kMaxCoordinate from the origin.
std::optional<WrittenSolid> written_solid(const Brush& brush,
                                          int grid_exponent,
                                          const UnitPoint& origin,
                                          double inset);

// A solid of the table's planes.
MeasuredVolume measured(const Polyhedron& solid,
                        const PlaneTable& planes,
                        int grid_exponent,
                        const UnitPoint& origin);

// How far the surfaces are apart: the largest distance of a corner of one volume from the other
// volume. REQUIRES: both are relative to one origin.
double surface_distance(const MeasuredVolume& a, const MeasuredVolume& b);

}  // namespace halfspace
