// SPDX-License-Identifier: MIT
// Whether a polygon of a mesh contains a point, seen from above.
#pragma once

#include "nav/flat.h"
#include "nav/mesh_data.h"

namespace halfspace {

// The border counts. Exact for the polygon of the rounded corners, also where rounding has made it
// concave: so polygons that share their edges leave no gap. The parity of the edges to the right
// decides. REQUIRES: no coordinate is tiny (without_tiny).
inline bool contains(const NavMeshData& mesh, std::uint32_t polygon, const Vec3& p) {
    bool is_inside = false;
    const Vec3* a = &mesh.vertices[mesh.edges[mesh.first_edges[polygon + 1] - 1].vertex];
    for (std::uint32_t e = mesh.first_edges[polygon]; e < mesh.first_edges[polygon + 1]; ++e) {
        const Vec3* const b = &mesh.vertices[mesh.edges[e].vertex];
        if ((a->y > p.y) != (b->y > p.y)) {
            const int side = side_of(*a, *b, p);
            if (side == 0) {
                return true;
            }
            is_inside ^= (b->y > a->y) == (side > 0);
        } else if (b->y == p.y && (b->x == p.x || (a->y == p.y && is_between(*a, *b, p)))) {
            return true;
        }
        a = b;
    }
    return is_inside;
}

}  // namespace halfspace
