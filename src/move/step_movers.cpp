// SPDX-License-Identifier: MIT
#include "halfspace/move/step_movers.h"

#include "base/shared/in_parts.h"
#include "query/shared/left_out_too.h"

#include <cassert>

namespace halfspace {

void step_movers(const PlacedLevel& around,
                 const MoverBodies& bodies,
                 const MoverBatch& movers,
                 std::span<MoverState> after,
                 std::span<MoverProblem> problems,
                 const MoverOptions& options,
                 const Executor& executor) {
    constexpr std::size_t kPart = 32;
    const std::size_t total = movers.states.size();
    assert(movers.inputs.size() == total && after.size() == total);
    assert(movers.themselves.empty() || movers.themselves.size() == total);
    assert(problems.empty() || problems.size() == total);
    in_parts(total, kPart, executor, [&](std::size_t begin, std::size_t count) {
        LeftOutToo here(around);
        for (std::size_t i = begin; i < begin + count; ++i) {
            const ObstacleId self = movers.themselves.empty() ? ObstacleId() : movers.themselves[i];
            const MoverStep step =
                step_mover(here.without(self), bodies, movers.states[i], movers.inputs[i], options);
            after[i] = step.state;
            if (!problems.empty()) {
                problems[i] = step.problem;
            }
        }
    });
}

}  // namespace halfspace
