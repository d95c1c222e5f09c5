// SPDX-License-Identifier: MIT
#include "halfspace/base/contents.h"

#include "exact/shared/plane_table.h"
#include "level/check_level.h"
#include "level/scaled_plane.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace halfspace {
namespace {

Problem plane_problem(const PlaneRecord& record) {
    const ExactPlane plane = exact_plane(record);
    std::int64_t first = 0;
    for (const std::int64_t n : plane.n) {
        first = first != 0 ? first : n;
        if (n == std::numeric_limits<std::int64_t>::min()) {
            return "a coefficient is -2^63, which cannot be negated";
        }
    }
    if (first == 0) {
        return "the normal is zero";
    }
    if (first < 0) {
        return "its first coefficient that is not zero is negative";
    }
    if (record.d_low == 0 && record.d_high == std::numeric_limits<std::int64_t>::min()) {
        return "the distance is -2^127, which cannot be negated";
    }
    return std::nullopt;
}

// Checks that nodes and leaves form trees. Every node and every leaf but the outside has at most
// one parent. No path from a root to a leaf has more than kMaxTreeDepth nodes.
class TreeCheck {
public:
    explicit TreeCheck(const LevelView& level)
        : node_used_(level.nodes.size()),
          leaf_used_(level.leaves.size()),
          depth_(level.nodes.size(), 1) {}

    // The problem of the reference `child`. what: the name of the reference. least: the lowest
    // allowed node; 0 for a root. REQUIRES: the node or leaf exists.
    Problem child_problem(const char* what, std::int32_t child, std::uint64_t least) {
        const auto index = static_cast<std::uint32_t>(child >= 0 ? child : -1 - child);
        const char* const problem = child >= 0 ? node_problem(index, least) : leaf_problem(index);
        return problem == nullptr
                   ? std::nullopt
                   : Problem(std::string(what) + " is " + (child >= 0 ? "node " : "leaf ") +
                             std::to_string(index) + problem);
    }

private:
    static constexpr const char* kUsedTwice = ", to which another node or root refers, too";

    // The end of the message; null if there is no problem.
    const char* node_problem(std::uint32_t node, std::uint64_t least) {
        if (node < least) {
            return ", but children come after their parent";
        }
        if (node_used_[node]) {
            return kUsedTwice;
        }
        // Parents come first, so the depth of the parent is known.
        depth_[node] = 1 + (least == 0 ? 0 : depth_[least - 1]);
        if (depth_[node] > kMaxTreeDepth) {
            static_assert(kMaxTreeDepth == 1024);
            return ", but a tree may have at most 1024 nodes on the way to a leaf";
        }
        node_used_[node] = true;
        return nullptr;
    }

    const char* leaf_problem(std::uint32_t leaf) {
        if (leaf_used_[leaf]) {
            return kUsedTwice;
        }
        leaf_used_[leaf] = leaf != 0;
        return nullptr;
    }

    std::vector<bool> node_used_;
    std::vector<bool> leaf_used_;
    std::vector<int> depth_;  // number of nodes from the root down to this one
};

Result<void> check_nodes(const LevelView& level, TreeCheck& trees) {
    std::uint64_t index = 0;
    return check_each("nodes", level.nodes, [&](const NodeRecord& node) -> Problem {
        ++index;
        Problem problem = trees.child_problem("child 0", node.child[0], index);
        return problem ? problem : trees.child_problem("child 1", node.child[1], index);
    });
}

Result<void> check_leaves(const LevelView& level) {
    const std::span<const LeafRecord> leaves = level.leaves;
    if (leaves.empty()) {
        return damaged("leaves", "leaf 0, the outside, is missing");
    }
    if (leaves[0].contents != 0 || leaves[0].blockers != 0) {
        return damaged("leaves", 0, "the outside is not empty");
    }
    return {};
}

bool is_whole(double value) {
    return std::floor(value) == value;
}

Problem box_problem(const ModelRecord& model, double limit, int grid_exponent) {
    for (int i = 0; i < 3; ++i) {
        if (!(model.min[i] < model.max[i])) {
            return "its box is empty";
        }
        if (!(model.min[i] >= -limit && model.max[i] <= limit)) {
            return "its box leaves the range of 2^27 grid steps";
        }
        if (!is_whole(std::ldexp(model.min[i], grid_exponent)) ||
            !is_whole(std::ldexp(model.max[i], grid_exponent))) {
            return "its box is not on the grid";
        }
    }
    return std::nullopt;
}

// Checks the box around the model's brushes or polygons; it may be the empty box.
Problem bounds_problem(const ModelRecord& model) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const bool is_empty = model.bounds_min[0] == kInfinity;
    for (int i = 0; i < 3; ++i) {
        // Written so that a NaN fails it.
        const bool is_right =
            is_empty ? model.bounds_min[i] == kInfinity && model.bounds_max[i] == -kInfinity
                     : model.min[i] <= model.bounds_min[i] &&
                           model.bounds_min[i] <= model.bounds_max[i] &&
                           model.bounds_max[i] <= model.max[i];
        if (!is_right) {
            return "its bounds are not a box inside the box of its tree";
        }
    }
    return std::nullopt;
}

