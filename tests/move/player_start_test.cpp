// SPDX-License-Identifier: MIT
#include "halfspace/move/player_start.h"

#include "halfspace/query/free.h"

#include "courses.h"

#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

// A room with walls, from -512 to 512, with its floor at 0 and its ceiling at 256.
std::vector<Brush> room() {
    return {box_brush({-528, -528, -64}, {528, 528, 0}),
            box_brush({-528, -528, 256}, {528, 528, 320}),
            box_brush({-528, -528, 0}, {-512, 528, 256}),
            box_brush({512, -528, 0}, {528, 528, 256}),
            box_brush({-528, -528, 0}, {528, -512, 256}),
            box_brush({-528, 512, 0}, {528, 528, 256})};
}

Entity start_at(const std::string& origin, const std::string& name = "info_player_start") {
    return {.keys = {{"classname", name}, {"origin", origin}, {"angle", "90"}}};
}

Level level_with(std::vector<Entity> starts, std::vector<Brush> brushes = room()) {
    World world = world_of(std::move(brushes));
    for (Entity& start : starts) {
        world.entities.push_back(std::move(start));
    }
    return level_of(world);
}

std::optional<PlayerStart> found(const Level& level) {
    return find_start({level, models_at_rest(level)}, *find_space(level, "stand"));
}

TEST(FindStart, TakesTheFirstStartWithRoomAsItIs) {
    const Level level = level_with({start_at("64 -32 24", "info_player_deathmatch"),
                                    start_at("100 20 40"),
                                    start_at("7 8 90")});
    const auto start = found(level);
    ASSERT_TRUE(start);
    EXPECT_EQ(start->entity, EntityId(2));
    EXPECT_EQ(start->position, (Vec3{100, 20, 40}));
    EXPECT_EQ(start->yaw, 90);
    EXPECT_EQ(start->refused, 0u);
    EXPECT_FALSE(start_note(level, *start));
    EXPECT_EQ(player_starts(level).size(), 3u);
}

TEST(FindStart, StartThatIsEightUnitsTooLowIsRefused) {
    for (const auto& [origin, high] : std::vector<std::pair<std::string, double>>{
             {"0 0 16", 8}, {"0 0 15", 9}, {"0 0 -8", 32}, {"0 0 -32", 56}}) {
        const Level level = level_with({start_at(origin)});
        const auto start = found(level);
        ASSERT_TRUE(start) << origin;
        EXPECT_NEAR(distance(start->position, start->origin), high, 0.01) << origin;
        EXPECT_NEAR(start->position.z, 24, 0.01) << origin;
        const auto note = start_note(level, *start);
        ASSERT_TRUE(note);
        EXPECT_NE(note->find("info_player_start (entity 1)"), std::string::npos) << *note;
    }
}

TEST(FindStart, StartThatReachesIntoTheCeilingByAStairIsRefused) {
    // The body reaches 32 units up.
    for (const std::string origin : {"0 0 232", "0 0 242"}) {
        const auto start = found(level_with({start_at(origin)}));
        ASSERT_TRUE(start) << origin;
        EXPECT_NEAR(start->position.z, 224, 0.01);
    }
    EXPECT_FALSE(found(level_with({start_at("0 0 272")})));
}

TEST(FindStart, NextStartIsNotLookedFor) {
    std::vector<Brush> brushes = room();
    brushes.push_back(box_brush({100, -200, 0}, {300, 200, 256}));
    const Level level = level_with({start_at("200 0 24"),
                                    start_at("200 40 24"),
                                    start_at("-64 0 24", "info_player_coop"),
                                    start_at("-64 0 16", "info_player_deathmatch")},
                                   brushes);
    const auto start = found(level);
    ASSERT_TRUE(start);
    EXPECT_EQ(start->entity, EntityId(4));
    EXPECT_EQ(start->refused, 2u);
    const std::string note = start_note(level, *start).value_or("");
    EXPECT_TRUE(
        note.starts_with("the body has no room at the start info_player_start (entity 1) "
                         "at 200 0 24 and 1 more; the player starts at "
                         "info_player_deathmatch (entity 4), at -64 0 24"))
        << note;
}

