// SPDX-License-Identifier: MIT
#include "halfspace/spatial/triangle_bvh.h"

#include "halfspace/base/hash.h"

#include "base/shared/in_parts.h"
#include "spatial/bvh/triangle_bvh_data.h"

#include <atomic>
#include <cmath>
#include <string>
#include <utility>

namespace halfspace {
namespace {

Error range_error(std::string message) {
    return {ErrorCode::Range, std::move(message), {}};
}

// Errors: Range, as TriangleBvh::build says.
Result<void> check_indices(const TriangleMesh& mesh) {
    for (std::size_t i = 0; i < mesh.size(); ++i) {
        for (std::size_t corner = 0; corner < 3; ++corner) {
            if (mesh.index(i, corner) >= mesh.vertex_count()) {
                return std::unexpected(
                    range_error("triangle " + std::to_string(i) + " has vertex " +
                                std::to_string(mesh.index(i, corner)) + ", but the mesh has " +
                                std::to_string(mesh.vertex_count()) + " vertices"));
            }
        }
    }
    return {};
}

// The box of all triangles. Vertices that no triangle uses do not count: far away, they would leave
// few bits to the others. Errors: Range, as TriangleBvh::build says.
Result<Aabb> bounds_of(const TriangleMesh& mesh) {
    for (std::size_t i = 0; i < mesh.vertex_count(); ++i) {
        if (!is_within(mesh.vertex(i), kMaxBvhCoordinate)) {
            return std::unexpected(
                range_error("vertex " + std::to_string(i) +
                            " has a coordinate that is not finite or above 1e37"));
        }
    }
    Aabb bounds;
    for (std::size_t i = 0; i < mesh.size(); ++i) {
        bounds = merge(bounds, box_of(mesh.triangle(i)));
    }
    return bounds;
}

std::vector<FloatBox> boxes_of(const TriangleMesh& mesh,
                               const BvhFrame& frame,
                               const Executor& executor) {
    std::vector<FloatBox> boxes(mesh.size());
    for_each_index(mesh.size(), executor, [&](std::size_t i) {
        boxes[i] = rounded_outwards(box_of(mesh.triangle(i)), frame);
    });
    return boxes;
}

// Puts a triangle into a lane. Returns true if no number was rounded.
bool set_lane(TriangleBlock& block,
              std::size_t lane,
              const Triangle& triangle,
              const BvhFrame& frame) {
    const double unit = 1 / frame.scale;
    const std::array<Vec3, 3> corners{triangle.a, triangle.b, triangle.c};
    bool exact = true;
    for (std::size_t corner = 0; corner < 3; ++corner) {
        const Vec3 place = frame.to_tree(corners[corner]);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto value = static_cast<float>(place[axis]);
            block.corner[corner][axis][static_cast<int>(lane)] = value;
            exact = exact && value * unit == corners[corner][axis];
        }
    }
    return exact;
}

}  // namespace

TriangleBvh::TriangleBvh(std::unique_ptr<Data> data) : data_(std::move(data)) {}
TriangleBvh::TriangleBvh(TriangleBvh&&) noexcept = default;
TriangleBvh& TriangleBvh::operator=(TriangleBvh&&) noexcept = default;
TriangleBvh::~TriangleBvh() = default;

// Copies the triangles of the mesh into the blocks.
void TriangleBvh::fill_blocks(Data& data, const Executor& executor) {
    data.blocks.resize(data.tree.objects.size() / kLeafSize);
    std::atomic<bool> exact = true;
    for_each_index(data.blocks.size(), executor, [&](std::size_t i) {
        constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
        TriangleBlock& block = data.blocks[i];
        block.corner.fill({all_lanes(kNan), all_lanes(kNan), all_lanes(kNan)});
        for (std::size_t lane = 0; lane < kLeafSize; ++lane) {
            block.id[lane] = data.tree.objects[i * kLeafSize + lane];
            if (block.id[lane] != kNone &&
                !set_lane(block, lane, data.mesh.triangle(block.id[lane]), data.tree.frame)) {
                exact.store(false, std::memory_order_relaxed);
            }
        }
    });
    data.has_exact_blocks = exact.load(std::memory_order_relaxed);
}

