// SPDX-License-Identifier: MIT
// Trees are built from fragments: pieces of brushes' faces and of surfaces' polygons.
#pragma once

#include "halfspace/base/id.h"

#include "exact/shared/polyhedron.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace halfspace {

// A piece of a brush's face or of a surface's polygon. Pieces of the same face or polygon do not
// overlap.
struct Fragment {
    Polygon polygon;  // its front looks out of the brush, or away from the solid
    // Index into the volumes that were given; kNone for a piece of a polygon.
    std::uint32_t brush = 0;
    // Index into BodyVolume::sides, or the number of the polygon in its entity.
    std::uint32_t side = 0;
    // The triangle that it shows, if its side shows several (SolidBrush::Tile); else kNone.
    std::uint32_t triangle = kNone;
    bool is_drawn = false;
    bool is_hint = false;
    Vec3 centre;  // of the bounding box [grid steps]
    Vec3 half;    // half the size of that box
    // Numbers at the corners, such as texture coordinates: all numbers of the first corner, then of
    // the second, and so on. Each corner has equally many. Empty for brushes.
    std::vector<double> attributes;
};

// Builders of trees hand fragments on from cell to cell, so a list holds pointers.
using FragmentList = std::vector<std::unique_ptr<Fragment>>;

// Sets centre and half.
void update_box(Fragment& fragment);

// Cuts a fragment at a plane, as `split` of polygon.h does. The attributes of a new corner are
// interpolated along the cut edge. A corner on the plane belongs to both pieces. REQUIRES: equally
// many attributes for each corner.
struct FragmentSplit {
    std::unique_ptr<Fragment> front;  // null if there is no such piece
    std::unique_ptr<Fragment> back;
};
FragmentSplit split(std::unique_ptr<Fragment> fragment, PlaneId plane, Predicates& predicates);

}  // namespace halfspace
