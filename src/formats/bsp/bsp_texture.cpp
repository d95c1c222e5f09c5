// SPDX-License-Identifier: MIT
#include "formats/bsp/bsp_texture.h"

#include "halfspace/math/aabb.h"

#include "world/shared/texture.h"

#include <algorithm>
#include <cmath>

namespace halfspace::bsp {
namespace {

// A triangle must lie this near to the plane of its side [units]. Compilers move drawn corners
// together a little.
constexpr double kNear = 0.25;
// The least cosine between the normals of a triangle and its side.
constexpr double kAlong = 0.99;
// Smaller triangles show their texture too roughly [units^2].
constexpr double kMinArea = 0x1p-4;
// The most triangles that are tried for a side. So a level that repeats one triangle is read in a
// bounded time.
constexpr std::size_t kMaxTried = 1 << 14;

Vec3 place_of(const Vertex& vertex) {
    return {vertex.place[0], vertex.place[1], vertex.place[2]};
}

std::uint64_t key_of(std::int32_t shader, double distance) {
    const auto units = static_cast<std::int32_t>(std::floor(distance));
    return std::uint64_t{static_cast<std::uint32_t>(shader)} << 32 |
           static_cast<std::uint32_t>(units);
}

double area_of(const std::vector<Vec3>& polygon) {
    Vec3 sum;
    for (std::size_t i = 2; i < polygon.size(); ++i) {
        sum = sum + cross(polygon[i - 1] - polygon[0], polygon[i] - polygon[0]);
    }
    return length(sum) / 2;
}

Aabb box_around(const std::vector<Vec3>& points, double margin) {
    Aabb box;
    for (const Vec3& p : points) {
        box = merge(box, p);
    }
    return grown(box, margin);
}

// The area of the part of the triangle on the side's face; 0 if it does not lie in the side's
// plane.
double covered_area(const std::array<const Vertex*, 3>& corners,
                    const Hull& hull,
                    std::size_t side) {
    const halfspace::Plane& plane = hull.half_spaces[side];
    std::vector<Vec3> polygon;
    for (const Vertex* corner : corners) {
        polygon.push_back(place_of(*corner));
        const Vec3 normal{corner->normal[0], corner->normal[1], corner->normal[2]};
        if (std::fabs(dot(plane.n, polygon.back()) - plane.d) > kNear ||
            !(dot(plane.n, normal) > 0)) {
            return 0;
        }
    }
    const Vec3 across = cross(polygon[1] - polygon[0], polygon[2] - polygon[0]);
    if (std::fabs(dot(across, plane.n)) <= kAlong * length(across)) {
        return 0;
    }
    for (std::size_t i = 0; i < hull.sides.size() && polygon.size() >= 3; ++i) {
        if (i != side) {
            polygon = clipped(polygon, hull.half_spaces[i], 0);
        }
    }
    return area_of(polygon);
}

TextureProjection through(const std::array<const Vertex*, 3>& corners) {
    const auto texture = [&](std::size_t i) {
        return TextureCoordinates{corners[i]->texture[0], corners[i]->texture[1]};
    };
    return projection_through({place_of(*corners[0]), place_of(*corners[1]), place_of(*corners[2])},
                              {texture(0), texture(1), texture(2)});
}

}  // namespace

DrawnTriangles::DrawnTriangles(const File& file, const Model& model) : file_(&file) {
    for (const DrawSurface& surface :
         range(file.surfaces, model.first_surface, model.surface_count)) {
        if (surface.type == SurfaceType::Planar) {
            add(surface);
        }
    }
}

void DrawnTriangles::add(const DrawSurface& surface) {
    const auto vertices = range(file_->vertices, surface.first_vertex, surface.vertex_count);
    const auto indices = range(file_->indices, surface.first_index, surface.index_count);
    for (std::size_t i = 0; i + 3 <= indices.size(); i += 3) {
        Triangle triangle{};
        for (std::size_t k = 0; k < 3; ++k) {
            triangle.corners[k] = &vertices[static_cast<std::size_t>(indices[i + k])];
        }
        const Vec3 a = place_of(*triangle.corners[0]);
        const Vec3 normal =
            cross(place_of(*triangle.corners[1]) - a, place_of(*triangle.corners[2]) - a);
        const double size = length(normal);
        if (!(size / 2 >= kMinArea)) {
            continue;
        }
        // The direction of a triangle's corners varies. Its front is where the normals of its
        // vertices point.
        const std::array<float, 3>& seen = triangle.corners[0]->normal;
        const double way = dot(normal, Vec3{seen[0], seen[1], seen[2]}) < 0 ? -1 : 1;
        by_place_[key_of(surface.shader, way * dot(normal, a) / size)].push_back(triangle);
    }
}

std::optional<TextureProjection> DrawnTriangles::projection(const Hull& hull,
                                                            std::size_t side) const {
    const std::int32_t shader = file_->sides[static_cast<std::size_t>(hull.sides[side])].shader;
    Best best;
    for (const double step : {0.0, -1.0, 1.0}) {
        const auto found = by_place_.find(key_of(shader, hull.half_spaces[side].d + step));
        if (found != by_place_.end()) {
            look(best, found->second, hull, side);
        }
    }
    if (best.triangle == nullptr) {
        return std::nullopt;
    }
    const TextureProjection projection = through(best.triangle->corners);
    return is_degenerate(projection, hull.half_spaces[side].n) ? std::nullopt
                                                               : std::optional(projection);
}

void DrawnTriangles::look(Best& best,
                          const std::vector<Triangle>& triangles,
                          const Hull& hull,
                          std::size_t side) const {
    const Aabb box = box_around(hull.faces[side], kNear);
    const std::size_t tried = std::min(triangles.size(), kMaxTried);
    for (std::size_t i = 0; i < tried; ++i) {
        Aabb around;
        for (const Vertex* corner : triangles[i].corners) {
            around = merge(around, place_of(*corner));
        }
        if (!touch(around, box)) {
            continue;
        }
        const double area = covered_area(triangles[i].corners, hull, side);
        if (area > best.area) {
            best = {area, &triangles[i]};
        }
    }
}

}  // namespace halfspace::bsp
