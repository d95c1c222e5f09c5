// SPDX-License-Identifier: MIT
#include "halfspace/spatial/triangle_tree.h"

#include "box_hierarchy.h"
#include "ray_triangle.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

// Four triangles of a leaf, in the tree's frame. Lanes without a triangle hold NaN.
struct alignas(32) TriangleBlock {
    std::array<std::array<Float4, 3>, 3> corner;  // corner[c][axis]
    std::array<std::uint32_t, 4> id;
};

}  // namespace

struct TriangleTree::Data {
    TriangleMesh mesh;
    TreeFrame frame;
    std::vector<WideNode> nodes;
    std::vector<TriangleBlock> blocks;
    double cost = 0;
};

namespace {

// What all triangles and boxes on a ray's way need of it, in the tree's frame.
struct RayWalk {
    std::array<Float4, 3> near_origin;  // no smaller than the true origin where it goes up
    std::array<Float4, 3> far_origin;
    std::array<Float4, 3> inverse;
    std::array<std::size_t, 3> near_side;  // 0: the box's smaller side is met first; 3: the larger
    // For triangles: the axes of RayFrame, its shears, and the origin.
    std::array<std::size_t, 3> axis;
    std::array<Float4, 3> origin;
    Float4 shear_x;
    Float4 shear_y;
    Float4 rounding;  // a bound of the errors of sheared coordinates
    double length;    // t times this is the distance along axis[2] in the tree's frame
    bool is_near;     // floats are good enough to tell triangles that are missed for sure
};

RayWalk walk_of(const RayFrame& ray, const TreeFrame& frame) {
    constexpr double kFloatRounding = 0x1p-24;
    constexpr double kSlowest = 1e-20;
    RayWalk walk;
    const Vec3 place = (ray.origin - frame.centre) * frame.scale;
    const std::array<double, 3> origin{place.x, place.y, place.z};
    const std::array<double, 3> direction{ray.direction.x, ray.direction.y, ray.direction.z};
    const double reach =
        std::max(std::max(std::abs(origin[0]), std::abs(origin[1])), std::abs(origin[2])) + 1;
    const double fastest = std::abs(ray.speed);
    walk.is_near = reach < 1e6;
    walk.axis = {ray.x, ray.y, ray.z};
    walk.length = fastest * frame.scale;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double sign = std::copysign(1.0, direction[axis]);
        const double margin = 4 * kFloatRounding * reach * sign;
        walk.near_side[axis] = sign < 0 ? 3 : 0;
        walk.near_origin[axis] = all_lanes(static_cast<float>(origin[axis] + margin));
        walk.far_origin[axis] = all_lanes(static_cast<float>(origin[axis] - margin));
        const double slowest = kSlowest * fastest;
        const double speed = std::max(std::abs(direction[axis]), slowest);
        walk.inverse[axis] = all_lanes(static_cast<float>(sign * fastest / speed));
        walk.origin[axis] = all_lanes(static_cast<float>(origin[walk.axis[axis]]));
    }
    walk.shear_x = all_lanes(static_cast<float>(ray.shear_x));
    walk.shear_y = all_lanes(static_cast<float>(ray.shear_y));
    walk.rounding = all_lanes(static_cast<float>(kFloatRounding * 16 * reach));
    return walk;
}

// Bit i is set if triangle i of the block may be met; triangles without the bit are missed for sure.
[[gnu::always_inline]] inline std::uint32_t may_meet(const RayWalk& walk, const TriangleBlock& block) {
    std::array<Float4, 3> x;
    std::array<Float4, 3> y;
    Float4 spread{};
    for (std::size_t c = 0; c < 3; ++c) {
        const Float4 z = block.corner[c][walk.axis[2]] - walk.origin[2];
        x[c] = (block.corner[c][walk.axis[0]] - walk.origin[0]) - walk.shear_x * z;
        y[c] = (block.corner[c][walk.axis[1]] - walk.origin[1]) - walk.shear_y * z;
        spread = greater(spread, magnitude(x[c]) + magnitude(y[c]));
    }
    const Float4 u = x[1] * y[2] - y[1] * x[2];
    const Float4 v = x[2] * y[0] - y[2] * x[0];
    const Float4 w = x[0] * y[1] - y[0] * x[1];
    const Float4 error = walk.rounding * (spread + walk.rounding);
    const Float4 least = lesser(lesser(u, v), w);
    const Float4 most = greater(greater(u, v), w);
    return bits_of((least >= -error) | (most <= error));
}

