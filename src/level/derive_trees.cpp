// SPDX-License-Identifier: MIT
#include "halfspace/level/bodies.h"
#include "halfspace/level/walk.h"

#include "level/derived_records.h"
#include "level/scaled_plane.h"
#include "level/shared/walk_nodes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

// Beyond this a multiple of the grid step may not be a double [map units].
constexpr double kMaxCoordinate = 0x1p43;

// A plane as a walk node stores it.
struct WalkPlane {
    std::uint32_t axis;
    std::uint64_t bits;  // WalkNodeRecord::plane
};

std::vector<WalkPlane> walk_planes(const LevelView& level) {
    std::vector<WalkPlane> planes;
    planes.reserve(level.planes.size());
    for (std::size_t i = 0; i < level.planes.size(); ++i) {
        const std::uint32_t axis = plane_axis(exact_plane(level.planes[i]));
        // The record of an axial plane is scaled by 1/2.
        const double coordinate = 2 * level.scaled_planes[i].d;
        planes.push_back(axis < 3 && std::abs(coordinate) < kMaxCoordinate
                             ? WalkPlane{axis, std::bit_cast<std::uint64_t>(coordinate)}
                             : WalkPlane{3, i});
    }
    return planes;
}

WalkNodeRecord walk_node(const WalkChild (&children)[2], const WalkPlane& plane) {
    WalkNodeRecord record{{}, plane.bits};
    for (std::uint32_t side = 0; side < 2; ++side) {
        record.child[side] = children[side] | ((plane.axis >> side & 1) != 0 ? kWalkAxis : 0);
    }
    return record;
}

template <class Sink>
class WalkTreeMaker {
public:
    WalkTreeMaker(const LevelView& level, Sink& sink)
        : level_(level), sink_(sink), planes_(walk_planes(level)), parts_(level.nodes.size()) {
        for (std::uint32_t bits = 0; bits < blocker_words_.size(); ++bits) {
            blocker_words_[bits] = walk_leaf(blocker_contents(bits));
        }
    }

    bool run() {
        const std::size_t spaces = level_.spaces.size();
        const std::size_t roots = level_.models.size() * spaces;
        for (std::uint32_t s = 0; s < spaces; ++s) {
            find_parts(SpaceId(s));
            for (std::size_t place = s; place < roots; place += spaces) {
                if (!add_tree(level_.space_roots[place], sink_.roots, place)) {
                    return false;
                }
            }
        }
        return sink_.roots.end(roots) && add_hull_trees() && add_cluster_tree() &&
               sink_.nodes.end(node_count_) && sink_.sources.end(node_count_);
    }

private:
    // What becomes of a child of one of `nodes` in a walk tree. It is a leaf if all leaves below
    // hold the same.
    struct Part {
        WalkChild word = 0;            // without the index of a node
        std::uint32_t node_count = 0;  // walk nodes of it and below it
    };
    // What the leaves of the trees that are added hold.
    enum class Kind : std::uint8_t { Contents, Hulls, Clusters };

    Part part_of(std::int32_t child) const {
        if (child >= 0) {
            return parts_[static_cast<std::size_t>(child)];
        }
        const LeafRecord& leaf = level_.leaves[leaf_of(child).value];
        return {space_.value == 0 && kind_ != Kind::Hulls
                    ? walk_leaf(static_cast<Contents>(leaf.contents))
                    : blocker_words_[blockers_in(leaf, space_)],
                0};
    }

    void find_parts(SpaceId space) {
        constexpr std::uint32_t kStates = kBodyStateMask << kWalkStateShift;
        space_ = space;
        for (std::size_t n = parts_.size(); n-- > 0;) {
            const NodeRecord& node = level_.nodes[n];
            const Part front = part_of(node.child[0]);
            const Part back = part_of(node.child[1]);
            if (front.word == back.word && is_leaf(front.word) && !is_numbered(front.word)) {
                parts_[n] = front;
                continue;
            }
            // Two different states have no bit in common.
            parts_[n] = {(front.word & back.word & kStates) | planes_[node.plane].axis
                                                                  << kWalkChildAxisShift,
                         front.node_count + back.node_count + 1};
        }
    }

    // True for leaves that are clusters, each with its own number.
    bool is_numbered(WalkChild leaf) const {
        return kind_ == Kind::Clusters && !any(leaf_contents(leaf) & kOpaque);
    }

    bool add_hull_trees() {
        kind_ = Kind::Hulls;
        const std::size_t spaces = level_.spaces.size();
        find_parts(SpaceId(0));
        for (std::size_t m = 0; m < level_.models.size(); ++m) {
            if (!add_tree(level_.space_roots[m * spaces], sink_.hull_roots, m)) {
                return false;
            }
        }
        return sink_.hull_roots.end(level_.models.size()) && sink_.hull_contents.end(hull_count_);
    }

