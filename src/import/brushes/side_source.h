// SPDX-License-Identifier: MIT
// What the World says about a side of a solid, whatever the solid comes from, or about a polygon or
// a patch.
#pragma once

#include "import/brushes/brush_import.h"
#include "world/shared/texture.h"

namespace halfspace {

struct SideSource {
    MaterialId material;
    SurfaceKind surface = SurfaceKind::Drawn;
    double opacity = 1;
    std::uint32_t line = 0;
};

// source: SolidBrush::Side::source, or the triangle of a tile. A side of a facet is never drawn,
// because a model of its own draws the curve. Nor is a side that only divides the solid of a mesh.
SideSource source_of(const World& world, const SolidBrush& brush, std::uint32_t source);

// Where the texture lies. REQUIRES: the brush is no facet, and `source` is not kNone.
TextureMapping texture_of(const World& world, const SolidBrush& brush, std::uint32_t source);

}  // namespace halfspace
