// SPDX-License-Identifier: MIT
#include "query/hull/hull_cast.h"

#include "level/shared/record_box.h"
#include "math/shared/clip.h"
#include "math/shared/crossings.h"
#include "spatial/shared/advance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace halfspace {
namespace {

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

std::optional<TimeOfImpact> cast_solid(const PlacedShape& placed,
                                       const PlacedShape& solid,
                                       const Vec3& motion) {
    return time_of_impact(placed, solid, motion, kShapeTouch);
}

// Moves the body against the convex hull of the points. middle: where their origin lies in the
// frame of the model.
std::optional<TimeOfImpact> cast_points(const PlacedShape& placed,
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

std::optional<TimeOfImpact> cast_whole_box(const PlacedShape& placed,
                                           const Aabb& box,
                                           const Vec3& motion) {
    const Vec3 half = half_of(box);
    return cast_solid(placed, {*ConvexShape::box(half), moved_by(box.min + half)}, motion);
}

// The part of the hull in the box that the body sweeps.
std::optional<TimeOfImpact> cast_clipped(const Level& level,
                                         std::size_t hull,
                                         const HullMotion& motion,
                                         const PlacedShape& placed) {
    const Aabb whole = box_of(level.hulls()[hull]);
    const Aabb near = box_of_part(motion.from, motion.motion, motion.half);
    if (!touch(whole, near)) {
        return {};
    }
    const Aabb box = intersection(whole, near);
    const Vec3 half = half_of(box);
    if (level.corners_of_hull(hull).empty() && max_abs(half) <= kMaxShapeSize) {
        return cast_whole_box(placed, box, motion.motion);
    }
    const std::vector<Vec3> corners = corners_in(box, level.planes_of_hull(hull));
    return corners.empty() ? std::nullopt
                           : cast_points(placed, corners, box.min + half, motion.motion);
}

// time: the box around the body does not touch the hull before.
std::optional<TimeOfImpact> cast_large(const Level& level,
                                       std::size_t hull,
                                       const HullMotion& motion,
                                       const PlacedShape& placed,
                                       double time) {
    // The box is a little less precise. So the first part begins earlier.
    const double way = std::max(1.0, max_abs(motion.motion));
    const double begin = std::max(0.0, time - kPartMargin / way);
    return cast_in_parts(
        motion.motion, kLargeMotion, begin, 1, [&](const Vec3& moved, const Vec3& part, double) {
            HullMotion there = motion;
            there.from = motion.from + moved;
            there.motion = part;
            PlacedShape body = placed;
            body.transform.translation += moved;
            return cast_clipped(level, hull, there, body);
        });
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
    const std::span<const Vec3> corners = level.corners_of_hull(hull);
    const std::optional<TimeOfImpact> met =
        max_abs(box.max - box.min) > kLargeMotion
            ? cast_large(level, hull, motion, placed, by_box.fraction)
        : corners.empty() ? cast_whole_box(placed, box, motion.motion)
                          : cast_points(placed, corners, {}, motion.motion);
    if (!met) {
        return {};
    }
    normal = met->normal;
    if (met->distance < -kShapeTouch) {
        return {0, kNone, HullTouch::Kind::StartBlocked};
    }
    return {met->fraction, kNone, HullTouch::Kind::Hit};
}

}  // namespace halfspace
