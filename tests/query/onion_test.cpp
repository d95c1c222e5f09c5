// SPDX-License-Identifier: MIT
// What an onion's leaves say by volume is what trees of single spaces answer at points inside.
#include "halfspace/level/bodies.h"
#include "halfspace/query/classify.h"
#include "halfspace/query/free.h"

#include "exact/shared/interior_point.h"
#include "level/shared/cells.h"
#include "support/repeats.h"
#include "support/scene_levels.h"
#include "support/scenes.h"
#include "support/sources.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

// For each leaf of the world's tree a point inside of its cell, rounded to doubles.
std::vector<std::pair<LeafId, Vec3>> points_inside(const Level& level) {
    LevelPlanes planes = planes_of(level.view());
    Polyhedron box = make_box(grid_box(level.view(), kWorldModel), planes.table);
    Predicates predicates(planes.table);
    std::vector<std::pair<LeafId, Vec3>> points;
    const double unit = std::ldexp(1.0, -level.grid_exponent());
    for_each_cell(
        level.nodes(),
        level.models()[0].root,
        std::move(box),
        predicates,
        [&](const NodeRecord& node) { return planes.of(2 * node.plane); },
        [&](LeafId leaf, Polyhedron&& cell) {
            points.emplace_back(leaf, to_vec3(interior_point(cell, predicates)) * unit);
        });
    return points;
}

void expect_same_answers(const World& world) {
    const Result<Level> compiled = compiled_level(world, Collision::Onion);
    const Result<Level> others = compiled_level(world, Collision::Separate);
    ASSERT_TRUE(compiled && others);
    const Level& onion = *compiled;
    const Level& separate = *others;
    std::size_t asked = 0;
    const std::vector<std::pair<LeafId, Vec3>> points = points_inside(onion);
    for (const auto& [leaf, point] : points) {
        if (find_leaf(onion, point) != leaf) {
            continue;  // a cell so thin that rounding left it
        }
        ++asked;
        for (std::uint32_t s = 1; s < onion.spaces().size(); ++s) {
            const Contents says =
                blocker_contents(blockers_in(onion.leaves()[leaf.value], SpaceId(s)));
            for (const ContentsRow& row : kContentsTable) {
                const Contents mask = row.bit & kContentsOfBodies;
                EXPECT_EQ(any(says & mask), !is_free(separate, SpaceId(s), point, mask))
                    << "leaf " << leaf.value << ", space " << s;
            }
        }
    }
    EXPECT_GT(asked, points.size() * 9 / 10);
}

class OnionOfScene : public testing::TestWithParam<SceneKind> {};

TEST_P(OnionOfScene, SaysWhatSeparateTreesAnswer) {
    expect_same_answers(make_scene(GetParam(), scene_brushes(40), 9, SceneContents::Mixed));
}

INSTANTIATE_TEST_SUITE_P(All, OnionOfScene, testing::ValuesIn(kAllScenes), [](const auto& scene) {
    return to_string(scene.param);
});

TEST(OnionOfLevel, SaysWhatSeparateTreesAnswer) {
    for (const char* name : {"keep.map", "station.map"}) {
        const auto world = read_world(project_file(std::string("examples/levels/") + name));
        ASSERT_TRUE(world);
        expect_same_answers(*world);
    }
}

}  // namespace
}  // namespace halfspace::test
