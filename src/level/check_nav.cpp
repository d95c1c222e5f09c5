// SPDX-License-Identifier: MIT
// Checks of navigation meshes. check_fields has checked that all indices are in range.
#include "halfspace/exact/plane.h"

#include "level/check_level.h"
#include "level/derive_nav.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace halfspace {
namespace {

// How far a corner or an end may lie beside an edge [map units].
constexpr double kNear = 1.0 / 64;

Result<void> check_meshes(const LevelView& level) {
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
        if (mesh.standing_space == mesh.space && mesh.space != 0) {
            return damaged("nav_meshes", m, "its standing body is the one that crouches");
        }
    }
    return {};
}

// True if the polygon turns left at its corners, or hardly turns, and goes around once.
bool is_convex(const LevelView& level, const NavRange& edges) {
    const auto corner = [&](std::uint32_t e) -> const Vec3& {
        const std::uint32_t count = edges.end - edges.first;
        return level.nav_vertices[level.nav_edges[edges.first + (e - edges.first) % count].vertex];
    };
    int changes = 0;  // of the direction along x
    double before = 0;
    for (std::uint32_t e = edges.first; e < edges.end; ++e) {
        const Vec3 in = corner(e + 1) - corner(e);
        const Vec3 out = corner(e + 2) - corner(e + 1);
        if (!(in.x * out.y - in.y * out.x >= -kNear * std::sqrt(in.x * in.x + in.y * in.y))) {
            return false;
        }
        if (std::abs(in.x) > kNear) {
            changes += before * in.x < 0 ? 1 : 0;
            before = in.x;
        }
    }
    return changes <= 2;
}

// The number of the mesh that has the polygon, and 1.
std::ptrdiff_t mesh_of(const LevelView& level, std::uint32_t polygon) {
    return std::ranges::upper_bound(level.nav_meshes, polygon, {}, &NavMeshRecord::first_polygon) -
           level.nav_meshes.begin();
}

Result<void> check_polygons(const LevelView& level) {
    for (std::size_t p = 0; p < level.nav_polygons.size(); ++p) {
        const NavRange edges = edges_of(level, p);
        if (edges.end - edges.first < 3) {
            return damaged("nav_polygons", p, "it has fewer than three edges");
        }
        const PlaneId plane{level.nav_polygons[p].plane};
        const std::int64_t up = level.planes[plane.pair()].n[2];
        if (plane.is_flipped() ? up >= 0 : up <= 0) {
            return damaged("nav_polygons", p, "its plane does not look up");
        }
        const bool is_low = (level.nav_polygons[p].flags & kNavPolygonLow) != 0;
        if (is_low && level.nav_meshes[static_cast<std::size_t>(
                                           mesh_of(level, static_cast<std::uint32_t>(p)) - 1)]
                              .standing_space == 0) {
            return damaged("nav_polygons", p, "it is low, but nobody stands on its mesh");
        }
        if (!is_convex(level, edges)) {
            return damaged("nav_polygons", p, "it is not convex");
        }
    }
    return {};
}

// The vertex at which an edge ends.
const Vec3& end_of(const LevelView& level, std::uint32_t edge, std::uint32_t polygon) {
    const NavRange edges = edges_of(level, polygon);
    const std::uint32_t next = edge + 1 < edges.end ? edge + 1 : edges.first;
    return level.nav_vertices[level.nav_edges[next].vertex];
}

bool is_below(const Vec3& low, const Vec3& high) {
    return low.x == high.x && low.y == high.y && low.z <= high.z;
}

Result<void> check_steps(const LevelView& level, const DerivedNav& derived) {
    std::vector<bool> has_step(level.nav_edges.size());
    for (std::size_t s = 0; s < level.nav_steps.size(); ++s) {
        const auto& [lower, upper, speed, reserved] = level.nav_steps[s];
        if (s > 0 && lower <= level.nav_steps[s - 1].lower) {
            return damaged("nav_steps", s, "the steps are not in the order of their lower edges");
        }
        if (!(speed >= 0)) {
            return damaged("nav_steps", s, "climbing_speed is negative");
        }
        const std::uint32_t below = derived.polygons[lower];
        const std::uint32_t above = derived.polygons[upper];
        if (mesh_of(level, below) != mesh_of(level, above)) {
            return damaged("nav_steps", s, "its edges are of two meshes");
        }
        if (derived.neighbours[lower] != kNone || derived.neighbours[upper] != kNone ||
            lower == upper || has_step[lower] || has_step[upper]) {
            return damaged("nav_steps", s, "one of its edges has a neighbour or another step");
        }
        has_step[lower] = true;
        has_step[upper] = true;
        const auto begin_of = [&](std::uint32_t edge) {
            return level.nav_vertices[level.nav_edges[edge].vertex];
        };
        if (!is_below(begin_of(lower), end_of(level, upper, above)) ||
            !is_below(end_of(level, lower, below), begin_of(upper))) {
            return damaged("nav_steps", s, "its edges are not one above the other");
        }
    }
    return {};
}

