// SPDX-License-Identifier: MIT
#include "formats/shared/map_reader.h"

#include "formats/map/map_contents.h"
#include "formats/map/map_flags.h"
#include "formats/map/map_layers.h"
#include "formats/map/map_number.h"
#include "formats/map/map_opacity.h"
#include "formats/map/map_parser.h"
#include "formats/map/map_tokenizer.h"
#include "formats/text/entity_keys.h"
#include "world/shared/brush_centre.h"
#include "world/shared/texture.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <unordered_set>
#include <utility>

namespace halfspace {
namespace {

// Entities with at most this many keys are searched for repeated keys without a table.
constexpr std::size_t kFewKeys = 16;

// Gives the parsed entities their meaning and builds the world.
class Assembler {
public:
    Assembler(map::ParsedMap parsed, map::FlagMeaning flags, std::string source)
        : parsed_(std::move(parsed)), flags_(flags) {
        read_.world.source = std::move(source);
        read_.world.materials = std::move(parsed_.materials);
    }

    ReadWorld assemble();

private:
    void leave_out_layers();
    void add(map::ParsedEntity parsed);
    void add_loose_shapes();
    std::vector<KeyValue> take_keys(const map::ParsedEntity& parsed);
    void take_shapes(Entity& entity, map::ParsedEntity& parsed, const map::EntityClass& meaning);
    void take_brush(Entity& entity, map::ParsedBrush& parsed, const map::EntityClass& meaning);
    std::optional<Contents> contents_of(map::ParsedBrush& parsed, const map::EntityClass& meaning);
    void warn_of_contradiction(const Brush& brush, const map::BrushClass& brush_class);
    void warn_of_unknown_tool(MaterialId material, SourcePosition where);
    void repair_textures(Brush& brush);
    void take_opacity(const Entity& entity, const map::EntityClass& meaning);
    void take_origin(Entity& entity);
    void drop_origin_brushes();
    void merge(Entity& entity);
    void report(Severity severity, SourcePosition where, std::string message);

    map::ParsedMap parsed_;
    map::FlagMeaning flags_;
    ReadWorld read_;
    std::optional<Entity> world_;
    std::vector<Entity> others_;
    Entity merged_;  // the shapes of grouping and detail entities

