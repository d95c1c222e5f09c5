// SPDX-License-Identifier: MIT
// The part of verify that rebuilds the source's polygons, with which the leaves of a model are
// compared.
#pragma once

#include "import/surfaces/winding.h"
#include "verify/verify_brushes.h"

#include <optional>
#include <span>
#include <vector>

namespace halfspace {

// An entity's polygons on the level's grid. It cannot be copied, because `field` points into
// `polygons`.
struct RebuiltSurface {
    const World* source = nullptr;
    std::uint32_t entity = 0;
    std::vector<Polygon> polygons;
    std::vector<std::uint32_t> numbers;  // of each polygon in the entity
    std::optional<WindingField> field;   // none if the surface is open: then all is empty
    Contents outside = Contents::Empty;

    RebuiltSurface() = default;
    RebuiltSurface(RebuiltSurface&&) noexcept = default;
    RebuiltSurface& operator=(RebuiltSurface&&) noexcept = default;

    bool is_empty() const { return polygons.empty(); }
    // "polygon 7 of worldspawn near 0 0 64 (line 40)".
    std::string describe(std::size_t polygon) const;
    // The contents of a point. REQUIRES: the point lies on no polygon.
    Contents contents_at(const InteriorPoint& point, Predicates& predicates) const;
};

struct RebuiltSurfaces {
    std::vector<RebuiltSurface> of_entity;
    double largest_move = 0;  // how far a corner moved to the grid [map units]
};

// The surfaces of all entities of the source. Adds the polygons' planes to the table. A polygon
// that cannot be imported is a difference. drawn_entities: see ImportedMeshes; all of them is
// empty.
RebuiltSurfaces rebuild_surfaces(const Level& level,
                                 const World& source,
                                 std::span<const std::uint32_t> drawn_entities,
                                 OpenSurfaces open_surfaces,
                                 LevelPlanes& planes,
                                 Differences& differences);

// True if a part of the polygon lies strictly inside the cell. Exact.
bool runs_through(Polygon polygon, const Polyhedron& cell, Predicates& predicates);

}  // namespace halfspace
