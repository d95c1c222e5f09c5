// SPDX-License-Identifier: MIT
// Brushes grown by bodies. A body is a box that moves without turning. It touches a brush exactly
// where its position touches the grown brush: the Minkowski sum of the brush and the reflected box.
// So a moving body is a moving point among grown brushes (Lozano-Perez 1983, "Spatial planning: a
// configuration space approach").
//
// The planes that bound the sum of a convex polyhedron and a box are: the planes of the
// polyhedron's faces and of the box's faces, and for each edge of the polyhedron and edge of the
// box one plane along both, if it has both bodies behind it. All are moved out. Before the move
// each plane touches the polyhedron. Only the length of the move depends on the box. So sides and
// bevels are found once and serve every space.
#pragma once

#include "halfspace/level/records.h"

#include "import/brushes/brush_import.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace halfspace {

// The box that brushes grow by, for a body with this box around its position: `body` mirrored at
// the origin.
GridBox reflected(const GridBox& body);

// A brush grown for one space. In space 0 the brush itself.
struct BodyVolume {
    struct Side {
        PlaneId plane;
        // Index into SolidBrush::sides; the surface that a touch of this plane reports.
        std::uint32_t side;
        bool is_bevel;
    };

    std::uint32_t space = 0;
    // Index into the brushes that were grown; kNone for a cell of Void, which is outside.
    std::uint32_t brush = 0;
    // Of the brush in space 0; in other spaces what of it blocks bodies.
    Contents contents = Contents::Empty;
    std::vector<Side> sides;
    Polyhedron solid;
    Aabb bounds;  // [grid steps]
    // Of a cell of Void: the parts of its faces that border open space; see LeafPortal::is_crack.
    std::vector<Polygon> cracks;
    // True for a piece of a mesh. There may be many pieces that are small beside a body; then they
    // overlap nearly wholly when they are grown.
    bool is_piece = false;
};

// The volumes of space 0: the brushes themselves, in their order.
std::vector<BodyVolume> as_volumes(std::span<const SolidBrush> brushes);

// The box around the volumes [grid steps].
Aabb bounds(std::span<const BodyVolume> volumes);

// Sets SolidBrush::bevels of the brushes that block bodies. A bevel's plane is exact if it fits the
// predicates even when it is moved out by `reach`. Otherwise it is rounded so that it never cuts
// the brush. reach: farthest_reach of the spaces. REQUIRES: no other thread uses the table;
// fits_grown(planes, reach).
void find_bevels(std::span<SolidBrush> brushes,
                 std::int64_t reach,
                 PlaneTable& planes,
                 unsigned threads);

struct Grown {
    std::vector<BodyVolume> volumes;
    // How far a grown brush with rounded bevels reaches beyond the exact sum, at most [grid steps].
    double excess = 0;
};

// The volumes of all brushes that block the body of this space, in their order. REQUIRES: space >
// 0; find_bevels was called for the brushes; no other thread uses the table.
Grown grow(std::span<const SolidBrush> brushes,
           std::uint32_t space,
           const GridBox& body,
           PlaneTable& planes,
           unsigned threads);

// How far the box reaches along -n, in grid steps times |n|: a plane n.p = d that touches a brush
// touches the grown brush at n.p = d + reach.
Int128 reach(const std::array<std::int64_t, 3>& n, const GridBox& body);

}  // namespace halfspace
