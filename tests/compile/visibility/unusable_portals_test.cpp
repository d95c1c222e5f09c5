// SPDX-License-Identifier: MIT
// Levels with portals that the flow does not take: they get no visibility, and a warning says why.
#include "halfspace/compile/compile.h"

#include "support/brushes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

// The walls of a closed room of 2048 units, from (x, 0, 0) on, and an entity in it.
World room_at(std::int64_t x, Brush inside) {
    constexpr std::int64_t kSize = 2048;
    constexpr std::int64_t kWall = 16;
    std::vector<Brush> brushes{std::move(inside)};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (const bool is_top : {false, true}) {
            std::array<std::int64_t, 3> min{x - kWall, -kWall, -kWall};
            std::array<std::int64_t, 3> max{x + kSize + kWall, kSize + kWall, kSize + kWall};
            (is_top ? min : max)[axis] = (is_top ? kSize : 0) + (axis == 0 ? x : 0);
            brushes.push_back(box_brush(min, max));
        }
    }
    World world = world_of(std::move(brushes));
    Entity& entity = world.entities.emplace_back();
    entity.keys = {{"classname", "info_player_start"}, {"origin", "as in the test"}};
    entity.origin = {static_cast<double>(x) + 32, 32, 2000};
    entity.has_origin = true;
    return world;
}

// Water on the floor whose sides stand on a polygon with a corner for each short direction.
Brush pool_with_many_sides() {
    constexpr std::int64_t kLongest = 13;
    std::vector<std::array<std::int64_t, 2>> ways;
    for (std::int64_t a = -kLongest; a <= kLongest; ++a) {
        for (std::int64_t b = -kLongest; b <= kLongest; ++b) {
            if (std::gcd(a, b) == 1 && a * a + b * b <= kLongest * kLongest) {
                ways.push_back({a, b});
            }
        }
    }
    const auto is_upper = [](const auto& way) { return way[1] > 0 || (way[1] == 0 && way[0] > 0); };
    std::ranges::sort(ways, [&](const auto& p, const auto& q) {
        return is_upper(p) != is_upper(q) ? is_upper(p) : p[0] * q[1] > p[1] * q[0];
    });
    EXPECT_GT(ways.size(), 256u);
    constexpr std::int64_t kTop = 64;
    Brush pool;
    pool.contents = Contents::Water;
    std::int64_t x = 1024;
    std::int64_t y = 512;
    for (const auto& [along, up] : ways) {
        pool.sides.push_back(side_through({x, y, 0}, {x + along, y + up, 0}, {x, y, kTop}));
        x += along;
        y += up;
    }
    pool.sides.push_back(side_through({0, 0, kTop}, {8, 0, kTop}, {0, 8, kTop}));
    pool.sides.push_back(side_through({0, 0, 0}, {0, 8, 0}, {8, 0, 0}));
    return pool;
}

void expect_no_visibility(const World& world, const std::string& reason) {
    CompileOptions options;
    options.bodies.clear();
    const auto compiled = compile(world, options);
    ASSERT_TRUE(compiled);
    EXPECT_FALSE(compiled->leak);
    EXPECT_FALSE(compiled->level.portals.empty());
    EXPECT_TRUE(compiled->level.visible_starts.empty());
    const auto warning =
        std::ranges::find(compiled->diagnostics, Severity::Warning, &Diagnostic::severity);
    ASSERT_NE(warning, compiled->diagnostics.end());
    EXPECT_NE(warning->message.find("the level gets no visibility: portal "), std::string::npos);
    EXPECT_NE(warning->message.find(reason), std::string::npos) << warning->message;
    EXPECT_TRUE(Level::from_data(compiled->level));
}

TEST(UnusablePortals, WithMoreThan256CornersGiveNoVisibility) {
    expect_no_visibility(room_at(0, pool_with_many_sides()), "corners; it needs 3 to 256");
}

TEST(UnusablePortals, BeyondAMillionUnitsGiveNoVisibility) {
    const std::int64_t far = 2'000'000;
    expect_no_visibility(
        room_at(far, box_brush({far, 0, 0}, {far + 2048, 2048, 512}, Contents::Water)),
        "above 1048576 map units");
}

}  // namespace
}  // namespace halfspace::test
