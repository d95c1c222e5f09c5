// SPDX-License-Identifier: MIT
#include "executor.h"
#include "guard.h"
#include "halfspace_spatial.h"
#include "spatial.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace halfspace::c {
namespace {

// A caller reads the hits of an answer as structs of C.
static_assert(sizeof(RayHit) == sizeof(halfspace_mesh_hit) &&
              alignof(RayHit) == alignof(halfspace_mesh_hit) && std::is_standard_layout_v<RayHit> &&
              offsetof(RayHit, t) == offsetof(halfspace_mesh_hit, t));

size_t stride_of(const halfspace_mesh& mesh) {
    return mesh.stride == 0 ? 3 : mesh.stride;
}

bool is_mesh(const halfspace_mesh& mesh) {
    const bool has_floats = mesh.floats != nullptr;
    const bool has_doubles = mesh.doubles != nullptr;
    const size_t stride = stride_of(mesh);
    constexpr size_t kMaxNumbers = PTRDIFF_MAX / sizeof(double);
    return (mesh.vertex_count == 0 || has_floats != has_doubles) && stride >= 3 &&
           mesh.vertex_count <= kMaxNumbers / stride &&
           (mesh.indices != nullptr || mesh.triangle_count == 0) &&
           mesh.triangle_count <= kMaxNumbers / 3;
}

// REQUIRES: is_mesh.
TriangleMesh mesh_from(const halfspace_mesh& mesh) {
    const std::span<const uint32_t> indices(mesh.indices, 3 * mesh.triangle_count);
    const size_t stride = stride_of(mesh);
    // The last vertex may be shorter than the stride.
    const size_t size = mesh.vertex_count == 0 ? 0 : (mesh.vertex_count - 1) * stride + 3;
    return mesh.floats != nullptr ? TriangleMesh(std::span(mesh.floats, size), indices, stride)
                                  : TriangleMesh(std::span(mesh.doubles, size), indices, stride);
}

bool is_ray(const halfspace_ray* ray) {
    return ray != nullptr && is_point(ray->origin, kMaxPlace) && is_point(ray->direction) &&
           is_most(ray->max_t);
}

bool are_rays(const halfspace_ray* rays, size_t count) {
    return count == 0 ||
           (rays != nullptr && count <= PTRDIFF_MAX / sizeof(halfspace_ray) &&
            std::all_of(rays, rays + count, [](const halfspace_ray& ray) { return is_ray(&ray); }));
}

Ray ray_from(const halfspace_ray& ray) {
    return {vec3(ray.origin), vec3(ray.direction), ray.max_t};
}

halfspace_mesh_hit hit_from(const std::optional<RayHit>& hit) {
    return hit ? halfspace_mesh_hit{hit->triangle.value, 0, hit->t}
               : halfspace_mesh_hit{HALFSPACE_NONE, 0, std::numeric_limits<double>::infinity()};
}

halfspace_mesh_point point_from(const std::optional<MeshPoint>& nearest) {
    constexpr double kFar = std::numeric_limits<double>::infinity();
    halfspace_mesh_point result{HALFSPACE_NONE, 0, kFar, {kFar, kFar, kFar}};
    if (nearest) {
        result.triangle = nearest->triangle.value;
        result.distance = nearest->distance;
        store(nearest->point, result.point);
    }
    return result;
}

}  // namespace
}  // namespace halfspace::c

using namespace halfspace;
using namespace halfspace::c;

halfspace_mesh_bvh* halfspace_new_mesh_bvh(const halfspace_mesh* mesh,
                                           uint32_t builder,
                                           char* error,
                                           size_t error_size) {
    if (mesh == nullptr || !is_mesh(*mesh) || builder > HALFSPACE_BVH_PLOC) {
        copy_text("the mesh or the builder is a bad argument", error, error_size);
        return nullptr;
    }
    const BvhOptions options{.builder = static_cast<BvhBuilder>(builder)};
    return new_handle<halfspace_mesh_bvh>(
        [&]() -> Result<std::shared_ptr<TriangleBvh>> {
            auto built = TriangleBvh::build(mesh_from(*mesh), options);
            if (!built) {
                return std::unexpected(built.error());
            }
            return std::make_shared<TriangleBvh>(std::move(*built));
        },
        error,
        error_size);
}

void halfspace_free_mesh_bvh(halfspace_mesh_bvh* tree) {
    delete tree;
}

