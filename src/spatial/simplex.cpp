// SPDX-License-Identifier: MIT
#include "spatial/simplex.h"

#include <algorithm>
#include <cmath>

namespace halfspace {
namespace {

// A height below this part of the size may be rounding.
constexpr double kFlat = 0x1p-44;

}  // namespace

bool Simplex::has(const Vec3& place) const {
    return std::any_of(points_.begin(), points_.begin() + count_, [&](const DifferencePoint& p) {
        return p.place == place;
    });
}

Vec3 Simplex::reduce() {
    Nearest nearest{points_[0].place, {1, 0, 0, 0}};
    if (count_ == 2) {
        nearest = on_edge(0, 1);
    } else if (count_ == 3) {
        nearest = on_triangle(0, 1, 2);
    } else if (count_ == 4) {
        nearest = in_tetrahedron();
    }
    keep_needed(nearest);
    return nearest.place;
}

Vec3 Simplex::on_a() const {
    Vec3 sum;
    for (std::size_t i = 0; i < count_; ++i) {
        sum += points_[i].on_a * weights_[i];
    }
    return sum;
}

Simplex::Nearest Simplex::on_edge(std::size_t a, std::size_t b) const {
    const Vec3& from = points_[a].place;
    const Vec3 along = points_[b].place - from;
    const double all = dot(along, along);
    const double t = all > 0 ? std::clamp(-dot(from, along) / all, 0.0, 1.0) : 0;
    Nearest nearest{from + along * t, {}};
    nearest.weights[a] = 1 - t;
    nearest.weights[b] = t;
    return nearest;
}

Simplex::Nearest Simplex::on_triangle(std::size_t a, std::size_t b, std::size_t c) const {
    const Vec3& p = points_[a].place;
    const Vec3 normal = cross(points_[b].place - p, points_[c].place - p);
    // The areas of the triangles between the origin, seen along the normal, and each edge.
    const double of_a = dot(normal, cross(points_[b].place, points_[c].place));
    const double of_b = dot(normal, cross(points_[c].place, points_[a].place));
    const double of_c = dot(normal, cross(points_[a].place, points_[b].place));
    const double all = of_a + of_b + of_c;
    if (of_a > 0 && of_b > 0 && of_c > 0 && all > 0) {
        // The foot of the origin on the plane is exacter by the normal than by the weights.
        Nearest nearest{normal * (dot(normal, p) / dot(normal, normal)), {}};
        nearest.weights[a] = of_a / all;
        nearest.weights[b] = of_b / all;
        nearest.weights[c] = of_c / all;
        return nearest;
    }
    Nearest best = on_edge(a, b);
    for (const Nearest& other : {on_edge(b, c), on_edge(c, a)}) {
        if (dot(other.place, other.place) < dot(best.place, best.place)) {
            best = other;
        }
    }
    return best;
}

// The weights of the points whose sum is the origin; nullopt if the origin does not lie inside, or
// if the tetrahedron is flat up to rounding.
std::optional<std::array<double, 4>> Simplex::weights_of_origin() const {
    double largest = 0;
    for (const DifferencePoint& point : points_) {
        largest = std::max(largest, length(point.place));
    }
    std::array<double, 4> weights{};
    double all = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const Vec3& p = points_[(i + 1) % 4].place;
        const Vec3 normal = cross(points_[(i + 2) % 4].place - p, points_[(i + 3) % 4].place - p);
        const double height = dot(normal, points_[i].place - p);
        const double origin = -dot(normal, p);
        if (!(std::abs(height) > kFlat * length(normal) * largest)) {
            return std::nullopt;
        }
        weights[i] = origin / height;
        if (!(weights[i] >= 0)) {
            return std::nullopt;
        }
        all += weights[i];
    }
    for (double& weight : weights) {
        weight /= all;
    }
    return weights;
}

Simplex::Nearest Simplex::in_tetrahedron() const {
    if (const auto weights = weights_of_origin()) {
        return {{}, *weights};
    }
    Nearest best = on_triangle(0, 1, 2);
    for (const Nearest& other :
         {on_triangle(0, 1, 3), on_triangle(0, 2, 3), on_triangle(1, 2, 3)}) {
        if (dot(other.place, other.place) < dot(best.place, best.place)) {
            best = other;
        }
    }
    return best;
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
