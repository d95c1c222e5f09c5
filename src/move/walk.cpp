// SPDX-License-Identifier: MIT
#include "move/walk.h"

#include <algorithm>
#include <limits>

namespace halfspace {
namespace {

// A body that can slide down by less than a sixteenth of this distance is wedged [units].
constexpr double kWedgeProbe = 1;

bool is_wedged(const Blockers& blockers, const MovedBody& body, const Vec3& position) {
    const Vec3 down{0, 0, -kWedgeProbe};
    const Slide slide = slide_along(blockers, body, position, down, 1, {}).slide;
    return slide.contact_count > 1 && position.z - slide.position.z < kWedgeProbe / 16;
}

// What a body would rest on if its lower side were flat.
struct DiscFloor {
    Vec3 normal;
    double height;  // where the disc rests, on z
};

// The floor below the flat disc that is as wide as the box around the body and is lowered from the
// middle of this box to its lowest point. A round body that rests on the edge of a stair has a
// steep normal there, but the disc lies on the stair. On a steep ramp the disc meets the ramp, too.
std::optional<DiscFloor> floor_below_disc(const Blockers& blockers,
                                          const MovedBody& body,
                                          const Vec3& position,
                                          double floor_normal) {
    const double skin = blockers.options.skin;
    const Aabb box = box_at(body.shape(), position);
    const Vec3 half = half_of(box);
    // Smaller than the body, so that it meets no wall beside the body.
    const double radius = std::min({half.x, half.y, kMaxShapeSize}) - 2 * skin;
    if (body.space() || radius <= 0 || blockers.level == nullptr) {
        return std::nullopt;
    }
    const MoverBody shape = ShapeBody{*ConvexShape::cylinder(0, radius), {}};
    const MovedBody disc(*blockers.level, shape);
    const Vec3 middle = centre_of(box);
    const Contact touch = first_touch(blockers, disc, middle, middle - Vec3{0, 0, half.z + skin});
    const bool is_floor = touch.hit && !touch.start_blocked && touch.normal.z >= floor_normal;
    return is_floor ? std::optional(DiscFloor{touch.normal, touch.end.z}) : std::nullopt;
}

// What the body meets at most `depth` below. The normal is that of the floor, for the edge of a
// floor, too, if the floor is not above `highest` on z. Else the normal is that of the contact,
// which is too steep. nullopt if there is nothing.
std::optional<Ground> surface_below(const Blockers& blockers,
                                    const MovedBody& body,
                                    const Vec3& position,
                                    double depth,
                                    double floor_normal,
                                    double highest) {
    const Contact touch = first_touch(blockers, body, position, position - Vec3{0, 0, depth});
    if (!touch.hit || touch.start_blocked) {
        return std::nullopt;
    }
    Ground ground{touch, touch.end, touch.normal};
    if (ground.normal.z < floor_normal) {
        const auto floor = floor_below_disc(blockers, body, ground.position, floor_normal);
        if (floor && floor->height <= highest) {
            ground.normal = floor->normal;
        }
    }
    return ground;
}

double horizontal_square(const Vec3& from, const Vec3& to) {
    const Vec3 way = to - from;
    return way.x * way.x + way.y * way.y;
}

}  // namespace

std::optional<Ground> ground_below(const Blockers& blockers,
                                   const MovedBody& body,
                                   const Vec3& position,
                                   double depth,
                                   double floor_normal) {
    constexpr double kAnyHeight = std::numeric_limits<double>::infinity();
    std::optional<Ground> ground =
        surface_below(blockers, body, position, depth, floor_normal, kAnyHeight);
    if (!ground || ground->normal.z >= floor_normal) {
        return ground;
    }
    if (is_wedged(blockers, body, ground->position)) {
        ground->normal = {0, 0, 1};
        return ground;
    }
    return std::nullopt;
}

Walk walk(const Blockers& blockers,
          const MovedBody& body,
          const Vec3& position,
          const Vec3& velocity,
          double seconds,
          const SlideRules& rules,
          double step_height,
          double floor_normal) {
    Walk flat{slide_along(blockers, body, position, velocity, seconds, rules), 0};
    if (!flat.outcome.met_wall || step_height == 0) {
        return flat;
    }
    const Vec3 up{0, 0, step_height};
    const Contact ceiling = first_touch(blockers, body, position, position + up);
    const double raised = ceiling.end.z - position.z;
    if (ceiling.start_blocked || raised <= 0) {
        return flat;
    }
    SlideOutcome high = slide_along(blockers, body, ceiling.end, velocity, seconds, rules);
    const Vec3 end = high.slide.position;
    if (horizontal_square(position, end) <=
        horizontal_square(position, flat.outcome.slide.position)) {
        return flat;
    }
    // A round body may hang on an edge that is far above its lowest point. So the height of the
    // stair itself counts, from the body's lowest point before the step.
    const double lowest = box_at(body.shape(), position).min.z;
    const double highest = lowest + step_height + 2 * blockers.options.skin;
    const auto floor = surface_below(blockers, body, end, raised, floor_normal, highest);
    if (!floor || floor->normal.z < floor_normal) {
        return flat;
    }
    high.slide.position = floor->position;
    if (rules.ground) {
        high.ground = floor->normal;
    }
    return {high, floor->position.z - position.z};
}

}  // namespace halfspace
