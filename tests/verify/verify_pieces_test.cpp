// SPDX-License-Identifier: MIT
// Verify finds every piece of a mesh that is missing or of another shape.
#include "verify/verify_pieces.h"

#include "halfspace/world/world.h"

#include "support/meshes.h"
#include "support/refit.h"
#include "support/repeats.h"
#include "verify/curve_levels.h"
#include "verify/mutants.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

namespace halfspace::test {
namespace {

// A cross of four arms, and a ring.
World cross() {
    return world_of_meshes({prism("cross",
                                  {{16, 16},
                                   {16, 48},
                                   {-16, 48},
                                   {-16, 16},
                                   {-48, 16},
                                   {-48, -16},
                                   {-16, -16},
                                   {-16, -48},
                                   {16, -48},
                                   {16, -16},
                                   {48, -16},
                                   {48, 16}},
                                  0,
                                  32)});
}
World ring() {
    return world_of_meshes({torus("ring", 5, 4, 64, 24)});
}

// A room with walls around it.
World room() {
    Mesh mesh = turned_inside_out(box_mesh("room", {-64, -64, 0}, {64, 64, 96}));
    mesh.filled = Mesh::Filled::Outside;
    return world_of_meshes({mesh});
}

// A cone of many thin wedges that meet in one point.
World cone(int around) {
    Mesh mesh;
    mesh.name = "cone";
    const auto corner = [&](int i) {
        const double turn = 2 * std::numbers::pi * (i % around) / around;
        return Vec3{128 * std::cos(turn), 128 * std::sin(turn), 0};
    };
    for (int i = 0; i < around; ++i) {
        add_polygon(mesh, {corner(i), corner(i + 1), {0, 0, 128}});
        add_polygon(mesh, {corner(i + 1), corner(i), {0, 0, 0}});
    }
    return world_of_meshes({mesh});
}

TEST(VerifyPieces, OfTheSourceHaveNoDifferences) {
    for (const World& world : {cross(), ring(), room()}) {
        EXPECT_EQ(differences_of(compiled(world), world), std::vector<std::string>{});
    }
}

// All pieces, or some of many where tests repeat less.
std::size_t step_over(const std::vector<BrushParts>& pieces) {
    return 1 + pieces.size() / repeats(100);
}

TEST(VerifyPieces, APieceThatIsLeftOutIsFound) {
    for (const World& world : {cross(), ring(), room()}) {
        const LevelData level = compiled(world);
        const std::vector<BrushParts> all = brush_parts(level);
        ASSERT_GE(all.size(), 3u);
        for (std::size_t b = 0; b < all.size(); b += step_over(all)) {
            EXPECT_NE(all[b].record.flags & kBrushPiece, 0u);
            std::vector<BrushParts> others = all;
            others.erase(others.begin() + static_cast<std::ptrdiff_t>(b));
            LevelData mutant = level;
            set_brushes(mutant, others);
            EXPECT_TRUE(is_refused_or_different(world, mutant)) << b;
        }
    }
}

TEST(VerifyPieces, APieceWithAMovedSideIsFound) {
    for (const World& world : {cross(), ring()}) {
        const LevelData level = compiled(world);
        const std::vector<BrushParts> all = brush_parts(level);
        for (std::size_t b = 0; b < all.size(); b += step_over(all)) {
            // The side of a triangle: beyond it, no other piece fills the gap.
            for (std::size_t s = 0; s < all[b].sides.size(); ++s) {
                if (all[b].sides[s].source == kNone) {
                    continue;
                }
                for (const std::int64_t steps : {-1, 1}) {
                    LevelData mutant = level;
                    std::vector<BrushParts> moved = all;
                    moved[b].sides[s].plane =
                        2 * add_moved_plane(mutant, moved[b].sides[s].plane / 2, steps) +
                        moved[b].sides[s].plane % 2;
                    set_brushes(mutant, moved);
                    EXPECT_TRUE(is_refused_or_different(world, mutant)) << b << " " << s;
                }
            }
        }
    }
}

// Thin wedges that meet in a point are parted by their own planes; boxes would not part them.
TEST(VerifyPieces, AConeOfManyWedgesIsProved) {
    const World world = cone(scene_brushes(1200));
    EXPECT_EQ(differences_of(compiled(world), world), std::vector<std::string>{});
}

TEST(VerifyPieces, ACancelEndsTheProof) {
    const World world = cross();
    LevelData mutant = compiled(world);
    std::vector<BrushParts> pieces = brush_parts(mutant);
    pieces.pop_back();
    set_brushes(mutant, pieces);
    const auto level = Level::from_data(mutant);
    ASSERT_TRUE(level);
    constexpr const char* kFault = "encloses a place that lies in none of its pieces";
    EXPECT_TRUE(has_end(verify(*level, world, {.threads = 1}).details, kFault));
    Progress progress;
    progress.cancel = true;
    EXPECT_FALSE(
        has_end(verify(*level, world, {.threads = 1, .progress = &progress}).details, kFault));
}

}  // namespace
}  // namespace halfspace::test
