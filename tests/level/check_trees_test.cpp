// SPDX-License-Identifier: MIT
#include "halfspace/level/bodies.h"

#include "level/error_after.h"
#include "level/shared/derive.h"
#include "support/small_level.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace halfspace::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(CheckPlanes, RefusesAPlaneWithoutANormal) {
    EXPECT_EQ(error_after(
                  [](LevelData& d) { d.planes[2].n[0] = d.planes[2].n[1] = d.planes[2].n[2] = 0; }),
              "section 'planes': record 2: the normal is zero");
}

TEST(CheckPlanes, RefusesAPlaneThatIsTurned) {
    EXPECT_EQ(error_after([](LevelData& d) { d.planes.push_back({{0, -1, 5}, 0, 0}); }),
              "section 'planes': record " + std::to_string(small_level().planes.size()) +
                  ": its first coefficient that is not zero is negative");
}

TEST(CheckPlanes, RefusesNumbersThatCannotBeTurned) {
    EXPECT_NE(error_after([](LevelData& d) {
                  d.planes.push_back({{1, std::numeric_limits<std::int64_t>::min(), 0}, 0, 0});
              }).find("-2^63"),
              std::string::npos);
    EXPECT_NE(error_after([](LevelData& d) {
                  d.planes.push_back({{1, 0, 0}, 0, std::numeric_limits<std::int64_t>::min()});
              }).find("-2^127"),
              std::string::npos);
}

TEST(CheckPlanes, RefusesPlanesTooWideForThePredicates) {
    // 3 * 60 + 63 + 13 = 256 bits fit, one more does not.
    const std::int64_t n = (std::int64_t{1} << 60) - 1;
    const std::uint64_t d = (std::uint64_t{1} << 63) - 1;
    EXPECT_EQ(error_after([&](LevelData& data) {
                  data.planes.push_back({{1, n, 0}, d, 0});
                  derive(data);
              }),
              "no error");
    EXPECT_EQ(error_after([&](LevelData& data) { data.planes.push_back({{1, n, 0}, d + 1, 0}); },
                          ErrorCode::Unsupported),
              "section 'planes': exact arithmetic needs 257 bits, but this version has 256");
}

TEST(CheckTrees, RefusesCircles) {
    EXPECT_EQ(error_after([](LevelData& d) { d.nodes[4].child[1] = 4; }),
              "section 'nodes': record 4: child 1 is node 4, but children come after their parent");
    EXPECT_EQ(error_after([](LevelData& d) { d.nodes[4].child[1] = 0; }),
              "section 'nodes': record 4: child 1 is node 0, but children come after their parent");
}

TEST(CheckTrees, RefusesNodesAndLeavesThatHangAtTwoPlaces) {
    EXPECT_EQ(
        error_after([](LevelData& d) { d.nodes[4].child[0] = 5; }),
        "section 'nodes': record 4: child 1 is node 5, to which another node or root refers, too");
    EXPECT_EQ(
        error_after([](LevelData& d) { d.nodes[4].child[0] = d.nodes[0].child[1]; }),
        "section 'nodes': record 4: child 0 is leaf 1, to which another node or root refers, too");
    EXPECT_EQ(error_after([](LevelData& d) { d.models[1].root = 7; }),
              "section 'models': record 1: its root is node 7, to which another node or root "
              "refers, too");
}

TEST(CheckTrees, RefusesTreesDeeperThanQueriesCanWalk) {
    // The door's tree, six nodes in a row down to its solid leaf, made longer at that end.
    const auto deepen = [](LevelData& d, int depth) {
        for (int i = 6; i < depth; ++i) {
            NodeRecord below = d.nodes.back();
            below.child[0] = -1;
            d.nodes.back().child[1] = static_cast<std::int32_t>(d.nodes.size());
            d.nodes.push_back(below);
        }
        derive(d);
    };
    EXPECT_EQ(error_after([&](LevelData& d) { deepen(d, kMaxTreeDepth); }), "no error");
    const std::size_t last = small_level().nodes.size() + kMaxTreeDepth - 6;
    EXPECT_EQ(error_after([&](LevelData& d) { deepen(d, kMaxTreeDepth + 1); }),
              "section 'nodes': record " + std::to_string(last - 1) + ": child 1 is node " +
                  std::to_string(last) +
                  ", but a tree may have at most 1024 nodes on the way to a leaf");
}

