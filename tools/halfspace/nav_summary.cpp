// SPDX-License-Identifier: MIT
#include "nav_summary.h"

#include "halfspace/query/space.h"

#include "printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <set>
#include <span>
#include <vector>

namespace halfspace::tool {
namespace {

struct AreaSummary {
    std::string name;
    double cost;
    double size;  // seen from above [square units]
};

struct NavSummary {
    std::string body;
    std::size_t polygons = 0;
    std::size_t low_polygons = 0;
    std::size_t edges = 0;
    std::size_t steps = 0;
    std::array<std::size_t, kNavLinkKinds> links{};  // by kind
    std::set<std::uint32_t> doors;                   // models
    std::uint32_t islands = 0;
    std::vector<AreaSummary> areas;

    std::size_t link_count() const {
        return std::accumulate(links.begin(), links.end(), std::size_t{0});
    }
};

// The size of a polygon of a navigation mesh, seen from above [square units].
double flat_size(const Level& level, std::size_t polygon) {
    const auto polygons = level.nav_polygons();
    const auto edges = level.nav_edges();
    const std::size_t first = polygons[polygon].first_edge;
    const std::size_t end =
        polygon + 1 < polygons.size() ? polygons[polygon + 1].first_edge : edges.size();
    const Vec3& origin = level.nav_vertices()[edges[first].vertex];
    double twice = 0;
    for (std::size_t e = first + 1; e + 1 < end; ++e) {
        twice += cross(level.nav_vertices()[edges[e].vertex] - origin,
                       level.nav_vertices()[edges[e + 1].vertex] - origin)
                     .z;
    }
    return twice / 2;
}

// Counts the polygons from begin to end.
void count_polygons(const Level& level, std::size_t begin, std::size_t end, NavSummary& summary) {
    for (const NavAreaRecord& area : level.nav_areas()) {
        summary.areas.push_back({std::string(level.string(area.name)), area.cost, 0});
    }
    for (std::size_t p = begin; p < end; ++p) {
        const NavPolygonRecord& polygon = level.nav_polygons()[p];
        summary.islands = std::max(summary.islands, polygon.island + 1);
        summary.low_polygons += (polygon.flags & kNavPolygonLow) != 0 ? 1 : 0;
        if (polygon.area != kNone) {
            summary.areas[polygon.area].size += flat_size(level, p);
        }
    }
}

std::vector<NavSummary> summaries(const Level& level) {
    std::vector<NavSummary> all;
    const std::span<const NavMeshRecord> meshes = level.nav_meshes();
    const std::size_t polygons = level.nav_polygons().size();
    const auto first_edge = [&](std::size_t polygon) -> std::size_t {
        return polygon < polygons ? level.nav_polygons()[polygon].first_edge
                                  : level.nav_edges().size();
    };
    for (std::size_t m = 0; m < meshes.size(); ++m) {
        const std::size_t begin = meshes[m].first_polygon;
        const std::size_t end = m + 1 < meshes.size() ? meshes[m + 1].first_polygon : polygons;
        const auto is_here = [&](std::size_t polygon) { return polygon >= begin && polygon < end; };
        NavSummary& summary = all.emplace_back();
        summary.body = space_name(level, SpaceId(meshes[m].space));
        summary.polygons = end - begin;
        summary.edges = first_edge(end) - first_edge(begin);
        count_polygons(level, begin, end, summary);
        for (const NavStepRecord& step : level.nav_steps()) {
            summary.steps +=
                step.lower >= first_edge(begin) && step.lower < first_edge(end) ? 1 : 0;
        }
        for (const NavLinkRecord& link : level.nav_links()) {
            summary.links[link.kind] += is_here(link.from_polygon) ? 1 : 0;
        }
        for (const NavDoorRecord& door : level.nav_doors()) {
            if (is_here(door.polygon)) {
                summary.doors.insert(door.model);
            }
        }
    }
    return all;
}

std::string_view name_of_kind(std::size_t kind) {
    return name_of(static_cast<NavLinkKind>(kind));
}

}  // namespace

std::string_view name_of(NavLinkKind kind) {
    switch (kind) {
        case NavLinkKind::Walk:
            return "walk";
        case NavLinkKind::Drop:
            return "drop";
        case NavLinkKind::Jump:
            return "jump";
        case NavLinkKind::Chance:
            return "chance";
        case NavLinkKind::Teleport:
            return "teleport";
        case NavLinkKind::Push:
            return "push";
        case NavLinkKind::Ladder:
            return "ladder";
        case NavLinkKind::Drawn:
            return "drawn";
        case NavLinkKind::Lift:
            return "lift";
    }
    return "";
}

std::optional<NavLinkKind> link_kind(std::string_view name) {
    for (std::uint32_t k = 0; k < kNavLinkKinds; ++k) {
        if (name_of(static_cast<NavLinkKind>(k)) == name) {
            return static_cast<NavLinkKind>(k);
        }
    }
    return std::nullopt;
}

std::string nav_text(const Level& level, std::string_view between) {
    std::string text;
    for (const NavSummary& mesh : summaries(level)) {
        std::string kinds;
        for (std::size_t k = 0; k < kNavLinkKinds; ++k) {
            if (mesh.links[k] > 0) {
                kinds += fmt::format(
                    "{}{} {}", kinds.empty() ? "" : ", ", mesh.links[k], name_of_kind(k));
            }
        }
        std::string areas;
        for (const AreaSummary& area : mesh.areas) {
            areas += fmt::format("{}{} ({:.0f} square units, cost {})",
                                 areas.empty() ? ", areas " : ", ",
                                 printable(area.name),
                                 area.size,
                                 area.cost);
        }
        text +=
            fmt::format("{}{}: {}{}, {}, {}{}, {}, {}{}",
                        text.empty() ? "" : between,
                        printable(mesh.body),
                        counted(mesh.polygons, "polygon"),
                        mesh.low_polygons > 0 ? fmt::format(" ({} low)", mesh.low_polygons) : "",
                        counted(mesh.steps, "step"),
                        counted(mesh.link_count(), "link"),
                        kinds.empty() ? "" : " (" + kinds + ")",
                        counted(mesh.doors.size(), "door"),
                        counted(mesh.islands, "island"),
                        areas);
    }
    return text;
}

Json nav_json(const Level& level) {
    Json meshes = Json::array();
    for (const NavSummary& mesh : summaries(level)) {
        Json links = Json::object();
        for (std::size_t k = 0; k < kNavLinkKinds; ++k) {
            links[std::string(name_of_kind(k))] = mesh.links[k];
        }
        Json areas = Json::array();
        for (const AreaSummary& area : mesh.areas) {
            areas.push_back({{"name", area.name}, {"cost", area.cost}, {"size", area.size}});
        }
        meshes.push_back({{"body", mesh.body},
                          {"polygons", mesh.polygons},
                          {"low_polygons", mesh.low_polygons},
                          {"edges", mesh.edges},
                          {"steps", mesh.steps},
                          {"links", std::move(links)},
                          {"doors", mesh.doors},
                          {"islands", mesh.islands},
                          {"areas", std::move(areas)}});
    }
    return meshes;
}

}  // namespace halfspace::tool
