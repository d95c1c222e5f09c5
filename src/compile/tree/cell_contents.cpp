// SPDX-License-Identifier: MIT
#include "compile/tree/cell_contents.h"

#include "halfspace/level/bodies.h"

#include <array>

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

bool contains(const BodyVolume& brush, const Vec3& p, const PlaneTable& planes) {
    for (const BodyVolume::Side& s : brush.sides) {
        const double d = distance_out(p, s.plane, planes);
        const bool is_sure = d > PlaneTable::kFilterBound || d < -PlaneTable::kFilterBound;
        if (is_sure ? d > 0 : side(p, planes.plane(s.plane), 0) == Side::Front) {
            return false;
        }
    }
    return true;
}

bool contains(const BodyVolume& brush, const HomogeneousPoint& p, Predicates& predicates) {
    for (const BodyVolume::Side& s : brush.sides) {
        if (predicates.side(p, s.plane) == Side::Front) {
            return false;
        }
    }
    return true;
}

}  // namespace

CellContents contents_of_cell(const Polyhedron& cell,
                              std::span<const BodyVolume> volumes,
                              std::span<const std::uint32_t> candidates,
                              Predicates& predicates) {
    const PlaneTable& planes = predicates.planes();
    std::array<Contents, kMaxSpaces> joined{};
    const auto adds_nothing = [&](const BodyVolume& volume) {
        return (joined.at(volume.space) & volume.contents) == volume.contents;
    };
    const auto join = [&](const BodyVolume& volume) {
        joined.at(volume.space) = joined.at(volume.space) | volume.contents;
    };
    // Nearly always the rounded centre is strictly inside. It is an exact point, too.
    const Vec3 centre = centre_of(cell);
    if (is_strictly_inside(centre, cell, planes)) {
        for (const std::uint32_t v : candidates) {
            if (!adds_nothing(volumes[v]) && contains(volumes[v], centre, planes)) {
                join(volumes[v]);
            }
        }
    } else {
        const HomogeneousPoint inside = interior_point(cell, predicates);
        for (const std::uint32_t v : candidates) {
            if (!adds_nothing(volumes[v]) && contains(volumes[v], inside, predicates)) {
                join(volumes[v]);
            }
        }
    }
    CellContents result{normalize(joined[0]), 0};
    for (std::size_t s = 0; s < kMaxSpaces; ++s) {
        result.blockers |= std::uint64_t{blocker_bits(normalize(joined.at(s)))}
                           << (kBlockerWidth * s);
    }
    return result;
}

}  // namespace halfspace
