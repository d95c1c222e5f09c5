// SPDX-License-Identifier: MIT
// A leak: a way from an entity to the outside of a level, and the words for it. compile()
// (compile/compile.h) returns it for a source, find_leak (query/leak.h) for a level.
#pragma once

#include "halfspace/math/vec.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace {

// A way from an entity to the outside of the world. Lengths are in map units.
struct Leak {
    std::uint32_t entity = 0;  // number in World::entities, and in Level::entities
    // From the entity to the outside, through no brush that seals. It is the shortest way through
    // the middles of portals, straightened where possible.
    std::vector<Vec3> line;
    // The last opening of the way with walls around it, or its smallest one: the corners of a
    // convex polygon. Empty if the entity itself is outside.
    std::vector<Vec3> opening;
    // The lines of the brushes nearest to the opening, the nearest first; none of polygons.
    std::vector<std::uint32_t> brush_lines;
};

// The place to close: the middle of the box around the opening. Without an opening it is the place
// of the entity.
Vec3 place_of(const Leak& leak);

// "the level leaks: light (entity 5) at 0 0 32 reaches the outside through the opening at 64 0 32,
// near the brushes of lines 7, 9". entity: its name, as describe_entity (world/describe.h) gives
// it. Places are rounded to thousandths.
std::string describe_leak(const Leak& leak, std::string_view entity);

}  // namespace halfspace
