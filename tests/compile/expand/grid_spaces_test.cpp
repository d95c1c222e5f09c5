// SPDX-License-Identifier: MIT
#include "compile/expand/grid_spaces.h"

#include "halfspace/level/records.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace halfspace {
namespace {

constexpr std::int64_t kStep = 8;  // of the 1/8 grid in a unit

std::string errors_of(const std::vector<Body>& bodies) {
    const auto spaces = spaces_on_grid(bodies, 3, "x.map");
    std::string all;
    if (!spaces) {
        for (const Error& error : spaces.error()) {
            all += to_string(error) + "\n";
        }
    }
    return all;
}

TEST(SpacesOnGrid, PutThePointFirst) {
    const auto spaces = spaces_on_grid(default_bodies(), 3, "");
    ASSERT_TRUE(spaces);
    ASSERT_EQ(spaces->size(), 4u);
    EXPECT_EQ((*spaces)[0].name, "point");
    EXPECT_EQ((*spaces)[3].body.max, (GridPoint{31 * kStep, 31 * kStep, 64 * kStep}));
}

TEST(SpacesOnGrid, RefuseWhatIsNoBody) {
    const Vec3 low{-1, -1, -1};
    EXPECT_NE(errors_of({{"flat", low, {1, -1, 1}}}).find("no extent along y"), std::string::npos);
    EXPECT_NE(errors_of({{"turned", {1, 1, 1}, low}}).find("no extent along x"), std::string::npos);
    EXPECT_NE(errors_of({{"huge", low, {1, 1, 5000}}}).find("4096 units"), std::string::npos);
    EXPECT_NE(errors_of({{"fine", low, {1, 1, 1.0625}}}).find("not on the grid of 1/8"),
              std::string::npos);
    EXPECT_NE(errors_of({{"nan", low, {1, std::numeric_limits<double>::quiet_NaN(), 1}}})
                  .find("not finite"),
              std::string::npos);
    EXPECT_NE(
        errors_of({{"a", low, {1, 1, 1}}, {"a", low, {2, 2, 2}}}).find("two bodies named 'a'"),
        std::string::npos);
    EXPECT_NE(errors_of({{"point", low, {1, 1, 1}}}).find("every level has the point already"),
              std::string::npos);
    EXPECT_NE(errors_of({{"a b", low, {1, 1, 1}}}).find("letters, digits"), std::string::npos);
    EXPECT_NE(errors_of(std::vector<Body>(kMaxSpaces, {"a", low, {1, 1, 1}}))
                  .find("at most " + std::to_string(kMaxSpaces - 1) + " bodies"),
              std::string::npos);
}

TEST(FarthestReach, IsTheLargestOfAllBodiesEitherWay) {
    const std::vector<GridSpace> spaces{
        {"point", {}}, {"low", {{-1, -1, -9}, {2, 3, 4}}}, {"wide", {{-1, -1, -1}, {5, 7, 1}}}};
    EXPECT_EQ(farthest_reach(spaces), 9);
    EXPECT_EQ(within_reach({{0, 0, 0}, {1, 1, 1}}, spaces), (Aabb{{-9, -9, -9}, {10, 10, 10}}));
}

}  // namespace
}  // namespace halfspace
