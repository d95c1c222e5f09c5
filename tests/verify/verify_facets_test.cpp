// SPDX-License-Identifier: MIT
// Verify finds every facet of a level that is missing or too much.
#include "verify/verify_facets.h"

#include "halfspace/compile/compile.h"

#include "support/brushes.h"
#include "support/patches.h"
#include "support/refit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

// A pipe of radius 64 along y over a floor. Its front is outside.
World world_with_pipe() {
    World world = world_of({box_brush({-128, -128, -100}, {128, 128, -84})});
    world.entities[0].patches.push_back(patch_of(pipe(4)));
    return world;
}

// A sheet over a floor. The four corners of its only cell do not lie in one plane.
World world_with_sheet() {
    World world = world_of({box_brush({-128, -128, -100}, {128, 128, -84})});
    world.entities[0].patches.push_back(patch_of({{{0, 0, 0}, {32, 0, 0}, {64, 0, 0}},
                                                  {{0, 32, 0}, {32, 32, 3}, {64, 32, 6}},
                                                  {{0, 64, 0}, {32, 64, 6}, {64, 64, 12}}}));
    return world;
}

// A vault over a floor. Where its two patches meet, their slabs are moved in opposite directions.
World world_with_vault() {
    World world = world_of({box_brush({-128, -128, -100}, {128, 128, -84})});
    for (const Patch& patch : vault()) {
        world.entities[0].patches.push_back(patch);
    }
    return world;
}

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

LevelData compiled(const World& world) {
    auto result = compile(world, {.threads = 1});
    if (!result) {
        ADD_FAILURE() << to_string(result.error().front());
        return {};
    }
    return std::move(result->level);
}

std::vector<std::string> differences_of(const LevelData& data, const World& world) {
    const auto level = Level::from_data(data);
    if (!level) {
        ADD_FAILURE() << to_string(level.error());
        return {};
    }
    return verify(*level, world, {.threads = 1}).details;
}

// True if one of the sentences ends with the text.
bool has_end(const std::vector<std::string>& sentences, std::string_view text) {
    return std::any_of(sentences.begin(), sentences.end(), [&](const std::string& sentence) {
        return sentence.ends_with(text);
    });
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
    const std::vector<std::string> found = differences_of(level, world);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_TRUE(has_end(found,
                        " is neither the slab of a piece of its patch nor a wedge between two "
                        "pieces"))
        << found[0];
}

}  // namespace
}  // namespace halfspace::test
