// SPDX-License-Identifier: MIT
// The mesh of a floor is the boundary that cells of the tree tell, exactly: the same area on each
// plane, in convex polygons.
#include "nav_build/floor_mesh.h"

#include "halfspace/level/bodies.h"

#include "support/exact_area.h"
#include "support/repeats.h"
#include "support/scene_levels.h"
#include "support/scenes.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace halfspace::test {
namespace {

constexpr double kFloorNormal = 0.7;

// The floor and the roof of free and blocked cells, by plane. Another way than the compiler's: all
// cells of the whole tree, and faces of two cells that meet.
class CellFloors {
public:
    CellFloors(const Level& level, SpaceId space, const LevelPlanes& planes)
        : level_(level), space_(space), planes_(planes), predicates_(planes.table) {}

    // For each plane that is a floor, twice its area seen from above.
    std::map<std::uint32_t, AreaNumber> run() {
        const GridBox box = grid_box(level_.view(), kWorldModel);
        for_each_cell(
            level_.nodes(),
            level_.root(kWorldModel, space_),
            make_box(box, box_planes_of(box)),
            predicates_,
            [&](const NodeRecord& node) { return planes_.of(2 * node.plane); },
            [&](LeafId leaf, Polyhedron&& cell) { add(leaf, cell); });
        const AreaSum area(planes_.table);
        std::map<std::uint32_t, AreaNumber> result;
        for (const auto& [plane, floors] : solid_tops_) {
            for (const Polygon& top : floors) {
                for (const Polygon& bottom : free_bottoms_[plane]) {
                    if (const auto both = common_part(top, bottom)) {
                        result[plane] += area.of(*both)[2];
                    }
                }
            }
        }
        return result;
    }

private:
    BoxPlanes box_planes_of(const GridBox& box) const {
        BoxPlanes planes;
        for (std::size_t side = 0; side < 6; ++side) {
            ExactPlane plane{};
            plane.n[side / 2] = side % 2 == 0 ? -1 : 1;
            plane.d = side % 2 == 0 ? -Int128(box.min[side / 2]) : Int128(box.max[side / 2]);
            planes[side] = *planes_.table.find(plane);
        }
        return planes;
    }

    // n.z / |n|, in long doubles.
    bool is_floor(PlaneId plane) const {
        const auto n = planes_.table.plane(plane).n;
        const auto x = static_cast<long double>(n[0]);
        const auto y = static_cast<long double>(n[1]);
        const auto z = static_cast<long double>(n[2]);
        return z / std::sqrt(x * x + y * y + z * z) >= static_cast<long double>(kFloorNormal);
    }

    void add(LeafId leaf, const Polyhedron& cell) {
        const Contents blockers =
            blocker_contents(blockers_in(level_.leaves()[leaf.value], space_));
        const bool is_blocked = any(blockers & kPlayerBlockers);
        for (std::size_t f = 0; f < cell.faces.size(); ++f) {
            const PlaneId plane = cell.faces[f].plane;
            if (is_blocked && is_floor(plane)) {
                solid_tops_[plane.value].push_back(face_polygon(cell, f));
            } else if (!is_blocked && is_floor(plane.flipped())) {
                free_bottoms_[plane.flipped().value].push_back(face_polygon(cell, f));
            }
        }
    }

    // The part of `top` that is in `bottom`, which looks down.
    std::optional<Polygon> common_part(const Polygon& top, const Polygon& bottom) {
        std::optional<Polygon> part = top;
        for (const Corner& corner : bottom.corners) {
            const bool is_front = classify(bottom, corner.edge, predicates_) == PolygonSide::Front;
            if (part) {
                PolygonSplit sides = split(*std::move(part), corner.edge, predicates_);
                part = is_front ? std::move(sides.front) : std::move(sides.back);
            }
        }
        return part;
    }