    bool add_cluster_tree() {
        kind_ = Kind::Clusters;
        find_parts(SpaceId(0));
        const std::size_t roots = level_.cluster_roots.size();
        for (std::size_t r = 0; r < roots; ++r) {
            if (!add_tree(level_.cluster_roots[r], sink_.cluster_roots, r)) {
                return false;
            }
        }
        return sink_.cluster_roots.end(roots) && sink_.cluster_contents.end(cluster_count_);
    }

    // Adds a root and the nodes of its tree.
    bool add_tree(std::int32_t root, auto& roots, std::size_t place) {
        const Part part = part_of(root);
        if (!roots.put(place, word_of(part, node_count_))) {
            return false;
        }
        waiting_.clear();
        if (!is_leaf(part.word)) {
            waiting_.push_back(root);
        }
        while (!waiting_.empty()) {
            const auto node = static_cast<std::uint32_t>(waiting_.back());
            waiting_.pop_back();
            if (!add_node(node)) {
                return false;
            }
        }
        return true;
    }

    // The tree of child 0 lies behind the node, and behind it that of child 1.
    bool add_node(std::uint32_t source) {
        const NodeRecord& node = level_.nodes[source];
        const WalkPlane& plane = planes_[node.plane];
        const Part front = part_of(node.child[0]);
        const Part back = part_of(node.child[1]);
        const std::size_t next = node_count_ + 1;
        const WalkChild words[2] = {word_of(front, next), word_of(back, next + front.node_count)};
        if (!sink_.nodes.put(node_count_, walk_node(words, plane)) ||
            !sink_.sources.put(node_count_, source)) {
            return false;
        }
        node_count_ = next;
        if (!is_leaf(back.word)) {
            waiting_.push_back(node.child[1]);
        }
        if (!is_leaf(front.word)) {
            waiting_.push_back(node.child[0]);
        }
        return true;
    }

    // The word with the index: `number` of a node. A leaf of a hull tree that blocks gets the
    // number of the next hull in the place of its contents; a leaf of a cluster tree gets that of
    // the next cluster, or 0.
    WalkChild word_of(const Part& part, std::size_t number) {
        if (!is_leaf(part.word)) {
            return part.word | static_cast<std::uint32_t>(number);
        }
        if (kind_ == Kind::Hulls && any(leaf_contents(part.word))) {
            return numbered(part.word, sink_.hull_contents, hull_count_);
        }
        if (is_numbered(part.word)) {
            return numbered(part.word, sink_.cluster_contents, cluster_count_);
        }
        return kind_ == Kind::Clusters ? part.word & ~kWalkIndexMask : part.word;
    }

    static WalkChild numbered(WalkChild leaf, auto& contents, std::size_t& count) {
        contents.put(count, static_cast<std::uint32_t>(leaf_contents(leaf)));
        ++count;
        return (leaf & ~kWalkIndexMask) | static_cast<std::uint32_t>(count & kWalkIndexMask);
    }

    const LevelView& level_;
    Sink& sink_;
    std::vector<WalkPlane> planes_;                            // by plane record
    std::array<WalkChild, kBlockerMask + 1> blocker_words_{};  // of a leaf, by its blockers
    std::vector<Part> parts_;                                  // of `nodes`, for space_
    SpaceId space_{0};
    Kind kind_ = Kind::Contents;         // Hulls: space 0 is that of a body of size 0
    std::vector<std::int32_t> waiting_;  // of `nodes`: those whose walk nodes are still to be added
    std::size_t node_count_ = 0;
    std::size_t hull_count_ = 0;
    std::size_t cluster_count_ = 0;
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

template <class Sink>
class DrawTreeMaker {
public:
    DrawTreeMaker(const LevelView& level, Sink& sink)
        : level_(level), sink_(sink), planes_(walk_planes(level)), words_(level.nodes.size()) {}

    bool run() {
        find_words();
        if (!sink_.nodes.end(count_) || count_ > kMaxWalkNodes || !sink_.faces.end(count_ + 1)) {
            return false;
        }
        NodeFacesRecord last = kNoFaces;
        last.first_face = last.first_opposite = static_cast<std::uint32_t>(level_.faces.size());
        if (!sink_.faces.put(count_, last) || !add_nodes()) {
            return false;
        }
        for (std::size_t m = 0; m < level_.models.size(); ++m) {
            sink_.roots.put(m, child_of(word_of(level_.models[m].root)));
        }
        return sink_.roots.end(level_.models.size());
    }

private:
    // The word of a child of a main tree. A node without faces whose draw node would have a single
    // child is left out; its word is that of this child. A draw node's index is its place among the
    // nodes that are kept, counted from the last one on.
    WalkChild word_of(std::int32_t child) const {
        return child < 0 ? kWalkLeaf : words_[static_cast<std::size_t>(child)];
    }

