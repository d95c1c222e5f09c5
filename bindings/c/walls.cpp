// SPDX-License-Identifier: MIT
#include "halfspace/render/space_polygons.h"

#include "halfspace_compile.h"
#include "handle.h"

struct halfspace_walls {
    halfspace::SpaceWalls walls;
};

using namespace halfspace;
using namespace halfspace::c;

halfspace_walls* halfspace_new_walls(const halfspace_level* level,
                                     uint32_t model,
                                     uint32_t space,
                                     uint32_t mask) {
    if (!has_model(level, model) || !has_space(level, space) ||
        (mask & ~static_cast<uint32_t>(kBodyBlockers)) != 0) {
        return nullptr;
    }
    return pointer_of([&] {
        return new halfspace_walls{
            space_walls(level->level, SpaceId(space), static_cast<Contents>(mask), ModelId(model))};
    });
}

void halfspace_free_walls(halfspace_walls* walls) {
    delete walls;
}

size_t halfspace_wall_count(const halfspace_walls* walls) {
    return walls == nullptr ? 0 : walls->walls.polygons.size();
}

size_t halfspace_wall_corner_count(const halfspace_walls* walls) {
    return walls == nullptr ? 0 : walls->walls.vertices.size();
}

halfspace_status halfspace_write_walls(const halfspace_walls* walls,
                                       halfspace_wall* to,
                                       size_t capacity) {
    if (walls == nullptr || to == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    if (capacity < walls->walls.polygons.size()) {
        return HALFSPACE_TOO_SMALL;
    }
    for (const PaintPolygon& polygon : walls->walls.polygons) {
        const Plane plane = with_unit_normal(polygon.plane);
        halfspace_wall wall{};
        store(plane.n, wall.plane);
        wall.plane[3] = plane.d;
        wall.first_corner = polygon.first;
        wall.corner_count = polygon.count;
        wall.colour[0] = polygon.colour.r;
        wall.colour[1] = polygon.colour.g;
        wall.colour[2] = polygon.colour.b;
        wall.colour[3] = polygon.colour.a;
        *to++ = wall;
    }
    return HALFSPACE_OK;
}

halfspace_status halfspace_write_wall_corners(const halfspace_walls* walls,
                                              double* positions,
                                              size_t capacity) {
    if (walls == nullptr || positions == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    if (capacity < walls->walls.vertices.size()) {
        return HALFSPACE_TOO_SMALL;
    }
    for (const FaceVertex& vertex : walls->walls.vertices) {
        store(vertex.point, positions);
        positions += 3;
    }
    return HALFSPACE_OK;
}