TEST(CheckTrees, LetsSeveralPlacesBeTheOutside) {
    EXPECT_EQ(error_after([](LevelData& d) {
                  d.nodes[8].child[1] = -1;
                  d.nodes[9].child[0] = -1;
              }),
              "no error");
}

TEST(CheckTrees, RefusesLeavesThatMakeNoSense) {
    EXPECT_EQ(error_of({}), "section 'leaves': leaf 0, the outside, is missing");
    EXPECT_EQ(error_after([](LevelData& d) { d.leaves[0].contents = 1; }),
              "section 'leaves': record 0: the outside is not empty");
    EXPECT_EQ(error_after([](LevelData& d) { d.leaves[0].blockers = 1u << kBlockerWidth; }),
              "section 'leaves': record 0: the outside is not empty");
}

TEST(CheckTrees, RefusesALevelWithoutAWorld) {
    LevelData level;
    level.leaves.push_back({});
    EXPECT_EQ(error_of(level), "section 'models': model 0, the world, is missing");
}

// What the loader says of a value on each axis of a model's box.
std::string model_error(double (ModelRecord::*member)[3], double value) {
    std::string joined;
    for (int i = 0; i < 3; ++i) {
        const std::string error =
            error_after([&](LevelData& d) { (d.models[1].*member)[i] = value; });
        joined += joined == error ? "" : error;
    }
    return joined;
}

TEST(CheckTrees, RefusesModelBoxesThatAreEmpty) {
    const std::string empty = "section 'models': record 1: its box is empty";
    EXPECT_EQ(model_error(&ModelRecord::min, 1000), empty);
    EXPECT_EQ(error_after([](LevelData& d) { d.models[1].min[2] = d.models[1].max[2]; }), empty);
}

TEST(CheckTrees, RefusesModelBoundsThatAreNoBoxWithinTheTrees) {
    const std::string bounds =
        "section 'models': record 1: its bounds are not a box inside the box of its tree";
    EXPECT_EQ(model_error(&ModelRecord::bounds_min, std::nan("")), bounds);
    EXPECT_EQ(model_error(&ModelRecord::bounds_max, std::nan("")), bounds);
    EXPECT_EQ(model_error(&ModelRecord::bounds_min, -18), bounds);
    EXPECT_EQ(model_error(&ModelRecord::bounds_max, 66), bounds);
    EXPECT_EQ(model_error(&ModelRecord::bounds_min, kInfinity), bounds);
    EXPECT_EQ(model_error(&ModelRecord::bounds_max, -kInfinity), bounds);
    EXPECT_EQ(error_after([](LevelData& d) {
                  ModelRecord& model = d.models[1];
                  std::swap(model.bounds_min, model.bounds_max);
              }),
              bounds);
    EXPECT_EQ(error_after([](LevelData& d) {
                  ModelRecord& model = d.models[1];
                  std::fill(model.bounds_min, model.bounds_min + 3, kInfinity);
                  std::fill(model.bounds_max, model.bounds_max + 3, -kInfinity);
              }),
              "no error");
}

TEST(CheckTrees, RefusesModelBoxesOffTheGrid) {
    const std::string grid = "section 'models': record 1: its box is not on the grid";
    const LevelData small = test::small_level();
    const ModelRecord& model = small.models[1];
    const double step = std::ldexp(1.0, -small.grid_exponent);
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(error_after([&](LevelData& d) { d.models[1].min[i] -= step / 2; }), grid);
        EXPECT_EQ(error_after([&](LevelData& d) {
                      d.models[1].max[i] = std::nextafter(model.max[i], kInfinity);
                  }),
                  grid);
        EXPECT_EQ(error_after([&](LevelData& d) { d.models[1].max[i] += step; }), "no error");
    }
}

TEST(CheckTrees, RefusesModelBoxesFarAway) {
    const std::string range =
        "section 'models': record 1: its box leaves the range of 2^27 grid steps";
    const double limit = std::ldexp(1.0, 27 - 3);
    EXPECT_EQ(model_error(&ModelRecord::max, limit), "no error");
    EXPECT_EQ(model_error(&ModelRecord::min, -limit), "no error");
    EXPECT_EQ(model_error(&ModelRecord::max, std::nextafter(limit, kInfinity)), range);
    EXPECT_EQ(model_error(&ModelRecord::min, std::nextafter(-limit, -kInfinity)), range);
}

}  // namespace
}  // namespace halfspace::test