Result<TriangleBvh> TriangleBvh::build(const TriangleMesh& mesh,
                                       const BvhOptions& options,
                                       const Executor& executor) {
    if (mesh.size() > kMaxBvhObjects) {
        return std::unexpected(Error{ErrorCode::Limit,
                                     "the mesh has " + std::to_string(mesh.size()) +
                                         " triangles, but at most " +
                                         std::to_string(kMaxBvhObjects) + " fit in a tree",
                                     {}});
    }
    if (auto checked = check_indices(mesh); !checked) {
        return std::unexpected(std::move(checked.error()));
    }
    auto bounds = bounds_of(mesh);
    if (!bounds) {
        return std::unexpected(std::move(bounds.error()));
    }
    auto data = std::make_unique<Data>();
    data->mesh = mesh;
    if (mesh.size() > 0) {
        const BvhFrame frame = frame_of(*bounds);
        data->tree = build_tree(boxes_of(mesh, frame, executor), frame, options.builder, executor);
        fill_blocks(*data, executor);
        data->obbs = fit_obbs(data->tree, data->blocks, executor);
    }
    return TriangleBvh(std::move(data));
}

Result<void> TriangleBvh::refit(const Executor& executor) {
    auto bounds = bounds_of(data_->mesh);
    if (!bounds) {
        return std::unexpected(std::move(bounds.error()));
    }
    if (data_->mesh.size() > 0) {
        data_->tree.frame = frame_of(*bounds);
        fit(data_->tree, boxes_of(data_->mesh, data_->tree.frame, executor));
        fill_blocks(*data_, executor);
        data_->obbs = fit_obbs(data_->tree, data_->blocks, executor);
    }
    return {};
}

const TriangleMesh& TriangleBvh::mesh() const {
    return data_->mesh;
}

TriangleBvh::Statistics TriangleBvh::statistics() const {
    const Bvh4& tree = data_->tree;
    return {.nodes = tree.nodes.size(),
            .depth = tree.depth,
            .bytes =
                tree.nodes.size() * sizeof(Bvh4Node) + tree.objects.size() * sizeof(std::uint32_t) +
                data_->blocks.size() * sizeof(TriangleBlock) + data_->obbs.size() * sizeof(Obb4),
            .cost = surface_cost(tree)};
}

std::uint64_t hash_of(const TriangleBvh& bvh) {
    const Bvh4& tree = bvh.data().tree;
    const auto hash_of = [](const auto& values) {
        return hash_bytes(std::as_bytes(std::span(values)));
    };
    return hash_of(
        std::array{hash_of(tree.nodes), hash_of(tree.objects), hash_of(bvh.data().obbs)});
}

namespace {

Aabb from_tree(const FloatBox& box, const BvhFrame& frame) {
    const double unit = 1 / frame.scale;
    const auto corner = [&](const Float4& p) {
        return Vec3{p[0], p[1], p[2]} * unit + frame.centre;
    };
    return {corner(box.lo), corner(box.hi)};
}

}  // namespace

Aabb TriangleBvh::bounds() const {
    const Bvh4& tree = data_->tree;
    if (tree.nodes.empty()) {
        return {{}, {}};
    }
    const Aabb box = from_tree(tree.bounds, tree.frame);
    return grown(box, 0x1p-50 * std::max(max_abs(box.min), max_abs(box.max)));
}

std::vector<Aabb> TriangleBvh::boxes_at(std::size_t depth) const {
    const Bvh4& tree = data_->tree;
    if (tree.nodes.empty()) {
        return {};
    }
    if (depth == 0) {
        return {from_tree(tree.bounds, tree.frame)};
    }
    std::vector<Aabb> boxes;
    std::vector<std::pair<std::uint32_t, std::size_t>> stack{{0, 0}};  // nodes, with their depths
    while (!stack.empty()) {
        const auto [at, above] = stack.back();
        stack.pop_back();
        const Bvh4Node& node = tree.nodes[at];
        for (std::size_t slot = 0; slot < 4 && node.child[slot] != kNone; ++slot) {
            if (above + 1 == depth || (node.child[slot] & kLeafBit) != 0) {
                boxes.push_back(from_tree(box_of_slot(node, slot), tree.frame));
            } else {
                stack.emplace_back(node.child[slot], above + 1);
            }
        }
    }
    return boxes;
}

}  // namespace halfspace
