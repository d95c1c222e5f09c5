// SPDX-License-Identifier: MIT
// Verify finds every facet of a level that is missing or too much.
#include "verify/verify_facets.h"

#include "halfspace/compile/compile.h"

#include "support/brushes.h"
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

// An arch over a floor: 128 units wide, 64 high, and 64 deep along y.
World world_with_arch() {
    World world = world_of({box_brush({-128, -128, -80}, {128, 128, -64})});
    Patch arch;
    arch.width = 5;
    arch.height = 3;
    arch.material = MaterialId(0);
    arch.contents = Contents::Solid;
    for (std::int64_t row = 0; row < 3; ++row) {
        for (const auto& [x, z] : {std::pair{-64, 0}, {-64, 64}, {0, 64}, {64, 64}, {64, 0}}) {
            arch.controls.push_back({{decimal_from_integer(x),
                                      decimal_from_integer(32 * row),
                                      decimal_from_integer(z)}});
        }
    }
    world.entities[0].patches.push_back(std::move(arch));
    return world;
}

// A solid below the arch; all its corners are corners of the arch.
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
    const World world = world_with_arch();
    EXPECT_EQ(differences_of(compiled(world), world), std::vector<std::string>{});
}

TEST(VerifyFacets, AFacetThatIsLeftOutIsFound) {
    const World world = world_with_arch();
    const LevelData level = compiled(world);
    std::size_t slabs = 0;
    std::size_t wedges = 0;
    const std::vector<BrushParts> all = brush_parts(level);
    for (std::size_t b = 0; b < all.size(); ++b) {
        if ((all[b].record.flags & kBrushFacet) == 0) {
            continue;
        }
        std::vector<BrushParts> others = all;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(b));
        LevelData mutant = level;
        set_brushes(mutant, others);
        // All pieces of the arch have four sides, so a slab has six and a wedge has five.
        const bool is_slab = all[b].sides.size() == 6;
        (is_slab ? slabs : wedges) += 1;
        EXPECT_TRUE(has_end(differences_of(mutant, world),
                            is_slab ? " has 1 pieces without a facet"
                                    : " has two pieces without a wedge between them"))
            << b;
    }
    EXPECT_EQ(slabs, 4u);
    EXPECT_EQ(wedges, 2u);
}

// The tree agrees with the brush, and all corners of the brush lie on the patch.
TEST(VerifyFacets, AnInventedFacetInOpenSpaceIsFound) {
    const World world = world_with_arch();
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
