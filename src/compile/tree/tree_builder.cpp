// SPDX-License-Identifier: MIT
#include "compile/tree/tree_builder.h"

#include "halfspace/base/progress.h"
#include "halfspace/level/records.h"
#include "halfspace/tasks/parallel_for.h"

#include "compile/tree/divider.h"

#include <algorithm>
#include <utility>

namespace halfspace {
namespace {

// A subtree while it is built: a leaf, or a node of a list.
struct Branch {
    std::uint32_t list = 0;
    std::int32_t node = -1;  // its number in the list; -1: a leaf
    CellContents contents = {};

    bool is_leaf() const { return node < 0; }
};

Branch leaf_branch(const CellContents& contents) {
    return {0, -1, contents};
}

// The fragments in a node's plane, sorted by what they are for.
struct NodeParts {
    FragmentList faces;                 // those that are drawn
    std::vector<NodeContact> contacts;  // sides that bodies touch; sorted, each once
};

NodeParts parts_of(FragmentList in_plane, std::span<const BodyVolume> volumes) {
    NodeParts parts;
    for (std::unique_ptr<Fragment>& fragment : in_plane) {
        if (!fragment->is_hint) {
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
               parts.faces.empty();
    }
};

// The tree below one cell of the fixed grid.
class BlockBuilder {
public:
    // list: the number of the list of nodes that is built.
    BlockBuilder(std::uint32_t list,
                 std::span<const BodyVolume> volumes,
                 const PlaneTable& planes,
                 std::int64_t relief_spacing,
                 const CompileOptions& options)
        : list_(list),
          volumes_(volumes),
          divider_(volumes, relief_spacing, planes, options),
          options_(&options) {}

    // depth: nodes above.
    Branch build_block(Work work, std::uint32_t depth) { return build(std::move(work), depth); }
    bool is_too_deep() const { return is_too_deep_; }

    std::vector<BuildNode> take_nodes() { return std::move(nodes_); }
    Divider& divider() { return divider_; }

private:
    Branch build(Work work, std::uint32_t depth) {
        const bool is_deep = depth >= std::uint32_t{kMaxTreeDepth} && !work.fragments.empty();
        is_too_deep_ = is_too_deep_ || is_deep;
        if (work.fragments.empty() || is_too_deep_ || is_cancelled(options_->progress)) {
            return leaf_branch(divider_.contents(work));
        }
        const PlaneId plane = divider_.choose(work);
        const bool is_hint =
            std::any_of(work.fragments.begin(), work.fragments.end(), [&](const auto& fragment) {
                return fragment->is_hint && fragment->polygon.plane.pair() == plane.pair();
            });
        Division division = divider_.divide(std::move(work), plane);
        BuildNode node;
        node.plane = plane;
        node.parts = parts_of(std::move(division.in_plane), volumes_);
        for (const int c : {0, 1}) {
            node.child[c] = build(std::move(division.child[c]), depth + 1);
        }
        if (node.is_needless() && !is_hint) {
            return node.child[0];
        }
        nodes_.push_back(std::move(node));
        return {list_, static_cast<std::int32_t>(nodes_.size() - 1), {}};
    }

    std::uint32_t list_;
    std::span<const BodyVolume> volumes_;
    Divider divider_;
    const CompileOptions* options_;
    std::vector<BuildNode> nodes_;
    bool is_too_deep_ = false;
};

// A range of blocks of the fixed grid. The boundaries [first, last) run through it.
struct BlockRange {
    std::size_t first[3];
    std::size_t last[3];
};

class TreeBuilder {
public:
    TreeBuilder(std::span<const BodyVolume> volumes,
                const TreeSpace& space,
                const PlaneTable& planes,
                const CompileOptions& options)
        : volumes_(volumes),
          space_(&space),
          planes_(&planes),
          options_(&options),
          top_(volumes, 0, planes, options) {}

    std::optional<BuiltTree> run(const Polyhedron& cell, FragmentList fragments) {
        Work work{cell, std::move(fragments), {}};
        for (std::uint32_t v = 0; v < volumes_.size(); ++v) {
            work.volumes.push_back(v);
        }
        BlockRange range{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            range.last[axis] = space_->boundaries[axis].size();
        }
        const TopBranch top = divide_top(std::move(work), range, 0);
        build_blocks();
        if (is_cancelled(options_->progress)) {
            return std::nullopt;
        }
        const Branch root = finish(top);
        make_room();
        result_.root = number(root, 0);
        result_.blocks = blocks_.size();
        result_.splits += top_.cuts();
        result_.counters += top_.predicates().counters();
        return std::move(result_);
    }

private:
    // What lies above the blocks: a node, a block, or a leaf.
    struct TopBranch {
        std::int32_t node = -1;
        std::int32_t block = -1;
        CellContents contents = {};
    };
    struct TopNode {
        PlaneId plane;
        TopBranch child[2];
        NodeParts parts;
    };
    struct Block {
        Work work;
        std::uint32_t depth = 0;  // nodes above
        Branch root;
        std::vector<BuildNode> nodes;
        std::uint64_t splits = 0;
        SideCounters counters;
        bool is_too_deep = false;
    };

    TopBranch divide_top(Work work, BlockRange range, std::uint32_t depth) {
        if (work.fragments.empty() || is_cancelled(options_->progress)) {
            return {-1, -1, top_.contents(work)};
        }
        std::size_t axis = 0;
        for (const std::size_t other : {1, 2}) {
            if (range.last[other] - range.first[other] > range.last[axis] - range.first[axis]) {
                axis = other;
            }
        }
        if (range.first[axis] == range.last[axis]) {
            blocks_.push_back({std::move(work), depth, {}, {}, 0, {}, false});
            return {-1, static_cast<std::int32_t>(blocks_.size() - 1), {}};
        }
        const std::size_t middle = (range.first[axis] + range.last[axis]) / 2;
        ExactPlane plane;
        plane.n[axis] = 1;
        plane.d = space_->boundaries[axis][middle];
        TopNode node;
        node.plane = *planes_->find(plane);
        BlockRange above = range;
        BlockRange below = range;
        above.first[axis] = middle + 1;
        below.last[axis] = middle;
        Division division = top_.divide(std::move(work), node.plane);
        node.parts = parts_of(std::move(division.in_plane), volumes_);
        node.child[0] = divide_top(std::move(division.child[0]), above, depth + 1);
        node.child[1] = divide_top(std::move(division.child[1]), below, depth + 1);
        top_nodes_.push_back(std::move(node));
        return {static_cast<std::int32_t>(top_nodes_.size() - 1), -1, {}};
    }

    void build_blocks() {
        const auto build = [&](std::size_t i) {
            Block& block = blocks_[i];
            BlockBuilder builder(static_cast<std::uint32_t>(i),
                                 volumes_,
                                 *planes_,
                                 space_->relief_spacing,
                                 *options_);
            block.root = builder.build_block(std::move(block.work), block.depth);
            block.is_too_deep = builder.is_too_deep();
            block.nodes = builder.take_nodes();
            block.splits = builder.divider().cuts();
            block.counters = builder.divider().predicates().counters();
        };
        parallel_for(blocks_.size(), options_->threads, build, [&](std::size_t done) {
            if (options_->progress != nullptr && options_->progress->report) {
                options_->progress->report(
                    "tree", static_cast<double>(done) / static_cast<double>(blocks_.size()));
            }
        });
        for (const Block& block : blocks_) {
            result_.splits += block.splits;
            result_.is_too_deep = result_.is_too_deep || block.is_too_deep;
            result_.counters += block.counters;
        }
    }

    // The branch of the whole tree. The nodes above the blocks come into a list behind the lists of
    // the blocks.
    Branch finish(const TopBranch& branch) {
        if (branch.block >= 0) {
            return blocks_[static_cast<std::size_t>(branch.block)].root;
        }
        if (branch.node < 0) {
            return leaf_branch(branch.contents);
        }
        TopNode& top = top_nodes_[static_cast<std::size_t>(branch.node)];
        BuildNode node;
        node.plane = top.plane;
        node.parts = std::move(top.parts);
        node.child[0] = finish(top.child[0]);
        node.child[1] = finish(top.child[1]);
        if (node.is_needless()) {
            return node.child[0];
        }
        above_blocks_.push_back(std::move(node));
        return {static_cast<std::uint32_t>(blocks_.size()),
                static_cast<std::int32_t>(above_blocks_.size() - 1),
                {}};
    }

    // Some nodes may be needless, so this is the most that `number` adds.
    void make_room() {
        std::size_t nodes = above_blocks_.size();
        std::size_t faces = 0;
        std::size_t contacts = 0;
        const auto count = [&](std::span<const BuildNode> list) {
            for (const BuildNode& node : list) {
                faces += node.parts.faces.size();
                contacts += node.parts.contacts.size();
            }
        };
        count(above_blocks_);
        for (const Block& block : blocks_) {
            nodes += block.nodes.size();
            count(block.nodes);
        }
        result_.nodes.reserve(nodes);
        result_.leaves.reserve(nodes + 1);
        result_.faces.reserve(faces);
        result_.contacts.reserve(contacts);
    }

    BuildNode& node_of(const Branch& branch) {
        std::vector<BuildNode>& list =
            branch.list == blocks_.size() ? above_blocks_ : blocks_[branch.list].nodes;
        return list[static_cast<std::size_t>(branch.node)];
    }

    // Numbers nodes and leaves depth first, front before back. Takes the nodes out of their lists.
    std::int32_t number(const Branch& branch, std::uint32_t depth) {
        result_.depth = std::max(result_.depth, depth);
        if (branch.is_leaf()) {
            result_.leaves.push_back({branch.contents});
            return -static_cast<std::int32_t>(result_.leaves.size());
        }
        BuildNode node = std::move(node_of(branch));
        const auto index = static_cast<std::uint32_t>(result_.nodes.size());
        result_.nodes.push_back(
            {node.plane, {0, 0}, static_cast<std::uint32_t>(result_.contacts.size())});
        take(std::move(node.parts), index);
        for (const int c : {0, 1}) {
            const std::int32_t child = number(node.child[c], depth + 1);
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
    Divider top_;
    std::vector<TopNode> top_nodes_;
    std::vector<Block> blocks_;
    std::vector<BuildNode> above_blocks_;
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
