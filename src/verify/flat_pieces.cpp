// SPDX-License-Identifier: MIT
#include "verify/flat_pieces.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace halfspace {
namespace {

// The planes that cut the polygon; nullopt if no part of it lies behind all planes.
std::optional<std::vector<PlaneId>> cuts_of(const Polygon& polygon,
                                            std::span<const PlaneId> planes,
                                            Predicates& predicates) {
    std::vector<PlaneId> cuts;
    for (const PlaneId plane : planes) {
        const PolygonSide side = classify(polygon, plane, predicates);
        if (side == PolygonSide::Front) {
            return std::nullopt;
        }
        if (side == PolygonSide::Spanning) {
            cuts.push_back(plane);
        }
    }
    if (cuts.size() < 2) {
        return cuts;
    }
    Polygon rest = polygon;
    for (const PlaneId plane : cuts) {
        PolygonSplit parts = split(std::move(rest), plane, predicates);
        if (!parts.back) {
            return std::nullopt;
        }
        rest = *std::move(parts.back);
    }
    return cuts;
}

// Adds the parts of a piece that do not lie behind all planes.
void take_away(FlatPiece piece,
               std::span<const PlaneId> planes,
               Predicates& predicates,
               std::vector<FlatPiece>& rest) {
    const std::optional<std::vector<PlaneId>> cuts = cuts_of(piece.polygon, planes, predicates);
    if (!cuts) {
        rest.push_back(std::move(piece));
        return;
    }
    for (const PlaneId plane : *cuts) {
        PolygonSplit parts = split(std::move(piece.polygon), plane, predicates);
        if (parts.front) {
            rest.push_back(flat_piece(*std::move(parts.front)));
        }
        piece.polygon = *std::move(parts.back);
    }
}

}  // namespace

FlatPiece flat_piece(Polygon polygon) {
    const Aabb box = bounds(polygon);
    return {std::move(polygon), box};
}

void take_away(std::vector<FlatPiece>& pieces,
               const Aabb& box,
               std::span<const PlaneId> planes,
               Predicates& predicates) {
    if (std::ranges::none_of(pieces, [&](const FlatPiece& p) { return touch(p.box, box); })) {
        return;
    }
    std::vector<FlatPiece> rest;
    for (FlatPiece& piece : pieces) {
        if (touch(piece.box, box)) {
            take_away(std::move(piece), planes, predicates, rest);
        } else {
            rest.push_back(std::move(piece));
        }
    }
    pieces = std::move(rest);
}

bool has_part_behind(const Polygon& polygon,
                     std::span<const PlaneId> planes,
                     Predicates& predicates) {
    return cuts_of(polygon, planes, predicates).has_value();
}

std::vector<PlaneId> edge_planes(const Polygon& polygon) {
    std::vector<PlaneId> planes;
    planes.reserve(polygon.corners.size());
    for (const Corner& corner : polygon.corners) {
        planes.push_back(corner.edge);
    }
    return planes;
}

std::vector<PlaneId> inner_planes(const Polygon& polygon, Predicates& predicates) {
    std::vector<PlaneId> planes;
    planes.reserve(polygon.corners.size());
    for (const Corner& corner : polygon.corners) {
        const bool is_front = classify(polygon, corner.edge, predicates) == PolygonSide::Front;
        planes.push_back(is_front ? corner.edge.flipped() : corner.edge);
    }
    return planes;
}

NumberedPolygon numbered_polygon(std::uint32_t number, Polygon polygon, Predicates& predicates) {
    const Aabb box = bounds(polygon);
    std::vector<PlaneId> planes = inner_planes(polygon, predicates);
    return {number, std::move(polygon), box, std::move(planes)};
}

void sort_by_x(std::vector<NumberedPolygon>& polygons) {
    std::ranges::stable_sort(polygons, {}, [](const auto& polygon) { return polygon.box.min.x; });
}

bool overlap(const NumberedPolygon& a, const NumberedPolygon& b, Predicates& predicates) {
    return touch(a.box, b.box) && has_part_behind(a.polygon, b.planes, predicates);
}

std::vector<Overlap> overlaps(std::span<const NumberedPolygon> sorted, Predicates& predicates) {
    std::vector<Overlap> found;
    for (std::size_t a = 0; a < sorted.size(); ++a) {
        for (std::size_t b = a + 1; b < sorted.size() && sorted[b].box.min.x <= sorted[a].box.max.x;
             ++b) {
            if (overlap(sorted[a], sorted[b], predicates)) {
                found.push_back({std::to_string(sorted[a].number) + " and " +
                                     std::to_string(sorted[b].number) + " overlap",
                                 {max(sorted[a].box.min, sorted[b].box.min),
                                  min(sorted[a].box.max, sorted[b].box.max)}});
            }
        }
    }
    return found;
}

}  // namespace halfspace
