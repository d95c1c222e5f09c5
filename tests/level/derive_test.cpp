// SPDX-License-Identifier: MIT
#include "level/shared/derive.h"

#include "halfspace/base/contents.h"
#include "halfspace/compile/compile.h"
#include "halfspace/level/bodies.h"
#include "halfspace/level/level.h"

#include "level/shared/walk_nodes.h"
#include "support/small_level.h"
#include "support/sources.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

namespace halfspace::test {
namespace {

LevelData compiled(const char* level) {
    const auto world = read_world(project_file(std::string("examples/levels/") + level));
    EXPECT_TRUE(world) << level;
    return compile(*world)->level;
}

TEST(Derive, MakesWhatTheCompilerWroteAgain) {
    for (const char* name : {"keep.map", "station.map"}) {
        const LevelData written = compiled(name);
        LevelData emptied = written;
        emptied.node_faces.clear();
        emptied.draw_nodes.clear();
        for (ModelRecord& model : emptied.models) {
            model.draw_root = 7;
        }
        for (LeafRecord& leaf : emptied.leaves) {
            leaf.blockers ^= leaf.blockers & kBlockerMask;
        }
        emptied.scaled_planes.clear();
        emptied.walk_nodes.clear();
        emptied.walk_sources.clear();
        emptied.walk_roots.clear();
        emptied.hull_roots.clear();
        emptied.hulls.clear();
        emptied.hull_corners.clear();
        emptied.hull_planes.clear();
        derive(emptied);
        EXPECT_EQ(write_level(emptied), write_level(written)) << name;
    }
}

// True if `holds(leaf)` for all leaves below the child.
bool all_below(const LevelData& level,
               std::int32_t child,
               const std::function<bool(const LeafRecord&)>& holds) {
    if (child < 0) {
        return holds(level.leaves[static_cast<std::size_t>(-1 - child)]);
    }
    const NodeRecord& node = level.nodes[static_cast<std::size_t>(child)];
    return all_below(level, node.child[0], holds) && all_below(level, node.child[1], holds);
}

// The nodes at the child and below it.
void add_nodes(const LevelData& level, std::int32_t child, std::vector<bool>& nodes) {
    if (child >= 0) {
        const auto node = static_cast<std::size_t>(child);
        nodes[node] = true;
        add_nodes(level, level.nodes[node].child[0], nodes);
        add_nodes(level, level.nodes[node].child[1], nodes);
    }
}

bool is_drawn_by_definition(const LevelData& level, std::int32_t child) {
    std::vector<bool> below(level.nodes.size());
    add_nodes(level, child, below);
    return std::any_of(level.faces.begin(), level.faces.end(), [&](const FaceRecord& face) {
        return below[face.node];
    });
}

// Which trees are cut out of the main trees: the walk trees of a space, or the hull trees.
struct CutTrees {
    SpaceId space{0};
    bool are_hulls = false;
};

// What a leaf of the main tree holds in such a tree.
Contents held(const LeafRecord& leaf, const CutTrees& trees) {
    return trees.space.value == 0 && !trees.are_hulls
               ? static_cast<Contents>(leaf.contents)
               : blocker_contents(blockers_in(leaf, trees.space));
}

void expect_plane(const LevelData& level, const WalkNodeRecord& node, const NodeRecord& main) {
    const PlaneRecord& plane = level.planes[main.plane];
    const std::uint32_t axis = walk_axis(node);
    if (axis == 3) {
        ASSERT_EQ(node.plane, main.plane);
        ASSERT_NE(std::abs(plane.n[0]) + std::abs(plane.n[1]) + std::abs(plane.n[2]), 1);
        return;
    }
    for (std::uint32_t i = 0; i < 3; ++i) {
        ASSERT_EQ(plane.n[i], i == axis ? 1 : 0);
    }
    const auto steps = static_cast<std::int64_t>(plane.d_low);
    ASSERT_EQ(walk_coordinate(node), std::ldexp(static_cast<double>(steps), -level.grid_exponent));
}

// Compares a walk tree or a hull tree with the main tree that it was cut out of.
class WalkComparison {
public:
    WalkComparison(const LevelData& level, const CutTrees& trees) : level_(level), trees_(trees) {}

    void compare(WalkChild walk, std::int32_t child) {
        const Contents first = first_below(child);
        const bool is_uniform = all_below(
            level_, child, [&](const LeafRecord& leaf) { return held(leaf, trees_) == first; });
        ASSERT_EQ(is_leaf(walk), is_uniform);
        ASSERT_EQ(body_state(walk), state_by_definition(child));
        if (is_uniform) {
            ASSERT_EQ(contents_of(walk), first);
            ++leaves;
            return;
        }
        const WalkNodeRecord& node = level_.walk_nodes[node_index(walk)];
        ASSERT_EQ(level_.walk_sources[node_index(walk)], static_cast<std::uint32_t>(child));
        const NodeRecord& main = level_.nodes[static_cast<std::size_t>(child)];
        compare_planes(node, main);
        compare(node.child[0], main.child[0]);
        compare(node.child[1], main.child[1]);
    }

