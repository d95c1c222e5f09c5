// SPDX-License-Identifier: MIT
#include "world/shared/texture.h"

#include "halfspace/math/sin_cos.h"

#include "math/shared/axes.h"

#include <array>
#include <cmath>
#include <cstddef>

namespace halfspace {
namespace {

// Three vectors count as lying in one plane if their determinant is below this share of the product
// of their lengths. A texture with such a slant shows a texel at over a thousand times its size.
constexpr double kMinDeterminant = 1e-3;
// The editors that write brush primitives take numbers of a unit normal below this for zero.
constexpr double kCleanNormal = 1e-6;

struct BaseAxes {
    Vec3 normal;
    Vec3 u;
    Vec3 v;
};

constexpr std::array<BaseAxes, 6> kBaseAxes{{
    {{0, 0, 1}, {1, 0, 0}, {0, -1, 0}},   // floor
    {{0, 0, -1}, {1, 0, 0}, {0, -1, 0}},  // ceiling
    {{1, 0, 0}, {0, 1, 0}, {0, 0, -1}},   // west wall
    {{-1, 0, 0}, {0, 1, 0}, {0, 0, -1}},  // east wall
    {{0, 1, 0}, {1, 0, 0}, {0, 0, -1}},   // south wall
    {{0, -1, 0}, {1, 0, 0}, {0, 0, -1}},  // north wall
}};

const BaseAxes& base_axes(const Vec3& normal) {
    std::size_t best = 0;
    double largest = 0;
    for (std::size_t i = 0; i < kBaseAxes.size(); ++i) {
        const double along = dot(normal, kBaseAxes[i].normal);
        if (along > largest) {
            largest = along;
            best = i;
        }
    }
    return kBaseAxes[best];
}

double nonzero(double scale) {
    return scale == 0 ? 1 : scale;
}

double size_or_default(std::uint32_t size) {
    return size == 0 ? kDefaultTextureSize : size;
}

// Turns the two axes in the plane of the base axes, as the editors do.
PrimitiveAxes turned(const BaseAxes& base, double degrees) {
    const SinCos turn = sin_cos(degrees);
    // Each base axis is plus or minus a coordinate axis. The editors turn them as plain
    // coordinates.
    const std::size_t s = *axis_of(base.u);
    const std::size_t t = *axis_of(base.v);
    const auto rotate = [&](const Vec3& v) {
        Vec3 result;
        result[s] = turn.cosine * v[s] - turn.sine * v[t];
        result[t] = turn.sine * v[s] + turn.cosine * v[t];
        return result;
    };
    return {rotate(base.u), rotate(base.v)};
}

}  // namespace

TextureMapping texture_mapping(const TextureProjection& projection,
                               const Vec3& normal,
                               const Material& material) {
    if (projection.kind == TextureProjection::Kind::BrushPrimitives) {
        return {projection.u_axis, projection.u_offset, projection.v_axis, projection.v_offset};
    }
    const PrimitiveAxes axes = projection.kind == TextureProjection::Kind::Valve220
                                   ? PrimitiveAxes{projection.u_axis, projection.v_axis}
                                   : turned(base_axes(normal), projection.rotation);
    const double width = size_or_default(material.width);
    const double height = size_or_default(material.height);
    return {axes.u * (1 / (nonzero(projection.u_scale) * width)),
            projection.u_offset / width,
            axes.v * (1 / (nonzero(projection.v_scale) * height)),
            projection.v_offset / height};
}

TextureCoordinates texture_coordinates(const TextureMapping& mapping, const Vec3& point) {
    return {dot(mapping.u_axis, point) + mapping.u_offset,
            dot(mapping.v_axis, point) + mapping.v_offset};
}

TextureProjection projection_through(const std::array<Vec3, 3>& points,
                                     const std::array<TextureCoordinates, 3>& texture) {
    const Vec3 e1 = points[1] - points[0];
    const Vec3 e2 = points[2] - points[0];
    const Vec3 n = cross(e1, e2);
    const double scale = 1 / dot(n, n);
    // Gradients of the two coordinates of a place in the triangle along e1 and e2.
    const Vec3 along_1 = cross(e2, n) * scale;
    const Vec3 along_2 = cross(n, e1) * scale;
    const auto& [a, b, c] = texture;
    TextureProjection projection;
    projection.kind = TextureProjection::Kind::BrushPrimitives;
    projection.u_axis = along_1 * (b.u - a.u) + along_2 * (c.u - a.u);
    projection.v_axis = along_1 * (b.v - a.v) + along_2 * (c.v - a.v);
    projection.u_offset = a.u - dot(projection.u_axis, points[0]);
    projection.v_offset = a.v - dot(projection.v_axis, points[0]);
    return projection;
}

PrimitiveAxes primitive_axes(const Vec3& normal) {
    const auto clean = [](double x) { return std::fabs(x) < kCleanNormal ? 0 : x; };
    const Vec3 n{clean(normal.x), clean(normal.y), clean(normal.z)};
    const double flat = std::sqrt(n.x * n.x + n.y * n.y);
    // Sines and cosines of the angles that turn the x axis into the normal.
    const double size = length(n);
    const double sine_y = size == 0 ? 0 : -n.z / size;
    const double cosine_y = size == 0 ? 1 : flat / size;
    const double sine_z = flat == 0 ? 0 : n.y / flat;
    const double cosine_z = flat == 0 ? 1 : n.x / flat;
    return {{-sine_z, cosine_z, 0}, {-sine_y * cosine_z, -sine_y * sine_z, -cosine_y}};
}

bool is_degenerate(const TextureProjection& projection, const Vec3& normal) {
    if (projection.kind == TextureProjection::Kind::Standard) {
        return false;
    }
    const double sizes = length(projection.u_axis) * length(projection.v_axis) * length(normal);
    const double determinant = dot(normal, cross(projection.u_axis, projection.v_axis));
    // Written so that a NaN is degenerate.
    return !(std::fabs(determinant) > kMinDeterminant * sizes) || !std::isfinite(sizes);
}

void repair(TextureProjection& projection, const Vec3& normal) {
    const BaseAxes& base = base_axes(normal);
    if (projection.kind == TextureProjection::Kind::BrushPrimitives) {
        projection.u_offset = 0;
        projection.v_offset = 0;
    }
    projection.kind = TextureProjection::Kind::Valve220;
    projection.u_axis = base.u;
    projection.v_axis = base.v;
}

Vec3 normal_of(const BrushSide& side) {
    if (side.plane) {
        return side.plane->n;
    }
    const Vec3 a = to_vec3(side.points[0]);
    return cross(to_vec3(side.points[1]) - a, to_vec3(side.points[2]) - a);
}

}  // namespace halfspace
