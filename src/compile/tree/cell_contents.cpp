// SPDX-License-Identifier: MIT
#include "compile/tree/cell_contents.h"

#include "halfspace/level/bodies.h"

#include "exact/shared/interior_point.h"

#include <algorithm>
#include <array>
#include <vector>

namespace halfspace {
namespace {

bool contains(const BodyVolume& brush, const Vec3& p, const PlaneTable& planes) {
    for (const BodyVolume::Side& s : brush.sides) {
        const double d = planes.filter(s.plane).distance(p);
        const bool is_sure = d > PlaneTable::kFilterBound || d < -PlaneTable::kFilterBound;
        if (is_sure ? (d > 0) != s.plane.is_flipped()
                    : side(p, planes.plane(s.plane), 0) == Side::Front) {
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

// True if a volume of Solid shares a volume with the cell.
bool holds_solid(const Polyhedron& cell,
                 std::span<const BodyVolume> volumes,
                 std::span<const std::uint32_t> candidates,
                 Predicates& predicates) {
    const Aabb box = bounds(cell);
    return std::ranges::any_of(candidates, [&](std::uint32_t v) {
        const BodyVolume& volume = volumes[v];
        if (volume.space != 0 || !any(volume.contents & Contents::Solid)) {
            return false;
        }
        std::vector<PlaneId> cuts;
        for (const BodyVolume::Side& s : volume.sides) {
            const ReachedSides reached = sides_of(cell, box, s.plane, predicates);
            if (!reached.back) {
                return false;
            }
            if (reached.front) {
                cuts.push_back(s.plane);
            }
        }
        return intersect(cell, cuts, predicates).has_value();
    });
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
    const Vec3 centre = mean_corner(cell);
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
    if (normalize(joined[0]) == Contents::Void &&
        holds_solid(cell, volumes, candidates, predicates)) {
        joined[0] = Contents::Solid;
    }
    CellContents result{normalize(joined[0]), 0};
    for (std::size_t s = 0; s < kMaxSpaces; ++s) {
        result.blockers |= std::uint64_t{blocker_bits(normalize(joined.at(s)))}
                           << (kBlockerWidth * s);
    }
    return result;
}

}  // namespace halfspace
