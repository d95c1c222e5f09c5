// SPDX-License-Identifier: MIT
// The hulls of compiled scenes against the exact cells of their leaves, and against brute force.
#include "halfspace/level/level.h"

#include "level/shared/cells.h"
#include "level/shared/derive.h"
#include "level/shared/walk_nodes.h"
#include "math/shared/vec_order.h"
#include "support/brushes.h"
#include "support/compiled_data.h"
#include "support/random.h"
#include "support/repeats.h"
#include "support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <vector>

namespace halfspace::test {
namespace {

// Far more than the rounding of doubles within a scene [units].
constexpr double kRounding = 1e-9;

class DeriveHulls : public testing::TestWithParam<SceneKind> {
protected:
    void SetUp() override {
        data_ = compiled_data(make_scene(GetParam(), 24, 7, SceneContents::Mixed));
        const auto level = Level::from_data(data_);
        ASSERT_TRUE(level) << to_string(level.error());
        level_ = *level;
        ASSERT_GT(level_->hulls().size(), 8u);
    }

    const LevelData& data() const { return data_; }
    const Level& level() const { return *level_; }

private:
    LevelData data_;
    std::optional<Level> level_;
};

// The hull trees as a main tree: leaf h + 1 stands for hull h, leaf 0 for a leaf that does not
// block.
struct MainTree {
    std::vector<NodeRecord> nodes;
    std::int32_t root;
};

MainTree main_tree(const Level& level, ModelId model) {
    const auto child = [](WalkChild word) {
        return is_leaf(word) ? -1 - static_cast<std::int32_t>(hull_of(word) + 1)
                             : static_cast<std::int32_t>(node_index(word));
    };
    MainTree tree{{}, child(level.hull_roots()[model.value])};
    for (std::size_t i = 0; i < level.walk_nodes().size(); ++i) {
        const WalkNodeRecord& walk = level.walk_nodes()[i];
        const std::uint32_t plane = level.nodes()[level.walk_sources()[i]].plane;
        tree.nodes.push_back({{child(walk.child[0]), child(walk.child[1])}, plane, 0});
    }
    return tree;
}

// The exact cell of each hull.
std::map<std::size_t, Polyhedron> cells_of(const Level& level, LevelPlanes& planes) {
    std::map<std::size_t, Polyhedron> cells;
    for (std::uint32_t m = 0; m < level.models().size(); ++m) {
        const MainTree tree = main_tree(level, ModelId(m));
        Polyhedron box = make_box(grid_box(level.view(), ModelId(m)), planes.table);
        Predicates predicates(planes.table);
        for_each_cell(
            std::span<const NodeRecord>(tree.nodes),
            tree.root,
            std::move(box),
            predicates,
            [&](const NodeRecord& node) { return planes.of(2 * node.plane); },
            [&](LeafId leaf, Polyhedron&& cell) {
                if (leaf.value > 0) {
                    EXPECT_TRUE(cells.emplace(leaf.value - 1, std::move(cell)).second);
                }
            });
    }
    return cells;
}

std::vector<Vec3> sorted(std::vector<Vec3> points) {
    std::ranges::sort(points, {}, coordinates_of);
    return points;
}

Aabb box_of(const HullRecord& hull) {
    return {{hull.min[0], hull.min[1], hull.min[2]}, {hull.max[0], hull.max[1], hull.max[2]}};
}

Vec3 normal_of(const HullPlaneRecord& plane) {
    return {plane.n[0], plane.n[1], plane.n[2]};
}

// The corners of a hull; those of its box if it is a box.
std::vector<Vec3> corners_of(const Level& level, std::size_t hull) {
    const std::span<const Vec3> own = level.corners_of_hull(hull);
    std::vector<Vec3> corners(own.begin(), own.end());
    const Aabb box = box_of(level.hulls()[hull]);
    for (unsigned i = 0; own.empty() && i < 8; ++i) {
        corners.push_back({(i & 1) != 0 ? box.max.x : box.min.x,
                           (i & 2) != 0 ? box.max.y : box.min.y,
                           (i & 4) != 0 ? box.max.z : box.min.z});
    }
    return corners;
}

TEST_P(DeriveHulls, HaveTheRoundedCornersOfTheExactCells) {
    LevelPlanes planes = planes_of(level().view());
    const std::map<std::size_t, Polyhedron> cells = cells_of(level(), planes);
    ASSERT_EQ(cells.size(), level().hulls().size());
    std::size_t boxes = 0;
    for (const auto& [hull, cell] : cells) {
        std::vector<Vec3> corners;
        Aabb box;
        for (const ExactPoint& p : cell.points) {
            corners.push_back(p.rounded * std::ldexp(1.0, -level().grid_exponent()));
            box = merge(box, corners.back());
        }
        const bool is_box = std::ranges::all_of(cell.faces, [&](const Polyhedron::Face& face) {
            const auto& n = planes.table.even_plane(face.plane).n;
            return (n[0] != 0) + (n[1] != 0) + (n[2] != 0) == 1;
        });
        EXPECT_EQ(box_of(level().hulls()[hull]), box) << hull;
        EXPECT_EQ(level().corners_of_hull(hull).empty(), is_box) << hull;
        EXPECT_EQ(level().planes_of_hull(hull).empty(), is_box) << hull;
        EXPECT_EQ(sorted(corners_of(level(), hull)), sorted(corners)) << hull;
        boxes += is_box ? 1 : 0;
    }
    EXPECT_EQ(boxes == cells.size(), GetParam() == SceneKind::ThinPanels);
}

// The contents of the leaf of the world's tree where a point lies.
Contents contents_at(const Level& level, const Vec3& point) {
    std::int32_t child = level.models()[0].root;
    while (child >= 0) {
        const NodeRecord& node = level.nodes()[static_cast<std::size_t>(child)];
        const ExactPlane plane = level.plane(PlaneId{2 * node.plane});
        child = node.child[side(point, plane, level.grid_exponent()) == Side::Front ? 0 : 1];
    }
    return level.contents(LeafId(static_cast<std::uint32_t>(-1 - child)));
}

// How far a point is in front of the plane of the hull or of its box that it is farthest in front
// of; below 0 inside.
double height_over(const Level& level, std::size_t hull, const Vec3& point) {
    const Aabb box = box_of(level.hulls()[hull]);
    double height = -std::numeric_limits<double>::infinity();
    for (std::size_t axis = 0; axis < 3; ++axis) {
        height = std::max({height, box.min[axis] - point[axis], point[axis] - box.max[axis]});
    }
    for (const HullPlaneRecord& plane : level.planes_of_hull(hull)) {
        height = std::max(height, dot(normal_of(plane), point) - plane.d);
    }
    return height;
}

// A weighted average of the hull's corners.
Vec3 point_inside(const Level& level, std::size_t hull, Random& random) {
    Vec3 sum;
    double weights = 0;
    for (const Vec3& corner : corners_of(level, hull)) {
        const double weight = random.real(0, 1);
        sum += corner * weight;
        weights += weight;
    }
    return sum / weights;
}

// A point in or near the box of the hull.
Vec3 point_near(const Level& level, std::size_t hull, Random& random) {
    const Aabb box = box_of(level.hulls()[hull]);
    const double margin = 0.25 * length(box.max - box.min);
    return {random.real(box.min.x - margin, box.max.x + margin),
            random.real(box.min.y - margin, box.max.y + margin),
            random.real(box.min.z - margin, box.max.z + margin)};
}

// Each point lies in at most one hull, and in one exactly where the contents block bodies.
TEST_P(DeriveHulls, FillWhatBlocksBodies) {
    Random random(5);
    std::size_t inside = 0;
    std::size_t outside = 0;
    for (std::size_t i = 0; i < repeats(3000); ++i) {
        const auto hull = static_cast<std::size_t>(
            random.integer(0, static_cast<std::int64_t>(level().hulls().size()) - 1));
        const Vec3 point =
            i % 2 == 0 ? point_inside(level(), hull, random) : point_near(level(), hull, random);
        std::vector<std::size_t> around;
        bool is_close = false;
        for (std::size_t h = 0; h < level().hulls().size(); ++h) {
            const double height = height_over(level(), h, point);
            is_close = is_close || std::abs(height) < kRounding;
            if (height < 0) {
                around.push_back(h);
            }
        }
        if (is_close) {
            continue;
        }
        const Contents contents = contents_at(level(), point) & kBodyBlockers;
        ASSERT_EQ(around.size(), any(contents) ? 1u : 0u);
        (around.empty() ? outside : inside) += 1;
        if (!around.empty()) {
            const auto blockers = static_cast<Contents>(level().hulls()[around.front()].contents);
            EXPECT_EQ(any(blockers & Contents::Solid), any(contents & kOpaque));
            EXPECT_EQ(blockers & Contents::Fence,
                      any(contents & kOpaque) ? Contents::Empty : contents & Contents::Fence);
        }
    }
    EXPECT_GT(inside, repeats(100));
    EXPECT_GT(outside, repeats(100));
}

TEST_P(DeriveHulls, HavePlanesOfLength1ThatTouchThem) {
    for (std::size_t h = 0; h < level().hulls().size(); ++h) {
        for (const HullPlaneRecord& plane : level().planes_of_hull(h)) {
            const Vec3 n = normal_of(plane);
            EXPECT_NEAR(length(n), 1, 1e-15);
            double farthest = -std::numeric_limits<double>::infinity();
            for (const Vec3& corner : level().corners_of_hull(h)) {
                farthest = std::max(farthest, dot(n, corner));
            }
            EXPECT_EQ(plane.d, farthest);
        }
    }
}

// All directions in which two convex shapes can be parted, one of them with these corners and the
// other a box: the axes, the normals of all planes through three corners, and the cross products of
// all pairs of corners with the axes. Most of them are of no use, but none is missing. The test for
// parting axes is that of S. Gottschalk, M. Lin and D. Manocha, OBBTree, SIGGRAPH 1996.
class PartingDirections {
public:
    explicit PartingDirections(const std::vector<Vec3>& corners) : corners_(corners) {
        const Vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        for (const Vec3& axis : axes) {
            add(axis);
        }
        for (std::size_t i = 0; i < corners.size(); ++i) {
            for (std::size_t j = i + 1; j < corners.size(); ++j) {
                for (const Vec3& axis : axes) {
                    add(cross(corners[j] - corners[i], axis));
                }
                for (std::size_t k = j + 1; k < corners.size(); ++k) {
                    add(cross(corners[j] - corners[i], corners[k] - corners[i]));
                }
            }
        }
    }

