// SPDX-License-Identifier: MIT
#include "formats/export/export_scene.h"

#include "exact/shared/whole_vector.h"
#include "formats/map/map_number.h"
#include "formats/text/entity_keys.h"
#include "level/shared/record_box.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_set>
#include <utility>

namespace halfspace {
namespace {

std::string_view entity_value(const Level& level,
                              const EntityRecord& entity,
                              std::string_view key) {
    for (const KeyRecord& pair : level.keys().subspan(entity.first_key, entity.key_count)) {
        if (level.string(pair.key) == key) {
            return level.string(pair.value);
        }
    }
    return {};
}

class Names {
public:
    std::string name(const Level& level, std::size_t number) {
        const EntityRecord& entity = level.entities()[number];
        const std::string suffix = "_" + std::to_string(number);
        std::string name(entity_value(level, entity, keys::kTargetName));
        if (name.empty()) {
            const std::string_view classname = entity_value(level, entity, keys::kClassname);
            name = (classname.empty() ? "entity" : std::string(classname)) + suffix;
        }
        while (!taken_.insert(name).second) {
            name += suffix;
        }
        return name;
    }

private:
    std::unordered_set<std::string> taken_;
};

ExportMaterial material_of(const FaceRecord& face) {
    return {face.material,
            opacity_of(face),
            (face.flags & kFaceTwoSided) != 0,
            (face.flags & kFaceSky) != 0};
}

using FacesByMaterial = std::map<ExportMaterial, std::vector<std::uint32_t>>;

std::vector<FacesByMaterial> sort_faces(const Level& level, SkyFaces sky) {
    std::vector<FacesByMaterial> entities(level.entities().size());
    for (const ModelRecord& model : level.models()) {
        for (std::uint32_t i = 0; i < model.face_count; ++i) {
            const std::uint32_t face = model.first_face + i;
            const ExportMaterial material = material_of(level.faces()[face]);
            if (sky == SkyFaces::Keep || !material.is_sky) {
                entities[model.entity][material].push_back(face);
            }
        }
    }
    return entities;
}

std::vector<ExportMaterial> used_materials(const std::vector<FacesByMaterial>& entities) {
    std::vector<ExportMaterial> used;
    for (const FacesByMaterial& entity : entities) {
        for (const auto& [material, faces] : entity) {
            used.push_back(material);
        }
    }
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    return used;
}

std::vector<ExportObject> make_objects(const Level& level) {
    std::vector<ExportObject> objects(level.entities().size());
    Names names;
    for (std::size_t i = 0; i < objects.size(); ++i) {
        objects[i].name = names.name(level, i);
    }
    for (const ModelRecord& model : level.models()) {
        std::optional<Vec3>& origin = objects[model.entity].origin;
        if (!origin) {
            origin = vec3_of(model.origin);
        }
    }
    for (std::size_t i = 0; i < objects.size(); ++i) {
        if (!objects[i].origin) {
            objects[i].origin =
                map::parse_vec3(entity_value(level, level.entities()[i], keys::kOrigin));
        }
    }
    return objects;
}

}  // namespace

ExportScene export_scene(const Level& level, SkyFaces sky) {
    std::vector<FacesByMaterial> entities = sort_faces(level, sky);
    ExportScene scene{used_materials(entities), make_objects(level)};
    for (std::size_t i = 0; i < entities.size(); ++i) {
        for (auto& [material, faces] : entities[i]) {
            const auto place =
                std::lower_bound(scene.materials.begin(), scene.materials.end(), material);
            scene.faces += faces.size();
            scene.objects[i].parts.push_back(
                {static_cast<std::uint32_t>(place - scene.materials.begin()), std::move(faces)});
        }
    }
    return scene;
}

std::array<float, 3> file_point(const Vec3& point, const Vec3& origin, const ExportFrame& frame) {
    const Vec3 scaled = to_file_axes((point - origin) * frame.scale, frame.up);
    return {
        static_cast<float>(scaled.x), static_cast<float>(scaled.y), static_cast<float>(scaled.z)};
}

bool is_in_range(const std::array<float, 3>& point) {
    return std::isfinite(point[0]) && std::isfinite(point[1]) && std::isfinite(point[2]);
}

Vec3 face_normal(const Level& level, const FaceRecord& face) {
    return normalized(to_vec3(level.plane(PlaneId{face.plane}).n));
}

Vec3 corner_point(const Level& level, std::uint32_t corner) {
    const VertexRecord& vertex = level.vertices()[level.face_vertices()[corner]];
    return {vertex.x, vertex.y, vertex.z};
}

Error too_far_out() {
    return {ErrorCode::Range,
            "a corner is too far out for a 32-bit float at this scale; use another scale, or "
            "compile with other units per metre",
            {}};
}

}  // namespace halfspace
