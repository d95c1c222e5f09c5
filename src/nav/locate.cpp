// SPDX-License-Identifier: MIT
#include "halfspace/nav/locate.h"

#include "base/shared/in_parts.h"
#include "nav/contains.h"
#include "nav/door_regions.h"
#include "nav/flat.h"
#include "nav/mesh_data.h"

#include <cassert>
#include <limits>

namespace halfspace {
namespace {

constexpr std::size_t kPart = 256;  // positions in a task of their own

// The point of a polygon that is nearest to p in space.
Vec3 nearest_on_polygon(const NavMeshData& mesh, std::uint32_t polygon, const Vec3& p) {
    const HeightPlane& s = mesh.surfaces[polygon];
    // The foot of the perpendicular to the plane (-a, -b, 1) . q = c.
    const double above = p.z - mesh.height(polygon, p.x, p.y);
    const double t = above / (s.a * s.a + s.b * s.b + 1);
    const Vec3 foot = without_tiny(Vec3{p.x + s.a * t, p.y + s.b * t, p.z - t});
    if (contains(mesh, polygon, foot)) {
        return {foot.x, foot.y, mesh.height(polygon, foot.x, foot.y)};
    }
    Vec3 best;
    double best_distance = std::numeric_limits<double>::infinity();
    for (std::uint32_t e = mesh.first_edges[polygon]; e < mesh.first_edges[polygon + 1]; ++e) {
        const auto on_plane = [&](const Vec3& v) {
            return Vec3{v.x, v.y, mesh.height(polygon, v.x, v.y)};
        };
        const Vec3 a = on_plane(mesh.from(e));
        const Vec3 b = on_plane(mesh.to(e));
        const double along = dot(p - a, b - a);
        const double whole = dot(b - a, b - a);
        Vec3 q = a;
        if (along > 0) {
            q = along >= whole ? b : on_plane(lerp(a, b, along / whole));
        }
        const double away = distance(p, q);
        if (away < best_distance) {
            best_distance = away;
            best = q;
        }
    }
    return best;
}

}  // namespace

std::optional<NavPlace> locate(const NavMesh& mesh,
                               const Vec3& position,
                               const LocateOptions& options) {
    assert(is_finite(position) && options.reach >= 0 && options.above >= 0);
    if (!is_within({position.x, position.y, 0}, kMaxCoordinate)) {
        return std::nullopt;
    }
    const NavMeshData& data = mesh.data();
    const Vec3 p = without_tiny(position);
    const double low = p.z - options.reach;
    const double high = p.z + options.above;
    std::uint32_t best = kNone;
    double best_height = 0;
    data.tree.on_column(p.x, p.y, low, high, [&](std::uint32_t polygon) {
        const double height = data.height(polygon, p.x, p.y);
        if (height >= low && height <= high &&
            (best == kNone || height > best_height || (height == best_height && polygon < best)) &&
            contains(data, polygon, p)) {
            best = polygon;
            best_height = height;
        }
    });
    if (best == kNone) {
        return std::nullopt;
    }
    return NavPlace{data.whole(best), {position.x, position.y, best_height}};
}

std::optional<NavPlace> nearest(const NavMesh& mesh, const Vec3& from, double radius) {
    assert(is_finite(from) && radius >= 0);
    // All meshes are nearer than this; squares of larger numbers would overflow.
    constexpr double kFarthest = 2 * kMaxCoordinate;
    const Vec3 position{std::clamp(from.x, -kFarthest, kFarthest),
                        std::clamp(from.y, -kFarthest, kFarthest),
                        std::clamp(from.z, -kFarthest, kFarthest)};
    const NavMeshData& data = mesh.data();
    std::uint32_t best = kNone;
    Vec3 best_place;
    double limit = radius;
    // Boxes that are farther by rounding alone are looked at, too.
    const auto box_limit = [&] { return limit * (1 + 0x1p-40); };
    data.tree.near(position, box_limit, [&](std::uint32_t polygon) {
        const Vec3 place = nearest_on_polygon(data, polygon, position);
        const double away = distance(place, position);
        if (away < limit || (away == limit && polygon < best)) {
            best = polygon;
            best_place = place;
            limit = away;
        }
    });
    if (best == kNone) {
        return std::nullopt;
    }
    // Rounding may have put a place on a border outside.
    const InnerPoint inner = inner_point(data, {data.whole(best), best_place});
    return NavPlace{
        data.whole(best),
        {inner.point.x, inner.point.y, data.height(inner.polygon, inner.point.x, inner.point.y)}};
}

void locate_all(const NavMesh& mesh,
                std::span<const Vec3> positions,
                std::span<std::optional<NavPlace>> results,
                const LocateOptions& options,
                const Executor& executor) {
    assert(results.size() == positions.size());
    in_parts(positions.size(), kPart, executor, [&](std::size_t begin, std::size_t size) {
        for (std::size_t i = begin; i < begin + size; ++i) {
            results[i] = locate(mesh, positions[i], options);
        }
    });
}

void nearest_all(const NavMesh& mesh,
                 std::span<const Vec3> positions,
                 double radius,
                 std::span<std::optional<NavPlace>> results,
                 const Executor& executor) {
    assert(results.size() == positions.size());
    in_parts(positions.size(), kPart, executor, [&](std::size_t begin, std::size_t size) {
        for (std::size_t i = begin; i < begin + size; ++i) {
            results[i] = nearest(mesh, positions[i], radius);
        }
    });
}

bool is_on_mesh(const NavMesh& mesh, const NavPlace& place) {
    assert(is_finite(place.position));
    if (place.polygon.value >= mesh.polygon_count()) {
        return false;
    }
    const NavMeshData& data = mesh.data();
    const std::uint32_t end = data.first_pieces[place.polygon.value + 1];
    for (std::uint32_t p = data.first_pieces[place.polygon.value]; p < end; ++p) {
        const auto is_near = [&](const Vec3& q) {
            return distance(q, place.position) <= kPlaceTolerance;
        };
        if (is_near(nearest_on_polygon(data, p, place.position))) {
            return true;
        }
        for (std::uint32_t e = data.first_edges[p]; e < data.first_edges[p + 1]; ++e) {
            if (is_near(nearest_on_segment(data.from(e), data.to(e), place.position))) {
                return true;
            }
        }
    }
    return false;
}

bool is_reachable(const NavMesh& mesh,
                  NavPolygonId from,
                  NavPolygonId to,
                  const NavDoorState* doors) {
    assert(from.value < mesh.polygon_count() && to.value < mesh.polygon_count());
    const NavMeshData& data = mesh.data();
    return are_joined(data, doors, data.first_pieces[from.value], data.first_pieces[to.value]);
}

}  // namespace halfspace
