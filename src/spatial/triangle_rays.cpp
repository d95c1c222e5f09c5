// SPDX-License-Identifier: MIT
// Rays against a tree of triangles.
#include "halfspace/spatial/triangle_tree.h"

#include "box_walk.h"
#include "ray_triangle.h"
#include "triangle_tree_data.h"

#include <algorithm>
#include <cmath>

namespace halfspace {
namespace {

// Distances below this one count as this one: so no measure is 0.
constexpr float kNearest = 1e-30F;
constexpr float kFarthest = 1e30F;
constexpr double kFloatRounding = 0x1p-24;

// What boxes and triangles on a ray's way need of the ray, in the tree's frame. Distances are
// measured along the axis on which the ray is fastest.
struct TreeRay {
    // For boxes. The origins are moved a little, so that no box is missed that the ray touches (as
    // the slabs in Ize, Robust BVH Ray Traversal, 2013, section 3).
    std::array<Float4, 3> near_origin;
    std::array<Float4, 3> far_origin;
    std::array<Float4, 3> inverse;         // distance for each unit of the axis
    std::array<std::size_t, 3> near_side;  // 0: the box's smaller side is met first; 3: the larger
    // For triangles: the axes of RayFrame, its shears, and the origin.
    std::array<std::size_t, 3> axis;
    std::array<Float4, 3> origin;
    Float4 shear_x;
    Float4 shear_y;
    Float4 rounding;  // a bound of the errors of sheared coordinates
    double length;    // t times this is a distance
    double margin;    // a bound of the error of a hit's distance
    bool is_near;     // floats are good enough to tell triangles that are missed for sure
};

TreeRay tree_ray(const RayFrame& ray, const TreeFrame& frame) {
    constexpr double kSlowest = 1e-20;  // relative to the fastest axis
    TreeRay result;
    const Vec3 origin = frame.to_tree(ray.origin);
    const double reach = std::max({std::abs(origin.x), std::abs(origin.y), std::abs(origin.z)}) + 1;
    const double fastest = std::abs(ray.speed);
    result.is_near = reach < 1e6;
    result.axis = {ray.x, ray.y, ray.z};
    result.length = fastest * frame.scale;
    result.margin = 0x1p-30 * reach + 2 * kNearest;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double sign = std::copysign(1.0, ray.direction[axis]);
        const double margin = 4 * kFloatRounding * reach * sign;
        result.near_side[axis] = sign < 0 ? 3 : 0;
        result.near_origin[axis] = all_lanes(static_cast<float>(origin[axis] + margin));
        result.far_origin[axis] = all_lanes(static_cast<float>(origin[axis] - margin));
        const double speed = std::max(std::abs(ray.direction[axis]), kSlowest * fastest);
        result.inverse[axis] = all_lanes(static_cast<float>(sign * fastest / speed));
        result.origin[axis] = all_lanes(static_cast<float>(origin[result.axis[axis]]));
    }
    result.shear_x = all_lanes(static_cast<float>(ray.shear_x));
    result.shear_y = all_lanes(static_cast<float>(ray.shear_y));
    result.rounding = all_lanes(static_cast<float>(16 * kFloatRounding * reach));
    return result;
}

// How far the ray goes to each child's box.
[[gnu::always_inline]] inline Measured distances(const TreeRay& ray,
                                                 const WideNode& node,
                                                 float limit) {
    const Float4* const sides = node.lo.data();  // node.hi follows
    Float4 near = all_lanes(kNearest);
    Float4 far = all_lanes(limit);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::size_t side = ray.near_side[axis];
        near = greater(near, (sides[axis + side] - ray.near_origin[axis]) * ray.inverse[axis]);
        far = lesser(far, (sides[axis + 3 - side] - ray.far_origin[axis]) * ray.inverse[axis]);
    }
    return {near, near > far * all_lanes(1 + 0x1p-20F)};
}

