// SPDX-License-Identifier: MIT
#include "compile/tree/tree_builder.h"

#include "halfspace/base/progress.h"
#include "halfspace/level/records.h"

#include "compile/tree/divider.h"
#include "tasks/shared/fork_join.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <utility>

namespace halfspace {
namespace {

struct BuildNode;

// A subtree while it is built: a node, or a leaf.
struct Branch {
    std::unique_ptr<BuildNode> node;  // null: a leaf
    CellContents contents = {};

    bool is_leaf() const { return node == nullptr; }
};

// The fragments in a node's plane, sorted by what they are for.
struct NodeParts {
    FragmentList faces;                 // those that are drawn
    std::vector<NodeContact> contacts;  // sides that bodies touch; sorted, each once
    bool has_hint = false;
};

NodeParts parts_of(FragmentList in_plane, std::span<const BodyVolume> volumes) {
    NodeParts parts;
    for (std::unique_ptr<Fragment>& fragment : in_plane) {
        if (fragment->is_hint) {
            parts.has_hint = true;
        } else if (volumes[fragment->brush].brush != kNone) {  // nobody touches Void
            const BodyVolume& volume = volumes[fragment->brush];
            const BodyVolume::Side& side = volume.sides[fragment->side];
            parts.contacts.push_back(
                {volume.brush,
                 side.side,
                 volume.space | (fragment->polygon.plane.is_flipped() ? kContactTurned : 0) |
                     (side.is_bevel ? kContactBevel : 0)});
        }
        if (fragment->is_drawn) {
            parts.faces.push_back(std::move(fragment));
        }
    }
    std::sort(parts.contacts.begin(), parts.contacts.end());
    const auto repeated = std::unique(parts.contacts.begin(), parts.contacts.end());
    parts.contacts.erase(repeated, parts.contacts.end());
    return parts;
}

struct BuildNode {
    PlaneId plane;
    Branch child[2];
    NodeParts parts;

    // True if both children are leaves with the same contents, and nothing is drawn between them.
    // (A floor inside of a curve's facet is drawn.)
    bool is_needless() const {
        return child[0].is_leaf() && child[1].is_leaf() && child[0].contents == child[1].contents &&
               parts.faces.empty() && !parts.has_hint;
    }
};

// The subtree below a cell with at most this many fragments is a block: one thread builds it. Below
// a larger cell, two threads may build the children. The tree does not depend on this number.
constexpr std::size_t kMaxInBlock = 256;

// A range of blocks of the fixed grid. The boundaries [first, last) run through it.
struct BlockRange {
    std::array<std::size_t, 3> first;
    std::array<std::size_t, 3> last;
};

// A cell on the way down.
struct Task {
    Work work;
    BlockRange blocks;
    std::uint32_t depth;  // nodes above
    double share;         // of the whole work, for reports

    bool is_large() const { return work.fragments.size() > kMaxInBlock; }
};

class TreeBuilder {
public:
    TreeBuilder(std::span<const BodyVolume> volumes,
                const TreeSpace& space,
                const PlaneTable& planes,
                const CompileOptions& options)
        : volumes_(volumes), space_(&space), planes_(&planes), options_(&options) {}

    std::optional<BuiltTree> run(const Polyhedron& cell, FragmentList fragments) {
        Task task{{cell, std::move(fragments), {}}, {}, 0, 1};
        for (std::uint32_t v = 0; v < volumes_.size(); ++v) {
            task.work.volumes.push_back(v);
        }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            task.blocks.last[axis] = space_->boundaries[axis].size();
        }
        Branch root;
        fork_join(options_->threads, [&](const Tasks& tasks) {
            tasks_ = &tasks;
            root = build_aside(std::move(task));
        });
        if (is_cancelled(options_->progress)) {
            return std::nullopt;
        }
        result_.is_too_deep = is_too_deep_;
        result_.blocks = std::max<std::uint64_t>(result_.blocks, 1);
        make_room(root);
        result_.root = number(std::move(root), 0);
        return std::move(result_);
    }

private:
    // Builds with a divider of its own, as every thread needs it.
    Branch build_aside(Task task) {
        Divider divider(volumes_,
                        space_->relief_spacing,
                        *planes_,
                        options_->tree.score.value_or(SplitterScore::Area),
                        options_->tree.splitters);
        Branch branch = build(std::move(task), divider);
        tasks_->alone([&] {
            result_.splits += divider.cuts();
            result_.counters += divider.predicates().counters();
        });
        return branch;
    }

    Branch build(Task task, Divider& divider) {
        const bool is_done = task.work.fragments.empty();
        if (!is_done && task.depth >= std::uint32_t{kMaxTreeDepth}) {
            is_too_deep_ = true;
        }
        if (is_done || is_too_deep_ || is_cancelled(options_->progress)) {
            return {nullptr, divider.contents(task.work)};
        }
        const bool is_large = task.is_large();
        std::array<Task, 2> children;
        auto node = std::make_unique<BuildNode>(divide(std::move(task), divider, children));
        if (children[0].is_large() && children[1].is_large()) {
            tasks_->both([&] { node->child[0] = build_aside(std::move(children[0])); },
                         [&] { node->child[1] = build_aside(std::move(children[1])); });
        } else {
            for (const int c : {0, 1}) {
                const bool is_block = is_large && !children[c].is_large();
                const double share = children[c].share;
                node->child[c] = build(std::move(children[c]), divider);
                if (is_block) {
                    end_block(share);
                }
            }
        }
        return node->is_needless() ? std::move(node->child[0]) : Branch{std::move(node)};
    }

