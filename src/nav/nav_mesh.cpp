// SPDX-License-Identifier: MIT
#include "halfspace/nav/nav_mesh.h"

#include "halfspace/nav/route.h"

#include "base/shared/union_find.h"
#include "nav/check_records.h"
#include "nav/convex_pieces.h"
#include "nav/door_regions.h"
#include "nav/flat.h"
#include "nav/join_steps.h"
#include "nav/mesh_data.h"
#include "nav/route_data.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

namespace halfspace {
namespace {

// The cuts between the pieces [first, end) of one polygon.
void join_pieces(NavMeshData& mesh, std::uint32_t first, std::uint32_t end) {
    std::vector<std::uint32_t> cuts;
    for (std::uint32_t e = mesh.first_edges[first]; e < mesh.first_edges[end]; ++e) {
        if (mesh.edges[e].corner == kNone) {
            cuts.push_back(e);
        }
    }
    for (const std::uint32_t e : cuts) {
        for (const std::uint32_t t : cuts) {
            if (mesh.edges[e].vertex == mesh.edges[mesh.edges[t].next].vertex &&
                mesh.edges[t].vertex == mesh.edges[mesh.edges[e].next].vertex) {
                mesh.edges[e].twin = t;
            }
        }
    }
}

// The pieces of a polygon with their edges.
void add_polygon(NavMeshData& mesh, const Piece& polygon) {
    const auto whole = static_cast<std::uint32_t>(mesh.first_pieces.size());
    const auto first = static_cast<std::uint32_t>(mesh.wholes.size());
    mesh.first_pieces.push_back(first);
    mesh.first_whole_edges.push_back(static_cast<std::uint32_t>(mesh.whole_edges.size()));
    mesh.whole_edges.resize(mesh.whole_edges.size() + polygon.size());
    for (const Piece& piece : convex_pieces(mesh.vertices, polygon)) {
        const auto number = static_cast<std::uint32_t>(mesh.wholes.size());
        const auto begin = static_cast<std::uint32_t>(mesh.edges.size());
        mesh.wholes.push_back(whole);
        for (const PieceCorner& corner : piece) {
            const auto e = static_cast<std::uint32_t>(mesh.edges.size());
            mesh.edges.push_back({corner.vertex, e + 1, number, kNone, corner.edge});
            if (corner.edge != kNone) {
                mesh.whole_edges[mesh.first_whole_edges[whole] + corner.edge] = e;
            }
        }
        mesh.edges.back().next = begin;
        mesh.first_edges.push_back(static_cast<std::uint32_t>(mesh.edges.size()));
    }
    join_pieces(mesh, first, static_cast<std::uint32_t>(mesh.wholes.size()));
}

void add_polygons(NavMeshData& mesh, const NavRecords& records) {
    mesh.first_edges.push_back(0);
    for (std::size_t p = 0; p < records.polygons.size(); ++p) {
        const std::size_t end = p + 1 < records.polygons.size() ? records.polygons[p + 1].first_edge
                                                                : records.edges.size();
        Piece polygon;
        for (std::size_t e = records.polygons[p].first_edge; e < end; ++e) {
            polygon.push_back(
                {records.edges[e].vertex, static_cast<std::uint32_t>(polygon.size())});
        }
        add_polygon(mesh, polygon);
        const Plane& plane = records.planes[p];
        mesh.surfaces.resize(mesh.wholes.size(),
                             {-plane.n.x / plane.n.z, -plane.n.y / plane.n.z, plane.d / plane.n.z});
        mesh.contents.resize(mesh.wholes.size(), records.polygons[p].contents);
        mesh.all_contents |= records.polygons[p].contents;
        mesh.areas.resize(mesh.wholes.size(), records.polygons[p].area);
        const bool is_low = (records.polygons[p].flags & kNavPolygonLow) != 0;
        mesh.lows.resize(mesh.wholes.size(), is_low ? 1 : 0);
        mesh.has_low = mesh.has_low || is_low;
    }
    mesh.first_pieces.push_back(static_cast<std::uint32_t>(mesh.wholes.size()));
    mesh.first_whole_edges.push_back(static_cast<std::uint32_t>(mesh.whole_edges.size()));
}

// whole_edges[e] is the edge of record e.
Result<void> find_twins(NavMeshData& mesh, const NavRecords& records) {
    for (std::uint32_t e = 0; e < records.edges.size(); ++e) {
        const std::uint32_t neighbour = records.edges[e].neighbour;
        if (neighbour == kNone) {
            continue;
        }
        MeshEdge& edge = mesh.edges[mesh.whole_edges[e]];
        const std::uint32_t end = mesh.first_whole_edges[neighbour + 1];
        for (std::uint32_t t = mesh.first_whole_edges[neighbour]; t < end; ++t) {
            const MeshEdge& twin = mesh.edges[mesh.whole_edges[t]];
            if (twin.vertex == mesh.edges[edge.next].vertex &&
                mesh.edges[twin.next].vertex == edge.vertex &&
                records.edges[t].neighbour == mesh.wholes[edge.polygon]) {
                edge.twin = mesh.whole_edges[t];
            }
        }
        if (edge.twin == kNone) {
            return std::unexpected(damaged("edges", e, "its neighbour does not have the edge"));
        }
    }
    for (std::uint32_t e = 0; e < records.edges.size(); ++e) {
        const std::uint32_t edge = mesh.whole_edges[e];
        const std::uint32_t twin = mesh.edges[edge].twin;
        if (twin != kNone && mesh.edges[twin].twin != edge) {
            return std::unexpected(damaged("edges", e, "two edges have one neighbour"));
        }
    }
    return {};
}

// Where two parts of the mesh touch in a vertex alone, no way leads through it. Each part gets a
// vertex of its own there.
void split_vertices(NavMeshData& mesh) {
    // A corner has the number of the edge that begins there. Corners beside a common edge belong to
    // one part.
    UnionFind parts(mesh.edges.size());
    for (std::uint32_t e = 0; e < mesh.edges.size(); ++e) {
        if (mesh.edges[e].twin != kNone) {
            parts.join(e, mesh.edges[mesh.edges[e].twin].next);
        }
    }
    std::vector<std::uint8_t> is_taken(mesh.vertices.size());
    for (std::uint32_t e = 0; e < mesh.edges.size(); ++e) {
        MeshEdge& edge = mesh.edges[e];
        const std::uint32_t root = parts.root(e);
        if (root != e) {
            edge.vertex = mesh.edges[root].vertex;
        } else if (is_taken[edge.vertex] == 0) {
            is_taken[edge.vertex] = 1;
        } else {
            const Vec3 copy = mesh.vertices[edge.vertex];
            edge.vertex = static_cast<std::uint32_t>(mesh.vertices.size());
            mesh.vertices.push_back(copy);
        }
    }
}

double flat_size(const NavMeshData& mesh, std::uint32_t polygon) {
    const std::uint32_t first = mesh.first_edges[polygon];
    const Vec3& origin = mesh.from(first);
    double sum = 0;
    for (std::uint32_t e = first; e < mesh.first_edges[polygon + 1]; ++e) {
        sum += cross(mesh.from(e) - origin, mesh.to(e) - origin).z;
    }
    return std::max(sum * 0.5, 0.0);
}

// group_of: the group of each polygon, below `count`.
PolygonGroups grouped(const NavMeshData& mesh,
                      std::span<const std::uint32_t> group_of,
                      std::uint32_t count) {
    PolygonGroups groups;
    groups.starts.assign(count + 1, 0);
    for (const std::uint32_t group : group_of) {
        ++groups.starts[group + 1];
    }
    std::partial_sum(groups.starts.begin(), groups.starts.end(), groups.starts.begin());
    std::vector<std::uint32_t> next(groups.starts.begin(), groups.starts.end() - 1);
    groups.polygons.resize(group_of.size());
    for (std::uint32_t p = 0; p < group_of.size(); ++p) {
        groups.polygons[next[group_of[p]]++] = p;
    }
    double sum = 0;
    for (const std::uint32_t p : groups.polygons) {
        sum += flat_size(mesh, p);
        groups.sums.push_back(sum);
    }
    return groups;
}

void find_islands(NavMeshData& mesh) {
    UnionFind sets(mesh.polygon_count());
    mesh.exits.resize(mesh.polygon_count());
    for (const MeshEdge& edge : mesh.edges) {
        if (edge.twin != kNone) {
            sets.join(edge.polygon, mesh.edges[edge.twin].polygon);
            ++mesh.exits[edge.polygon];
        }
    }
    std::uint32_t count = 0;
    for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p) {
        const std::uint32_t root = sets.root(p);
        mesh.islands.push_back(root == p ? count++ : mesh.islands[root]);
    }
    mesh.by_island = grouped(mesh, mesh.islands, count);
}

void add_links(NavMeshData& mesh, std::span<const NavLinkRecord> records) {
    const auto place = [&](std::uint32_t polygon, double x, double y) {
        return mesh.place(mesh.first_pieces[polygon], {x, y, 0});
    };
    mesh.first_links.assign(mesh.first_pieces.size(), 0);
    std::vector<NumberPair> by_region;
    for (const NavLinkRecord& r : records) {
        if ((kWalkedLinks & 1u << r.kind) == 0) {
            mesh.carrying_links.push_back(static_cast<std::uint32_t>(mesh.links.size()));
        }
        mesh.links.push_back(
            {static_cast<NavLinkKind>(r.kind),
             r.seconds,
             r.least_speed,
             {place(r.from_polygon, r.from[0], r.from[1]),
              place(r.from_polygon, r.from[2], r.from[3])},
             {place(r.to_polygon, r.to[0], r.to[1]), place(r.to_polygon, r.to[2], r.to[3])},
             r.model == kWorldModel.value ? ModelId() : ModelId(r.model)});
        const NavLink& link = mesh.links.back();
        if ((kWalkedLinks & link_bit(link.kind)) != 0) {
            for (const int end : {0, 1}) {
                const double way = flat_length(link.from[end].position, link.to[end].position);
                mesh.fastest_link = std::max(mesh.fastest_link, way > 0 ? way / link.seconds : 0);
            }
        }
        ++mesh.first_links[r.from_polygon + 1];
        by_region.emplace_back(mesh.region_of(NavPolygonId(r.from_polygon)),
                               static_cast<std::uint32_t>(mesh.links.size() - 1));
    }
    std::partial_sum(mesh.first_links.begin(), mesh.first_links.end(), mesh.first_links.begin());
    std::ranges::sort(by_region);
    mesh.region_links = rows_of(by_region, mesh.region_count());
}

// A number that grows with the angle of a direction, 4 for a whole turn and 2 for a half one.
double pseudo_angle(double x, double y) {
    const double size = std::abs(x) + std::abs(y);
    if (size == 0) {
        return 0;
    }
    const double ratio = x / size;
    return y >= 0 ? 1 - ratio : 3 + ratio;
}

// A shortest path turns only at vertices of the border where the mesh has more than half a turn. At
// each vertex at most one border begins (split_vertices).
void mark_corners(NavMeshData& mesh) {
    struct Corner {
        std::uint32_t in = kNone;  // the border edge that ends here
        std::uint32_t out = kNone;
        double angle = 0;
    };
    std::vector<Corner> corners(mesh.vertices.size());
    for (std::uint32_t e = 0; e < mesh.edges.size(); ++e) {
        const MeshEdge& edge = mesh.edges[e];
        const Vec3& v = mesh.to(e);
        Corner& here = corners[mesh.edges[edge.next].vertex];
        const Vec3 to_next = mesh.to(edge.next) - v;
        const Vec3 to_previous = mesh.from(e) - v;
        const double turn =
            pseudo_angle(to_previous.x, to_previous.y) - pseudo_angle(to_next.x, to_next.y);
        here.angle += turn < 0 ? turn + 4 : turn;
        if (edge.twin == kNone) {
            here.in = e;
            corners[edge.vertex].out = e;
        }
    }
    mesh.is_corner.resize(mesh.vertices.size());
    for (std::size_t v = 0; v < corners.size(); ++v) {
        const Corner& corner = corners[v];
        bool is_corner = false;
        if (corner.in != kNone) {
            is_corner = corner.angle > 2.5;
            if (corner.angle >= 1.5 && corner.angle <= 2.5) {
                is_corner =
                    side_of(mesh.from(corner.in), mesh.vertices[v], mesh.to(corner.out)) < 0;
            }
        }
        mesh.is_corner[v] = is_corner ? 1 : 0;
    }
}

Result<NavMeshData> mesh_of(const NavRecords& records) {
    if (Result<void> good = check_records(records); !good) {
        return std::unexpected(std::move(good).error());
    }
    if (!records.steps.empty()) {
        const JoinedRecords joined = join_steps(records);
        NavRecords without = records;
        without.edges = joined.edges;
        without.vertices = joined.vertices;
        without.steps = {};
        return mesh_of(without);
    }
    NavMeshData mesh;
    mesh.vertices.assign(records.vertices.begin(), records.vertices.end());
    for (Vec3& vertex : mesh.vertices) {
        vertex = without_tiny(vertex);
    }
    add_polygons(mesh, records);
    if (Result<void> good = find_twins(mesh, records); !good) {
        return std::unexpected(std::move(good).error());
    }
    split_vertices(mesh);
    find_islands(mesh);
    mark_corners(mesh);
    find_regions(mesh, records.doors);
    add_links(mesh, records.links);
    find_route_data(mesh);
    mesh.area_list.assign(records.areas.begin(), records.areas.end());
    const auto area_count = static_cast<std::uint32_t>(mesh.area_list.size());
    std::vector<std::uint32_t> areas = mesh.areas;
    std::ranges::replace(areas, kNone, area_count);
    mesh.by_area = grouped(mesh, areas, area_count + 1);
    std::vector<Aabb> boxes(mesh.polygon_count());
    for (const MeshEdge& edge : mesh.edges) {
        const Vec3& v = mesh.vertices[edge.vertex];
        const Vec3 on_plane{v.x, v.y, mesh.height(edge.polygon, v.x, v.y)};
        boxes[edge.polygon] = merge(merge(boxes[edge.polygon], v), on_plane);
    }
    mesh.tree = ColumnTree(boxes);
    return mesh;
}

}  // namespace

