// SPDX-License-Identifier: MIT
// What of a mesh is near: the closest point, the triangles in a region, and all triangles in order.
#include "halfspace/spatial/triangle.h"
#include "halfspace/spatial/triangle_bvh.h"

#include "base/shared/in_parts.h"
#include "spatial/answer_writer.h"
#include "spatial/bvh/bvh4_queries.h"
#include "spatial/bvh/triangle_bvh_data.h"

#include <algorithm>
#include <cmath>

namespace halfspace {
std::optional<MeshPoint> TriangleBvh::closest_point(const Vec3& p, double most) const {
    if (!is_finite(p) || !(most >= 0)) {
        return std::nullopt;
    }
    const BoxPoint boxes(p, data_->tree.frame);
    std::optional<MeshPoint> best;
    walk_in_order(
        data_->tree,
        boxes.limit(most),
        [&](const Bvh4Node& node, float limit) { return boxes.measure(node, limit); },
        [&](std::uint32_t index, float limit) {
            const TriangleBlock& block = data_->blocks[index];
            for (std::size_t lane = 0; lane < kLeafSize && block.id[lane] != kNone; ++lane) {
                const Vec3 nearest = halfspace::closest_point(data_->triangle(block, lane), p);
                const double away = distance(nearest, p);
                const std::uint32_t id = block.id[lane];
                if (away < most || (away == most && (!best || TriangleId(id) < best->triangle))) {
                    best = MeshPoint{TriangleId(id), nearest, away};
                    most = away;
                    limit = boxes.limit(most);
                }
            }
            return limit;
        },
        [&](std::uint32_t child) { data_->prefetch(child); });
    return best;
}

void TriangleBvh::closest_point_all(std::span<const Vec3> points,
                                    std::span<std::optional<MeshPoint>> found,
                                    double max_distance,
                                    const Executor& executor) const {
    for_each_index(points.size(), executor, [&](std::size_t i) {
        found[i] = closest_point(points[i], max_distance);
    });
}

// Visits the triangles that a region touches, until visit gives false. bounds: a box around the
// region. touches(triangle): decides.
template <class Touches, class Visit>
void TriangleBvh::each_in(const Aabb& bounds, const Touches& touches, const Visit& visit) const {
    const FloatBox box = rounded_outwards(bounds, data_->tree.frame);
    walk_through(
        data_->tree,
        [&](const Bvh4Node& node) { return may_touch(box, node); },
        [&](std::uint32_t index) {
            const TriangleBlock& block = data_->blocks[index];
            for (std::size_t lane = 0; lane < kLeafSize && block.id[lane] != kNone; ++lane) {
                if (touches(data_->triangle(block, lane)) && !visit(block.id[lane])) {
                    return false;
                }
            }
            return true;
        },
        [&](std::uint32_t child) { data_->prefetch(child); });
}

template <class Touches>
AnswerList<TriangleId> TriangleBvh::all_in(const Aabb& bounds,
                                           const Touches& touches,
                                           QueryScratch& scratch) const {
    return AnswerWriter::filled<TriangleId>(scratch, [&](std::vector<TriangleId>& triangles) {
        each_in(bounds, touches, [&](std::uint32_t id) {
            triangles.emplace_back(id);
            return true;
        });
        std::ranges::sort(triangles);
    });
}

template <class Touches>
bool TriangleBvh::any_in(const Aabb& bounds, const Touches& touches) const {
    bool found = false;
    each_in(bounds, touches, [&](std::uint32_t) {
        found = true;
        return false;
    });
    return found;
}

namespace {

// The part of a box that `touch` allows. No triangle of a tree lies outside of it.
Aabb usable_part(const Aabb& box) {
    constexpr Vec3 kMax{kMaxPlace, kMaxPlace, kMaxPlace};
    return intersection(box, {-kMax, kMax});
}

auto touches_box(const Aabb& box) {
    return [box = usable_part(box)](const Triangle& triangle) { return touch(triangle, box); };
}

auto touches_sphere(const Vec3& centre, double radius) {
    return [&centre, radius](const Triangle& triangle) {
        return touch_sphere(triangle, centre, radius);
    };
}

auto touches_capsule(const Vec3& from, const Vec3& to, double radius) {
    return [&from, &to, radius](const Triangle& triangle) {
        return distance(triangle, {from, to, to}).distance <= radius;
    };
}

Aabb box_of_sphere(const Vec3& centre, double radius) {
    return grown({centre, centre}, radius);
}

Aabb box_of_capsule(const Vec3& from, const Vec3& to, double radius) {
    return grown({min(from, to), max(from, to)}, radius);
}

}  // namespace

AnswerList<TriangleId> TriangleBvh::in_box(const Aabb& box, QueryScratch& scratch) const {
    return all_in(box, touches_box(box), scratch);
}

AnswerList<TriangleId> TriangleBvh::in_sphere(const Vec3& centre,
                                              double radius,
                                              QueryScratch& scratch) const {
    return all_in(box_of_sphere(centre, radius), touches_sphere(centre, radius), scratch);
}

AnswerList<TriangleId> TriangleBvh::in_capsule(const Vec3& from,
                                               const Vec3& to,
                                               double radius,
                                               QueryScratch& scratch) const {
    return all_in(box_of_capsule(from, to, radius), touches_capsule(from, to, radius), scratch);
}

bool TriangleBvh::overlaps_box(const Aabb& box) const {
    return any_in(box, touches_box(box));
}

bool TriangleBvh::overlaps_sphere(const Vec3& centre, double radius) const {
    return any_in(box_of_sphere(centre, radius), touches_sphere(centre, radius));
}

bool TriangleBvh::overlaps_capsule(const Vec3& from, const Vec3& to, double radius) const {
    return any_in(box_of_capsule(from, to, radius), touches_capsule(from, to, radius));
}

AnswerList<TriangleId> TriangleBvh::far_to_near(const Vec3& eye, QueryScratch& scratch) const {
    auto answer = AnswerWriter::take<TriangleId>(scratch);
    std::vector<TriangleId>& triangles = AnswerWriter::list(answer);
    triangles.clear();
    // Squares of distances, less the square of the eye's distance from the frame's origin and
    // divided by it: so eyes far away leave the differences exact enough.
    constexpr double kFarthest = 1e30;  // an eye farther away is brought to this distance
    const BvhFrame& frame = data_->tree.frame;
    const Vec3 from_centre = eye - frame.centre;
    const double far = max_abs(from_centre);
    const Vec3 place =
        from_centre * (far * frame.scale > kFarthest ? kFarthest / far : frame.scale);
    const double shrunk = 1 / (1 + length(place));
    const Float4 square_factor = all_lanes(static_cast<float>(shrunk));
    std::array<Float4, 3> factor{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        factor[axis] = all_lanes(static_cast<float>(-2 * place[axis] * shrunk));
    }
    walk_in_order(
        data_->tree,
        kFar,
        [&](const Bvh4Node& node, float) {
            Float4 nearness = all_lanes(16);  // more than any of the terms that follow
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const Float4 middle = (node.lo[axis] + node.hi[axis]) * all_lanes(0.5F);
                nearness -= middle * (middle * square_factor + factor[axis]);
            }
            return Measured{nearness, node.lo[0] > node.hi[0]};
        },
        [&](std::uint32_t index, float limit) {
            const TriangleBlock& block = data_->blocks[index];
            std::array<std::pair<double, std::uint32_t>, kLeafSize> order;
            std::size_t used = 0;
            for (std::size_t lane = 0; lane < kLeafSize && block.id[lane] != kNone; ++lane) {
                const Triangle triangle = data_->triangle(block, lane);
                const Vec3 away = (triangle.a + triangle.b + triangle.c) * (1.0 / 3) - eye;
                order[used++] = {-dot(away, away), block.id[lane]};
            }
            std::sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(used));
            for (std::size_t i = 0; i < used; ++i) {
                triangles.emplace_back(order[i].second);
            }
            return limit;
        },
        [&](std::uint32_t child) { data_->prefetch(child); });
    AnswerWriter::set_size(answer, triangles.size());
    return answer;
}

}  // namespace halfspace
