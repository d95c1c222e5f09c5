// SPDX-License-Identifier: MIT
// How the stepper swims.
#include "halfspace/query/trace.h"

#include "move/stepper.h"

#include <algorithm>

namespace halfspace {
namespace {

// The middle of a swimmer stays so far below the surface [units]. More than the rounding of a
// position, less than anybody sees.
constexpr double kFloat = 0x1p-6;

}  // namespace

// How far a swimmer can rise until its middle is at the surface, at most `way`.
double Stepper::way_to_surface(double way) const {
    const Vec3 middle = middle_at(state_.position);
    const Vec3 above = middle + Vec3{0, 0, way + kFloat};
    if (any(liquid_at(above))) {
        return way;
    }
    TraceOptions options;
    options.mask = kLiquids;
    const Contact surface = trace(here(), SpaceId(0), above, middle, options);
    const double room = surface.point.z - middle.z - kFloat;
    return surface.hit ? std::clamp(room, 0.0, way) : way;
}

Walk Stepper::swum_by(const Vec3& velocity, const SlideRules& rules) const {
    return walk(blockers_,
                body(),
                state_.position,
                velocity,
                options_.seconds,
                rules,
                options_.step_height,
                options_.floor_normal);
}

// True if a steep bank has lifted the swimmer out of the liquid. It would fall back at once.
bool Stepper::is_lifted_out(const Walk& swum) const {
    const auto touched = swum.outcome.slide.touched();
    const bool met_floor = std::any_of(touched.begin(), touched.end(), [&](const Contact& touch) {
        return touch.normal.z >= options_.floor_normal;
    });
    return swum.outcome.met_steep && !met_floor && swum.stepped == 0 &&
           !any(liquid_at(middle_at(swum.outcome.slide.position)));
}

void Stepper::swim() {
    Vec3 wish = wish_.free;
    wish.z += is_jump_pressed() ? 1 : 0;
    wish.z -= is_crouch_pressed() ? 1 : 0;
    const bool is_idle = wish == Vec3{};
    const double speed = is_idle ? options_.sink_speed : options_.swim_speed;
    wish = is_idle ? Vec3{0, 0, -1} : limited(wish, 1);
    Vec3 velocity = slowed(state_.velocity, options_.swim_friction, 0, options_.seconds);
    velocity =
        accelerated(velocity, wish, speed, speed, options_.swim_acceleration, options_.seconds);
    velocity = limited(velocity, options_.max_speed);
    const double rise = velocity.z * options_.seconds;
    if (rise > 0) {
        // Who rose out of the liquid would fall back and rise again.
        velocity.z = way_to_surface(rise) / options_.seconds;
    }
    Walk swum = swum_by(velocity, {});
    if (is_lifted_out(swum)) {
        swum = swum_by(velocity, {.falls = true});
    }
    result_.stepped = swum.stepped;
    take(swum.outcome);
    if (takes_ladder()) {
        return;
    }
    if (result_.liquid_depth == 2 && is_jump_pressed() && is_against_wall()) {
        state_.velocity.z = options_.climb_out_speed;
        state_.mode = MoverMode::Air;
        set_flag(MoverFlags::ClimbsOut, true);
    }
}

}  // namespace halfspace
