// SPDX-License-Identifier: MIT
// Compiled levels of Quake III in the wild become levels of ours that say the same.
#include "halfspace/compile/compile.h"
#include "halfspace/formats/read_world.h"
#include "halfspace/verify/verify.h"

#include "import/brushes/plane_recovery.h"
#include "import/brushes/side_planes.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace halfspace::test {
namespace {

struct WildLevel {
    const char* package;
    const char* entry;
    std::size_t brushes;  // of all entities
};

// Few brushes, much liquid, many models, bent pipes, terrain.
constexpr WildLevel kWildLevels[] = {
    {"pak1-maps.pk3", "maps/am_galmevish.bsp", 166},
    {"pak1-maps.pk3", "maps/oa_dm1.bsp", 566},
    {"pak1-maps.pk3", "maps/oa_dm2.bsp", 1703},
    {"pak1-maps.pk3", "maps/islanddm.bsp", 4643},
    {"pak6-patch088.pk3", "maps/aggressor.bsp", 835},
    {"pak6-patch088.pk3", "maps/czest3ctf.bsp", 2685},
};

class CompiledLevel : public testing::TestWithParam<WildLevel> {};

TEST_P(CompiledLevel, CompilesAndVerifies) {
    const auto path = openarena_package(GetParam().package);
    if (path.empty()) {
        GTEST_SKIP() << "no " << GetParam().package << "; see scripts/setup";
    }
    const auto read = halfspace::read_world(path.string() + ":" + GetParam().entry);
    ASSERT_TRUE(read.has_value()) << to_string(read.error());

    // Portal flow is tested elsewhere; islanddm needs minutes of it.
    const auto compiled = compile(read->world, {.visibility = VisibilityMode::Fast});
    ASSERT_TRUE(compiled.has_value()) << to_string(compiled.error().front());
    const auto level = Level::from_data(compiled->level, "level");
    ASSERT_TRUE(level.has_value());
    const auto facets = std::count_if(
        level->brushes().begin(), level->brushes().end(), [](const BrushRecord& brush) {
            return (brush.flags & kBrushFacet) != 0;
        });
    EXPECT_EQ(level->brushes().size() - static_cast<std::size_t>(facets), GetParam().brushes);
    const VerifyReport report = verify(*level, read->world, {});
    EXPECT_EQ(report.differences, 0u) << (report.details.empty() ? "" : report.details.front());
    EXPECT_EQ(report.left_out, 0u);
    // Half a step of 1/64.
    EXPECT_LE(report.largest_displacement, 0x1p-7 + 1e-6);
}

TEST_P(CompiledLevel, IsRecoveredAlmostWholly) {
    const auto path = openarena_package(GetParam().package);
    if (path.empty()) {
        GTEST_SKIP() << "no " << GetParam().package << "; see scripts/setup";
    }
    const World world = halfspace::read_world(path.string() + ":" + GetParam().entry).value().world;
    std::size_t sides = 0;
    std::size_t fitted = 0;
    std::size_t recovered = 0;
    PlaneRecovery recovery;
    const int grid = fitting_grid(world, {});
    for (const Entity& entity : world.entities) {
        for (const Brush& brush : entity.brushes) {
            for (const BrushSide& side : brush.sides) {
                ++sides;
                recovered += recovery.recover(*side.plane, grid) ? 1 : 0;
                fitted += side.texture.kind == TextureProjection::Kind::BrushPrimitives ? 1 : 0;
            }
        }
    }
    EXPECT_GT(recovered, sides * 95 / 100);
    EXPECT_GT(fitted, sides * 10 / 100);  // the others are hidden, or not drawn
}

INSTANTIATE_TEST_SUITE_P(OpenArena,
                         CompiledLevel,
                         testing::ValuesIn(kWildLevels),
                         [](const auto& level) {
                             const std::string entry = level.param.entry;
                             return entry.substr(5, entry.size() - 9);
                         });

}  // namespace
}  // namespace halfspace::test
