// SPDX-License-Identifier: MIT
// The predicates of the compiler as most compilers have them: points in doubles, sides by an
// epsilon. Stands in for src/exact/predicates.cpp and dyadic_side.cpp in the copy of the
// compiler that the exact one is measured against.
#include "exact/shared/predicates.h"

#include <cmath>

namespace halfspace {
namespace {

constexpr double kEpsilon = 1e-6;  // grid steps

Side side_of(double distance) {
    return distance > kEpsilon ? Side::Front : (distance < -kEpsilon ? Side::Back : Side::On);
}

Side side_of_point(const Vec3& p, PlaneId plane, const PlaneTable& planes) {
    const Side even = side_of(planes.filter(plane).distance(p));
    return plane.is_flipped() ? opposite(even) : even;
}

}  // namespace

SideCounters& SideCounters::operator+=(const SideCounters& other) {
    filter += other.filter;
    return *this;
}

ExactPoint Predicates::meet(PlaneId a, PlaneId b, PlaneId c) const {
    const PlaneTable::Filter& fa = planes_->filter(a);
    const PlaneTable::Filter& fb = planes_->filter(b);
    const PlaneTable::Filter& fc = planes_->filter(c);
    const Vec3 bc = cross(fb.n, fc.n);
    const Vec3 ca = cross(fc.n, fa.n);
    const Vec3 ab = cross(fa.n, fb.n);
    ExactPoint point;
    point.rounded = (bc * fa.d + ca * fb.d + ab * fc.d) * (1 / dot(fa.n, bc));
    point.planes = {a, b, c};
    return point;
}

Side Predicates::side(const ExactPoint& point, PlaneId plane) {
    ++counters_.filter;
    return side_of_point(point.rounded, plane, *planes_);
}

Side Predicates::side(const HomogeneousPoint& point, PlaneId plane) {
    return side_of_point(to_vec3(point), plane, *planes_);
}

bool Predicates::equal(const ExactPoint& a, const ExactPoint& b) {
    return a.rounded == b.rounded;
}

HomogeneousPoint Predicates::homogeneous(const ExactPoint& point) const {
    constexpr double kScale = 0x1p30;
    return {Int256(static_cast<std::int64_t>(point.rounded.x * kScale)),
            Int256(static_cast<std::int64_t>(point.rounded.y * kScale)),
            Int256(static_cast<std::int64_t>(point.rounded.z * kScale)),
            Int256(static_cast<std::int64_t>(kScale))};
}

Vec3 to_vec3(const HomogeneousPoint& point) {
    return Vec3{to_double(point.x), to_double(point.y), to_double(point.z)} *
           (1 / to_double(point.w));
}

Side side(const Vec3& point, const ExactPlane& plane, int grid_exponent) {
    const Vec3 n{static_cast<double>(plane.n[0]),
                 static_cast<double>(plane.n[1]),
                 static_cast<double>(plane.n[2])};
    return side_of(dot(n, point) - std::ldexp(static_cast<double>(plane.d), -grid_exponent));
}

}  // namespace halfspace
