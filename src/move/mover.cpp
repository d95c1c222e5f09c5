// SPDX-License-Identifier: MIT
#include "halfspace/move/mover.h"

#include "move/stepper.h"

#include <cassert>

namespace halfspace {

bool fits(const Level& level, const MoverBodies& bodies) {
    const Aabb stand = box_at(shape_of(level, bodies.stand), {});
    const Aabb crouch = box_at(shape_of(level, bodies.crouch), {});
    return merge(stand, crouch) == stand;
}

MoverStep step_mover(const PlacedLevel& around,
                     const MoverBodies& bodies,
                     const MoverState& state,
                     const MoverInput& input,
                     const MoverOptions& options) {
    assert(!bad_option(options) && fits(around.level, bodies));
    MoverStep same;
    same.state = state;
    if (!is_valid(state)) {
        same.problem = MoverProblem::BadState;
        return same;
    }
    const MovedBody stand(around.level, bodies.stand);
    NearThings near(around,
                    Stepper::reach_of(stand.shape(), state, options),
                    state.ground_model,
                    state.ground_mesh);
    if (near.are_too_many()) {
        same.problem = MoverProblem::TooManyNear;
        return same;
    }
    return Stepper(around, stand, bodies, state, input, options, near).run();
}

}  // namespace halfspace
