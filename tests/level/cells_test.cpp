// SPDX-License-Identifier: MIT
#include "level/shared/cells.h"

#include "support/small_level.h"

#include <gtest/gtest.h>

#include <map>

namespace halfspace::test {
namespace {

// The corner points of the cells of a model, in map units, by leaf.
std::map<std::uint32_t, Aabb> cell_boxes(const Level& level, ModelId model) {
    LevelPlanes planes = planes_of(level.view());
    Polyhedron box = make_box(grid_box(level.view(), model), planes.table);
    Predicates predicates(planes.table);
    std::map<std::uint32_t, Aabb> boxes;
    for_each_cell(
        level.nodes(),
        level.models()[model.value].root,
        std::move(box),
        predicates,
        [&](const NodeRecord& node) { return planes.of(2 * node.plane); },
        [&](LeafId leaf, Polyhedron&& cell) {
            const Aabb steps = bounds(cell);
            boxes[leaf.value] = {steps.min * 0.125, steps.max * 0.125};
        });
    return boxes;
}

TEST(PlanesOf, KeepsThePlanesUnderTheirIds) {
    const Level level = *Level::from_data(small_level());
    const LevelPlanes planes = planes_of(level.view());
    EXPECT_EQ(planes.table.pair_count(), level.planes().size());
    for (std::uint32_t p = 0; p < 2 * level.planes().size(); ++p) {
        EXPECT_EQ(planes.table.plane(planes.of(p)), level.plane(PlaneId{p}));
    }
}

TEST(GridBoxOfAModel, IsTheTreesBoxInGridSteps) {
    const Level level = *Level::from_data(small_level());
    const GridBox box = grid_box(level.view(), ModelId(1));
    EXPECT_EQ(box.min, (GridPoint{31 * 8, -17 * 8, -1 * 8}));
    EXPECT_EQ(box.max, (GridPoint{41 * 8, 17 * 8, 65 * 8}));
}

TEST(ForEachCell, CutsTheCellsThatTheHeaderOfTheSmallLevelNames) {
    const Level level = *Level::from_data(small_level());
    const std::map<std::uint32_t, Aabb> world = cell_boxes(level, kWorldModel);
    EXPECT_EQ(world.size(), 9u);
    EXPECT_EQ(world.at(kSmallWater.value), (Aabb{{-48, -64, 0}, {64, 64, 16}}));
    EXPECT_EQ(world.at(kSmallRamp.value), (Aabb{{-64, -64, 0}, {-32, 64, 32}}));
    EXPECT_EQ(world.at(kSmallRoom.value), (Aabb{{-64, -64, 16}, {64, 64, 128}}));
    EXPECT_EQ(cell_boxes(level, ModelId(1)).at(kSmallDoor.value),
              (Aabb{{32, -16, 0}, {40, 16, 64}}));
}

}  // namespace
}  // namespace halfspace::test
