// SPDX-License-Identifier: MIT
#include "halfspace/spatial/convex.h"

#include "spatial/convex/pair_reach.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <span>

namespace halfspace {
namespace {

bool is_before(const Vec3& a, const Vec3& b) {
    return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
}

// True if a point of a differs from that of b, and the first such point comes before it.
bool are_points_before(std::span<const FourPoints> a, std::span<const FourPoints> b) {
    if (a.size() != b.size() || a.data() == b.data()) {
        return a.size() < b.size();
    }
    for (std::size_t i = 0; i < 4 * a.size(); ++i) {
        const FourPoints& p = a[i / 4];
        const FourPoints& q = b[i / 4];
        const Vec3 first{p.x[i % 4], p.y[i % 4], p.z[i % 4]};
        const Vec3 second{q.x[i % 4], q.y[i % 4], q.z[i % 4]};
        if (first != second) {
            return is_before(first, second);
        }
    }
    return false;
}

// An order of all placed shapes. Both orders of two shapes are computed as one of them, so the
// answers have the same bits.
bool is_before(const PlacedShape& a, const PlacedShape& b) {
    const ConvexShape& p = a.shape;
    const ConvexShape& q = b.shape;
    if (p.kind() != q.kind()) {
        return p.kind() < q.kind();
    }
    if (p.half() != q.half()) {
        return is_before(p.half(), q.half());
    }
    if (p.radius() != q.radius()) {
        return p.radius() < q.radius();
    }
    if (const bool is_first = are_points_before(p.fours(), q.fours());
        is_first || are_points_before(q.fours(), p.fours())) {
        return is_first;
    }
    for (const auto axis : {&Transform::translation, &Transform::x, &Transform::y, &Transform::z}) {
        if (a.transform.*axis != b.transform.*axis) {
            return is_before(a.transform.*axis, b.transform.*axis);
        }
    }
    return false;
}

// Arrays in place of conditions, which the processor would guess wrong every other time.
struct InOrder {
    const PlacedShape* first;
    const PlacedShape* second;
    double sign;  // turns a direction of the pair into one from b to a

    InOrder(const PlacedShape& a, const PlacedShape& b) {
        const std::array<const PlacedShape*, 2> both{&a, &b};
        constexpr std::array<double, 2> kSigns{-1, 1};
        const std::size_t swapped = is_before(b, a) ? 1 : 0;
        first = both[swapped];
        second = both[1 - swapped];
        sign = kSigns[swapped];
    }
};

// The search starts again with room on the heap.
PairReach reach_with_more_room(const ShapePair& pair) {
    PairReach found;
    found.is_full = true;
    for (std::size_t corners = 0x200; found.is_full && corners <= kMaxPolytopeCorners;
         corners *= 8) {
        LargePolytopeRoom room(corners);
        found = reach_of_pair(pair, room.memory());
    }
    return found;
}

}  // namespace

std::optional<Penetration> penetration(const PlacedShape& a, const PlacedShape& b) {
    const InOrder shapes(a, b);
    const ShapePair pair(*shapes.first, *shapes.second);
    MediumPolytopeRoom room;
    PairReach found = reach_of_pair(pair, room.memory());
    if (!(found.reach.depth > 0)) {
        return std::nullopt;
    }
    if (found.is_full) {
        found = reach_with_more_room(pair);
        // do_overlap has said yes with the room on the stack.
        found.reach.depth = std::max(found.reach.depth, std::numeric_limits<double>::min());
    }
    const Transform& frame = shapes.first->transform;
    return Penetration{found.reach.depth,
                       direction_to_world(frame, found.reach.direction * shapes.sign),
                       to_world(frame, found.point),
                       found.error};
}

bool overlaps(const PlacedShape& a, const PlacedShape& b) {
    const InOrder shapes(a, b);
    return do_overlap(ShapePair(*shapes.first, *shapes.second));
}

}  // namespace halfspace
