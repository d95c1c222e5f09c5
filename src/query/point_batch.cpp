// SPDX-License-Identifier: MIT
//
// Points go down the tree together. Each node divides the points that reach it. The loop keeps the
// plane in registers and has no jump that depends on a point. A point that is left alone, or that
// lies on a splitter, goes on by the function for single points.
#include "halfspace/query/classify.h"
#include "halfspace/query/free.h"

#include "query/descent.h"
#include "query/in_parts.h"
#include "query/placed_frames.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

namespace halfspace {
namespace {

// Points that start together. More points gain little.
constexpr std::size_t kChunk = 8192;

// Room for groups that wait. Of two new groups the smaller one goes on first. So a waiting group
// has at least as many points as all groups made after it: log2(kChunk) groups wait, and two are
// new.
constexpr std::size_t kMaxWaiting = std::bit_width(kChunk) + 1;

// The two questions that a batch can ask at its points. Each has three answers: outside of the
// model's box (kOutside), in a leaf (in_leaf), and for a point that goes on alone below a node
// (below).
struct ContentsThere {
    using Result = Contents;
    const Level& level;

    static constexpr Contents kOutside = Contents::Empty;
    Contents in_leaf(WalkChild leaf) const { return leaf_contents(leaf); }
    Contents below(WalkChild child, const Vec3& point) const {
        return contents_below(level, child, point);
    }
};

struct FreeThere {
    using Result = std::uint8_t;
    const Level& level;
    const Blocking& blocking;

    static constexpr std::uint8_t kOutside = 1;
    std::uint8_t in_leaf(WalkChild leaf) const { return blocking.blocks(leaf) ? 0 : 1; }
    std::uint8_t below(WalkChild child, const Vec3& point) const {
        return is_blocked_below(level, child, point, blocking) ? 0 : 1;
    }
};

template <class Question>
class Batch {
public:
    using Result = typename Question::Result;

    Batch(const Walked& tree,
          const Question& question,
          std::span<const Vec3> points,
          std::span<Result> results)
        : level_(tree.level),
          model_(tree.model),
          root_(tree.root),
          question_(question),
          nodes_(tree.level.walk_nodes().data()),
          planes_(tree.level.scaled_planes().data()),
          points_(points.data()),
          results_(results.data()),
          count_(points.size()),
          bound_(tree.level.filter_bound()) {
        assert(points.size() <= kChunk && results.size() == points.size());
    }

    void run() {
        Index* const indices = indices_[0].data();
        std::uint32_t inside = 0;
        for (std::size_t i = 0; i < count_; ++i) {
            assert(is_finite(points_[i]));
            results_[i] = Question::kOutside;
            indices[inside] = static_cast<Index>(i);
            inside += is_inside(model_, points_[i]) ? 1 : 0;
        }
        enter({root_, 0, 0, inside});
        while (group_count_ > 0) {
            divide(groups_[--group_count_]);
        }
    }

private:
    using Index = std::uint16_t;  // of a point

    // The points that reach a child of some node: indices_[buffer][begin, end).
    struct Group {
        WalkChild child;
        std::uint32_t buffer;
        std::uint32_t begin;
        std::uint32_t end;

        std::uint32_t size() const { return end - begin; }
    };

    void enter(const Group& group) {
        const Index* const indices = indices_[group.buffer].data();
        if (is_leaf(group.child)) {
            const Result result = question_.in_leaf(group.child);
            for (std::uint32_t i = group.begin; i < group.end; ++i) {
                results_[indices[i]] = result;
            }
        } else if (group.size() > 1) {
            groups_[group_count_++] = group;
        } else if (group.size() == 1) {
            const Index index = indices[group.begin];
            results_[index] = question_.below(group.child, points_[index]);
        }
    }

    void divide(const Group group) {  // a copy: its place is taken again
        const WalkNodeRecord& node = nodes_[node_index(group.child)];
        switch (walk_axis(node)) {
            case 0:
                return divide_by(group,
                                 [at = walk_coordinate(node)](const Vec3& p) { return p.x - at; });
            case 1:
                return divide_by(group,
                                 [at = walk_coordinate(node)](const Vec3& p) { return p.y - at; });
            case 2:
                return divide_by(group,
                                 [at = walk_coordinate(node)](const Vec3& p) { return p.z - at; });
            default:
                return divide_by(group, [plane = planes_[node.plane]](const Vec3& p) {
                    return approximate_distance(plane, {p.x, p.y, p.z});
                });
        }
    }

