// SPDX-License-Identifier: MIT
// The shape of trees; what they say is proven by verify.
#include "compile/tree/tree_builder.h"

#include "compile/fragments/csg.h"
#include "import/brushes/brush_import.h"
#include "support/brushes.h"
#include "support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

constexpr std::int64_t kStep = 8;  // grid steps in a unit

struct Built {
    ImportedWorld imported;
    TreeSpace space;
    BuiltTree tree;
};

Built built(const World& world, std::int64_t block_size = 0, const CompileOptions& options = {}) {
    Built result;
    result.imported = *import_brushes(world, {});
    PlaneTable& planes = result.imported.planes;
    const auto& brushes = result.imported.brushes;
    result.space = make_space(bounds(as_volumes(brushes)), block_size * kStep, 64 * kStep, planes);
    const Polyhedron cell = make_box(result.space.box, planes);
    Exposed exposed = exposed_fragments(as_volumes(brushes), brushes, planes, world, 1);
    auto tree = build_tree(
        as_volumes(brushes), std::move(exposed.fragments), result.space, cell, planes, options);
    EXPECT_TRUE(tree);
    result.tree = std::move(tree).value_or(BuiltTree{});
    return result;
}

std::uint32_t depth_of(const BuiltTree& tree, std::int32_t child) {
    if (child < 0) {
        return 0;
    }
    const BuiltTree::Node& node = tree.nodes[static_cast<std::size_t>(child)];
    return 1 + std::max(depth_of(tree, node.child[0]), depth_of(tree, node.child[1]));
}

TEST(TreeBuilder, NumbersParentsBeforeChildrenAndEveryLeafOnce) {
    for (const SceneKind kind : kAllScenes) {
        const BuiltTree tree = built(make_scene(kind, 30, 2, SceneContents::Mixed), 256).tree;
        std::set<std::int32_t> seen{tree.root};
        for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
            EXPECT_FALSE(tree.nodes[i].plane.is_flipped());
            for (const std::int32_t child : tree.nodes[i].child) {
                EXPECT_TRUE(child < 0 || static_cast<std::size_t>(child) > i);
                EXPECT_TRUE(seen.insert(child).second) << child;
            }
        }
        EXPECT_EQ(seen.size(), tree.nodes.size() + tree.leaves.size());
        EXPECT_EQ(tree.leaves.size(), tree.nodes.size() + 1);
        EXPECT_EQ(tree.depth, depth_of(tree, tree.root));
    }
}

TEST(TreeBuilder, LeavesNoNodeBetweenTwoLeavesOfTheSameContents) {
    for (const SceneKind kind : kAllScenes) {
        const BuiltTree tree = built(make_scene(kind, 30, 2, SceneContents::Mixed), 256).tree;
        for (const BuiltTree::Node& node : tree.nodes) {
            if (node.child[0] < 0 && node.child[1] < 0) {
                EXPECT_NE(tree.leaves[static_cast<std::size_t>(-1 - node.child[0])].contents,
                          tree.leaves[static_cast<std::size_t>(-1 - node.child[1])].contents);
            }
        }
    }
}

TEST(TreeBuilder, KeepsEachFaceAtTheNodeInWhosePlaneItLies) {
    const BuiltTree tree = built(make_scene(SceneKind::RotatedBoxes, 30, 2)).tree;
    EXPECT_TRUE(std::is_sorted(
        tree.faces.begin(), tree.faces.end(), [](auto& a, auto& b) { return a.node < b.node; }));
    for (const BuiltTree::Face& face : tree.faces) {
        EXPECT_EQ(tree.nodes[face.node].plane.pair(), face.fragment->polygon.plane.pair());
        EXPECT_TRUE(face.fragment->is_drawn);
    }
}

TEST(TreeBuilder, AHintDividesWhereNothingElseDoes) {
    Brush hint = box_brush({-32, -32, 32}, {96, 96, 48}, Contents::Hint);
    for (std::size_t s = 0; s < hint.sides.size(); ++s) {
        hint.sides[s].surface = s == 4 ? SurfaceKind::Hint : SurfaceKind::Skip;
    }
    const Built with_hint = built(world_of({hint}));
    ASSERT_EQ(with_hint.tree.nodes.size(), 1u);
    EXPECT_EQ(with_hint.imported.planes.plane(with_hint.tree.nodes[0].plane),
              (ExactPlane{{0, 0, 1}, 32 * kStep}));
    EXPECT_EQ(with_hint.tree.leaves.size(), 2u);
    EXPECT_TRUE(with_hint.tree.faces.empty());
}

TEST(TreeBuilder, IsNothingWhenCancelled) {
    Progress progress;
    progress.cancel = true;
    CompileOptions options;
    options.progress = &progress;
    const World world = world_of({box_brush({0, 0, 0}, {64, 64, 64})});
    ImportedWorld imported = *import_brushes(world, {});
    const TreeSpace space =
        make_space(bounds(as_volumes(imported.brushes)), 0, 512, imported.planes);
    const Polyhedron cell = make_box(space.box, imported.planes);
    Exposed exposed = exposed_fragments(
        as_volumes(imported.brushes), imported.brushes, imported.planes, world, 1);
    EXPECT_FALSE(build_tree(as_volumes(imported.brushes),
                            std::move(exposed.fragments),
                            space,
                            cell,
                            imported.planes,
                            options));
}

TEST(TreeSpace, HasRoomAroundTheBrushesAndBoundariesOnMultiples) {
    const World world = world_of({box_brush({-100, 10, 900}, {300, 20, 1100})});
    const Built result = built(world, 256);
    // 64 units of room, then out to multiples of 256.
    EXPECT_EQ(result.space.box.min, (GridPoint{-256 * kStep, -256 * kStep, 768 * kStep}));
    EXPECT_EQ(result.space.box.max, (GridPoint{512 * kStep, 256 * kStep, 1280 * kStep}));
    using Boundaries = std::vector<std::int64_t>;
    EXPECT_EQ(result.space.boundaries[0], (Boundaries{0, 256 * kStep}));
    EXPECT_EQ(result.space.boundaries[1], (Boundaries{0}));
    EXPECT_EQ(result.space.boundaries[2], (Boundaries{1024 * kStep}));
}

TEST(TreeSpace, WithoutBlocksHasNoBoundaries) {
    const Built result = built(make_scene(SceneKind::RotatedBoxes, 10, 1), 0);
    for (const auto& boundaries : result.space.boundaries) {
        EXPECT_TRUE(boundaries.empty());
    }
    EXPECT_EQ(result.tree.blocks, 1u);
}

TEST(TreeSpace, StaysWithinTheRangeOfExactCoordinates) {
    PlaneTable planes;
    SolidBrush brush;
    brush.bounds = {{-kMaxGridCoordinate / 2.0, 0, 0}, {kMaxGridCoordinate / 2.0, 8, 8}};
    const TreeSpace space =
        make_space(bounds(as_volumes({&brush, 1})), kMaxGridCoordinate, 512, planes);
    EXPECT_EQ(space.box.min[0], -kMaxGridCoordinate);
    EXPECT_EQ(space.box.max[0], kMaxGridCoordinate);
}

}  // namespace
}  // namespace halfspace::test
