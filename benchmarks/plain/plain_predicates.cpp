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

Vec3 normal_of(const PlaneTable::Filter& f) {
    return {f.n[0], f.n[1], f.n[2]};
}

Side side_of_point(const Vec3& p, PlaneId plane, const PlaneTable& planes) {
    const PlaneTable::Filter& f = planes.filter(plane);
    const Side even = side_of(dot(normal_of(f), p) - f.d);
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
    const Vec3 bc = cross(normal_of(fb), normal_of(fc));
    const Vec3 ca = cross(normal_of(fc), normal_of(fa));
    const Vec3 ab = cross(normal_of(fa), normal_of(fb));
    const Vec3 p = (bc * fa.d + ca * fb.d + ab * fc.d) * (1 / dot(normal_of(fa), bc));
    ExactPoint point;
    point.x = p.x;
    point.y = p.y;
    point.z = p.z;
    point.planes = {a, b, c};
    return point;
}

Side Predicates::side(const ExactPoint& point, PlaneId plane) {
    ++counters_.filter;
    return side_of_point({point.x, point.y, point.z}, plane, *planes_);
}

Side Predicates::side(const HomogeneousPoint& point, PlaneId plane) {
    return side_of_point(to_vec3(point), plane, *planes_);
}

bool Predicates::equal(const ExactPoint& a, const ExactPoint& b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

HomogeneousPoint Predicates::homogeneous(const ExactPoint& point) const {
    constexpr double kScale = 0x1p30;
    return {Int256(static_cast<std::int64_t>(point.x * kScale)),
            Int256(static_cast<std::int64_t>(point.y * kScale)),
            Int256(static_cast<std::int64_t>(point.z * kScale)),
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
