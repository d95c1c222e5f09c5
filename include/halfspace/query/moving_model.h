// SPDX-License-Identifier: MIT
// A door, a lift or another model during one step of a game.
#pragma once

#include "halfspace/base/id.h"
#include "halfspace/level/fwd.h"
#include "halfspace/query/step_motion.h"

namespace halfspace {

class MovingModel : public StepMotion {
public:
    // REQUIRES: model in range; is_rigid(from) and is_rigid(to).
    MovingModel(const Level& level, ModelId model, const Transform& from, const Transform& to);

    ModelId model() const { return model_; }

private:
    ModelId model_;
};

}  // namespace halfspace
