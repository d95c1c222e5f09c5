// SPDX-License-Identifier: MIT
#include "support/nav_meshes.h"

#include "halfspace/base/id.h"

#include "support/random.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>

namespace halfspace::test {
namespace {

using Corners = std::vector<std::uint32_t>;

// The polygon's corners, with the vertices that lie in its edges.
Corners with_inner_vertices(const Corners& corners, const std::vector<Vec3>& vertices) {
    Corners result;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Vec3& a = vertices[corners[i]];
        const Vec3& b = vertices[corners[(i + 1) % corners.size()]];
        std::vector<std::pair<double, std::uint32_t>> inner;
        for (std::uint32_t v = 0; v < vertices.size(); ++v) {
            const Vec3 to = vertices[v] - a;
            const double along = dot(to, b - a);
            if (cross(to, b - a) == Vec3() && along > 0 && along < dot(b - a, b - a)) {
                inner.emplace_back(along, v);
            }
        }
        std::ranges::sort(inner);
        result.push_back(corners[i]);
        for (const auto& [along, v] : inner) {
            result.push_back(v);
        }
    }
    return result;
}

// The plane through the corners that make the largest triangle with the first one.
Plane plane_of(const std::vector<Vec3>& corners) {
    Vec3 best;
    for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
        for (std::size_t k = i + 1; k < corners.size(); ++k) {
            const Vec3 n = cross(corners[i] - corners[0], corners[k] - corners[0]);
            best = n.z > best.z ? n : best;
        }
    }
    return {best, dot(best, corners[0])};
}

void fit_planes(NavRecordArrays& mesh) {
    mesh.planes.clear();
    for (std::uint32_t p = 0; p < mesh.polygons.size(); ++p) {
        std::vector<Vec3> corners;
        for (const std::uint32_t v : mesh.corners(p)) {
            corners.push_back(mesh.vertices[v]);
        }
        mesh.planes.push_back(plane_of(corners));
    }
}

void add_edges(NavRecordArrays& mesh, const std::vector<Corners>& polygons) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> owners;
    for (std::uint32_t p = 0; p < polygons.size(); ++p) {
        for (std::size_t i = 0; i < polygons[p].size(); ++i) {
            owners[{polygons[p][i], polygons[p][(i + 1) % polygons[p].size()]}] = p;
        }
    }
    for (const Corners& corners : polygons) {
        mesh.polygons.push_back({0, static_cast<std::uint32_t>(mesh.edges.size()), 0, 0});
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const auto found = owners.find({corners[(i + 1) % corners.size()], corners[i]});
            mesh.edges.push_back({corners[i], found == owners.end() ? kNone : found->second});
        }
    }
}

double turn(const Vec3& a, const Vec3& b, const Vec3& c) {
    return cross(b - a, c - a).z;
}

}  // namespace

std::uint32_t NavRecordArrays::end_edge(std::uint32_t polygon) const {
    return polygon + 1 < polygons.size() ? polygons[polygon + 1].first_edge
                                         : static_cast<std::uint32_t>(edges.size());
}

std::vector<std::uint32_t> NavRecordArrays::corners(std::uint32_t polygon) const {
    std::vector<std::uint32_t> result;
    for (std::uint32_t e = polygons[polygon].first_edge; e < end_edge(polygon); ++e) {
        result.push_back(edges[e].vertex);
    }
    return result;
}

NavRecordArrays nav_records_of(const PolygonSoup& soup) {
    NavRecordArrays mesh;
    std::map<std::tuple<double, double, double>, std::uint32_t> numbers;
    std::vector<Corners> polygons;
    for (const std::vector<Vec3>& polygon : soup) {
        Corners& corners = polygons.emplace_back();
        for (const Vec3& v : polygon) {
            const auto [found, is_new] = numbers.try_emplace(
                std::tuple(v.x, v.y, v.z), static_cast<std::uint32_t>(mesh.vertices.size()));
            if (is_new) {
                mesh.vertices.push_back(v);
            }
            corners.push_back(found->second);
        }
    }
    for (Corners& corners : polygons) {
        corners = with_inner_vertices(corners, mesh.vertices);
    }
    add_edges(mesh, polygons);
    fit_planes(mesh);
    return mesh;
}

void change(NavRecordArrays& mesh, const std::function<Vec3(const Vec3&)>& move) {
    for (Vec3& vertex : mesh.vertices) {
        vertex = move(vertex);
    }
    fit_planes(mesh);
}

NavMesh nav_mesh_of(const NavRecordArrays& mesh) {
    return NavMesh::from_records(mesh.records()).value();
}

PolygonSoup cells(const std::vector<std::string>& rows, double size, double z, int longest) {
    PolygonSoup soup;
    std::vector<std::string> left = rows;
    const auto is_free = [&](std::size_t y, std::size_t begin, std::size_t end) {
        return y < left.size() && end <= left[y].size() &&
               left[y].substr(begin, end - begin).find('#') == std::string::npos;
    };
    const auto most = static_cast<std::size_t>(longest);
    for (std::size_t y = 0; y < left.size(); ++y) {
        for (std::size_t x = 0; x < left[y].size(); ++x) {
            if (left[y][x] == '#') {
                continue;
            }
            std::size_t right = x + 1;
            while (right - x < most && is_free(y, right, right + 1)) {
                ++right;
            }
            std::size_t top = y + 1;
            while (top - y < most && is_free(top, x, right)) {
                ++top;
            }
            for (std::size_t i = y; i < top; ++i) {
                left[i].replace(x, right - x, right - x, '#');
            }
            const double x0 = static_cast<double>(x) * size;
            const double x1 = static_cast<double>(right) * size;
            const double y0 = static_cast<double>(y) * size;
            const double y1 = static_cast<double>(top) * size;
            soup.push_back({{x0, y0, z}, {x1, y0, z}, {x1, y1, z}, {x0, y1, z}});
        }
    }
    return soup;
}

