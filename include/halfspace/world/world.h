// SPDX-License-Identifier: MIT
// What a compiler reads, whatever format it came from: entities with convex volumes whose numbers
// are exactly those of the source.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/base/error.h"
#include "halfspace/base/id.h"
#include "halfspace/geometry/decimal.h"
#include "halfspace/geometry/vec.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace {

struct SourcePosition {
    std::uint32_t line = 0;
    std::uint32_t column = 0;
};

// How a texture lies on a side, as the source says it (not yet divided by the texture's size).
struct TextureProjection {
    enum class Kind : std::uint8_t {
        Standard,  // axes follow from the plane's normal; rotation turns them
        Valve220,  // axes are given; rotation is informative
    };
    Kind kind = Kind::Standard;
    Vec3 u_axis;
    Vec3 v_axis;
    double u_offset = 0;
    double v_offset = 0;
    double rotation = 0;  // degrees
    double u_scale = 1;
    double v_scale = 1;
};

// What a texture's name makes of a side, apart from the contents of the whole brush.
enum class Surface : std::uint8_t {
    Drawn,
    NoDraw,  // nodraw, caulk, skip, clip, trigger, origin: never drawn
    Sky,     // drawn and marked
    Hint,    // never drawn; a wished-for splitter
    Skip,    // never drawn; in a hint brush, never a splitter either
};

struct BrushSide {
    // Counter-clockwise seen from outside the brush (readers turn the order where needed).
    std::array<DecimalPoint, 3> points;
    MaterialId material;
    Surface surface = Surface::Drawn;
    TextureProjection texture;
    SourcePosition position;
};

// The closed convex volume behind all its sides.
struct Brush {
    Contents contents = Contents::Solid;
    std::vector<BrushSide> sides;
    SourcePosition position;
};

struct KeyValue {
    std::string key;
    std::string value;
};

struct Entity {
    std::vector<KeyValue> keys;
    std::vector<Brush> brushes;
    // The centre of its origin brush (see formats), around which its model turns.
    Vec3 origin;
    SourcePosition position;

    // The first value of the key, or an empty string.
    const std::string& value(std::string_view key) const;
};

struct Material {
    std::string name;
};

// Entity 0 is the world itself; brushes that only group or decorate it are already merged into it.
struct World {
    std::string source;  // a name for messages, usually the path
    std::vector<Entity> entities;
    std::vector<Material> materials;
};

}  // namespace halfspace
