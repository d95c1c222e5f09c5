// SPDX-License-Identifier: MIT
// Where textures lie on the sides of compiled brushes. The file no longer says it; the triangles
// that it draws there show it.
#pragma once

#include "halfspace/world/world.h"

#include "formats/bsp/bsp_file.h"
#include "formats/bsp/bsp_hull.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace halfspace::bsp {

// The triangles of one model's planar surfaces.
class DrawnTriangles {
public:
    // REQUIRES: file outlives it.
    DrawnTriangles(const File& file, const Model& model);

    // How the texture of the triangle lies that covers the most of a side's face and bears its
    // shader, in the model's coordinates; nullopt if none covers any. Linear in the triangles of
    // the shader at the plane's distance, up to a fixed number.
    std::optional<TextureProjection> projection(const Hull& hull, std::size_t side) const;

private:
    struct Triangle {
        std::array<const Vertex*, 3> corners;
    };
    struct Best {
        double area = 0;
        const Triangle* triangle = nullptr;
    };

    void add(const DrawSurface& surface);
    void look(Best& best,
              const std::vector<Triangle>& triangles,
              const Hull& hull,
              std::size_t side) const;

    const File* file_;
    // By shader and whole units of the plane's distance.
    std::unordered_map<std::uint64_t, std::vector<Triangle>> by_place_;
};

}  // namespace halfspace::bsp
