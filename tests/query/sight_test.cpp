// SPDX-License-Identifier: MIT
#include "halfspace/query/sight.h"

#include "support/oracle.h"
#include "support/small_level.h"

#include <gtest/gtest.h>

#include <cmath>

namespace halfspace {
namespace {

Level small_level() {
    return *Level::from_data(test::small_level(), "small");
}

// The answer, which must not depend on the direction.
bool sees(const Level& level, const Vec3& a, const Vec3& b, ModelId model = ModelId(0)) {
    const bool forward = line_of_sight({level, model}, a, b);
    EXPECT_EQ(line_of_sight({level, model}, b, a), forward);
    return forward;
}

TEST(LineOfSight, IsClearThroughAirWaterAndGlass) {
    const Level level = small_level();
    EXPECT_TRUE(sees(level, {0, 0, 64}, {30, -50, 100}));
    EXPECT_TRUE(sees(level, {0, 0, 64}, {30, 20, 4}));
    EXPECT_TRUE(sees(level, {0, 0, 64}, {79, 20, 100}));
}

TEST(LineOfSight, IsBlockedByWallsAndRamp) {
    const Level level = small_level();
    EXPECT_FALSE(sees(level, {0, 0, 64}, {-70, 0, 64}));
    EXPECT_FALSE(sees(level, {-20, 0, 2}, {-62, 0, 20}));
    EXPECT_FALSE(sees(level, {-70, 0, 64}, {-71, 3, 65})) << "inside of a wall";
}

TEST(LineOfSight, MayTouchAndRunAlongWalls) {
    const Level level = small_level();
    EXPECT_TRUE(sees(level, {0, 0, 64}, {-64, 0, 64})) << "ends at a wall";
    EXPECT_TRUE(sees(level, {-64, -30, 64}, {-64, 30, 100})) << "in a wall's face";
    EXPECT_TRUE(sees(level, {-64, -64, 40}, {-64, -64, 120})) << "in a corner's edge";
    EXPECT_TRUE(sees(level, {-32, -60, 0}, {-32, 60, 0})) << "at the foot of the ramp";
    EXPECT_TRUE(sees(level, {-32, -60, 0}, {-64, 60, 32})) << "across the ramp's face";
    EXPECT_TRUE(sees(level, {-64, 0, 32}, {0, 0, 32})) << "over the ramp's top edge";
}

TEST(LineOfSight, IsBlockedByAHairOfSolid) {
    const Level level = small_level();
    EXPECT_FALSE(sees(level, {0, 0, 64}, {std::nextafter(-64, -65), 0, 64}));
    EXPECT_FALSE(sees(level, {-64, -30, 64}, {std::nextafter(-64, -65), 30, 64}));
    EXPECT_FALSE(sees(level, {-32, -60, 0}, {-64, 60, std::nextafter(32, 0)}));
    EXPECT_TRUE(sees(level, {-32, -60, 0}, {-64, 60, std::nextafter(32, 33)}));
    EXPECT_FALSE(sees(level, {-60, 0, 28}, {-60, 0, std::nextafter(28, 0)})) << "a single ulp";
    EXPECT_FALSE(sees(level, {-32, 0, 0x1p-1074}, {-33, 0, 0x1p-1074}));
}

TEST(LineOfSight, IsBlockedInAFaceThatTwoSolidsShare) {
    const Level level = small_level();
    EXPECT_FALSE(sees(level, {-64, -30, 4}, {-64, 30, 8})) << "between wall and ramp";
    EXPECT_FALSE(sees(level, {-64, -30, 0}, {-64, 30, 0})) << "wall, ramp and floor";
    EXPECT_FALSE(sees(level, {-64, 0, 40}, {-64, 0, 20})) << "only its lower part";
    EXPECT_TRUE(sees(level, {-64, 0, 40}, {-64, 0, 32})) << "down to where it begins";
}

TEST(LineOfSight, IsClearInTheSurfaceOfTheBoxAndBeyond) {
    const Level level = small_level();
    EXPECT_TRUE(sees(level, {-80, -30, 4}, {-80, 30, 8}));
    EXPECT_TRUE(sees(level, {-80, -30, 4}, {-500, 30, 8}));
    EXPECT_TRUE(sees(level, {-1e300, -30, 4}, {-80, 30, 8}));
    EXPECT_TRUE(sees(level, {80, -30, 64}, {1e300, 1e300, 1e300}));
    EXPECT_TRUE(sees(level, {-81, -79, 64}, {-79, -81, 64})) << "past an edge of the box";
    EXPECT_FALSE(sees(level, {-81, -78, 64}, {-78, -81, 64})) << "through that edge";
    EXPECT_TRUE(sees(level, {-80, -80, -16}, {-80, -80, 144})) << "in an edge of the box";
    EXPECT_FALSE(sees(level, {-80, 0, 64}, {80, 0, 64}));
}

TEST(LineOfSight, OfASinglePointAsksForThatPoint) {
    const Level level = small_level();
    EXPECT_TRUE(line_of_sight(level, {0, 0, 64}, {0, 0, 64}));
    EXPECT_TRUE(line_of_sight(level, {-64, 0, 64}, {-64, 0, 64})) << "touches";
    EXPECT_FALSE(line_of_sight(level, {-64, 0, 8}, {-64, 0, 8})) << "between two solids";
    EXPECT_FALSE(line_of_sight(level, {-70, 0, 64}, {-70, 0, 64}));
    EXPECT_TRUE(line_of_sight(level, {-80, 0, 64}, {-80, 0, 64}));
}

TEST(LineOfSight, OfAModelSeesOnlyThatModel) {
    const Level level = small_level();
    const ModelId door(1);
    EXPECT_FALSE(sees(level, {0, 0, 32}, {60, 0, 32}, door));
    EXPECT_TRUE(sees(level, {0, 16, 32}, {60, 16, 32}, door)) << "along its side";
    EXPECT_TRUE(sees(level, {0, 0, 32}, {60, 0, 32}));
    EXPECT_TRUE(sees(level, {-200, 50, 32}, {200, 50, 32}, door));
}

TEST(LineOfSight, WorksForSegmentsOfAnySize) {
    const Level level = small_level();
    EXPECT_FALSE(sees(level, {-1e300, 0, 64}, {1e300, 0, 64}));
    EXPECT_TRUE(sees(level, {-1e300, 0, 145}, {1e300, 0, 145}));
    EXPECT_FALSE(sees(level, {-1.7e308, -1.7e308, 64}, {1.7e308, 1.7e308, 64}));
    // `to` - `from` overflows along x alone.
    EXPECT_FALSE(sees(level, {-1e308, -1e300, 64}, {1e308, 1e300, 64}));
    EXPECT_FALSE(sees(level, {-0x1p-1074, 0x1p-1074, 1e308}, {0, 0x1p-1074, -1e308}));
}

}  // namespace
}  // namespace halfspace
