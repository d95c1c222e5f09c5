// SPDX-License-Identifier: MIT
#include "query/hull/hull_cast.h"

#include "halfspace/spatial/convex.h"

#include "level/shared/record_box.h"
#include "math/shared/clip.h"
#include "math/shared/crossings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace halfspace {
namespace {

// A body that is not a box along the axes touches a hull if it is at most this far from the hull,
// or this deep in it [units].
constexpr double kShapeTouch = 0x1p-24;
// The errors of `time_of_impact` grow with the size of a hull and of the motion: among hulls of
// 2^13 units they pass kShapeTouch. So a hull that is wider than kLarge, with some margin, is met
// in parts: for each part of the motion up to kLarge long, the part of the hull in the box that the
// body sweeps [units].
constexpr double kLarge = 0x1p10;
// The box is larger by so much that its sides never touch the body [units].
constexpr double kClipMargin = 1;

// The box that the body sweeps.
Aabb swept_box(const HullMotion& motion) {
    const Vec3 to = motion.from + motion.motion;
    return {min(motion.from, to) - motion.half, max(motion.from, to) + motion.half};
}

// The corners of the part of a hull in `box`, around the middle of the box; some of them several
// times. Empty if there is no such part.
std::vector<Vec3> corners_in(const Aabb& box, std::span<const HullPlaneRecord> hull) {
    const Vec3 half = half_of(box);
    const Vec3 middle = box.min + half;
    std::vector<Plane> planes{{{-1, 0, 0}, half.x},
                              {{1, 0, 0}, half.x},
                              {{0, -1, 0}, half.y},
                              {{0, 1, 0}, half.y},
                              {{0, 0, -1}, half.z},
                              {{0, 0, 1}, half.z}};
    for (const HullPlaneRecord& plane : hull) {
        const Vec3 n = vec3_of(plane.n);
        const double d = plane.d - dot(n, middle);
        const double reach = dot(abs(n), half);
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

HullTouch cast_solid(const PlacedShape& placed,
                     const PlacedShape& solid,
                     const Vec3& motion,
                     Vec3& normal) {
    const std::optional<TimeOfImpact> met = time_of_impact(placed, solid, motion, kShapeTouch);
    if (!met) {
        return {};
    }
    normal = met->normal;
    if (met->distance < -kShapeTouch) {
        return {0, kNone, HullTouch::Kind::StartBlocked};
    }
    return {met->fraction, kNone, HullTouch::Kind::Hit};
}

// Moves the body against the convex hull of the points. middle: where their origin lies in the
// frame of the model.
HullTouch cast_points(const PlacedShape& placed,
                      std::span<const Vec3> points,
                      const Vec3& middle,
                      const Vec3& motion,
                      Vec3& normal) {
    // For more points than this, memory is allocated.
    constexpr std::size_t kRoom = 64;
    std::array<FourPoints, kRoom> room;
    std::vector<FourPoints> large_room;
    if (points.size() > 4 * kRoom) {
        large_room.resize((points.size() + 3) / 4);
    }
    const ConvexShape shape = ConvexShape::points(
        points, large_room.empty() ? std::span<FourPoints>(room) : std::span(large_room));
    return cast_solid(placed, {shape, moved_by(middle)}, motion, normal);
}

HullTouch cast_whole_box(const PlacedShape& placed,
                         const Aabb& box,
                         const Vec3& motion,
                         Vec3& normal) {
    const Vec3 half = half_of(box);
    return cast_solid(placed, {*ConvexShape::box(half), moved_by(box.min + half)}, motion, normal);
}

// The part of the hull in the box that the body sweeps.
HullTouch cast_clipped(const Level& level,
                       std::size_t hull,
                       const HullMotion& motion,
                       const PlacedShape& placed,
                       Vec3& normal) {
    const Aabb whole = box_of(level.hulls()[hull]);
    const Aabb near = grown(swept_box(motion), kClipMargin);
    if (!touch(whole, near)) {
        return {};
    }
    const Aabb box = intersection(whole, near);
    const Vec3 half = half_of(box);
    if (level.corners_of_hull(hull).empty() && max_abs(half) <= kMaxShapeSize) {
        return cast_whole_box(placed, box, motion.motion, normal);
    }
    const std::vector<Vec3> corners = corners_in(box, level.planes_of_hull(hull));
    return corners.empty() ? HullTouch{}
                           : cast_points(placed, corners, box.min + half, motion.motion, normal);
}

// time: the box around the body does not touch the hull before.
HullTouch cast_in_parts(const Level& level,
                        std::size_t hull,
                        const HullMotion& motion,
                        const PlacedShape& placed,
                        double time,
                        Vec3& normal) {
    constexpr double kMinWay = 1;  // so that nothing is divided by 0
    const double way = std::max(kMinWay, max_abs(motion.motion));
    const double step = std::min(1.0, kLarge / way);
    // The box is a little less precise. So the first part begins earlier.
    double begin = std::max(0.0, time - kClipMargin / way);
    while (true) {
        const double length = std::min(step, 1 - begin);
        HullMotion part = motion;
        part.from = motion.from + motion.motion * begin;
        part.motion = motion.motion * length;
        PlacedShape there = placed;
        there.transform.translation += motion.motion * begin;
        HullTouch touch = cast_clipped(level, hull, part, there, normal);
        // The body did not meet the hull before. So only rounding puts it into the hull here.
        if (touch.kind == HullTouch::Kind::StartBlocked && begin > 0) {
            touch.kind = HullTouch::Kind::Hit;
        }
        if (touch.kind != HullTouch::Kind::Miss) {
            touch.fraction = begin + touch.fraction * length;
            return touch;
        }
        if (begin + length >= 1) {
            return {};
        }
        begin += length;
    }
}

}  // namespace

Vec3 hull_normal(const Level& level, std::size_t hull, std::uint32_t plane) {
    if (plane >= HullTouch::kSides) {
        return vec3_of(level.planes_of_hull(hull)[plane - HullTouch::kSides].n);
    }
    Vec3 normal;
    normal[plane / 2] = plane % 2 == 0 ? -1 : 1;
    return normal;
}

HullTouch cast_box(const Level& level, std::size_t hull, const HullMotion& motion) {
    const HullRecord& record = level.hulls()[hull];
    Crossings crossings(motion.touch);
    for (std::uint32_t axis = 0; axis < 3; ++axis) {
        const double half = motion.half[axis];
        const double from = motion.from[axis];
        const double to = from + motion.motion[axis];
        const double low = record.min[axis] - half;
        const double high = record.max[axis] + half;
        crossings.add(Double2{low - from, from - high},
                      Double2{low - to, to - high},
                      Mask2{2 * axis, 2 * axis + 1});
    }
    if (crossings.misses()) {
        return {};
    }
    const std::span<const HullPlaneRecord> planes = level.planes_of_hull(hull);
    for (std::uint32_t i = 0; i < planes.size(); i += 2) {
        const std::uint32_t next = i + 1 < planes.size() ? i + 1 : i;
        const HullPlaneRecord& a = planes[i];
        const HullPlaneRecord& b = planes[next];
        const Double2 x{a.n[0], b.n[0]};
        const Double2 y{a.n[1], b.n[1]};
        const Double2 z{a.n[2], b.n[2]};
        const Double2 reach =
            absolute(x) * motion.half.x + absolute(y) * motion.half.y + absolute(z) * motion.half.z;
        const Double2 from =
            x * motion.from.x + y * motion.from.y + z * motion.from.z - Double2{a.d, b.d} - reach;
        const Double2 to = from + (x * motion.motion.x + y * motion.motion.y + z * motion.motion.z);
        crossings.add(from, to, Mask2{HullTouch::kSides + i, HullTouch::kSides + next});
    }
    if (crossings.misses()) {
        return {};
    }
    if (crossings.enter() < 0) {
        return {0, kNone, HullTouch::Kind::StartBlocked};
    }
    return {crossings.enter(), crossings.plane(), HullTouch::Kind::Hit};
}

HullTouch cast_shape(const Level& level,
                     std::size_t hull,
                     const HullMotion& motion,
                     const PlacedShape& placed,
                     Vec3& normal) {
    const HullTouch by_box = cast_box(level, hull, motion);
    if (by_box.kind == HullTouch::Kind::Miss) {
        return {};
    }
    const Aabb box = box_of(level.hulls()[hull]);
    if (max_abs(box.max - box.min) > kLarge) {
        return cast_in_parts(level, hull, motion, placed, by_box.fraction, normal);
    }
    const std::span<const Vec3> corners = level.corners_of_hull(hull);
    return corners.empty() ? cast_whole_box(placed, box, motion.motion, normal)
                           : cast_points(placed, corners, {}, motion.motion, normal);
}

}  // namespace halfspace