Result<void> check_neighbours(const LevelView& level) {
    const DerivedNav derived = derived_nav(level);
    if (const Result<void> right = check_steps(level, derived); !right) {
        return right;
    }
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

// True if (x, y) is in the polygon or at most kNear [map units] beside each of its edges.
bool is_in(const LevelView& level, std::uint32_t polygon, double x, double y) {
    const NavRange edges = edges_of(level, polygon);
    for (std::uint32_t e = edges.first; e < edges.end; ++e) {
        const Vec3& a = level.nav_vertices[level.nav_edges[e].vertex];
        const Vec3& b = end_of(level, e, polygon);
        const double along_x = b.x - a.x;
        const double along_y = b.y - a.y;
        const double beside = along_x * (y - a.y) - along_y * (x - a.x);
        const double length = std::sqrt(along_x * along_x + along_y * along_y);
        if (!(beside >= -kNear * length)) {
            return false;
        }
    }
    return true;
}

Result<void> check_links(const LevelView& level) {
    for (std::size_t i = 0; i < level.nav_links.size(); ++i) {
        const NavLinkRecord& link = level.nav_links[i];
        if (i > 0 && link.from_polygon < level.nav_links[i - 1].from_polygon) {
            return damaged("nav_links", i, "the links are not in the order of from_polygon");
        }
        if (link.from_polygon == link.to_polygon ||
            mesh_of(level, link.from_polygon) != mesh_of(level, link.to_polygon)) {
            return damaged("nav_links", i, "its polygons are not two of one mesh");
        }
        if (!(link.seconds >= 0)) {
            return damaged("nav_links", i, "seconds is negative");
        }
        if (!(link.least_speed >= 0)) {
            return damaged("nav_links", i, "least_speed is negative");
        }
        if (link.kind >= kNavLinkKinds) {
            return damaged("nav_links", i, "kind is unknown");
        }
        const auto kind = static_cast<NavLinkKind>(link.kind);
        const bool is_carried =
            kind == NavLinkKind::Teleport || kind == NavLinkKind::Push || kind == NavLinkKind::Lift;
        if (is_carried != (link.model != kWorldModel.value)) {
            return damaged("nav_links", i, "its model does not fit its kind");
        }
        const bool is_point = link.from[0] == link.from[2] && link.from[1] == link.from[3] &&
                              link.to[0] == link.to[2] && link.to[1] == link.to[3];
        if (!is_point && (is_carried || kind == NavLinkKind::Drawn)) {
            return damaged("nav_links", i, "its ends are not equal, and its kind has points");
        }
        for (const int end : {0, 2}) {
            if (!is_in(level, link.from_polygon, link.from[end], link.from[end + 1]) ||
                !is_in(level, link.to_polygon, link.to[end], link.to[end + 1])) {
                return damaged("nav_links", i, "an end is not in its polygon");
            }
        }
    }
    return {};
}

Result<void> check_doors(const LevelView& level) {
    for (std::size_t i = 0; i < level.nav_doors.size(); ++i) {
        const auto& [polygon, model] = level.nav_doors[i];
        if (model == kWorldModel.value) {
            return damaged("nav_doors", i, "its door is the world");
        }
        if (i > 0) {
            const NavDoorRecord& before = level.nav_doors[i - 1];
            if (std::tie(polygon, model) <= std::tie(before.polygon, before.model)) {
                return damaged("nav_doors", i, "the doors are not in the order of their polygons");
            }
        }
    }
    return {};
}

Result<void> check_areas(const LevelView& level) {
    // Names may be parts of one long text, so few of them are read.
    if (level.nav_areas.size() > kMaxNavAreas) {
        return damaged("nav_areas", kMaxNavAreas, "there are too many areas");
    }
    std::set<std::string_view> names;
    for (std::size_t a = 0; a < level.nav_areas.size(); ++a) {
        if (!(level.nav_areas[a].cost >= 1)) {
            return damaged("nav_areas", a, "cost is below 1");
        }
        if (!names.insert(level.strings.data() + level.nav_areas[a].name).second) {
            return damaged("nav_areas", a, "an area before it has the same name");
        }
    }
    return {};
}

}  // namespace

Result<void> check_nav(const LevelView& level) {
    return first_failure(level,
                         check_meshes,
                         check_polygons,
                         check_neighbours,
                         check_links,
                         check_doors,
                         check_areas);
}

}  // namespace halfspace
