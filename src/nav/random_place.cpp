// SPDX-License-Identifier: MIT
#include "halfspace/nav/random_place.h"

#include "nav/mesh_data.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace halfspace {
namespace {

// Random numbers from a seed: splitmix64. Source: Steele, Lea and Flood, Fast Splittable
// Pseudorandom Number Generators, OOPSLA 2014.
class Numbers {
public:
    explicit Numbers(std::uint64_t seed) : state_(seed) {}
    // A multiple of 2^-53 in [0, 1).
    double next() {
        state_ += 0x9e3779b97f4a7c15u;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebu;
        return static_cast<double>((z ^ (z >> 31U)) >> 11U) * 0x1p-53;
    }

private:
    std::uint64_t state_;
};

// Twice the area of the triangle of an edge and the polygon's first corner.
double fan_area(const NavMeshData& mesh, const Vec3& first, std::uint32_t edge) {
    return std::max(cross(mesh.from(edge) - first, mesh.to(edge) - first).z, 0.0);
}

Vec3 in_polygon(const NavMeshData& mesh, std::uint32_t polygon, Numbers& numbers) {
    const std::uint32_t begin = mesh.first_edges[polygon];
    const std::uint32_t end = mesh.first_edges[polygon + 1];
    const Vec3& first = mesh.from(begin);
    double sum = 0;
    for (std::uint32_t e = begin + 1; e + 1 < end; ++e) {
        sum += fan_area(mesh, first, e);
    }
    const double wanted = numbers.next() * sum;
    std::uint32_t chosen = begin + 1;
    double before = 0;
    for (std::uint32_t e = begin + 1; e + 1 < end; ++e) {
        const double area = fan_area(mesh, first, e);
        if (area > 0 && before <= wanted) {
            chosen = e;
        }
        before += area;
    }
    // Uniform in a triangle: Turk, Generating Random Points in Triangles, Graphics Gems, 1990.
    const double root = std::sqrt(numbers.next());
    const double along = numbers.next();
    const Vec3 far = lerp(mesh.from(chosen), mesh.to(chosen), along);
    const Vec3 p = lerp(first, far, root);
    return {p.x, p.y, mesh.height(polygon, p.x, p.y)};
}

// A place in the groups [first_group, end_group).
std::optional<NavPlace> place_among(const NavMeshData& mesh,
                                    const PolygonGroups& groups,
                                    std::size_t first_group,
                                    std::size_t end_group,
                                    std::uint64_t seed) {
    const std::size_t begin = groups.starts[first_group];
    const std::size_t end = groups.starts[end_group];
    const auto sums = groups.sums.begin();
    const double before = begin == 0 ? 0 : groups.sums[begin - 1];
    if (begin == end || !(groups.sums[end - 1] > before)) {
        return std::nullopt;
    }
    Numbers numbers(seed);
    const double wanted = before + numbers.next() * (groups.sums[end - 1] - before);
    // The first polygon whose sum is above: it has an area. Rounding may give the whole sum.
    const auto last = sums + static_cast<std::ptrdiff_t>(end);
    auto found = std::upper_bound(sums + static_cast<std::ptrdiff_t>(begin), last, wanted);
    if (found == last) {
        found = std::lower_bound(sums + static_cast<std::ptrdiff_t>(begin), last, wanted);
    }
    const std::uint32_t polygon = groups.polygons[static_cast<std::size_t>(found - sums)];
    return NavPlace{mesh.whole(polygon), in_polygon(mesh, polygon, numbers)};
}

}  // namespace

std::optional<NavPlace> random_place(const NavMesh& mesh, std::uint64_t seed) {
    const NavMeshData& data = mesh.data();
    return place_among(data, data.by_island, 0, data.by_island.count(), seed);
}

std::optional<NavPlace> random_place_on_island(const NavMesh& mesh,
                                               std::uint32_t island,
                                               std::uint64_t seed) {
    assert(island < mesh.island_count());
    const NavMeshData& data = mesh.data();
    return place_among(data, data.by_island, island, island + 1, seed);
}

std::optional<NavPlace> random_place_in_area(const NavMesh& mesh,
                                             NavAreaId area,
                                             std::uint64_t seed) {
    const NavMeshData& data = mesh.data();
    assert(!area.is_valid() || area.value < data.area_list.size());
    const std::uint32_t group = std::min(area.value, data.by_area.count() - 1);
    return place_among(data, data.by_area, group, group + 1, seed);
}

}  // namespace halfspace
