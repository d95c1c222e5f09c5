// SPDX-License-Identifier: MIT
// What a compiler reads, whatever format it came from: entities with convex volumes, oriented
// polygons and curved patches whose numbers are exactly those of the source.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/base/error.h"
#include "halfspace/base/id.h"
#include "halfspace/exact/decimal.h"
#include "halfspace/math/plane.h"
#include "halfspace/math/vec.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace {

struct SourcePosition {
    std::uint32_t line = 0;
    std::uint32_t column = 0;
};

// How a texture lies on a side, as the source says it; world/texture.h computes with it.
struct TextureProjection {
    enum class Kind : std::uint8_t {
        Standard,         // axes follow from the plane's normal; rotation turns them
        Valve220,         // axes are given, one unit of them is a texel; rotation is informative
        BrushPrimitives,  // axes are given, one unit of them is a repeat of the whole texture
    };
    Kind kind = Kind::Standard;
    Vec3 u_axis;
    Vec3 v_axis;
    double u_offset = 0;  // texels; repeats for brush primitives
    double v_offset = 0;
    double rotation = 0;  // degrees
    double u_scale = 1;   // map units in a texel; unused by brush primitives
    double v_scale = 1;
};

// What a texture's name makes of a side, apart from the contents of the whole brush.
enum class SurfaceKind : std::uint8_t {
    Drawn,
    NoDraw,  // nodraw, caulk, skip, clip, trigger, origin: never drawn
    Sky,     // drawn and marked
    Hint,    // never drawn; a wished-for splitter
    Skip,    // never drawn; in a hint brush, never a splitter either
};

struct BrushSide {
    // Three points of the side's plane, counter-clockwise seen from outside the brush (readers turn
    // the order where needed). Not used if there is a `plane`.
    std::array<DecimalPoint, 3> points;
    // The side's plane, if the source has no points: compiled levels keep only their plane, rounded
    // to float32, in map units. The brush lies behind it. The length of n is 1 up to that rounding.
    std::optional<Plane> plane;
    MaterialId material;
    SurfaceKind surface = SurfaceKind::Drawn;
    TextureProjection texture;
    double opacity = 1;  // [0..1], below 1 it is blended with what lies behind
    SourcePosition position;
};

// The closed convex volume behind all its sides.
struct Brush {
    Contents contents = Contents::Solid;
    std::vector<BrushSide> sides;
    SourcePosition position;
};

// A corner of a polygon with its place in the texture, in repeats (u to the right, v downwards).
struct PolygonCorner {
    DecimalPoint point;
    double u = 0;
    double v = 0;
};

// A flat convex polygon of a surface that has solid behind it and open space in front, where its
// corners are seen counter-clockwise.
struct SurfacePolygon {
    std::vector<PolygonCorner> corners;  // at least three
    MaterialId material;
    SurfaceKind surface = SurfaceKind::Drawn;
    double opacity = 1;
    SourcePosition position;
};

// A curved surface: (width - 1) / 2 times (height - 1) / 2 biquadratic Bezier pieces that share
// their borders. Its front is where rows run to the right and columns upwards.
struct Patch {
    std::uint32_t width = 0;  // odd, at least 3
    std::uint32_t height = 0;
    std::vector<PolygonCorner> controls;  // width * height, row by row
    MaterialId material;
    Contents contents = Contents::Detail;
    SurfaceKind surface = SurfaceKind::Drawn;
    double opacity = 1;
    SourcePosition position;
};

struct KeyValue {
    std::string key;
    std::string value;
};

struct Entity {
    std::vector<KeyValue> keys;
    std::vector<Brush> brushes;
    std::vector<SurfacePolygon> polygons;
    std::vector<Patch> patches;
    // The centre of its origin brush (see formats), around which its model turns.
    Vec3 origin;
    SourcePosition position;

    // The first value of the key, or an empty string.
    const std::string& value(std::string_view key) const;
};

struct Material {
    std::string name;
    // Of its texture [texels]; 0 if nobody knows, then kDefaultTextureSize counts.
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    // Texels are either opaque or absent (fences, grates).
    bool is_masked = false;
};
inline constexpr std::uint32_t kDefaultTextureSize = 64;

// Entity 0 is the world itself; brushes that only group or decorate it are already merged into it.
struct World {
    std::string source;  // a name for messages, usually the path
    std::vector<Entity> entities;
    std::vector<Material> materials;
};

}  // namespace halfspace
