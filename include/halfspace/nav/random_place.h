// SPDX-License-Identifier: MIT
// Random places of a navigation mesh, for patrols and for tests.
#pragma once

#include "halfspace/nav/nav_mesh.h"

#include <cstdint>
#include <optional>

namespace halfspace {

// A place of the mesh: equal areas, seen from above, get equally many places. `seed` is any number,
// such as 1, 2, 3: it is mixed. Equal seeds give equal places on every machine. nullopt if the mesh
// has no area. A place may be where a door, a low lift, a teleporter or a push is (has_door;
// is_free of query/free.h with the models where they are). Nothing is allocated. Cost: log n.
std::optional<NavPlace> random_place(const NavMesh& mesh, std::uint64_t seed);

// The same within one island. REQUIRES: island < mesh.island_count().
std::optional<NavPlace> random_place_on_island(const NavMesh& mesh,
                                               std::uint32_t island,
                                               std::uint64_t seed);

// The same within one area; an invalid one: outside of all areas. REQUIRES: an area of the mesh.
std::optional<NavPlace> random_place_in_area(const NavMesh& mesh,
                                             NavAreaId area,
                                             std::uint64_t seed);

}  // namespace halfspace
