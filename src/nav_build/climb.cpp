// SPDX-License-Identifier: MIT
#include "nav_build/climb.h"

#include "halfspace/math/sin_cos.h"

#include <algorithm>
#include <cmath>

namespace halfspace {
namespace {

// The height of a floor at a place, if the floor goes through `on`.
double height_at(const Vec3& place, const Vec3& on, const Vec3& normal) {
    return on.z - ((place.x - on.x) * normal.x + (place.y - on.y) * normal.y) / normal.z;
}

// Walks straight over the edge at one place. t: where on the edge, from 0 to 1.
bool climbs_at(const PlacedLevel& around,
               SpaceId space,
               const StairStep& step,
               double t,
               const MoverOptions& options) {
    const Vec3 edge = step.lower[0] + (step.lower[1] - step.lower[0]) * t;
    const Vec3 landing = step.upper[0] + (step.upper[1] - step.upper[0]) * t;
    // The mover begins where it touches the riser, or a bit before, and goes on until it is over
    // the edge. A walker gets over in one mover step or not at all.
    const double way = options.walk_speed * options.seconds;
    auto [state, input] = walker_before(edge, step.lower_normal, step.forward, options);
    state.velocity = step.forward * options.walk_speed;
    const MoverBodies bodies{space, space};
    const int most = static_cast<int>(8 + 4 * std::ceil(4 * options.skin / way));
    for (int i = 0; i < most; ++i) {
        const MoverStep moved = step_mover(around, bodies, state, input, options);
        state = moved.state;
        // In deep water it swims up the step.
        if (moved.problem != MoverProblem::None || state.mode == MoverMode::Air) {
            return false;
        }
        const Vec3 from_edge = state.position - edge;
        if (dot({from_edge.x, from_edge.y, 0}, step.forward) > 0) {
            const double above =
                state.position.z - height_at(state.position, landing, step.upper_normal);
            return above > -4 * options.skin;  // with a second riser near, it is higher
        }
    }
    return false;
}

}  // namespace

MoverInput straight_ahead(const Vec3& forward) {
    return quantised({.view = {0, angle_of(forward.y, forward.x), 0}, .forward = 1});
}

EdgeWalker walker_before(const Vec3& edge,
                         const Vec3& normal,
                         const Vec3& forward,
                         const MoverOptions& options) {
    EdgeWalker walker{mover_at(edge - forward * (2 * options.skin)), {}};
    walker.state.position.z =
        height_at(walker.state.position, edge, normal) + options.skin * length(normal) / normal.z;
    walker.state.mode = MoverMode::Ground;
    walker.state.ground_normal = normal * (1 / length(normal));
    walker.input = straight_ahead(forward);
    return walker;
}

std::optional<double> climbing_speed(const PlacedLevel& around,
                                     SpaceId space,
                                     const StairStep& step,
                                     const MoverOptions& options) {
    const Vec3 along = step.lower[1] - step.lower[0];
    const double inset = std::min(0.25, 1 / std::max(length(along), 1.0));
    std::optional<double> least;
    for (const double speed : {320.0, 160.0, 80.0, 40.0, 20.0}) {
        MoverOptions own = options;
        own.walk_speed = speed;
        own.crouch_speed = speed;
        for (const double t : {0.5, inset, 1 - inset}) {
            if (!climbs_at(around, space, step, t, own)) {
                return least;
            }
        }
        least = speed;
    }
    return least;
}

}  // namespace halfspace
