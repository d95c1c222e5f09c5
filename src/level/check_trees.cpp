// SPDX-License-Identifier: MIT
#include "level/check_level.h"
#include "level/scaled_plane.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

namespace halfspace {
namespace {

// What PlaneTable::predicate_bits adds to 3 * bits(n) + bits(d).
constexpr int kPredicateExtraBits = 13;

Problem plane_problem(const PlaneRecord& record) {
    const ExactPlane plane = exact_plane(record);
    std::int64_t first = 0;
    for (const std::int64_t n : plane.n) {
        first = first != 0 ? first : n;
        if (n == std::numeric_limits<std::int64_t>::min()) {
            return "a coefficient is -2^63, which cannot be turned";
        }
    }
    if (first == 0) {
        return "the normal is zero";
    }
    if (first < 0) {
        return "its first coefficient that is not zero is negative";
    }
    if (record.d_low == 0 && record.d_high == std::numeric_limits<std::int64_t>::min()) {
        return "the distance is -2^127, which cannot be turned";
    }
    return std::nullopt;
}

Problem node_plane_problem(const Level& level, const NodeRecord& node) {
    if (const Problem problem = index_problem("its plane is", node.plane, level.planes().size())) {
        return problem;
    }
    const ExactPlane plane = exact_plane(level.planes()[node.plane]);
    const Plane scaled = scaled_plane(plane, level.grid_exponent());
    bool same = std::bit_cast<std::uint64_t>(scaled.d) == std::bit_cast<std::uint64_t>(node.d);
    for (int i = 0; i < 3; ++i) {
        same = same &&
               std::bit_cast<std::uint64_t>(scaled.n[i]) == std::bit_cast<std::uint64_t>(node.n[i]);
    }
    if (!same) {
        return "its doubles are not those of plane " + std::to_string(node.plane);
    }
    const std::uint32_t axis = node.flags & kNodeAxisMask;
    if (axis != node_axis(plane)) {
        return "its axis is " + std::to_string(axis) + ", but that of plane " +
               std::to_string(node.plane) + " is " + std::to_string(node_axis(plane));
    }
    return std::nullopt;
}

// Trees in which every node and every leaf but the outside hangs at one place, and no way down
// is longer than queries have room for.
class TreeCheck {
public:
    explicit TreeCheck(const Level& level)
        : node_used_(level.nodes().size()),
          leaf_used_(level.leaves().size()),
          depth_(level.nodes().size(), 1) {}

    // What is wrong with a reference to `child` from a place whose children are nodes >= `least`.
    Problem child_problem(const std::string& what, std::int32_t child, std::uint64_t least) {
        return child >= 0 ? node_problem(what, static_cast<std::uint32_t>(child), least)
                          : leaf_problem(what, static_cast<std::uint32_t>(-1 - child));
    }

private:
    Problem node_problem(const std::string& what, std::uint32_t node, std::uint64_t least) {
        const std::string name = what + " is node " + std::to_string(node);
        if (node >= node_used_.size()) {
            return name + ", but there are " + std::to_string(node_used_.size()) + " nodes";
        }
        if (node < least) {
            return name + ", but children come after their parent";
        }
        if (node_used_[node]) {
            return name + ", which hangs at another place too";
        }
        // Parents come first, so that the depth of this one's is known.
        depth_[node] = 1 + (least == 0 ? 0 : depth_[least - 1]);
        if (depth_[node] > kMaxTreeDepth) {
            return name + ", which is deeper than the " + std::to_string(kMaxTreeDepth) +
                   " nodes that a tree may have on the way to a leaf";
        }
        node_used_[node] = true;
        return std::nullopt;
    }

    Problem leaf_problem(const std::string& what, std::uint32_t leaf) {
        const std::string name = what + " is leaf " + std::to_string(leaf);
        if (leaf >= leaf_used_.size()) {
            return name + ", but there are " + std::to_string(leaf_used_.size()) + " leaves";
        }
        if (leaf_used_[leaf]) {
            return name + ", which hangs at another place too";
        }
        leaf_used_[leaf] = leaf != 0;
        return std::nullopt;
    }

