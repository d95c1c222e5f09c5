// SPDX-License-Identifier: MIT
#include "support/refit.h"

#include "level/shared/derive.h"
#include "level/shared/record_fields.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

Int128 distance_of(const PlaneRecord& plane) {
    return Int128{plane.d_high} * (Int128{1} << 64) + plane.d_low;
}

bool is_range(const Field& field) {
    const FieldKind kind = field.meaning.kind;
    return !field.meaning.is_derived &&
           (kind == FieldKind::Begin || kind == FieldKind::Range || kind == FieldKind::Consecutive);
}

// Empties the sections whose records refer to a brush, and what belongs to these records.
void remove_references_to_brushes(LevelData& level) {
    std::array<bool, kSections.size()> is_removed{};
    for (const Field& field : kFields) {
        if (field.meaning.kind == FieldKind::Index &&
            field.meaning.target == SectionId("brushes")) {
            is_removed.at(field.section.index()) = true;
        }
    }
    is_removed[SectionId("face_texcoords").index()] = true;  // one for each of face_vertices
    const std::array<bool, kSections.size()> refers = is_removed;
    for (const Field& field : kFields) {
        if (is_range(field) && refers.at(field.section.index())) {
            is_removed.at(field.meaning.target->index()) = true;
        }
    }
    std::size_t next = 0;
    for_each_section(level, [&](const char*, auto& records) {
        if constexpr (requires { records.clear(); }) {
            if (is_removed.at(next)) {
                records.clear();
            }
        }
        ++next;
    });
    for (std::size_t i = 0; i < kFields.size(); ++i) {
        const Field& field = kFields[i];
        if (!is_range(field) || !is_removed.at(field.meaning.target->index())) {
            continue;
        }
        const std::span<std::byte> section = writable_bytes_of(level)[field.section.index()];
        for (std::size_t r = 0; r < section.size() / field.section.record_size(); ++r) {
            set_number<std::uint32_t>(section, field, r, 0);
            if (field.meaning.kind != FieldKind::Begin) {
                set_number<std::uint32_t>(section, kFields[i + 1], r, 0);  // the count
            }
        }
    }
}

}  // namespace

void line_up_vertices(LevelData& level) {
    const std::vector<std::uint32_t> vertices = std::move(level.face_vertices);
    const std::vector<TexcoordRecord> texcoords = std::move(level.face_texcoords);
    level.face_vertices.clear();
    level.face_texcoords.clear();
    for (FaceRecord& face : level.faces) {
        const auto first = static_cast<std::ptrdiff_t>(face.first_vertex);
        const std::ptrdiff_t end = first + static_cast<std::ptrdiff_t>(face.vertex_count);
        face.first_vertex = static_cast<std::uint32_t>(level.face_vertices.size());
        level.face_vertices.insert(
            level.face_vertices.end(), vertices.begin() + first, vertices.begin() + end);
        level.face_texcoords.insert(
            level.face_texcoords.end(), texcoords.begin() + first, texcoords.begin() + end);
    }
}

std::vector<BrushParts> brush_parts(const LevelData& level) {
    std::vector<BrushParts> parts;
    for (const BrushRecord& brush : level.brushes) {
        const auto sides = std::span(level.sides).subspan(brush.first_side, brush.side_count);
        const auto bevels = std::span(level.bevels).subspan(brush.first_bevel, brush.bevel_count);
        parts.push_back({brush, {sides.begin(), sides.end()}, {bevels.begin(), bevels.end()}});
    }
    return parts;
}

void set_brushes(LevelData& level, const std::vector<BrushParts>& brushes) {
    level.face_cluster_starts.clear();
    level.face_clusters.clear();
    level.brushes.clear();
    level.sides.clear();
    level.bevels.clear();
    for (const auto& [record, sides, bevels] : brushes) {
        BrushRecord& brush = level.brushes.emplace_back(record);
        brush.first_side = static_cast<std::uint32_t>(level.sides.size());
        brush.side_count = static_cast<std::uint32_t>(sides.size());
        brush.first_bevel = static_cast<std::uint32_t>(level.bevels.size());
        brush.bevel_count = static_cast<std::uint32_t>(bevels.size());
        level.sides.insert(level.sides.end(), sides.begin(), sides.end());
        level.bevels.insert(level.bevels.end(), bevels.begin(), bevels.end());
    }
    remove_references_to_brushes(level);
    derive(level);
}

std::vector<FaceParts> face_parts(const LevelData& level) {
    std::vector<FaceParts> parts;
    for (std::size_t m = 0; m < level.models.size(); ++m) {
        const ModelRecord& model = level.models[m];
        for (const FaceRecord& face :
             std::span(level.faces).subspan(model.first_face, model.face_count)) {
            const auto of_face = [&](const auto& all) {
                return std::span(all).subspan(face.first_vertex, face.vertex_count);
            };
            const auto vertices = of_face(level.face_vertices);
            const auto texcoords = of_face(level.face_texcoords);
            parts.push_back({face,
                             m,
                             {vertices.begin(), vertices.end()},
                             {texcoords.begin(), texcoords.end()}});
        }
    }
    return parts;
}

void set_faces(LevelData& level, std::vector<FaceParts> faces) {
    level.face_cluster_starts.clear();
    level.face_clusters.clear();
    std::ranges::stable_sort(faces, {}, [](const FaceParts& face) {
        return std::tuple(face.model, face.record.node, face.record.plane % 2);
    });
    level.faces.clear();
    level.face_vertices.clear();
    level.face_texcoords.clear();
    for (std::size_t m = 0; m < level.models.size(); ++m) {
        ModelRecord& model = level.models[m];
        model.first_face = static_cast<std::uint32_t>(level.faces.size());
        for (const FaceParts& face : faces) {
            if (face.model != m) {
                continue;
            }
            FaceRecord& record = level.faces.emplace_back(face.record);
            record.first_vertex = static_cast<std::uint32_t>(level.face_vertices.size());
            record.vertex_count = static_cast<std::uint32_t>(face.vertices.size());
            level.face_vertices.insert(
                level.face_vertices.end(), face.vertices.begin(), face.vertices.end());
            level.face_texcoords.insert(
                level.face_texcoords.end(), face.texcoords.begin(), face.texcoords.end());
        }
        model.face_count = static_cast<std::uint32_t>(level.faces.size()) - model.first_face;
    }
    derive(level);
}

void add_point_space(LevelData& level) {
    SpaceRecord space{};
    space.name = static_cast<std::uint32_t>(level.strings.size());
    space.flags = kSpaceInMainTree;
    for (const char c : {'p', 'o', 'i', 'n', 't', '\0'}) {
        level.strings.push_back(c);
    }
    level.spaces.push_back(space);
    for (const ModelRecord& model : level.models) {
        level.space_roots.push_back(model.root);
    }
}

void move_plane(PlaneRecord& plane, std::int64_t steps) {
    const Int128 d = distance_of(plane) + steps;
    plane.d_low = static_cast<std::uint64_t>(d);
    plane.d_high = static_cast<std::int64_t>(d >> 64);
}

std::uint32_t add_moved_plane(LevelData& level, std::uint32_t plane, std::int64_t steps) {
    PlaneRecord moved = level.planes[plane];
    move_plane(moved, steps);
    level.planes.push_back(moved);
    return static_cast<std::uint32_t>(level.planes.size() - 1);
}

}  // namespace halfspace::test
