// SPDX-License-Identifier: MIT
#include "world/shared/texture.h"

#include "halfspace/math/sin_cos.h"

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
    const auto component = [](const Vec3& v, int axis) {
        return axis == 0 ? v.x : (axis == 1 ? v.y : v.z);
    };
    const auto axis_of = [&](const Vec3& v) { return v.x != 0 ? 0 : (v.y != 0 ? 1 : 2); };
    const int s = axis_of(base.u);
    const int t = axis_of(base.v);
    const auto rotate = [&](const Vec3& v) {
        const double along_s = turn.cosine * component(v, s) - turn.sine * component(v, t);
        const double along_t = turn.sine * component(v, s) + turn.cosine * component(v, t);
        std::array<double, 3> result{};
        result[static_cast<std::size_t>(s)] = along_s;
        result[static_cast<std::size_t>(t)] = along_t;
        return Vec3{result[0], result[1], result[2]};
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
