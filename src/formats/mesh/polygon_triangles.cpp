// SPDX-License-Identifier: MIT
#include "formats/mesh/polygon_triangles.h"

#include "math/shared/axes.h"
#include "math/shared/orientation.h"

#include <cmath>
#include <cstddef>
#include <numeric>

namespace halfspace {
namespace {

// What is left of a polygon while its ears are cut off.
class EarCutter {
public:
    explicit EarCutter(std::span<const Vec3> corners) : corners_(corners), left_(corners.size()) {
        std::iota(left_.begin(), left_.end(), 0u);
        // The sum is the polygon's area. That of a loop that crosses itself may be 0, but the sizes
        // of its parts tell the axis, too.
        Vec3 sum;
        Vec3 sizes;
        for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
            const Vec3 part = cross(corners[i] - corners[0], corners[i + 1] - corners[0]);
            sum = sum + part;
            sizes = sizes + Vec3{std::abs(part.x), std::abs(part.y), std::abs(part.z)};
        }
        axis_ = longest_axis(sizes);
        sign_ = sum[axis_] < 0 ? -1 : 1;
    }

    PolygonTriangles run() {
        while (left_.size() > 3) {
            if (!cut_first(&EarCutter::is_free_ear) && !cut_first(&EarCutter::is_spike) &&
                !cut_first(&EarCutter::is_ear) && !cut_first(&EarCutter::is_flat)) {
                result_.crosses_itself = true;
                cut(at_);
            }
        }
        cut(0);
        return std::move(result_);
    }

private:
    using Test = bool (EarCutter::*)(std::size_t) const;

    // Cuts the first corner, from the current one on, that passes the test. False if none does.
    bool cut_first(Test test) {
        for (std::size_t n = 0; n < left_.size(); ++n) {
            const std::size_t i = (at_ + n) % left_.size();
            if ((this->*test)(i)) {
                cut(i);
                return true;
            }
        }
        return false;
    }

    void cut(std::size_t i) {
        const auto [before, at, after] = corner(i);
        result_.crosses_itself = result_.crosses_itself || turn(before, at, after) < 0;
        result_.triangles.push_back({before, at, after});
        left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(i));
        at_ = i % left_.size();
    }

    // A corner that is left, between its neighbours.
    struct Triple {
        std::uint32_t before;
        std::uint32_t at;
        std::uint32_t after;
    };
    Triple corner(std::size_t i) const {
        const std::size_t size = left_.size();
        return {left_[(i + size - 1) % size], left_[i], left_[(i + 1) % size]};
    }

    // The sign of the area of a triangle: 1 if it runs counter-clockwise, seen from the front.
    int turn(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
        return sign_ * orientation_along(axis_, corners_[a], corners_[b], corners_[c]);
    }

    // The corner sticks out, and no edge runs through the triangle of its neighbours.
    bool is_ear(std::size_t i) const {
        const Triple t = corner(i);
        if (turn(t.before, t.at, t.after) <= 0) {
            return false;
        }
        for (std::size_t n = 0; n < left_.size(); ++n) {
            const std::uint32_t from = left_[n];
            const std::uint32_t to = left_[(n + 1) % left_.size()];
            const bool is_outside = are_outside(t.before, t.at, from, to) ||
                                    are_outside(t.at, t.after, from, to) ||
                                    are_outside(t.after, t.before, from, to);
            if (!is_outside && runs_through(from, to, t)) {
                return false;
            }
        }
        return true;
    }

    // An ear that no other corner touches. Such ears are cut first, because the others leave
    // corners on the edges of triangles.
    bool is_free_ear(std::size_t i) const {
        const auto [before, at, after] = corner(i);
        for (const std::uint32_t other : left_) {
            if (other != before && other != at && other != after && turn(before, at, other) >= 0 &&
                turn(at, after, other) >= 0 && turn(after, before, other) >= 0) {
                return false;
            }
        }
        return is_ear(i);
    }

    // True if two points lie on the line from a to b or to the right of it.
    bool are_outside(std::uint32_t a, std::uint32_t b, std::uint32_t p, std::uint32_t q) const {
        return turn(a, b, p) <= 0 && turn(a, b, q) <= 0;
    }

    // True if the line from p to q has corners of the triangle on both sides.
    bool runs_through(std::uint32_t p, std::uint32_t q, const Triple& t) const {
        const int sides[] = {turn(p, q, t.before), turn(p, q, t.at), turn(p, q, t.after)};
        bool is_left = false;
        bool is_right = false;
        for (const int side : sides) {
            is_left = is_left || side > 0;
            is_right = is_right || side < 0;
        }
        return is_left && is_right;
    }

    // The edges at the corner run there and back. Such ends are cut before ears that others touch,
    // because the triangle between two edges of a bent spike looks like an ear.
    bool is_spike(std::size_t i) const {
        const auto [before, at, after] = corner(i);
        return is_flat(i) &&
               dot(corners_[before] - corners_[at], corners_[after] - corners_[at]) >= 0;
    }

    // The corner and its neighbours lie on one line.
    bool is_flat(std::size_t i) const {
        const auto [before, at, after] = corner(i);
        return turn(before, at, after) == 0;
    }

    std::span<const Vec3> corners_;
    std::size_t axis_ = 0;
    int sign_ = 1;
    std::vector<std::uint32_t> left_;
    std::size_t at_ = 0;  // in left_: where the search for the next ear begins
    PolygonTriangles result_;
};

}  // namespace

PolygonTriangles triangles_of(std::span<const Vec3> corners) {
    // Many files have millions of triangles.
    return corners.size() == 3 ? PolygonTriangles{{{0, 1, 2}}, false} : EarCutter(corners).run();
}

}  // namespace halfspace
