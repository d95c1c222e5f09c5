// SPDX-License-Identifier: MIT
#include "halfspace/level/bodies.h"
#include "halfspace/level/walk_nodes.h"

#include "level/derived.h"
#include "level/scaled_plane.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace halfspace {
namespace {

// Beyond this a multiple of the grid step may not be a double [map units].
constexpr double kMostCoordinate = 0x1p43;

// A plane as a walk node stores it.
struct WalkPlane {
    std::uint32_t axis;
    std::uint64_t bits;  // WalkNodeRecord::plane
};

std::vector<WalkPlane> walk_planes(const LevelView& level) {
    std::vector<WalkPlane> planes;
    planes.reserve(level.planes.size());
    for (std::size_t i = 0; i < level.planes.size(); ++i) {
        const std::uint32_t axis = axis_of(exact_plane(level.planes[i]));
        // The record of an axial plane is scaled by 1/2.
        const double coordinate = 2 * level.scaled_planes[i].d;
        planes.push_back(axis < 3 && std::abs(coordinate) < kMostCoordinate
                             ? WalkPlane{axis, std::bit_cast<std::uint64_t>(coordinate)}
                             : WalkPlane{3, i});
    }
    return planes;
}

class WalkTreeMaker {
public:
    WalkTreeMaker(const LevelView& level, std::size_t most)
        : level_(&level), most_(most), planes_(walk_planes(level)), words_(level.nodes.size()) {}

    WalkTrees run() {
        const std::size_t spaces = level_->spaces.size();
        trees_.roots.resize(level_->models.size() * spaces);
        for (std::uint32_t s = 0; s < spaces; ++s) {
            find_words(SpaceId(s));
            for (std::size_t place = s; place < trees_.roots.size(); place += spaces) {
                trees_.roots[place] = add_tree(SpaceId(s), level_->space_roots[place]);
            }
        }
        add_hull_trees();
        return std::move(trees_);
    }

private:
    // The word of a child of one of `nodes`: that of a leaf if all leaves below hold the same. Else
    // the word of a node, whose index is still 0.
    WalkChild word_of(SpaceId space, std::int32_t child) const {
        if (child >= 0) {
            return words_[static_cast<std::size_t>(child)];
        }
        const LeafRecord& leaf = level_->leaves[static_cast<std::size_t>(-1 - child)];
        return walk_leaf(space.value == 0 && !are_hulls_
                             ? static_cast<Contents>(leaf.contents)
                             : blocker_contents(blockers_in(leaf, space)));
    }

    void add_hull_trees() {
        are_hulls_ = true;
        const SpaceId point(0);
        const std::size_t spaces = level_->spaces.size();
        find_words(point);
        for (std::size_t m = 0; m < level_->models.size() && trees_.nodes.size() <= most_; ++m) {
            std::size_t node = trees_.nodes.size();
            trees_.hull_roots.push_back(add_tree(point, level_->space_roots[m * spaces]));
            number_hull(trees_.hull_roots.back());
            for (; node < trees_.nodes.size(); ++node) {
                number_hull(trees_.nodes[node].child[0]);
                number_hull(trees_.nodes[node].child[1]);
            }
        }
    }

    // Puts the number of a hull in the place of a leaf's contents.
    void number_hull(WalkChild& child) {
        if (!is_leaf(child) || !any(leaf_contents(child))) {
            return;
        }
        trees_.hull_contents.push_back(leaf_contents(child));
        child = (child & ~kWalkIndexMask) |
                static_cast<std::uint32_t>(trees_.hull_contents.size() & kWalkIndexMask);
    }

    void find_words(SpaceId space) {
        constexpr std::uint32_t kStates = kBodyStateMask << kWalkStateShift;
        for (std::size_t n = words_.size(); n-- > 0;) {
            const NodeRecord& node = level_->nodes[n];
            const WalkChild front = word_of(space, node.child[0]);
            const WalkChild back = word_of(space, node.child[1]);
            // Two different states have no bit in common.
            const WalkChild own = (front & back & kStates) | planes_[node.plane].axis
                                                                 << kWalkChildAxisShift;
            words_[n] = front == back && is_leaf(front) ? front : own;
        }
    }

