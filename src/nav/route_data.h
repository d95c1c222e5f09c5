// SPDX-License-Identifier: MIT
// What the search of a route wants to know of a mesh at once.
#pragma once

#include "nav/mesh_data.h"

namespace halfspace {

// Fills NavMeshData::beyond, are_plain, are_ends and widths. REQUIRES: all else is there. Cost:
// linear in the edges.
void find_route_data(NavMeshData& mesh);

}  // namespace halfspace
