// SPDX-License-Identifier: MIT
#include "nav_build/door_cuts.h"

#include "halfspace/query/entities.h"

#include "level/shared/moving_classes.h"

#include <string_view>
#include <utility>

namespace halfspace {

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
            boxes.push_back(
                {ModelId(m), {{sides.begin(), sides.end()}, bounds(make_box(*box, sides))}});
        }
    }
    return boxes;
}

std::vector<FloorPiece> cut_by_doors(std::vector<FloorPiece> pieces,
                                     std::span<const ClosingBox> boxes,
                                     Predicates& predicates) {
    const auto all = [](const FloorPiece&) { return true; };
    for (const ClosingBox& closing : boxes) {
        pieces =
            cut_pieces(std::move(pieces), closing.box, predicates, all, [&](FloorPiece& piece) {
                piece.doors.push_back(closing.door);
            });
    }
    return pieces;
}

}  // namespace halfspace
