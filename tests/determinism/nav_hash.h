// SPDX-License-Identifier: MIT
// What level_hash.cpp notes of navigation: the records of the meshes, and their answers.
#pragma once

#include "halfspace/compile/compile.h"
#include "halfspace/level/level.h"
#include "halfspace/nav/distance_field.h"
#include "halfspace/nav/locate.h"
#include "halfspace/nav/nav_mesh.h"
#include "halfspace/nav/path.h"
#include "halfspace/nav/random_place.h"
#include "halfspace/nav/route.h"
#include "halfspace/nav/walls.h"
#include "halfspace/nav_build/build_nav.h"
#include "halfspace/tasks/parallel_for.h"

#include "determinism/hash.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace halfspace::test {

template <class Record>
void add_records(const std::vector<Record>& records, Hash& hash) {
    hash.add(std::as_bytes(std::span(records)));
}

inline void add_place(const std::optional<NavPlace>& place, Hash& hash) {
    hash.add(place ? place->polygon.value : kNone);
    hash.add(place ? place->position : Vec3());
}

// Ways and straight lines between random places.
inline void hash_ways(const NavMesh& mesh, Hash& hash) {
    NavScratch scratch;
    DistanceField field;
    for (std::uint64_t i = 0; i < 60; ++i) {
        const auto from = random_place(mesh, i);
        const auto to = random_place(mesh, 1000 + i);
        if (!from || !to) {
            return;
        }
        const auto near = random_place_on_island(mesh, mesh.island(from->polygon), 2000 + i);
        const NavPath path = find_path(mesh, *from, *near, scratch);
        hash.add(path.length);
        for (const Vec3& point : path.points) {
            hash.add(point);
        }
        const NavRoute route =
            find_route(mesh, *from, *to, scratch, {.links = kMoverLinks | kGameLinks});
        hash.add(static_cast<std::uint32_t>(route.status));
        hash.add(route.seconds);
        hash.add(route.cost);
        for (const RoutePoint& point : route.points) {
            hash.add(point.position);
            hash.add(point.polygon.value);
            hash.add(point.link.value);
        }
        if (i % 10 == 0) {
            field.find(mesh, *to);
        }
        hash.add(field.length_from(*from, scratch).value_or(-1));
        const NavRayHit hit = raycast(mesh, *from, to->position);
        add_place(hit.end, hash);
        hash.add(hit.wall.polygon.value);
    }
}

// Where the bodies of the level can stand, which ways they can go, and what the meshes answer.
// Errors: of build_navigation, and of the level and its meshes.
inline Result<void> hash_navigation(LevelData data,
                                    const Level& bare,
                                    unsigned threads,
                                    Hash& hash) {
    auto nav = build_navigation(bare, {}, executor(threads));
    if (!nav) {
        return std::unexpected(nav.error());
    }
    add_records(nav->meshes, hash);
    add_records(nav->polygons, hash);
    add_records(nav->edges, hash);
    add_records(nav->vertices, hash);
    add_records(nav->steps, hash);
    add_records(nav->doors, hash);
    add_records(nav->links, hash);
    add_records(nav->areas, hash);
    set_navigation(data, *std::move(nav));
    const auto level = Level::from_bytes(write_level(data));
    if (!level) {
        return std::unexpected(level.error());
    }
    Points points(*level);
    for (const NavMeshRecord& record : level->nav_meshes()) {
        const auto mesh = NavMesh::from_level(*level, SpaceId(record.space));
        if (!mesh) {
            return std::unexpected(mesh.error());
        }
        for (int i = 0; i < 200; ++i) {
            const Vec3 position = points.next(i % 2 == 0 ? 1 : 2048);
            add_place(locate(*mesh, position, {.reach = 256}), hash);
            add_place(nearest(*mesh, position, 100), hash);
        }
        hash_ways(*mesh, hash);
    }
    return {};
}

}  // namespace halfspace::test
