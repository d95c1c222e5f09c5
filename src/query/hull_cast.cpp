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
// Of a large hull, the part in the box that a body sweeps is met. This box is larger by so much
// that its sides never touch the body [units].
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

// The box that the body sweeps.
Aabb swept_box(const HullMotion& motion) {
    const Vec3 dest = motion.src + motion.motion;
    return {min(motion.src, dest) - motion.half, max(motion.src, dest) + motion.half};
}

// True if a corner of the box lies farther out than a corner of a shape may lie.
bool is_large(const Aabb& box) {
    const Vec3 far = max(-box.min, box.max);
    return std::max({far.x, far.y, far.z}) > kMostShapeSize;
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
        return {HullTouch::Kind::StartBlocked, 0, {}, HullTouch::kNoSide};
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
    if (cast_box(level, hull, motion).kind == HullTouch::Kind::Miss) {
        return {};
    }
    const HullRecord& record = level.hulls()[hull];
    const std::span<const Vec3> corners = level.corners_of_hull(hull);
    Aabb box{of(record.min), of(record.max)};
    const bool is_clipped = is_large(box);
    if (is_clipped) {
        box = common_part(box, grown(swept_box(motion), kClipMargin));
    }
    const Vec3 half = (box.max - box.min) * 0.5;
    const Vec3 middle = box.min + half;
    if (!corners.empty() && !is_clipped) {
        return cast_points(placed, corners, {}, motion.motion);
    }
    if (corners.empty()) {
        if (const Result<ConvexShape> shape = ConvexShape::box(half)) {
            return cast_solid(placed, {*shape, moved_by(middle)}, motion.motion);
        }
    }
    const std::vector<Vec3> clipped = corners_in(box, level.planes_of_hull(hull));
    return clipped.empty() ? HullTouch{} : cast_points(placed, clipped, middle, motion.motion);
}

}  // namespace halfspace