    // The widest gap between the corners and the box; below 0 the least depth.
    double gap(const Vec3& centre, const Vec3& half) const {
        double widest = -std::numeric_limits<double>::infinity();
        for (const auto& [n, d] : planes_) {
            const double reach =
                std::abs(n.x) * half.x + std::abs(n.y) * half.y + std::abs(n.z) * half.z;
            widest = std::max(widest, dot(n, centre) - reach - d);
        }
        return widest;
    }

private:
    void add(const Vec3& direction) {
        // Corners that almost lie on a line give no direction.
        if (length(direction) < 1e-6) {
            return;
        }
        for (const Vec3& n : {normalized(direction), -normalized(direction)}) {
            double d = -std::numeric_limits<double>::infinity();
            for (const Vec3& corner : corners_) {
                d = std::max(d, dot(n, corner));
            }
            planes_.push_back({n, d});
        }
    }

    const std::vector<Vec3>& corners_;
    std::vector<Plane> planes_;
};

// The widest gap between the hull and the box, by the planes of the hull.
double gap_by_planes(const Level& level, std::size_t hull, const Vec3& centre, const Vec3& half) {
    const Aabb box = box_of(level.hulls()[hull]);
    double widest = -std::numeric_limits<double>::infinity();
    for (std::size_t axis = 0; axis < 3; ++axis) {
        widest = std::max({widest,
                           box.min[axis] - centre[axis] - half[axis],
                           centre[axis] - box.max[axis] - half[axis]});
    }
    for (const HullPlaneRecord& plane : level.planes_of_hull(hull)) {
        const Vec3 n = normal_of(plane);
        const double reach =
            std::abs(n.x) * half.x + std::abs(n.y) * half.y + std::abs(n.z) * half.z;
        widest = std::max(widest, dot(n, centre) - reach - plane.d);
    }
    return widest;
}

// The centre of a box that touches the corners from outside, in a random direction.
Vec3 centre_near(const std::vector<Vec3>& corners, const Vec3& half, Random& random) {
    const Vec3 direction{random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)};
    Vec3 centre = *std::ranges::max_element(
        corners, {}, [&](const Vec3& corner) { return dot(corner, direction); });
    for (std::size_t axis = 0; axis < 3; ++axis) {
        centre[axis] += direction[axis] > 0 ? half[axis] : -half[axis];
    }
    return centre;
}

TEST_P(DeriveHulls, HaveAllPlanesThatPartThemFromABox) {
    Random random(9);
    std::size_t near = 0;
    for (std::size_t h = 0; h < level().hulls().size(); ++h) {
        const std::vector<Vec3> corners = corners_of(level(), h);
        const PartingDirections all(corners);
        const Aabb box = box_of(level().hulls()[h]);
        for (std::size_t i = 0; i < repeats(40); ++i) {
            const double size = length(box.max - box.min);
            const Vec3 half{random.real(0, size), random.real(0, size), random.real(0, size)};
            const Vec3 centre =
                centre_near(corners, half, random) +
                Vec3{random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)} * (0.1 * size);
            const double gap = all.gap(centre, half);
            const double found = gap_by_planes(level(), h, centre, half);
            if (gap > kRounding) {
                EXPECT_GT(found, 0) << "hull " << h << ", gap " << gap;
            } else {
                // The least depth is measured at a face of the sum.
                EXPECT_NEAR(found, gap, kRounding) << "hull " << h;
            }
            near += gap > 0 ? 1 : 0;
        }
    }
    EXPECT_GT(near, level().hulls().size());
}

