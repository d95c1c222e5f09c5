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

// The point, if the polygon contains it; else a point that is a little nearer to the middle of the
// polygon. So rounding cannot put a wall between a place on the border and the mesh. For a polygon
// without an inside, the point.
inline Vec3 moved_inside(const NavMeshData& mesh, std::uint32_t polygon, const Vec3& point) {
    const Vec3 p = without_tiny(point);
    if (contains(mesh, polygon, p)) {
        return p;
    }
    const std::uint32_t end = mesh.first_edges[polygon + 1];
    Vec3 sum;
    for (std::uint32_t e = mesh.first_edges[polygon]; e < end; ++e) {
        sum += mesh.from(e);
    }
    const Vec3 middle = sum / static_cast<double>(end - mesh.first_edges[polygon]);
    for (double step = 0x1p-50; step < 1; step *= 2) {
        const Vec3 nearer = without_tiny(lerp(p, middle, step));
        if (contains(mesh, polygon, nearer)) {
            return nearer;
        }
    }
    return p;
}

}  // namespace halfspace
