// SPDX-License-Identifier: MIT
#include "halfspace/spatial/mesh_collide.h"

#include "halfspace_spatial.h"
#include "spatial.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>

namespace halfspace::c {
namespace {

// nullopt if a fourth number is wrong. The C++ functions check the others.
std::optional<Transform> transform_from(const double* matrix) {
    if (matrix == nullptr) {
        return Transform{};
    }
    if (matrix[3] != 0 || matrix[7] != 0 || matrix[11] != 0 || matrix[15] != 1) {
        return std::nullopt;
    }
    return Transform{vec3(matrix), vec3(matrix + 4), vec3(matrix + 8), vec3(matrix + 12)};
}

halfspace_triangle_pair pair_from(const TrianglePair& pair) {
    return {pair.a.value, pair.b.value};
}

// Calls ask(a, b, b_to_a), and returns its status.
template <class Ask>
halfspace_status ask_both(const halfspace_mesh_bvh* a,
                          const halfspace_mesh_bvh* b,
                          const double* b_to_a,
                          const Ask& ask) {
    const std::optional<Transform> transform = transform_from(b_to_a);
    if (a == nullptr || b == nullptr || !transform) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status { return ask(a->tree, b->tree, *transform); });
}

}  // namespace
}  // namespace halfspace::c

using namespace halfspace;
using namespace halfspace::c;

halfspace_status halfspace_mesh_first_pair(const halfspace_mesh_bvh* a,
                                           const halfspace_mesh_bvh* b,
                                           const double b_to_a[16],
                                           halfspace_triangle_pair* pair) {
    if (pair == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const auto ask = [&](const TriangleBvh& of_a,
                         const TriangleBvh& of_b,
                         const Transform& transform) -> halfspace_status {
        const auto found = first_pair(of_a, of_b, transform);
        if (!found) {
            return HALFSPACE_BAD_ARGUMENT;
        }
        if (!*found) {
            return HALFSPACE_NOT_FOUND;
        }
        *pair = pair_from(**found);
        return HALFSPACE_OK;
    };
    return ask_both(a, b, b_to_a, ask);
}

halfspace_status halfspace_mesh_all_pairs(const halfspace_mesh_bvh* a,
                                          const halfspace_mesh_bvh* b,
                                          const double b_to_a[16],
                                          halfspace_triangle_pair* pairs,
                                          size_t capacity,
                                          size_t* count) {
    if ((pairs == nullptr && capacity > 0) || count == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const auto ask = [&](const TriangleBvh& of_a,
                         const TriangleBvh& of_b,
                         const Transform& transform) -> halfspace_status {
        size_t found = 0;
        const auto visit = [&](const TrianglePair& pair) {
            if (found < capacity) {
                pairs[found] = pair_from(pair);
            }
            ++found;
            return true;
        };
        // By reference, so that std::function needs no memory.
        if (!visit_pairs(of_a, of_b, transform, std::ref(visit))) {
            return HALFSPACE_BAD_ARGUMENT;
        }
        *count = found;
        if (found > capacity) {
            return HALFSPACE_TOO_SMALL;
        }
        const auto order = [](const halfspace_triangle_pair& left,
                              const halfspace_triangle_pair& right) {
            return std::pair(left.a, left.b) < std::pair(right.a, right.b);
        };
        std::sort(pairs, pairs + found, order);
        return HALFSPACE_OK;
    };
    return ask_both(a, b, b_to_a, ask);
}

halfspace_status halfspace_mesh_distance(const halfspace_mesh_bvh* a,
                                         const halfspace_mesh_bvh* b,
                                         const double b_to_a[16],
                                         double most,
                                         halfspace_nearest_triangles* nearest) {
    if (!is_most(most) || nearest == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const auto ask = [&](const TriangleBvh& of_a,
                         const TriangleBvh& of_b,
                         const Transform& transform) -> halfspace_status {
        const auto found = distance(of_a, of_b, transform, most);
        if (!found) {
            return HALFSPACE_BAD_ARGUMENT;
        }
        if (!*found) {
            return HALFSPACE_NOT_FOUND;
        }
        const NearestTriangles& triangles = **found;
        nearest->triangles = pair_from(triangles.triangles);
        nearest->distance = triangles.distance;
        store(triangles.point_a, nearest->point_a);
        store(triangles.point_b, nearest->point_b);
        return HALFSPACE_OK;
    };
    return ask_both(a, b, b_to_a, ask);
}
