// SPDX-License-Identifier: MIT
#include "nav_build/area_cuts.h"

#include "halfspace/query/collision_world.h"
#include "halfspace/query/entities.h"
#include "halfspace/query/space.h"
#include "halfspace/query/trace.h"

#include "nav_build/floor_mesh.h"
#include "support/brushes.h"
#include "support/compiled_data.h"
#include "support/exact_area.h"
#include "support/repeats.h"
#include "support/scene_levels.h"
#include "support/scenes.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

void add_area(World& world,
              const std::string& name,
              std::vector<Brush> brushes,
              const std::string& cost = "") {
    Entity& entity = world.entities.emplace_back();
    entity.keys.push_back({"classname", "func_nav_area"});
    if (!name.empty()) {
        entity.keys.push_back({"area", name});
    }
    if (!cost.empty()) {
        entity.keys.push_back({"cost", cost});
    }
    for (Brush& brush : brushes) {
        brush.contents = Contents::Trigger;
    }
    entity.brushes = std::move(brushes);
}

// A floor from -256 to 256, its upper side at z = 0.
World floor_world() {
    return world_of({box_brush({-256, -256, -16}, {256, 256, 0})});
}

NavData nav_of(const World& world, const std::string& body = "stand") {
    const Level level = level_of(world, {.threads = 1});
    Result<NavData> data = build_navigation(level, {.spaces = {*find_space(level, body)}});
    EXPECT_TRUE(data);
    return data ? *std::move(data) : NavData();
}

// The size of the polygons of each area, seen from above.
using Sizes = std::map<std::uint32_t, double>;
Sizes sizes_of(const NavData& data) {
    Sizes sizes;
    for (std::size_t p = 0; p < data.polygons.size(); ++p) {
        const std::size_t first = data.polygons[p].first_edge;
        const std::size_t end =
            p + 1 < data.polygons.size() ? data.polygons[p + 1].first_edge : data.edges.size();
        double twice = 0;
        for (std::size_t e = first; e < end; ++e) {
            const Vec3& a = data.vertices[data.edges[e].vertex];
            const Vec3& b = data.vertices[data.edges[e + 1 < end ? e + 1 : first].vertex];
            twice += a.x * b.y - a.y * b.x;
        }
        sizes[data.polygons[p].area] += twice / 2;
    }
    return sizes;
}

constexpr double kWhole = 542.0 * 542;  // of the floor, with half of the body beyond each edge

// The body is 30 wide, and that does not count: its feet are a point.
TEST(AreaCuts, AnAreaHoldsTheFloorWhereFeetAreInItsBrush) {
    World world = floor_world();
    add_area(world, "mud", {box_brush({-64, -64, 0}, {64, 64, 8})}, "4");
    for (const char* const body : {"stand", "crouch"}) {
        const NavData data = nav_of(world, body);
        EXPECT_EQ(sizes_of(data), (Sizes{{0, 128.0 * 128}, {kNone, kWhole - 128.0 * 128}}));
        ASSERT_EQ(data.areas.size(), 1u);
        EXPECT_EQ(data.areas[0].cost, 4);
        EXPECT_TRUE(data.dropped.empty());
    }
    EXPECT_EQ(sizes_of(nav_of(world, "large"))[0], 128.0 * 128);
}

TEST(AreaCuts, AnAreaAboveOrBelowTheFloorHoldsNone) {
    for (const auto& [low, high, is_in] :
         {std::tuple{0, 1, true}, {-16, 1, true}, {-16, 0, false}, {1, 64, false}}) {
        World world = floor_world();
        add_area(world, "mud", {box_brush({-64, -64, low}, {64, 64, high})});
        const NavData data = nav_of(world);
        EXPECT_EQ(sizes_of(data).contains(0), is_in) << low << " " << high;
        ASSERT_EQ(data.dropped.size(), is_in ? 0u : 1u) << low << " " << high;
        if (!is_in) {
            EXPECT_EQ(data.dropped[0].reason,
                      "no floor is in it, or areas of higher cost hold all of it");
            EXPECT_EQ(data.dropped[0].entity, EntityId(1));
        }
    }
}

