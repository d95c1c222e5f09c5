// SPDX-License-Identifier: MIT
// Last stage: models with their trees as the flat arrays of a level.
#pragma once

#include "compile/models/build_model.h"
#include "compile/structure/structure.h"

#include <span>

namespace halfspace {

// trees: one for each model. structure: of the world, or null. Runs the stages `faces` and `write`.
// Returns an empty level if the caller cancels during `faces`.
LevelData write_models(const World& world,
                       const ImportedSource& source,
                       std::span<const Model> models,
                       std::span<const BuiltModel> trees,
                       const Structure* structure,
                       const CompileOptions& options,
                       StageClock& clock);

}  // namespace halfspace
