// SPDX-License-Identifier: MIT
#include "move/walk.h"

namespace halfspace {
namespace {

// A body that can slide down by less than a sixteenth of this distance is wedged [units].
constexpr double kWedgeProbe = 1;

bool is_wedged(const Blockers& blockers, const MovedBody& body, const Vec3& position) {
    const Vec3 down{0, 0, -kWedgeProbe};
    const Slide slide = slide_along(blockers, body, position, down, 1, {}).slide;
    return slide.contact_count > 1 && position.z - slide.position.z < kWedgeProbe / 16;
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
    const MoverContact touch = first_touch(blockers, body, position, position - Vec3{0, 0, depth});
    if (!touch.contact.hit || touch.contact.start_blocked) {
        return std::nullopt;
    }
    Ground ground{touch, touch.contact.end, touch.contact.normal};
    if (ground.normal.z >= floor_normal) {
        return ground;
    }
    if (is_wedged(blockers, body, ground.position)) {
        ground.normal = {0, 0, 1};
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
    const MoverContact ceiling = first_touch(blockers, body, position, position + up);
    const double raised = ceiling.contact.end.z - position.z;
    if (ceiling.contact.start_blocked || raised <= 0) {
        return flat;
    }
    SlideOutcome high = slide_along(blockers, body, ceiling.contact.end, velocity, seconds, rules);
    const Vec3 end = high.slide.position;
    if (horizontal_square(position, end) <=
        horizontal_square(position, flat.outcome.slide.position)) {
        return flat;
    }
    const MoverContact floor = first_touch(blockers, body, end, end - Vec3{0, 0, raised});
    if (floor.contact.start_blocked || floor.contact.normal.z < floor_normal) {
        return flat;
    }
    high.slide.position = floor.contact.end;
    if (rules.ground) {
        high.ground = floor.contact.normal;
    }
    return {high, floor.contact.end.z - position.z};
}

}  // namespace halfspace
