// SPDX-License-Identifier: MIT
#include "halfspace/spatial/convex.h"

#include "spatial/core_distance.h"

#include <algorithm>
#include <array>
#include <utility>

namespace halfspace {
namespace {

// A direction and how far the difference of the cores reaches along it.
struct Reach {
    Vec3 direction;  // length 1
    double depth;
};

// Minkowski Portal Refinement: a ray runs from a point inside of the difference through the origin.
// A portal is a triangle of points of the difference that the ray meets. Each round moves it
// outwards, until it lies on the surface. REQUIRES: the origin lies in the difference.
class Portal {
public:
    Portal(const PlacedShape& a, const PlacedShape& b) : a_(a), b_(b) {}

    Reach reach() {
        Vec3 inside =
            to_world(a_.transform, a_.shape.middle()) - to_world(b_.transform, b_.shape.middle());
        if (inside == Vec3{}) {
            inside = {0x1p-20, 0, 0};
        }
        inside_ = inside;
        points_[0] = support(-inside);
        Vec3 normal = cross(points_[0], inside);
        if (normal == Vec3{}) {
            return reach_along(points_[0] - inside);  // the ray runs through the point
        }
        points_[1] = support(normal);
        normal = cross(points_[0] - inside, points_[1] - inside);
        if (normal == Vec3{}) {
            return reach_along(points_[0] - inside);  // a flat difference
        }
        if (dot(normal, inside) > 0) {
            std::swap(points_[0], points_[1]);
            normal = -normal;
        }
        find(normal);
        return refined();
    }

private:
    Vec3 support(const Vec3& direction) const {
        return support_of_difference(a_, b_, direction).place;
    }
    Reach reach_along(const Vec3& direction) const {
        const Vec3 unit = normalized(direction);
        return {unit, dot(support(unit), unit)};
    }

    // Looks for a third point, so that the ray meets the triangle.
    void find(Vec3 normal) {
        for (int round = 0; round < kMostRounds; ++round) {
            points_[2] = support(normal);
            if (dot(cross(points_[0], points_[2]), inside_) < 0) {
                points_[1] = points_[2];
            } else if (dot(cross(points_[2], points_[1]), inside_) < 0) {
                points_[0] = points_[2];
            } else {
                return;
            }
            normal = cross(points_[0] - inside_, points_[1] - inside_);
        }
    }

    Reach refined() {
        Reach best{{}, 0};
        for (int round = 0; round < kMostRounds; ++round) {
            Vec3 normal = cross(points_[1] - points_[0], points_[2] - points_[0]);
            if (dot(normal, points_[0] - inside_) < 0) {
                normal = -normal;
            }
            if (normal == Vec3{}) {
                break;
            }
            const Reach now = reach_along(normal);
            const Vec3 far = support(now.direction);
            if (best.direction == Vec3{} || now.depth < best.depth) {
                best = now;
            }
            if (now.depth - dot(points_[0], now.direction) <= kSmallGap * now.depth) {
                break;
            }
            advance(far);
        }
        return best.direction == Vec3{} ? reach_along(-inside_) : best;
    }

    void advance(const Vec3& far) {
        const Vec3 side = cross(far, inside_);
        if (dot(points_[0], side) > 0) {
            points_[dot(points_[1], side) > 0 ? 0 : 2] = far;
        } else {
            points_[dot(points_[2], side) > 0 ? 1 : 0] = far;
        }
    }

    // Every direction gives a depth that parts the shapes, so an early end costs precision only.
    static constexpr int kMostRounds = 64;
    static constexpr double kSmallGap = 0x1p-30;

    const PlacedShape& a_;
    const PlacedShape& b_;
    Vec3 inside_;
    std::array<Vec3, 3> points_;
};

}  // namespace

std::optional<Overlap> overlap(const PlacedShape& a, const PlacedShape& b) {
    const CoreDistance cores = core_distance(a, b);
    const double radii = a.shape.radius() + b.shape.radius();
    if (cores.most > 0) {
        const double depth = radii - cores.most;
        if (!(depth > 0)) {
            return std::nullopt;
        }
        // On the way from one core to the other, a reaches up to its radius, and b from its own.
        const double first = std::max(0.0, cores.most - b.shape.radius());
        const double last = std::min(cores.most, a.shape.radius());
        return Overlap{depth, cores.normal, cores.on_a - cores.normal * ((first + last) / 2)};
    }
    const Reach reach = Portal(a, b).reach();
    const double depth = reach.depth + radii;
    if (!(depth > 0)) {
        return std::nullopt;
    }
    return Overlap{depth, -reach.direction, cores.on_a};
}

}  // namespace halfspace
