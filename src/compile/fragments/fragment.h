// SPDX-License-Identifier: MIT
// What trees are built from: pieces of brushes' faces and of surfaces' polygons.
#pragma once

#include "halfspace/exact/polyhedron.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace halfspace {

// A piece of a brush's face or of a surface's polygon. Pieces of one do not overlap.
struct Fragment {
    Polygon polygon;          // looks out of its brush, or away from the solid
    std::uint32_t brush = 0;  // into the volumes that were given; kNone for a polygon's piece
    std::uint32_t side = 0;   // into BodyVolume::sides; the number of the entity's polygon
    bool is_drawn = false;
    bool is_hint = false;
    Vec3 centre;  // of the bounding box [grid steps]
    Vec3 half;    // half its extent
    // Numbers of each corner in turn (texture, colour, light), as many for each; brushes have none.
    std::vector<double> attributes;
};

// The box around the corners [grid steps].
Aabb bounds(const Polygon& polygon);

// Sets centre and half.
void update_box(Fragment& fragment);

// The pieces in front of a plane and behind it, as `split` of polygon.h. A new corner has
// attributes between those of the cut edge's ends, in proportion to its place on the edge; a corner
// on the plane goes to both pieces. REQUIRES: as many attributes for each corner.
struct FragmentSplit {
    std::optional<Fragment> front;
    std::optional<Fragment> back;
};
FragmentSplit split(Fragment fragment, PlaneId plane, Predicates& predicates);

}  // namespace halfspace
