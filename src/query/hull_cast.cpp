// SPDX-License-Identifier: MIT
#include "query/hull_cast.h"

#include "halfspace/spatial/convex.h"

#include <array>
#include <cmath>
#include <limits>
#include <new>

namespace halfspace {
namespace {

// A body that is not a box along the axes touches a hull if it is at most this far from the hull,
// or this deep in it [units].
constexpr double kShapeTouch = 0x1p-24;

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
    const Vec3 half = (of(record.max) - of(record.min)) * 0.5;
    // For a hull with more corners than this, memory is allocated.
    constexpr std::size_t kRoom = 64;
    std::array<FourPoints, kRoom> room;
    const Result<ConvexShape> shape = corners.empty() ? ConvexShape::box(half)
                                      : corners.size() <= 4 * kRoom
                                          ? ConvexShape::points(corners, room)
                                          : ConvexShape::points(corners);
    if (!shape) {
        return {};  // of a leaf without volume
    }
    const PlacedShape solid{*shape, moved_by(corners.empty() ? of(record.min) + half : Vec3{})};
    const std::optional<Impact> met = impact(placed, solid, motion.motion, kShapeTouch);
    if (!met) {
        return {};
    }
    if (met->gap < -kShapeTouch) {
        return {HullTouch::Kind::StartBlocked, 0, {}, HullTouch::kNoSide};
    }
    return {HullTouch::Kind::Hit, met->fraction, met->normal, HullTouch::kNoSide};
}

}  // namespace halfspace