    std::size_t leaves = 0;
    std::size_t axial = 0;  // nodes with an axial plane

private:
    // A leaf of a hull tree holds the number of a hull.
    Contents contents_of(WalkChild leaf) const {
        if (!trees_.are_hulls) {
            return leaf_contents(leaf);
        }
        return hull_of(leaf) == kNone ? Contents::Empty
                                      : static_cast<Contents>(level_.hulls[hull_of(leaf)].contents);
    }

    void compare_planes(const WalkNodeRecord& node, const NodeRecord& main) {
        expect_plane(level_, node, main);
        axial += walk_axis(node) < 3 ? 1 : 0;
    }

    Contents first_below(std::int32_t child) const {
        while (child >= 0) {
            child = level_.nodes[static_cast<std::size_t>(child)].child[0];
        }
        return held(level_.leaves[static_cast<std::size_t>(-1 - child)], trees_);
    }

    BodyState state_by_definition(std::int32_t child) const {
        const auto all_hold = [&](Contents contents, bool wanted) {
            return all_below(level_, child, [&](const LeafRecord& leaf) {
                return any(held(leaf, trees_) & contents) == wanted;
            });
        };
        return all_hold(kBlockers, false) ? kBodyFree
               : all_hold(kOpaque, true)  ? kBodySolid
                                          : kBodyMixed;
    }

    const LevelData& level_;
    CutTrees trees_;
};

// Compares the walk tree of the cluster tree with this tree. Returns the number of its leaves, and
// adds the clusters to `seen`.
std::size_t compare_clusters(const LevelData& level,
                             WalkChild walk,
                             std::int32_t child,
                             std::set<std::uint32_t>& seen) {
    if (is_leaf(walk)) {
        std::uint32_t first = 0;
        while (child >= 0 && cluster_of(walk) == kNone) {
            child = level.nodes[static_cast<std::size_t>(child)].child[0];
        }
        EXPECT_LT(child, 0);
        first = level.leaves[static_cast<std::size_t>(-1 - child)].contents;
        EXPECT_EQ(any(static_cast<Contents>(first) & kOpaque), cluster_of(walk) == kNone);
        if (cluster_of(walk) != kNone) {
            EXPECT_EQ(level.clusters[cluster_of(walk)].contents, first);
            EXPECT_TRUE(seen.insert(cluster_of(walk)).second);
        }
        return 1;
    }
    EXPECT_EQ(level.walk_sources[node_index(walk)], static_cast<std::uint32_t>(child));
    const NodeRecord& node = level.nodes[static_cast<std::size_t>(child)];
    const WalkNodeRecord& cut = level.walk_nodes[node_index(walk)];
    expect_plane(level, cut, node);
    return compare_clusters(level, cut.child[0], node.child[0], seen) +
           compare_clusters(level, cut.child[1], node.child[1], seen);
}

TEST(Derive, CutsAWalkTreeForEachSpaceAndAHullTreeOutOfTheMainTree) {
    for (const char* name : {"keep.map", "station.map"}) {
        const LevelData level = compiled(name);
        const std::size_t spaces = level.spaces.size();
        ASSERT_EQ(level.walk_roots.size(), level.models.size() * spaces);
        std::size_t axial = 0;
        std::size_t leaves = 0;
        for (std::size_t place = 0; place < level.walk_roots.size(); ++place) {
            WalkComparison trees(level, {SpaceId(static_cast<std::uint32_t>(place % spaces))});
            trees.compare(level.walk_roots[place], level.space_roots[place]);
            axial += trees.axial;
            leaves += trees.leaves;
        }
        ASSERT_EQ(level.hull_roots.size(), level.models.size());
        for (std::size_t m = 0; m < level.models.size(); ++m) {
            WalkComparison trees(level, {.are_hulls = true});
            trees.compare(level.hull_roots[m], level.space_roots[m * spaces]);
            leaves += trees.leaves;
        }
        ASSERT_EQ(level.cluster_walk_roots.size(), 1u);
        std::set<std::uint32_t> clusters;
        leaves +=
            compare_clusters(level, level.cluster_walk_roots[0], level.cluster_roots[0], clusters);
        EXPECT_EQ(clusters.size(), level.clusters.size());
        EXPECT_GT(axial, level.walk_nodes.size() / 4) << name;
        EXPECT_LT(axial, level.walk_nodes.size()) << name;
        // A tree has one leaf more than nodes. So no node belongs to two trees or to none.
        EXPECT_EQ(leaves,
                  level.walk_nodes.size() + level.walk_roots.size() + level.hull_roots.size() + 1)
            << name;
        EXPECT_LT(level.walk_nodes.size(), spaces * level.nodes.size()) << name;
    }
}

// Compares a draw tree with the main tree that it was cut out of.
class DrawComparison {
public:
    explicit DrawComparison(const LevelData& level) : level_(level) {}

