// SPDX-License-Identifier: MIT
// What the loader says of navigation meshes that break a rule. Other rules: check_fields_test.cpp.
#include "halfspace/level/level.h"

#include "level/shared/derive.h"
#include "support/small_level.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace halfspace::test {
namespace {

template <class Change>
std::string error_with(const Change& change) {
    LevelData data = small_level();
    add_small_nav(data);
    change(data);
    const auto level = Level::from_data(data);
    return level ? "no error" : level.error().message;
}

TEST(CheckNav, TakesTheMeshAsItIs) {
    EXPECT_EQ(error_with([](LevelData&) {}), "no error");
}

TEST(CheckNav, RefusesPolygonsWithoutAMesh) {
    EXPECT_EQ(error_with([](LevelData& d) { d.nav_meshes.clear(); }),
              "section 'nav_polygons': there are 3, but there are no nav_meshes");
}

TEST(CheckNav, RefusesMeshesOfOneSpace) {
    EXPECT_EQ(error_with([](LevelData& d) {
                  d.nav_meshes.push_back(d.nav_meshes[0]);
                  d.nav_meshes[1].first_polygon = 3;
              }),
              "section 'nav_meshes': record 1: the meshes are not in the order of their spaces");
}

TEST(CheckNav, RefusesOptionsOutOfTheirRanges) {
    EXPECT_EQ(error_with([](LevelData& d) { d.nav_meshes[0].floor_normal = 0; }),
              "section 'nav_meshes': record 0: floor_normal is not from 0.01 to 1");
    EXPECT_EQ(error_with([](LevelData& d) { d.nav_meshes[0].floor_normal = 1.5; }),
              "section 'nav_meshes': record 0: floor_normal is not from 0.01 to 1");
    EXPECT_EQ(error_with([](LevelData& d) { d.nav_meshes[0].step_height = -1; }),
              "section 'nav_meshes': record 0: step_height is not from 0 to 1000");
}

TEST(CheckNav, RefusesLowPolygonsWhereNobodyStands) {
    EXPECT_EQ(error_with([](LevelData& d) { d.nav_polygons[1].flags = kNavPolygonLow; }),
              "section 'nav_polygons': record 1: it is low, but nobody stands on its mesh");
}

TEST(CheckNav, RefusesPolygonsWithFewerThanThreeEdges) {
    EXPECT_EQ(error_with([](LevelData& d) { d.nav_polygons[1].first_edge = 2; }),
              "section 'nav_polygons': record 0: it has fewer than three edges");
}

TEST(CheckNav, RefusesPolygonsThatDoNotLookUp) {
    for (const bool is_vertical : {false, true}) {
        EXPECT_EQ(error_with([&](LevelData& d) {
                      std::uint32_t plane = d.nav_polygons[1].plane ^ 1U;
                      for (std::uint32_t p = 0; is_vertical && p < d.planes.size(); ++p) {
                          plane = d.planes[p].n[2] == 0 ? 2 * p : plane;
                      }
                      d.nav_polygons[1].plane = plane;
                  }),
                  "section 'nav_polygons': record 1: its plane does not look up");
    }
}

TEST(CheckNav, RefusesPolygonsThatAreNotConvex) {
    EXPECT_EQ(error_with([](LevelData& d) {
                  const Vec3& corner = d.nav_vertices[d.nav_edges[0].vertex];
                  d.nav_vertices[d.nav_edges[2].vertex] = corner + Vec3{1, 1, 0};
              }),
              "section 'nav_polygons': record 0: it is not convex");
    EXPECT_EQ(error_with([](LevelData& d) {
                  std::swap(d.nav_edges[0].vertex, d.nav_edges[2].vertex);  // clockwise
              }),
              "section 'nav_polygons': record 0: it is not convex");
}

TEST(CheckNav, RefusesAnEdgeThatIsThereTwice) {
    const std::string error = error_with([](LevelData& d) {
        d.nav_edges[4].vertex = 0;  // the triangle begins as the square does
        d.nav_edges[5].vertex = 1;
        derive_nav(d);
    });
    EXPECT_EQ(error, "section 'nav_edges': record 4: two polygons have it in one direction");
}

TEST(CheckNav, RefusesStepsThatAreNone) {
    const std::string start = "section 'nav_steps': record 0: ";
    EXPECT_EQ(error_with([](LevelData& d) { d.nav_steps[0].climbing_speed = -1; }),
              start + "climbing_speed is negative");
    EXPECT_EQ(error_with([](LevelData& d) { d.nav_steps[0].lower = 1; }),
              start + "one of its edges has a neighbour or another step");
    EXPECT_EQ(error_with([](LevelData& d) { d.nav_steps[0].upper = 3; }),
              start + "one of its edges has a neighbour or another step");
    EXPECT_EQ(error_with([](LevelData& d) { d.nav_steps[0].lower = 2; }),
              start + "its edges are not one above the other");
    EXPECT_EQ(
        error_with([](LevelData& d) { std::swap(d.nav_steps[0].lower, d.nav_steps[0].upper); }),
        start + "its edges are not one above the other");
    EXPECT_EQ(error_with([](LevelData& d) { d.nav_steps.push_back({3, 8, 0, 0}); }),
              "section 'nav_steps': record 1: the steps are not in the order of their lower edges");
}

TEST(CheckNav, RefusesLinksThatAreNone) {
    const std::string start = "section 'nav_links': record 0: ";
    const auto refused = [&](const char* why, auto change) {
        EXPECT_EQ(error_with([&](LevelData& d) { change(d.nav_links[0]); }), start + why);
    };
    refused("its polygons are not two of one mesh", [](auto& link) { link.to_polygon = 1; });
    refused("seconds is negative", [](auto& link) { link.seconds = -1; });
    refused("least_speed is negative", [](auto& link) { link.least_speed = -1; });
    refused("kind is unknown", [](auto& link) { link.kind = kNavLinkKinds; });
    refused("its model does not fit its kind", [](auto& link) { link.model = 1; });
    refused("its ends are not equal, and its kind has points",
            [](auto& link) { link.kind = static_cast<std::uint32_t>(NavLinkKind::Drawn); });
    refused("its model does not fit its kind",
            [](auto& link) { link.kind = static_cast<std::uint32_t>(NavLinkKind::Push); });
    refused("its model does not fit its kind",
            [](auto& link) { link.kind = static_cast<std::uint32_t>(NavLinkKind::Lift); });
    refused("its ends are not equal, and its kind has points", [](auto& link) {
        link.kind = static_cast<std::uint32_t>(NavLinkKind::Lift);
        link.model = 1;
    });
    refused("an end is not in its polygon", [](auto& link) { link.from[2] = 32; });
    refused("an end is not in its polygon", [](auto& link) { link.to[1] = 17; });
    EXPECT_EQ(error_with([](LevelData& d) {
                  d.nav_links.push_back({0, 1, {1, 1, 1, 1}, {17, 1, 17, 1}, 0, 0, 0, 0});
              }),
              "section 'nav_links': record 1: the links are not in the order of from_polygon");
}

TEST(CheckNav, RefusesDoorsThatAreNone) {
    EXPECT_EQ(error_with([](LevelData& d) { d.nav_doors[0].model = 0; }),
              "section 'nav_doors': record 0: its door is the world");
    for (const NavDoorRecord second : {NavDoorRecord{0, 1}, NavDoorRecord{1, 1}}) {
        EXPECT_EQ(
            error_with([&](LevelData& d) { d.nav_doors.push_back(second); }),
            "section 'nav_doors': record 1: the doors are not in the order of their polygons");
    }
}

TEST(CheckNav, RefusesAreasThatAreNone) {
    EXPECT_EQ(error_with([](LevelData& d) { d.nav_areas[0].cost = 0.5f; }),
              "section 'nav_areas': record 0: cost is below 1");
    EXPECT_EQ(error_with([](LevelData& d) { d.nav_areas.push_back(d.nav_areas[0]); }),
              "section 'nav_areas': record 1: an area before it has the same name");
    EXPECT_EQ(
        error_with([](LevelData& d) { d.nav_areas.resize(kMaxNavAreas + 1, d.nav_areas[0]); }),
        "section 'nav_areas': record 256: there are too many areas");
}

TEST(CheckNav, RefusesNeighboursAndIslandsThatDoNotFollow) {
    EXPECT_EQ(error_with([](LevelData& d) { d.nav_edges[0].neighbour = 1; }),
              "section 'nav_edges': record 0: its neighbour does not fit the vertices");
    EXPECT_EQ(error_with([](LevelData& d) { d.nav_polygons[2].island = 1; }),
              "section 'nav_polygons': record 2: its island does not fit the neighbours");
}

TEST(DeriveNav, NumbersIslandsInTheOrderOfPolygons) {
    LevelData data = small_level();
    add_small_nav(data);
    data.nav_edges[4].vertex = 3;  // no longer beside the square
    derive_nav(data);
    EXPECT_EQ(data.nav_edges[1].neighbour, kNone);
    EXPECT_EQ(data.nav_polygons[0].island, 0u);
    EXPECT_EQ(data.nav_polygons[1].island, 1u);
    EXPECT_EQ(data.nav_polygons[2].island, 0u);  // the step joins it to the square
}

}  // namespace
}  // namespace halfspace::test