Result<void> check_models(const LevelView& level, TreeCheck& trees) {
    if (level.models.empty()) {
        return damaged("models", "model 0, the world, is missing");
    }
    const double limit = std::ldexp(static_cast<double>(kMaxGridCoordinate), -level.grid_exponent);
    return check_each("models", level.models, [&](const ModelRecord& model) {
        Problem problem = box_problem(model, limit, level.grid_exponent);
        if (!problem) {
            problem = bounds_problem(model);
        }
        if (!problem) {
            problem = trees.child_problem("its root", model.root, 0);
        }
        return problem;
    });
}

// check_space_roots compares each root with those of the other spaces: many spaces would let a
// small file cost a long loop.
Result<void> check_space_count(const LevelView& level) {
    if (level.spaces.empty() || level.spaces.size() > kMaxSpaces) {
        return damaged("spaces",
                       "there are " + std::to_string(level.spaces.size()) +
                           " spaces, but a level has one to " + std::to_string(kMaxSpaces));
    }
    return {};
}

// The tree of a space is the main tree of the model, the tree of an earlier space, or its own.
Result<void> check_space_roots(const LevelView& level, TreeCheck& trees) {
    const std::size_t spaces = level.spaces.size();
    if (level.space_roots.size() != level.models.size() * spaces) {
        return damaged("space_roots",
                       "there are " + std::to_string(level.space_roots.size()) + ", not " +
                           std::to_string(spaces) + " for each of " +
                           std::to_string(level.models.size()) + " models");
    }
    std::size_t place = 0;
    return check_each("space_roots", level.space_roots, [&](const std::int32_t& root) -> Problem {
        const std::size_t model = place / spaces;
        const std::span<const std::int32_t> before =
            level.space_roots.subspan(model * spaces, place % spaces);
        ++place;
        const bool is_known = root == level.models[model].root ||
                              std::find(before.begin(), before.end(), root) != before.end();
        return is_known ? std::nullopt : trees.child_problem("it", root, 0);
    });
}

// The cluster tree is a tree of its own.
Result<void> check_cluster_roots(const LevelView& level, TreeCheck& trees) {
    if (level.cluster_roots.size() > 1) {
        return damaged("cluster_roots", 1, "a level has one cluster tree at most");
    }
    return check_each("cluster_roots", level.cluster_roots, [&](const std::int32_t& root) {
        return trees.child_problem("it", root, 0);
    });
}

}  // namespace

Result<void> check_planes(const LevelView& level) {
    Result<void> result = check_each("planes", level.planes, plane_problem);
    const PlaneBits bits = plane_bits(level.planes);
    const int width = 3 * bits.normal + bits.distance + kExtraBits;
    if (result && width > kMaxPredicateBits) {
        result = damaged("planes",
                         "exact arithmetic needs " + std::to_string(width) +
                             " bits, but this version has " + std::to_string(kMaxPredicateBits));
        result.error().code = ErrorCode::Unsupported;
    }
    return result;
}

Result<void> check_trees(const LevelView& level) {
    TreeCheck trees(level);
    return first_failure(
        level,
        check_leaves,
        [&](const LevelView& l) { return check_nodes(l, trees); },
        [&](const LevelView& l) { return check_models(l, trees); },
        check_space_count,
        [&](const LevelView& l) { return check_space_roots(l, trees); },
        [&](const LevelView& l) { return check_cluster_roots(l, trees); });
}

}  // namespace halfspace
