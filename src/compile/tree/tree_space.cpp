// SPDX-License-Identifier: MIT
#include "compile/tree/tree_space.h"

#include <algorithm>
#include <cmath>

namespace halfspace {
namespace {

std::int64_t floor_to(double value, std::int64_t step) {
    return static_cast<std::int64_t>(std::floor(value / static_cast<double>(step))) * step;
}

}  // namespace

TreeSpace make_space(Aabb box, std::int64_t block_size, std::int64_t margin, PlaneTable& planes) {
    if (is_empty(box)) {
        box = {{0, 0, 0}, {0, 0, 0}};
    }
    // In very wide worlds blocks are larger, so that their number stays bounded.
    constexpr double kMaxBlocks = 64;  // along an axis
    std::int64_t step = block_size > 0 ? block_size : margin;
    const Vec3 size = box.max - box.min;
    while (block_size > 0 &&
           std::max({size.x, size.y, size.z}) > kMaxBlocks * static_cast<double>(step)) {
        step *= 2;
    }
    const double room = static_cast<double>(margin);
    TreeSpace space;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        space.box.min[axis] = std::max(floor_to(box.min[axis] - room, step), -kMaxGridCoordinate);
        space.box.max[axis] = std::min(-floor_to(-box.max[axis] - room, step), kMaxGridCoordinate);
        for (std::int64_t at = space.box.min[axis] + step;
             block_size > 0 && at < space.box.max[axis];
             at += step) {
            space.boundaries[axis].push_back(at);
            ExactPlane plane;
            plane.n[axis] = 1;
            plane.d = at;
            planes.intern(plane);
        }
    }
    return space;
}

void add_relief_planes(TreeSpace& space, PlaneTable& planes) {
    // The longest side of the box gets at least this many relief planes, so that every model has
    // some.
    constexpr std::int64_t kMinPlanes = 256;
    std::int64_t longest = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        longest = std::max(longest, space.box.max[axis] - space.box.min[axis]);
    }
    space.relief_spacing = 1;
    while (space.relief_spacing * 2 * kMinPlanes <= longest) {
        space.relief_spacing *= 2;
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
        ExactPlane plane;
        plane.n[axis] = 1;
        for (std::int64_t at =
                 floor_to(static_cast<double>(space.box.min[axis]), space.relief_spacing);
             at < space.box.max[axis];
             at += space.relief_spacing) {
            plane.d = at;
            planes.intern(plane);
        }
    }
}

}  // namespace halfspace
