// SPDX-License-Identifier: MIT
#include "compile/tree/polygon_tree.h"

#include "halfspace/query/classify.h"

#include "compile/fragments/csg.h"
#include "compile/tree/tree_builder.h"
#include "support/brushes.h"
#include "support/random.h"
#include "support/scene_levels.h"
#include "support/scenes.h"
#include "support/sources.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

constexpr std::array kKinds{SurfaceTree::Solid, SurfaceTree::Node, SurfaceTree::Leafy};

// The boundary of the union of a world's solid brushes, with the texture of an affine function.
struct Soup {
    World world;
    ImportedWorld imported;
    TreeSpace space;
    Polyhedron cell;
    FragmentList polygons;
    std::vector<Polygon> surface;
};

// Affine in the place, of the size of coordinates.
std::array<double, 2> attributes_at(const Vec3& p) {
    return {0.5 * p.x - 0.25 * p.y + 0.125 * p.z + 7, p.x + p.y - p.z};
}

Soup soup_of(const World& world) {
    Soup soup;
    soup.world = world;
    soup.world.entities.resize(1);
    std::erase_if(soup.world.entities[0].brushes,
                  [](const Brush& brush) { return brush.contents != Contents::Solid; });
    const ImportOptions options{.bad_brushes = ImportOptions::BadBrushes::Skip};
    soup.imported = *import_brushes(soup.world, options);
    soup.space = make_space(bounds(as_volumes(soup.imported.brushes)), 0, 64, soup.imported.planes);
    soup.cell = make_box(soup.space.box, soup.imported.planes);
    add_relief_planes(soup.space, soup.imported.planes);
    soup.polygons = exposed_fragments(as_volumes(soup.imported.brushes),
                                      soup.imported.brushes,
                                      soup.imported.planes,
                                      soup.world,
                                      1)
                        .fragments;
    for (const auto& fragment : soup.polygons) {
        for (const Corner& corner : fragment->polygon.corners) {
            for (const double number : attributes_at(corner.point.rounded)) {
                fragment->attributes.push_back(number);
            }
        }
        soup.surface.push_back(fragment->polygon);
    }
    return soup;
}

FragmentList copy_of(const FragmentList& fragments) {
    FragmentList copy;
    for (const auto& fragment : fragments) {
        copy.push_back(std::make_unique<Fragment>(*fragment));
    }
    return copy;
}

PolygonTree tree_of(const Soup& soup, FragmentList polygons, const CompileOptions& options) {
    auto tree = build_polygon_tree(
        std::move(polygons), soup.cell, soup.space.relief_spacing, soup.imported.planes, options);
    EXPECT_TRUE(tree && !tree->is_too_deep);
    return std::move(tree).value_or(PolygonTree{});
}

const std::vector<std::pair<std::string, Soup>>& soups() {
    static const auto kSoups = [] {
        std::vector<std::pair<std::string, Soup>> made;
        for (const char* name : {"keep", "leak", "station"}) {
            const auto world =
                read_world(project_file(std::string("examples/levels/") + name + ".map"));
            made.emplace_back(name, soup_of(*world));
        }
        for (const SceneKind kind : kAllScenes) {
            made.emplace_back(to_string(kind), soup_of(make_scene(kind, 12, 5)));
        }
        for (const char* name :
             {"q1_cube", "q1_cubes", "q1_csg", "q1_mountain", "q1_tjunc_matrix", "q2_liquids"}) {
            const auto path = test_data(std::string("maps/features/") + name + ".map");
            const auto world = path.empty() ? Result<World>(World{}) : read_world(path);
            if (world && !world->entities.empty()) {
                made.emplace_back(name, soup_of(*world));
            }
        }
        return made;
    }();
    return kSoups;
}

PolygonTree tree_of(const Soup& soup, const CompileOptions& options) {
    return tree_of(soup, copy_of(soup.polygons), options);
}

