// SPDX-License-Identifier: MIT
#include "halfspace/spatial/convex.h"

#include "spatial/box_pair.h"
#include "spatial/core_distance.h"
#include "spatial/portal.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace halfspace {
namespace {

using Kind = ConvexShape::Kind;

bool are_boxes(const ShapePair& pair) {
    return pair.a().kind() == Kind::Box && pair.b().kind() == Kind::Box;
}

// The shape has a flat face square to this axis of its frame.
bool has_face(const ConvexShape& shape, std::size_t axis) {
    return shape.kind() == Kind::Box || (shape.kind() == Kind::Cylinder && axis == 2);
}

// Tries the direction in which the middles of the shapes lie.
void try_axis(const ShapePair& pair, const Vec3& axis, Reach& best) {
    if (axis != Vec3{}) {
        DifferencePoint middle;
        pair.middle(middle);
        best.improve(reach_along(pair, dot(axis, middle.place) > 0 ? -axis : axis));
    }
}

constexpr std::array<Vec3, 3> kAxes{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};

// Tries the faces of boxes and cylinders. Along them the depth is often the least, where the ray
// of the portal leaves the difference elsewhere.
void try_faces(const ShapePair& pair, Reach& best) {
    for (std::size_t i = 0; i < 3; ++i) {
        if (has_face(pair.a(), i)) {
            try_axis(pair, kAxes[i], best);
        }
        if (has_face(pair.b(), i)) {
            try_axis(pair, direction_to_world(pair.b_to_a(), kAxes[i]), best);
        }
    }
}

// How far the difference reaches where no portal says so: it is flat, or it just touches the
// origin.
Reach reach_without_portal(const ShapePair& pair, const Portal& portal) {
    Reach best;
    try_axis(pair, portal.direction(), best);
    for (const Vec3& axis_a : kAxes) {
        try_axis(pair, axis_a, best);
        for (const Vec3& axis : kAxes) {
            const Vec3 axis_b = direction_to_world(pair.b_to_a(), axis);
            try_axis(pair, axis_b, best);
            try_axis(pair, cross(axis_a, axis_b), best);
        }
    }
    return best;
}

// An overlap in the frame of a. REQUIRES: the cores overlap.
std::optional<Overlap> overlap_of_cores(const ShapePair& pair,
                                        Portal& portal,
                                        Portal::Answer answer) {
    Overlap found;
    Reach best;
    if (answer == Portal::Answer::Overlap) {
        best = portal.reach();
        found.point = portal.common_point();
    } else {
        best = reach_without_portal(pair, portal);
        found.point = core_distance(pair).on_a;
    }
    try_faces(pair, best);
    found.depth = best.depth + pair.radii();
    found.normal = -best.direction;
    return found.depth > 0 ? std::optional(found) : std::nullopt;
}

// The shapes have radii.
std::optional<Overlap> overlap_of_round(const ShapePair& pair) {
    const CoreDistance cores = core_distance(pair);
    if (cores.most == 0) {
        Portal portal(pair);
        const Portal::Answer answer = portal.find();
        return overlap_of_cores(pair, portal, answer);
    }
    const double depth = pair.radii() - cores.most;
    if (!(depth > 0)) {
        return std::nullopt;
    }
    // On the way from one core to the other, a reaches up to its radius, and b from its own.
    const double first = std::max(0.0, cores.most - pair.b().radius());
    const double last = std::min(cores.most, pair.a().radius());
    return Overlap{depth, cores.normal, cores.on_a - cores.normal * ((first + last) / 2)};
}

std::optional<Overlap> overlap_of_boxes(const ShapePair& pair) {
    const std::optional<Reach> reach = reach_of_boxes(pair);
    if (!reach) {
        return std::nullopt;
    }
    std::optional<Vec3> point = point_in_boxes(pair);
    if (!point) {
        Portal portal(pair);
        const bool is_found = portal.find() == Portal::Answer::Overlap;
        point = is_found ? portal.common_point() : core_distance(pair).on_a;
    }
    return Overlap{reach->depth, -reach->direction, *point};
}

std::optional<Overlap> overlap_of_pair(const ShapePair& pair) {
    if (are_boxes(pair)) {
        return overlap_of_boxes(pair);
    }
    if (pair.radii() > 0) {
        return overlap_of_round(pair);
    }
    Portal portal(pair);
    const Portal::Answer answer = portal.find();
    if (answer == Portal::Answer::Apart ||
        (answer == Portal::Answer::Unclear && !are_cores_nearer(pair, 0))) {
        return std::nullopt;
    }
    return overlap_of_cores(pair, portal, answer);
}

}  // namespace

std::optional<Overlap> overlap(const PlacedShape& a, const PlacedShape& b) {
    std::optional<Overlap> found = overlap_of_pair(ShapePair(a, b));
    if (found) {
        found->normal = direction_to_world(a.transform, found->normal);
        found->point = to_world(a.transform, found->point);
    }
    return found;
}

bool overlaps(const PlacedShape& a, const PlacedShape& b) {
    const ShapePair pair(a, b);
    if (are_boxes(pair)) {
        return do_boxes_overlap(pair);
    }
    if (pair.radii() > 0) {
        return are_cores_nearer(pair, pair.radii());
    }
    switch (Portal(pair).find()) {
        case Portal::Answer::Apart:
            return false;
        case Portal::Answer::Overlap:
            return true;
        case Portal::Answer::Unclear:
            break;
    }
    return overlap_of_pair(pair).has_value();
}

}  // namespace halfspace
