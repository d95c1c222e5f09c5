// SPDX-License-Identifier: MIT
#include "halfspace/world/mesh.h"

#include "halfspace/base/id.h"

#include "base/shared/union_find.h"
#include "math/shared/vec_order.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

namespace halfspace {
namespace {

// The vertices that triangles use, in the order of their coordinates.
std::vector<std::uint32_t> used_vertices(const Mesh& mesh) {
    std::vector<std::uint32_t> order;
    order.reserve(3 * mesh.triangles.size());
    for (const MeshTriangle& triangle : mesh.triangles) {
        for (const MeshCorner& corner : triangle.corners) {
            order.push_back(corner.vertex);
        }
    }
    std::sort(order.begin(), order.end());
    order.erase(std::unique(order.begin(), order.end()), order.end());
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return coordinates_of(mesh.vertices[a]) < coordinates_of(mesh.vertices[b]);
    });
    return order;
}

// Sets `position` and `positions`.
void find_positions(const Mesh& mesh, MeshShape& shape) {
    const auto at = [&](std::uint32_t v) { return coordinates_of(mesh.vertices[v]); };
    const std::vector<std::uint32_t> order = used_vertices(mesh);
    shape.position.resize(mesh.vertices.size());
    std::iota(shape.position.begin(), shape.position.end(), 0u);
    for (std::size_t i = 0; i < order.size(); ++i) {
        const bool is_known = i > 0 && at(order[i - 1]) == at(order[i]);
        shape.position[order[i]] = is_known ? shape.position[order[i - 1]] : order[i];
        shape.positions += is_known ? 0 : 1;
        shape.box = merge(shape.box, mesh.vertices[order[i]]);
    }
}

// A triangle's edge as it is compared: the lower position first.
struct Edge {
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    std::uint32_t triangle = 0;
    bool is_upward = false;
};

OpenMeshEdge open_edge(const std::vector<Edge>& edges, std::size_t first, std::size_t last) {
    std::uint32_t up = 0;
    for (std::size_t i = first; i < last; ++i) {
        up += edges[i].is_upward ? 1 : 0;
    }
    const auto down = static_cast<std::uint32_t>(last - first) - up;
    OpenMeshEdge open;
    const bool is_upward = up > down;
    open.from = is_upward ? edges[first].low : edges[first].high;
    open.to = is_upward ? edges[first].high : edges[first].low;
    open.along = std::max(up, down);
    open.against = std::min(up, down);
    for (std::size_t i = last; i-- > first;) {
        open.triangle = edges[i].is_upward == is_upward ? edges[i].triangle : open.triangle;
    }
    return open;
}

void find_open_edges(const Mesh& mesh, MeshShape& shape) {
    std::vector<Edge> edges;
    edges.reserve(3 * mesh.triangles.size());
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        for (std::size_t i = 0; i < 3; ++i) {
            const std::uint32_t a = shape.position[mesh.triangles[t].corners[i].vertex];
            const std::uint32_t b = shape.position[mesh.triangles[t].corners[(i + 1) % 3].vertex];
            if (a != b) {  // a collapsed triangle runs along its edge in both directions
                edges.push_back({std::min(a, b), std::max(a, b), t, a < b});
            }
        }
    }
    std::stable_sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
        return std::tie(a.low, a.high) < std::tie(b.low, b.high);
    });
    for (std::size_t first = 0, last = 0; first < edges.size(); first = last) {
        std::int64_t balance = 0;
        for (; last < edges.size() && edges[last].low == edges[first].low &&
               edges[last].high == edges[first].high;
             ++last) {
            balance += edges[last].is_upward ? 1 : -1;
        }
        if (balance != 0) {
            shape.open_edges.push_back(open_edge(edges, first, last));
        }
    }
}

