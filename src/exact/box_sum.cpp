// SPDX-License-Identifier: MIT
#include "exact/shared/box_sum.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <vector>

namespace halfspace {
namespace {

// How far a solid reaches along a direction, and how far along the opposite direction.
struct Reaches {
    double ahead;
    double behind;
};

// The corners of a solid, in groups that are looked at together.
class Corners {
public:
    explicit Corners(const Polyhedron& solid)
        : groups_((solid.points.size() + kLanes - 1) / kLanes) {
        for (std::size_t i = 0; i < groups_.size() * kLanes; ++i) {
            const ExactPoint& p = solid.points[std::min(i, solid.points.size() - 1)];
            Group& group = groups_[i / kLanes];
            group.x[i % kLanes] = p.rounded.x;
            group.y[i % kLanes] = p.rounded.y;
            group.z[i % kLanes] = p.rounded.z;
        }
    }

    // REQUIRES: the solid has corners.
    Reaches along(const Vec3& n) const {
        Lanes most;
        Lanes least;
        most.fill(-std::numeric_limits<double>::infinity());
        least.fill(std::numeric_limits<double>::infinity());
        for (const Group& group : groups_) {
            for (std::size_t k = 0; k < kLanes; ++k) {
                const double height = n.x * group.x[k] + n.y * group.y[k] + n.z * group.z[k];
                most[k] = std::max(most[k], height);
                least[k] = std::min(least[k], height);
            }
        }
        return {*std::ranges::max_element(most), -*std::ranges::min_element(least)};
    }

private:
    static constexpr std::size_t kLanes = 4;
    using Lanes = std::array<double, kLanes>;
    struct Group {
        Lanes x;
        Lanes y;
        Lanes z;
    };
    std::vector<Group> groups_;
};

double support(const GridBox& box, const Vec3& n) {
    double sum = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        sum += n[i] * static_cast<double>(n[i] > 0 ? box.max[i] : box.min[i]);
    }
    return sum;
}

// The excess along directions, which may have any length.
class Measure {
public:
    Measure(const Polyhedron& grown, const Polyhedron& solid, const GridBox& box)
        : grown_(grown), solid_(solid), box_(&box) {}

    void look(const Vec3& direction) { look_along(direction, {1}); }
    void look_both_ways(const Vec3& direction) { look_along(direction, {1, -1}); }

    double largest() const { return largest_; }

private:
    // signs: 1 for the direction, -1 for the opposite direction.
    void look_along(const Vec3& direction, std::initializer_list<int> signs) {
        const double size = length(direction);
        if (!(size > 0)) {
            return;
        }
        const Vec3 n = direction * (1 / size);
        const Reaches grown = grown_.along(n);
        const Reaches solid = solid_.along(n);
        for (const int sign : signs) {
            const double reach = sign > 0 ? grown.ahead - solid.ahead : grown.behind - solid.behind;
            largest_ = std::max(largest_, reach - support(*box_, n * sign));
        }
    }

    Corners grown_;
    Corners solid_;
    const GridBox* box_;
    double largest_ = -std::numeric_limits<double>::infinity();
};

constexpr std::array<Vec3, 3> kAxes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

}  // namespace

double excess_over_sum(const Polyhedron& grown,
                       const Polyhedron& solid,
                       const GridBox& box,
                       const PlaneTable& planes) {
    Measure measure(grown, solid, box);
    for (const Vec3& axis : kAxes) {
        measure.look_both_ways(axis);
    }
    for (const Polyhedron::Face& face : solid.faces) {
        measure.look(to_vec3(planes.plane(face.plane).n));
        for (std::uint32_t i = 0; i < face.count; ++i) {
            const std::uint32_t from = solid.corners[face.first + i].point;
            const std::uint32_t to = solid.corners[face.first + (i + 1) % face.count].point;
            const Vec3 edge = solid.points[to].rounded - solid.points[from].rounded;
            for (std::size_t axis = 0; axis < 3 && from < to; ++axis) {
                measure.look_both_ways(cross(edge, kAxes[axis]));
            }
        }
    }
    return measure.largest();
}

}  // namespace halfspace
