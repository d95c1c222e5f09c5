// SPDX-License-Identifier: MIT
// What an onion's leaves say by volume is what trees of single spaces answer at points inside.
#include "halfspace/exact/polyhedron.h"
#include "halfspace/level/bodies.h"
#include "halfspace/query/classify.h"
#include "halfspace/query/free.h"

#include "support/scene_levels.h"
#include "support/scenes.h"
#include "support/sources.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

// For each leaf of the world's tree a point inside of its cell, rounded to doubles.
std::vector<std::pair<LeafId, Vec3>> points_inside(const Level& level) {
    PlaneTable planes;
    std::vector<PlaneId> ids;
    for (std::uint32_t p = 0; p < level.planes().size(); ++p) {
        ids.push_back(planes.intern(level.plane(PlaneId{2 * p})));
    }
    const ModelRecord& model = level.models()[0];
    GridBox box;
    for (std::size_t i = 0; i < 3; ++i) {
        box.min[i] = std::llround(std::ldexp(model.min[i], level.grid_exponent()));
        box.max[i] = std::llround(std::ldexp(model.max[i], level.grid_exponent()));
    }
    std::vector<std::pair<std::int32_t, Polyhedron>> open;
    open.emplace_back(model.root, make_box(box, planes));
    Predicates predicates(planes);
    std::vector<std::pair<LeafId, Vec3>> points;
    const double unit = std::ldexp(1.0, -level.grid_exponent());
    while (!open.empty()) {
        auto [child, cell] = std::move(open.back());
        open.pop_back();
        if (child < 0) {
            points.emplace_back(LeafId(static_cast<std::uint32_t>(-1 - child)),
                                to_vec3(interior_point(cell, predicates)) * unit);
            continue;
        }
        const NodeRecord& node = level.nodes()[static_cast<std::size_t>(child)];
        PolyhedronSplit parts = split(cell, ids[node.plane], predicates);
        open.emplace_back(node.child[0], *std::move(parts.front));
        open.emplace_back(node.child[1], *std::move(parts.back));
    }
    return points;
}

void expect_same_answers(const World& world) {
    const Result<Level> compiled = compiled_level(world, Collision::Onion);
    const Result<Level> others = compiled_level(world, Collision::Separate);
    ASSERT_TRUE(compiled && others);
    const Level& onion = *compiled;
    const Level& separate = *others;
    constexpr std::array kMasks{
        Contents::Solid, Contents::Fence, Contents::PlayerClip, Contents::MonsterClip};
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
            for (const Contents mask : kMasks) {
                EXPECT_EQ(any(says & mask), !is_free(separate, SpaceId(s), point, mask))
                    << "leaf " << leaf.value << ", space " << s;
            }
        }
    }
    EXPECT_GT(asked, points.size() * 9 / 10);
}

class OnionOfScene : public testing::TestWithParam<SceneKind> {};

TEST_P(OnionOfScene, SaysWhatSeparateTreesAnswer) {
    expect_same_answers(make_scene(GetParam(), 40, 9, SceneContents::Mixed));
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
