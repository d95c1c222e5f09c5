// SPDX-License-Identifier: MIT
#include "verify/verify_written.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace halfspace {
namespace {

// Normals have the length 2^kNormalBits. If they do not fit the predicates beside a plane of the
// grid, they become shorter by kShorter bits at a time.
constexpr int kNormalBits = 50;
constexpr int kShorter = 5;

// The plane nearest to the written one with a normal of this many bits.
ExactPlane lengthened(const WrittenPlane& plane, int bits) {
    const auto whole = [&](double value) { return std::round(std::ldexp(value, bits)); };
    return {{static_cast<std::int64_t>(whole(plane.n.x)),
             static_cast<std::int64_t>(whole(plane.n.y)),
             static_cast<std::int64_t>(whole(plane.n.z))},
            static_cast<Int128>(whole(plane.d))};
}

// The planes of the sides, in a table that fits the predicates. nullopt if a side has no plane, or
// if a plane is too wide or too far from the origin.
std::optional<std::vector<PlaneId>> written_planes(const Brush& brush,
                                                   int grid_exponent,
                                                   const UnitPoint& origin,
                                                   PlaneTable& table) {
    for (int bits = kNormalBits; bits > 0; bits -= kShorter) {
        table = PlaneTable();
        std::vector<PlaneId> ids;
        for (const BrushSide& side : brush.sides) {
            const std::optional<WrittenPlane> written = written_plane(side, grid_exponent, origin);
            if (!written || !(std::fabs(written->d) < 2 * static_cast<double>(kMaxCoordinate))) {
                return std::nullopt;
            }
            const std::optional<ExactPlane> exact = exact_plane(side, grid_exponent);
            ids.push_back(table.intern(exact ? relative_to(*exact, grid_exponent, origin)
                                             : lengthened(*written, bits)));
        }
        if (table.predicate_bits() <= kMaxPredicateBits) {
            return ids;
        }
    }
    return std::nullopt;
}

// Corners and edges, moved by -origin.
void add_surface(const Polyhedron& solid, const Vec3& origin, MeasuredVolume& volume) {
    for (const ExactPoint& p : solid.points) {
        volume.corners.push_back(Vec3{p.x, p.y, p.z} - origin);
    }
    for (const Polyhedron::Face& face : solid.faces) {
        for (std::uint32_t i = 0; i < face.count; ++i) {
            const std::uint32_t from = solid.corners[face.first + i].point;
            const std::uint32_t to = solid.corners[face.first + (i + 1) % face.count].point;
            if (from < to) {  // the neighbour has this edge in the other direction
                volume.edges.push_back({volume.corners[from], volume.corners[to]});
            }
        }
    }
}

double distance_to_edge(const MeasuredVolume::Edge& edge, const Vec3& p) {
    const Vec3 along = edge.to - edge.from;
    const double size = length(along);
    if (size == 0) {
        return length(p - edge.from);
    }
    const double at = dot(p - edge.from, along) / size;
    if (at <= 0) {
        return length(p - edge.from);
    }
    return at >= size ? length(p - edge.to) : length(cross(p - edge.from, along)) / size;
}

// The distance of a point from the volume, 0 inside. If the foot of the point on a plane lies in
// the volume, that foot is a candidate; all others lie on edges.
double distance_to(const MeasuredVolume& volume, const Vec3& p) {
    double nearest = std::numeric_limits<double>::infinity();
    bool is_inside = true;
    for (std::size_t i = 0; i < volume.planes.size(); ++i) {
        const double height = signed_distance(volume.planes[i], p);
        if (height <= 0) {
            continue;
        }
        is_inside = false;
        const Vec3 foot = p - volume.planes[i].n * height;
        bool is_on_face = true;
        for (std::size_t j = 0; j < volume.planes.size() && is_on_face; ++j) {
            is_on_face = j == i || signed_distance(volume.planes[j], foot) <= 0;
        }
        if (is_on_face) {
            nearest = std::min(nearest, height);
        }
    }
    if (is_inside) {
        return 0;
    }
    for (const MeasuredVolume::Edge& edge : volume.edges) {
        nearest = std::min(nearest, distance_to_edge(edge, p));
    }
    return nearest;
}

}  // namespace

std::optional<WrittenSolid> written_solid(const Brush& brush,
                                          int grid_exponent,
                                          const UnitPoint& origin) {
    PlaneTable table;
    const auto sides = written_planes(brush, grid_exponent, origin, table);
    if (!sides) {
        return std::nullopt;
    }
    const GridBox range{{-kMaxCoordinate, -kMaxCoordinate, -kMaxCoordinate},
                        {kMaxCoordinate, kMaxCoordinate, kMaxCoordinate}};
    const Polyhedron everything = make_box(range, table);
    Predicates predicates(table);
    const std::optional<Polyhedron> solid = intersect(everything, *sides, predicates);
    if (!solid) {
        return std::nullopt;
    }
    WrittenSolid result;
    add_surface(*solid, {}, result.volume);
    result.faces.resize(sides->size());
    for (const Polyhedron::Face& face : solid->faces) {
        const auto side = std::find(sides->begin(), sides->end(), face.plane);
        if (side == sides->end()) {
            return std::nullopt;
        }
        result.volume.planes.push_back(unit_plane(table.plane(face.plane)));
        std::vector<Vec3>& corners = result.faces[static_cast<std::size_t>(side - sides->begin())];
        for (std::uint32_t i = 0; i < face.count; ++i) {
            corners.push_back(result.volume.corners[solid->corners[face.first + i].point]);
        }
    }
    return result;
}

MeasuredVolume measured(const Polyhedron& solid,
                        const PlaneTable& planes,
                        int grid_exponent,
                        const UnitPoint& origin) {
    MeasuredVolume volume;
    add_surface(solid, in_steps(origin, grid_exponent), volume);
    for (const Polyhedron::Face& face : solid.faces) {
        volume.planes.push_back(
            unit_plane(relative_to(planes.plane(face.plane), grid_exponent, origin)));
    }
    return volume;
}

double surface_distance(const MeasuredVolume& a, const MeasuredVolume& b) {
    double distance = 0;
    for (const Vec3& corner : a.corners) {
        distance = std::max(distance, distance_to(b, corner));
    }
    for (const Vec3& corner : b.corners) {
        distance = std::max(distance, distance_to(a, corner));
    }
    return distance;
}

}  // namespace halfspace
