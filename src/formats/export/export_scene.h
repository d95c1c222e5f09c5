// SPDX-License-Identifier: MIT
// A level's faces in the order in which files of meshes want them: by entity and material. What
// the writers of glTF and OBJ have in common.
#pragma once

#include "halfspace/formats/export.h"
#include "halfspace/math/vec.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace halfspace {

// A material of the file: one of the level's as some of its faces show it.
struct ExportMaterial {
    std::uint32_t material = 0;  // of the level
    std::uint32_t opacity = 255;
    bool is_two_sided = false;
    bool is_sky = false;

    friend auto operator<=>(const ExportMaterial&, const ExportMaterial&) = default;
};

struct ExportPart {
    std::uint32_t material = 0;  // into ExportScene::materials
    std::vector<std::uint32_t> faces;
};

struct ExportObject {
    std::string name;  // no two are the same; bytes as in the level
    // Map units: the first model's origin, else the key's; nullopt without either.
    std::optional<Vec3> origin;
    std::vector<ExportPart> parts;  // by material, faces in the level's order
};

struct ExportScene {
    std::vector<ExportMaterial> materials;  // that are used, sorted
    std::vector<ExportObject> objects;      // one for each entity
    std::size_t faces = 0;
};

enum class SkyFaces : std::uint8_t { Keep, LeaveOut };

ExportScene export_scene(const Level& level, SkyFaces sky);

// Where the level's points are in a file.
struct ExportFrame {
    UpAxis up = UpAxis::Y;
    double scale = 1;  // units of the file in a map unit
};

// Along the file's axes; no number is -0.
Vec3 turned(const Vec3& vector, UpAxis up);
// A point relative to an origin, both in map units. It is infinite if floats do not reach as far.
std::array<float, 3> file_point(const Vec3& point, const Vec3& origin, const ExportFrame& frame);
bool is_in_range(const std::array<float, 3>& point);

// Of a face's front, along the level's axes, length 1.
Vec3 face_normal(const Level& level, const FaceRecord& face);
Vec3 corner_point(const Level& level, std::uint32_t corner);  // corner: into face_vertices

Error too_far_out();

}  // namespace halfspace
