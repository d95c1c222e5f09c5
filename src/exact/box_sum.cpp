// SPDX-License-Identifier: MIT
#include "halfspace/exact/box_sum.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace halfspace {
namespace {

double support(const Polyhedron& solid, const Vec3& n) {
    double farthest = -std::numeric_limits<double>::infinity();
    for (const ExactPoint& p : solid.points) {
        farthest = std::max(farthest, n.x * p.x + n.y * p.y + n.z * p.z);
    }
    return farthest;
}

double support(const GridBox& box, const Vec3& n) {
    const std::array<double, 3> along{n.x, n.y, n.z};
    double sum = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        sum += along[i] * static_cast<double>(along[i] > 0 ? box.max[i] : box.min[i]);
    }
    return sum;
}

// The excess along one direction, which may have any length.
class Measure {
public:
    Measure(const Polyhedron& grown, const Polyhedron& solid, const GridBox& box)
        : grown_(&grown), solid_(&solid), box_(&box) {}

    void look(const Vec3& direction) {
        const double size = length(direction);
        if (!(size > 0)) {
            return;
        }
        const Vec3 n = direction * (1 / size);
        largest_ =
            std::max(largest_, support(*grown_, n) - support(*solid_, n) - support(*box_, n));
    }
    void look_both_ways(const Vec3& direction) {
        look(direction);
        look(direction * -1);
    }

    double largest() const { return largest_; }

private:
    const Polyhedron* grown_;
    const Polyhedron* solid_;
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
        const ExactPlane plane = planes.plane(face.plane);
        measure.look({static_cast<double>(plane.n[0]),
                      static_cast<double>(plane.n[1]),
                      static_cast<double>(plane.n[2])});
        for (std::uint32_t i = 0; i < face.count; ++i) {
            const std::uint32_t from = solid.corners[face.first + i].point;
            const std::uint32_t to = solid.corners[face.first + (i + 1) % face.count].point;
            const ExactPoint& a = solid.points[from];
            const ExactPoint& b = solid.points[to];
            for (std::size_t axis = 0; axis < 3 && from < to; ++axis) {
                measure.look_both_ways(cross(Vec3{b.x - a.x, b.y - a.y, b.z - a.z}, kAxes[axis]));
            }
        }
    }
    return measure.largest();
}

}  // namespace halfspace