    void compare(WalkChild draw, std::int32_t child) {
        ASSERT_EQ(is_leaf(draw), !is_drawn_by_definition(level_, child));
        if (is_leaf(draw)) {
            return;
        }
        const std::int32_t top = top_of(child);
        const NodeRecord& main = level_.nodes[static_cast<std::size_t>(top)];
        const WalkNodeRecord& node = level_.draw_nodes[node_index(draw)];
        ASSERT_EQ(child_axis(draw), walk_axis(node));
        expect_plane(level_, node, main);
        compare_faces(node_index(draw), top);
        ++nodes;
        compare(node.child[0], main.child[0]);
        compare(node.child[1], main.child[1]);
    }

    std::size_t nodes = 0;
    std::size_t faces = 0;  // of these nodes
    std::size_t two_sided = 0;

private:
    // The first node from the child on that has faces or two sides with faces.
    std::int32_t top_of(std::int32_t child) const {
        for (;;) {
            const NodeRecord& node = level_.nodes[static_cast<std::size_t>(child)];
            const bool has_front = is_drawn_by_definition(level_, node.child[0]);
            const bool has_back = is_drawn_by_definition(level_, node.child[1]);
            if (has_faces(child) || (has_front && has_back)) {
                return child;
            }
            child = node.child[has_front ? 0 : 1];
        }
    }

    bool has_faces(std::int32_t node) const {
        return std::ranges::any_of(level_.faces, [&](const FaceRecord& face) {
            return face.node == static_cast<std::uint32_t>(node);
        });
    }

    void compare_faces(std::uint32_t draw, std::int32_t main) {
        const NodeFacesRecord& record = level_.node_faces[draw];
        const std::uint32_t end = level_.node_faces[draw + 1].first_face;
        bool is_two_sided = false;
        for (std::uint32_t f = 0; f < level_.faces.size(); ++f) {
            const FaceRecord& face = level_.faces[f];
            const bool is_here = face.node == static_cast<std::uint32_t>(main);
            ASSERT_EQ(record.first_face <= f && f < end, is_here);
            if (is_here) {
                ASSERT_EQ(f >= first_opposite(record), face.plane % 2 == 1);
                is_two_sided = is_two_sided || (face.flags & kFaceTwoSided) != 0;
                ++faces;
            }
        }
        ASSERT_EQ((record.first_opposite & kFacesTwoSided) != 0, is_two_sided);
        two_sided += is_two_sided ? 1 : 0;
        compare_box(record, main);
    }

    void compare_box(const NodeFacesRecord& record, std::int32_t main) const {
        std::vector<bool> below(level_.nodes.size());
        add_nodes(level_, main, below);
        Aabb box;
        for (const FaceRecord& face : level_.faces) {
            for (std::uint32_t i = 0; below[face.node] && i < face.vertex_count; ++i) {
                const VertexRecord& v =
                    level_.vertices[level_.face_vertices[face.first_vertex + i]];
                box = merge(box, Vec3{v.x, v.y, v.z});
            }
        }
        ASSERT_EQ((Aabb{{record.min[0], record.min[1], record.min[2]},
                        {record.max[0], record.max[1], record.max[2]}}),
                  box);
    }

    const LevelData& level_;
};

TEST(Derive, CutsADrawTreeOutOfTheMainTreeOfEachModel) {
    std::size_t two_sided = 0;
    for (const char* name : {"keep.map", "station.map"}) {
        const LevelData level = compiled(name);
        DrawComparison trees(level);
        for (const ModelRecord& model : level.models) {
            trees.compare(model.draw_root, model.root);
        }
        EXPECT_EQ(trees.nodes, level.draw_nodes.size()) << name;
        EXPECT_EQ(trees.faces, level.faces.size()) << name;
        EXPECT_EQ(level.node_faces.size(), level.draw_nodes.size() + 1) << name;
        EXPECT_LT(level.draw_nodes.size(), level.nodes.size()) << name;
        two_sided += trees.two_sided;
    }
    EXPECT_GT(two_sided, 0u);
}

}  // namespace
}  // namespace halfspace::test
