// SPDX-License-Identifier: MIT
#include "compile/cell_contents.h"

namespace halfspace {
namespace {

double distance(const Vec3& p, const PlaneTable::Filter& plane) {
    return plane.n[0] * p.x + plane.n[1] * p.y + plane.n[2] * p.z - plane.d;
}

double distance_out(const Vec3& p, PlaneId id, const PlaneTable& planes) {
    const double d = distance(p, planes.filter(id));
    return id.is_flipped() ? -d : d;
}

Vec3 centre_of(const Polyhedron& cell) {
    Vec3 sum;
    for (const ExactPoint& p : cell.points) {
        sum = sum + Vec3{p.x, p.y, p.z};
    }
    return sum * (1.0 / static_cast<double>(cell.points.size()));
}

bool is_strictly_inside(const Vec3& p, const Polyhedron& cell, const PlaneTable& planes) {
    for (const Polyhedron::Face& face : cell.faces) {
        if (distance_out(p, face.plane, planes) >= -PlaneTable::kFilterBound) {
            return false;
        }
    }
    return true;
}

bool contains(const SolidBrush& brush, const Vec3& p, const PlaneTable& planes) {
    for (const SolidBrush::Side& s : brush.sides) {
        const double d = distance_out(p, s.plane, planes);
        const bool is_sure = d > PlaneTable::kFilterBound || d < -PlaneTable::kFilterBound;
        if (is_sure ? d > 0 : side(p, planes.plane(s.plane), 0) == Side::Front) {
            return false;
        }
    }
    return true;
}

bool contains(const SolidBrush& brush, const HomogeneousPoint& p, Predicates& predicates) {
    for (const SolidBrush::Side& s : brush.sides) {
        if (predicates.side(p, s.plane) == Side::Front) {
            return false;
        }
    }
    return true;
}

}  // namespace

Contents contents_of_cell(const Polyhedron& cell,
                          std::span<const SolidBrush> brushes,
                          std::span<const std::uint32_t> candidates,
                          Predicates& predicates) {
    const PlaneTable& planes = predicates.planes();
    Contents joined = Contents::Empty;
    // The rounded centre is an exact point too, and nearly always well inside.
    const Vec3 centre = centre_of(cell);
    if (is_strictly_inside(centre, cell, planes)) {
        for (const std::uint32_t b : candidates) {
            if (contains(brushes[b], centre, planes)) {
                joined = joined | brushes[b].contents;
            }
        }
    } else {
        const HomogeneousPoint inside = interior_point(cell, predicates);
        for (const std::uint32_t b : candidates) {
            if (contains(brushes[b], inside, predicates)) {
                joined = joined | brushes[b].contents;
            }
        }
    }
    return normalize(joined);
}

}  // namespace halfspace
