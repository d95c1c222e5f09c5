// SPDX-License-Identifier: MIT
#include "halfspace/spatial/contact_points.h"
#include "halfspace/spatial/convex.h"

#include "halfspace.h"
#include "handle.h"
#include "motion.h"

#include <cmath>
#include <cstdlib>
#include <new>
#include <optional>
#include <utility>
#include <vector>

namespace halfspace::c {

std::optional<Transform> place_of(const halfspace_placed_shape* placed, double most) {
    if (placed == nullptr || placed->shape == nullptr) {
        return std::nullopt;
    }
    return is_point(placed->placement.translation, most) ? rigid_transform(placed->placement)
                                                         : std::nullopt;
}

namespace {

halfspace_shape* new_shape(Result<ConvexShape> made) {
    return made ? new (std::nothrow) halfspace_shape{std::move(*made)} : nullptr;
}

// Calls ask(a, b) with both shapes where they stand. BAD_ARGUMENT if one of them is none.
template <class Ask>
halfspace_status ask_shapes(const halfspace_placed_shape* a,
                            const halfspace_placed_shape* b,
                            const Ask& ask) {
    const std::optional<Transform> place_a = place_of(a, kMaxShapePlace);
    const std::optional<Transform> place_b = place_of(b, kMaxShapePlace);
    if (!place_a || !place_b) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return ask(PlacedShape{a->shape->shape, *place_a}, PlacedShape{b->shape->shape, *place_b});
}

bool is_direction(const double* p) {
    constexpr double kRounding = 1e-5;  // of floats
    return is_point(p) && std::abs(length(vec3(p)) - 1) < kRounding;
}

}  // namespace
}  // namespace halfspace::c

using namespace halfspace;
using namespace halfspace::c;

halfspace_shape* halfspace_new_box(const double half[3]) {
    return half == nullptr ? nullptr : new_shape(ConvexShape::box(vec3(half)));
}

halfspace_shape* halfspace_new_sphere(double radius) {
    return new_shape(ConvexShape::sphere(radius));
}

halfspace_shape* halfspace_new_capsule(double half_height, double radius) {
    return new_shape(ConvexShape::capsule(half_height, radius));
}

halfspace_shape* halfspace_new_cylinder(double half_height, double radius) {
    return new_shape(ConvexShape::cylinder(half_height, radius));
}

halfspace_shape* halfspace_new_hull(const double* points, size_t count) {
    if (count == 0 || !are_points(points, count)) {
        return nullptr;
    }
    return pointer_of([&] {
        std::vector<Vec3> copied;
        copied.reserve(count);
        for (size_t i = 0; i < count; ++i) {
            copied.push_back(vec3(points + 3 * i));
        }
        return new_shape(ConvexShape::points(copied));
    });
}

void halfspace_free_shape(halfspace_shape* shape) {
    delete shape;
}

halfspace_status halfspace_shapes_overlap(const halfspace_placed_shape* a,
                                          const halfspace_placed_shape* b,
                                          int32_t* overlaps) {
    if (overlaps == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return ask_shapes(a, b, [&](const PlacedShape& first, const PlacedShape& second) {
        *overlaps = halfspace::overlaps(first, second) ? 1 : 0;
        return HALFSPACE_OK;
    });
}

halfspace_status halfspace_shapes_penetration(const halfspace_placed_shape* a,
                                              const halfspace_placed_shape* b,
                                              halfspace_penetration* penetration) {
    if (penetration == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return ask_shapes(a, b, [&](const PlacedShape& first, const PlacedShape& second) {
        const std::optional<Penetration> found = halfspace::penetration(first, second);
        if (!found) {
            return HALFSPACE_NOT_FOUND;
        }
        penetration->depth = found->depth;
        store(found->normal, penetration->normal);
        store(found->point, penetration->point);
        penetration->error = found->error;
        return HALFSPACE_OK;
    });
}

halfspace_status halfspace_shapes_distance(const halfspace_placed_shape* a,
                                           const halfspace_placed_shape* b,
                                           halfspace_distance* distance) {
    if (distance == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return ask_shapes(a, b, [&](const PlacedShape& first, const PlacedShape& second) {
        const Distance found = halfspace::distance(first, second);
        distance->distance = found.distance;
        distance->error = found.error;
        store(found.point_a, distance->point_a);
        store(found.point_b, distance->point_b);
        store(found.normal, distance->normal);
        return HALFSPACE_OK;
    });
}

halfspace_status halfspace_shapes_time_of_impact(const halfspace_placed_shape* a,
                                                 const halfspace_placed_shape* b,
                                                 const double motion[3],
                                                 double tolerance,
                                                 halfspace_time_of_impact* impact) {
    if (!is_point(motion) || !is_distance(tolerance) || tolerance == 0 || impact == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return ask_shapes(a, b, [&](const PlacedShape& first, const PlacedShape& second) {
        const std::optional<TimeOfImpact> found =
            time_of_impact(first, second, vec3(motion), tolerance);
        if (!found) {
            return HALFSPACE_NOT_FOUND;
        }
        impact->fraction = found->fraction;
        impact->distance = found->distance;
        store(found->normal, impact->normal);
        store(found->point, impact->point);
        return HALFSPACE_OK;
    });
}

halfspace_status halfspace_contact_points(const halfspace_placed_shape* a,
                                          const halfspace_placed_shape* b,
                                          const halfspace_penetration* penetration,
                                          double face_depth,
                                          halfspace_contact_point points[4],
                                          uint32_t* count) {
    if (penetration == nullptr || !is_direction(penetration->normal) ||
        !is_point(penetration->point) || !std::isfinite(penetration->depth) ||
        !is_distance(face_depth) || points == nullptr || count == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return ask_shapes(a, b, [&](const PlacedShape& first, const PlacedShape& second) {
        const Penetration found{
            penetration->depth, normalized(vec3(penetration->normal)), vec3(penetration->point)};
        const ContactPoints touches = contact_points(first, second, found, face_depth);
        for (size_t i = 0; i < touches.count; ++i) {
            store(touches.points[i].point, points[i].point);
            points[i].depth = touches.points[i].depth;
        }
        *count = static_cast<uint32_t>(touches.count);
        return HALFSPACE_OK;
    });
}
