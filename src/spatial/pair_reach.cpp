// SPDX-License-Identifier: MIT
#include "spatial/pair_reach.h"

#include "spatial/box_pair.h"
#include "spatial/core_distance.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <optional>

namespace halfspace {
namespace {

using Kind = ConvexShape::Kind;

// Boxes that have not grown.
bool are_boxes(const ShapePair& pair) {
    return pair.a().kind() == Kind::Box && pair.b().kind() == Kind::Box && pair.radii() == 0;
}

// The shape has a flat face square to this axis of its frame.
bool has_face(const ConvexShape& shape, std::size_t axis) {
    return shape.kind() == Kind::Box || (shape.kind() == Kind::Cylinder && axis == 2);
}

// Tries the direction along which the middles of the shapes lie.
void try_axis(const ShapePair& pair, const Vec3& axis, Reach& best) {
    constexpr double kLeastSquare = 0x1p-1000;  // the square of a shorter one may become 0
    if (dot(axis, axis) > kLeastSquare) {
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

// Tries what may be least where the difference is flat, or just touches the origin. normal: that of
// the cores' distance.
void try_all(const ShapePair& pair, Portal& portal, const Vec3& normal, Reach& best) {
    try_axis(pair, portal.direction(), best);
    try_axis(pair, normal, best);
    for (const Vec3& axis_a : kAxes) {
        try_axis(pair, axis_a, best);
        for (const Vec3& axis : kAxes) {
            const Vec3 axis_b = direction_to_world(pair.b_to_a(), axis);
            try_axis(pair, axis_b, best);
            try_axis(pair, cross(axis_a, axis_b), best);
        }
    }
    if (portal.is_beyond_origin()) {
        best.improve(portal.reach());
    }
}

// REQUIRES: the cores overlap, up to rounding. answer: what the portal found.
PairReach reach_of_cores(const ShapePair& pair, Portal& portal, Portal::Answer answer) {
    PairReach found;
    if (answer == Portal::Answer::Overlap) {
        found.point = portal.common_point();
        found.reach = portal.reach();
    } else {
        const CoreDistance cores = core_distance(pair);
        try_all(pair, portal, cores.normal, found.reach);
        found.point = cores.on_a;
    }
    try_faces(pair, found.reach);
    found.reach.depth += pair.radii();
    if (answer == Portal::Answer::Overlap || pair.radii() > 0) {
        // The overlap is sure, whatever rounding makes of its depth.
        found.reach.depth = std::max(found.reach.depth, std::numeric_limits<double>::min());
    }
    return found;
}

PairReach reach_of_round(const ShapePair& pair) {
    const CoreDistance cores = core_distance(pair);
    if (cores.least == 0) {
        Portal portal(pair);
        const Portal::Answer answer = portal.find();
        return reach_of_cores(pair, portal, answer);
    }
    return {{-cores.parting, pair.radii() - cores.least}, common_point(pair, cores)};
}

PairReach reach_of_boxes(const ShapePair& pair) {
    PairReach found{box_reach(pair), {}};
    if (!(found.reach.depth > 0)) {
        return found;
    }
    if (const auto point = point_in_boxes(pair)) {
        found.point = *point;
        return found;
    }
    Portal portal(pair);
    const bool is_found = portal.find() == Portal::Answer::Overlap;
    found.point = is_found ? portal.common_point() : core_distance(pair).on_a;
    return found;
}

}  // namespace

PairReach reach_of_pair(const ShapePair& pair) {
    if (are_boxes(pair)) {
        return reach_of_boxes(pair);
    }
    if (pair.radii() > 0) {
        return reach_of_round(pair);
    }
    Portal portal(pair);
    const Portal::Answer answer = portal.find();
    if (answer == Portal::Answer::Apart) {
        return {portal.last_reach(), {}};
    }
    if (answer == Portal::Answer::Unclear) {
        const CoreDistance cores = core_distance(pair);
        if (cores.least > 0) {
            return {{-cores.parting, -cores.least}, {}};
        }
    }
    return reach_of_cores(pair, portal, answer);
}

bool do_overlap(const ShapePair& pair) {
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
    return reach_of_pair(pair).reach.depth > 0;
}

}  // namespace halfspace