    const Level& level_;
    SpaceId space_;
    const LevelPlanes& planes_;
    Predicates predicates_;
    std::map<std::uint32_t, std::vector<Polygon>> solid_tops_;
    std::map<std::uint32_t, std::vector<Polygon>> free_bottoms_;  // by the plane that looks up
};

std::vector<ExactPoint> corners_of(const FloorMesh& mesh, const FloorPolygon& polygon) {
    std::vector<ExactPoint> corners;
    for (const std::uint32_t corner : polygon.corners) {
        corners.push_back(mesh.vertices[corner]);
    }
    return corners;
}

// The plane upright on the edge from a to b, as (n, d) of rational numbers: is p to its left?
bool is_left_or_on(const Vector& a, const Vector& b, const Vector& p) {
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) >= 0;
}

Vector rational_of(const ExactPoint& point, const Predicates& predicates) {
    const HomogeneousPoint p = predicates.homogeneous(point);
    const AreaInteger w = integer_of(p.w);
    return {AreaNumber(integer_of(p.x), w),
            AreaNumber(integer_of(p.y), w),
            AreaNumber(integer_of(p.z), w)};
}

void check_convex(const FloorMesh& mesh, const PlaneTable& planes) {
    const Predicates predicates(planes);
    for (const FloorPolygon& polygon : mesh.polygons) {
        std::vector<Vector> corners;
        for (const ExactPoint& corner : corners_of(mesh, polygon)) {
            corners.push_back(rational_of(corner, predicates));
        }
        const std::size_t count = corners.size();
        ASSERT_GE(count, 3u);
        for (std::size_t i = 0; i < count; ++i) {
            ASSERT_TRUE(
                is_left_or_on(corners[i], corners[(i + 1) % count], corners[(i + 2) % count]));
        }
    }
}

void check_edges(const FloorMesh& mesh) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (const FloorPolygon& polygon : mesh.polygons) {
        for (std::size_t i = 0; i < polygon.corners.size(); ++i) {
            const std::uint32_t from = polygon.corners[i];
            const std::uint32_t to = polygon.corners[(i + 1) % polygon.corners.size()];
            EXPECT_TRUE(edges.emplace(from, to).second);
        }
    }
}

// Returns how many polygons there are in all spaces.
std::size_t check_level(const Level& level) {
    std::size_t polygons = 0;
    LevelPlanes planes = planes_of(level.view());
    box_planes(grid_box(level.view(), kWorldModel), planes.table);
    const ModelId world[] = {kWorldModel};
    for (std::uint32_t s = 1; s < level.spaces().size(); ++s) {
        const NavOptions options{.floor_normal = kFloorNormal};
        const std::vector<FloorPiece> pieces =
            walkable_surface(level, SpaceId(s), std::nullopt, world, options, planes, run_serially);
        const FloorMesh mesh = make_floor_mesh(
            pieces, std::ldexp(options.step_height, level.grid_exponent()), planes.table);
        std::map<std::uint32_t, AreaNumber> found;
        const AreaSum area(planes.table);
        for (const FloorPolygon& polygon : mesh.polygons) {
            found[polygon.plane.value] += area.of(corners_of(mesh, polygon))[2];
        }
        EXPECT_EQ(found, CellFloors(level, SpaceId(s), planes).run());
        check_convex(mesh, planes.table);
        check_edges(mesh);
        EXPECT_LE(mesh.polygons.size(), pieces.size());
        polygons += mesh.polygons.size();
    }
    return polygons;
}

TEST(FloorMesh, IsTheFloorOfTheCellsOfExamples) {
    for (const char* const name : {"keep.map", "station.map", "arena.map", "castle.grid"}) {
        SCOPED_TRACE(name);
        const auto level = compiled_map(project_file(std::string("examples/levels/") + name));
        ASSERT_TRUE(level.has_value());
        EXPECT_GT(check_level(*level), 10u);
    }
}

class FloorMeshOfScenes : public testing::TestWithParam<SceneKind> {};

TEST_P(FloorMeshOfScenes, IsTheFloorOfTheCells) {
    const auto level = compiled_without_bad_brushes(
        make_scene(GetParam(), scene_brushes(40), 11, SceneContents::Mixed));
    ASSERT_TRUE(level.has_value());
    check_level(*level);
}

INSTANTIATE_TEST_SUITE_P(All,
                         FloorMeshOfScenes,
                         testing::ValuesIn(kAllScenes),
                         [](const auto& scene) { return to_string(scene.param); });

}  // namespace
}  // namespace halfspace::test
