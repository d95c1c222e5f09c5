// SPDX-License-Identifier: MIT
#include "compile/polygon_tree.h"

#include "halfspace/level/records.h"

#include "compile/splitter.h"
#include "compile/tree_builder.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <iterator>
#include <utility>

namespace halfspace {
namespace {

std::array<double, 3> coordinates(const ExactPoint& p) {
    return {p.x, p.y, p.z};
}

// How far from a to b the point between them lies, [0, 1].
double fraction(const ExactPoint& a, const ExactPoint& b, const ExactPoint& between) {
    const std::array<double, 3> from = coordinates(a);
    const std::array<double, 3> to = coordinates(b);
    std::size_t axis = 0;
    for (const std::size_t other : {1, 2}) {
        if (std::fabs(to[other] - from[other]) > std::fabs(to[axis] - from[axis])) {
            axis = other;
        }
    }
    const double length = to[axis] - from[axis];
    // Different points may be rounded to the same doubles; then any fraction is as good.
    return length == 0 ? 0.5
                       : std::clamp((coordinates(between)[axis] - from[axis]) / length, 0.0, 1.0);
}

// The attributes of the two pieces of a polygon that was cut. Follows `cut` of polygon.cpp, which
// gives each piece its corners in this order.
struct AttributeCut {
    std::vector<double> front;
    std::vector<double> back;
};

AttributeCut cut_attributes(const Polygon& whole,
                            const std::vector<double>& attributes,
                            const PolygonSplit& pieces,
                            PlaneId plane,
                            Predicates& predicates) {
    const std::size_t count = whole.corners.size();
    const std::size_t stride = attributes.size() / count;
    AttributeCut result;
    const auto append = [&](std::vector<double>& to, std::size_t a, std::size_t b, double t) {
        for (std::size_t i = 0; i < stride; ++i) {
            const double from = attributes[a * stride + i];
            to.push_back(t == 0 ? from : from + (attributes[b * stride + i] - from) * t);
        }
    };
    std::vector<Side> sides;
    sides.reserve(count);
    for (const Corner& corner : whole.corners) {
        sides.push_back(predicates.side(corner.point, plane));
    }
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t next = (i + 1) % count;
        if (sides[i] != Side::Back) {
            append(result.front, i, i, 0);
        }
        if (sides[i] != Side::Front) {
            append(result.back, i, i, 0);
        }
        if (sides[i] != Side::On && sides[next] == opposite(sides[i])) {
            const ExactPoint& crossing = pieces.front->corners[result.front.size() / stride].point;
            const double t = fraction(whole.corners[i].point, whole.corners[next].point, crossing);
            append(result.front, i, next, t);
            append(result.back, i, next, t);
        }
    }
    return result;
}

bool is_axial(const PlaneTable::Filter& plane) {
    return (plane.n[0] != 0) + (plane.n[1] != 0) + (plane.n[2] != 0) == 1;
}

// What is left to divide: a cell with the fragments in its interior, which offer their planes, and
// those on its sides, which do not.
struct Task {
    Polyhedron cell;
    std::vector<Fragment> candidates;
    std::vector<PolygonTree::Piece> carried;  // leafy trees only
    std::uint32_t parent = kNone;
    int which = 0;  // of the parent's children
    std::uint32_t depth = 0;
    LeafFill fill = LeafFill::Unknown;  // if it becomes a leaf
};

class Builder {
public:
    Builder(std::int64_t relief_spacing,
            const PlaneTable& planes,
            const PolygonTreeOptions& options)
        : relief_spacing_(relief_spacing),
          planes_(&planes),
          options_(&options),
          predicates_(planes) {
        rule_.score = options.score;
        rule_.split_weight = options.split_weight;
        rule_.candidates = options.candidates;
    }