// Bit i is set if triangle i of the block may be met; triangles without the bit are missed for
// sure.
[[gnu::always_inline]] inline std::uint32_t may_meet(const TreeRay& ray,
                                                     const TriangleBlock& block) {
    std::array<Float4, 3> x;
    std::array<Float4, 3> y;
    Float4 spread{};
    for (std::size_t c = 0; c < 3; ++c) {
        const Float4 z = block.corner[c][ray.axis[2]] - ray.origin[2];
        x[c] = (block.corner[c][ray.axis[0]] - ray.origin[0]) - ray.shear_x * z;
        y[c] = (block.corner[c][ray.axis[1]] - ray.origin[1]) - ray.shear_y * z;
        spread = greater(spread, magnitude(x[c]) + magnitude(y[c]));
    }
    const Float4 u = x[1] * y[2] - y[1] * x[2];
    const Float4 v = x[2] * y[0] - y[2] * x[0];
    const Float4 w = x[0] * y[1] - y[0] * x[1];
    const Float4 error = ray.rounding * (spread + ray.rounding);
    const Float4 least = lesser(lesser(u, v), w);
    const Float4 most = greater(greater(u, v), w);
    return bits_of((least >= -error) | (most <= error));
}

// The distance at t, rounded up, so that no box with a hit that may count as nearer is left out.
float limit_of(double t, const TreeRay& ray) {
    const double limit = t * ray.length * (1 + 0x1p-20) + ray.margin;
    return limit < kFarthest ? static_cast<float>(limit) : kFarthest;
}

double largest(const Vec3& v) {
    return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

bool is_usable(const Ray& ray) {
    constexpr double kMostOrigin = 1e100;
    return largest(ray.origin) <= kMostOrigin && is_finite(ray.direction) &&
           largest(ray.direction) > 0 && ray.most >= 0;
}

// Directions outside of these lengths are scaled first: products of them would not be exact.
constexpr double kShortest = 0x1p-100;
constexpr double kLongest = 0x1p100;

}  // namespace

template <bool kAny>
std::optional<RayHit> TriangleTree::cast(const Ray& ray) const {
    if (!is_usable(ray)) {
        return std::nullopt;
    }
    if (const double size = largest(ray.direction); size < kShortest || size > kLongest) {
        int exponent = 0;
        std::frexp(size, &exponent);
        // In two steps: 2 to the power of -exponent may be too large for a double.
        const auto scaled = [&](double value, int by) {
            return std::ldexp(std::ldexp(value, by / 2), by - by / 2);
        };
        auto hit = cast<kAny>({ray.origin,
                               {scaled(ray.direction.x, -exponent),
                                scaled(ray.direction.y, -exponent),
                                scaled(ray.direction.z, -exponent)},
                               scaled(ray.most, exponent)});
        if (hit) {
            hit->t = scaled(hit->t, -exponent);
        }
        return hit;
    }
    const RayFrame frame = ray_frame(ray.origin, ray.direction);
    const TreeRay on_way = tree_ray(frame, data_->tree.frame);
    std::optional<RayHit> best;
    double most = ray.most;
    walk_in_order(
        data_->tree,
        limit_of(most, on_way),
        [&](const WideNode& node, float limit) { return distances(on_way, node, limit); },
        [&](std::uint32_t index, float limit) __attribute__((always_inline)) {
            const TriangleBlock& block = data_->blocks[index];
            std::uint32_t met = on_way.is_near ? may_meet(on_way, block) : 15U;
            for (; met != 0; met &= met - 1) {
                const auto lane = static_cast<std::size_t>(std::countr_zero(met));
                const std::uint32_t id = block.id[lane];
                if (id == kNoChild) {
                    break;  // the lanes behind have none either
                }
                const std::optional<double> t = crossing(frame, data_->triangle(block, lane));
                if (!t || *t > most) {
                    continue;
                }
                if (!best || *t < best->t || id < best->triangle) {
                    best = RayHit{id, *t};
                    most = *t;
                    limit = limit_of(most, on_way);
                }
                if constexpr (kAny) {
                    return -1.0F;
                }
            }
            return limit;
        },
        [&](std::uint32_t child) { data_->prefetch(child); });
    return best;
}

std::optional<RayHit> TriangleTree::raycast(const Ray& ray) const {
    return cast<false>(ray);
}

bool TriangleTree::is_hit(const Ray& ray) const {
    return cast<true>(ray).has_value();
}

void TriangleTree::raycast(std::span<const Ray> rays,
                           std::span<std::optional<RayHit>> hits,
                           const Executor& executor) const {
    for_pieces(rays.size(), executor, [&](std::size_t i) { hits[i] = cast<false>(rays[i]); });
}

}  // namespace halfspace