TEST(FindStart, PlayerStartsInTheRoomAboveTheCeiling) {
    // A crawl space 40 units high below a room.
    std::vector<Brush> brushes = room();
    brushes.push_back(box_brush({-512, -512, 40}, {512, 512, 44}));
    EXPECT_FALSE(found(level_with({start_at("0 0 24")}, brushes)));
}

TEST(FindStart, PlayerStartsOutsideOfTheLevel) {
    // The nearest room is beyond the wall, which is 16 units thick.
    std::vector<Brush> brushes = room();
    brushes.push_back(box_brush({460, -512, 0}, {512, 512, 256}));
    EXPECT_FALSE(found(level_with({start_at("520 0 100")}, brushes)));
}

TEST(FindStart, StartInTheFloorOfAnOpenLevelIsRefused) {
    const auto start =
        found(level_with({start_at("0 0 16")}, {box_brush({-512, -512, -64}, {512, 512, 0})}));
    ASSERT_TRUE(start);
    EXPECT_NEAR(start->position.z, 24, 0.01);
}

TEST(FindStart, StartInALiftIsRefused) {
    Entity lift{.keys = {{"classname", "func_plat"}},
                .brushes = {box_brush({-64, -64, 0}, {64, 64, 40})}};
    const Level level = level_with({lift, start_at("0 0 24")});
    const auto start = found(level);
    ASSERT_TRUE(start);
    EXPECT_NEAR(start->position.z, 64, 0.01);
    const auto without = find_start(level, *find_space(level, "stand"));
    ASSERT_TRUE(without);
    EXPECT_EQ(without->position, (Vec3{0, 0, 24}));
}

TEST(FindStart, ShapesFindRoomAboveAFloor) {
    const Level level = level_with({start_at("0 0 -10")});
    // 40 units high, its position at its feet.
    const ShapeBody barrel{*ConvexShape::cylinder(20, 15), {0, 0, 20}};
    const auto start = find_start(level, barrel);
    ASSERT_TRUE(start);
    EXPECT_EQ(start->position, (Vec3{0, 0, 0}));
    EXPECT_FALSE(find_start(level_with({start_at("0 0 -41")}), barrel));
}

TEST(FindStart, LevelsWithoutAStartHaveNone) {
    EXPECT_FALSE(found(level_with({})));
    EXPECT_FALSE(found(level_with({start_at("here"), start_at("1e300 0 0")})));
}

// Brute force: where there is room anywhere straight above or below, a start is found, and not
// farther away.
TEST(FindStart, RoomNearAStartIsMissed) {
    std::vector<Brush> brushes = room();
    for (int i = 1; i < 12; ++i) {
        const int x = -480 + 80 * i;
        brushes.push_back(box_brush({x, -40, 0}, {x + 79, 40, 7 * i}));
        brushes.push_back(box_brush({x, -40, 7 * i + 50 + i}, {x + 79, 40, 256}));
    }
    for (int i = 0; i < 12; ++i) {
        for (int z = -40; z < 200; z += 13) {
            const Vec3 origin{-440.0 + 80 * i, 0, static_cast<double>(z)};
            const Level level = level_with(
                {start_at(std::to_string(-440 + 80 * i) + " 0 " + std::to_string(z))}, brushes);
            const SpaceId stand = *find_space(level, "stand");
            double nearest = 1e9;
            for (double way = -18; way <= 56; way += 0.25) {
                if (is_free(level, stand, origin + Vec3{0, 0, way})) {
                    nearest = std::min(nearest, std::abs(way));
                }
            }
            const auto start = found(level);
            if (nearest < 1e9) {
                ASSERT_TRUE(start) << i << ' ' << z;
                EXPECT_LT(distance(start->position, origin), nearest + 8);
            }
            if (start) {
                EXPECT_TRUE(is_free(level, stand, start->position));
            }
        }
    }
}

}  // namespace
}  // namespace halfspace::test