NavMesh::NavMesh(NavMeshData data) : data_(std::move(data)) {}
NavMesh::NavMesh(const NavMesh& other) = default;
NavMesh::NavMesh(NavMesh&& other) noexcept = default;
NavMesh& NavMesh::operator=(const NavMesh& other) = default;
NavMesh& NavMesh::operator=(NavMesh&& other) noexcept = default;
NavMesh::~NavMesh() = default;

const NavMeshData& NavMesh::data() const {
    return *data_.get();
}

Result<NavMesh> NavMesh::from_records(const NavRecords& records) {
    Result<NavMeshData> made = mesh_of(records);
    if (!made) {
        return std::unexpected(std::move(made).error());
    }
    return NavMesh(std::move(*made));
}

std::size_t NavMesh::polygon_count() const {
    return data().first_pieces.size() - 1;
}

std::size_t NavMesh::island_count() const {
    return data().by_island.count();
}

std::uint32_t NavMesh::corner_count(NavPolygonId polygon) const {
    assert(polygon.value < polygon_count());
    return data().first_whole_edges[polygon.value + 1] - data().first_whole_edges[polygon.value];
}

Vec3 NavMesh::corner(NavPolygonId polygon, std::uint32_t corner) const {
    assert(corner < corner_count(polygon));
    return data().from(data().whole_edges[data().first_whole_edges[polygon.value] + corner]);
}

