// SPDX-License-Identifier: MIT
// The edges of pieces of floor, cut where a corner of another piece lies on them, and paired with
// the edges on the other side.
#pragma once

#include "exact/shared/predicates.h"
#include "nav_build/walkable_surface.h"

#include <cstdint>
#include <vector>

namespace halfspace {

// An edge of a polygon, from a vertex to the vertex of the next edge.
struct HalfEdge {
    std::uint32_t from;  // vertex
    std::uint32_t next;  // edges of the same polygon, counter-clockwise seen from above
    std::uint32_t previous;
    std::uint32_t twin;   // the same edge of the neighbour, the other way round; or kNone
    std::uint32_t piece;  // whose plane and contents the polygon has
    PlaneId line;         // a plane through the edge; the polygon is in front of it
};

struct HalfEdges {
    std::vector<HalfEdge> edges;
    std::vector<ExactPoint> vertices;  // no two are equal before edges are cut at steps
    // Edges without a twin though another polygon begins behind them: at a line where more than two
    // sheets of floor touch. The two highest sheets are joined.
    std::vector<std::uint32_t> parted;

    std::uint32_t to(std::uint32_t edge) const { return edges[edges[edge].next].from; }
};

// True if v is nearer to `start` than `end` is. Exact. REQUIRES: points on a line, `start` and
// `end` differ, and v is not on the other side of `start`.
bool is_before(const ExactPoint& v,
               const ExactPoint& end,
               const ExactPoint& start,
               Predicates& predicates);

// All edges of the pieces. Cost: n log n.
HalfEdges find_half_edges(const std::vector<FloorPiece>& pieces, Predicates& predicates);

}  // namespace halfspace
