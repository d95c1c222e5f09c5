// SPDX-License-Identifier: MIT
// The simplex of GJK: at most four points of the difference of two shapes.
#pragma once

#include "spatial/convex/shape_pair.h"

#include <array>
#include <cstddef>

namespace halfspace {

class Simplex {
public:
    std::size_t size() const { return count_; }
    bool has(const Vec3& place) const;
    // REQUIRES: size() < 4.
    void add(const DifferencePoint& point) { points_[count_++] = point; }

    // The point of the simplex that is nearest to the origin. Points that it does not need are
    // dropped. After it, size() is 4 only if the origin lies inside. REQUIRES: size() > 0.
    Vec3 reduce();

    // The point of a that belongs to what `reduce` returned.
    Vec3 on_a() const;

    // The square of how far what `reduce` returned may lie from the simplex, beyond rounding.
    double off_square() const { return off_square_; }

private:
    // The nearest point of those tried so far, with the weights of its points.
    struct Nearest {
        Vec3 place;
        double square = 0;
        std::array<double, 4> weights{};  // 0 for points that are not needed
        double off_square = 0;            // see off_square()
    };
    void try_point(std::size_t a, Nearest& nearest) const;
    void try_edge(std::size_t a, std::size_t b, Nearest& nearest) const;
    void try_triangle(std::size_t a, std::size_t b, std::size_t c, Nearest& nearest) const;
    void try_tetrahedron(Nearest& nearest) const;
    void keep_needed(const Nearest& nearest);
    // The point of the edge without its part along the edge. REQUIRES: size() == 2.
    Vec3 square_to_edge(const Vec3& place) const;

    std::array<DifferencePoint, 4> points_;
    std::array<double, 4> weights_{};
    std::size_t count_ = 0;
    double off_square_ = 0;
};

}  // namespace halfspace