// Distances below this one count as this one: so 0 can mean that a box is missed.
constexpr float kNearest = 1e-30F;

// Rounded up, so that no box with a nearer hit is left out.
float limit_of(double t, double length) {
    const double limit = t * length;
    return limit < 1e30 ? static_cast<float>(limit * (1 + 0x1p-20) + 2e-30) : 1e30F;
}

template <bool kAny>
std::optional<RayHit> cast(const std::vector<WideNode>& nodes,
                           const std::vector<TriangleBlock>& blocks,
                           const TriangleMesh& mesh,
                           const TreeFrame& tree_frame,
                           const Ray& ray) {
    if (nodes.empty()) {
        return std::nullopt;
    }
    const RayFrame frame = ray_frame(ray.origin, ray.direction);
    const RayWalk walk = walk_of(frame, tree_frame);
    std::optional<RayHit> best;
    double most = ray.most;
    float limit = limit_of(most, walk.length);
    // Children that wait, the nearest last: where the ray enters each one's box, with its slot in the
    // two lowest bits; and its parent.
    std::array<float, 4 * kDeepestNode + 4> near_stack;
    std::array<std::uint32_t, 4 * kDeepestNode + 4> parent_stack;
    std::size_t waiting = 0;
    std::uint32_t at = 0;
    for (;;) {
        if ((at & kLeafBit) == 0) {
            const WideNode& node = nodes[at];
            const Float4* sides = node.lo.data();
            Float4 near = all_lanes(kNearest);
            Float4 far = all_lanes(limit);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const std::size_t side = walk.near_side[axis];
                near = greater(near, (sides[axis + side] - walk.near_origin[axis]) * walk.inverse[axis]);
                far = lesser(far, (sides[axis + 3 - side] - walk.far_origin[axis]) * walk.inverse[axis]);
            }
            const Mask4 met = near <= far * all_lanes(1 + 0x1p-20F);
            const Mask4 keys = ((reinterpret_cast<Mask4>(near) & ~3) | Mask4{0, 1, 2, 3}) & met;
            const Float4 sorted = descending(reinterpret_cast<Float4>(keys));
            const UInt4 parents{at, at, at, at};
            std::memcpy(&near_stack[waiting], &sorted, sizeof(sorted));
            std::memcpy(&parent_stack[waiting], &parents, sizeof(parents));
            waiting += count_of(met);
        } else {
            const TriangleBlock& block = blocks[at & ~kLeafBit];
            std::uint32_t met = walk.is_near ? may_meet(walk, block) : 15U;
            for (; met != 0; met &= met - 1) {
                const std::uint32_t id = block.id[static_cast<std::size_t>(__builtin_ctz(met))];
                if (id == kNoChild) {
                    continue;
                }
                const std::optional<double> t = crossing(frame, mesh.triangle(id));
                if (!t || *t > most) {
                    continue;
                }
                if constexpr (kAny) {
                    return RayHit{id, *t};
                }
                if (!best || *t < best->t || id < best->triangle) {
                    best = RayHit{id, *t};
                    most = *t;
                    limit = limit_of(most, walk.length);
                }
            }
        }
        do {
            if (waiting == 0) {
                return best;
            }
            --waiting;
        } while (near_stack[waiting] > limit);
        const std::uint32_t slot = std::bit_cast<std::uint32_t>(near_stack[waiting]) & 3U;
        at = nodes[parent_stack[waiting]].child[slot];
    }
}

Error range_error(std::string message) {
    return {ErrorCode::Range, std::move(message), {}};
}

