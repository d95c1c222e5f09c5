// SPDX-License-Identifier: MIT
// The part of verify that holds the leaves of a model against the source's polygons.
#pragma once

#include "import/winding.h"
#include "verify/verify_brushes.h"

#include <optional>
#include <vector>

namespace halfspace {

// An entity's polygons on the level's grid. The field looks at them, so it is not copied.
struct RebuiltSurface {
    std::vector<Polygon> polygons;
    std::vector<std::uint32_t> lines;   // in the source
    std::optional<WindingField> field;  // unless the surface is open: then all of it is empty
    Contents outside = Contents::Empty;

    RebuiltSurface() = default;
    RebuiltSurface(RebuiltSurface&&) noexcept = default;
    RebuiltSurface& operator=(RebuiltSurface&&) noexcept = default;

    bool is_empty() const { return polygons.empty(); }
    // What the surface makes of a point that is on none of its polygons.
    Contents contents_at(const InteriorPoint& point, Predicates& predicates) const;
};

// By the source's entity. The polygons' planes are added to the table. Polygons that cannot be read
// are differences.
std::vector<RebuiltSurface> rebuild_surfaces(const Level& level,
                                             const World& source,
                                             LevelPlanes& planes,
                                             Differences& differences);

// True if some of the polygon is strictly inside of the cell. Exact.
bool runs_through(Polygon polygon, const Polyhedron& cell, Predicates& predicates);

}  // namespace halfspace
