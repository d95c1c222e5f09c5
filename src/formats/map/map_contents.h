// SPDX-License-Identifier: MIT
// The meaning of the names in a .map. Textures give sides and brushes their contents; classes of
// entities give other contents or merge brushes into the world.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/world/world.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace halfspace::map {

// The meaning of a texture, for a brush that has it on all sides.
struct TextureClass {
    enum class Kind : std::uint8_t {
        Stone,    // a name without a meaning
        NoDraw,   // no influence if a side of another kind decides, else an unseen solid
        Skip,     // no influence if a side of another kind decides, else an unseen solid
        Masked,   // a fence if no side is stone
        Sky,      // sky if no side is stone
        Hint,     // decides against all other sides
        Origin,   // the brush is a mark, not a volume
        Special,  // a liquid, a clip, a trigger, an area portal, a ladder
    };
    Kind kind = Kind::Stone;
    Contents contents = Contents::Solid;
    SurfaceKind surface = SurfaceKind::Drawn;
    double opacity = 1;  // of sides that do not have to hide what is behind them
};

// The opacity of liquids in a level that does not say it: half transparent, like the see-through
// water of later engines for Quake.
inline constexpr double kLiquidOpacity = 0.6;
// The opacity of textures with "glass" in their name.
inline constexpr double kGlassOpacity = 0.4;

// A line of the table of names. docs/reference/levels.md shows all of them.
struct NamedTexture {
    enum class Match : std::uint8_t {
        Whole,   // the last part of the name, behind the last '/', is `text`
        Begins,  // the last part begins with `text` and contains `also`
        Holds,   // the last part contains `text`
        Folder,  // a folder of the name is `text`
    };
    Match match = Match::Whole;
    std::string_view text;
    TextureClass meaning;
    std::string_view also = {};
};

// The table. The first line that fits a name counts. All texts are in lower case.
std::span<const NamedTexture> named_textures();

// The class of a texture, whose name may be in upper or lower case. A name that fits no line is
// stone.
TextureClass classify_texture(std::string_view name);

// True for a name in a folder `common` or `tools`, where games keep what is meant for editors and
// compilers, if the name fits no line. The game of such a name may not make it solid.
bool is_unknown_tool(std::string_view name);

// What the sides of a brush say together.
struct BrushClass {
    enum class Kind : std::uint8_t { Volume, Origin };
    Kind kind = Kind::Volume;
    Contents contents = Contents::Solid;
    // The first side that contradicts the side that decided.
    struct Contradiction {
        std::size_t followed = 0;
        std::size_t ignored = 0;
    };
    std::optional<Contradiction> contradiction;
};

// sides: the class of each side's texture.
BrushClass classify_brush(std::span<const TextureClass> sides);

// The meaning of an entity's class for its brushes.
struct EntityClass {
    enum class Home : std::uint8_t {
        Own,         // the entity keeps its brushes
        Merged,      // the brushes become the world's, and the entity vanishes
        Worldspawn,  // the entity is the world
    };
    Home home = Home::Own;
    // Brushes with any of the `replaced` contents become `contents`.
    Contents replaced = Contents::Empty;
    Contents contents = Contents::Empty;

    // True if all brushes become `contents`, also brushes that would be nothing.
    constexpr bool replaces_all() const { return replaced == ~Contents::Empty; }
};

// A line of the table of classes; docs/reference/levels.md shows all of them.
struct NamedEntity {
    std::string_view name;
    EntityClass meaning;
    bool is_prefix = false;  // true: for all classes that begin with the name
};

std::span<const NamedEntity> named_entities();

// The meaning of a class, in upper or lower case. A class that is not in the table keeps its
// brushes as they are.
EntityClass classify_entity(std::string_view classname);

// Sets the contents of the brush, and the surfaces and the opacity of its sides.
// sides: the class of each side's texture. opacity: what the entity says of it.
void assign_contents(Brush& brush,
                     Contents contents,
                     std::span<const TextureClass> sides,
                     std::optional<double> opacity);

// The same for a patch, which is detail unless its texture or `meaning` gives other contents.
void assign_contents(Patch& patch,
                     const TextureClass& texture,
                     const EntityClass& meaning,
                     std::optional<double> opacity);

}  // namespace halfspace::map
