// SPDX-License-Identifier: MIT
#include "halfspace/math/frustum.h"

#include "halfspace/math/aabb.h"
#include "halfspace/math/sin_cos.h"

#include <bit>
#include <cstddef>

namespace halfspace {
namespace {

// Larger than the rounding of three products of numbers below 2^28 and their sums.
constexpr double kSlack = 0x1p-20;
// Directions nearer to the z axis than this count as vertical.
constexpr double kVertical = 0x1p-26;

Plane plane_through(const Vec3& point, const Vec3& direction) {
    const Vec3 n = normalized(direction);
    return {n, dot(n, point)};
}

// The view with this field of view and aspect; nullopt if they are out of range.
std::optional<View> with_lens(View view, double field_of_view, double aspect) {
    if (!(field_of_view > 0 && field_of_view < 180) || !(aspect > 0 && std::isfinite(aspect))) {
        return std::nullopt;
    }
    const SinCos half = sin_cos(field_of_view / 2);
    view.tan_half_width = half.sine / half.cosine;
    view.tan_half_height = view.tan_half_width / aspect;
    return view;
}

}  // namespace

std::optional<View> look_at(const Vec3& eye,
                            const Vec3& target,
                            double field_of_view,
                            double aspect) {
    const Vec3 way = target - eye;
    const double distance = length(way);
    if (!(distance > 0 && std::isfinite(distance)) || !is_finite(eye)) {
        return std::nullopt;
    }
    View view;
    view.eye = eye;
    view.forward = way * (1 / distance);
    const Vec3 sideways = cross(view.forward, Vec3{0, 0, 1});
    view.right = length(sideways) > kVertical ? normalized(sideways) : Vec3{1, 0, 0};
    view.up = normalized(cross(view.right, view.forward));
    return with_lens(view, field_of_view, aspect);
}

std::optional<View> look_along(const Vec3& eye,
                               const Angles& angles,
                               double field_of_view,
                               double aspect) {
    if (!is_finite(eye) || !is_finite({angles.pitch, angles.yaw, angles.roll})) {
        return std::nullopt;
    }
    const Transform turn = turned_about({}, angles);
    return with_lens(
        {.eye = eye, .forward = turn.x, .right = -turn.y, .up = turn.z}, field_of_view, aspect);
}

Frustum frustum_of(const View& view) {
    const Vec3 wide = view.forward * view.tan_half_width;
    const Vec3 high = view.forward * view.tan_half_height;
    return {{plane_through(view.eye, wide + view.right),
             plane_through(view.eye, wide - view.right),
             plane_through(view.eye, high + view.up),
             plane_through(view.eye, high - view.up),
             plane_through(view.eye, view.forward)}};
}

std::optional<FrustumMask> crossed_planes(const Frustum& frustum,
                                          FrustumMask mask,
                                          const Vec3& min,
                                          const Vec3& max) {
    const Vec3 centre = centre_of({min, max});
    const Vec3 half = half_of({min, max});
    FrustumMask crossed = 0;
    for (FrustumMask left = mask; left != 0; left &= left - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(left));
        const Plane& plane = frustum.planes[i];
        const double distance = signed_distance(plane, centre);
        const double reach = dot(abs(plane.n), half) + kSlack;
        if (distance < -reach) {
            return std::nullopt;
        }
        if (distance <= reach) {
            crossed |= 1u << i;
        }
    }
    return crossed;
}

}  // namespace halfspace
