// SPDX-License-Identifier: MIT
#include "halfspace/query/space.h"

#include "halfspace/level/level.h"

#include "level/shared/record_box.h"
#include "query/shared/space_shape.h"

#include <cassert>
#include <cstddef>
#include <string>

namespace halfspace {
namespace {

std::string names(const Level& level) {
    std::string text;
    for (std::uint32_t s = 0; s < level.spaces().size(); ++s) {
        text += text.empty() ? "" : ", ";
        text += space_name(level, SpaceId(s));
    }
    return text;
}

}  // namespace

std::optional<SpaceId> find_space(const Level& level, std::string_view name) {
    for (std::uint32_t s = 0; s < level.spaces().size(); ++s) {
        if (space_name(level, SpaceId(s)) == name) {
            return SpaceId(s);
        }
    }
    return std::nullopt;
}

Error no_such_space(const Level& level, std::string_view name) {
    return {
        ErrorCode::Unsupported,
        "there is no body '" + std::string(name) + "'; the level was compiled for " + names(level),
        {}};
}

std::string_view space_name(const Level& level, SpaceId space) {
    assert(space.value < level.spaces().size());
    return level.string(level.spaces()[space.value].name);
}

Aabb body_of(const Level& level, SpaceId space) {
    assert(space.value < level.spaces().size());
    return box_of(level.spaces()[space.value]);
}

ShapeBody shape_of(const Level& level, SpaceId space) {
    const Aabb box = body_of(level, space);
    // The loader bounds the sizes of bodies far below those of shapes.
    return {*ConvexShape::box(half_of(box)), centre_of(box)};
}

}  // namespace halfspace