double area_of(const Polygon& polygon) {
    const auto at = [&](std::size_t i) { return polygon.corners[i].point.rounded; };
    Vec3 twice;
    for (std::size_t i = 1; i + 1 < polygon.corners.size(); ++i) {
        twice = twice + cross(at(i) - at(0), at(i + 1) - at(0));
    }
    return length(twice) / 2;
}

bool is_in_brush(const InteriorPoint& point, const Soup& soup, Predicates& predicates) {
    return std::any_of(
        soup.imported.brushes.begin(), soup.imported.brushes.end(), [&](const SolidBrush& brush) {
            return std::all_of(brush.sides.begin(), brush.sides.end(), [&](const auto& side) {
                return predicates.side(point.exact, side.plane) != Side::Front;
            });
        });
}

TEST(PolygonTree, LosesNoAreaAndAddsNone) {
    for (const auto& [name, soup] : soups()) {
        double whole = 0;
        for (const auto& fragment : soup.polygons) {
            whole += area_of(fragment->polygon);
        }
        for (const SurfaceTree kind : kKinds) {
            double pieces = 0;
            const PolygonTree tree = tree_of(soup, {.tree = {.surface_tree = kind}});
            for (const PolygonTree::Piece& piece : tree.pieces) {
                pieces += area_of(piece.fragment->polygon);
            }
            EXPECT_NEAR(pieces / whole, 1, 1e-9) << name;
            // Every split makes one piece of more.
            EXPECT_EQ(tree.pieces.size(), soup.polygons.size() + tree.splits) << name;
        }
    }
}

TEST(PolygonTree, KeepsAffineAttributesOnEveryPiece) {
    for (const auto& [name, soup] : soups()) {
        for (const SurfaceTree kind : kKinds) {
            const PolygonTree tree = tree_of(soup, {.tree = {.surface_tree = kind}});
            double worst = 0;
            for (const PolygonTree::Piece& piece : tree.pieces) {
                const std::vector<Corner>& corners = piece.fragment->polygon.corners;
                ASSERT_EQ(piece.fragment->attributes.size(), 2 * corners.size()) << name;
                for (std::size_t i = 0; i < corners.size(); ++i) {
                    const auto expected = attributes_at(corners[i].point.rounded);
                    for (const std::size_t a : {0, 1}) {
                        const double is = piece.fragment->attributes[2 * i + a];
                        // Coordinates are some 2^14 steps.
                        worst = std::max(worst, std::fabs(is - expected[a]) / 16384);
                    }
                }
            }
            EXPECT_LT(worst, 1e-9) << name;
        }
    }
}

TEST(PolygonTree, SaysWhatTheVolumesSayInEveryLeaf) {
    for (const auto& [name, soup] : soups()) {
        Predicates predicates(soup.imported.planes);
        const std::array fields{WindingField(soup.surface, 0, soup.imported.planes),
                                WindingField(soup.surface, 1, soup.imported.planes),
                                WindingField(soup.surface, 2, soup.imported.planes)};
        for (const SurfaceTree kind : kKinds) {
            const PolygonTree tree = tree_of(soup, {.tree = {.surface_tree = kind}});
            for (const PolygonTree::Leaf& leaf : tree.leaves) {
                const int expected = is_in_brush(leaf.inside, soup, predicates) ? 1 : 0;
                for (const WindingField& field : fields) {
                    ASSERT_EQ(field.at(leaf.inside, predicates), expected) << name;
                }
            }
        }
    }
}

// Which leaf a point is in; -1 if it lies on a splitter.
std::int32_t descend(const PolygonTree& tree, const Soup& soup, const Vec3& point) {
    std::int32_t at = tree.root;
    while (at >= 0) {
        const PolygonTree::Node& node = tree.nodes[static_cast<std::size_t>(at)];
        const Side where =
            side(point, soup.imported.planes.plane(node.plane), soup.imported.grid_exponent);
        if (where == Side::On) {
            return -1;
        }
        at = node.child[where == Side::Front ? 0 : 1];
    }
    return -1 - at;
}

