// SPDX-License-Identifier: MIT
#include "halfspace/formats/map_reader.h"

#include "formats/map_contents.h"
#include "formats/map_number.h"
#include "formats/map_origin.h"
#include "formats/map_parser.h"
#include "formats/map_tokenizer.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <unordered_set>
#include <utility>

namespace halfspace {
namespace {

// Keys that TrenchBroom keeps for itself.
constexpr std::string_view kEditorPrefix = "_tb_";
// Entities with up to so many keys look for repeated ones without a table.
constexpr std::size_t kFewKeys = 16;

// Gives what was parsed its meaning, entity by entity, and puts the world together.
class Assembler {
public:
    Assembler(map::ParsedMap parsed, std::string source) : parsed_(std::move(parsed)) {
        read_.world.source = std::move(source);
        read_.world.materials = std::move(parsed_.materials);
    }

    MapRead assemble();

private:
    void add(map::ParsedEntity parsed);
    void add_loose_brushes();
    std::vector<KeyValue> take_keys(const map::ParsedEntity& parsed);
    std::vector<Brush> take_brushes(map::ParsedEntity& parsed, const map::EntityClass& meaning);
    std::optional<Contents> contents_of(map::ParsedBrush& parsed, const map::EntityClass& meaning);
    void warn_of_contradiction(const Brush& brush, const map::BrushClass& brush_class);
    void take_origin(Entity& entity);
    void drop_origin_brushes();
    void merge(std::vector<Brush> brushes);
    void report(Severity severity, SourcePosition where, std::string message);