// Sets `component` and returns the number of components.
std::size_t find_components(const Mesh& mesh, MeshShape& shape) {
    UnionFind components(mesh.vertices.size());
    const auto position = [&](const MeshTriangle& triangle, std::size_t i) {
        return shape.position[triangle.corners[i].vertex];
    };
    for (const MeshTriangle& triangle : mesh.triangles) {
        for (const std::size_t i : {1, 2}) {
            components.join(position(triangle, i), position(triangle, 0));
        }
    }
    std::vector<std::uint32_t> number(mesh.vertices.size(), kNone);
    std::uint32_t count = 0;
    for (const MeshTriangle& triangle : mesh.triangles) {
        std::uint32_t& known = number[components.root(position(triangle, 0))];
        if (known == kNone) {
            known = count++;
        }
        shape.component.push_back(known);
    }
    return count;
}

void measure(const Mesh& mesh, MeshShape& shape) {
    // Volumes are measured from the middle, where roundings are smallest.
    const Vec3 middle = centre_of(shape.box);
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const MeshTriangle& triangle = mesh.triangles[t];
        std::array<Vec3, 3> p;
        std::array<std::uint32_t, 3> at{};
        for (std::size_t i = 0; i < 3; ++i) {
            p[i] = mesh.vertices[triangle.corners[i].vertex] - middle;
            at[i] = shape.position[triangle.corners[i].vertex];
        }
        if (at[0] == at[1] || at[1] == at[2] || at[2] == at[0]) {
            ++shape.collapsed;
            continue;
        }
        const double volume = dot(p[0], cross(p[1], p[2])) / 6;
        shape.volumes[shape.component[t]] += volume;
        shape.volume += volume;
        shape.area += length(cross(p[1] - p[0], p[2] - p[0])) / 2;
    }
}

}  // namespace

MeshShape shape_of(const Mesh& mesh) {
    MeshShape shape;
    find_positions(mesh, shape);
    find_open_edges(mesh, shape);
    shape.volumes.resize(find_components(mesh, shape));
    measure(mesh, shape);
    return shape;
}

Weld weld_vertices(Mesh& mesh, double distance) {
    Weld done;
    if (distance == 0) {
        return done;
    }
    // Vertices that stay, by the cube of space that they are in.
    using Cube = std::array<double, 3>;
    std::map<Cube, std::vector<Vec3>> kept;
    const auto cube_of = [&](const Vec3& p) {
        return Cube{
            std::floor(p.x / distance), std::floor(p.y / distance), std::floor(p.z / distance)};
    };
    for (const std::uint32_t v : used_vertices(mesh)) {
        Vec3& at = mesh.vertices[v];
        const Cube here = cube_of(at);
        std::optional<Vec3> nearest;
        double least = distance;
        for (int n = 0; n < 27; ++n) {
            const std::array<int, 3> step{n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
            const auto found = kept.find({here[0] + step[0], here[1] + step[1], here[2] + step[2]});
            for (const Vec3& other :
                 found == kept.end() ? std::span<const Vec3>() : found->second) {
                const double apart = length(other - at);
                if (apart < least || (apart == least && !nearest)) {
                    nearest = other;
                    least = apart;
                }
            }
        }
        if (!nearest) {
            kept[here].push_back(at);
        } else if (*nearest != at) {
            at = *nearest;
            ++done.moved;
            done.farthest = std::max(done.farthest, least);
        }
    }
    return done;
}

std::optional<std::string> mesh_problem(const Mesh& mesh) {
    if (mesh.triangles.empty()) {
        return "has no triangles";
    }
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        for (const MeshCorner& corner : mesh.triangles[t].corners) {
            if (corner.vertex >= mesh.vertices.size()) {
                return "has a triangle (" + std::to_string(t) + ") with the vertex " +
                       std::to_string(corner.vertex) + ", but only " +
                       std::to_string(mesh.vertices.size()) + " vertices";
            }
            const Vec3& p = mesh.vertices[corner.vertex];
            if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z)) {
                return "has a vertex (" + std::to_string(corner.vertex) +
                       ") with a coordinate that is not a finite number";
            }
        }
    }
    return std::nullopt;
}

}  // namespace halfspace
