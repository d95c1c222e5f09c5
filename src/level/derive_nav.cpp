// SPDX-License-Identifier: MIT
#include "level/derive_nav.h"

#include "base/shared/union_find.h"
#include "level/shared/derive.h"

#include <algorithm>
#include <tuple>

namespace halfspace {

namespace {

// An edge of a polygon, and the same edge of its neighbour.
struct DirectedEdge {
    std::uint32_t mesh;
    std::uint32_t from;  // vertices
    std::uint32_t to;
    std::uint32_t polygon;
    std::uint32_t edge;

    auto key() const { return std::tuple(mesh, from, to); }
};

std::vector<DirectedEdge> directed_edges(const LevelView& level) {
    std::vector<DirectedEdge> edges;
    edges.reserve(level.nav_edges.size());
    for (std::uint32_t m = 0; m < level.nav_meshes.size(); ++m) {
        const NavRange polygons = polygons_of(level, m);
        for (std::uint32_t p = polygons.first; p < polygons.end; ++p) {
            const NavRange range = edges_of(level, p);
            for (std::uint32_t e = range.first; e < range.end; ++e) {
                const std::uint32_t next = e + 1 < range.end ? e + 1 : range.first;
                edges.push_back({m, level.nav_edges[e].vertex, level.nav_edges[next].vertex, p, e});
            }
        }
    }
    std::ranges::sort(edges, {}, [](const DirectedEdge& e) { return std::tuple(e.key(), e.edge); });
    return edges;
}

}  // namespace

NavRange polygons_of(const LevelView& level, std::size_t mesh) {
    return {level.nav_meshes[mesh].first_polygon,
            mesh + 1 < level.nav_meshes.size()
                ? level.nav_meshes[mesh + 1].first_polygon
                : static_cast<std::uint32_t>(level.nav_polygons.size())};
}

NavRange edges_of(const LevelView& level, std::size_t polygon) {
    return {level.nav_polygons[polygon].first_edge,
            polygon + 1 < level.nav_polygons.size()
                ? level.nav_polygons[polygon + 1].first_edge
                : static_cast<std::uint32_t>(level.nav_edges.size())};
}

DerivedNav derived_nav(const LevelView& level) {
    const std::vector<DirectedEdge> edges = directed_edges(level);
    DerivedNav result;
    result.neighbours.resize(level.nav_edges.size(), kNone);
    result.polygons.resize(level.nav_edges.size(), kNone);
    for (const DirectedEdge& edge : edges) {
        result.polygons[edge.edge] = edge.polygon;
    }
    UnionFind islands(level.nav_polygons.size());
    for (const NavStepRecord& step : level.nav_steps) {
        islands.join(result.polygons[step.lower], result.polygons[step.upper]);
    }
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const DirectedEdge& edge = edges[i];
        if (i > 0 && edge.key() == edges[i - 1].key() && !result.repeated) {
            result.repeated = edge.edge;
        }
        const auto reversed = std::tuple(edge.mesh, edge.to, edge.from);
        const auto found = std::ranges::lower_bound(edges, reversed, {}, &DirectedEdge::key);
        if (found != edges.end() && found->key() == reversed) {
            result.neighbours[edge.edge] = found->polygon;
            islands.join(edge.polygon, found->polygon);
        }
    }
    result.islands.resize(level.nav_polygons.size());
    for (std::size_t m = 0; m < level.nav_meshes.size(); ++m) {
        std::uint32_t count = 0;
        const NavRange polygons = polygons_of(level, m);
        for (std::uint32_t p = polygons.first; p < polygons.end; ++p) {
            const std::uint32_t root = islands.root(p);
            result.islands[p] = root == p ? count++ : result.islands[root];
        }
    }
    return result;
}

void derive_nav(LevelData& level) {
    LevelView view;  // of what is read
    view.nav_meshes = level.nav_meshes;
    view.nav_polygons = level.nav_polygons;
    view.nav_edges = level.nav_edges;
    view.nav_steps = level.nav_steps;
    const DerivedNav derived = derived_nav(view);
    for (std::size_t e = 0; e < level.nav_edges.size(); ++e) {
        level.nav_edges[e].neighbour = derived.neighbours[e];
    }
    for (std::size_t p = 0; p < level.nav_polygons.size(); ++p) {
        level.nav_polygons[p].island = derived.islands[p];
    }
}

}  // namespace halfspace
