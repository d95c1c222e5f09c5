// SPDX-License-Identifier: MIT
// The part of a triangle in a box.
#pragma once

#include "halfspace/math/aabb.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace halfspace {

// A triangle, an edge or a corner, and what is left of it. Each clip adds one corner at most.
struct SmallPolygon {
    std::array<Vec3, 9> corners;
    std::size_t count = 0;

    // Leaves the part where sign * coordinate <= most. Source: Sutherland and Hodgman 1974.
    void clip(std::size_t axis, double sign, double most) {
        const auto excess = [&](const Vec3& p) { return sign * p[axis] - most; };
        const auto begin = corners.begin();
        if (std::all_of(begin, begin + count, [&](const Vec3& p) { return excess(p) <= 0; })) {
            return;
        }
        const SmallPolygon whole = *this;
        count = 0;
        for (std::size_t i = 0; i < whole.count; ++i) {
            const Vec3& from = whole.corners[i];
            const Vec3& to = whole.corners[(i + 1) % whole.count];
            const double before = excess(from);
            const double behind = excess(to);
            if (before <= 0) {
                corners[count++] = from;
            }
            // Of an edge alone, forth and back are two sides.
            if ((before < 0 && behind > 0) || (before > 0 && behind < 0)) {
                corners[count++] = from + (to - from) * (before / (before - behind));
            }
        }
    }

    // Leaves the part in the box that is larger by the margin on each side.
    void clip(const Aabb& box, double margin) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            clip(axis, 1, box.max[axis] + margin);
            clip(axis, -1, -box.min[axis] + margin);
        }
    }
};

}  // namespace halfspace
