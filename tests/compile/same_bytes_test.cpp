// SPDX-License-Identifier: MIT
// The same world gives the same bytes, whatever the number of threads and the order of brushes.
#include "halfspace/level/level.h"

#include "support/brushes.h"
#include "support/compiled_data.h"
#include "support/random.h"
#include "support/repeats.h"
#include "support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

class Deterministic : public testing::TestWithParam<SceneKind> {};

TEST_P(Deterministic, TheBytesDoNotDependOnTheNumberOfThreads) {
    const World world = make_scene(GetParam(), scene_brushes(50), 21, SceneContents::Mixed);
    for (const int block_size : {0, 256}) {
        const auto bytes = [&](unsigned threads) {
            return write_level(
                compiled_data(world, {.tree = {.block_size = block_size}, .threads = threads}));
        };
        const auto once = bytes(1);
        for (const unsigned threads : {2u, 5u}) {
            EXPECT_EQ(bytes(threads), once) << threads;
        }
    }
}

// What a brush is, apart from its place in the source: the line, which goes with it when brushes
// change places.
std::uint32_t name_of(const LevelData& level, std::uint32_t brush) {
    return level.brushes.at(brush).line;
}

template <class Record>
bool same_bytes(const std::vector<Record>& a, const std::vector<Record>& b) {
    return a.size() == b.size() &&
           (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(Record)) == 0);
}

// Everything that does not name brushes and sides is the same byte for byte.
void expect_same_but_for_brush_numbers(const LevelData& a, const LevelData& b) {
    EXPECT_EQ(a.grid_exponent, b.grid_exponent);
    EXPECT_TRUE(same_bytes(a.planes, b.planes));
    EXPECT_TRUE(same_bytes(a.nodes, b.nodes));
    EXPECT_TRUE(same_bytes(a.leaves, b.leaves));
    EXPECT_TRUE(same_bytes(a.face_vertices, b.face_vertices));
    EXPECT_TRUE(same_bytes(a.vertices, b.vertices));
    EXPECT_TRUE(same_bytes(a.models, b.models));
    EXPECT_TRUE(same_bytes(a.entities, b.entities));
    EXPECT_TRUE(same_bytes(a.keys, b.keys));
    EXPECT_TRUE(same_bytes(a.materials, b.materials));
    EXPECT_TRUE(same_bytes(a.strings, b.strings));
    EXPECT_TRUE(same_bytes(std::vector{a.statistics}, std::vector{b.statistics}));
    ASSERT_EQ(a.faces.size(), b.faces.size());
    for (std::size_t i = 0; i < a.faces.size(); ++i) {
        FaceRecord x = a.faces[i];
        FaceRecord y = b.faces[i];
        EXPECT_EQ(a.sides[x.side].plane, b.sides[y.side].plane) << i;
        x.brush = name_of(a, x.brush);
        y.brush = name_of(b, y.brush);
        x.side = y.side = 0;
        EXPECT_EQ(std::memcmp(&x, &y, sizeof(x)), 0) << "face " << i;
    }
}

void shuffle(std::vector<Brush>& brushes, std::uint64_t seed) {
    Random random(seed);
    for (std::size_t i = brushes.size(); i > 1; --i) {
        const auto j = random.integer(0, static_cast<std::int64_t>(i) - 1);
        std::swap(brushes[i - 1], brushes[static_cast<std::size_t>(j)]);
    }
}

TEST_P(Deterministic, TheOrderOfBrushesOnlyNumbersThem) {
    World world = make_scene(GetParam(), scene_brushes(50), 33, SceneContents::Mixed);
    const LevelData expected = compiled_data(world);
    for (const std::uint64_t seed : {1u, 2u}) {
        shuffle(world.entities[0].brushes, seed);
        expect_same_but_for_brush_numbers(expected, compiled_data(world));
    }
}

INSTANTIATE_TEST_SUITE_P(All, Deterministic, testing::ValuesIn(kAllScenes), [](const auto& test) {
    return to_string(test.param);
});

// Equal brushes: which one owns a face depends on their order, what the face looks like does not.
TEST(EqualBrushes, WithDifferentMaterialsShowTheSameOneInAnyOrder) {
    Brush stone = box_brush({0, 0, 0}, {64, 64, 64});
    Brush brick = stone;
    for (BrushSide& side : brick.sides) {
        side.material = MaterialId(1);
    }
    World world = world_of({stone, brick, box_brush({64, 0, 0}, {128, 32, 32})});
    world.materials.push_back({"brick"});
    World turned = world;
    std::reverse(turned.entities[0].brushes.begin(), turned.entities[0].brushes.end());
    const LevelData a = compiled_data(world);
    expect_same_but_for_brush_numbers(a, compiled_data(turned));
    for (const FaceRecord& face : a.faces) {
        EXPECT_NE(name_of(a, face.brush), 10u) << "stone is hidden by brick, which sorts first";
    }
}

}  // namespace
}  // namespace halfspace::test
