// SPDX-License-Identifier: MIT
#include "halfspace/exact/grid.h"

#include <gtest/gtest.h>

namespace halfspace {
namespace {

TEST(IsOnGrid, AsksAllSixNumbers) {
    for (int number = 0; number < 6; ++number) {
        Aabb box{{-1, -1, -1}, {1, 1, 1}};
        EXPECT_TRUE(is_on_grid(box, 0));
        double* const at[6] = {
            &box.min.x, &box.min.y, &box.min.z, &box.max.x, &box.max.y, &box.max.z};
        *at[number] += 0.125;
        EXPECT_TRUE(is_on_grid(box, 3));
        EXPECT_FALSE(is_on_grid(box, 2));
    }
}

TEST(GridName, IsTheLengthOfAStep) {
    EXPECT_EQ(grid_name(0), "1");
    EXPECT_EQ(grid_name(kCoarseGrid), "1/8");
    EXPECT_EQ(grid_name(kFineGrid), "1/64");
}

}  // namespace
}  // namespace halfspace
