// SPDX-License-Identifier: MIT
// When a moving body reaches the plane of a triangle.
#pragma once

#include "halfspace/spatial/triangle.h"

namespace halfspace {

// The plane of a triangle, in doubles.
class TrianglePlane {
public:
    // size: coordinates of the triangle and of the body, as seen from one another, are at most this
    // large [units].
    TrianglePlane(const Triangle& triangle, double size);

    const Vec3& normal() const { return normal_; }
    // How far a point is in front; off by less than the error that `reach` takes into account.
    double height(const Vec3& p) const { return dot(normal_, p - corner_); }

    // A fraction of the motion before which a body does not touch the triangle: there the body is
    // about half of kShapeTouch away from the plane. 0 if the body may be on both sides of the
    // plane. Infinity if it does not come to the plane, or is there and moves along it: so a body
    // slides over all triangles of a floor. low, high: the least and the largest height of the
    // body. For any body but boxes along the axes.
    double reach(double low, double high, const Vec3& motion) const;

private:
    Vec3 corner_;
    Vec3 normal_;  // length 1; zero if the triangle is too thin to say
    double error_ = 0;
};

}  // namespace halfspace