TEST(PolygonTree, DescendsToWhatTheLevelOfTheBrushesSays) {
    Random random(3);
    for (const auto& [name, soup] : soups()) {
        const auto level = compiled_level(soup.world);
        ASSERT_TRUE(level) << name;
        Predicates predicates(soup.imported.planes);
        const WindingField field(soup.surface, 2, soup.imported.planes);
        const PolygonTree tree = tree_of(soup, {});
        std::vector<bool> is_solid;
        for (const PolygonTree::Leaf& leaf : tree.leaves) {
            is_solid.push_back(field.at(leaf.inside, predicates) > 0);
        }
        const double unit = std::ldexp(1, -soup.imported.grid_exponent);
        const auto coordinate = [&](std::size_t axis) {
            const double low = static_cast<double>(soup.space.box.min[axis]) * unit;
            const double high = static_cast<double>(soup.space.box.max[axis]) * unit;
            // Half of the points on the grid, where the planes are.
            const double at = random.real(low, high);
            return random.one_in(2) ? at : std::clamp(std::round(at), low + 1, high - 1);
        };
        int compared = 0;
        for (int i = 0; i < 3000; ++i) {
            const Vec3 point{coordinate(0), coordinate(1), coordinate(2)};
            const std::int32_t leaf = descend(tree, soup, point);
            if (leaf >= 0) {
                ++compared;
                ASSERT_EQ(is_solid[static_cast<std::size_t>(leaf)],
                          point_contents(*level, point) == Contents::Solid)
                    << name;
            }
        }
        EXPECT_GT(compared, 1000) << name;
    }
}

// The nodes of a tree from back to front for an eye.
struct BackToFront {
    std::vector<std::uint32_t> order;
    std::vector<int> near;  // of each node: the child on the eye's side
};

BackToFront back_to_front(const PolygonTree& tree, const Soup& soup, const Vec3& eye) {
    struct Step {
        std::int32_t child;
        bool is_node_next;
    };
    BackToFront walk{{}, std::vector<int>(tree.nodes.size())};
    std::vector<Step> open{{tree.root, false}};
    while (!open.empty()) {
        const Step step = open.back();
        open.pop_back();
        if (step.child < 0) {
            continue;
        }
        const auto index = static_cast<std::uint32_t>(step.child);
        const PolygonTree::Node& node = tree.nodes[index];
        if (step.is_node_next) {
            walk.order.push_back(index);
            open.push_back({node.child[walk.near[index]], false});
            continue;
        }
        const Side where =
            side(eye, soup.imported.planes.plane(node.plane), soup.imported.grid_exponent);
        walk.near[index] = where == Side::Back ? 1 : 0;
        open.push_back({step.child, true});
        open.push_back({node.child[1 - walk.near[index]], false});
    }
    return walk;
}

// The child and all nodes below it.
std::vector<std::uint32_t> nodes_below(const PolygonTree& tree, std::int32_t child) {
    std::vector<std::uint32_t> found;
    std::vector<std::int32_t> open{child};
    while (!open.empty()) {
        const std::int32_t at = open.back();
        open.pop_back();
        if (at >= 0) {
            found.push_back(static_cast<std::uint32_t>(at));
            const PolygonTree::Node& node = tree.nodes[found.back()];
            open.push_back(node.child[0]);
            open.push_back(node.child[1]);
        }
    }
    return found;
}

