// SPDX-License-Identifier: MIT
// does_block against the brushes of each model.
#include "halfspace/query/free.h"

#include "support/brushes.h"
#include "support/scene_levels.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace halfspace {
namespace {

using test::box_brush;

// Brute force: the contents of every brush of the model. A model of curves only draws; the facets
// of its curves are brushes of the other model of the entity.
bool holds_by_brushes(const Level& level, ModelId model, Contents mask) {
    const ModelRecord& record = level.models()[model.value];
    const bool is_drawn_only = (record.flags & kModelCurves) != 0;
    return std::any_of(
        level.brushes().begin(), level.brushes().end(), [&](const BrushRecord& brush) {
            const auto held = static_cast<Contents>(brush.contents);
            const Contents for_bodies = any(held & kOpaque) ? Contents::Solid : held & kBarriers;
            return brush.entity == record.entity && !is_drawn_only &&
                   (any(for_bodies & mask) || any(held & mask & ~kBodyBlockers));
        });
}

// The same for all models and many masks. Returns how many models block with the default mask.
int compare_with_brushes(const Level& level) {
    std::vector<Contents> masks{kBodyBlockers,
                                kPlayerBlockers,
                                kBodyBlockers | kLiquids | Contents::Ladder,
                                kLiquids,
                                Contents::Empty};
    for (const ContentsRow& row : kContentsTable) {
        masks.push_back(row.bit & kLeafContents);
    }
    int blocking = 0;
    for (std::uint32_t m = 0; m < level.models().size(); ++m) {
        const ModelId model(m);
        for (const Contents mask : masks) {
            EXPECT_EQ(does_block(level, model, mask), holds_by_brushes(level, model, mask))
                << "model " << m << ", mask " << to_string(mask);
        }
        blocking += does_block(level, model) ? 1 : 0;
    }
    return blocking;
}

TEST(DoesBlock, SaysWhichModelsMatterToBodies) {
    World world = test::world_of({box_brush({-64, -64, -16}, {64, 64, 0})});
    std::vector<Contents> kinds{Contents::PlayerClip | Contents::MonsterClip};
    for (const ContentsRow& row : kContentsTable) {
        if (any(row.bit & kLeafContents & ~Contents::Void)) {
            kinds.push_back(row.bit);
        }
    }
    const auto blocking =
        std::ranges::count_if(kinds, [](Contents kind) { return any(kind & kBodyBlockers); });
    std::int64_t at = 0;
    for (const Contents kind : kinds) {
        world.entities.push_back(Entity{.keys = {{"classname", "func_door"}},
                                        .brushes = {box_brush({at, 0, 0}, {at + 8, 8, 8}, kind)}});
        at += 16;
    }
    // A trigger with a small fence in it.
    world.entities.push_back(
        Entity{.keys = {{"classname", "func_door"}},
               .brushes = {box_brush({0, 64, 0}, {64, 128, 64}, Contents::Trigger),
                           box_brush({8, 72, 8}, {9, 73, 9}, Contents::Fence)}});
    const auto level = test::compiled_level(world);
    ASSERT_TRUE(level) << to_string(level.error());
    ASSERT_EQ(level->models().size(), kinds.size() + 2);
    // The world and the door with a fence block, too.
    EXPECT_EQ(compare_with_brushes(*level), blocking + 2);
}

TEST(DoesBlock, KnowsThatCurvesBlockInTheModelOfTheirBrushes) {
    for (const char* const name : {"cistern.map", "station.map", "gatehouse.map"}) {
        SCOPED_TRACE(name);
        const auto level = test::compiled_map(test::project_file("examples/levels") / name);
        ASSERT_TRUE(level) << to_string(level.error());
        EXPECT_GT(compare_with_brushes(*level), 0);
    }
}

}  // namespace
}  // namespace halfspace