bool is_usable(const Vec3& p) {
    return std::abs(p.x) <= kMostMeshPlace && std::abs(p.y) <= kMostMeshPlace &&
           std::abs(p.z) <= kMostMeshPlace;
}

Aabb box_of(const Triangle& triangle) {
    return united(united(united(Aabb{}, triangle.a), triangle.b), triangle.c);
}

constexpr std::size_t kPiece = 8192;

template <class Body>
void each(std::size_t count, const Executor& executor, Body&& body) {
    executor((count + kPiece - 1) / kPiece, [&](std::size_t piece) {
        const std::size_t to = std::min(count, (piece + 1) * kPiece);
        for (std::size_t i = piece * kPiece; i < to; ++i) {
            body(i);
        }
    });
}

}  // namespace

TriangleTree::TriangleTree(std::unique_ptr<Data> data) : data_(std::move(data)) {}
TriangleTree::TriangleTree(TriangleTree&&) noexcept = default;
TriangleTree& TriangleTree::operator=(TriangleTree&&) noexcept = default;
TriangleTree::~TriangleTree() = default;

Result<TriangleTree> TriangleTree::build(const TriangleMesh& mesh,
                                         const TriangleTreeOptions& options,
                                         const Executor& executor) {
    Aabb bounds;
    for (std::size_t i = 0; i < mesh.vertex_count(); ++i) {
        const Vec3 p = mesh.vertex(i);
        if (!is_usable(p)) {
            return std::unexpected(range_error("vertex " + std::to_string(i) +
                                               ": a coordinate is not finite or above 1e37"));
        }
        bounds = united(bounds, p);
    }
    for (std::size_t i = 0; i < mesh.size(); ++i) {
        for (std::size_t corner = 0; corner < 3; ++corner) {
            if (mesh.index(i, corner) >= mesh.vertex_count()) {
                return std::unexpected(range_error(
                    "triangle " + std::to_string(i) + ": no vertex has the index " +
                    std::to_string(mesh.index(i, corner))));
            }
        }
    }
    auto data = std::make_unique<Data>();
    data->mesh = mesh;
    if (mesh.size() > 0) {
        data->frame = frame_of(bounds);
        std::vector<FloatBox> boxes(mesh.size());
        each(mesh.size(), executor, [&](std::size_t i) {
            boxes[i] = rounded_outwards(box_of(mesh.triangle(i)), data->frame);
        });
        const BinaryTree tree = options.method == TriangleTreeMethod::Area
                                    ? build_by_area(std::move(boxes), executor)
                                    : build_by_clusters(std::move(boxes), executor);
        data->cost = surface_cost(tree);
        WideTree wide = collapsed(tree);
        data->nodes = std::move(wide.nodes);
        data->blocks.resize(wide.objects.size() / kLeafSize);
        each(data->blocks.size(), executor, [&](std::size_t i) {
            TriangleBlock& block = data->blocks[i];
            for (std::size_t lane = 0; lane < kLeafSize; ++lane) {
                const std::uint32_t id = wide.objects[i * kLeafSize + lane];
                block.id[lane] = id;
                for (std::size_t corner = 0; corner < 3; ++corner) {
                    for (std::size_t axis = 0; axis < 3; ++axis) {
                        float value = std::numeric_limits<float>::quiet_NaN();
                        if (id != kNoChild) {
                            value = static_cast<float>(
                                (mesh.vertex(mesh.index(id, corner))[axis] -
                                 data->frame.centre[axis]) *
                                data->frame.scale);
                        }
                        block.corner[corner][axis][static_cast<int>(lane)] = value;
                    }
                }
            }
        });
    }
    return TriangleTree(std::move(data));
}

std::optional<RayHit> TriangleTree::raycast(const Ray& ray) const {
    return cast<false>(data_->nodes, data_->blocks, data_->mesh, data_->frame, ray);
}

bool TriangleTree::is_hit(const Ray& ray) const {
    return cast<true>(data_->nodes, data_->blocks, data_->mesh, data_->frame, ray).has_value();
}

double TriangleTree::cost() const {
    return data_->cost;
}

}  // namespace halfspace