// On a ramp of 1 : 2 the feet are 7.5 above it: the lower edge of the box touches the ramp.
TEST(AreaCuts, FeetAreTheMiddleOfTheUnderside) {
    World world = world_of({turned_ramp(0, 256, 128, 128)});
    add_area(world, "low", {box_brush({0, -32, 0}, {64, 32, 39})});  // 32 + 7.5 = 39.5
    add_area(world, "high", {box_brush({0, -32, 0}, {64, 32, 40})});
    const Sizes sizes = sizes_of(nav_of(world));
    EXPECT_EQ(sizes.at(0), 63.0 * 64);
    EXPECT_EQ(sizes.at(1), 64.0);
}

TEST(AreaCuts, TheHighestCostCountsWhereAreasOverlap) {
    World world = floor_world();
    add_area(world, "road", {box_brush({-64, -64, 0}, {64, 64, 8})});
    add_area(world, "mud", {box_brush({0, -64, 0}, {128, 64, 8})}, "4");
    add_area(world, "grass", {box_brush({-128, -64, 0}, {64, 64, 8})});
    const double half = 64.0 * 128;
    EXPECT_EQ(sizes_of(nav_of(world)),
              (Sizes{{0, half}, {1, 2 * half}, {2, half}, {kNone, kWhole - 4 * half}}));
}

TEST(AreaCuts, BrushesAndEntitiesOfOneNameAreOneArea) {
    World world = floor_world();
    add_area(world,
             "mud",
             {box_brush({-64, -64, 0}, {0, 64, 8}), box_brush({-32, -64, 0}, {64, 64, 8})});
    add_area(world, "mud", {box_brush({64, -64, 0}, {128, 64, 8})}, " 2.5 ");
    const NavData data = nav_of(world);
    EXPECT_EQ(sizes_of(data)[0], 192.0 * 128);
    ASSERT_EQ(data.areas.size(), 1u);
    EXPECT_EQ(data.areas[0].cost, 2.5f);
    EXPECT_EQ(std::ranges::count(data.polygons, 0u, &NavPolygonRecord::area), 1);
}

TEST(AreaCuts, AnEntityWithoutANameOrWithABadCostIsLeftOut) {
    for (const auto& [name, cost, reason] :
         {std::tuple{"", "2", "it has no key \"area\" with a name"},
          {"mud", "0.5", "its key \"cost\" is no number from 1 to 1000000"},
          {"mud", "many", "its key \"cost\" is no number from 1 to 1000000"},
          {"mud", "1e7", "its key \"cost\" is no number from 1 to 1000000"}}) {
        World world = floor_world();
        add_area(world, name, {box_brush({-64, -64, 0}, {64, 64, 8})}, cost);
        const NavData data = nav_of(world);
        EXPECT_EQ(sizes_of(data), (Sizes{{kNone, kWhole}}));
        EXPECT_TRUE(data.areas.empty());
        ASSERT_EQ(data.dropped.size(), 1u);
        EXPECT_EQ(data.dropped[0].reason, reason);
        EXPECT_EQ(data.dropped[0].place, (Vec3{0, 0, 4}));
    }
}

TEST(AreaCuts, ALevelHasAtMost256Areas) {
    World world = floor_world();
    for (std::int64_t i = 0; i < 258; ++i) {
        const Units low{-256 + 32 * (i % 16), -256 + 16 * (i / 16), 0};
        const std::string name = "area" + std::to_string(i == 257 ? 3 : i);
        add_area(world, name, {box_brush(low, {low[0] + 32, low[1] + 16, 8})});
    }
    const NavData data = nav_of(world);
    EXPECT_EQ(data.areas.size(), kMaxNavAreas);
    ASSERT_EQ(data.dropped.size(), 1u);
    EXPECT_EQ(data.dropped[0].entity, EntityId(257));
    EXPECT_EQ(data.dropped[0].reason, "there are 256 areas of other names");
    EXPECT_EQ(sizes_of(data)[3], 2.0 * 32 * 16);
}

