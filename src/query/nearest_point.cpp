// SPDX-License-Identifier: MIT
//
// Half-spaces are taken one after the other. If the nearest point so far is inside of the next
// half-space, the point stays. Else the new nearest point lies on the plane of that half-space. To
// find it there is the same problem with one dimension less.
#include "query/nearest_point.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace halfspace {
namespace {

// A point may lack this much and still count as inside [units]. It is more than the rounding of any
// coordinate of a level.
constexpr double kSlack = 0x1p-24;
// Planes whose normals differ by less count as parallel.
constexpr double kParallel = 0x1p-24;

class NearestPoint {
public:
    NearestPoint(std::span<const Plane> halves, double margin) : halves_(halves), margin_(margin) {}

    std::optional<Vec3> in_space(const Vec3& p) const {
        std::optional<Vec3> nearest = p;
        for (std::size_t i = 0; i < halves_.size() && nearest; ++i) {
            if (lack(i, *nearest) > kSlack) {
                nearest = on_plane(i, p);
            }
        }
        return nearest;
    }

private:
    double lack(std::size_t i, const Vec3& p) const {
        return margin_ - signed_distance(halves_[i], p);
    }

    // Of the points on plane i that all half-spaces before i leave, the one nearest to p.
    std::optional<Vec3> on_plane(std::size_t i, const Vec3& p) const {
        const Vec3 foot = p + halves_[i].n * lack(i, p);
        std::optional<Vec3> nearest = foot;
        for (std::size_t j = 0; j < i && nearest; ++j) {
            if (lack(j, *nearest) > kSlack) {
                nearest = on_line(i, j, foot);
            }
        }
        return nearest;
    }

    // The same on the line where the planes i and j meet, with the half-spaces before j. p: on
    // plane i.
    std::optional<Vec3> on_line(std::size_t i, std::size_t j, const Vec3& p) const {
        const Vec3& n = halves_[i].n;
        const Vec3 within = halves_[j].n - n * dot(n, halves_[j].n);
        const double square = dot(within, within);
        if (square < kParallel * kParallel) {
            return std::nullopt;
        }
        const Vec3 foot = p + within * (lack(j, p) / square);
        const Vec3 along = cross(n, within) * (1 / std::sqrt(square));
        double least = -std::numeric_limits<double>::infinity();
        double most = std::numeric_limits<double>::infinity();
        for (std::size_t k = 0; k < j; ++k) {
            const double rise = dot(halves_[k].n, along);
            const double need = lack(k, foot);
            if (std::abs(rise) < kParallel) {
                if (need > kSlack) {
                    return std::nullopt;
                }
            } else if (rise > 0) {
                least = std::max(least, need / rise);
            } else {
                most = std::min(most, need / rise);
            }
        }
        if (least > most) {
            return std::nullopt;
        }
        return foot + along * std::clamp(0.0, least, most);
    }

    std::span<const Plane> halves_;
    double margin_;
};

}  // namespace

std::optional<Vec3> nearest_point(const Vec3& p, std::span<const Plane> halves, double margin) {
    return NearestPoint(halves, margin).in_space(p);
}

}  // namespace halfspace
