// SPDX-License-Identifier: MIT
// Converts between space and pixels: a View together with the size of its picture.
#pragma once

#include "halfspace/math/frustum.h"

#include <cstdint>

namespace halfspace {

// A linear function of the centre of a pixel in column x and row y: at + dx * x + dy * y.
struct PixelLinear {
    double at = 0;
    double dx = 0;
    double dy = 0;

    double operator()(double x, double y) const { return (at + dy * y) + dx * x; }
};

// A point relative to the camera. z is the depth along the view, y runs downwards. The edges of the
// picture are |x| = z and |y| = z.
struct CameraPoint {
    double x = 0;
    double y = 0;
    double z = 0;
};

class Camera {
public:
    Camera(const View& view, std::uint32_t width, std::uint32_t height)
        : view_(view),
          width_(width),
          height_(height),
          row_(view.right * (2 * view.tan_half_width / width)),
          column_(view.up * (-2 * view.tan_half_height / height)),
          first_(view.forward - view.right * view.tan_half_width + view.up * view.tan_half_height +
                 row_ * 0.5 + column_ * 0.5) {}

    const Vec3& eye() const { return view_.eye; }
    double width() const { return width_; }
    double height() const { return height_; }

    CameraPoint to_camera(const Vec3& p) const {
        const Vec3 way = p - view_.eye;
        return {dot(way, view_.right) / view_.tan_half_width,
                -dot(way, view_.up) / view_.tan_half_height,
                dot(way, view_.forward)};
    }

    // The direction of a pixel: what is seen there lies at eye + direction * depth.
    Vec3 direction(double x, double y) const { return first_ + column_ * y + row_ * x; }
    // v . direction, as a function of the pixel.
    PixelLinear along(const Vec3& v) const {
        return {dot(v, first_), dot(v, row_), dot(v, column_)};
    }

private:
    View view_;
    double width_;
    double height_;
    Vec3 row_;
    Vec3 column_;
    Vec3 first_;
};

}  // namespace halfspace
