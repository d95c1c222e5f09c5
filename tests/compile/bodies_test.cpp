// SPDX-License-Identifier: MIT
#include "halfspace/compile/bodies.h"

#include "halfspace/compile/compile.h"

#include "support/brushes.h"

#include <gtest/gtest.h>

#include <limits>

namespace halfspace {
namespace {

using test::box_brush;
using test::world_of;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string problem(const Body& body) {
    const auto error = body_problem(body);
    return error ? error->message : "";
}

TEST(BodyProblem, FindsNoneInTheDefaults) {
    for (const Body& body : default_bodies()) {
        EXPECT_EQ(problem(body), "");
        EXPECT_TRUE(is_on_grid({body.min, body.max}, 0));
    }
}

TEST(BodyProblem, NamesTheBodyAndTheAxis) {
    EXPECT_NE(problem({"", {-1, -1, -1}, {1, 1, 1}}).find("1 to 64 letters"), std::string::npos);
    EXPECT_NE(problem({"a b", {-1, -1, -1}, {1, 1, 1}}).find("'a b'"), std::string::npos);
    EXPECT_NE(problem({std::string(65, 'a'), {-1, -1, -1}, {1, 1, 1}}), "");
    EXPECT_EQ(problem({std::string(64, 'a'), {-1, -1, -1}, {1, 1, 1}}), "");
    EXPECT_NE(
        problem({"flat", {-1, 0, -1}, {1, 0, 1}}).find("'flat': its box has no extent along y"),
        std::string::npos);
    EXPECT_NE(problem({"turned", {-1, -1, 1}, {1, 1, -1}}).find("along z"), std::string::npos);
    EXPECT_NE(problem({"wide", {-4097, -1, -1}, {1, 1, 1}}).find("4096"), std::string::npos);
    EXPECT_NE(problem({"endless", {-1, -1, -1}, {1, 1, kInfinity}}), "");
}

TEST(GridProblem, NamesTheBodyAndTheGrid) {
    const Body body{"a", {-1, -1, -1}, {1, 1, 1.0625}};
    EXPECT_FALSE(grid_problem(body, kFineGrid));
    const auto error = grid_problem(body, kCoarseGrid);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->code, ErrorCode::Range);
    EXPECT_NE(error->message.find("body 'a': its box is not on the grid of 1/8"),
              std::string::npos);
}

int grid_for(const Body& body) {
    CompileOptions options;
    options.bodies = {body};
    const auto compiled = compile(world_of({box_brush({0, 0, 0}, {8, 8, 8})}), options);
    return compiled ? compiled->level.grid_exponent : -1;
}

TEST(Compile, TakesTheFineGridForABodyThatTheCoarseOneLacks) {
    EXPECT_EQ(grid_for({"a", {-1, -1, -1}, {1, 1, 1.125}}), 3);
    EXPECT_EQ(grid_for({"a", {-1, -1, -1}, {1, 1, 1.0625}}), 6);
    EXPECT_EQ(grid_for({"a", {-1, -1, -1}, {1, 1, 1.001}}), -1);
}

TEST(Compile, RefusesBodiesOfOneNameAndTheNameOfThePoint) {
    for (const char* const name : {"a", "point"}) {
        CompileOptions options;
        options.bodies = {{"a", {-1, -1, -1}, {1, 1, 1}}, {name, {-2, -2, -2}, {2, 2, 2}}};
        const auto compiled = compile(world_of({box_brush({0, 0, 0}, {8, 8, 8})}), options);
        ASSERT_FALSE(compiled);
        EXPECT_NE(compiled.error().front().message.find("choose another"), std::string::npos);
    }
}

}  // namespace
}  // namespace halfspace
