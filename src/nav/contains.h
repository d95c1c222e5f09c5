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

// A point in a polygon of the mesh.
struct InnerPoint {
    std::uint32_t polygon;
    Vec3 point;
};

// The place, in the piece of its polygon that contains it. If rounding has put it outside, a point
// that is a little nearer to the middle of the polygon: so no wall is between a place on the border
// and the mesh. For a polygon without an inside, the place as it is.
inline InnerPoint inner_point(const NavMeshData& mesh, const NavPlace& place) {
    const std::uint32_t first = mesh.first_pieces[place.polygon.value];
    const std::uint32_t end = mesh.first_pieces[place.polygon.value + 1];
    const Vec3 p = without_tiny(place.position);
    for (std::uint32_t piece = first; piece < end; ++piece) {
        if (contains(mesh, piece, p)) {
            return {piece, p};
        }
    }
    double step = 0x1p-51;
    for (int doubling = 0; doubling < 50; ++doubling) {
        step *= 2;
        for (std::uint32_t piece = first; piece < end; ++piece) {
            const std::uint32_t edges = mesh.first_edges[piece + 1] - mesh.first_edges[piece];
            Vec3 sum;
            for (std::uint32_t e = mesh.first_edges[piece]; e < mesh.first_edges[piece + 1]; ++e) {
                sum += mesh.from(e);
            }
            const Vec3 nearer = without_tiny(lerp(p, sum / static_cast<double>(edges), step));
            if (contains(mesh, piece, nearer)) {
                return {piece, nearer};
            }
        }
    }
    return {first, p};
}

// inner_point(mesh, place).polygon, without a look at a polygon that is one piece.
inline std::uint32_t inner_piece(const NavMeshData& mesh, const NavPlace& place) {
    const std::uint32_t first = mesh.first_pieces[place.polygon.value];
    return mesh.first_pieces[place.polygon.value + 1] == first + 1
               ? first
               : inner_point(mesh, place).polygon;
}

}  // namespace halfspace
