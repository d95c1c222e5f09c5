// SPDX-License-Identifier: MIT
// A camera, its frustum (the part of space in view), and a test of boxes against the frustum.
#pragma once

#include "halfspace/math/plane.h"
#include "halfspace/math/transform.h"
#include "halfspace/math/vec.h"

#include <array>
#include <cstdint>
#include <optional>

namespace halfspace {

// A pinhole camera. REQUIRES: forward, right and up have length 1 and are perpendicular to each
// other.
struct View {
    Vec3 eye;
    Vec3 forward{1, 0, 0};
    Vec3 right{0, -1, 0};
    Vec3 up{0, 0, 1};
    // The tangent of half the angle of sight from left to right.
    double tan_half_width = 1;
    // The tangent of half the angle of sight from bottom to top.
    double tan_half_height = 1;
};

// A camera at `eye` with `target` in the middle of its picture. The z axis points up in the
// picture; a camera that looks straight up or down has the x axis to its right.
// field_of_view: the angle from left to right, degrees, above 0 and below 180.
// aspect: the picture's width / height, above 0.
// nullopt if `eye` is `target`, or if a number is not finite or out of range.
std::optional<View> look_at(const Vec3& eye,
                            const Vec3& target,
                            double field_of_view,
                            double aspect);

// A first-person camera at `eye` with these angles. It may look straight up or down, and may roll.
// field_of_view, aspect and nullopt: as for look_at.
std::optional<View> look_along(const Vec3& eye,
                               const Angles& angles,
                               double field_of_view,
                               double aspect);

// The part of space in front of all five planes. Their normals have length 1 and point inwards.
struct Frustum {
    std::array<Plane, 5> planes;
};

// Four planes for the four sides of the picture, and the plane through the eye across its direction
// of sight.
Frustum frustum_of(const View& view);

// A set of planes of a frustum: bit i means planes[i].
using FrustumMask = std::uint32_t;
inline constexpr FrustumMask kAllFrustumPlanes = (1u << 5) - 1;

// Tests a closed box against the planes in `mask`. nullopt: the box is wholly behind one of them,
// so it is out of view. Else: the planes that the box crosses. A box inside of this box needs no
// test against the other planes. A box less than 2^-19 units beside a plane may count as crossing
// it.
// REQUIRES: coordinates within 2^27, min <= max.
std::optional<FrustumMask> crossed_planes(const Frustum& frustum,
                                          FrustumMask mask,
                                          const Vec3& min,
                                          const Vec3& max);

}  // namespace halfspace