    // Copies the points of the group to the same range of the other buffer: those in front of the
    // node to its beginning, those behind the node to its end. Points on the node's plane are
    // answered at once, and the range has a gap for them.
    template <class Distance>
    void divide_by(const Group& group, const Distance& distance_of) {
        const Index* const from = indices_[group.buffer].data();
        Index* const to = indices_[1 - group.buffer].data();
        const WalkNodeRecord& node = nodes_[node_index(group.child)];
        std::uint32_t front_end = group.begin;
        std::uint32_t back_begin = group.end;
        for (std::uint32_t i = group.begin; i < group.end; ++i) {
            const Index index = from[i];
            const Vec3& point = points_[index];
            double distance = distance_of(point);
            if (std::abs(distance) <= bound_) [[unlikely]] {
                const Side side = exact_side(level_, node, point);
                if (side == Side::On) {
                    results_[index] = question_.below(group.child, point);
                    continue;
                }
                distance = side == Side::Front ? 1 : -1;
            }
            const std::uint32_t behind = is_behind(distance);
            to[front_end] = index;
            to[back_begin - 1] = index;
            front_end += 1 - behind;
            back_begin -= behind;
        }
        const Group front{node.child[0], 1 - group.buffer, group.begin, front_end};
        const Group back{node.child[1], 1 - group.buffer, back_begin, group.end};
        const bool is_front_smaller = front.size() < back.size();
        enter(is_front_smaller ? back : front);
        enter(is_front_smaller ? front : back);
    }

    const Level& level_;
    const ModelRecord& model_;
    WalkChild root_;
    const Question& question_;
    const WalkNodeRecord* nodes_;
    const ScaledPlaneRecord* planes_;
    const Vec3* points_;
    Result* results_;
    std::size_t count_;
    double bound_;
    std::size_t group_count_ = 0;
    std::array<std::array<Index, kChunk>, 2> indices_;  // not cleared: each is written before read
    std::array<Group, kMaxWaiting> groups_;
};

}  // namespace

void point_contents_all(const PlacedLevel& here,
                        std::span<const Vec3> points,
                        std::span<Contents> results,
                        const Executor& run) {
    assert(results.size() == points.size());
    const Walked base = tree_of(here.level, here.base, SpaceId(0));
    const ContentsThere question{here.level};
    in_parts(points.size(), kChunk, run, [&](std::size_t begin, std::size_t count) {
        Batch(base, question, points.subspan(begin, count), results.subspan(begin, count)).run();
        for (std::size_t i = begin; i < begin + count && !here.models.empty(); ++i) {
            any_placed(here, SpaceId(0), points[i], [&](const Walked& tree, const Vec3& local) {
                if (is_inside(tree.model, local)) {
                    results[i] = normalize(results[i] | question.below(tree.root, local));
                }
                return false;
            });
        }
    });
}

void is_free_all(const PlacedLevel& here,
                 SpaceId space,
                 std::span<const Vec3> positions,
                 std::span<std::uint8_t> results,
                 Contents mask,
                 const Executor& run) {
    assert(results.size() == positions.size());
    const Walked base = tree_of(here.level, here.base, space);
    const Blocking blocking(space, mask);
    const FreeThere question{here.level, blocking};
    in_parts(positions.size(), kChunk, run, [&](std::size_t begin, std::size_t count) {
        Batch(base, question, positions.subspan(begin, count), results.subspan(begin, count)).run();
        for (std::size_t i = begin; i < begin + count && !here.models.empty(); ++i) {
            const bool is_blocked_there =
                results[i] == 0 ||
                any_placed(here, space, positions[i], [&](const Walked& tree, const Vec3& local) {
                    return is_blocked(tree, blocking, local);
                });
            results[i] = is_blocked_there ? 0 : 1;
        }
    });
}

}  // namespace halfspace