INSTANTIATE_TEST_SUITE_P(All, DeriveHulls, testing::ValuesIn(kAllScenes), [](const auto& one) {
    return to_string(one.param);
});

TEST(DeriveHullsOfABox, IsTheBox) {
    const LevelData level = compiled_data(world_of({box_brush({0, 8, 16}, {64, 72, 80})}));
    ASSERT_EQ(level.hulls.size(), 1u);
    EXPECT_EQ(box_of(level.hulls[0]), (Aabb{{0, 8, 16}, {64, 72, 80}}));
    EXPECT_TRUE(level.hull_corners.empty());
    EXPECT_TRUE(level.hull_planes.empty());
}

TEST(DeriveHullsWithThreads, GivesTheSameBytesInAnyOrder) {
    const LevelData level =
        compiled_data(make_scene(SceneKind::RotatedBoxes, 12, 7, SceneContents::Mixed));
    LevelData again = level;
    std::size_t most = 0;
    derive(again, [&](std::size_t count, const std::function<void(std::size_t)>& body) {
        most = std::max(most, count);
        for (std::size_t i = count; i-- > 0;) {
            body(i);
        }
    });
    EXPECT_GT(most, 16u);
    EXPECT_EQ(write_level(again), write_level(level));
}

}  // namespace
}  // namespace halfspace::test
