// SPDX-License-Identifier: MIT
#include "halfspace/base/number_text.h"

#include <gtest/gtest.h>

#include <limits>

namespace halfspace {
namespace {

TEST(NumberText, IsTheShortestThatIsReadBack) {
    EXPECT_EQ(number_text(0.1), "0.1");
    EXPECT_EQ(number_text(400), "400");
    EXPECT_EQ(number_text(-33.0078125), "-33.0078125");
    EXPECT_EQ(number_text(1.0 / 3), "0.3333333333333333");
}

TEST(NumberOfText, IsTheNearestDouble) {
    EXPECT_EQ(number_of_text("0.1"), 0.1);
    EXPECT_EQ(number_of_text("-.5"), -0.5);
    EXPECT_EQ(number_of_text("2.5e3"), 2500);
    EXPECT_EQ(number_of_text("4.9e-324"), std::numeric_limits<double>::denorm_min());
    EXPECT_EQ(number_of_text("0e-999"), 0);
}

TEST(NumberOfText, RefusesAnythingElse) {
    for (const char* const text : {"",
                                   " 1",
                                   "1 ",
                                   "+1",
                                   "--1",
                                   ".",
                                   "1e",
                                   "0x10",
                                   "inf",
                                   "nan",
                                   "1,5",
                                   "1e400",
                                   "1e-400",
                                   "1_000"}) {
        EXPECT_EQ(number_of_text(text), std::nullopt) << text;
    }
}

}  // namespace
}  // namespace halfspace
