// SPDX-License-Identifier: MIT
// Verify finds every change of what a level says about bodies.
#include "halfspace/compile/compile.h"
#include "halfspace/level/bodies.h"
#include "halfspace/verify/verify.h"

#include "support/brushes.h"
#include "support/refit.h"
#include "support/repeats.h"
#include "support/scenes.h"
#include "verify/mutants.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

struct BodiesCase {
    const char* name;
    Collision collision;
    std::vector<Body> bodies;
};

// No body holds another one, and the last two bodies do not hold their position.
std::vector<Body> unlike_bodies() {
    return {{"tall", {-8, -8, -8}, {8, 8, 64}},
            {"wide", {-32, -32, -8}, {32, 32, 8}},
            {"aside", {16, -8, -8}, {32, 8, 8}},
            {"above", {-16, -16, 16}, {16, 16, 32}}};
}

class VerifyBodies : public testing::TestWithParam<BodiesCase> {
protected:
    void SetUp() override {
        world_ = make_scene(SceneKind::RotatedBoxes, 4, 11, SceneContents::Mixed);
        CompileOptions options;
        options.collision = GetParam().collision;
        options.bodies = GetParam().bodies;
        auto compiled = compile(world_, options);
        ASSERT_TRUE(compiled);
        level_ = std::move(compiled->level);
        const auto level = Level::from_data(level_);
        ASSERT_TRUE(level) << to_string(level.error());
        ASSERT_EQ(verify(*level, world_).differences, 0u);
    }

    bool is_found(const std::function<void(LevelData&)>& change) const {
        LevelData mutant = level_;
        change(mutant);
        derive(mutant);
        return is_refused_or_different(world_, mutant);
    }

    World world_;
    LevelData level_;
};

TEST_P(VerifyBodies, FindsALeafThatSaysOtherwise) {
    const std::size_t step = 1 + level_.leaves.size() / repeats(40);
    for (std::size_t leaf = 1; leaf < level_.leaves.size(); leaf += step) {
        for (std::uint32_t s = 1; s < level_.spaces.size(); ++s) {
            EXPECT_TRUE(is_found([&](LevelData& d) {
                const std::uint32_t bits = blockers_in(d.leaves[leaf], SpaceId(s));
                const std::uint32_t other = bits == 0 ? kBlockerSolid : 0;
                d.leaves[leaf].blockers ^= std::uint64_t{bits ^ other} << (kBlockerWidth * s);
            })) << "leaf "
                << leaf << ", space " << s;
        }
    }
}

TEST_P(VerifyBodies, FindsOtherBodies) {
    for (std::uint32_t s = 1; s < level_.spaces.size(); ++s) {
        EXPECT_TRUE(is_found([&](LevelData& d) { d.spaces[s].max[2] += 1; })) << s;
        EXPECT_TRUE(is_found([&](LevelData& d) { d.spaces[s].min[0] -= 0.125; })) << s;
    }
}

TEST_P(VerifyBodies, FindsBevelsThatAreMissingOrCut) {
    for (std::size_t b = 0; b < level_.brushes.size(); ++b) {
        if (level_.brushes[b].bevel_count == 0) {
            continue;
        }
        LevelData without = level_;
        std::vector<BrushParts> brushes = brush_parts(level_);
        brushes[b].bevels.clear();
        set_brushes(without, brushes);
        const auto level = Level::from_data(without);
        ASSERT_TRUE(level) << to_string(level.error());
        EXPECT_FALSE(differences_beside_faces(*level, world_).empty()) << b;
        EXPECT_TRUE(is_found([&](LevelData& d) {
            std::uint32_t& bevel = d.bevels[d.brushes[b].first_bevel];
            bevel =
                2 * add_moved_plane(d, bevel / 2, (bevel & 1) != 0 ? 1000 : -1000) + (bevel & 1);
        })) << b;
    }
}

TEST_P(VerifyBodies, FindsAnotherSpacesTree) {
    if (GetParam().collision != Collision::Onion) {
        EXPECT_TRUE(is_found([&](LevelData& d) { std::swap(d.space_roots[1], d.space_roots[3]); }));
    }
}

INSTANTIATE_TEST_SUITE_P(
    All,
    VerifyBodies,
    testing::Values(BodiesCase{"Onion", Collision::Onion, default_bodies()},
                    BodiesCase{"Separate", Collision::Separate, default_bodies()},
                    BodiesCase{"OnionOfUnlikeBodies", Collision::Onion, unlike_bodies()}),
    [](const auto& one) { return std::string(one.param.name); });

// The surface of a tetrahedron with corners 64 units apart, and its level.
struct SurfaceSubject {
    World world;
    LevelData level;
};

SurfaceSubject surface_subject(bool is_open) {
    World world = world_of({});
    world.materials.push_back({"stone"});
    const auto add = [&](const Units& a, const Units& b, const Units& c) {
        SurfacePolygon& polygon = world.entities[0].polygons.emplace_back();
        polygon.material = MaterialId(0);
        for (const Units& point : {a, b, c}) {
            polygon.corners.push_back({{decimal_from_integer(point[0]),
                                        decimal_from_integer(point[1]),
                                        decimal_from_integer(point[2])}});
        }
    };
    add({0, 0, 0}, {64, 0, 0}, {0, 0, 64});
    add({0, 0, 0}, {0, 0, 64}, {0, 64, 0});
    add({0, 0, 0}, {0, 64, 0}, {64, 0, 0});
    if (!is_open) {
        add({64, 0, 0}, {0, 64, 0}, {0, 0, 64});
    }
    CompileOptions options;
    options.open_surfaces = OpenSurfaces::Draw;
    auto compiled = compile(world, options);
    if (!compiled) {
        ADD_FAILURE() << to_string(compiled.error().front());
        return {};
    }
    return {std::move(world), std::move(compiled->level)};
}

// Bodies share the tree of an open surface. The trees of a closed surface are checked as well.
TEST(VerifyBodiesAtSurfaces, ALeafThatSaysOtherwiseIsFound) {
    for (const bool is_open : {true, false}) {
        const SurfaceSubject subject = surface_subject(is_open);
        const auto same = Level::from_data(subject.level);
        ASSERT_TRUE(same);
        EXPECT_EQ(verify(*same, subject.world).differences, 0u);
        ASSERT_GT(subject.level.spaces.size(), 1u);
        for (std::size_t leaf = 1; leaf < subject.level.leaves.size(); ++leaf) {
            for (std::uint32_t s = 1; s < subject.level.spaces.size(); ++s) {
                LevelData mutant = subject.level;
                mutant.leaves[leaf].blockers ^= std::uint64_t{kBlockerSolid} << (kBlockerWidth * s);
                derive(mutant);
                const auto level = Level::from_data(mutant);
                ASSERT_TRUE(level) << to_string(level.error());
                EXPECT_EQ(verify(*level, subject.world).differences, 1u)
                    << (is_open ? "open" : "closed") << ", leaf " << leaf << ", space " << s;
            }
        }
    }
}

}  // namespace
}  // namespace halfspace::test
