// SPDX-License-Identifier: MIT
// All places that the library gives are on their meshes: so no function for C refuses one.
#include "halfspace/level/level.h"
#include "halfspace/nav/locate.h"
#include "halfspace/nav/nav_mesh.h"
#include "halfspace/nav/random_place.h"
#include "halfspace/nav/route.h"
#include "halfspace/nav/walls.h"

#include "support/nav_levels.h"
#include "support/repeats.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>

namespace halfspace::test {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();

// As a program with floats keeps it.
NavPlace rounded(const NavPlace& place) {
    const auto round = [](double x) { return static_cast<double>(static_cast<float>(x)); };
    const Vec3& p = place.position;
    return {place.polygon, {round(p.x), round(p.y), round(p.z)}};
}

class Places {
public:
    explicit Places(const NavMesh& mesh) : mesh_(mesh) {}

    void check(const NavPlace& place, const char* whose) {
        ++count_;
        EXPECT_TRUE(is_on_mesh(mesh_, place))
            << whose << ' ' << place.polygon.value << ' ' << place.position.x << ' '
            << place.position.y << ' ' << place.position.z;
        EXPECT_TRUE(is_on_mesh(mesh_, rounded(place))) << whose;
    }
    std::size_t count() const { return count_; }

private:
    const NavMesh& mesh_;
    std::size_t count_ = 0;
};

void check_links(const NavMesh& mesh, Places& places) {
    for (std::uint32_t i = 0; i < mesh.link_count(); ++i) {
        const NavLink& link = mesh.link(NavLinkId(i));
        for (const double t : {0.0, 0.3, 0.5, 1.0}) {
            places.check(link.from_at(t), "from");
            places.check(link.to_at(t), "to");
        }
    }
}

void check_routes(const NavMesh& mesh,
                  const NavPlace& from,
                  const NavPlace& to,
                  NavScratch& scratch,
                  Places& places) {
    for (const double water_cost : {1.0, 3.0}) {
        const NavRoute route = find_route(
            mesh,
            from,
            to,
            scratch,
            {.links = kMoverLinks | kGameLinks, .water_cost = water_cost, .crouch_cost = 2.5});
        for (const RoutePoint& point : route.points) {
            places.check({point.polygon, point.position}, "route");
        }
    }
}

void check_mesh(const NavMesh& mesh) {
    Places places(mesh);
    check_links(mesh, places);
    NavScratch scratch;
    for (std::uint64_t i = 0; i < repeats(200); ++i) {
        const auto from = random_place(mesh, 2 * i);
        const auto to = random_place(mesh, 2 * i + 1);
        ASSERT_TRUE(from && to);
        places.check(*from, "random");
        if (const auto place = locate(mesh, from->position + Vec3{3, 5, 20})) {
            places.check(*place, "locate");
        }
        places.check(*nearest(mesh, from->position + Vec3{-70, 90, 40}, kFar), "nearest");
        places.check(raycast(mesh, *from, to->position).end, "raycast");
        places.check(wall_distance(mesh, *from, kFar, scratch)->place, "wall");
        check_routes(mesh, *from, *to, scratch, places);
    }
    EXPECT_GT(places.count(), 5 * repeats(200));
}

void check_level(const std::filesystem::path& path) {
    SCOPED_TRACE(path.filename().string());
    const auto level = map_with_navigation(path);
    ASSERT_TRUE(level.has_value());
    for (const std::uint32_t space : {1u, 2u, 3u}) {
        check_mesh(NavMesh::from_level(*level, SpaceId(space)).value());
    }
}

TEST(GivenPlaces, AreOnTheMeshesOfExamples) {
    for (const char* const name : {"keep.map", "station.map", "arena.map", "cistern.map"}) {
        check_level(project_file(std::string("examples/levels/") + name));
    }
}

TEST(GivenPlaces, AreOnTheMeshesOfRealLevels) {
    for (const char* const name : {"id1/dm4.map", "id1/e1m1.map"}) {
        const std::filesystem::path path = test_data(std::string("maps/") + name);
        if (path.empty()) {
            GTEST_SKIP() << "no real levels";
        }
        check_level(path);
    }
}

}  // namespace
}  // namespace halfspace::test
