// SPDX-License-Identifier: MIT
// The least depth of two cores that overlap, by a polytope that grows inside of their difference.
#pragma once

#include "spatial/convex/mpr.h"
#include "spatial/convex/reach.h"
#include "spatial/convex/shape_pair.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

// What the search writes to. The members have no initial values, because most are never used.
struct PolytopeCorner {
    double x;
    double y;
    double z;
};
struct PolytopeFace {
    PolytopeCorner normal;  // of any length, outwards
    double offset;          // the least product of the normal and a corner
    double square;          // of the normal
    // Counter-clockwise, seen from outside. Edge i goes from corner i to corner i + 1.
    std::array<std::uint16_t, 3> corners;
    std::array<std::uint16_t, 3> neighbours;  // beyond each edge
    bool is_alive;
};
// An edge between a face that is kept and one that goes; or how far the walk over the faces that go
// has come.
struct PolytopeEdge {
    std::uint16_t face;
    std::uint16_t edge;
    std::uint16_t from;
    std::uint16_t to;
};

struct PolytopeMemory {
    std::span<PolytopeCorner> corners;
    std::span<PolytopeFace> faces;  // twice as many as corners; so are the others
    std::span<double> keys;         // of each face: its distance from the origin orders faces
    std::span<PolytopeEdge> horizon;
    std::span<PolytopeEdge> walk;
};

// Room on the stack, 184 bytes for each corner.
template <std::size_t Corners>
class PolytopeRoom {
public:
    PolytopeMemory memory() { return {corners_, faces_, keys_, horizon_, walk_}; }

private:
    std::array<PolytopeCorner, Corners> corners_;
    std::array<PolytopeFace, 2 * Corners> faces_;
    std::array<double, 2 * Corners> keys_;
    std::array<PolytopeEdge, 2 * Corners> horizon_;
    std::array<PolytopeEdge, 2 * Corners> walk_;
};
// 2 KB, enough for shapes that just touch; for sweeps, which promise a small stack.
using SmallPolytopeRoom = PolytopeRoom<10>;
// 13 KB, enough for nearly all pairs.
using MediumPolytopeRoom = PolytopeRoom<72>;

// The same on the heap. REQUIRES: corners <= kMaxPolytopeCorners.
inline constexpr std::size_t kMaxPolytopeCorners = 0x4000;
class LargePolytopeRoom {
public:
    explicit LargePolytopeRoom(std::size_t corners)
        : corners_(corners),
          faces_(2 * corners),
          keys_(2 * corners),
          horizon_(2 * corners),
          walk_(2 * corners) {}
    PolytopeMemory memory() { return {corners_, faces_, keys_, horizon_, walk_}; }

private:
    std::vector<PolytopeCorner> corners_;
    std::vector<PolytopeFace> faces_;
    std::vector<double> keys_;
    std::vector<PolytopeEdge> horizon_;
    std::vector<PolytopeEdge> walk_;
};

// The direction along which the difference reaches the least way beyond the origin, and how far it
// reaches at least in every direction. The search ends as soon as both agree: up to 2^-44 of the
// size, with a cylinder up to 2^-21. It also ends with a direction along which the difference does
// not reach beyond the origin. start: a tetrahedron that is not flat. best: what is known already.
//
// The polytope is the hull of points of the difference. Each round takes its face that is nearest
// to the origin, and the farthest point of the difference along the normal of this face. If the
// point lies on the face, no direction is less deep. Otherwise the polytope grows by the point.
//
// The bound does not need a convex polytope. Its faces close around the origin, so every ray from
// the origin meets one of them. No point of a face is nearer than the least product of a corner and
// the unit normal, however far off rounding has turned the normal.
// Source: van den Bergen, Proximity Queries and Penetration Depth Computation on 3D Game Objects,
// GDC 2001.
CoreDepth least_depth(const ShapePair& pair,
                      const Tetrahedron& start,
                      const Reach& best,
                      const PolytopeMemory& memory);

// A tetrahedron of farthest points. If the difference is flat up to rounding: the reach across it.
struct FirstPolytope {
    Tetrahedron corners;
    Reach across;  // without a direction if the tetrahedron is not flat
    double size = 0;
};
FirstPolytope first_polytope(const ShapePair& pair);

}  // namespace halfspace
