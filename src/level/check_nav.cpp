// SPDX-License-Identifier: MIT
// Checks of navigation meshes. check_fields has checked that all indices are in range.
#include "level/check_level.h"
#include "level/derive_nav.h"

#include <string>

namespace halfspace {
namespace {

Result<void> check_meshes(const LevelView& level) {
    if (level.nav_meshes.empty() && !level.nav_polygons.empty()) {
        return damaged("nav_polygons", "there is no navigation mesh");
    }
    for (std::size_t m = 0; m < level.nav_meshes.size(); ++m) {
        const NavMeshRecord& mesh = level.nav_meshes[m];
        if (m > 0 && mesh.space <= level.nav_meshes[m - 1].space) {
            return damaged("nav_meshes", m, "the meshes are not in the order of their spaces");
        }
        if (!(mesh.floor_normal >= 0.01 && mesh.floor_normal <= 1)) {
            return damaged("nav_meshes", m, "floor_normal is not from 0.01 to 1");
        }
        if (!(mesh.step_height >= 0 && mesh.step_height <= 1000)) {
            return damaged("nav_meshes", m, "step_height is not from 0 to 1000");
        }
    }
    return {};
}

Result<void> check_polygons(const LevelView& level) {
    if (level.nav_polygons.empty() && !level.nav_edges.empty()) {
        return damaged("nav_edges", "there is no polygon");
    }
    for (std::size_t p = 0; p < level.nav_polygons.size(); ++p) {
        const NavRange edges = edges_of(level, p);
        if (edges.end - edges.first < 3) {
            return damaged("nav_polygons", p, "it has fewer than three edges");
        }
    }
    return {};
}

Result<void> check_links(const LevelView& level) {
    const DerivedNav derived = derived_nav(level);
    if (derived.repeated) {
        return damaged("nav_edges", *derived.repeated, "two polygons have it in one direction");
    }
    for (std::size_t e = 0; e < level.nav_edges.size(); ++e) {
        if (level.nav_edges[e].neighbour != derived.neighbours[e]) {
            return damaged("nav_edges", e, "its neighbour does not fit the vertices");
        }
    }
    for (std::size_t p = 0; p < level.nav_polygons.size(); ++p) {
        if (level.nav_polygons[p].island != derived.islands[p]) {
            return damaged("nav_polygons", p, "its island does not fit the neighbours");
        }
    }
    return {};
}

}  // namespace

Result<void> check_nav(const LevelView& level) {
    return first_failure(level, check_meshes, check_polygons, check_links);
}

}  // namespace halfspace