halfspace_status halfspace_mesh_refit(halfspace_mesh_bvh* tree) {
    if (tree == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        return tree->tree.refit() ? HALFSPACE_OK : HALFSPACE_BAD_ARGUMENT;
    });
}

halfspace_status halfspace_mesh_bounds(const halfspace_mesh_bvh* tree,
                                       double min[3],
                                       double max[3]) {
    if (tree == nullptr || min == nullptr || max == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        const std::vector<Aabb> boxes = tree->tree.boxes_at(0);
        if (boxes.empty()) {
            return HALFSPACE_NOT_FOUND;
        }
        store(boxes[0].min, min);
        store(boxes[0].max, max);
        return HALFSPACE_OK;
    });
}

halfspace_status halfspace_mesh_raycast(const halfspace_mesh_bvh* tree,
                                        const halfspace_ray* ray,
                                        halfspace_mesh_hit* hit) {
    if (tree == nullptr || !is_ray(ray) || hit == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const std::optional<RayHit> found = tree->tree.raycast(ray_from(*ray));
    if (!found) {
        return HALFSPACE_NOT_FOUND;
    }
    *hit = hit_from(found);
    return HALFSPACE_OK;
}

halfspace_status halfspace_mesh_raycast_all(const halfspace_mesh_bvh* tree,
                                            const halfspace_ray* rays,
                                            size_t count,
                                            halfspace_mesh_hit* hits) {
    if (tree == nullptr || !are_rays(rays, count) || (count > 0 && hits == nullptr)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&] {
        in_batch(count, [&](size_t begin, size_t size) {
            for (size_t i = begin; i < begin + size; ++i) {
                hits[i] = hit_from(tree->tree.raycast(ray_from(rays[i])));
            }
        });
    });
}

