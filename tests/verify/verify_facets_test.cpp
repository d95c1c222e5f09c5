// SPDX-License-Identifier: MIT
// Verify finds every facet of a level that is missing or too much.
#include "verify/verify_facets.h"

#include "support/brushes.h"
#include "support/refit.h"
#include "verify/curve_levels.h"
#include "verify/mutants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

// A solid in the pipe; all its corners are corners of the pipe.
Brush tent() {
    Brush brush;
    brush.contents = Contents::Solid;
    brush.sides = {side_through({-64, 0, 0}, {64, 0, 0}, {0, 0, 64}),
                   side_through({0, 64, 64}, {64, 64, 0}, {-64, 64, 0}),
                   side_through({-64, 0, 0}, {-64, 64, 0}, {64, 0, 0}),
                   side_through({-64, 0, 0}, {0, 0, 64}, {0, 64, 64}),
                   side_through({64, 0, 0}, {64, 64, 0}, {0, 0, 64})};
    for (BrushSide& side : brush.sides) {
        side.material = MaterialId(0);
    }
    return brush;
}

TEST(VerifyFacets, OfTheSourceHaveNoDifferences) {
    for (const World& world : {world_with_pipe(), world_with_sheet(), world_with_vault()}) {
        EXPECT_EQ(differences_of(compiled(world), world), std::vector<std::string>{});
    }
}

// Expects that a level without one of its facets is wrong. Returns the number of sides of each.
std::vector<std::size_t> expect_all_are_needed(const World& world) {
    const LevelData level = compiled(world);
    std::vector<std::size_t> sides;
    const std::vector<BrushParts> all = brush_parts(level);
    for (std::size_t b = 0; b < all.size(); ++b) {
        if ((all[b].record.flags & kBrushFacet) == 0) {
            continue;
        }
        std::vector<BrushParts> others = all;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(b));
        LevelData mutant = level;
        set_brushes(mutant, others);
        sides.push_back(all[b].sides.size());
        // Flat cells have slabs of six sides, other cells slabs of eight. A wedge has five.
        EXPECT_TRUE(has_end(differences_of(mutant, world),
                            sides.back() == 5 ? " has two pieces without a wedge between them"
                                              : " has 1 pieces without a facet"))
            << b;
    }
    std::sort(sides.begin(), sides.end());
    return sides;
}

TEST(VerifyFacets, AFacetThatIsLeftOutIsFound) {
    EXPECT_EQ(expect_all_are_needed(world_with_pipe()),
              (std::vector<std::size_t>{5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6}));
    EXPECT_EQ(expect_all_are_needed(world_with_sheet()), std::vector<std::size_t>{8});
    EXPECT_EQ(expect_all_are_needed(world_with_vault()),
              (std::vector<std::size_t>{5, 5, 6, 6, 6, 6}));
}

// The level of the patch that is turned inside out. Its facets begin at the same pieces.
TEST(VerifyFacets, FacetsInFrontOfTheirPiecesAreFound) {
    for (const World& world : {world_with_pipe(), world_with_sheet()}) {
        World turned = world;
        Patch& patch = turned.entities[0].patches[0];
        for (std::size_t row = 0; row < 3; ++row) {
            const auto first =
                patch.controls.begin() + static_cast<std::ptrdiff_t>(row * patch.width);
            std::reverse(first, first + patch.width);
        }
        const std::vector<std::string> found = differences_of(compiled(turned), world);
        EXPECT_TRUE(has_end(found, " pieces without a facet"));
        EXPECT_TRUE(has_end(found,
                            " is neither the slab of a piece of its patch nor a wedge between two "
                            "pieces"));
    }
}

// The tree agrees with the brush, and all corners of the brush lie on the patch.
TEST(VerifyFacets, AnInventedFacetInOpenSpaceIsFound) {
    const World world = world_with_pipe();
    World with_tent = world;
    with_tent.entities[0].brushes.push_back(tent());
    LevelData level = compiled(with_tent);
    for (BrushRecord& brush : level.brushes) {
        if ((brush.flags & kBrushFacet) == 0 && brush.source == 1) {
            brush.source = 0;
            brush.flags |= kBrushFacet;
        }
    }
    const auto loaded = Level::from_data(level);
    ASSERT_TRUE(loaded) << to_string(loaded.error());
    const std::vector<std::string> found = differences_beside_faces(*loaded, world);
    ASSERT_EQ(found.size(), 3u);  // verify_curves and the cluster tree find the tent, too
    EXPECT_TRUE(has_end(found,
                        " is neither the slab of a piece of its patch nor a wedge between two "
                        "pieces"))
        << found[0];
}

}  // namespace
}  // namespace halfspace::test
