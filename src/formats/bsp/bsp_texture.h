// SPDX-License-Identifier: MIT
// Finds where textures lie on the sides of compiled brushes. The file does not store this, but the
// triangles that it draws on a side show it.
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

    // The texture projection of the triangle that covers most of the side's face and has its
    // shader, in the model's coordinates. nullopt if no triangle covers any of it. Cost: linear in
    // the triangles of this shader at the plane's distance, up to a fixed number.
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
    // Key: the shader and the plane's distance in whole units.
    std::unordered_map<std::uint64_t, std::vector<Triangle>> by_place_;
};

}  // namespace halfspace::bsp
