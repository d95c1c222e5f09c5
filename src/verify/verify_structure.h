// SPDX-License-Identifier: MIT
// The part of verify that proves the cluster tree, its portals and what is outside. It cuts the
// cells out of the world's box and finds their neighbours by itself.
#pragma once

#include "halfspace/verify/verify.h"

#include "verify/verify_bodies.h"
#include "verify/verify_surfaces.h"

#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

struct StructureCheck {
    std::uint64_t leaves = 0;   // leaves of the cluster tree that were checked
    std::uint64_t volumes = 0;  // volumes that reach into cells, counted once for each cell
    std::uint64_t portals = 0;
    // The cells of Void, once for each space whose body holds its own position. They belong to the
    // world.
    std::vector<RebuiltVolume> outside;
};

// surface: the world's polygons; empty in a world of brushes. Checks that
// - each leaf of the cluster tree holds what the brushes that are no detail give to it, or Void; in
//   a world of polygons, what the surface makes it;
// - whatever shares an area with a leaf of Void is Void or seals, or the area is a crack that the
//   import may have opened: it is narrower than twice the largest move of a side;
// - no entity without brushes touches Void: so no entity reaches what is called outside;
// - areas and area portals follow from the portals and the entities (verify_areas.h);
// - the portals are where two clusters share an area, and nowhere else, with the same corners.
StructureCheck check_structure(const Level& level,
                               const World& source,
                               std::span<const RebuiltBrush> brushes,
                               const RebuiltSurface& surface,
                               LevelPlanes& planes,
                               const VerifyOptions& options,
                               Differences& differences);

}  // namespace halfspace
