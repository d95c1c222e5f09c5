// SPDX-License-Identifier: MIT
#include "verify/verify_written.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace halfspace {
namespace {

// Normals have the length 2^kNormalBits. So planes always fit the predicates: 3 * 51 + (51 + 28) +
// 13 <= kMaxPredicateBits, because a plane within 2 * kMaxGridCoordinate has a distance below 2^28.
constexpr int kNormalBits = 50;

// A plane off the grid is moved by this share of (radius + reach), see moved_plane. Its error is
// that of written_plane, 2^-49 of this, and that of rounding to 2^-50: sqrt(3) * 2^-51 * radius and
// 2^-51. The sum is less than half of this.
constexpr double kPlaneError = 0x1p-47;
static_assert(kPlaneError >= 2 * kWrittenPlaneError);

// Planes are moved inwards by this share of the volume's radius where points are compared with them
// in doubles. The difference n.p - d has eight roundings of numbers below 2 * radius each, so its
// error is less than 2^-49 * radius.
constexpr double kHeightError = 0x1p-48;

enum class Direction : std::int8_t { In = -1, Out = 1 };
enum class Exact : std::uint8_t { Kept, Rounded };

// The plane nearest to the written one with a normal of kNormalBits.
ExactPlane lengthened(const WrittenPlane& plane) {
    const auto whole = [&](double value) { return std::round(std::ldexp(value, kNormalBits)); };
    return {{static_cast<std::int64_t>(whole(plane.n.x)),
             static_cast<std::int64_t>(whole(plane.n.y)),
             static_cast<std::int64_t>(whole(plane.n.z))},
            static_cast<Int128>(whole(plane.d))};
}

struct Measure {
    int grid_exponent;
    UnitPoint origin;
    double radius;
};

// The planes of the sides. nullopt if a side has no plane, or if a plane is too far from the
// origin.
std::optional<std::vector<PlaneId>> written_planes(const Brush& brush,
                                                   const Measure& measure,
                                                   Direction direction,
                                                   Exact exact,
                                                   PlaneTable& table) {
    const auto& [grid_exponent, origin, radius] = measure;
    std::vector<PlaneId> ids;
    for (const BrushSide& side : brush.sides) {
        const std::optional<WrittenPlane> written = moved_plane(
            side, grid_exponent, origin, radius, static_cast<int>(direction) * kPlaneError);
        if (!written || !(std::fabs(written->d) < 2 * static_cast<double>(kMaxGridCoordinate))) {
            return std::nullopt;
        }
        const std::optional<ExactPlane> plane = exact_plane(side, grid_exponent);
        if (plane && exact == Exact::Kept) {
            ids.push_back(table.intern(relative_to(*plane, grid_exponent, origin)));
            continue;
        }
        ids.push_back(table.intern(lengthened(*written)));
    }
    return ids;
}

struct CutOut {
    PlaneTable table;
    std::vector<PlaneId> sides;
    Polyhedron solid;
};

// nullopt as written_solid.
std::optional<CutOut> cut_out(const Brush& brush, const Measure& measure, Direction direction) {
    CutOut result;
    std::optional<std::vector<PlaneId>> sides;
    for (const Exact exact : {Exact::Kept, Exact::Rounded}) {
        result.table = PlaneTable();
        sides = written_planes(brush, measure, direction, exact, result.table);
        if (!sides) {
            return std::nullopt;
        }
        if (result.table.predicate_bits() <= kMaxPredicateBits) {
            break;
        }
    }
    const Polyhedron everything = make_box(kEverything, result.table);
    Predicates predicates(result.table);
    std::optional<Polyhedron> solid = intersect(everything, *sides, predicates);
    if (!solid) {
        return std::nullopt;
    }
    for (const Polyhedron::Face& face : solid->faces) {
        if (std::find(sides->begin(), sides->end(), face.plane) == sides->end()) {
            return std::nullopt;
        }
    }
    result.sides = *std::move(sides);
    result.solid = *std::move(solid);
    return result;
}

// Corners and edges, moved by -origin.
void add_surface(const Polyhedron& solid, const Vec3& origin, MeasuredVolume& volume) {
    for (const ExactPoint& p : solid.points) {
        volume.corners.push_back(p.rounded - origin);
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

// Adds the plane, moved inwards by the error of heights over it.
void add_plane(const ExactPlane& plane, MeasuredVolume& volume) {
    double radius = 0;
    for (const Vec3& corner : volume.corners) {
        radius = std::max(radius, length(corner));
    }
    volume.planes.push_back(unit_plane(plane));
    volume.planes.back().d -= kHeightError * radius;
}

}  // namespace

std::optional<WrittenSolid> written_solid(const Brush& brush,
                                          int grid_exponent,
                                          const UnitPoint& origin,
                                          double radius) {
    const Measure measure{grid_exponent, origin, radius};
    const std::optional<CutOut> inner = cut_out(brush, measure, Direction::In);
    const std::optional<CutOut> outer = cut_out(brush, measure, Direction::Out);
    if (!inner || !outer) {
        return std::nullopt;
    }
    WrittenSolid result;
    const Polyhedron& solid = inner->solid;
    add_surface(solid, {}, result.inner);
    result.inner_faces.resize(inner->sides.size());
    for (const Polyhedron::Face& face : solid.faces) {
        const auto side = std::find(inner->sides.begin(), inner->sides.end(), face.plane);
        add_plane(inner->table.plane(face.plane), result.inner);
        std::vector<Vec3>& corners =
            result.inner_faces[static_cast<std::size_t>(side - inner->sides.begin())];
        for (std::uint32_t i = 0; i < face.count; ++i) {
            corners.push_back(result.inner.corners[solid.corners[face.first + i].point]);
        }
    }
    for (const ExactPoint& p : outer->solid.points) {
        result.outer.push_back(p.rounded);
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
        add_plane(relative_to(planes.plane(face.plane), grid_exponent, origin), volume);
    }
    return volume;
}

// If the foot of the point on a plane lies in the volume, this foot is the nearest point. Else the
// nearest point lies on an edge.
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
            return height;  // the foot is the only nearest point of a convex volume
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

double surface_distance(const MeasuredVolume& compiled, const WrittenSolid& written) {
    double distance = 0;
    for (const Vec3& corner : written.outer) {
        distance = std::max(distance, distance_to(compiled, corner));
    }
    for (const Vec3& corner : compiled.corners) {
        distance = std::max(distance, distance_to(written.inner, corner));
    }
    return distance;
}

}  // namespace halfspace
