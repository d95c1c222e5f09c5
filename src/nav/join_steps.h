// SPDX-License-Identifier: MIT
// Steps of stairs as edges that two polygons share.
#pragma once

#include "halfspace/nav/nav_mesh.h"

#include <vector>

namespace halfspace {

struct JoinedRecords {
    std::vector<NavEdgeRecord> edges;
    std::vector<Vec3> vertices;
};

// Edges and vertices of the records, where the polygons on both sides of each step are neighbours:
// seen from above, the edges of a step are one. Vertices that no edge names are left out. REQUIRES:
// the indices of edges, polygons and steps are in range.
JoinedRecords join_steps(const NavRecords& records);

}  // namespace halfspace
