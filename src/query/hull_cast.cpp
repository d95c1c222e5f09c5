// SPDX-License-Identifier: MIT
#include "query/hull_cast.h"

#include "halfspace/math/clip.h"
#include "halfspace/spatial/convex.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace halfspace {
namespace {

// A body that is not a box along the axes touches a hull if it is at most this far from the hull,
// or this deep in it [units].
constexpr double kShapeTouch = 0x1p-24;
// The errors of `impact` grow with the size of a hull and of the motion. So a hull that is wider
// than this is met in parts: for each part of the motion up to this long, the part of the hull in
// the box that the body sweeps [units]. There the errors are far below kShapeTouch.
constexpr double kLarge = 0x1p16;
// The box is larger by so much that its sides never touch the body [units].
constexpr double kClipMargin = 1;

// The times at which a box enters and leaves the planes of a hull.
class Crossings {
public:
    explicit Crossings(double touch) : touch_(touch) {}

    // Takes a plane into account. from, to: the distances of the box from the plane at both ends of
    // the motion. number: of the plane. False if the plane parts box and hull for the whole motion.
    [[gnu::always_inline]] bool add(double from, double to, std::uint32_t number) {
        if (from >= -touch_) {
            if (to >= from || to >= 0) {
                return false;
            }
            const double time = from <= 0 ? 0 : from / (from - to);
            if (time > enter_) {
                enter_ = time;
                plane_ = number;
            }
        } else if (to > 0) {
            leave_ = std::min(leave_, from / (from - to));
        }
        return enter_ < leave_;
    }

    double enter() const { return enter_; }
    std::uint32_t plane() const { return plane_; }

private:
    double touch_;
    double enter_ = -1;  // -1: no plane is entered
    double leave_ = std::numeric_limits<double>::infinity();
    std::uint32_t plane_ = 0;
};

Vec3 of(const double (&v)[3]) {
    return {v[0], v[1], v[2]};
}

Aabb box_of(const HullRecord& hull) {
    return {of(hull.min), of(hull.max)};
}

// The box that the body sweeps.
Aabb swept_box(const HullMotion& motion) {
    const Vec3 dest = motion.src + motion.motion;
    return {min(motion.src, dest) - motion.half, max(motion.src, dest) + motion.half};
}

double largest_of(const Vec3& v) {
    return std::max({v.x, v.y, v.z});
}

// The corners of the part of a hull in `box`, around the middle of the box; some of them several
// times. Empty if there is no such part.
std::vector<Vec3> corners_in(const Aabb& box, std::span<const HullPlaneRecord> hull) {
    const Vec3 half = (box.max - box.min) * 0.5;
    const Vec3 middle = box.min + half;
    std::vector<Plane> planes{{{-1, 0, 0}, half.x},
                              {{1, 0, 0}, half.x},
                              {{0, -1, 0}, half.y},
                              {{0, 1, 0}, half.y},
                              {{0, 0, -1}, half.z},
                              {{0, 0, 1}, half.z}};
    for (const HullPlaneRecord& plane : hull) {
        const Vec3 n = of(plane.n);
        const double d = plane.d - dot(n, middle);
        const double reach =
            std::abs(n.x) * half.x + std::abs(n.y) * half.y + std::abs(n.z) * half.z;
        if (d < -reach) {
            return {};
        }
        if (d < reach) {
            planes.push_back({n, d});
        }
    }
    std::vector<Vec3> all;
    for (std::size_t face = 0; face < planes.size(); ++face) {
        const std::vector<Vec3> corners = face_corners(planes, face, {2 * length(half), 0});
        all.insert(all.end(), corners.begin(), corners.end());
    }
    return all;
}

HullTouch cast_solid(const PlacedShape& placed, const PlacedShape& solid, const Vec3& motion) {
    const std::optional<Impact> met = impact(placed, solid, motion, kShapeTouch);
    if (!met) {
        return {};
    }
    if (met->gap < -kShapeTouch) {
        return {HullTouch::Kind::StartBlocked, 0, met->normal, HullTouch::kNoSide};
    }
    return {HullTouch::Kind::Hit, met->fraction, met->normal, HullTouch::kNoSide};
}

// Moves the body against the convex hull of the points. middle: where their origin lies in the
// frame of the model.
HullTouch cast_points(const PlacedShape& placed,
                      std::span<const Vec3> points,
                      const Vec3& middle,
                      const Vec3& motion) {
    // For more points than this, memory is allocated.
    constexpr std::size_t kRoom = 64;
    std::array<FourPoints, kRoom> room;
    std::vector<FourPoints> large_room;
    if (points.size() > 4 * kRoom) {
        large_room.resize((points.size() + 3) / 4);
    }
    const ConvexShape shape = ConvexShape::points(
        points, large_room.empty() ? std::span<FourPoints>(room) : std::span(large_room));
    return cast_solid(placed, {shape, moved_by(middle)}, motion);
}

HullTouch cast_whole_box(const PlacedShape& placed, const Aabb& box, const Vec3& motion) {
    const Vec3 half = (box.max - box.min) * 0.5;
    return cast_solid(placed, {*ConvexShape::box(half), moved_by(box.min + half)}, motion);
}

// The part of the hull in the box that the body sweeps.
HullTouch cast_clipped(const Level& level,
                       std::size_t hull,
                       const HullMotion& motion,
                       const PlacedShape& placed) {
    const Aabb whole = box_of(level.hulls()[hull]);
    const Aabb near = grown(swept_box(motion), kClipMargin);
    if (!touch(whole, near)) {
        return {};
    }
    const Aabb box = common_part(whole, near);
    const Vec3 half = (box.max - box.min) * 0.5;
    if (level.corners_of_hull(hull).empty() && largest_of(half) <= kMostShapeSize) {
        return cast_whole_box(placed, box, motion.motion);
    }
    const std::vector<Vec3> corners = corners_in(box, level.planes_of_hull(hull));
    return corners.empty() ? HullTouch{}
                           : cast_points(placed, corners, box.min + half, motion.motion);
}

// time: the box around the body does not touch the hull before.
HullTouch cast_in_parts(const Level& level,
                        std::size_t hull,
                        const HullMotion& motion,
                        const PlacedShape& placed,
                        double time) {
    const double way = std::max(kClipMargin, largest_of(max(motion.motion, -motion.motion)));
    const double step = std::min(1.0, kLarge / way);
    // The box is a little less precise. So the first part begins earlier.
    double from = std::max(0.0, time - kClipMargin / way);
    while (true) {
        const double length = std::min(step, 1 - from);
        HullMotion part = motion;
        part.src = motion.src + motion.motion * from;
        part.motion = motion.motion * length;
        PlacedShape there = placed;
        there.transform.translation += motion.motion * from;
        HullTouch touch = cast_clipped(level, hull, part, there);
        // The body did not meet the hull before. So only rounding puts it into the hull here.
        if (touch.kind == HullTouch::Kind::StartBlocked && from > 0) {
            touch.kind = HullTouch::Kind::Hit;
        }
        if (touch.kind != HullTouch::Kind::Miss) {
            touch.fraction = from + touch.fraction * length;
            return touch;
        }
        if (from + length >= 1) {
            return {};
        }
        from += length;
    }
}

}  // namespace

