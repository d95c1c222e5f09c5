// SPDX-License-Identifier: MIT
#include "halfspace/spatial/triangle_tree.h"

#include "halfspace/base/hash.h"

#include "triangle_tree_data.h"

#include <atomic>
#include <cmath>
#include <string>
#include <utility>

namespace halfspace {
namespace {

Error range_error(std::string message) {
    return {ErrorCode::Range, std::move(message), {}};
}

bool is_usable(const Vec3& p) {
    return std::abs(p.x) <= kMostTreePlace && std::abs(p.y) <= kMostTreePlace &&
           std::abs(p.z) <= kMostTreePlace;
}

// Errors: Range, as TriangleTree::build says.
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
// few bits to the others. Errors: Range, as TriangleTree::build says.
Result<Aabb> bounds_of(const TriangleMesh& mesh) {
    for (std::size_t i = 0; i < mesh.vertex_count(); ++i) {
        if (!is_usable(mesh.vertex(i))) {
            return std::unexpected(
                range_error("vertex " + std::to_string(i) +
                            " has a coordinate that is not finite or above 1e37"));
        }
    }
    Aabb bounds;
    for (std::size_t i = 0; i < mesh.size(); ++i) {
        bounds = united(bounds, box_of(mesh.triangle(i)));
    }
    return bounds;
}

std::vector<FloatBox> boxes_of(const TriangleMesh& mesh,
                               const TreeFrame& frame,
                               const Executor& executor) {
    std::vector<FloatBox> boxes(mesh.size());
    for_pieces(mesh.size(), executor, [&](std::size_t i) {
        boxes[i] = rounded_outwards(box_of(mesh.triangle(i)), frame);
    });
    return boxes;
}

// Puts a triangle into a lane. Returns true if no number was rounded.
bool set_lane(TriangleBlock& block,
              std::size_t lane,
              const Triangle& triangle,
              const TreeFrame& frame) {
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

TriangleTree::TriangleTree(std::unique_ptr<Data> data) : data_(std::move(data)) {}
TriangleTree::TriangleTree(TriangleTree&&) noexcept = default;
TriangleTree& TriangleTree::operator=(TriangleTree&&) noexcept = default;
TriangleTree::~TriangleTree() = default;

// Copies the triangles of the mesh into the blocks.
void TriangleTree::fill_blocks(Data& data, const Executor& executor) {
    data.blocks.resize(data.tree.objects.size() / kLeafSize);
    std::atomic<bool> exact = true;
    for_pieces(data.blocks.size(), executor, [&](std::size_t i) {
        constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
        TriangleBlock& block = data.blocks[i];
        block.corner.fill({all_lanes(kNone), all_lanes(kNone), all_lanes(kNone)});
        for (std::size_t lane = 0; lane < kLeafSize; ++lane) {
            block.id[lane] = data.tree.objects[i * kLeafSize + lane];
            if (block.id[lane] != kNoChild &&
                !set_lane(block, lane, data.mesh.triangle(block.id[lane]), data.tree.frame)) {
                exact.store(false, std::memory_order_relaxed);
            }
        }
    });
    data.has_exact_blocks = exact.load(std::memory_order_relaxed);
}

Result<TriangleTree> TriangleTree::build(const TriangleMesh& mesh,
                                         const TreeOptions& options,
                                         const Executor& executor) {
    if (mesh.size() > kMostTreeObjects) {
        return std::unexpected(Error{ErrorCode::Limit,
                                     "the mesh has " + std::to_string(mesh.size()) +
                                         " triangles, but at most " +
                                         std::to_string(kMostTreeObjects) + " fit in a tree",
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
        const TreeFrame frame = frame_of(*bounds);
        data->tree = build_tree(boxes_of(mesh, frame, executor), frame, options.method, executor);
        fill_blocks(*data, executor);
    }
    return TriangleTree(std::move(data));
}

Result<void> TriangleTree::refit(const Executor& executor) {
    auto bounds = bounds_of(data_->mesh);
    if (!bounds) {
        return std::unexpected(std::move(bounds.error()));
    }
    if (data_->mesh.size() > 0) {
        data_->tree.frame = frame_of(*bounds);
        fit(data_->tree, boxes_of(data_->mesh, data_->tree.frame, executor));
        fill_blocks(*data_, executor);
    }
    return {};
}

const TriangleMesh& TriangleTree::mesh() const {
    return data_->mesh;
}

TriangleTree::Statistics TriangleTree::statistics() const {
    const WideTree& tree = data_->tree;
    const auto hash_of = [](const auto& values) {
        return hash_bytes(std::as_bytes(std::span(values)));
    };
    return {.nodes = tree.nodes.size(),
            .depth = tree.depth,
            .bytes = tree.nodes.size() * sizeof(WideNode) +
                     tree.objects.size() * sizeof(std::uint32_t) +
                     data_->blocks.size() * sizeof(TriangleBlock),
            .cost = surface_cost(tree),
            .hash = hash_of(std::array{hash_of(tree.nodes), hash_of(tree.objects)})};
}

std::vector<Aabb> TriangleTree::boxes_at(std::size_t depth) const {
    const WideTree& tree = data_->tree;
    if (tree.nodes.empty()) {
        return {};
    }
    const auto to_world = [&](const FloatBox& box) {
        const double unit = 1 / tree.frame.scale;
        const auto corner = [&](const Float4& p) {
            return Vec3{p[0], p[1], p[2]} * unit + tree.frame.centre;
        };
        return Aabb{corner(box.lo), corner(box.hi)};
    };
    if (depth == 0) {
        return {to_world(box_of_node(tree.nodes[0]))};
    }
    std::vector<Aabb> boxes;
    std::vector<std::pair<std::uint32_t, std::size_t>> stack{{0, 0}};  // nodes, with their depths
    while (!stack.empty()) {
        const auto [at, above] = stack.back();
        stack.pop_back();
        const WideNode& node = tree.nodes[at];
        for (std::size_t slot = 0; slot < 4 && node.child[slot] != kNoChild; ++slot) {
            if (above + 1 == depth || (node.child[slot] & kLeafBit) != 0) {
                boxes.push_back(to_world(box_of_slot(node, slot)));
            } else {
                stack.emplace_back(node.child[slot], above + 1);
            }
        }
    }
    return boxes;
}

}  // namespace halfspace