    std::optional<PolygonTree> run(Task root) {
        tasks_.push_back(std::move(root));
        while (!tasks_.empty()) {
            if (options_->progress != nullptr && options_->progress->cancel) {
                return std::nullopt;
            }
            Task task = std::move(tasks_.back());
            tasks_.pop_back();
            const bool is_deep =
                task.depth >= std::uint32_t{kMaxTreeDepth} && !task.candidates.empty();
            tree_.is_too_deep = tree_.is_too_deep || is_deep;
            if (task.candidates.empty() || tree_.is_too_deep) {
                add_leaf(std::move(task));
            } else {
                divide(std::move(task));
            }
        }
        tree_.balance = balance();
        tree_.counters = predicates_.counters();
        return std::move(tree_);
    }

private:
    std::int32_t& link(const Task& task) {
        return task.parent == kNone ? tree_.root : tree_.nodes[task.parent].child[task.which];
    }

    void add_leaf(Task task) {
        link(task) = -1 - static_cast<std::int32_t>(tree_.leaves.size());
        tree_.depth = std::max(tree_.depth, task.depth);
        depths_ += task.depth;
        PolygonTree::Leaf leaf;
        leaf.fill = task.fill;
        leaf.box = bounds(task.cell);
        leaf.inside = point_inside(task.cell, predicates_);
        leaf.first_piece = static_cast<std::uint32_t>(tree_.pieces.size());
        leaf.pieces = static_cast<std::uint32_t>(task.carried.size());
        std::move(task.carried.begin(), task.carried.end(), std::back_inserter(tree_.pieces));
        tree_.leaves.push_back(leaf);
    }

    PlaneId choose(const Task& task) const {
        std::vector<const Fragment*> fragments;
        std::vector<PlaneId> eligible;
        for (const Fragment& fragment : task.candidates) {
            fragments.push_back(&fragment);
            eligible.push_back(fragment.polygon.plane);
        }
        if (options_->splitters == PolygonTreeOptions::Splitters::AxialFirst) {
            std::vector<PlaneId> axial;
            std::copy_if(
                eligible.begin(), eligible.end(), std::back_inserter(axial), [&](PlaneId plane) {
                    return is_axial(planes_->filter(plane));
                });
            if (!axial.empty()) {
                eligible = std::move(axial);
            }
        }
        std::vector<PlaneId> relief;
        if (relief_spacing_ > 0 && fragments.size() >= kFewestFragmentsForRelief) {
            relief = relief_planes(task.cell, fragments, relief_spacing_, *planes_);
        }
        return *choose_splitter(task.cell, fragments, eligible, relief, *planes_, rule_);
    }

    void divide(Task task) {
        const auto index = static_cast<std::uint32_t>(tree_.nodes.size());
        link(task) = static_cast<std::int32_t>(index);
        const PlaneId plane = choose(task);
        PolyhedronSplit cells = split(task.cell, plane, predicates_);
        std::array<Task, 2> child;
        for (const int c : {0, 1}) {
            child[c].cell = *std::move(c == 0 ? cells.front : cells.back);
            child[c].parent = index;
            child[c].which = c;
            child[c].depth = task.depth + 1;
        }
        std::array<std::vector<PolygonTree::Piece>, 2> in_plane;  // same facing, opposite
        for (Fragment& fragment : task.candidates) {
            if (fragment.polygon.plane.pair() == plane.pair()) {
                in_plane[fragment.polygon.plane == plane ? 0 : 1].push_back(
                    {std::move(fragment), index});
                continue;
            }
            FragmentSplit pieces = split(std::move(fragment), plane);
            for (const int c : {0, 1}) {
                if (std::optional<Fragment>& piece = c == 0 ? pieces.front : pieces.back) {
                    child[c].candidates.push_back(*std::move(piece));
                }
            }
        }
        divide_carried(task.carried, plane, child);
        fill(in_plane, child);
        add_node(plane, bounds(task.cell), std::move(in_plane), child);
        tasks_.push_back(std::move(child[1]));
        tasks_.push_back(std::move(child[0]));
    }

    FragmentSplit split(Fragment fragment, PlaneId plane) {
        FragmentSplit pieces = halfspace::split(std::move(fragment), plane, predicates_);
        tree_.splits += pieces.front && pieces.back ? 1 : 0;
        return pieces;
    }
    static PolyhedronSplit split(const Polyhedron& cell, PlaneId plane, Predicates& predicates) {
        return halfspace::split(cell, plane, predicates);
    }

