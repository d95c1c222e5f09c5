// SPDX-License-Identifier: MIT
// Levels with one record changed, which verify has to find.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/verify/verify.h"

namespace halfspace::test {

// True if the loader refuses the level or verify finds a difference.
inline bool is_refused_or_different(const World& world, const LevelData& mutant) {
    const auto level = Level::from_data(mutant);
    if (!level) {
        return true;
    }
    VerifyOptions options;
    options.threads = 1;
    return verify(*level, world, options).differences > 0;
}

}  // namespace halfspace::test
