// SPDX-License-Identifier: MIT
// Compiled Quake III levels made record by record.
#pragma once

#include "halfspace/math/vec.h"

#include "base/shared/bytes.h"
#include "formats/bsp/bsp_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace::test {

inline constexpr std::uint32_t kBspSolid = 1;
inline constexpr std::uint32_t kBspTranslucent = 1u << 29;
inline constexpr std::uint32_t kBspNoDraw = 0x80;

struct BspSource {
    std::string entities = "{\n\"classname\" \"worldspawn\"\n}\n";
    std::vector<bsp::Shader> shaders;
    std::vector<bsp::Plane> planes;
    std::vector<bsp::Model> models{bsp::Model{}};
    std::vector<bsp::CompiledBrush> brushes;
    std::vector<bsp::Side> sides;
    std::vector<bsp::Vertex> vertices;
    std::vector<std::int32_t> indices;
    std::vector<bsp::DrawSurface> surfaces;

    std::int32_t add_shader(std::string_view name,
                            std::uint32_t contents,
                            std::uint32_t surface_flags = 0) {
        bsp::Shader shader{{}, surface_flags, contents};
        std::copy(name.begin(), name.end(), shader.name.begin());
        shaders.push_back(shader);
        return static_cast<std::int32_t>(shaders.size()) - 1;
    }

    // Begins a brush of the last model.
    void add_brush(std::int32_t shader) {
        brushes.push_back({static_cast<std::int32_t>(sides.size()), 0, shader});
        ++models.back().brush_count;
    }

    // A side of the last brush, with a normal of any length.
    void add_side(const Vec3& normal, double distance, std::int32_t shader) {
        const double size = length(normal);
        planes.push_back({{static_cast<float>(normal.x / size),
                           static_cast<float>(normal.y / size),
                           static_cast<float>(normal.z / size)},
                          static_cast<float>(distance / size)});
        sides.push_back({static_cast<std::int32_t>(planes.size()) - 1, shader});
        ++brushes.back().side_count;
    }

    void add_box(const Vec3& min, const Vec3& max, std::int32_t shader) {
        add_brush(shader);
        add_side({-1, 0, 0}, -min.x, shader);
        add_side({1, 0, 0}, max.x, shader);
        add_side({0, -1, 0}, -min.y, shader);
        add_side({0, 1, 0}, max.y, shader);
        add_side({0, 0, -1}, -min.z, shader);
        add_side({0, 0, 1}, max.z, shader);
    }

    // Begins another model, which gets what is added from here on.
    void add_model() {
        models.push_back({{},
                          static_cast<std::int32_t>(surfaces.size()),
                          0,
                          static_cast<std::int32_t>(brushes.size()),
                          0});
    }

    void add_surface(bsp::SurfaceType type,
                     std::int32_t shader,
                     const std::vector<bsp::Vertex>& corners,
                     const std::vector<std::int32_t>& corner_indices = {}) {
        bsp::DrawSurface surface{};
        surface.shader = shader;
        surface.type = type;
        surface.first_vertex = static_cast<std::int32_t>(vertices.size());
        surface.vertex_count = static_cast<std::int32_t>(corners.size());
        surface.first_index = static_cast<std::int32_t>(indices.size());
        surface.index_count = static_cast<std::int32_t>(corner_indices.size());
        vertices.insert(vertices.end(), corners.begin(), corners.end());
        indices.insert(indices.end(), corner_indices.begin(), corner_indices.end());
        surfaces.push_back(surface);
        ++models.back().surface_count;
    }

    // corners: row by row.
    void add_patch(std::int32_t shader,
                   std::int32_t width,
                   std::int32_t height,
                   const std::vector<bsp::Vertex>& corners) {
        add_surface(bsp::SurfaceType::Patch, shader, corners);
        surfaces.back().patch_width = width;
        surfaces.back().patch_height = height;
    }

    std::vector<std::byte> bytes() const {
        ByteWriter out;
        out.write_bytes(std::as_bytes(std::span(std::string_view("IBSP"))));
        out.write(std::int32_t{46});
        for (int i = 0; i < 2 * 17; ++i) {
            out.write(std::int32_t{0});
        }
        const auto add = [&](std::size_t lump, std::span<const std::byte> records) {
            out.overwrite(8 + 8 * lump, static_cast<std::int32_t>(out.size()));
            out.overwrite(12 + 8 * lump, static_cast<std::int32_t>(records.size()));
            out.write_bytes(records);
            out.align(4);
        };
        add(0, std::as_bytes(std::span(entities.c_str(), entities.size() + 1)));
        add(1, std::as_bytes(std::span(shaders)));
        add(2, std::as_bytes(std::span(planes)));
        add(7, std::as_bytes(std::span(models)));
        add(8, std::as_bytes(std::span(brushes)));
        add(9, std::as_bytes(std::span(sides)));
        add(10, std::as_bytes(std::span(vertices)));
        add(11, std::as_bytes(std::span(indices)));
        add(13, std::as_bytes(std::span(surfaces)));
        return out.take();
    }
};

inline bsp::Vertex bsp_vertex(const Vec3& place, float u, float v, const Vec3& normal = {0, 0, 1}) {
    return {
        {static_cast<float>(place.x), static_cast<float>(place.y), static_cast<float>(place.z)},
        {u, v},
        {},
        {static_cast<float>(normal.x), static_cast<float>(normal.y), static_cast<float>(normal.z)},
        {}};
}

// A level with one of everything: a floor, a door with an origin, a patch and loose triangles.
inline BspSource small_bsp() {
    BspSource level;
    level.entities +=
        "{\n\"classname\" \"func_door\"\n\"model\" \"*1\"\n\"origin\" \"64 32 8\"\n}\n";
    const std::int32_t stone = level.add_shader("textures/base/stone", kBspSolid);
    level.add_shader("textures/common/caulk", kBspSolid, kBspNoDraw);
    level.add_box({0, 0, -8}, {256, 256, 0}, stone);
    level.add_surface(bsp::SurfaceType::Planar,
                      stone,
                      {bsp_vertex({0, 0, 0}, 0, 0),
                       bsp_vertex({256, 0, 0}, 2, 0),
                       bsp_vertex({256, 256, 0}, 2, -4)},
                      {0, 1, 2});
    std::vector<bsp::Vertex> points;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 5; ++column) {
            points.push_back(bsp_vertex({16.0 * column, 0.1F * row, 16.0 * row},
                                        static_cast<float>(column),
                                        static_cast<float>(-row)));
        }
    }
    level.add_patch(stone, 5, 3, points);
    level.add_surface(bsp::SurfaceType::Triangles, stone, {bsp_vertex({0, 0, 0}, 0, 0)});
    level.add_model();
    level.add_box({-4, -32, 0}, {4, 32, 96}, stone);
    return level;
}

}  // namespace halfspace::test
