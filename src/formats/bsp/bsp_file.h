// SPDX-License-Identifier: MIT
// The records of a compiled Quake III level, as the file holds them, with every reference between
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
    std::string_view entities;  // of the bytes it was read from, up to the first NUL
    std::vector<Shader> shaders;
    std::vector<Plane> planes;
    std::vector<Model> models;  // at least one
    std::vector<CompiledBrush> brushes;
    std::vector<Side> sides;
    std::vector<Vertex> vertices;
    std::vector<std::int32_t> indices;  // of a surface's vertices
    std::vector<DrawSurface> surfaces;
};

// Every index and range within a record lies within what it refers to; planes of sides have finite
// numbers and normals of length 1; places of vertices that are used are finite. Models together
// have no more brushes and surfaces than there are, brushes no more sides, surfaces no more
// vertices, and a surface has at most twelve indices for each vertex, so that going through all of
// them is linear. Patches have odd sizes from 3 to 129 and as many vertices. Errors: as read_bsp.
Result<File> read_file(std::span<const std::byte> bytes, const std::string& source);

// Up to its first NUL.
std::string_view name_of(const Shader& shader);

// The records from `first` on. REQUIRES: they are there.
template <class T>
std::span<const T> range(const std::vector<T>& records, std::int32_t first, std::int32_t count) {
    return std::span<const T>(records).subspan(static_cast<std::size_t>(first),
                                               static_cast<std::size_t>(count));
}

}  // namespace halfspace::bsp