HullTouch cast_box(const Level& level, std::size_t hull, const HullMotion& motion) {
    const HullRecord& record = level.hulls()[hull];
    Crossings crossings(motion.touch);
    for (std::uint32_t axis = 0; axis < 3; ++axis) {
        const double half = motion.half[axis];
        const double from = motion.src[axis];
        const double to = from + motion.motion[axis];
        const double low = record.min[axis] - half;
        const double high = record.max[axis] + half;
        if (!crossings.add(low - from, low - to, 2 * axis) ||
            !crossings.add(from - high, to - high, 2 * axis + 1)) {
            return {};
        }
    }
    const std::span<const HullPlaneRecord> planes = level.planes_of_hull(hull);
    for (std::uint32_t i = 0; i < planes.size(); ++i) {
        const Vec3 n = of(planes[i].n);
        const double reach = std::abs(n.x) * motion.half.x + std::abs(n.y) * motion.half.y +
                             std::abs(n.z) * motion.half.z;
        const double from = dot(n, motion.src) - planes[i].d - reach;
        if (!crossings.add(from, from + dot(n, motion.motion), HullTouch::kNoSide + i)) {
            return {};
        }
    }
    HullTouch touch;
    if (crossings.enter() < 0) {
        touch.kind = HullTouch::Kind::StartBlocked;
        touch.fraction = 0;
        return touch;
    }
    touch.kind = HullTouch::Kind::Hit;
    touch.fraction = crossings.enter();
    if (crossings.plane() < HullTouch::kNoSide) {
        touch.side = crossings.plane();
        touch.normal[touch.side / 2] = touch.side % 2 == 0 ? -1 : 1;
    } else {
        touch.normal = of(planes[crossings.plane() - HullTouch::kNoSide].n);
    }
    return touch;
}

HullTouch cast_shape(const Level& level,
                     std::size_t hull,
                     const HullMotion& motion,
                     const PlacedShape& placed) {
    const HullTouch by_box = cast_box(level, hull, motion);
    if (by_box.kind == HullTouch::Kind::Miss) {
        return {};
    }
    const Aabb box = box_of(level.hulls()[hull]);
    if (largest_of(box.max - box.min) > kLarge) {
        return cast_in_parts(level, hull, motion, placed, by_box.fraction);
    }
    const std::span<const Vec3> corners = level.corners_of_hull(hull);
    return corners.empty() ? cast_whole_box(placed, box, motion.motion)
                           : cast_points(placed, corners, {}, motion.motion);
}

}  // namespace halfspace
