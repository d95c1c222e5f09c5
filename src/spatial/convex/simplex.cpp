// SPDX-License-Identifier: MIT
#include "spatial/convex/simplex.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace halfspace {
namespace {

// A length whose square is below this part of the square of the size may be rounding.
constexpr double kFlatSquare = 0x1p-88;
// A sum of weighted points is off by less than 2^-33 of the size, or its weights are not sure.
constexpr double kSureSquare = 0x1p-66;

}  // namespace

bool Simplex::has(const Vec3& place) const {
    return std::any_of(points_.begin(), points_.begin() + count_, [&](const DifferencePoint& p) {
        return p.place == place;
    });
}

Vec3 Simplex::reduce() {
    Nearest nearest;
    nearest.square = std::numeric_limits<double>::infinity();
    switch (count_) {
        case 1:
            try_point(0, nearest);
            break;
        case 2:
            try_edge(0, 1, nearest);
            break;
        case 3:
            try_triangle(0, 1, 2, nearest);
            break;
        default:
            try_tetrahedron(nearest);
    }
    keep_needed(nearest);
    off_square_ = nearest.off_square;
    return count_ == 2 ? square_to_edge(nearest.place) : nearest.place;
}

// The nearest point of an edge is off by the rounding of its coordinates. Where the point is close
// to the origin, the direction to it would then be off by so much that the far end of the edge
// seems to be nearer. Here the point is square to the edge up to the rounding of its own small
// length.
Vec3 Simplex::square_to_edge(const Vec3& place) const {
    const Vec3 along = points_[1].place - points_[0].place;
    return place - along * (dot(place, along) / dot(along, along));
}

Vec3 Simplex::on_a() const {
    Vec3 sum;
    for (std::size_t i = 0; i < count_; ++i) {
        sum += points_[i].on_a * weights_[i];
    }
    return sum;
}

void Simplex::try_point(std::size_t a, Nearest& nearest) const {
    const Vec3& place = points_[a].place;
    const double square = dot(place, place);
    if (square < nearest.square) {
        nearest = {place, square, {}};
        nearest.weights[a] = 1;
    }
}

void Simplex::try_edge(std::size_t a, std::size_t b, Nearest& nearest) const {
    const Vec3& from = points_[a].place;
    const Vec3 along = points_[b].place - from;
    const double all = dot(along, along);
    const double t = all > 0 ? std::clamp(-dot(from, along) / all, 0.0, 1.0) : 0;
    const Vec3 place = from + along * t;
    const double square = dot(place, place);
    if (square < nearest.square) {
        nearest = {place, square, {}};
        nearest.weights[a] = 1 - t;
        nearest.weights[b] = t;
    }
}

void Simplex::try_triangle(std::size_t a, std::size_t b, std::size_t c, Nearest& nearest) const {
    const Vec3& p = points_[a].place;
    const Vec3& q = points_[b].place;
    const Vec3& r = points_[c].place;
    const Vec3 normal = cross(q - p, r - p);
    // The areas of the triangles between the origin, seen along the normal, and each edge.
    const double of_a = dot(normal, cross(q, r));
    const double of_b = dot(normal, cross(r, p));
    const double of_c = dot(normal, cross(p, q));
    const double all = of_a + of_b + of_c;
    if (!(of_a > 0 && of_b > 0 && of_c > 0 && all > 0)) {
        try_edge(a, b, nearest);
        try_edge(b, c, nearest);
        try_edge(c, a, nearest);
        return;
    }
    const double scale = 1 / all;
    const Vec3 sum = p * (of_a * scale) + q * (of_b * scale) + r * (of_c * scale);
    // The foot of the origin on the plane is exacter by the normal than by the weights. But the
    // foot on a triangle like a needle may lie beside the triangle; the sum never does.
    const Vec3 foot = normal * (dot(normal, p) / dot(normal, normal));
    const Vec3 off = sum - foot;
    const double largest = std::max({dot(p, p), dot(q, q), dot(r, r)});
    const double off_square = dot(off, off);
    const bool is_foot_sure = off_square <= kSureSquare * largest;
    const Vec3 place = is_foot_sure ? foot : sum;
    const double square = dot(place, place);
    if (square < nearest.square) {
        nearest = {place, square, {}, is_foot_sure ? off_square : 0};
        nearest.weights[a] = of_a * scale;
        nearest.weights[b] = of_b * scale;
        nearest.weights[c] = of_c * scale;
    }
}

void Simplex::try_tetrahedron(Nearest& nearest) const {
    double largest = 0;
    for (const DifferencePoint& point : points_) {
        largest = std::max(largest, dot(point.place, point.place));
    }
    // The weight of a point is the height of the origin over the other three, as a part of the
    // point's own height. Where it is negative, the nearest point may lie on these three.
    std::array<double, 4> weights;
    double all = 0;
    Vec3 sum;
    bool is_flat = false;
    bool is_inside = true;
    for (std::size_t i = 0; i < 4; ++i) {
        const Vec3& p = points_[(i + 1) % 4].place;
        const Vec3 normal = cross(points_[(i + 2) % 4].place - p, points_[(i + 3) % 4].place - p);
        const double height = dot(normal, points_[i].place - p);
        is_flat |= !(height * height > kFlatSquare * dot(normal, normal) * largest);
        weights[i] = -dot(normal, p) / height;
        is_inside &= weights[i] >= 0;
        all += weights[i];
        sum += points_[i].place * weights[i];
    }
    if (is_inside && !is_flat) {
        // The sum is the origin if the tetrahedron is thick enough for its weights.
        if (dot(sum, sum) <= kSureSquare * largest) {
            nearest = {};
            for (std::size_t i = 0; i < 4; ++i) {
                nearest.weights[i] = weights[i] / all;
            }
            return;
        }
        is_flat = true;
    }
    for (std::size_t i = 0; i < 4; ++i) {
        if (is_flat || weights[i] < 0) {
            try_triangle((i + 1) % 4, (i + 2) % 4, (i + 3) % 4, nearest);
        }
    }
}

void Simplex::keep_needed(const Nearest& nearest) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count_; ++i) {
        if (nearest.weights[i] > 0 || (count_ == 4 && nearest.place == Vec3{})) {
            points_[kept] = points_[i];
            weights_[kept] = nearest.weights[i];
            ++kept;
        }
    }
    count_ = kept;
}

}  // namespace halfspace