    void divide_carried(std::vector<PolygonTree::Piece>& carried,
                        PlaneId plane,
                        std::array<Task, 2>& child) {
        for (PolygonTree::Piece& piece : carried) {
            FragmentSplit pieces = split(std::move(piece.fragment), plane);
            for (const int c : {0, 1}) {
                if (std::optional<Fragment>& part = c == 0 ? pieces.front : pieces.back) {
                    child[c].carried.push_back({*std::move(part), piece.node});
                }
            }
        }
    }

    // A polygon in the splitter borders both children, so what it says of a child that nothing
    // divides further holds for all of it.
    static void fill(const std::array<std::vector<PolygonTree::Piece>, 2>& in_plane,
                     std::array<Task, 2>& child) {
        if (in_plane[0].empty() && in_plane[1].empty()) {
            return;  // a relief plane
        }
        const std::size_t empty = in_plane[0].empty() ? 1 : 0;
        child[empty].fill = LeafFill::Empty;
        child[1 - empty].fill = LeafFill::Solid;
    }

    void add_node(PlaneId plane,
                  const Aabb& box,
                  std::array<std::vector<PolygonTree::Piece>, 2> in_plane,
                  std::array<Task, 2>& child) {
        PolygonTree::Node node{plane, {0, 0}, box};
        node.first_piece = static_cast<std::uint32_t>(tree_.pieces.size());
        const bool is_leafy = options_->kind == SurfaceTree::Leafy;
        for (const int c : {0, 1}) {
            auto& pieces = in_plane[c];
            if (!is_leafy) {
                (c == 0 ? node.same : node.opposite) = static_cast<std::uint32_t>(pieces.size());
            }
            auto& home = is_leafy ? child[c].carried : tree_.pieces;
            std::move(pieces.begin(), pieces.end(), std::back_inserter(home));
        }
        tree_.nodes.push_back(node);
    }

    double balance() const {
        const std::size_t leaves = tree_.leaves.size();
        if (leaves < 2) {
            return 1;
        }
        // A complete tree has leaves in its lowest two rows only.
        const auto rows = static_cast<std::uint64_t>(std::bit_width(leaves)) - 1;
        const std::uint64_t lowest = 2 * (leaves - (std::uint64_t{1} << rows));
        const std::uint64_t least = leaves * rows + lowest;
        return static_cast<double>(depths_) / static_cast<double>(least);
    }

    std::int64_t relief_spacing_;
    const PlaneTable* planes_;
    const PolygonTreeOptions* options_;
    CompileOptions rule_;
    Predicates predicates_;
    std::vector<Task> tasks_;
    PolygonTree tree_;
    std::uint64_t depths_ = 0;  // the sum over all leaves
};

}  // namespace

FragmentSplit split(Fragment fragment, PlaneId plane, Predicates& predicates) {
    const std::vector<double> attributes = std::move(fragment.attributes);
    Polygon whole;
    if (!attributes.empty()) {
        whole = fragment.polygon;
    }
    PolygonSplit pieces = split(std::move(fragment.polygon), plane, predicates);
    const bool is_cut = pieces.front && pieces.back;
    AttributeCut cut;
    if (is_cut && !attributes.empty()) {
        cut = cut_attributes(whole, attributes, pieces, plane, predicates);
    }
    FragmentSplit result;
    for (const bool is_front : {true, false}) {
        std::optional<Polygon>& polygon = is_front ? pieces.front : pieces.back;
        if (!polygon) {
            continue;
        }
        Fragment piece = fragment;  // its polygon and attributes are moved away
        piece.polygon = *std::move(polygon);
        if (is_cut) {
            piece.attributes = std::move(is_front ? cut.front : cut.back);
            update_box(piece);
        } else {
            piece.attributes = attributes;
        }
        (is_front ? result.front : result.back) = std::move(piece);
    }
    return result;
}

std::optional<PolygonTree> build_polygon_tree(std::vector<Fragment> polygons,
                                              const Polyhedron& cell,
                                              std::int64_t relief_spacing,
                                              const PlaneTable& planes,
                                              const PolygonTreeOptions& options) {
    for (Fragment& polygon : polygons) {
        update_box(polygon);
    }
    Task root;
    root.cell = cell;
    root.candidates = std::move(polygons);
    return Builder(relief_spacing, planes, options).run(std::move(root));
}

}  // namespace halfspace
