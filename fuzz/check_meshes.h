// SPDX-License-Identifier: MIT
// What the fuzzers of the readers of meshes share: traps where a result breaks what mesh_reader.h
// and mesh.h promise.
#pragma once

#include "formats/shared/mesh_reader.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace halfspace::fuzz {

inline void require(bool condition) {
    if (!condition) {
        __builtin_trap();
    }
}

inline void check_mesh(const Mesh& mesh, const World& world) {
    require(!mesh_problem(mesh));
    for (const MeshTriangle& triangle : mesh.triangles) {
        require(triangle.material.value < world.materials.size());
        require(triangle.opacity >= 0 && triangle.opacity <= 1);
        for (const MeshCorner& corner : triangle.corners) {
            require(std::isfinite(corner.u) && std::isfinite(corner.v));
        }
    }
    const MeshShape shape = shape_of(mesh);
    require(std::isfinite(shape.volume) && std::isfinite(shape.area));
    require(shape.positions <= mesh.vertices.size());
    require(shape.component.size() == mesh.triangles.size());
}

// size: of the input, which bounds the lines of a text.
inline int check(const Result<ReadWorld>& result, std::size_t size) {
    if (!result) {
        const Error& error = result.error();
        require(error.where.line <= size + 1);
        require(!error.message.empty() && error.message.size() < 1000);
        for (const char c : error.message) {
            require(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f);
        }
        return 0;
    }
    const World& world = result->world;
    require(!world.entities.empty() && world.entities[0].value("classname") == "worldspawn");
    for (const Entity& entity : world.entities) {
        for (const Mesh& mesh : entity.meshes) {
            check_mesh(mesh, world);
        }
    }
    return 0;
}

inline std::span<const std::byte> as_bytes(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const std::byte*>(data), size};
}

}  // namespace halfspace::fuzz
