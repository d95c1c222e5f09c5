// SPDX-License-Identifier: MIT
// A step of many movers at once, for those who train or simulate thousands of them.
#pragma once

#include "halfspace/base/executor.h"
#include "halfspace/move/mover.h"

#include <span>

namespace halfspace {

// Movers whose bodies and options are the same.
struct MoverBatch {
    std::span<const MoverState> states;
    std::span<const MoverInput> inputs;  // one for each state
    // The obstacle that a mover is itself, which it leaves out; ObstacleId() for none. One for each
    // state, or empty: no mover is an obstacle.
    std::span<const ObstacleId> themselves = {};
};

// Moves each mover by one step in the world as it is: no mover meets the step of another. after[i]
// and problems[i] are `state` and `problem` of step_mover(around, bodies, states[i], inputs[i],
// options), with the mover itself left out. `after` may be `states`. `problems` may be empty.
// `executor` gets parts of 32 movers. Stack: 130 KB. REQUIRES: after has the size of states; for
// each mover what step_mover requires.
void step_movers(const PlacedLevel& around,
                 const MoverBodies& bodies,
                 const MoverBatch& movers,
                 std::span<MoverState> after,
                 std::span<MoverProblem> problems,
                 const MoverOptions& options = {},
                 const Executor& executor = run_serially);

}  // namespace halfspace
