// SPDX-License-Identifier: MIT
// Cuts polygons and pieces of floor exactly by convex volumes: the boxes that doors close, and the
// brushes of areas.
#pragma once

#include "nav_build/walkable_surface.h"

#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace halfspace {

// What lies behind all of its sides.
struct CutVolume {
    std::vector<PlaneId> sides;
    Aabb box;  // around it; it may be larger [grid steps]
};

// A polygon, cut by a volume.
struct VolumeParts {
    std::vector<Polygon> outside;
    std::optional<Polygon> inside;
};
// Of a polygon in the plane of a side: it is outside if it looks outwards, else inside.
VolumeParts cut_by_volume(Polygon polygon, std::span<const PlaneId> sides, Predicates& predicates);

// Cuts the pieces for which wants(piece) is true so that each is inside or outside of the volume,
// and calls mark(piece) for those inside. A piece just below a volume is inside: a mover
// stands a skin above the floor, so it is in the volume. Cost: the pieces, and a few cuts for each
// that the box meets.
template <class Wants, class Mark>
std::vector<FloorPiece> cut_pieces(std::vector<FloorPiece> pieces,
                                   const CutVolume& volume,
                                   Predicates& predicates,
                                   const Wants& wants,
                                   const Mark& mark) {
    std::vector<FloorPiece> next;
    for (FloorPiece& piece : pieces) {
        if (!wants(piece) || !touch(bounds(piece.polygon), volume.box)) {
            next.push_back(std::move(piece));
            continue;
        }
        VolumeParts parts = cut_by_volume(piece.polygon, volume.sides, predicates);
        if (!parts.inside) {
            next.push_back(std::move(piece));
            continue;
        }
        for (Polygon& outside : parts.outside) {
            piece.polygon = std::move(outside);
            next.push_back(piece);
        }
        piece.polygon = *std::move(parts.inside);
        mark(piece);
        next.push_back(std::move(piece));
    }
    return next;
}

}  // namespace halfspace
