// SPDX-License-Identifier: MIT
// The areas that a designer gives to parts of the floor, by entities func_nav_area, and where they
// cut it.
#pragma once

#include "halfspace/nav_build/build_nav.h"

#include "nav_build/volume_cuts.h"

#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

// An entity func_nav_area.
struct AreaEntity {
    EntityId entity;
    std::uint32_t area;  // in NavAreas::records
    // Whether the feet of a body that stands on the floor can be in it.
    bool has_floor = false;
};

struct NavAreas {
    // In the order of their first entities. The cost is the highest of the entities of this name.
    std::vector<NavAreaRecord> records;
    // The area with the highest cost comes first; of equal costs, the first area.
    std::vector<AreaEntity> entities;
    std::vector<NavDropped> dropped;  // entities that make no area, without places
};
// The key `area` of an entity is the name of its area, the key `cost` its cost. Cost: n log n.
NavAreas areas_of(const Level& level);

// A brush of an area, as positions of a body whose feet are in the brush. The feet are the middle
// of the underside of the body's box.
struct AreaVolume {
    std::uint32_t entity;  // in NavAreas::entities
    CutVolume volume;
};
// All brushes, in the order of the entities. Adds the planes to the table.
std::vector<AreaVolume> area_volumes(const Level& level,
                                     std::span<const AreaEntity> entities,
                                     SpaceId space,
                                     LevelPlanes& planes);

// Cuts the pieces so that each is inside or outside of each area, and sets FloorPiece::area. Where
// volumes overlap, the first one counts. Sets AreaEntity::has_floor.
// Cost: the pieces times the volumes, and a few cuts for each pair that meets.
std::vector<FloorPiece> cut_by_areas(std::vector<FloorPiece> pieces,
                                     std::span<const AreaVolume> volumes,
                                     std::span<AreaEntity> entities,
                                     Predicates& predicates);

}  // namespace halfspace
