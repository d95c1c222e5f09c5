// SPDX-License-Identifier: MIT
// How often a closed surface runs around a point: what is solid of a polygon world, independent of
// any tree (docs/decisions/0011).
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/exact/polyhedron.h"

#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

// A point strictly inside of a cell. `near` is within a rounding of it.
struct InteriorPoint {
    HomogeneousPoint exact;
    Vec3 near;
};
InteriorPoint point_inside(const Polyhedron& cell, const Predicates& predicates);

// Polygons, ordered for rays along one axis.
class WindingField {
public:
    // Keeps a view of the polygons. Another axis gives the same answers by other arithmetic.
    // REQUIRES: they are planar and convex, |coordinates| <= kMaxCoordinate, axis < 3.
    WindingField(std::span<const Polygon> polygons, std::size_t axis, const PlaneTable& planes);

    // The sum over the polygons that a ray from the point along the axis crosses: +1 for one that
    // it leaves to the front, -1 for one that it enters. The ray starts a hair beside the point
    // (in both other axes, in one infinitely less than in the other), so that it meets no edge.
    // Inside a closed box that looks outwards it is 1, in a closed room that looks inwards -1.
    // REQUIRES: the point is on no polygon, |coordinates| <= kMaxCoordinate. Cost: the polygons
    // over one square of an even grid with at most one square for each.
    int at(const InteriorPoint& point, Predicates& predicates) const;

private:
    // A polygon that the rays can cross.
    struct Target {
        std::uint32_t polygon;
        int up;         // +1 if it looks along the axis, else -1
        double low[2];  // of its box in the other axes
        double high[2];
        std::uint32_t first_interior;  // into interiors_, one for each corner
    };

    void add_target(std::uint32_t polygon, Predicates& predicates);
    void choose_squares();
    std::size_t covered_squares(const Target& target, std::size_t direction) const;
    void fill_squares();
    std::size_t square_of(std::size_t direction, double at) const;
    bool is_below(const InteriorPoint& point, const Target& target, Predicates& predicates) const;
    bool is_over(const InteriorPoint& point, const Target& target) const;
    bool is_within(const InteriorPoint& point, const Target& target, std::size_t corner) const;
    bool is_within_exactly(const InteriorPoint& point,
                           const Target& target,
                           std::size_t corner) const;

    std::span<const Polygon> polygons_;
    const PlaneTable* planes_;
    std::size_t axis_;
    std::vector<Target> targets_;
    std::vector<Side> interiors_;       // of the edges' planes, where the polygon lies
    double low_[2] = {0, 0};            // of the grid of squares
    double size_[2] = {1, 1};           // of one
    std::size_t squares_[2] = {1, 1};   // along the two axes
    std::vector<std::uint32_t> first_;  // by square, into members_
    std::vector<std::uint32_t> members_;
};

// What a closed surface makes of space by its winding numbers, `outside` being what is beyond it.
constexpr Contents contents_of_winding(int winding, Contents outside) {
    return winding > (outside == Contents::Empty ? 0 : -1) ? Contents::Solid : Contents::Empty;
}

}  // namespace halfspace