std::vector<std::string> random_rows(int columns, int rows, int holes, std::uint64_t seed) {
    Random random(seed);
    std::vector<std::string> result;
    for (int y = 0; y < rows; ++y) {
        std::string& row = result.emplace_back();
        for (int x = 0; x < columns; ++x) {
            row += random.one_in(holes) ? '#' : '.';
        }
    }
    return result;
}

std::vector<std::string> spiral_rows(int size) {
    const auto n = static_cast<std::size_t>(size);
    std::vector<std::string> rows(n, std::string(n, '#'));
    std::size_t x = 0;
    std::size_t y = 0;
    std::size_t length = n;
    constexpr std::array<std::pair<int, int>, 4> kSteps{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
    for (std::size_t turn = 0; length > 1; ++turn) {
        const auto [dx, dy] = kSteps[turn % 4];
        for (std::size_t i = 0; i < length; ++i) {
            rows[y][x] = '.';
            if (i + 1 < length) {
                x = static_cast<std::size_t>(static_cast<int>(x) + dx);
                y = static_cast<std::size_t>(static_cast<int>(y) + dy);
            }
        }
        length -= turn > 0 && turn % 2 == 0 ? 2 : 0;
    }
    return rows;
}

PolygonSoup random_triangles(int columns, int rows, int holes, std::uint64_t seed) {
    Random random(seed);
    std::vector<std::vector<Vec3>> grid;
    for (int y = 0; y <= rows; ++y) {
        auto& row = grid.emplace_back();
        for (int x = 0; x <= columns; ++x) {
            row.push_back({10.0 * x + static_cast<double>(random.integer(-3, 3)),
                           10.0 * y + static_cast<double>(random.integer(-3, 3)),
                           static_cast<double>(random.integer(0, 6))});
        }
    }
    PolygonSoup soup;
    const auto add = [&](const Vec3& a, const Vec3& b, const Vec3& c) {
        if (!random.one_in(holes)) {
            soup.push_back({a, b, c});
        }
    };
    for (std::size_t y = 0; y + 1 < grid.size(); ++y) {
        for (std::size_t x = 0; x + 1 < grid[y].size(); ++x) {
            const Vec3& a = grid[y][x];
            const Vec3& b = grid[y][x + 1];
            const Vec3& c = grid[y + 1][x + 1];
            const Vec3& d = grid[y + 1][x];
            if (turn(a, b, c) > 0 && turn(a, c, d) > 0) {
                add(a, b, c);
                add(a, c, d);
            } else {
                add(a, b, d);
                add(b, c, d);
            }
        }
    }
    return soup;
}

PolygonSoup storeys(int count, int size, int holes, std::uint64_t seed) {
    PolygonSoup soup;
    const double side = 16.0 * size;
    for (int k = 0; k < count; ++k) {
        const double z = 64.0 * k;
        std::vector<std::string> rows =
            random_rows(size, size, holes, seed + static_cast<std::uint64_t>(k));
        for (const std::size_t y : {0u, 1u, 2u, 3u}) {
            rows[y].back() = '.';  // where ramps begin and end
        }
        for (const auto& polygon : cells(rows, 16, z, 3)) {
            soup.push_back(polygon);
        }
        if (k + 1 == count) {
            break;
        }
        // Out, a landing, and back above it: by turns on two pairs of rows.
        const double out = k % 2 == 0 ? 0 : 32;
        const double x1 = side + 64;
        const double x2 = side + 96;
        const double low = out;
        const double mid = out + 16;
        const double high = out + 32;
        soup.push_back({{side, low, z}, {x1, low, z + 32}, {x1, mid, z + 32}, {side, mid, z}});
        soup.push_back(
            {{x1, low, z + 32}, {x2, low, z + 32}, {x2, high, z + 32}, {x1, high, z + 32}});
        soup.push_back(
            {{side, mid, z + 64}, {x1, mid, z + 32}, {x1, high, z + 32}, {side, high, z + 64}});
    }
    return soup;
}

PolygonSoup helix(int turns) {
    constexpr std::array<std::pair<int, int>, 8> kRing{
        {{4, 0}, {3, 3}, {0, 4}, {-3, 3}, {-4, 0}, {-3, -3}, {0, -4}, {3, -3}}};
    PolygonSoup soup;
    const auto at = [&](int step, int radius) {
        const auto [x, y] = kRing[static_cast<std::size_t>(step % 8)];
        return Vec3{1.0 * x * radius, 1.0 * y * radius, 8.0 * step};
    };
    for (int step = 0; step < 8 * turns; ++step) {
        soup.push_back({at(step, 2), at(step, 9), at(step + 1, 9)});
        soup.push_back({at(step, 2), at(step + 1, 9), at(step + 1, 2)});
    }
    return soup;
}

PolygonSoup one_polygon(int count) {
    // Corners of a parabola and its mirror image, with the middle of each chord between them.
    std::vector<Vec3> corners;
    for (int i = -count; i < count; ++i) {
        corners.push_back({4.0 * i, 2.0 * i * i, 0});
        corners.push_back({4.0 * i + 2, 2.0 * i * i + 2.0 * i + 1, 0});
    }
    corners.push_back({4.0 * count, 2.0 * count * count, 0});
    return {corners};
}

}  // namespace halfspace::test
