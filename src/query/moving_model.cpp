// SPDX-License-Identifier: MIT
#include "halfspace/query/moving_model.h"

#include "halfspace/level/level.h"

namespace halfspace {

MovingModel::MovingModel(const Level& level,
                         ModelId model,
                         const Transform& from,
                         const Transform& to)
    : StepMotion(level.tree_box(model), from, to), model_(model) {}

}  // namespace halfspace
