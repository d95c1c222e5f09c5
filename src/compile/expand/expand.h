// SPDX-License-Identifier: MIT
// Brushes as bodies meet them. A box that moves without turning hits a brush where its position
// enters the brush grown by the reflected box (the Minkowski sum of both); so moving a body is
// moving a point through grown brushes (Lozano-Perez 1983, "Spatial planning: a configuration space
// approach").
//
// The sum of a convex polyhedron and a box is bounded by the polyhedron's faces and the box's, both
// moved out, and by a plane along each pair of their edges that both touch it from the same side.
// All these planes touch the polyhedron itself before they are moved out, and only how far they are
// moved depends on the box: sides and bevels are found once and serve every space.
#pragma once

#include "halfspace/level/records.h"

#include "import/brush_import.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace halfspace {

// The box that brushes grow by, for a body that is this box around its position.
GridBox reflected(const GridBox& body);

// A brush grown for one space. Its sides are planes of the sum.
struct BodyVolume {
    struct Side {
        PlaneId plane;
        std::uint32_t side;  // of the brush, whose surface is touched
        bool is_bevel;
    };

    std::uint32_t space = 0;
    std::uint32_t brush = 0;              // into the brushes that were grown
    Contents contents = Contents::Empty;  // those of the brush in space 0, else its blockers
    std::vector<Side> sides;
    Polyhedron solid;
    Aabb bounds;  // grid steps
};

// The brushes as they are, in their order.
std::vector<BodyVolume> as_volumes(std::span<const SolidBrush> brushes);

// The box around them [grid steps].
Aabb bounds(std::span<const BodyVolume> volumes);

// Sets the bevels of the brushes that block bodies. The planes are exact wherever their numbers are
// small enough for the predicates, also when they are moved out by `reach`, else rounded so that
// they never cut the brush. reach: farthest_reach of the spaces.
// REQUIRES: nobody else uses the table at the same time; fits_grown(planes, reach).
void find_bevels(std::span<SolidBrush> brushes,
                 std::int64_t reach,
                 PlaneTable& planes,
                 unsigned threads);

struct Grown {
    std::vector<BodyVolume> volumes;
    double excess = 0;  // how far bevels that are rounded let one of them reach beyond the planes
                        // of the exact sum [grid steps]; 0 if none is
};

// The volumes of all brushes that block the body of a space above 0, in their order.
// REQUIRES: the brushes have their bevels, and as find_bevels.
Grown grow(std::span<const SolidBrush> brushes,
           std::uint32_t space,
           const GridBox& body,
           PlaneTable& planes,
           unsigned threads);

// How far the box reaches along -n: a plane n.p = d that touches a brush touches the grown one at
// d + reach. In grid steps times |n|.
Int128 reach(const std::array<std::int64_t, 3>& n, const GridBox& body);

}  // namespace halfspace
