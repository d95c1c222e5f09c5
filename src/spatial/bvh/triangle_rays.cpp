// SPDX-License-Identifier: MIT
// Rays against a tree of triangles.
#include "halfspace/spatial/triangle_bvh.h"

#include "base/shared/in_parts.h"
#include "spatial/answer_writer.h"
#include "spatial/bvh/bvh4_queries.h"
#include "spatial/bvh/triangle_bvh_data.h"
#include "spatial/predicates/ray_triangle.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace halfspace {
namespace {

// What blocks of triangles on a ray's way need of the ray, in the tree's frame: the axes of
// RayFrame, its shears, and the origin.
struct BlockRay {
    std::array<std::size_t, 3> axis;
    std::array<Float4, 3> origin;
    Float4 shear_x;
    Float4 shear_y;
    Float4 rounding;  // a bound of the errors of sheared coordinates
    bool is_near;     // floats are good enough to tell triangles that are missed for sure
};

BlockRay block_ray(const RayFrame& ray, const BvhFrame& frame) {
    constexpr double kRounding = 0x1p-24;
    const Vec3 origin = frame.to_tree(ray.origin);
    const double reach = max_abs(origin) + 1;
    BlockRay result{.axis = {ray.x, ray.y, ray.z},
                    .origin = {},
                    .shear_x = all_lanes(static_cast<float>(ray.shear_x)),
                    .shear_y = all_lanes(static_cast<float>(ray.shear_y)),
                    .rounding = all_lanes(static_cast<float>(16 * kRounding * reach)),
                    .is_near = reach < 1e6};
    for (std::size_t i = 0; i < 3; ++i) {
        result.origin[i] = all_lanes(static_cast<float>(origin[result.axis[i]]));
    }
    return result;
}

// Bit i is set if triangle i of the block may be met; triangles without the bit are missed for
// sure.
[[gnu::always_inline]] inline std::uint32_t may_meet(const BlockRay& ray,
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

bool is_usable(const Ray& ray) {
    constexpr double kMaxOrigin = 1e100;
    return is_finite(ray.origin) && max_abs(ray.origin) <= kMaxOrigin && is_finite(ray.direction) &&
           max_abs(ray.direction) > 0 && ray.max_t >= 0;
}

// Makes hits of the usual ray hits of the given one.
void to_given(const UsualRay& usual, std::optional<RayHit>& hit, std::vector<RayHit>* all) {
    if (hit) {
        hit->t = usual.given_t(hit->t);
    }
    if (all != nullptr) {
        for (RayHit& each : *all) {
            each.t = usual.given_t(each.t);
        }
    }
}

}  // namespace

// All: adds the hits to `all`, which is empty, and returns none.
template <TriangleBvh::Wanted What>
std::optional<RayHit> TriangleBvh::cast(const Ray& ray, std::vector<RayHit>* all) const {
    if (!is_usable(ray)) {
        return std::nullopt;
    }
    if (!has_usual_length(ray.direction)) {
        const UsualRay usual(ray);
        std::optional<RayHit> hit = cast<What>(usual.ray, all);
        to_given(usual, hit, all);
        return hit;
    }
    const RayFrame frame = ray_frame(ray.origin, ray.direction);
    const BoxRay boxes(ray.origin, ray.direction, data_->tree.frame);
    const BlockRay blocks = block_ray(frame, data_->tree.frame);
    std::optional<RayHit> best;
    double most = ray.max_t;
    walk_in_order(
        data_->tree,
        boxes.limit(most),
        [&](const Bvh4Node& node, float limit) { return boxes.measure(node, limit); },
        [&](std::uint32_t index, float limit) __attribute__((always_inline)) {
            const TriangleBlock& block = data_->blocks[index];
            std::uint32_t met = blocks.is_near ? may_meet(blocks, block) : 15U;
            for (; met != 0; met &= met - 1) {
                const auto lane = static_cast<std::size_t>(std::countr_zero(met));
                const std::uint32_t id = block.id[lane];
                if (id == kNone) {
                    break;  // the lanes behind have none either
                }
                const std::optional<double> t = crossing(frame, data_->triangle(block, lane));
                if (!t || *t > most) {
                    continue;
                }
                if constexpr (What == Wanted::All) {
                    all->push_back({TriangleId(id), *t});
                    continue;
                }
                if (!best || *t < best->t || TriangleId(id) < best->triangle) {
                    best = RayHit{TriangleId(id), *t};
                    most = *t;
                    limit = boxes.limit(most);
                }
                if constexpr (What == Wanted::Any) {
                    return -1.0F;
                }
            }
            return limit;
        },
        [&](std::uint32_t child) { data_->prefetch(child); });
    return best;
}

std::optional<RayHit> TriangleBvh::raycast(const Ray& ray) const {
    return cast<Wanted::First>(ray);
}

AnswerList<RayHit> TriangleBvh::on_ray(const Ray& ray, QueryScratch& scratch) const {
    return AnswerWriter::filled<RayHit>(scratch, [&](std::vector<RayHit>& hits) {
        cast<Wanted::All>(ray, &hits);
        std::ranges::sort(hits, [](const RayHit& a, const RayHit& b) {
            return std::tie(a.t, a.triangle) < std::tie(b.t, b.triangle);
        });
    });
}

bool TriangleBvh::any_hit(const Ray& ray) const {
    return cast<Wanted::Any>(ray).has_value();
}

void TriangleBvh::raycast_all(std::span<const Ray> rays,
                              std::span<std::optional<RayHit>> hits,
                              const Executor& executor) const {
    for_each_index(
        rays.size(), executor, [&](std::size_t i) { hits[i] = cast<Wanted::First>(rays[i]); });
}

}  // namespace halfspace