    std::vector<bool> node_used_;
    std::vector<bool> leaf_used_;
    std::vector<int> depth_;  // nodes from the root down to this one
};

std::uint32_t child_state(const NodeRecord& node, int child) {
    return node.flags >> (kNodeSightShift + 2 * child) & kNodeSightMask;
}

// What a parent must say of the child. A child node's own flags are checked before it is asked.
std::uint32_t sight_state(const Level& level, std::int32_t child) {
    if (child < 0) {
        const LeafId leaf(static_cast<std::uint32_t>(-1 - child));
        return any(level.contents(leaf) & kSightBlockers) ? kSightBlocked : kSightClear;
    }
    const NodeRecord& node = level.nodes()[static_cast<std::size_t>(child)];
    const std::uint32_t front = child_state(node, 0);
    return front == child_state(node, 1) ? front : kSightMixed;
}

// Children come after their parents: backwards, what is below a node is right when it is reached.
Result<void> check_sight_flags(const Level& level) {
    for (std::size_t i = level.nodes().size(); i-- > 0;) {
        const NodeRecord& node = level.nodes()[i];
        for (int c = 0; c < 2; ++c) {
            const std::uint32_t expected = sight_state(level, node.child[c]);
            if (child_state(node, c) != expected) {
                return damaged(SectionId::Nodes,
                               i,
                               "the sight state of child " + std::to_string(c) + " is " +
                                   std::to_string(child_state(node, c)) +
                                   ", but its leaves make it " + std::to_string(expected));
            }
        }
    }
    return {};
}

Result<void> check_nodes(const Level& level, TreeCheck& trees) {
    std::uint64_t index = 0;
    return check_each(SectionId::Nodes, level.nodes(), [&](const NodeRecord& node) -> Problem {
        ++index;
        Problem problem = node_plane_problem(level, node);
        if (!problem) {
            problem = trees.child_problem("child 0", node.child[0], index);
        }
        if (!problem) {
            problem = trees.child_problem("child 1", node.child[1], index);
        }
        return problem;
    });
}

Result<void> check_leaves(const Level& level) {
    const std::span<const LeafRecord> leaves = level.leaves();
    if (leaves.empty()) {
        return damaged(SectionId::Leaves, "leaf 0, the outside, is missing");
    }
    if (leaves[0].contents != 0 || leaves[0].blockers != 0) {
        return damaged(SectionId::Leaves, 0, "the outside is not empty");
    }
    return check_each(SectionId::Leaves, leaves, [&](const LeafRecord& leaf) -> Problem {
        if ((leaf.contents & ~static_cast<std::uint32_t>(kLeafContents)) != 0) {
            return "unknown contents " + std::to_string(leaf.contents);
        }
        return std::nullopt;
    });
}

bool is_whole(double value) {
    return std::floor(value) == value;
}

Problem box_problem(const ModelRecord& model, double limit, int grid_exponent) {
    for (int i = 0; i < 3; ++i) {
        // Written so that a NaN fails each of them.
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
        if (!std::isfinite(model.origin[i])) {
            return "its origin is not finite";
        }
    }
    return std::nullopt;
}

Result<void> check_models(const Level& level, TreeCheck& trees) {
    if (level.models().empty()) {
        return damaged(SectionId::Models, "model 0, the world, is missing");
    }
    const double limit = std::ldexp(static_cast<double>(kMaxCoordinate), -level.grid_exponent());
    return check_each(SectionId::Models, level.models(), [&](const ModelRecord& model) {
        Problem problem = box_problem(model, limit, level.grid_exponent());
        if (!problem) {
            problem = trees.child_problem("its root", model.root, 0);
        }
        return problem;
    });
}

// A space is in the model's main tree or in one beside it, of its own or with others.
Result<void> check_space_roots(const Level& level, TreeCheck& trees) {
    const std::size_t spaces = level.spaces().size();
    if (level.space_roots().size() != level.models().size() * spaces) {
        return damaged(SectionId::SpaceRoots,
                       "there are " + std::to_string(level.space_roots().size()) + ", not " +
                           std::to_string(spaces) + " for each of " +
                           std::to_string(level.models().size()) + " models");
    }
    std::size_t place = 0;
    return check_each(
        SectionId::SpaceRoots, level.space_roots(), [&](const std::int32_t& root) -> Problem {
            const std::size_t model = place / spaces;
            const std::span<const std::int32_t> before =
                level.space_roots().subspan(model * spaces, place % spaces);
            ++place;
            const bool is_known = root == level.models()[model].root ||
                                  std::find(before.begin(), before.end(), root) != before.end();
            return is_known ? std::nullopt : trees.child_problem("it", root, 0);
        });
}

}  // namespace

Result<void> check_planes(const Level& level) {
    Result<void> result = check_each(SectionId::Planes, level.planes(), plane_problem);
    const PlaneBits bits = plane_bits(level.planes());
    const int width = 3 * bits.normal + bits.distance + kPredicateExtraBits;
    if (result && width > kMaxPredicateBits) {
        result = damaged(SectionId::Planes,
                         "exact answers would take " + std::to_string(width) +
                             " bits, but this version computes with " +
                             std::to_string(kMaxPredicateBits));
        result.error().code = ErrorCode::Unsupported;
    }
    return result;
}

Result<void> check_trees(const Level& level) {
    TreeCheck trees(level);
    Result<void> result = check_leaves(level);
    if (result) {
        result = check_nodes(level, trees);
    }
    if (result) {
        result = check_sight_flags(level);
    }
    if (result) {
        result = check_models(level, trees);
    }
    if (result) {
        result = check_space_roots(level, trees);
    }
    return result;
}

}  // namespace halfspace
