// SPDX-License-Identifier: MIT
// The records of a compiled Quake III level, as they are in the file, with all references between
// them checked.
#pragma once

#include "halfspace/base/error.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace::bsp {

struct Shader {
    std::array<char, 64> name;
    std::uint32_t surface_flags;
    std::uint32_t contents;
};

struct Plane {
    std::array<float, 3> normal;
    float distance;
};

struct Model {
    std::array<float, 6> box;
    std::int32_t first_surface;
    std::int32_t surface_count;
    std::int32_t first_brush;
    std::int32_t brush_count;
};

struct CompiledBrush {
    std::int32_t first_side;
    std::int32_t side_count;
    std::int32_t shader;
};

struct Side {
    std::int32_t plane;
    std::int32_t shader;
};

struct Vertex {
    std::array<float, 3> place;
    std::array<float, 2> texture;
    std::array<float, 2> lightmap;
    std::array<float, 3> normal;
    std::array<std::uint8_t, 4> colour;
};

enum class SurfaceType : std::int32_t { Planar = 1, Patch = 2, Triangles = 3, Flare = 4 };

struct DrawSurface {
    std::int32_t shader;
    std::int32_t fog;
    SurfaceType type;
    std::int32_t first_vertex;
    std::int32_t vertex_count;
    std::int32_t first_index;
    std::int32_t index_count;
    std::array<std::int32_t, 5> lightmap;
    std::array<float, 12> lightmap_axes;
    std::int32_t patch_width;
    std::int32_t patch_height;
};

struct File {
    std::string_view entities;  // points into the bytes; ends before their first NUL
    std::vector<Shader> shaders;
    std::vector<Plane> planes;
    std::vector<Model> models;  // at least one
    std::vector<CompiledBrush> brushes;
    std::vector<Side> sides;
    std::vector<Vertex> vertices;
    std::vector<std::int32_t> indices;  // index of a vertex, counted from the surface's first one
    std::vector<DrawSurface> surfaces;
};

// Reads and checks a file. Every index and range of a record lies within the records that it refers
// to. Planes of sides have finite numbers and normals of length 1. Positions of used vertices are
// finite. The models together have at most as many brushes and surfaces as the file, the brushes at
// most as many sides, the surfaces at most as many vertices, and a surface has at most twelve
// indices for each vertex; so a walk over all of them takes linear time. Patches have odd sizes
// from 3 to 129 and as many vertices as they need. Errors: as read_bsp.
Result<File> read_file(std::span<const std::byte> bytes, const std::string& source);

// The name up to its first NUL.
std::string_view name_of(const Shader& shader);

// The records [first, first + count). REQUIRES: they exist.
template <class T>
std::span<const T> range(const std::vector<T>& records, std::int32_t first, std::int32_t count) {
    return std::span<const T>(records).subspan(static_cast<std::size_t>(first),
                                               static_cast<std::size_t>(count));
}

}  // namespace halfspace::bsp
