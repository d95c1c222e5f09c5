// SPDX-License-Identifier: MIT
// What the compiler reads, whatever the format of the source was. A world has entities with convex
// brushes, oriented polygons and curved patches. Their numbers are exactly as in the source.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/base/error.h"
#include "halfspace/base/id.h"
#include "halfspace/base/image.h"
#include "halfspace/base/shared.h"
#include "halfspace/exact/decimal.h"
#include "halfspace/math/plane.h"
#include "halfspace/math/vec.h"
#include "halfspace/world/mesh.h"
#include "halfspace/world/source_frame.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace {

// A place in the source's text. Lines and columns begin at 1; 0: unknown.
struct SourcePosition {
    std::uint32_t line = 0;
    std::uint32_t column = 0;
};

// How a texture is on a side, as the source says it. texture.h computes with it.
struct TextureProjection {
    enum class Kind : std::uint8_t {
        // The axes follow from the side's normal; `rotation` turns them.
        Standard,
        // The axes are given. One unit along an axis is a texel, before the scale. `rotation` is
        // not used.
        Valve220,
        // The axes are given. One unit along an axis is a repeat of the whole texture.
        BrushPrimitives,
    };
    Kind kind = Kind::Standard;
    Vec3 u_axis;
    Vec3 v_axis;
    // Texels; for brush primitives repeats.
    double u_offset = 0;
    double v_offset = 0;
    // Degrees; only for Standard.
    double rotation = 0;
    // Map units in a texel; not used by brush primitives.
    double u_scale = 1;
    double v_scale = 1;
};

// What the name of its texture says about a side, or what an object says about all its sides. It
// does not depend on the contents of the brush.
enum class SurfaceKind : std::uint8_t {
    Drawn,
    // Never drawn: textures like nodraw, caulk, clip, trigger and origin.
    NoDraw,
    Sky,   // drawn, and marked as sky
    Hint,  // never drawn; the compiler prefers it as a splitter
    Skip,  // never drawn; in a hint brush it is not a splitter
};

// One of the planes that bound a brush, with its texture. The brush is behind the plane.
struct BrushSide {
    // Three points of the plane, map units, counter-clockwise seen from outside of the brush. Not
    // used if `plane` is set.
    std::array<DecimalPoint, 3> points;
    // The plane itself, map units. Compiled levels have no points; they store this plane, rounded
    // to float32. The length of n is 1 up to this rounding.
    std::optional<Plane> plane;
    MaterialId material;
    SurfaceKind surface = SurfaceKind::Drawn;
    TextureProjection texture;
    // 0 is invisible, 1 is opaque. Below 1 the side is blended with what is behind it.
    double opacity = 1;
    // True if the texture is one to look through, such as glass or a fence, but the brush blocks
    // sight.
    bool is_see_through_texture = false;
    SourcePosition position;
};

// A convex solid: everything behind all its sides, with its surface.
struct Brush {
    Contents contents = Contents::Solid;
    std::vector<BrushSide> sides;
    SourcePosition position;
    std::string name;  // of the source's object that it comes from, if it has one
};

// A corner of a polygon, map units, and its place in the texture in repeats. u runs to the right, v
// downwards.
struct PolygonCorner {
    DecimalPoint point;
    double u = 0;
    double v = 0;
};

// A flat convex polygon of a surface. Solid is behind it, open space in front. Its corners are
// counter-clockwise seen from the front.
struct SurfacePolygon {
    // At least three.
    std::vector<PolygonCorner> corners;
    MaterialId material;
    SurfaceKind surface = SurfaceKind::Drawn;
    double opacity = 1;
    SourcePosition position;
};

// A curved sheet. It has (width - 1) / 2 times (height - 1) / 2 biquadratic Bezier patches, which
// share their borders. Seen from its front, rows run to the right and columns upwards.
struct Patch {
    // Control points in a row, and number of rows. Each is odd and at least 3.
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    // The control points, width * height, row by row.
    std::vector<PolygonCorner> controls;
    MaterialId material;
    Contents contents = Contents::Detail;
    SurfaceKind surface = SurfaceKind::Drawn;
    double opacity = 1;
    SourcePosition position;
};

// A key of an entity and its value, as texts.
struct KeyValue {
    std::string key;
    std::string value;
};

// A group of brushes, polygons, patches and meshes with keys. compile() refuses an entity with both
// polygons and brushes or meshes; patches go with either.
struct Entity {
    std::vector<KeyValue> keys;
    std::vector<Brush> brushes;
    std::vector<SurfacePolygon> polygons;
    std::vector<Patch> patches;
    std::vector<Mesh> meshes;
    // The point around which its model turns, or where an entity without a model stands, map units:
    // the centre of its origin brush, or its key "origin". 0 0 0 without either.
    Vec3 origin;
    bool has_origin = false;  // the source says the origin
    SourcePosition position;

    // The value of a key; "" if there is none. If several keys have the name, the first one counts.
    const std::string& value(std::string_view key) const;
};

// A picture as its file holds it: PNG or JPEG.
struct Picture {
    std::string name;
    Shared<std::vector<std::byte>> file;

    std::span<const std::byte> bytes() const {
        return file.get() == nullptr ? std::span<const std::byte>() : std::span(*file.get());
    }
};

// A texture, by its name.
struct Material {
    std::string name;
    // The size of the texture, texels; 0 if unknown. kDefaultTextureSize then counts.
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    // True for fences and grates: each texel is either opaque or absent.
    bool is_masked = false;
    // What the source itself shows, if it is a glTF: a picture, times a colour. Textures that are
    // found by the name come first.
    std::uint32_t picture = kNone;  // index in World::pictures
    // A factor of the picture; without a picture all of the texture. Its opacity is not used.
    std::optional<Rgba> colour;
};
// The width and the height of a texture of unknown size, texels.
inline constexpr std::uint32_t kDefaultTextureSize = 64;

// The whole source. Entity 0 is the world itself. Readers have merged entities that only group
// brushes into entity 0.
struct World {
    std::string source;  // its name for messages, usually a path
    std::vector<Entity> entities;
    std::vector<Material> materials;
    std::vector<Picture> pictures = {};  // together less than 4 GiB
    // Of the file that meshes come from: messages tell places and lengths of meshes as the file
    // does.
    SourceFrame source_frame = {};
};

}  // namespace halfspace
