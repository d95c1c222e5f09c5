// SPDX-License-Identifier: MIT
#include "verify/describe_level.h"

#include "halfspace/world/describe.h"

namespace halfspace {
namespace {

std::string line_text(std::uint32_t line) {
    return line == 0 ? "" : " (line " + std::to_string(line) + ")";
}

}  // namespace

std::string describe_level_brush(const Level& level, const World& source, std::uint32_t brush) {
    const BrushRecord& record = level.brushes()[brush];
    const bool is_facet = (record.flags & kBrushFacet) != 0;
    const Entity* const entity =
        record.entity < source.entities.size() ? &source.entities[record.entity] : nullptr;
    const std::string line = line_text(record.line);
    if (entity == nullptr ||
        record.source >= (is_facet ? entity->patches.size() : entity->brushes.size())) {
        return (is_facet ? "facet " : "brush ") + std::to_string(brush) + " of the level" + line;
    }
    return (is_facet ? "a facet of " + describe_patch(source, record.entity, record.source)
                     : describe_brush(source, record.entity, record.source)) +
           line;
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
