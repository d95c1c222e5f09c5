// SPDX-License-Identifier: MIT
#include "compile/tree/polygon_tree.h"

#include "halfspace/level/records.h"

#include "compile/tree/divider.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace halfspace {
namespace {

// A cell that is still to be divided.
struct Task {
    Work work;
    // Leafy trees: pieces on the sides of the cell, whose planes are used already.
    std::vector<PolygonTree::Piece> carried;
    std::uint32_t parent = kNone;
    int which = 0;  // index of this child in its parent
    std::uint32_t depth = 0;
};

using Pieces = std::vector<PolygonTree::Piece>;

class Builder {
public:
    Builder(std::int64_t relief_spacing, const PlaneTable& planes, const CompileOptions& options)
        : options_(&options),
          divider_({},
                   relief_spacing,
                   planes,
                   options.tree.score.value_or(SplitterScore::Classic),
                   options.tree.splitters) {}

    std::optional<PolygonTree> run(Work root) {
        tasks_.push_back({std::move(root), {}});
        while (!tasks_.empty()) {
            if (is_cancelled(options_->progress)) {
                return std::nullopt;
            }
            Task task = std::move(tasks_.back());
            tasks_.pop_back();
            const bool is_deep =
                task.depth >= std::uint32_t{kMaxTreeDepth} && !task.work.fragments.empty();
            tree_.is_too_deep = tree_.is_too_deep || is_deep;
            if (task.work.fragments.empty() || tree_.is_too_deep) {
                add_leaf(std::move(task));
            } else {
                divide(std::move(task));
            }
        }
        tree_.splits = divider_.cuts();
        tree_.counters = divider_.predicates().counters();
        return std::move(tree_);
    }

private:
    std::int32_t& link(const Task& task) {
        return task.parent == kNone ? tree_.root : tree_.nodes[task.parent].child[task.which];
    }

    void add_leaf(Task task) {
        link(task) = -1 - static_cast<std::int32_t>(tree_.leaves.size());
        tree_.depth = std::max(tree_.depth, task.depth);
        PolygonTree::Leaf leaf;
        leaf.inside = point_inside(task.work.cell, divider_.predicates());
        leaf.first_piece = static_cast<std::uint32_t>(tree_.pieces.size());
        leaf.pieces = static_cast<std::uint32_t>(task.carried.size());
        std::move(task.carried.begin(), task.carried.end(), std::back_inserter(tree_.pieces));
        tree_.leaves.push_back(leaf);
    }

    void divide(Task task) {
        const auto index = static_cast<std::uint32_t>(tree_.nodes.size());
        link(task) = static_cast<std::int32_t>(index);
        const PlaneId plane = divider_.choose(task.work);
        Division division = divider_.divide(std::move(task.work), plane);
        std::array<Task, 2> child;
        for (const int c : {0, 1}) {
            child[c].work = std::move(division.child[c]);
            child[c].parent = index;
            child[c].which = c;
            child[c].depth = task.depth + 1;
        }
        divide_carried(task.carried, plane, child);
        std::array<Pieces, 2> in_plane;  // same facing, opposite
        for (std::unique_ptr<Fragment>& fragment : division.in_plane) {
            const bool is_same = fragment->polygon.plane == plane;
            in_plane[is_same ? 0 : 1].push_back({std::move(fragment), index});
        }
        add_node(plane, std::move(in_plane), child);
        tasks_.push_back(std::move(child[1]));
        tasks_.push_back(std::move(child[0]));
    }

    void divide_carried(Pieces& carried, PlaneId plane, std::array<Task, 2>& child) {
        for (PolygonTree::Piece& piece : carried) {
            FragmentSplit parts = divider_.split(std::move(piece.fragment), plane);
            for (const int c : {0, 1}) {
                if (std::unique_ptr<Fragment>& part = c == 0 ? parts.front : parts.back) {
                    child[c].carried.push_back({std::move(part), piece.node});
                }
            }
        }
    }

    void add_node(PlaneId plane, std::array<Pieces, 2> in_plane, std::array<Task, 2>& child) {
        PolygonTree::Node node{plane, {0, 0}};
        node.first_piece = static_cast<std::uint32_t>(tree_.pieces.size());
        const bool is_leafy = options_->tree.surface_tree == SurfaceTree::Leafy;
        for (const int c : {0, 1}) {
            Pieces& pieces = in_plane[c];
            if (!is_leafy) {
                (c == 0 ? node.same : node.opposite) = static_cast<std::uint32_t>(pieces.size());
            }
            Pieces& home = is_leafy ? child[c].carried : tree_.pieces;
            std::move(pieces.begin(), pieces.end(), std::back_inserter(home));
        }
        tree_.nodes.push_back(node);
    }

    const CompileOptions* options_;
    Divider divider_;
    std::vector<Task> tasks_;
    PolygonTree tree_;
};

}  // namespace

std::optional<PolygonTree> build_polygon_tree(FragmentList polygons,
                                              const Polyhedron& cell,
                                              std::int64_t relief_spacing,
                                              const PlaneTable& planes,
                                              const CompileOptions& options) {
    for (const auto& polygon : polygons) {
        update_box(*polygon);
    }
    return Builder(relief_spacing, planes, options).run({cell, std::move(polygons), {}});
}

}  // namespace halfspace
