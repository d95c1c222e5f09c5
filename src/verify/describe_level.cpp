// SPDX-License-Identifier: MIT
#include "verify/describe_level.h"

#include "halfspace/world/describe.h"

namespace halfspace {

std::string line_text(std::uint32_t line) {
    return line == 0 ? "" : " (line " + std::to_string(line) + ")";
}

std::string describe_level_brush(const Level& level, const World& source, std::uint32_t brush) {
    const BrushRecord& record = level.brushes()[brush];
    const Entity* const entity =
        record.entity < source.entities.size() ? &source.entities[record.entity] : nullptr;
    const std::string line = line_text(record.line);
    const auto described = [&](const char* kind, std::size_t count, auto describe) {
        return entity == nullptr || record.source >= count
                   ? kind + (" " + std::to_string(brush)) + " of the level" + line
                   : describe(source, record.entity, record.source) + line;
    };
    if ((record.flags & kBrushFacet) != 0) {
        return described("facet", entity == nullptr ? 0 : entity->patches.size(), [](auto&&... at) {
            return "a facet of " + describe_patch(at...);
        });
    }
    if ((record.flags & kBrushPiece) != 0) {
        return described("piece", entity == nullptr ? 0 : entity->meshes.size(), [](auto&&... at) {
            return "a piece of " + describe_mesh(at...);
        });
    }
    return described("brush", entity == nullptr ? 0 : entity->brushes.size(), describe_brush);
}

std::string describe_level_entity(const World& source, std::uint32_t entity) {
    return entity < source.entities.size() ? describe_entity(source, entity)
                                           : "entity " + std::to_string(entity) + " of the level";
}

std::string describe_solid(const Level& level,
                           const World& source,
                           std::uint32_t brush,
                           std::uint32_t entity) {
    return brush == kNone ? "a solid cell of " + describe_level_entity(source, entity)
                          : describe_level_brush(level, source, brush);
}

std::string describe_model(const Level& level, const World& source, std::size_t model) {
    return describe_level_entity(source, level.models()[model].entity);
}

}  // namespace halfspace