    // The current entity or brush:
    std::vector<Brush> origin_brushes_;
    std::optional<double> opacity_;
    std::vector<map::TextureClass> sides_;
    // The materials that the reader has warned of.
    std::unordered_set<std::uint32_t> unknown_tools_;
};

// "its 3 entities and 12 brushes and patches are"; empty for a layer that holds nothing.
std::string contents_text(const map::OmittedLayer& layer) {
    const auto counted = [](std::size_t count, const char* one, const char* many) {
        return std::to_string(count) + (count == 1 ? one : many);
    };
    const std::string entities = counted(layer.entities, " entity", " entities");
    const std::string brushes = counted(layer.brushes, " brush or patch", " brushes and patches");
    const std::size_t count = layer.entities + layer.brushes;
    return count == 0 ? ""
                      : "its " +
                            (layer.entities == 0  ? brushes
                             : layer.brushes == 0 ? entities
                                                  : entities + " and " + brushes) +
                            (count == 1 ? " is" : " are");
}

template <class T>
void append(std::vector<T>& to, std::vector<T>& from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

ReadWorld Assembler::assemble() {
    leave_out_layers();
    for (map::ParsedEntity& entity : parsed_.entities) {
        add(std::move(entity));
    }
    add_loose_shapes();
    if (!world_) {
        report(Severity::Warning, {}, "there is no worldspawn entity: an empty one is added");
        world_.emplace().keys.push_back({std::string(keys::kClassname), "worldspawn"});
    }
    append(world_->brushes, merged_.brushes);
    append(world_->patches, merged_.patches);
    read_.world.entities.reserve(others_.size() + 1);
    read_.world.entities.push_back(std::move(*world_));
    std::move(others_.begin(), others_.end(), std::back_inserter(read_.world.entities));
    return std::move(read_);
}

void Assembler::leave_out_layers() {
    const map::Omitted omitted = map::find_omitted(parsed_.entities);
    for (const map::OmittedLayer& layer : omitted.layers) {
        if (const std::string what = contents_text(layer); !what.empty()) {
            report(Severity::Note,
                   layer.position,
                   "the layer " + map::in_quotes(layer.name) +
                       " is marked as omitted from export: " + what + " left out");
        }
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < parsed_.entities.size(); ++i) {
        if (omitted.parts[i] == map::Omitted::Part::All) {
            continue;
        }
        if (omitted.parts[i] == map::Omitted::Part::Shapes) {
            parsed_.entities[i].brushes.clear();
            parsed_.entities[i].patches.clear();
        }
        if (kept != i) {
            parsed_.entities[kept] = std::move(parsed_.entities[i]);
        }
        ++kept;
    }
    parsed_.entities.resize(kept);
}

void Assembler::add(map::ParsedEntity parsed) {
    Entity entity;
    entity.position = parsed.position;
    entity.keys = take_keys(parsed);
    const map::EntityClass meaning = map::classify_entity(entity.value(keys::kClassname));
    const bool is_world = meaning.home == map::EntityClass::Home::Worldspawn;
    take_opacity(entity, meaning);
    take_shapes(entity, parsed, meaning);
    if (meaning.home == map::EntityClass::Home::Own) {
        if (entity.value(keys::kClassname).empty()) {
            report(Severity::Warning,
                   entity.position,
                   "the entity has no key 'classname': no program knows what it is");
        }
        take_origin(entity);
        others_.push_back(std::move(entity));
        return;
    }
    drop_origin_brushes();
    if (is_world && !world_) {
        world_ = std::move(entity);
        return;
    }
    if (is_world) {
        report(Severity::Warning,
               entity.position,
               "a second worldspawn entity: its brushes join the first, its keys are dropped");
    }
    merge(entity);
}

void Assembler::add_loose_shapes() {
    map::ParsedEntity& loose = parsed_.loose;
    if (loose.brushes.empty() && loose.patches.empty()) {
        return;
    }
    report(Severity::Warning,
           loose.brushes.empty() ? loose.patches.front().position
                                 : loose.brushes.front().brush.position,
           "a brush outside any entity: it and its like join the world");
    opacity_.reset();
    Entity nobody;
    take_shapes(nobody, loose, {});
    merge(nobody);
    drop_origin_brushes();
}

void Assembler::drop_origin_brushes() {
    for (const Brush& brush : origin_brushes_) {
        report(Severity::Warning,
               brush.position,
               "an origin brush means nothing outside an entity of its own: it is dropped");
    }
}

std::vector<KeyValue> Assembler::take_keys(const map::ParsedEntity& parsed) {
    std::vector<KeyValue> keys;
    std::unordered_set<std::string_view> many;
    const auto is_known = [&](std::string_view key) {
        if (parsed.keys.size() > kFewKeys) {
            return !many.insert(key).second;
        }
        return std::any_of(
            keys.begin(), keys.end(), [key](const KeyValue& pair) { return pair.key == key; });
    };
    for (const map::ParsedKey& pair : parsed.keys) {
        if (pair.key.starts_with(keys::kEditorPrefix)) {
            continue;
        }
        if (is_known(pair.key)) {
            report(Severity::Warning,
                   pair.position,
                   "the key " + map::in_quotes(pair.key) +
                       " is there already: the first value is kept");
            continue;
        }
        keys.push_back({std::string(pair.key), std::string(pair.value)});
    }
    return keys;
}

void Assembler::take_shapes(Entity& entity,
                            map::ParsedEntity& parsed,
                            const map::EntityClass& meaning) {
    origin_brushes_.clear();
    entity.brushes.reserve(parsed.brushes.size());
    for (map::ParsedBrush& candidate : parsed.brushes) {
        take_brush(entity, candidate, meaning);
    }
    for (Patch& patch : parsed.patches) {
        map::assign_contents(patch, parsed_.textures[patch.material.value], meaning, opacity_);
        if (any(patch.contents & kBodyBlockers)) {
            warn_of_unknown_tool(patch.material, patch.position);
        }
    }
    entity.patches = std::move(parsed.patches);
}

void Assembler::take_brush(Entity& entity,
                           map::ParsedBrush& parsed,
                           const map::EntityClass& meaning) {
    if (parsed.brush.sides.empty()) {
        report(Severity::Warning, parsed.brush.position, "a brush without faces: it is dropped");
        return;
    }
    map::classify_sides(parsed, parsed_.textures, flags_, sides_);
    const std::optional<Contents> contents = contents_of(parsed, meaning);
    if (contents) {
        map::assign_contents(parsed.brush, *contents, sides_, opacity_);
        repair_textures(parsed.brush);
        entity.brushes.push_back(std::move(parsed.brush));
    }
}

// The contents of a brush; nullopt if it is not a volume. An origin brush is added to
// origin_brushes_.
std::optional<Contents> Assembler::contents_of(map::ParsedBrush& parsed,
                                               const map::EntityClass& meaning) {
    const Brush& brush = parsed.brush;
    const map::BrushClass by_sides = map::classify_brush(sides_);
    if (by_sides.kind == map::BrushClass::Kind::Origin) {
        warn_of_contradiction(brush, by_sides);
        origin_brushes_.push_back(std::move(parsed.brush));
        return std::nullopt;
    }
    // If the class decides, the sides are ignored.
    if (meaning.replaces_all()) {
        return meaning.contents;
    }
    warn_of_contradiction(brush, by_sides);
    Contents contents = by_sides.contents;
    if (contents == Contents::Solid && map::is_detail(parsed.numbers)) {
        contents = Contents::Detail;
    }
    if (any(contents & meaning.replaced)) {
        contents = meaning.contents;
    }
    for (std::size_t i = 0; i < sides_.size() && any(contents & kBodyBlockers); ++i) {
        if (sides_[i].kind == map::TextureClass::Kind::Stone) {
            warn_of_unknown_tool(brush.sides[i].material, brush.sides[i].position);
        }
    }
    return contents;
}

void Assembler::warn_of_contradiction(const Brush& brush, const map::BrushClass& brush_class) {
    if (!brush_class.contradiction) {
        return;
    }
    const auto name = [&](std::size_t side) {
        const MaterialId material = brush.sides[side].material;
        return map::in_quotes(read_.world.materials[material.value].name);
    };
    const auto [followed, ignored] = *brush_class.contradiction;
    report(Severity::Warning,
           brush.sides[ignored].position,
           "sides of one brush differ: " + name(ignored) + " contradicts " + name(followed) +
               ", which decides");
}

// Warns once of each material that has the name of an editor's tool and no meaning.
void Assembler::warn_of_unknown_tool(MaterialId material, SourcePosition where) {
    const std::string& name = read_.world.materials[material.value].name;
    if (map::is_unknown_tool(name) && unknown_tools_.insert(material.value).second) {
        report(Severity::Warning,
               where,
               map::in_quotes(name) +
                   " has the name of an editor's tool that is not known: what has it is solid and "
                   "drawn; docs/reference/levels.md lists the known names");
    }
}

void Assembler::repair_textures(Brush& brush) {
    const BrushSide* first = nullptr;
    std::size_t count = 0;
    for (BrushSide& side : brush.sides) {
        const Vec3 normal = normal_of(side);
        if (is_degenerate(side.texture, normal)) {
            repair(side.texture, normal);
            // The compiler reports sides without a plane.
            const bool is_told = length(normal) > 0;
            first = first == nullptr && is_told ? &side : first;
            count += is_told ? 1 : 0;
        }
    }
    if (first != nullptr) {
        report(Severity::Warning,
               first->position,
               "no picture can lie along the texture axes of " +
                   std::string(count == 1
                                   ? "this side"
                                   : std::to_string(count) + " sides of this brush, first this") +
                   ": it is laid straight");
    }
}

void Assembler::take_opacity(const Entity& entity, const map::EntityClass& meaning) {
    opacity_.reset();
    if (meaning.home == map::EntityClass::Home::Worldspawn) {
        return;
    }
    const map::EntityOpacity read = map::read_opacity(entity);
    opacity_ = read.opacity;
    if (!read.bad_key.empty()) {
        report(Severity::Warning,
               entity.position,
               "expected a number from " + std::string(read.expected) + " for the key " +
                   map::in_quotes(read.bad_key) + ": it is ignored");
    }
}

void Assembler::take_origin(Entity& entity) {
    if (!origin_brushes_.empty()) {
        entity.origin = centre_of(origin_brushes_.front());
        entity.has_origin = true;
        for (std::size_t i = 1; i < origin_brushes_.size(); ++i) {
            report(Severity::Warning,
                   origin_brushes_[i].position,
                   "a second origin brush: the first one counts");
        }
        return;
    }
    const std::string& key = entity.value(keys::kOrigin);
    if (key.empty()) {
        return;
    }
    const bool has_shapes = !entity.brushes.empty() || !entity.patches.empty();
    const std::optional<Vec3> origin = map::parse_vec3(key);
    if (!origin) {
        report(Severity::Warning,
               entity.position,
               "expected three numbers for the key 'origin', found " + map::in_quotes(key) +
                   (has_shapes ? ": 0 0 0 is used" : ": the entity has no place"));
    } else {
        entity.origin = *origin;
        entity.has_origin = true;
    }
}

void Assembler::merge(Entity& entity) {
    append(merged_.brushes, entity.brushes);
    append(merged_.patches, entity.patches);
}

void Assembler::report(Severity severity, SourcePosition where, std::string message) {
    read_.diagnostics.push_back(
        {severity, std::move(message), {read_.world.source, where.line, where.column}});
}

}  // namespace

Result<ReadWorld> read_map(std::string_view text, std::string source) {
    Result<map::ParsedMap> parsed = map::parse_map(text, source);
    if (!parsed) {
        return std::unexpected(std::move(parsed.error()));
    }
    const map::FlagMeaning flags = map::flag_meaning(text, *parsed);
    return Assembler(std::move(*parsed), flags, std::move(source)).assemble();
}

}  // namespace halfspace