TEST(PolygonTree, OrdersPolygonsFromBackToFront) {
    // Walked with the far side first, no piece hides one that comes later: none lies wholly behind
    // a later one's plane while the eye is in front of it, on the eye's side of the node between.
    Random random(4);
    for (const auto& [name, soup] : soups()) {
        const PolygonTree tree = tree_of(soup, {.tree = {.surface_tree = SurfaceTree::Node}});
        Predicates predicates(soup.imported.planes);
        const Vec3 eye{random.real(-200, 200), random.real(-200, 200), random.real(0, 100)};
        const auto [order, near] = back_to_front(tree, soup, eye);
        ASSERT_EQ(order.size(), tree.nodes.size());
        // Pieces below a node on its far side come before it, those on its near side after it.
        std::vector<std::size_t> place(order.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            place[order[i]] = i;
        }
        for (std::uint32_t n = 0; n < tree.nodes.size(); ++n) {
            const PolygonTree::Node& node = tree.nodes[n];
            for (const int c : {0, 1}) {
                const PolygonSide side = c == 0 ? PolygonSide::Front : PolygonSide::Back;
                for (const std::uint32_t below : nodes_below(tree, node.child[c])) {
                    ASSERT_EQ(place[below] > place[n], c == near[n]) << name;
                    const PolygonTree::Node& other = tree.nodes[below];
                    for (std::uint32_t p = 0; p < other.same + other.opposite; ++p) {
                        const Polygon& piece = tree.pieces[other.first_piece + p].fragment->polygon;
                        ASSERT_EQ(classify(piece, node.plane, predicates), side) << name;
                    }
                }
            }
        }
    }
}

TEST(PolygonTree, NumbersParentsBeforeChildrenAndListsPiecesByFacing) {
    for (const auto& [name, soup] : soups()) {
        const PolygonTree tree = tree_of(soup, {.tree = {.surface_tree = SurfaceTree::Node}});
        EXPECT_EQ(tree.leaves.size(), tree.nodes.size() + 1);
        std::uint32_t next = 0;
        for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
            const PolygonTree::Node& node = tree.nodes[n];
            EXPECT_FALSE(node.plane.is_flipped());
            EXPECT_EQ(node.first_piece, next);
            for (std::uint32_t p = 0; p < node.same + node.opposite; ++p) {
                const PolygonTree::Piece& piece = tree.pieces[next + p];
                EXPECT_EQ(piece.node, n);
                EXPECT_EQ(piece.fragment->polygon.plane,
                          p < node.same ? node.plane : node.plane.flipped());
            }
            next += node.same + node.opposite;
            for (const std::int32_t child : node.child) {
                EXPECT_TRUE(child < 0 || static_cast<std::size_t>(child) > n);
            }
        }
        EXPECT_EQ(next, tree.pieces.size());
    }
}

TEST(PolygonTree, KeepsPiecesOfALeafyTreeInTheEmptyLeavesTheyLookInto) {
    for (const auto& [name, soup] : soups()) {
        const PolygonTree tree = tree_of(soup, {.tree = {.surface_tree = SurfaceTree::Leafy}});
        std::uint32_t next = 0;
        for (const PolygonTree::Leaf& leaf : tree.leaves) {
            EXPECT_EQ(leaf.first_piece, next);
            Predicates predicates(soup.imported.planes);
            EXPECT_FALSE(leaf.pieces != 0 && is_in_brush(leaf.inside, soup, predicates)) << name;
            for (std::uint32_t p = 0; p < leaf.pieces; ++p) {
                const Polygon& piece = tree.pieces[next + p].fragment->polygon;
                ASSERT_EQ(predicates.side(leaf.inside.exact, piece.plane), Side::Front) << name;
            }
            next += leaf.pieces;
        }
        EXPECT_EQ(next, tree.pieces.size());
        for (const PolygonTree::Node& node : tree.nodes) {
            EXPECT_EQ(node.same + node.opposite, 0u);
        }
    }
}