NavPolygonId NavMesh::neighbour(NavPolygonId polygon, std::uint32_t corner) const {
    assert(corner < corner_count(polygon));
    const NavMeshData& mesh = data();
    const std::uint32_t edge = mesh.whole_edges[mesh.first_whole_edges[polygon.value] + corner];
    const std::uint32_t twin = mesh.edges[edge].twin;
    return twin == kNone ? NavPolygonId() : mesh.whole(mesh.edges[twin].polygon);
}

std::uint32_t NavMesh::island(NavPolygonId polygon) const {
    assert(polygon.value < polygon_count());
    return data().island_of(polygon);
}

std::uint32_t NavMesh::contents(NavPolygonId polygon) const {
    assert(polygon.value < polygon_count());
    return data().contents[data().first_pieces[polygon.value]];
}

NavAreaId NavMesh::area(NavPolygonId polygon) const {
    assert(polygon.value < polygon_count());
    return NavAreaId(data().areas[data().first_pieces[polygon.value]]);
}

bool NavMesh::is_low(NavPolygonId polygon) const {
    assert(polygon.value < polygon_count());
    return data().lows[data().first_pieces[polygon.value]] != 0;
}

std::span<const NavArea> NavMesh::areas() const {
    return data().area_list;
}

bool NavMesh::has_door(NavPolygonId polygon) const {
    const NavMeshData& mesh = data();
    const std::uint32_t region = mesh.region_of(polygon);
    for (std::size_t door = 0; door < mesh.doors.size(); ++door) {
        if (std::ranges::binary_search(mesh.door_regions[door], region)) {
            return true;
        }
    }
    return false;
}

std::size_t NavMesh::link_count() const {
    return data().links.size();
}

const NavLink& NavMesh::link(NavLinkId link) const {
    assert(link.value < link_count());
    return data().links[link.value];
}

double NavMesh::height(NavPolygonId polygon, double x, double y) const {
    assert(polygon.value < polygon_count());
    return data().height(data().first_pieces[polygon.value], x, y);
}

}  // namespace halfspace
