// SPDX-License-Identifier: MIT
#include "halfspace/level/leak.h"

#include <gtest/gtest.h>

namespace halfspace::test {
namespace {

TEST(DescribeLeak, NamesTheEntityTheOpeningAndBrushes) {
    const Leak leak{.entity = 5,
                    .line = {{0, 0.12345, -1e-9}, {64, 0, 32}, {64, 0, 900}},
                    .opening = {{48, 0, 0}, {80, 0, 0}, {80, 0, 64}, {48, 0, 64}},
                    .brush_lines = {9, 7}};
    EXPECT_EQ(place_of(leak), (Vec3{64, 0, 32}));
    EXPECT_EQ(
        describe_leak(leak, "light (entity 5)"),
        "the level leaks: light (entity 5) at 0 0.123 0 reaches the outside through the opening "
        "at 64 0 32, near the brushes of lines 9, 7");
}

TEST(DescribeLeak, OfAnEntityOutside) {
    const Leak leak{.entity = 2, .line = {{640, 128, 96}, {900, 128, 96}}};
    EXPECT_EQ(place_of(leak), (Vec3{640, 128, 96}));
    EXPECT_EQ(describe_leak(leak, "light"), "the level leaks: light at 640 128 96 is outside");
}

}  // namespace
}  // namespace halfspace::test
