// SPDX-License-Identifier: MIT
// Cameras as matrices, in OpenGL's convention: the camera looks along its negative z axis, x points
// to the right of the picture and y to its top. In clip coordinates (x, y, z, w), what is in view
// has x, y and z between -w and w, and z = -w on the near plane.
#pragma once

#include "halfspace/math/frustum.h"
#include "halfspace/scene/matrix.h"

#include <optional>

namespace halfspace {

// Takes points of the world to the camera's frame. REQUIRES: view as look_at returns it.
Matrix4 view_matrix(const View& view);

// Takes points of the camera's frame to clip coordinates. near_distance, far_distance: from the eye
// along the direction of sight, map units. far_distance may be infinite; then nothing is too far
// away, and z = w - 2 * near_distance.
// nullopt unless 0 < near_distance < far_distance. REQUIRES: view as look_at returns it.
std::optional<Matrix4> projection_matrix(const View& view,
                                         double near_distance,
                                         double far_distance);

// The camera of somebody in the level: at the eye, turned by the angles.
struct FirstPersonCamera {
    Vec3 eye;                       // map units
    Angles angles;                  // degrees
    double field_of_view = 90;      // from left to right, degrees (0..180)
    double near_distance = 1;       // map units [> 0]
    double far_distance = 0x1p+18;  // map units [> near_distance]
};

struct CameraMatrices {
    Matrix4 view;
    Matrix4 projection;
};

// The matrices of a camera. aspect: the picture's width / height. nullopt as for look_along and
// projection_matrix.
std::optional<CameraMatrices> matrices_of(const FirstPersonCamera& camera, double aspect);

// The part of space that these matrices show, up to the far plane, which is left out: far things
// are hidden by nearer ones. The first four planes are the sides of the picture, as in
// frustum_of(View). The last is the near plane. With view_projection = projection * view the planes
// stand in the world; with projection * view * model they stand in the model's frame.
// nullopt if a side has no plane: for a matrix with a row of zeros, and if a number is not finite.
std::optional<Frustum> frustum_of(const Matrix4& view_projection);

}  // namespace halfspace