    // The word as a draw tree has it, with the index counted from the first node on.
    WalkChild child_of(WalkChild word) const {
        return is_leaf(word) ? word
                             : (word & ~kWalkIndexMask) |
                                   static_cast<std::uint32_t>(count_ - 1 - node_index(word));
    }

    static bool is_kept(bool has_faces, WalkChild front, WalkChild back) {
        return has_faces || (!is_leaf(front) && !is_leaf(back));
    }

    // Where the faces of a node begin that end at `end`.
    std::size_t first_face(std::size_t node, std::size_t end) const {
        while (end > 0 && level_.faces[end - 1].node == node) {
            --end;
        }
        return end;
    }

    void find_words() {
        std::size_t end = level_.faces.size();
        for (std::size_t n = words_.size(); n-- > 0;) {
            const NodeRecord& node = level_.nodes[n];
            const std::size_t end_of_node = std::exchange(end, first_face(n, end));
            const WalkChild front = word_of(node.child[0]);
            const WalkChild back = word_of(node.child[1]);
            if (!is_kept(end < end_of_node, front, back)) {
                words_[n] = is_leaf(front) ? back : front;
                continue;
            }
            words_[n] = planes_[node.plane].axis << kWalkChildAxisShift |
                        static_cast<std::uint32_t>(count_ & kWalkIndexMask);
            ++count_;
        }
    }

    // Backwards: children come after their parents, so every child is done before its parent.
    bool add_nodes() {
        std::size_t end = level_.faces.size();
        std::size_t place = count_;
        for (std::size_t n = words_.size(); n-- > 0;) {
            const NodeRecord& node = level_.nodes[n];
            const std::size_t end_of_node = std::exchange(end, first_face(n, end));
            const WalkChild words[2] = {word_of(node.child[0]), word_of(node.child[1])};
            if (!is_kept(end < end_of_node, words[0], words[1])) {
                continue;
            }
            --place;
            const WalkChild children[2] = {child_of(words[0]), child_of(words[1])};
            if (!sink_.nodes.put(place, walk_node(children, planes_[node.plane])) ||
                !sink_.faces.put(place, faces_of(end, end_of_node, children))) {
                return false;
            }
        }
        return true;
    }

    // The faces from `first` to `end` and the box of all below.
    NodeFacesRecord faces_of(std::size_t first,
                             std::size_t end,
                             const WalkChild (&children)[2]) const {
        NodeFacesRecord record = kNoFaces;
        record.first_face = static_cast<std::uint32_t>(first);
        record.first_opposite = static_cast<std::uint32_t>(end);
        std::uint32_t two_sided = 0;
        for (std::size_t f = end; f-- > first;) {
            const FaceRecord& face = level_.faces[f];
            if (PlaneId{face.plane}.is_flipped()) {
                record.first_opposite = static_cast<std::uint32_t>(f);
            }
            two_sided |= (face.flags & kFaceTwoSided) != 0 ? kFacesTwoSided : 0;
            for (const std::uint32_t v :
                 level_.face_vertices.subspan(face.first_vertex, face.vertex_count)) {
                const VertexRecord& vertex = level_.vertices[v];
                const float point[3] = {vertex.x, vertex.y, vertex.z};
                add(record, point, point);
            }
        }
        record.first_opposite |= two_sided;
        for (const WalkChild child : children) {
            if (!is_leaf(child)) {
                const NodeFacesRecord& below = sink_.faces[node_index(child)];
                add(record, below.min, below.max);
            }
        }
        return record;
    }

    const LevelView& level_;
    Sink& sink_;
    std::vector<WalkPlane> planes_;  // by plane record
    std::vector<WalkChild> words_;   // of `nodes`
    std::size_t count_ = 0;          // draw nodes
};

}  // namespace

template <class Sink>
bool derive_scaled_planes(const LevelView& level, Sink& sink) {
    for (std::size_t i = 0; i < level.planes.size(); ++i) {
        const Plane plane = scaled_plane(exact_plane(level.planes[i]), level.grid_exponent);
        if (!sink.put(i, {{plane.n.x, plane.n.y, plane.n.z}, plane.d})) {
            return false;
        }
    }
    return sink.end(level.planes.size());
}

template <class Sink>
bool derive_walk_trees(const LevelView& level, Sink& sink) {
    return WalkTreeMaker<Sink>(level, sink).run();
}

template <class Sink>
bool derive_draw_trees(const LevelView& level, Sink& sink) {
    return DrawTreeMaker<Sink>(level, sink).run();
}

template bool derive_scaled_planes(const LevelView&, StoredRecords<ScaledPlaneRecord>&);
template bool derive_scaled_planes(const LevelView&, ComparedRecords<ScaledPlaneRecord>&);
template bool derive_walk_trees(const LevelView&, StoredWalks&);
template bool derive_walk_trees(const LevelView&, ComparedWalks&);
template bool derive_draw_trees(const LevelView&, StoredDraws&);
template bool derive_draw_trees(const LevelView&, ComparedDraws&);

}  // namespace halfspace
