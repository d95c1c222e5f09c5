// SPDX-License-Identifier: MIT
#include "halfspace/base/option_check.h"

#include <gtest/gtest.h>

#include <cmath>

namespace halfspace {
namespace {

std::string problem(double value, const OptionRange& range) {
    const std::optional<BadOption> bad = bad_number("x", value, range);
    return bad ? bad->problem : "";
}

TEST(BadNumber, TakesWhatTheRangeHoldsAndItsEnds) {
    EXPECT_EQ(problem(1, {.min = 1, .max = 2}), "");
    EXPECT_EQ(problem(2, {.min = 1, .max = 2}), "");
    EXPECT_EQ(problem(0.001, {.min = 0, .max = 2, .is_min_allowed = false}), "");
    EXPECT_EQ(problem(1e300, {}), "");
}

TEST(BadNumber, SaysWhatIsExpectedAndWhatWasFound) {
    EXPECT_EQ(problem(3, {.min = 1, .max = 2}), "expected a number from 1 to 2, found 3");
    EXPECT_EQ(problem(0, {.max = 2, .is_min_allowed = false}),
              "expected a number above 0, up to 2, found 0");
    EXPECT_EQ(problem(0, {.is_min_allowed = false}), "expected a number above 0, found 0");
    EXPECT_EQ(problem(-1, {}), "expected a number of at least 0, found -1");
    EXPECT_EQ(problem(1.5, {.max = 2, .is_whole = true}),
              "expected a whole number from 0 to 2, found 1.5");
    EXPECT_EQ(problem(std::nan(""), {}), "expected a number of at least 0, found nan");
    EXPECT_EQ(problem(HUGE_VAL, {}), "expected a number of at least 0, found inf");
}

}  // namespace
}  // namespace halfspace
