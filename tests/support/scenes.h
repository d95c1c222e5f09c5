// SPDX-License-Identifier: MIT
// Generates worlds that are hard for a compiler, from seeds. Every brush is a bounded solid. All
// coordinates lie on the grid of 1/8, except those of thin panels and shaved brushes, which are
// decimals.
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
    ThinPanels,       // 0.1 units thick and crossing; on no binary grid
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

// A world of one entity with this number of brushes, within about 2048 units of the origin. With
// SceneContents::Mixed the contents are drawn from solid, detail, fence, water, slime, lava, sky
// and clips. REQUIRES: brushes >= 1.
World make_scene(SceneKind kind,
                 int brushes,
                 std::uint64_t seed,
                 SceneContents contents = SceneContents::Solid);

// The name of a kind, such as "rotated_boxes".
std::string to_string(SceneKind kind);

}  // namespace halfspace::test
