// SPDX-License-Identifier: MIT
// What the names in a .map mean: textures make sides and brushes something, entity classes make
// it something else or merge it into the world.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/world/world.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace halfspace::map {

// What a texture says of a brush that bears it on all sides.
struct TextureClass {
    enum class Kind : std::uint8_t {
        Stone,    // any name without a meaning
        NoDraw,   // no say while another side has one, else stone
        Skip,     // no say; a brush of nothing else is no volume
        Masked,   // a fence, unless other sides are stone
        Sky,      // sky, unless other sides are stone
        Hint,     // overrides all other sides
        Origin,   // not a volume but a mark
        Special,  // a liquid, a clip, a trigger, an area portal, a ladder
    };
    Kind kind = Kind::Stone;
    Contents contents = Contents::Solid;
    SurfaceKind surface = SurfaceKind::Drawn;
    double opacity = 1;  // of sides that do not have to hide what is behind them
};

// What liquids are drawn with where the level does not say it: half seen through, as the engines
// that added see-through water to Quake show it when it is switched on.
inline constexpr double kLiquidOpacity = 0.6;
// Of textures with "glass" in their name.
inline constexpr double kGlassOpacity = 0.4;

// A line of the table of names. docs/levels.md shows all of them.
struct NamedTexture {
    enum class Match : std::uint8_t {
        Whole,   // the part of the name after its last '/' is `text`
        Begins,  // this part begins with `text` and holds `also`
        Holds,   // this part holds `text`
        Folder,  // a folder in front of it is `text`
    };
    Match match = Match::Whole;
    std::string_view text;
    TextureClass meaning;
    std::string_view also = {};
};

// The first line that fits a name counts. Names are in lower case.
std::span<const NamedTexture> named_textures();

// In upper or lower case. A name that no line of the table fits is stone.
TextureClass classify_texture(std::string_view name);

// What the sides of a brush make of it together.
struct BrushClass {
    enum class Kind : std::uint8_t { Volume, Origin };
    Kind kind = Kind::Volume;
    Contents contents = Contents::Solid;
    // The first side that contradicts the one that was followed.
    struct Contradiction {
        std::size_t followed = 0;
        std::size_t ignored = 0;
    };
    std::optional<Contradiction> contradiction;
};

// sides: the class of each side's texture.
BrushClass classify_brush(std::span<const TextureClass> sides);

// What an entity's class means for its brushes.
struct EntityClass {
    enum class Home : std::uint8_t {
        Own,         // the entity keeps them
        Merged,      // they belong to the world, and the entity vanishes
        Worldspawn,  // the entity is the world
    };
    Home home = Home::Own;
    // Brushes with any of the `replaced` contents become `contents`.
    Contents replaced = Contents::Empty;
    Contents contents = Contents::Empty;
    std::string_view note;  // what a user may not expect of the class, or empty

    // True if the brushes are `contents` even where their sides make them nothing.
    constexpr bool replaces_all() const { return replaced == ~Contents::Empty; }
};

// A line of the table of classes; docs/levels.md shows all of them.
struct NamedEntity {
    std::string_view name;
    EntityClass meaning;
    bool is_prefix = false;  // all classes that begin so
};

std::span<const NamedEntity> named_entities();

// In upper or lower case. Classes that are not in the table keep their brushes as they are.
EntityClass classify_entity(std::string_view classname);

// Sets the contents of the brush, and the surfaces and the opacity of its sides.
// sides: the class of each side's texture. opacity: what the entity says of it.
void assign_contents(Brush& brush,
                     Contents contents,
                     std::span<const TextureClass> sides,
                     std::optional<double> opacity);

// The same for a patch, which is detail unless its texture or `meaning` says otherwise.
void assign_contents(Patch& patch,
                     const TextureClass& texture,
                     const EntityClass& meaning,
                     std::optional<double> opacity);

}  // namespace halfspace::map
