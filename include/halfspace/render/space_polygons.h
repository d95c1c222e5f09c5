// SPDX-License-Identifier: MIT
// The walls as a body meets them, for pictures: the surface of everything that blocks in one space.
// No file stores these walls. They are cut out of the planes of nodes between free leaves and
// blocked ones. This is done in doubles, so slivers may be missing.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/math/aabb.h"
#include "halfspace/math/frustum.h"
#include "halfspace/render/polygon_list.h"

#include <array>
#include <cstdint>
#include <vector>

namespace halfspace {

// Walls that are in one plane and look to one side of this plane. The walls that look to the
// plane's front are [first, opposite) in SpaceWalls::polygons, the others are [opposite, end).
struct WallNode {
    Plane plane;  // its normal has length 1
    // Holds the walls of the node and all walls below.
    Aabb box;
    std::uint32_t first = 0;
    std::uint32_t opposite = 0;
    std::uint32_t end = 0;
    // The nodes with the walls before the plane and behind it; kNone: there are none.
    std::array<std::uint32_t, 2> child{kNone, kNone};
};

// All walls of one model for one body, as a tree that gives their order for any eye.
// The colour of a wall tells what blocks there: light grey for solid, and for other contents their
// colour in plans. It is warmer where the body touches only an edge of a brush, by a bevel.
struct SpaceWalls {
    // Each has its own range of vertices; the ranges follow one another.
    std::vector<PaintPolygon> polygons;
    std::vector<FaceVertex> vertices;
    std::vector<WallNode> nodes;
    std::uint32_t root = kNone;  // kNone: there are no walls
};

// Finds the walls. Cost: for each node between free leaves and blocked ones, the planes above the
// node and the nodes that its piece meets. REQUIRES: space and model in range.
SpaceWalls space_walls(const Level& level,
                       SpaceId space,
                       Contents mask = kBodyBlockers,
                       ModelId model = kWorldModel);

// Polygons that follow one another in SpaceWalls::polygons.
struct WallRun {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

// The walls that look towards the eye [map units], in the order of the tree. frustum: null, or the
// part of space in view; nodes whose boxes are outside of it are left out with all below. Eye and
// frustum are in the frame of the model. Cost: some ns for each node in view. REQUIRES:
// is_finite(eye).
std::vector<WallRun> walls_in_order(const SpaceWalls& walls,
                                    const Vec3& eye,
                                    DrawOrder order,
                                    const Frustum* frustum = nullptr);

// The walls that look towards the eye, as a list for the painter. REQUIRES: as space_walls and
// walls_in_order.
PolygonList space_polygons(const Level& level,
                           SpaceId space,
                           const Vec3& eye,
                           Contents mask = kBodyBlockers,
                           ModelId model = kWorldModel,
                           DrawOrder order = DrawOrder::FrontToBack);

}  // namespace halfspace
