// SPDX-License-Identifier: MIT
#include "support/compiled_data.h"

#include "halfspace/compile/compile.h"

#include <gtest/gtest.h>

#include <utility>

namespace halfspace::test {

LevelData compiled_data(const World& world, const CompileOptions& options) {
    auto result = compile(world, options);
    if (!result) {
        ADD_FAILURE() << to_string(result.error().front());
        return {};
    }
    return std::move(result->level);
}

Level level_of(const World& world, const CompileOptions& options) {
    return Level::from_data(compiled_data(world, options)).value();
}

}  // namespace halfspace::test
