// SPDX-License-Identifier: MIT
// Worlds that are hard on a compiler, generated from seeds. Every brush is a solid: bounded, with
// an inside. All numbers lie on the 1/8 grid, but for thin panels and shaved brushes, which are
// made of decimals.
#pragma once

#include "halfspace/world/world.h"

#include <array>
#include <cstdint>
#include <string>

namespace halfspace::test {

enum class SceneKind : std::uint8_t {
    RotatedBoxes,     // overlapping, at any angle
    PieWedges,        // around one axis, most of them sharing their radial planes
    Slivers,          // thin tetrahedra with angles down to a fraction of a degree
    TiltedPlates,     // stacked and tilted by a hair: near-coplanar faces
    ThinPanels,       // 0.1 units thick, crossing, off every binary grid
    TerrainPrisms,    // triangles of a height field down to a common floor
    RedundantPlanes,  // boxes with sides that only touch them or miss them
    ShavedBrushes,    // boxes with sides that cut 0.001 to 0.02 units off an edge or a corner
};

inline constexpr std::array<SceneKind, 8> kAllScenes{SceneKind::RotatedBoxes,
                                                     SceneKind::PieWedges,
                                                     SceneKind::Slivers,
                                                     SceneKind::TiltedPlates,
                                                     SceneKind::ThinPanels,
                                                     SceneKind::TerrainPrisms,
                                                     SceneKind::RedundantPlanes,
                                                     SceneKind::ShavedBrushes};

enum class SceneContents : std::uint8_t { Solid, Mixed };

// A world of one entity with that many brushes within some 2048 units of the origin. With Mixed,
// contents are drawn from solid, detail, fence, water, slime, lava, sky and clips.
// REQUIRES: brushes >= 1.
World make_scene(SceneKind kind,
                 int brushes,
                 std::uint64_t seed,
                 SceneContents contents = SceneContents::Solid);

// "rotated_boxes" and so on.
std::string to_string(SceneKind kind);

}  // namespace halfspace::test
