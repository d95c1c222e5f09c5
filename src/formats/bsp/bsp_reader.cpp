// SPDX-License-Identifier: MIT
#include "formats/shared/bsp_reader.h"

#include "formats/bsp/bsp_contents.h"
#include "formats/bsp/bsp_file.h"
#include "formats/bsp/bsp_hull.h"
#include "formats/bsp/bsp_texture.h"
#include "formats/map/map_contents.h"
#include "formats/map/map_number.h"
#include "formats/map/map_tokenizer.h"
#include "formats/shared/map_reader.h"
#include "formats/text/entity_keys.h"
#include "formats/text/lower_case.h"

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace halfspace {
namespace {

constexpr std::string_view kTextureFolder = "textures/";

// "1 brush", "2 brushes".
std::string counted(std::size_t count, std::string_view one, std::string_view more) {
    return std::to_string(count) + " " + std::string(count == 1 ? one : more);
}

// The number behind the '*' of an entity's model; nullopt for a model in another file.
std::optional<std::uint32_t> model_number(std::string_view value) {
    if (!value.starts_with('*')) {
        return std::nullopt;
    }
    value.remove_prefix(1);
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    const bool is_whole = error == std::errc() && end == value.data() + value.size();
    return is_whole ? std::optional(number) : std::nullopt;
}

class Assembler {
public:
    Assembler(bsp::File file, ReadWorld entities)
        : file_(std::move(file)), has_owner_(file_.models.size()) {
        read_.world = std::move(entities.world);
        read_.diagnostics = std::move(entities.diagnostics);
    }

    ReadWorld assemble() {
        add_materials();
        for (std::size_t e = 0; e < read_.world.entities.size(); ++e) {
            take_model(read_.world.entities[e], e);
        }
        report_orphans();
        report_left_out();
        return std::move(read_);
    }

private:
    void add_materials();
    void take_model(Entity& entity, std::size_t number);
    std::optional<std::uint32_t> model_of(const Entity& entity, std::size_t number);
    void take_brush(Entity& entity,
                    const bsp::CompiledBrush& brush,
                    const bsp::DrawnTriangles& drawn);
    void take_patch(Entity& entity, const bsp::DrawSurface& surface);
    BrushSide side_of(const bsp::Hull& hull, std::size_t side, const Vec3& origin) const;
    void report_orphans();
    void report_left_out();
    void report(Severity severity, std::string message) {
        read_.diagnostics.push_back({severity, std::move(message), {read_.world.source, 0, 0}});
    }

    bsp::File file_;
    ReadWorld read_;
    std::vector<bool> has_owner_;
    bsp::LeftOut left_out_;
    std::size_t triangle_surfaces_ = 0;
    map::EntityClass entity_class_;  // of the current entity
};

void Assembler::add_materials() {
    for (const bsp::Shader& shader : file_.shaders) {
        std::string_view name = bsp::name_of(shader);
        if (lower_case(name.substr(0, kTextureFolder.size())) == kTextureFolder) {
            name.remove_prefix(kTextureFolder.size());
        }
        Material material;
        material.name = name;
        read_.world.materials.push_back(std::move(material));
    }
}

// The model of an entity; nullopt if it has none or a wrong one.
std::optional<std::uint32_t> Assembler::model_of(const Entity& entity, std::size_t number) {
    if (number == 0) {
        return 0;
    }
    const std::string& value = entity.value(keys::kModel);
    const std::optional<std::uint32_t> model = model_number(value);
    if (!model) {
        return std::nullopt;
    }
    const std::string who = "entity " + std::to_string(number) + " (" +
                            map::in_quotes(entity.value(keys::kClassname)) + ") has the model " +
                            map::in_quotes(value);
    if (*model == 0 || *model >= file_.models.size()) {
        report(Severity::Warning,
               who + ", but the numbers are 1 to " + std::to_string(file_.models.size() - 1) +
                   ": the entity gets no model");
        return std::nullopt;
    }
    if (has_owner_[*model]) {
        report(Severity::Warning, who + ", which an earlier entity has: this entity gets no model");
        return std::nullopt;
    }
    return model;
}

void Assembler::take_model(Entity& entity, std::size_t number) {
    entity.position = {};
    const std::optional<std::uint32_t> index = model_of(entity, number);
    if (!index) {
        return;
    }
    has_owner_[*index] = true;
    if (number != 0) {
        const std::string& key = entity.value(keys::kOrigin);
        const std::optional<Vec3> origin = key.empty() ? Vec3{} : map::parse_vec3(key);
        if (!origin || !(length(*origin) <= 0x1p20)) {
            report(Severity::Warning,
                   "expected three numbers within 2^20 for the key 'origin' of entity " +
                       std::to_string(number) + ", found " + map::in_quotes(key) +
                       ": 0 0 0 is used");
        } else {
            entity.origin = *origin;
            entity.has_origin = !key.empty();
        }
    }
    entity_class_ = map::classify_entity(entity.value(keys::kClassname));
    const bsp::Model& model = file_.models[*index];
    const bsp::DrawnTriangles drawn(file_, model);
    for (const bsp::CompiledBrush& brush :
         bsp::range(file_.brushes, model.first_brush, model.brush_count)) {
        take_brush(entity, brush, drawn);
    }
    for (const bsp::DrawSurface& surface :
         bsp::range(file_.surfaces, model.first_surface, model.surface_count)) {
        triangle_surfaces_ += surface.type == bsp::SurfaceType::Triangles ? 1 : 0;
        if (surface.type == bsp::SurfaceType::Patch) {
            take_patch(entity, surface);
        }
    }
}

BrushSide Assembler::side_of(const bsp::Hull& hull, std::size_t side, const Vec3& origin) const {
    const bsp::Side& record = file_.sides[static_cast<std::size_t>(hull.sides[side])];
    const bsp::Plane& plane = file_.planes[static_cast<std::size_t>(record.plane)];
    const Vec3 normal{plane.normal[0], plane.normal[1], plane.normal[2]};
    BrushSide result;
    result.plane = Plane{normal, plane.distance + dot(normal, origin)};
    result.material = MaterialId(static_cast<std::uint32_t>(record.shader));
    return result;
}

void Assembler::take_brush(Entity& entity,
                           const bsp::CompiledBrush& record,
                           const bsp::DrawnTriangles& drawn) {
    const bsp::Shader& shader = file_.shaders[static_cast<std::size_t>(record.shader)];
    const bsp::Hull hull = bsp::hull_of(file_, record);
    if (hull.sides.empty()) {
        ++left_out_.empty;
        return;
    }
    Brush brush;
    std::vector<const bsp::Shader*> shaders;
    for (std::size_t i = 0; i < hull.sides.size(); ++i) {
        brush.sides.push_back(side_of(hull, i, entity.origin));
        shaders.push_back(&file_.shaders[brush.sides.back().material.value]);
    }
    bsp::assign_contents(brush, shader, shaders, entity_class_);
    if (!any(brush.contents)) {
        bsp::count_left_out(left_out_, shader);
        return;
    }
    for (std::size_t i = 0; i < hull.sides.size(); ++i) {
        BrushSide& side = brush.sides[i];
        const bool is_drawn =
            side.surface == SurfaceKind::Drawn || side.surface == SurfaceKind::Sky;
        if (auto projection = is_drawn ? drawn.projection(hull, i) : std::nullopt) {
            projection->u_offset -= dot(projection->u_axis, entity.origin);
            projection->v_offset -= dot(projection->v_axis, entity.origin);
            side.texture = *projection;
        }
    }
    entity.brushes.push_back(std::move(brush));
}

void Assembler::take_patch(Entity& entity, const bsp::DrawSurface& surface) {
    Patch patch;
    patch.width = static_cast<std::uint32_t>(surface.patch_width);
    patch.height = static_cast<std::uint32_t>(surface.patch_height);
    patch.material = MaterialId(static_cast<std::uint32_t>(surface.shader));
    for (const bsp::Vertex& vertex :
         bsp::range(file_.vertices, surface.first_vertex, surface.vertex_count)) {
        patch.controls.push_back({{decimal_from_double(vertex.place[0] + entity.origin.x),
                                   decimal_from_double(vertex.place[1] + entity.origin.y),
                                   decimal_from_double(vertex.place[2] + entity.origin.z)},
                                  vertex.texture[0],
                                  vertex.texture[1]});
    }
    bsp::assign_contents(
        patch, file_.shaders[static_cast<std::size_t>(surface.shader)], entity_class_);
    entity.patches.push_back(std::move(patch));
}

void Assembler::report_orphans() {
    std::size_t orphans = 0;
    for (const bool has_owner : has_owner_) {
        orphans += has_owner ? 0 : 1;
    }
    if (orphans != 0) {
        report(Severity::Warning,
               counted(orphans, "model belongs", "models belong") +
                   " to no entity: left out with all their brushes");
    }
}

void Assembler::report_left_out() {
    if (left_out_.all() != 0) {
        std::string reasons;
        const auto add = [&](std::size_t count, std::string_view what) {
            if (count != 0) {
                reasons +=
                    (reasons.empty() ? "" : ", ") + std::to_string(count) + " " + std::string(what);
            }
        };
        add(left_out_.fog, "of fog");
        add(left_out_.bot_marks, "to guide bots");
        add(left_out_.others, "that neither show nor block");
        add(left_out_.empty, "without a volume");
        report(Severity::Note,
               counted(left_out_.all(), "brush is", "brushes are") + " left out: " + reasons);
    }
    if (triangle_surfaces_ != 0) {
        report(Severity::Note,
               counted(triangle_surfaces_, "surface", "surfaces") +
                   " of loose triangles (models, decorations) left out: they block nothing");
    }
}

}  // namespace

Result<ReadWorld> read_bsp(std::span<const std::byte> bytes, std::string source) {
    Result<bsp::File> file = bsp::read_file(bytes, source);
    if (!file) {
        return std::unexpected(std::move(file.error()));
    }
    Result<ReadWorld> entities = read_map(file->entities, source);
    if (!entities) {
        Error error = std::move(entities.error());
        error.message = "in the text of the level's entities: " + error.message;
        return std::unexpected(std::move(error));
    }
    for (const Entity& entity : entities->world.entities) {
        if (!entity.brushes.empty() || !entity.patches.empty()) {
            return std::unexpected(Error{
                ErrorCode::Damaged,
                "the text of the level's entities contains a brush, which a .bsp does not allow",
                {source, entity.position.line, entity.position.column}});
        }
    }
    // Removes the names of textures that come only from the text of the entities.
    entities->world.materials.clear();
    return Assembler(std::move(*file), std::move(*entities)).assemble();
}

}  // namespace halfspace
