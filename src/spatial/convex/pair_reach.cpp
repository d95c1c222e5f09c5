// SPDX-License-Identifier: MIT
#include "spatial/convex/pair_reach.h"

#include "spatial/convex/box_pair.h"
#include "spatial/convex/core_distance.h"
#include "spatial/convex/mpr.h"
#include "spatial/convex/parallel_pair.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <optional>

namespace halfspace {
namespace {

using Kind = ConvexShape::Kind;

// Depths are off by this part of the size, by rounding.
constexpr double kRounding = 0x1p-45;
constexpr std::array<Vec3, 3> kAxes{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};

// The cores of spheres and capsules are flat boxes.
bool is_box(const ConvexShape& shape) {
    return shape.kind() != Kind::Points && shape.kind() != Kind::Cylinder;
}

bool are_boxes(const ShapePair& pair) {
    return is_box(pair.a()) && is_box(pair.b());
}

// The shape has a flat face square to this axis of its frame.
bool has_face(const ConvexShape& shape, std::size_t axis) {
    return shape.kind() == Kind::Box || (shape.kind() == Kind::Cylinder && axis == 2);
}

// Tries the direction along which the middles of the shapes lie.
void try_axis(const ShapePair& pair, const Vec3& axis, Reach& best) {
    DifferencePoint middle;
    pair.middle(middle);
    best.improve(reach_along(pair, dot(axis, middle.place) > 0 ? -axis : axis));
}

// Tries the faces of boxes and cylinders. If one of them is the least deep, its normal is returned
// without rounding, and the search is shorter.
Reach reach_of_faces(const ShapePair& pair) {
    Reach best;
    for (std::size_t i = 0; i < 3; ++i) {
        if (has_face(pair.a(), i)) {
            try_axis(pair, kAxes[i], best);
        }
        if (has_face(pair.b(), i)) {
            try_axis(pair, direction_to_world(pair.b_to_a(), kAxes[i]), best);
        }
    }
    return best;
}

// inside: a tetrahedron that holds the origin, if one is known. REQUIRES: the cores overlap, up to
// rounding.
CoreDepth depth_of_cores(const ShapePair& pair,
                         const std::optional<Tetrahedron>& inside,
                         const PolytopeMemory& memory) {
    if (are_boxes(pair)) {
        const Reach reach = box_depth(pair);
        const double error = box_depth_error(pair);
        return {.reach = reach, .least = reach.depth - error};
    }
    if (const auto found = parallel_depth(pair)) {
        return *found;
    }
    if (inside) {
        return least_depth(pair, *inside, reach_of_faces(pair), memory);
    }
    const FirstPolytope first = first_polytope(pair);
    if (first.across.direction != Vec3{}) {
        return {.reach = first.across, .size = first.size};
    }
    return least_depth(pair, first.corners, reach_of_faces(pair), memory);
}

PairReach with_radii(const ShapePair& pair, const CoreDepth& cores, const Vec3& point) {
    return {{cores.reach.direction, cores.reach.depth + pair.radii()},
            cores.reach.depth - cores.least + kRounding * (cores.size + pair.radii()),
            point,
            cores.is_full};
}

// The overlap is sure, whatever rounding makes of its depth.
PairReach surely(PairReach found) {
    found.reach.depth = std::max(found.reach.depth, std::numeric_limits<double>::min());
    return found;
}

// What GJK says. nullopt if it has no direction that parts the cores.
std::optional<PairReach> reach_of_distance(const ShapePair& pair, const CoreDistance& cores) {
    if (cores.least == 0) {
        return std::nullopt;
    }
    const double most = std::max(cores.most + cores.off, cores.parted);
    const CoreDepth depth{{-cores.parting, -cores.parted}, -most, cores.size};
    // The same comparison as in are_cores_nearer.
    if (!(cores.least < pair.radii())) {
        return with_radii(pair, depth, {});
    }
    return surely(with_radii(pair, depth, common_point(pair, cores)));
}

// REQUIRES: cores.least == 0.
PairReach reach_of_touching(const ShapePair& pair,
                            const CoreDistance& cores,
                            const PolytopeMemory& memory) {
    CoreDepth depth = depth_of_cores(pair, {}, memory);
    depth.least = depth.least > 0 ? depth.least : -(cores.most + cores.off);
    return with_radii(pair, depth, cores.on_a);
}

// REQUIRES: mpr.find() returned Overlap.
PairReach reach_of_deep(const ShapePair& pair, const Mpr& mpr, const PolytopeMemory& memory) {
    CoreDepth depth = depth_of_cores(pair, mpr.tetrahedron(), memory);
    depth.least = std::max(depth.least, 0.0);
    return surely(with_radii(pair, depth, mpr.common_point()));
}

PairReach reach_of_round(const ShapePair& pair, const PolytopeMemory& memory) {
    const CoreDistance cores = core_distance(pair);
    if (const auto found = reach_of_distance(pair, cores)) {
        return *found;
    }
    if (!are_boxes(pair)) {
        Mpr mpr(pair);
        if (mpr.find() == Mpr::Answer::Overlap) {
            return reach_of_deep(pair, mpr, memory);
        }
    }
    return surely(reach_of_touching(pair, cores, memory));
}

PairReach reach_of_boxes(const ShapePair& pair) {
    PairReach found{.reach = box_depth(pair)};
    if (!(found.reach.depth > 0)) {
        return found;
    }
    found.error = box_depth_error(pair);
    if (const auto point = point_in_boxes(pair)) {
        found.point = *point;
        return found;
    }
    Mpr mpr(pair);
    const bool is_found = mpr.find() == Mpr::Answer::Overlap;
    found.point = is_found ? mpr.common_point() : core_distance(pair).on_a;
    return found;
}

}  // namespace

PairReach reach_of_pair(const ShapePair& pair, const PolytopeMemory& memory) {
    if (pair.radii() > 0) {
        return reach_of_round(pair, memory);
    }
    if (are_boxes(pair)) {
        return reach_of_boxes(pair);
    }
    Mpr mpr(pair);
    switch (mpr.find()) {
        case Mpr::Answer::Apart:
            return {.reach = mpr.last_reach()};
        case Mpr::Answer::Overlap:
            return reach_of_deep(pair, mpr, memory);
        case Mpr::Answer::Unclear:
            break;
    }
    const CoreDistance cores = core_distance(pair);
    const auto found = reach_of_distance(pair, cores);
    return found ? *found : reach_of_touching(pair, cores, memory);
}

bool do_overlap(const ShapePair& pair) {
    if (pair.radii() > 0) {
        return are_cores_nearer(pair, pair.radii());
    }
    if (are_boxes(pair)) {
        return do_boxes_overlap(pair);
    }
    switch (Mpr(pair).find()) {
        case Mpr::Answer::Apart:
            return false;
        case Mpr::Answer::Overlap:
            return true;
        case Mpr::Answer::Unclear:
            break;
    }
    MediumPolytopeRoom room;
    return reach_of_pair(pair, room.memory()).reach.depth > 0;
}

}  // namespace halfspace