    map::ParsedMap parsed_;
    MapRead read_;
    std::optional<Entity> world_;
    std::vector<Entity> others_;
    std::vector<Brush> merged_;          // from grouping and detail entities
    std::vector<Brush> origin_brushes_;  // of the entity at hand
};

MapRead Assembler::assemble() {
    for (map::ParsedEntity& entity : parsed_.entities) {
        add(std::move(entity));
    }
    add_loose_brushes();
    if (!world_) {
        report(Severity::Warning, {}, "there is no worldspawn entity: an empty one is added");
        world_.emplace().keys.push_back({"classname", "worldspawn"});
    }
    world_->brushes.insert(world_->brushes.end(),
                           std::make_move_iterator(merged_.begin()),
                           std::make_move_iterator(merged_.end()));
    read_.world.entities.reserve(others_.size() + 1);
    read_.world.entities.push_back(std::move(*world_));
    std::move(others_.begin(), others_.end(), std::back_inserter(read_.world.entities));
    return std::move(read_);
}

void Assembler::add(map::ParsedEntity parsed) {
    Entity entity;
    entity.position = parsed.position;
    entity.keys = take_keys(parsed);
    const map::EntityClass meaning = map::classify_entity(entity.value("classname"));
    const bool is_world = meaning.home == map::EntityClass::Home::Worldspawn;
    if (!meaning.note.empty()) {
        report(Severity::Note, entity.position, std::string(meaning.note));
    }
    origin_brushes_.clear();
    entity.brushes = take_brushes(parsed, meaning);
    if (meaning.home == map::EntityClass::Home::Own) {
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
    merge(std::move(entity.brushes));
}

void Assembler::add_loose_brushes() {
    if (parsed_.loose_brushes.empty()) {
        return;
    }
    map::ParsedEntity nobody;
    nobody.brushes = std::move(parsed_.loose_brushes);
    report(Severity::Warning,
           nobody.brushes.front().brush.position,
           "a brush outside any entity: it and its like join the world");
    origin_brushes_.clear();
    merge(take_brushes(nobody, {}));
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
        if (pair.key.starts_with(kEditorPrefix)) {
            continue;
        }
        if (is_known(pair.key)) {
            report(Severity::Warning,
                   pair.position,
                   "the key " + map::printable(pair.key) +
                       " is there already: the first value is kept");
            continue;
        }
        keys.push_back({std::string(pair.key), std::string(pair.value)});
    }
    return keys;
}

std::vector<Brush> Assembler::take_brushes(map::ParsedEntity& parsed,
                                           const map::EntityClass& meaning) {
    std::vector<Brush> brushes;
    brushes.reserve(parsed.brushes.size());
    for (map::ParsedBrush& candidate : parsed.brushes) {
        const std::optional<Contents> contents = contents_of(candidate, meaning);
        if (contents) {
            map::assign_contents(candidate.brush, *contents, parsed_.textures);
            brushes.push_back(std::move(candidate.brush));
        }
    }
    return brushes;
}

// nullopt for a brush that is no volume; an origin brush is then in origin_brushes_.
std::optional<Contents> Assembler::contents_of(map::ParsedBrush& parsed,
                                               const map::EntityClass& meaning) {
    const Brush& brush = parsed.brush;
    if (brush.sides.empty()) {
        report(Severity::Warning, brush.position, "a brush without faces: it is dropped");
        return std::nullopt;
    }
    const map::BrushClass by_sides = map::classify_brush(brush.sides, parsed_.textures);
    if (by_sides.kind == map::BrushClass::Kind::Origin) {
        warn_of_contradiction(brush, by_sides);
        origin_brushes_.push_back(std::move(parsed.brush));
        return std::nullopt;
    }
    // A class that says what its brushes are needs no say of theirs.
    if (meaning.replaces_all()) {
        return meaning.contents;
    }
    warn_of_contradiction(brush, by_sides);
    Contents contents = by_sides.contents;
    if (parsed.detail == map::DetailFlag::Set && contents == Contents::Solid) {
        contents = Contents::Detail;
    }
    return any(contents & meaning.replaced) ? meaning.contents : contents;
}

void Assembler::warn_of_contradiction(const Brush& brush, const map::BrushClass& brush_class) {
    if (!brush_class.contradiction) {
        return;
    }
    const auto name = [&](std::size_t side) {
        const MaterialId material = brush.sides[side].material;
        return map::printable(read_.world.materials[material.value].name);
    };
    const auto [followed, ignored] = *brush_class.contradiction;
    report(Severity::Warning,
           brush.sides[ignored].position,
           "sides of one brush differ: " + name(ignored) + " contradicts " + name(followed) +
               ", which decides");
}

void Assembler::take_origin(Entity& entity) {
    if (!origin_brushes_.empty()) {
        entity.origin = map::centre_of(origin_brushes_.front());
        for (std::size_t i = 1; i < origin_brushes_.size(); ++i) {
            report(Severity::Warning,
                   origin_brushes_[i].position,
                   "a second origin brush: the first one counts");
        }
        return;
    }
    const std::string& key = entity.value("origin");
    if (entity.brushes.empty() || key.empty()) {
        return;
    }
    const std::optional<Vec3> origin = map::parse_vec3(key);
    if (origin) {
        entity.origin = *origin;
    } else {
        report(Severity::Warning,
               entity.position,
               "expected three numbers for the key 'origin', found " + map::printable(key) +
                   ": 0 0 0 is used");
    }
}

void Assembler::merge(std::vector<Brush> brushes) {
    merged_.insert(merged_.end(),
                   std::make_move_iterator(brushes.begin()),
                   std::make_move_iterator(brushes.end()));
}

void Assembler::report(Severity severity, SourcePosition where, std::string message) {
    read_.diagnostics.push_back(
        {severity, std::move(message), {read_.world.source, where.line, where.column}});
}

}  // namespace

Result<MapRead> read_map(std::string_view text, std::string source) {
    Result<map::ParsedMap> parsed = map::parse_map(text, source);
    if (!parsed) {
        return std::unexpected(std::move(parsed.error()));
    }
    return Assembler(std::move(*parsed), std::move(source)).assemble();
}

}  // namespace halfspace
