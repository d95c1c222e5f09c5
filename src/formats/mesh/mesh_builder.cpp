// SPDX-License-Identifier: MIT
#include "formats/mesh/mesh_builder.h"

#include "halfspace/formats/image_file.h"
#include "halfspace/world/describe.h"

#include "formats/mesh/polygon_triangles.h"
#include "formats/shared/material_look.h"
#include "formats/shared/mesh_reader.h"
#include "formats/text/entity_keys.h"
#include "formats/text/quotes.h"
#include "formats/text/utf8.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace halfspace {
namespace {

constexpr std::uint64_t kMaxPictureBytes = std::uint64_t{1} << 30;

// The text as UTF-8 without control characters, which no name in a level may have.
std::string without_controls(std::string_view text) {
    std::string result = valid_utf8(text);
    std::erase_if(result, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
    return result;
}

}  // namespace

MeshBuilder::MeshBuilder(std::string source, const MeshReadOptions& options, UpAxis usual_up)
    : options_(options) {
    result_.world.source_frame = {options.scale, options.up.value_or(usual_up)};
    result_.world.source = std::move(source);
    add_entity({{std::string(keys::kClassname), "worldspawn"}}, {});
}

std::optional<Vec3> MeshBuilder::placed(const Vec3& file) const {
    const Vec3 place = to_level(result_.world.source_frame, file);
    return is_within(place, kMaxMeshPlace) ? std::optional(place) : std::nullopt;
}

MaterialId MeshBuilder::material(std::string_view name, bool is_masked) {
    const auto known = materials_.find(name);
    if (known != materials_.end()) {
        return known->second;
    }
    const MaterialId id(static_cast<std::uint32_t>(result_.world.materials.size()));
    result_.world.materials.push_back({without_controls(name), 0, 0, is_masked});
    materials_.emplace(name, id);
    return id;
}

std::uint32_t MeshBuilder::add_picture(std::string_view name, std::span<const std::byte> file) {
    const std::string shown = in_quotes(name, 60);
    const Result<ImageSize> size = image_size(file, name);
    const bool is_known = size && (is_png(file) || file[0] == std::byte{0xff});
    if (!is_known || picture_bytes_ + file.size() > kMaxPictureBytes) {
        note("the picture " + shown + " is left out: " +
             (is_known ? "all pictures together have more than 1 GiB"
              : size   ? "it is neither PNG nor JPEG"
                       : size.error().message));
        return kNone;
    }
    picture_bytes_ += file.size();
    std::vector<Picture>& pictures = result_.world.pictures;
    pictures.push_back(
        {without_controls(name), Shared(std::vector<std::byte>(file.begin(), file.end()))});
    return static_cast<std::uint32_t>(pictures.size() - 1);
}

void MeshBuilder::begin(std::string_view name,
                        std::uint32_t line,
                        std::string_view tag,
                        std::uint32_t entity) {
    Object& object = objects_.emplace_back();
    object.entity = entity;
    object.mesh.name = without_controls(name);
    object.mesh.line = line;
    object.tagged = apply_tag(object.mesh, tag);
    if (object.tagged == Tagged::Unknown) {
        diagnose(Severity::Warning,
                 mesh_name(object.mesh.name, objects_.size() - 1) + unknown_tag(tag),
                 line);
    }
}

std::uint32_t MeshBuilder::add_entity(const std::vector<KeyValue>& keys, const Vec3& origin) {
    Entity& entity = result_.world.entities.emplace_back();
    for (const KeyValue& key : keys) {
        entity.keys.push_back({without_controls(key.key), without_controls(key.value)});
    }
    entity.origin = origin;
    entity.has_origin = true;
    return static_cast<std::uint32_t>(result_.world.entities.size() - 1);
}

bool MeshBuilder::add_polygon(std::span<const MeshCorner> corners, const MeshTriangle& like) {
    triangles_ += corners.size() - 2;
    if (triangles_ > kMaxMeshTriangles) {
        return false;
    }
    Mesh& mesh = object();
    std::vector<Vec3> places;
    for (const MeshCorner& corner : corners) {
        places.push_back(mesh.vertices[corner.vertex]);
    }
    const PolygonTriangles cut = triangles_of(places);
    if (cut.crosses_itself && ++crossing_ == 1) {
        first_crossing_ = like.line;
    }
    for (const std::array<std::uint32_t, 3>& triangle : cut.triangles) {
        MeshTriangle added = like;
        added.corners = {corners[triangle[0]], corners[triangle[1]], corners[triangle[2]]};
        mesh.triangles.push_back(added);
    }
    return true;
}

void MeshBuilder::note(const std::string& message, std::uint32_t line) {
    diagnose(Severity::Note, message, line);
}

void MeshBuilder::diagnose(Severity severity, const std::string& message, std::uint32_t line) {
    result_.diagnostics.push_back({severity, message, {result_.world.source, line}});
}

Error MeshBuilder::error(ErrorCode code, const std::string& message, std::uint32_t line) const {
    return {code, message, {result_.world.source, line}};
}

// name: of the mesh, for notes.
void MeshBuilder::mend(Mesh& mesh, const std::string& name) {
    const Weld weld = weld_vertices(mesh, options_.weld * options_.scale);
    if (weld.moved > 0) {
        note(name + ": " + welded_text(result_.world, weld), mesh.line);
    }
    const bool asks = options_.rooms || options_.flip;
    if (!asks || mesh.filled == Mesh::Filled::Outside || shape_of(mesh).volume >= 0) {
        return;
    }
    if (options_.rooms) {
        mesh.filled = Mesh::Filled::Outside;
        return;
    }
    for (MeshTriangle& triangle : mesh.triangles) {
        std::swap(triangle.corners[1], triangle.corners[2]);
    }
    note(name + " is turned inside out: its faces looked inwards", mesh.line);
}

Result<ReadWorld> MeshBuilder::finish() {
    bool has_triangles = false;
    for (std::size_t i = 0; i < objects_.size(); ++i) {
        Object& object = objects_[i];
        if (object.mesh.triangles.empty()) {
            continue;
        }
        if (object.tagged == Tagged::LeftOut) {
            note(mesh_name(object.mesh.name, i) + " is left out, as its tag says",
                 object.mesh.line);
            continue;
        }
        has_triangles = true;
        std::vector<Mesh>& meshes = result_.world.entities[object.entity].meshes;
        meshes.push_back(std::move(object.mesh));
        if (!mesh_problem(meshes.back())) {
            const auto number = static_cast<std::uint32_t>(meshes.size() - 1);
            mend(meshes.back(), describe_mesh(result_.world, object.entity, number));
        }
    }
    if (crossing_ > 0) {
        diagnose(Severity::Warning,
                 (crossing_ == 1 ? "a face crosses itself"
                                 : std::to_string(crossing_) + " faces cross themselves; the first "
                                                               "is here") +
                     std::string(": some of its triangles overlap or face the wrong way; cut it "
                                 "into triangles in the program that made it"),
                 first_crossing_);
    }
    if (!has_triangles) {
        return std::unexpected(error(ErrorCode::Geometry, "the file holds no object with faces"));
    }
    return std::move(result_);
}

std::optional<Error> problem_before_reading(std::size_t size,
                                            const std::string& source,
                                            const MeshReadOptions& options) {
    if (const std::optional<BadOption> bad = bad_option(options)) {
        return to_error(*bad);
    }
    return size > std::numeric_limits<std::uint32_t>::max()
               ? std::optional(Error{ErrorCode::Limit, "the file has 4 GiB or more", {source}})
               : std::nullopt;
}

std::string too_many_triangles() {
    return "the file has more than " + std::to_string(kMaxMeshTriangles) +
           " triangles, counted in each place where an object stands";
}

std::string points_left_out() {
    return "points and lines are left out";
}

std::string wrong_corners(std::size_t count) {
    return count < 3 ? "a face has " + std::to_string(count) + " corners; it needs at least three"
                     : "a face has more than " + std::to_string(kMaxMeshCorners) +
                           " corners; cut it into smaller faces";
}

std::string mesh_name(std::string_view name, std::size_t number) {
    return name.empty() ? "object " + std::to_string(number) : "object '" + std::string(name) + "'";
}

std::optional<BadOption> bad_option(const MeshReadOptions& options) {
    if (options.rooms && options.flip) {
        return BadOption{"flip", "it cannot be asked for together with rooms"};
    }
    const std::optional<BadOption> bad_scale =
        bad_number("scale", options.scale, {kMinScale, kMaxScale});
    return bad_scale ? bad_scale : bad_number("weld", options.weld, {0, kMaxWeld / options.scale});
}

}  // namespace halfspace
