// SPDX-License-Identifier: MIT
#include "compile/models/solid_cells.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace halfspace::test {
namespace {

class SolidCells : public testing::Test {
protected:
    // x = 0, then z = 2 behind it: leaves 0 (x > 0), 1 (x < 0, z > 2) and 2 (x < 0, z < 2).
    BuiltTree tree(Contents first, Contents second, Contents third) {
        BuiltTree tree;
        tree.root = 0;
        tree.nodes.push_back({wall_, {-1, 1}});
        tree.nodes.push_back({shelf_, {-2, -3}});
        for (const Contents contents : {first, second, third}) {
            tree.leaves.push_back({{contents, 0}});
        }
        return tree;
    }

    // The face of a box, as a polygon with this number.
    ImportedPolygon polygon(const GridBox& box, std::size_t face, std::uint32_t source) {
        ImportedPolygon polygon;
        polygon.entity = 7;
        polygon.source = source;
        polygon.polygon = face_polygon(make_box(box, planes_), face);
        return polygon;
    }

    std::vector<SolidBrush> cells(const BuiltTree& tree,
                                  const std::vector<ImportedPolygon>& polygons) {
        return solid_cells(tree, make_box(cell_, planes_), polygons, planes_);
    }

    PlaneTable planes_;
    PlaneId wall_ = planes_.intern({{1, 0, 0}, 0});
    PlaneId shelf_ = planes_.intern({{0, 0, 1}, 2});
    GridBox cell_{{-8, -8, -8}, {8, 8, 8}};
};

TEST_F(SolidCells, AreTheLeavesThatBlockBodiesInTheirOrder) {
    const std::vector<ImportedPolygon> polygons{polygon({{-4, -4, -4}, {0, 4, 2}}, 1, 3)};
    EXPECT_TRUE(cells(tree(Contents::Empty, Contents::Water, Contents::Empty), polygons).empty());

    const std::vector<SolidBrush> found =
        cells(tree(Contents::Solid, Contents::Water, Contents::PlayerClip), polygons);
    ASSERT_EQ(found.size(), 2u);
    const auto box_of = [&](Contents contents) {
        const auto at = std::find_if(found.begin(), found.end(), [&](const SolidBrush& cell) {
            return cell.contents == contents;
        });
        return at == found.end() ? Aabb{} : at->bounds;
    };
    EXPECT_EQ(box_of(Contents::Solid).min, (Vec3{0, -8, -8}));
    EXPECT_EQ(box_of(Contents::Solid).max, (Vec3{8, 8, 8}));
    EXPECT_EQ(box_of(Contents::PlayerClip).min, (Vec3{-8, -8, -8}));
    EXPECT_EQ(box_of(Contents::PlayerClip).max, (Vec3{0, 8, 2}));
    EXPECT_EQ(found[0].entity, 7u);
}

TEST_F(SolidCells, HaveTheirPlanesLookingOutAndThePolygonsThatLieInThem) {
    const std::vector<ImportedPolygon> polygons{polygon({{-4, -4, -4}, {0, 4, 2}}, 5, 3),
                                                polygon({{-4, -4, -4}, {0, 4, 2}}, 1, 4),
                                                polygon({{90, 90, 90}, {99, 99, 99}}, 1, 5)};
    const std::vector<SolidBrush> found =
        cells(tree(Contents::Empty, Contents::Empty, Contents::Solid), polygons);
    ASSERT_EQ(found.size(), 1u);
    std::set<PlaneId> sides;
    for (const SolidBrush::Side& side : found[0].sides) {
        sides.insert(side.plane);
        // Polygon 3 lies in the shelf, 4 in the wall; sides that only divide name the first.
        EXPECT_EQ(side.source, side.plane == wall_ ? 4u : 3u);
    }
    BoxPlanes expected = box_planes({{-8, -8, -8}, {0, 8, 2}}, planes_);
    EXPECT_EQ(sides, std::set<PlaneId>(expected.begin(), expected.end()));
}

TEST_F(SolidCells, DoNotNameAPolygonThatLiesElsewhereInThePlane) {
    const std::vector<ImportedPolygon> polygons{polygon({{-4, -4, -4}, {0, 4, 2}}, 5, 3),
                                                polygon({{-4, 90, 90}, {0, 99, 99}}, 1, 4)};
    const std::vector<SolidBrush> found =
        cells(tree(Contents::Solid, Contents::Empty, Contents::Empty), polygons);
    ASSERT_EQ(found.size(), 1u);
    for (const SolidBrush::Side& side : found[0].sides) {
        EXPECT_EQ(side.source, 3u);
    }
}

class Clipped : public testing::Test {
protected:
    struct Face {
        GridBox box;
        std::size_t face;
    };

    FragmentList fragments(const std::vector<Face>& faces) {
        FragmentList result;
        for (const Face& face : faces) {
            Fragment& fragment = *result.emplace_back(std::make_unique<Fragment>());
            fragment.polygon = face_polygon(make_box(face.box, planes_), face.face);
            fragment.side = static_cast<std::uint32_t>(face.face);
            update_box(fragment);
        }
        return result;
    }

    PlaneTable planes_;
};

TEST_F(Clipped, KeepsWhatIsInsideAndCutsWhatReachesOut) {
    const GridBox box{{0, 0, 0}, {10, 10, 10}};
    const FragmentList kept = clipped(
        fragments({{{{2, 2, 2}, {4, 4, 4}}, 5}, {{{2, 2, -9}, {30, 4, 5}}, 5}}), box, planes_);
    ASSERT_EQ(kept.size(), 2u);
    EXPECT_EQ(kept[0]->centre, (Vec3{3, 3, 4}));
    EXPECT_EQ(kept[0]->half, (Vec3{1, 1, 0}));
    EXPECT_EQ(kept[1]->centre, (Vec3{6, 3, 5}));
    EXPECT_EQ(kept[1]->half, (Vec3{4, 1, 0}));
    EXPECT_EQ(kept[1]->polygon.corners.size(), 4u);
}

TEST_F(Clipped, LeavesOutWhatIsOutsideOrLiesInAWall) {
    const GridBox box{{0, 0, 0}, {10, 10, 10}};
    const FragmentList kept =
        clipped(fragments({{{{20, 2, 2}, {24, 4, 4}}, 5},    // beside it
                           {{{2, 2, 2}, {4, 4, 10}}, 5},     // in the wall, looking as it does
                           {{{2, 2, 0}, {4, 4, 9}}, 4},      // in the floor
                           {{{10, 2, 2}, {14, 4, 4}}, 5}}),  // only touches it
                box,
                planes_);
    EXPECT_TRUE(kept.empty());
}

}  // namespace
}  // namespace halfspace::test