    // Adds the nodes of a tree. Returns the word of its root.
    WalkChild add_tree(SpaceId space, std::int32_t root) {
        const WalkChild word = word_of(space, root);
        if (is_leaf(word)) {
            return word;
        }
        const auto first = static_cast<std::uint32_t>(trees_.nodes.size());
        waiting_.push_back({root, kNone, 0});
        while (!waiting_.empty() && trees_.nodes.size() <= most_) {
            const Waiting next = waiting_.back();
            waiting_.pop_back();
            add_node(space, next);
        }
        waiting_.clear();
        return word | first;
    }

    // One of `nodes` whose walk node is still to be added.
    struct Waiting {
        std::int32_t node;
        std::uint32_t parent;  // a walk node; kNone for a root
        std::uint32_t side;    // of the parent
    };

    void add_node(SpaceId space, const Waiting& next) {
        const auto number = static_cast<std::uint32_t>(trees_.nodes.size());
        const NodeRecord& node = level_->nodes[static_cast<std::size_t>(next.node)];
        const WalkPlane& plane = planes_[node.plane];
        WalkNodeRecord record{{}, plane.bits};
        for (std::uint32_t side = 2; side-- > 0;) {
            const WalkChild word = word_of(space, node.child[side]);
            record.child[side] = word | ((plane.axis >> side & 1) != 0 ? kWalkAxis : 0);
            if (!is_leaf(word)) {
                waiting_.push_back({node.child[side], number, side});
            }
        }
        trees_.nodes.push_back(record);
        trees_.sources.push_back(static_cast<std::uint32_t>(next.node));
        if (next.parent != kNone) {
            trees_.nodes[next.parent].child[next.side] |= number;
        }
    }

    const LevelView* level_;
    std::size_t most_;               // nodes
    std::vector<WalkPlane> planes_;  // by plane record
    std::vector<WalkChild> words_;   // of `nodes`, for one space
    std::vector<Waiting> waiting_;
    bool are_hulls_ = false;  // true: space 0 is that of a body of size 0
    WalkTrees trees_;
};

constexpr float kInfinity = std::numeric_limits<float>::infinity();

constexpr NodeFacesRecord kNoFaces{
    {kInfinity, kInfinity, kInfinity}, {-kInfinity, -kInfinity, -kInfinity}, 0, 0};

void add(NodeFacesRecord& record, const float (&min)[3], const float (&max)[3]) {
    for (int axis = 0; axis < 3; ++axis) {
        record.min[axis] = std::min(record.min[axis], min[axis]);
        record.max[axis] = std::max(record.max[axis], max[axis]);
    }
}

class DrawTreeMaker {
public:
    explicit DrawTreeMaker(const LevelView& level)
        : level_(&level), places_(level.nodes.size(), kNone), tops_(level.nodes.size(), -1) {}

    DrawTrees run() {
        find_tops();
        const std::vector<WalkPlane> planes = walk_planes(*level_);
        for (std::size_t n = 0; n < tops_.size(); ++n) {
            if (is_kept(n)) {
                const WalkPlane& plane = planes[level_->nodes[n].plane];
                trees_.nodes.push_back({{}, plane.bits});
            }
        }
        for (std::size_t n = 0; n < tops_.size(); ++n) {
            if (is_kept(n)) {
                set_children(n, planes);
            }
        }
        for (const ModelRecord& model : level_->models) {
            trees_.roots.push_back(word_of(model.root, planes));
        }
        find_faces();
        return std::move(trees_);
    }

private:
    // The draw node of a main node has the main node's place among the nodes that are kept.
    bool is_kept(std::size_t node) const { return tops_[node] == static_cast<std::int32_t>(node); }

    std::int32_t top_of(std::int32_t child) const {
        return child < 0 ? -1 : tops_[static_cast<std::size_t>(child)];
    }

