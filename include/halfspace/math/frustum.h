// SPDX-License-Identifier: MIT
// A camera, the part of space that it sees, and boxes against that part.
#pragma once

#include "halfspace/math/plane.h"
#include "halfspace/math/vec.h"

#include <array>
#include <cstdint>
#include <optional>

namespace halfspace {

// A pinhole camera. The three directions have length 1 and are perpendicular to each other.
struct View {
    Vec3 eye;
    Vec3 forward{1, 0, 0};
    Vec3 right{0, -1, 0};
    Vec3 up{0, 0, 1};
    double tan_half_width = 1;   // of the angle of sight to the right
    double tan_half_height = 1;  // and upwards
};

// The camera at `eye` that has `target` in the middle of its picture and the z axis upright in it
// (looking straight up or down: the x axis to the right). field_of_view: of the width [degrees,
// > 0, < 180]; aspect: width / height [> 0]. nullopt if the eye is the target or a number is not
// finite or out of range.
std::optional<View> look_at(const Vec3& eye,
                            const Vec3& target,
                            double field_of_view,
                            double aspect);

// What lies in front of all planes. Their normals have length 1.
struct Frustum {
    std::array<Plane, 5> planes;
};

// The four sides of the view, and the plane through the eye that everything in view is before.
Frustum frustum_of(const View& view);

// One bit for each plane of a frustum that a box may still cross.
using FrustumMask = std::uint32_t;
inline constexpr FrustumMask kAllFrustumPlanes = (1u << 5) - 1;

// Of the planes in `mask` those that the closed box crosses, so that boxes inside of it need no
// test against the others; nullopt if it lies wholly behind one of them. Errs towards crossing, by
// less than 2^-19. REQUIRES: coordinates within 2^27, min <= max.
std::optional<FrustumMask> crossed_planes(const Frustum& frustum,
                                          FrustumMask mask,
                                          const Vec3& min,
                                          const Vec3& max);

}  // namespace halfspace
