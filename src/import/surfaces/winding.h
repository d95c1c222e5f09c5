// SPDX-License-Identifier: MIT
// Winding numbers: how often a closed surface runs around a point. They tell what is solid in a
// world of polygons, without a tree (docs/decisions/0011).
#pragma once

#include "halfspace/base/contents.h"

#include "exact/shared/interior_point.h"

#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

// Answers for rays along one axis.
class WindingField {
public:
    // Keeps a reference to the polygons. Every axis gives the same answers. REQUIRES: the polygons
    // are planar and convex, |coordinates| <= kMaxGridCoordinate, axis < 3.
    WindingField(std::span<const Polygon> polygons, std::size_t axis, const PlaneTable& planes);

    // The winding number: the sum over the polygons that a ray from the point along the axis
    // crosses. +1 for a polygon that the ray leaves to the front, -1 for one that it enters from
    // the front. Example: 1 inside a closed box that looks outwards, -1 in a closed room that looks
    // inwards. The ray starts infinitely little beside the point along both other axes, and
    // infinitely less along one of them, so that it meets no edge. REQUIRES: the point lies on no
    // polygon, |coordinates| <= kMaxGridCoordinate. Cost: the polygons over one square of an even
    // grid with at most one square for each polygon.
    int at(const InteriorPoint& point, Predicates& predicates) const;

private:
    // A polygon that is not parallel to the rays.
    struct Target {
        std::uint32_t polygon;
        int up;         // +1 if its front looks along the axis, else -1
        double low[2];  // low and high: its box along the two other axes
        double high[2];
        std::uint32_t first_interior;  // index into interiors_, one entry for each corner
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
    std::vector<Side> interiors_;       // for the plane of each edge the side with the polygon
    double low_[2] = {0, 0};            // lower corner of the grid of squares
    double size_[2] = {1, 1};           // sides of a square
    std::size_t squares_[2] = {1, 1};   // number of squares along the two axes
    std::vector<std::uint32_t> first_;  // for each square its first entry in members_
    std::vector<std::uint32_t> members_;
};

// The contents of a place with this winding number. outside: the contents beyond the closed
// surface.
constexpr Contents contents_of_winding(int winding, Contents outside) {
    return winding > (outside == Contents::Empty ? 0 : -1) ? Contents::Solid : Contents::Empty;
}

}  // namespace halfspace