halfspace_status halfspace_mesh_on_ray(const halfspace_mesh_bvh* tree,
                                       const halfspace_ray* ray,
                                       halfspace_answer* answer,
                                       const halfspace_mesh_hit** hits,
                                       size_t* count) {
    if (!is_ray(ray)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return answer_of(tree, answer, hits, count, [&](const TriangleBvh& of, QueryScratch& scratch) {
        return of.on_ray(ray_from(*ray), scratch);
    });
}

halfspace_status halfspace_mesh_any_hit(const halfspace_mesh_bvh* tree,
                                        const halfspace_ray* ray,
                                        int32_t* is_hit) {
    if (tree == nullptr || !is_ray(ray) || is_hit == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    *is_hit = tree->tree.any_hit(ray_from(*ray)) ? 1 : 0;
    return HALFSPACE_OK;
}

halfspace_status halfspace_mesh_any_hit_all(const halfspace_mesh_bvh* tree,
                                            const halfspace_ray* rays,
                                            size_t count,
                                            uint8_t* is_hit) {
    if (tree == nullptr || !are_rays(rays, count) || (count > 0 && is_hit == nullptr)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&] {
        in_batch(count, [&](size_t begin, size_t size) {
            for (size_t i = begin; i < begin + size; ++i) {
                is_hit[i] = tree->tree.any_hit(ray_from(rays[i])) ? 1 : 0;
            }
        });
    });
}

halfspace_status halfspace_mesh_closest_point(const halfspace_mesh_bvh* tree,
                                              const double p[3],
                                              double most,
                                              halfspace_mesh_point* nearest) {
    if (tree == nullptr || !is_point(p, kMaxPlace) || !is_most(most) || nearest == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const std::optional<MeshPoint> found = tree->tree.closest_point(vec3(p), most);
    if (!found) {
        return HALFSPACE_NOT_FOUND;
    }
    *nearest = point_from(found);
    return HALFSPACE_OK;
}

halfspace_status halfspace_mesh_closest_point_all(const halfspace_mesh_bvh* tree,
                                                  const double* points,
                                                  size_t count,
                                                  double most,
                                                  halfspace_mesh_point* nearest) {
    if (tree == nullptr || !are_points(points, count, kMaxPlace) || !is_most(most) ||
        (count > 0 && nearest == nullptr)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&] {
        in_batch(count, [&](size_t begin, size_t size) {
            for (size_t i = begin; i < begin + size; ++i) {
                nearest[i] = point_from(tree->tree.closest_point(vec3(points + 3 * i), most));
            }
        });
    });
}

halfspace_status halfspace_mesh_winding(const halfspace_mesh_bvh* tree,
                                        const double p[3],
                                        int32_t* winding) {
    if (tree == nullptr || !is_point(p, kMaxPlace) || winding == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    *winding = tree->tree.winding(vec3(p));
    return HALFSPACE_OK;
}

halfspace_status halfspace_mesh_winding_all(const halfspace_mesh_bvh* tree,
                                            const double* points,
                                            size_t count,
                                            int32_t* windings) {
    if (tree == nullptr || !are_points(points, count, kMaxPlace) ||
        (count > 0 && windings == nullptr)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&] {
        in_batch(count, [&](size_t begin, size_t size) {
            for (size_t i = begin; i < begin + size; ++i) {
                windings[i] = tree->tree.winding(vec3(points + 3 * i));
            }
        });
    });
}

halfspace_status halfspace_mesh_in_box(const halfspace_mesh_bvh* tree,
                                       const double min[3],
                                       const double max[3],
                                       halfspace_answer* answer,
                                       const uint32_t** triangles,
                                       size_t* count) {
    if (!is_point(min, kMaxPlace) || !is_point(max, kMaxPlace)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return answer_of(
        tree, answer, triangles, count, [&](const TriangleBvh& of, QueryScratch& scratch) {
            return of.in_box(box_from(min, max), scratch);
        });
}

halfspace_status halfspace_mesh_in_sphere(const halfspace_mesh_bvh* tree,
                                          const double centre[3],
                                          double radius,
                                          halfspace_answer* answer,
                                          const uint32_t** triangles,
                                          size_t* count) {
    if (!is_point(centre, kMaxPlace) || !is_distance(radius)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return answer_of(
        tree, answer, triangles, count, [&](const TriangleBvh& of, QueryScratch& scratch) {
            return of.in_sphere(vec3(centre), radius, scratch);
        });
}

halfspace_status halfspace_mesh_in_capsule(const halfspace_mesh_bvh* tree,
                                           const double from[3],
                                           const double to[3],
                                           double radius,
                                           halfspace_answer* answer,
                                           const uint32_t** triangles,
                                           size_t* count) {
    if (!is_point(from, kMaxPlace) || !is_point(to, kMaxPlace) || !is_distance(radius)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return answer_of(
        tree, answer, triangles, count, [&](const TriangleBvh& of, QueryScratch& scratch) {
            return of.in_capsule(vec3(from), vec3(to), radius, scratch);
        });
}

halfspace_status halfspace_mesh_overlaps_box(const halfspace_mesh_bvh* tree,
                                             const double min[3],
                                             const double max[3],
                                             int32_t* overlaps) {
    if (tree == nullptr || !is_point(min, kMaxPlace) || !is_point(max, kMaxPlace) ||
        overlaps == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    *overlaps = tree->tree.overlaps_box(box_from(min, max)) ? 1 : 0;
    return HALFSPACE_OK;
}

halfspace_status halfspace_mesh_overlaps_sphere(const halfspace_mesh_bvh* tree,
                                                const double centre[3],
                                                double radius,
                                                int32_t* overlaps) {
    if (tree == nullptr || !is_point(centre, kMaxPlace) || !is_distance(radius) ||
        overlaps == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    *overlaps = tree->tree.overlaps_sphere(vec3(centre), radius) ? 1 : 0;
    return HALFSPACE_OK;
}

halfspace_status halfspace_mesh_overlaps_capsule(const halfspace_mesh_bvh* tree,
                                                 const double from[3],
                                                 const double to[3],
                                                 double radius,
                                                 int32_t* overlaps) {
    if (tree == nullptr || !is_point(from, kMaxPlace) || !is_point(to, kMaxPlace) ||
        !is_distance(radius) || overlaps == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    *overlaps = tree->tree.overlaps_capsule(vec3(from), vec3(to), radius) ? 1 : 0;
    return HALFSPACE_OK;
}

halfspace_status halfspace_mesh_far_to_near(const halfspace_mesh_bvh* tree,
                                            const double eye[3],
                                            halfspace_answer* answer,
                                            const uint32_t** triangles,
                                            size_t* count) {
    if (!is_point(eye, kMaxPlace)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return answer_of(
        tree, answer, triangles, count, [&](const TriangleBvh& of, QueryScratch& scratch) {
            return of.far_to_near(vec3(eye), scratch);
        });
}

halfspace_status halfspace_mesh_statistics_of(const halfspace_mesh_bvh* tree,
                                              halfspace_mesh_statistics* statistics) {
    if (tree == nullptr || statistics == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        const TriangleBvh::Statistics found = tree->tree.statistics();
        *statistics = {found.nodes, found.depth, found.bytes, found.cost};
        return HALFSPACE_OK;
    });
}
