// SPDX-License-Identifier: MIT
#include "formats/map/map_number.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string_view>

namespace halfspace::map {
namespace {

TEST(ParseDouble, ReadsTheNearestDouble) {
    EXPECT_EQ(parse_double("0.1"), 0.1);
    EXPECT_EQ(parse_double("+.25"), 0.25);
    EXPECT_EQ(parse_double("-5."), -5.0);
    EXPECT_EQ(parse_double("-3.0517578e-05"), -3.0517578e-05);
    EXPECT_EQ(parse_double("2E2"), 200.0);
    EXPECT_TRUE(std::isinf(parse_double("1e999").value_or(0)));
}

TEST(ParseDouble, RefusesWhatIsNoNumber) {
    for (const std::string_view text : {"",
                                        "+",
                                        "-",
                                        ".",
                                        "+-1",
                                        "-+1",
                                        "--1",
                                        "nan",
                                        "-nan",
                                        "inf",
                                        "+inf",
                                        "1e",
                                        "1.2.3",
                                        "1 ",
                                        " 1",
                                        "0x1",
                                        "e5",
                                        "1,5"}) {
        EXPECT_EQ(parse_double(text), std::nullopt) << text;
    }
}

TEST(ParseVec3, TakesThreeNumbersAndNothingElse) {
    EXPECT_EQ(parse_vec3("1 -2.5 3e1"), (Vec3{1, -2.5, 30}));
    EXPECT_EQ(parse_vec3(" \t1  2\t3 "), (Vec3{1, 2, 3}));
    for (const std::string_view text :
         {"", "1", "1 2", "1 2 3 4", "1 2 x", "nan 0 0", "1e999 0 0", "1,2,3", "1 2 3x"}) {
        EXPECT_EQ(parse_vec3(text), std::nullopt) << text;
    }
}

}  // namespace
}  // namespace halfspace::map
