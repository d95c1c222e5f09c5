// SPDX-License-Identifier: MIT
// A level's faces sorted by entity and material, as files of meshes want them. Shared by the
// writers of glTF and OBJ.
#pragma once

#include "halfspace/formats/export.h"
#include "halfspace/math/vec.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace halfspace {

// A material of the file: a material of the level, as some of its faces show it.
struct ExportMaterial {
    std::uint32_t material = 0;  // index in the level
    std::uint32_t opacity = 255;
    bool is_two_sided = false;
    bool is_sky = false;

    friend auto operator<=>(const ExportMaterial&, const ExportMaterial&) = default;
};

struct ExportPart {
    std::uint32_t material = 0;  // index into ExportScene::materials
    std::vector<std::uint32_t> faces;
};

struct ExportObject {
    std::string name;  // unique; the bytes are those of the level
    // The origin of the entity's first model, else its key `origin` [map units]; nullopt without
    // either.
    std::optional<Vec3> origin;
    std::vector<ExportPart> parts;  // sorted by material; faces in the level's order
};

struct ExportScene {
    std::vector<ExportMaterial> materials;  // the used ones, sorted
    std::vector<ExportObject> objects;      // one for each entity
    std::size_t faces = 0;
};

enum class SkyFaces : std::uint8_t { Keep, LeaveOut };

ExportScene export_scene(const Level& level, SkyFaces sky);

// How the level's points become points of a file.
struct ExportFrame {
    UpAxis up = UpAxis::Y;
    double scale = 1;  // length of a map unit in units of the file
};

// A point relative to an origin, both in map units, as floats. A number is infinite if it is too
// large for a float.
std::array<float, 3> file_point(const Vec3& point, const Vec3& origin, const ExportFrame& frame);
bool is_in_range(const std::array<float, 3>& point);

// The normal of a face's front along the level's axes, of length 1.
Vec3 face_normal(const Level& level, const FaceRecord& face);
Vec3 corner_point(const Level& level, std::uint32_t corner);  // corner: into face_vertices

Error too_far_out();

}  // namespace halfspace