// The loader takes the areas, and nothing blocks there.
TEST(AreaCuts, AreInTheLevelAndStopNobody) {
    World world = floor_world();
    add_area(world, "mud", {box_brush({-64, -64, 0}, {64, 64, 64})}, "4");
    LevelData data = compiled_data(world, {.threads = 1});
    const Level before = *Level::from_data(data);
    Result<NavData> meshes = build_navigation(before);
    ASSERT_TRUE(meshes);
    set_navigation(data, *std::move(meshes));
    const Result<Level> level = Level::from_data(data);
    ASSERT_TRUE(level) << to_string(level.error());
    ASSERT_EQ(level->nav_areas().size(), 1u);
    EXPECT_EQ(level->string(level->nav_areas()[0].name), "mud");
    const SpaceId stand = *find_space(*level, "stand");
    CollisionWorld placed(*level);
    placed.place(ModelId(1));
    EXPECT_FALSE(trace(placed, stand, {-200, 0, 24.5}, {200, 0, 24.5}).hit);
}

AreaNumber above(const ExactPlane& plane, const Vector& point) {
    AreaNumber sum = -AreaNumber(integer_of(Int256(plane.d)));
    for (std::size_t axis = 0; axis < 3; ++axis) {
        sum += AreaNumber(plane.n[axis]) * point[axis];
    }
    return sum;
}

using RationalPolygon = std::vector<Vector>;

// The part behind a plane. Feet in the plane are right above it.
RationalPolygon behind(const RationalPolygon& polygon, const ExactPlane& plane) {
    RationalPolygon part;
    const bool is_in_plane = std::ranges::all_of(
        polygon, [&](const Vector& corner) { return above(plane, corner) == 0; });
    if (is_in_plane && plane.n[2] > 0) {
        return part;
    }
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vector& a = polygon[i];
        const Vector& b = polygon[(i + 1) % polygon.size()];
        const AreaNumber height_a = above(plane, a);
        const AreaNumber height_b = above(plane, b);
        if (height_a <= 0) {
            part.push_back(a);
        }
        if ((height_a < 0 && height_b > 0) || (height_a > 0 && height_b < 0)) {
            const AreaNumber t = height_a / (height_a - height_b);
            Vector& corner = part.emplace_back();
            for (std::size_t axis = 0; axis < 3; ++axis) {
                corner[axis] = a[axis] + t * (b[axis] - a[axis]);
            }
        }
    }
    return part;
}

// Twice its size, seen from above.
AreaNumber size_of(const RationalPolygon& polygon) {
    AreaNumber sum = 0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vector& a = polygon[i];
        const Vector& b = polygon[(i + 1) % polygon.size()];
        sum += a[0] * b[1] - a[1] * b[0];
    }
    return sum;
}

// Where the feet are while the position is on the polygon.
RationalPolygon feet_on(const Polygon& polygon,
                        const AreaNumber& feet,
                        const Predicates& predicates) {
    RationalPolygon corners;
    for (const Corner& corner : polygon.corners) {
        const HomogeneousPoint p = predicates.homogeneous(corner.point);
        const AreaInteger w = integer_of(p.w);
        corners.push_back({AreaNumber(integer_of(p.x), w),
                           AreaNumber(integer_of(p.y), w),
                           AreaNumber(integer_of(p.z), w) + feet});
    }
    return corners;
}

// The planes of the brushes of an entity, from the level.
std::vector<std::vector<ExactPlane>> brushes_of(const Level& level, EntityId entity) {
    std::vector<std::vector<ExactPlane>> brushes;
    for (const BrushRecord& brush : level.brushes()) {
        if (brush.entity == entity.value) {
            std::vector<ExactPlane>& planes = brushes.emplace_back();
            for (const SideRecord& side :
                 level.sides().subspan(brush.first_side, brush.side_count)) {
                planes.push_back(level.plane(PlaneId{side.plane}));
            }
        }
    }
    return brushes;
}