TEST(PolygonTree, TakesAxialSplittersWhileThereAreAny) {
    World mixed = make_scene(SceneKind::RotatedBoxes, 8, 5);
    for (int i = 0; i < 8; ++i) {
        mixed.entities[0].brushes.push_back(
            box_brush({i * 96 - 384, i * 40 - 160, -64}, {i * 96 - 320, i * 40, 64}));
    }
    const Soup boxes = soup_of(mixed);
    const CompileOptions options{.tree = {.splitters = Splitters::AxialFirst}};
    const PolygonTree tree = tree_of(boxes, options);
    const auto is_axial = [&](PlaneId id) {
        const auto n = boxes.imported.planes.plane(id).n;
        return (n[0] != 0) + (n[1] != 0) + (n[2] != 0) == 1;
    };
    // Below a node off the axes no axial polygon is left.
    std::vector<bool> is_below(tree.nodes.size());
    bool any = false;
    for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
        const bool is_here = is_below[n] || !is_axial(tree.nodes[n].plane);
        any = any || is_here;
        EXPECT_FALSE(is_below[n] && is_axial(tree.nodes[n].plane) &&
                     tree.nodes[n].same + tree.nodes[n].opposite > 0);
        for (const std::int32_t child : tree.nodes[n].child) {
            if (child >= 0) {
                is_below[static_cast<std::size_t>(child)] = is_here;
            }
        }
    }
    EXPECT_TRUE(any);
}

TEST(PolygonTree, DoesNotDependOnTheOrderOfAFewPolygons) {
    for (const auto& [name, soup] : soups()) {
        if (soup.polygons.size() > 190) {
            continue;  // scores look at 192
        }
        FragmentList reversed = copy_of(soup.polygons);
        std::reverse(reversed.begin(), reversed.end());
        const PolygonTree a = tree_of(soup, {});
        const PolygonTree b = tree_of(soup, std::move(reversed), {});
        ASSERT_EQ(a.nodes.size(), b.nodes.size()) << name;
        for (std::size_t n = 0; n < a.nodes.size(); ++n) {
            EXPECT_EQ(a.nodes[n].plane, b.nodes[n].plane) << name;
        }
        EXPECT_EQ(a.splits, b.splits);
    }
}

// Walls along a parabola. In front of each plane is no wall, so the tree is a list.
std::optional<PolygonTree> tree_along_a_parabola(std::int64_t walls) {
    PlaneTable planes;
    const Polyhedron cell = make_box({{-600, -1, 0}, {600, 400'000, 3}}, planes);
    FragmentList polygons;
    Predicates predicates(planes);
    for (std::int64_t x = -walls / 2; x < walls - walls / 2; ++x) {
        // From (x, x * x) to (x + 1, (x + 1) * (x + 1)).
        const PlaneId id = planes.intern({{2 * x + 1, -1, 0}, x * x + x});
        const std::array<PlaneId, 4> edges{planes.intern({{0, 0, -1}, -1}),
                                           planes.intern({{1, 0, 0}, x + 1}),
                                           planes.intern({{0, 0, 1}, 2}),
                                           planes.intern({{-1, 0, 0}, -x})};
        Fragment wall;
        wall.polygon.plane = id;
        for (std::size_t i = 0; i < 4; ++i) {
            wall.polygon.corners.push_back(
                {predicates.meet(id, edges[(i + 3) % 4], edges[i]), edges[i]});
        }
        polygons.push_back(std::make_unique<Fragment>(std::move(wall)));
    }
    return build_polygon_tree(std::move(polygons), cell, 0, planes, {});
}

TEST(PolygonTree, StopsAtTheDepthThatALevelMayHave) {
    const auto deep = tree_along_a_parabola(kMaxTreeDepth);
    ASSERT_TRUE(deep);
    EXPECT_FALSE(deep->is_too_deep);
    EXPECT_EQ(deep->nodes.size(), static_cast<std::size_t>(kMaxTreeDepth));
    EXPECT_EQ(deep->depth, static_cast<std::uint32_t>(kMaxTreeDepth));
    const auto deeper = tree_along_a_parabola(kMaxTreeDepth + 1);
    ASSERT_TRUE(deeper);
    EXPECT_TRUE(deeper->is_too_deep);
    EXPECT_LE(deeper->depth, static_cast<std::uint32_t>(kMaxTreeDepth));
}

}  // namespace
}  // namespace halfspace::test