    void find_tops() {
        std::size_t end = level_->faces.size();
        for (std::size_t n = tops_.size(); n-- > 0;) {
            const std::size_t first_behind = end;
            while (end > 0 && level_->faces[end - 1].node == n) {
                --end;
            }
            const std::int32_t front = top_of(level_->nodes[n].child[0]);
            const std::int32_t back = top_of(level_->nodes[n].child[1]);
            const bool is_needed = end != first_behind || (front >= 0 && back >= 0);
            tops_[n] = is_needed ? static_cast<std::int32_t>(n) : std::max(front, back);
        }
        std::uint32_t count = 0;
        for (std::size_t n = 0; n < tops_.size(); ++n) {
            places_[n] = is_kept(n) ? count++ : kNone;
        }
    }

    // The word of a child of a main tree, as a child of a draw tree.
    WalkChild word_of(std::int32_t child, const std::vector<WalkPlane>& planes) const {
        const std::int32_t top = top_of(child);
        if (top < 0) {
            return kWalkLeaf;
        }
        const auto node = static_cast<std::size_t>(top);
        return places_[node] | planes[level_->nodes[node].plane].axis << kWalkChildAxisShift;
    }

    void set_children(std::size_t node, const std::vector<WalkPlane>& planes) {
        const NodeRecord& main = level_->nodes[node];
        const std::uint32_t axis = planes[main.plane].axis;
        for (std::size_t side = 0; side < 2; ++side) {
            trees_.nodes[places_[node]].child[side] =
                word_of(main.child[side], planes) | ((axis >> side & 1) != 0 ? kWalkAxis : 0);
        }
    }

    void find_faces() {
        trees_.faces.assign(trees_.nodes.size() + 1, kNoFaces);
        auto end = static_cast<std::uint32_t>(level_->faces.size());
        trees_.faces.back().first_face = end;
        trees_.faces.back().first_opposite = end;
        // Backwards: children come after their parents, so every child is done before its parent.
        for (std::size_t n = tops_.size(); n-- > 0;) {
            if (is_kept(n)) {
                end = add_faces(n, end);
            }
        }
    }

    // The faces of a node and the box of all below. end: behind the node's faces. Returns the first
    // of these faces.
    std::uint32_t add_faces(std::size_t node, std::uint32_t end) {
        NodeFacesRecord& record = trees_.faces[places_[node]];
        record.first_opposite = end;
        std::uint32_t two_sided = 0;
        for (; end > 0 && level_->faces[end - 1].node == node; --end) {
            const FaceRecord& face = level_->faces[end - 1];
            if (PlaneId{face.plane}.is_flipped()) {
                record.first_opposite = end - 1;
            }
            two_sided |= (face.flags & kFaceTwoSided) != 0 ? kFacesTwoSided : 0;
            for (const std::uint32_t v :
                 level_->face_vertices.subspan(face.first_vertex, face.vertex_count)) {
                const VertexRecord& vertex = level_->vertices[v];
                const float point[3] = {vertex.x, vertex.y, vertex.z};
                add(record, point, point);
            }
        }
        record.first_face = end;
        record.first_opposite |= two_sided;
        for (const WalkChild child : trees_.nodes[places_[node]].child) {
            if (!is_leaf(child)) {
                const NodeFacesRecord& below = trees_.faces[node_index(child)];
                add(record, below.min, below.max);
            }
        }
        return end;
    }

    const LevelView* level_;
    std::vector<std::uint32_t> places_;  // of main nodes among draw nodes; kNone: left out
    // For each main node, the uppermost kept node of its subtree; -1: no faces at it or below.
    std::vector<std::int32_t> tops_;
    DrawTrees trees_;
};

}  // namespace

std::vector<ScaledPlaneRecord> derived_scaled_planes(const LevelView& level) {
    std::vector<ScaledPlaneRecord> result;
    result.reserve(level.planes.size());
    for (const PlaneRecord& record : level.planes) {
        const Plane plane = scaled_plane(exact_plane(record), level.grid_exponent);
        result.push_back({{plane.n.x, plane.n.y, plane.n.z}, plane.d});
    }
    return result;
}

WalkTrees derived_walk_trees(const LevelView& level, std::size_t most) {
    return WalkTreeMaker(level, most).run();
}

DrawTrees derived_draw_trees(const LevelView& level) {
    return DrawTreeMaker(level).run();
}

}  // namespace halfspace
