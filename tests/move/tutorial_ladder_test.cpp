// SPDX-License-Identifier: MIT
// The ladder of docs/tutorials/first_game.md: it stands in the yard of the gatehouse, and a player
// climbs it. tests/readme holds the page against this file.
#include "courses.h"
#include "formats/shared/map_reader.h"
#include "support/test_data.h"

#include <fstream>
#include <iterator>
#include <string>

namespace halfspace::test {
namespace {

constexpr const char* kLadder = R"(
{
( 112 248 0 ) ( 112 256 0 ) ( 112 248 160 ) ladder 0 0 0 1 1
( 144 248 0 ) ( 144 248 160 ) ( 144 256 0 ) ladder 0 0 0 1 1
( 112 248 0 ) ( 112 248 160 ) ( 144 248 0 ) ladder 0 0 0 1 1
( 112 256 0 ) ( 144 256 0 ) ( 112 256 160 ) ladder 0 0 0 1 1
( 112 248 0 ) ( 144 248 0 ) ( 112 256 0 ) ladder 0 0 0 1 1
( 112 248 160 ) ( 112 256 160 ) ( 144 248 160 ) ladder 0 0 0 1 1
}
)";

// The gatehouse with this brush at the end of its world.
Level gatehouse_with(const std::string& brush) {
    std::ifstream file(project_file("examples/levels/gatehouse.map"));
    std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::size_t end_of_world = text.find("}\n}\n");
    EXPECT_NE(end_of_world, std::string::npos);
    text.insert(end_of_world + 2, brush);
    const auto read = read_map(text, "gatehouse.map");
    EXPECT_TRUE(read) << to_string(read.error());
    return level_of(read->world);
}

TEST(TutorialLadder, LeadsUpAndDown) {
    const Level level = gatehouse_with(kLadder);
    const MoverState start = settled_at(level, {128, 128, 30});
    // To the wall and up it, until the head is at the ceiling, which is 192 units high.
    const MoverState up = run(level, start, forward(90), 160).back().state;
    EXPECT_EQ(up.mode, MoverMode::Ladder);
    EXPECT_GT(up.position.z, 150);
    const MoverInput looks_down = quantised({.view = {.pitch = 70, .yaw = 90}, .forward = 1});
    const MoverState down = run(level, up, looks_down, 160).back().state;
    EXPECT_EQ(down.mode, MoverMode::Ground);
    EXPECT_NEAR(down.position.z, kStandHeight, 0.1);
    // Without the brush there is only a wall.
    const MoverState below = run(gatehouse_with(""), start, forward(90), 160).back().state;
    EXPECT_EQ(below.mode, MoverMode::Ground);
}

}  // namespace
}  // namespace halfspace::test
