// SPDX-License-Identifier: MIT
// The heuristic of Polyanya: how long a way from a root through a part of an edge to a goal is at
// least (section 5 of the paper).
#pragma once

#include "halfspace/math/vec.h"

#include "nav/flat.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace halfspace {

// One end of the part of an edge that a root sees. It is the end of the edge (`vertex`), or where a
// ray from the root along `ray` meets the edge.
struct SeenEnd {
    Vec3 vertex;
    bool is_vertex;
    Vec3 ray;
};

// Seen from the root, `left` is at the left hand and the goal's side is behind the edge.
struct SeenEdge {
    Vec3 root;
    SeenEnd left;
    SeenEnd right;
};

namespace search_bound {

inline double flat_size(const Vec3& v) {
    return std::abs(v.x) + std::abs(v.y);
}

inline double area(const Vec3& a, const Vec3& b) {
    return a.x * b.y - a.y * b.x;
}

// Where the end is. Where ray and edge are nearly parallel, the point where they meet is not
// computed: rounding would move it too far. Then nullopt.
inline std::optional<Vec3> position_of(const SeenEdge& seen, const SeenEnd& end) {
    if (end.is_vertex) {
        return end.vertex;
    }
    const Vec3 along = seen.right.vertex - seen.left.vertex;
    const double crossed = area(end.ray, along);
    if (std::abs(crossed) < 0x1p-13 * (flat_size(end.ray) * flat_size(along))) {
        return std::nullopt;
    }
    const double t = area(end.ray, seen.root - seen.left.vertex) / crossed;
    return lerp(seen.left.vertex, seen.right.vertex, std::clamp(t, 0.0, 1.0));
}

// The length of the way by one end, if the goal is on the other side of the ray through the end,
// and else 0. `turn`: 1 for the left end, -1 for the right one.
inline double by_end(const SeenEdge& seen, const SeenEnd& end, double turn, const Vec3& goal) {
    const Vec3 ray = end.is_vertex ? end.vertex - seen.root : end.ray;
    if (!(turn * area(ray, goal - seen.root) > 0)) {
        return 0;
    }
    // Without a position: the straight way is a bound, too.
    const std::optional<Vec3> met = position_of(seen, end);
    return met ? flat_length(seen.root, *met) + flat_length(*met, goal) : 0;
}

}  // namespace search_bound

inline double least_length(const SeenEdge& seen, Vec3 goal) {
    using search_bound::area;
    using search_bound::by_end;
    const Vec3 along = seen.right.vertex - seen.left.vertex;
    const double above = area(along, goal - seen.left.vertex);
    if (above < 0) {  // The goal is on the root's side. Its mirror image is as far from the edge.
        const double t = 2 * above / (along.x * along.x + along.y * along.y);
        goal.x += along.y * t;
        goal.y -= along.x * t;
    }
    return std::max({flat_length(seen.root, goal),
                     by_end(seen, seen.left, 1, goal),
                     by_end(seen, seen.right, -1, goal)});
}

// The place of an end. Where it is unknown, the vertex behind it: it is farther from the other end
// of the edge, so no node is left out by mistake (Search::is_dominated).
inline Vec3 far_end(const SeenEdge& seen, const SeenEnd& end) {
    return search_bound::position_of(seen, end).value_or(end.vertex);
}

}  // namespace halfspace
