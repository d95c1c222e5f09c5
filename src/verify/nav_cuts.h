// SPDX-License-Identifier: MIT
// The part of verify that finds where doors and areas cut the floor, without the module that makes
// meshes.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/world/world.h"

#include "level/shared/cells.h"
#include "verify/verify_brushes.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace halfspace {

// Positions of a body, behind all sides.
struct CutPlaces {
    // The model of a door, which closes these positions; or an area, an index in nav_areas.
    std::uint32_t owner;
    std::vector<PlaneId> sides;
    Aabb box;  // around them [grid steps]
};

// What closes or names positions of the body of a space.
struct NavCuts {
    std::vector<CutPlaces> doors;  // of all doors (is_nav_door), by model
    std::vector<CutPlaces> areas;  // of all brushes; where they overlap, the first one counts
};

// The areas that the source's entities func_nav_area make, as the level should list them.
struct NavAreasOfSource {
    std::vector<std::string> names;
    std::vector<float> costs;
    std::vector<std::uint32_t> of_entity;  // kNone: none
};
NavAreasOfSource areas_of_source(const Level& level, const World& source);
// Compares them with nav_areas.
void check_area_records(const Level& level,
                        const NavAreasOfSource& areas,
                        Differences& differences);

// Adds the planes to the table.
NavCuts nav_cuts(const Level& level,
                 const World& source,
                 std::span<const RebuiltBrush> brushes,
                 const NavAreasOfSource& areas,
                 SpaceId space,
                 LevelPlanes& planes);

// What is wrong with a polygon that lies partly in a door's places, or whose records name other
// doors than those in whose places it lies; empty: nothing. polygon: its number in the level.
std::string door_problem(const Level& level,
                         std::span<const CutPlaces> doors,
                         std::uint32_t number,
                         const Polygon& polygon,
                         Predicates& predicates);

// What is wrong with a polygon of which a part is in another area than it says; empty: nothing.
std::string area_problem(const Level& level,
                         std::span<const CutPlaces> areas,
                         std::uint32_t number,
                         const Polygon& polygon,
                         Predicates& predicates);

}  // namespace halfspace
