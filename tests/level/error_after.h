// SPDX-License-Identifier: MIT
// What Level::from_data says of a level, or of the small level after one change to its records.
#pragma once

#include "halfspace/level/level.h"

#include "support/small_level.h"

#include <gtest/gtest.h>

#include <string>

namespace halfspace::test {

// The message of the error, which must have this code; "no error" where the level is accepted.
inline std::string error_of(const LevelData& data, ErrorCode code = ErrorCode::Damaged) {
    const Result<Level> level = Level::from_data(data);
    if (level) {
        return "no error";
    }
    EXPECT_EQ(level.error().code, code) << level.error().message;
    return level.error().message;
}

// The same of the small level after a change.
template <class Change>
std::string error_after(Change change, ErrorCode code = ErrorCode::Damaged) {
    LevelData data = small_level();
    change(data);
    return error_of(data, code);
}

}  // namespace halfspace::test