    // Divides the task between the children of a new node.
    BuildNode divide(Task task, Divider& divider, std::array<Task, 2>& children) {
        for (Task& child : children) {
            child.blocks = task.blocks;
            child.depth = task.depth + 1;
        }
        BuildNode node;
        const std::optional<PlaneId> fixed = grid_plane(task.blocks, children);
        node.plane = fixed ? *fixed : divider.choose(task.work);
        Division division = divider.divide(std::move(task.work), node.plane);
        node.parts = parts_of(std::move(division.in_plane), volumes_);
        const auto front = static_cast<double>(division.child[0].fragments.size());
        const auto back = static_cast<double>(division.child[1].fragments.size());
        for (const std::size_t c : {0u, 1u}) {
            children[c].work = std::move(division.child[c]);
            children[c].share = task.share * (c == 0 ? front + 1 : back + 1) / (front + back + 2);
        }
        return node;
    }

    // The middle one of the block boundaries through a cell, across its longest side in blocks, and
    // the blocks of the children; nullopt if no boundary runs through the cell.
    std::optional<PlaneId> grid_plane(const BlockRange& blocks, std::array<Task, 2>& children) {
        const auto count = [&](std::size_t axis) { return blocks.last[axis] - blocks.first[axis]; };
        std::size_t axis = 0;
        for (const std::size_t other : {1u, 2u}) {
            axis = count(other) > count(axis) ? other : axis;
        }
        if (count(axis) == 0) {
            return std::nullopt;
        }
        const std::size_t middle = (blocks.first[axis] + blocks.last[axis]) / 2;
        children[0].blocks.first[axis] = middle + 1;
        children[1].blocks.last[axis] = middle;
        ExactPlane plane;
        plane.n[axis] = 1;
        plane.d = space_->boundaries[axis][middle];
        return planes_->find(plane);
    }

    void end_block(double share) {
        tasks_->alone([&] {
            ++result_.blocks;
            done_ = std::min(1.0, done_ + share);
            if (options_->progress != nullptr && options_->progress->report) {
                options_->progress->report("tree", done_);
            }
        });
    }

    void make_room(const Branch& root) {
        std::size_t nodes = 0;
        std::size_t faces = 0;
        std::size_t contacts = 0;
        const auto count = [&](const auto& self, const Branch& branch) -> void {
            if (!branch.is_leaf()) {
                ++nodes;
                faces += branch.node->parts.faces.size();
                contacts += branch.node->parts.contacts.size();
                self(self, branch.node->child[0]);
                self(self, branch.node->child[1]);
            }
        };
        count(count, root);
        result_.nodes.reserve(nodes);
        result_.leaves.reserve(nodes + 1);
        result_.faces.reserve(faces);
        result_.contacts.reserve(contacts);
    }

    // Numbers nodes and leaves depth first, front before back. Gives the nodes back.
    std::int32_t number(Branch branch, std::uint32_t depth) {
        result_.depth = std::max(result_.depth, depth);
        if (branch.is_leaf()) {
            result_.leaves.push_back({branch.contents});
            return -static_cast<std::int32_t>(result_.leaves.size());
        }
        BuildNode& node = *branch.node;
        const auto index = static_cast<std::uint32_t>(result_.nodes.size());
        result_.nodes.push_back(
            {node.plane, {0, 0}, static_cast<std::uint32_t>(result_.contacts.size())});
        take(std::move(node.parts), index);
        for (const int c : {0, 1}) {
            const std::int32_t child = number(std::move(node.child[c]), depth + 1);
            result_.nodes[index].child[c] = child;
        }
        return static_cast<std::int32_t>(index);
    }

    void take(NodeParts parts, std::uint32_t node) {
        result_.contacts.insert(
            result_.contacts.end(), parts.contacts.begin(), parts.contacts.end());
        for (std::unique_ptr<Fragment>& face : parts.faces) {
            result_.faces.push_back({std::move(face), node});
        }
    }

    std::span<const BodyVolume> volumes_;
    const TreeSpace* space_;
    const PlaneTable* planes_;
    const CompileOptions* options_;
    const Tasks* tasks_ = nullptr;
    std::atomic<bool> is_too_deep_ = false;
    double done_ = 0;  // of the whole work; changed by tasks_->alone
    BuiltTree result_;
};

}  // namespace

std::optional<BuiltTree> build_tree(std::span<const BodyVolume> volumes,
                                    FragmentList fragments,
                                    const TreeSpace& space,
                                    const Polyhedron& cell,
                                    const PlaneTable& planes,
                                    const CompileOptions& options) {
    return TreeBuilder(volumes, space, planes, options).run(cell, std::move(fragments));
}

}  // namespace halfspace
