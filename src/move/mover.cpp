// SPDX-License-Identifier: MIT
#include "halfspace/move/mover.h"

#include "move/stepper.h"

#include <cassert>

namespace halfspace {

MoverStep step_mover(const Surroundings& around,
                     const MoverBodies& bodies,
                     const MoverState& state,
                     const MoverInput& input,
                     const MoverOptions& options) {
    assert(!bad_option(options));
    MoverStep same;
    same.state = state;
    if (!is_valid(state)) {
        same.problem = MoverProblem::BadState;
        return same;
    }
    const MovedBody stand(around.level, bodies.stand);
    NearModels near(around, Stepper::reach_of(stand.shape(), state, options), state.ground_model);
    if (near.are_too_many()) {
        same.problem = MoverProblem::TooManyModels;
        return same;
    }
    return Stepper(around, bodies, state, input, options, near).run();
}

}  // namespace halfspace
