// SPDX-License-Identifier: MIT
#include "halfspace/scene/camera.h"

#include <array>
#include <cmath>

namespace halfspace {

Matrix4 view_matrix(const View& view) {
    const auto& [eye, forward, right, up, width, height] = view;
    return {{right.x,
             up.x,
             -forward.x,
             0,
             right.y,
             up.y,
             -forward.y,
             0,
             right.z,
             up.z,
             -forward.z,
             0,
             -dot(right, eye),
             -dot(up, eye),
             dot(forward, eye),
             1}};
}

std::optional<Matrix4> projection_matrix(const View& view,
                                         double near_distance,
                                         double far_distance) {
    if (!(0 < near_distance && near_distance < far_distance)) {
        return std::nullopt;
    }
    const bool has_end = std::isfinite(far_distance);
    const double depth = near_distance - far_distance;
    Matrix4 matrix;
    matrix.numbers = {};
    matrix.numbers[0] = 1 / view.tan_half_width;
    matrix.numbers[5] = 1 / view.tan_half_height;
    matrix.numbers[10] = has_end ? (far_distance + near_distance) / depth : -1;
    matrix.numbers[11] = -1;
    matrix.numbers[14] = 2 * (has_end ? far_distance / depth : -1) * near_distance;
    return matrix;
}

std::optional<CameraMatrices> matrices_of(const FirstPersonCamera& camera, double aspect) {
    const std::optional<View> view =
        look_along(camera.eye, camera.angles, camera.field_of_view, aspect);
    if (!view) {
        return std::nullopt;
    }
    const auto projection = projection_matrix(*view, camera.near_distance, camera.far_distance);
    if (!projection) {
        return std::nullopt;
    }
    return CameraMatrices{view_matrix(*view), *projection};
}

// A point is inside of the left side if x + w >= 0, where x and w are the products of the first and
// the last row with the point (Gribb, Hartmann: "Fast Extraction of Viewing Frustum Planes from the
// World-View-Projection Matrix", 2001).
std::optional<Frustum> frustum_of(const Matrix4& view_projection) {
    struct Side {
        std::size_t row;
        double sign;
    };
    constexpr std::array<Side, 5> kSides{{{0, 1}, {0, -1}, {1, 1}, {1, -1}, {2, 1}}};
    const auto number = [&](const Side& side, std::size_t column) {
        return view_projection.at(3, column) + side.sign * view_projection.at(side.row, column);
    };
    Frustum frustum;
    for (std::size_t i = 0; i < kSides.size(); ++i) {
        const Side& side = kSides[i];
        const Vec3 n{number(side, 0), number(side, 1), number(side, 2)};
        const double size = length(n);
        const double d = -number(side, 3);
        if (!(size > 0 && std::isfinite(size)) || !std::isfinite(d / size)) {
            return std::nullopt;
        }
        frustum.planes[i] = {n / size, d / size};
    }
    return frustum;
}

}  // namespace halfspace