// Twice the size of the floor, for each plane and area.
using PlaneSizes = std::map<std::pair<std::uint32_t, std::uint32_t>, AreaNumber>;

class AreaCutsOfScenes : public testing::TestWithParam<SceneKind> {};

// By rational numbers: each piece in an area is in one of its brushes, each other piece meets none,
// and pieces and the polygons of the mesh have together the size of the floor without areas.
TEST_P(AreaCutsOfScenes, ArePartsOfTheFloor) {
    World world = make_scene(GetParam(), scene_brushes(40), 21);
    std::vector<Brush> volumes = make_scene(GetParam(), 6, 22).entities[0].brushes;
    volumes.push_back(box_brush({-256, -256, -1024}, {256, 256, 1024}));
    add_area(world, "mud", std::move(volumes), "2");
    const auto level = compiled_without_bad_brushes(world);
    ASSERT_TRUE(level);
    const SpaceId stand = *find_space(*level, "stand");
    LevelPlanes planes = planes_of(level->view());
    box_planes(grid_box(level->view(), kWorldModel), planes.table);
    NavAreas areas = areas_of(*level);
    ASSERT_EQ(areas.entities.size(), 1u);
    const std::vector<AreaVolume> cuts = area_volumes(*level, areas.entities, stand, planes);
    const ModelId models[] = {kWorldModel};
    const std::vector<FloorPiece> whole =
        walkable_surface(*level, stand, std::nullopt, models, {}, planes, run_serially);
    Predicates predicates(planes.table);
    const std::vector<FloorPiece> pieces = cut_by_areas(whole, cuts, areas.entities, predicates);
    EXPECT_TRUE(areas.entities[0].has_floor);

    const std::vector<std::vector<ExactPlane>> brushes =
        brushes_of(*level, areas.entities[0].entity);
    ASSERT_FALSE(brushes.empty());
    const AreaNumber feet = static_cast<std::int64_t>(
        std::ldexp(level->spaces()[stand.value].min[2], level->grid_exponent()));
    std::map<std::uint32_t, AreaNumber> expected;  // by plane
    for (const FloorPiece& piece : whole) {
        expected[piece.polygon.plane.value] += size_of(feet_on(piece.polygon, feet, predicates));
    }
    std::map<std::uint32_t, AreaNumber> of_pieces;
    PlaneSizes by_area;
    for (const FloorPiece& piece : pieces) {
        const RationalPolygon polygon = feet_on(piece.polygon, feet, predicates);
        const AreaNumber size = size_of(polygon);
        bool is_in_one = false;
        AreaNumber most = 0;
        for (const std::vector<ExactPlane>& brush : brushes) {
            RationalPolygon part = polygon;
            for (const ExactPlane& side : brush) {
                part = behind(part, side);
            }
            is_in_one = is_in_one || size_of(part) == size;
            most = std::max(most, size_of(part));
        }
        EXPECT_TRUE(piece.area == 0 ? is_in_one : most == 0);
        of_pieces[piece.polygon.plane.value] += size;
        by_area[{piece.polygon.plane.value, piece.area}] += size;
    }
    EXPECT_EQ(of_pieces, expected);
    const FloorMesh mesh = make_floor_mesh(pieces, 0, planes.table);
    PlaneSizes of_mesh;
    const AreaSum area(planes.table);
    for (const FloorPolygon& polygon : mesh.polygons) {
        std::vector<ExactPoint> corners;
        for (const std::uint32_t corner : polygon.corners) {
            corners.push_back(mesh.vertices[corner]);
        }
        of_mesh[{polygon.plane.value, polygon.area}] += area.of(corners)[2];
    }
    EXPECT_EQ(of_mesh, by_area);
}

INSTANTIATE_TEST_SUITE_P(All,
                         AreaCutsOfScenes,
                         testing::ValuesIn(kAllScenes),
                         [](const auto& scene) { return to_string(scene.param); });

}  // namespace
}  // namespace halfspace::test
