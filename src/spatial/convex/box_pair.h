// SPDX-License-Identifier: MIT
// Two boxes, by their separating axes.
#pragma once

#include "spatial/convex/reach.h"
#include "spatial/convex/shape_pair.h"

#include <optional>

namespace halfspace {

// True if the boxes overlap; touching is no overlap. The
// radius does not count, so the cores of spheres and capsules are boxes, too. REQUIRES: both cores
// are boxes.
// Source: Gottschalk, Lin, Manocha, OBBTree, SIGGRAPH 1996, section 5.
bool do_boxes_overlap(const ShapePair& pair);

// The direction along which the difference of the boxes reaches the least way. If the boxes do not
// overlap: an axis along which they are apart, with a depth of at most 0. REQUIRES: as above.
Reach box_depth(const ShapePair& pair);

// The least depth is at most so much less than that of box_depth.
double box_depth_error(const ShapePair& pair);

// A point in both boxes, in the frame of a. It goes from one box to the other, each time to the
// nearest point. nullopt if this takes long, because the boxes hardly overlap. REQUIRES: as above.
std::optional<Vec3> point_in_boxes(const ShapePair& pair);

}  // namespace halfspace
