// SPDX-License-Identifier: MIT
#include "nav_build/door_cuts.h"

#include "halfspace/query/entities.h"

#include "level/shared/moving_classes.h"

#include <string_view>
#include <utility>

namespace halfspace {

BoxParts cut_by_box(Polygon polygon, const BoxPlanes& sides, Predicates& predicates) {
    BoxParts parts{{}, std::move(polygon)};
    for (const PlaneId side : sides) {
        PolygonSplit cut = split(*std::move(parts.inside), side, predicates);
        if (cut.front) {
            parts.outside.push_back(*std::move(cut.front));
        }
        parts.inside = std::move(cut.back);
        if (!parts.inside) {
            break;
        }
    }
    return parts;
}

std::vector<ClosingBox> closing_boxes(const Level& level, SpaceId space, PlaneTable& planes) {
    std::vector<ClosingBox> boxes;
    for (std::uint32_t m = 1; m < level.models().size(); ++m) {
        const ModelRecord& model = level.models()[m];
        const EntityId entity(model.entity);
        const std::string_view flags = key_value(level, entity, "spawnflags").value_or("");
        const bool is_drawing = (model.flags & kModelCurves) != 0;
        if (is_drawing || !is_nav_door(classname_of(level, entity), flags)) {
            continue;
        }
        if (const auto box = blocked_box(level.view(), ModelId(m), space)) {
            const BoxPlanes sides = box_planes(*box, planes);
            boxes.push_back({ModelId(m), sides, bounds(make_box(*box, sides))});
        }
    }
    return boxes;
}

std::vector<FloorPiece> cut_by_doors(std::vector<FloorPiece> pieces,
                                     std::span<const ClosingBox> boxes,
                                     Predicates& predicates) {
    for (const ClosingBox& box : boxes) {
        std::vector<FloorPiece> next;
        for (FloorPiece& piece : pieces) {
            if (!touch(bounds(piece.polygon), box.box)) {
                next.push_back(std::move(piece));
                continue;
            }
            BoxParts parts = cut_by_box(piece.polygon, box.sides, predicates);
            if (!parts.inside) {
                next.push_back(std::move(piece));
                continue;
            }
            for (Polygon& outside : parts.outside) {
                next.push_back({std::move(outside), piece.contents, piece.doors});
            }
            piece.polygon = *std::move(parts.inside);
            piece.doors.push_back(box.door);
            next.push_back(std::move(piece));
        }
        pieces = std::move(next);
    }
    return pieces;
}

}  // namespace halfspace
