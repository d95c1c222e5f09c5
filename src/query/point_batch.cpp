// SPDX-License-Identifier: MIT
//
// Points go down the tree together (group_descent.h). A point that is left alone, or that lies on a
// splitter, goes on by the function for single points.
#include "halfspace/query/classify.h"
#include "halfspace/query/free.h"

#include "base/shared/in_parts.h"
#include "query/placed_frames.h"
#include "query/walk/descent.h"
#include "query/walk/group_descent.h"

#include <cassert>
#include <cmath>

namespace halfspace {
namespace {

// Points that start together. More points gain little.
constexpr std::size_t kChunk = 8192;

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
    using Index = GroupDescent<kChunk>::Index;

    Batch(const Walked& tree,
          const Question& question,
          std::span<const Vec3> points,
          std::span<Result> results)
        : level_(tree.level),
          model_(tree.model),
          root_(tree.root),
          question_(question),
          points_(points.data()),
          results_(results.data()),
          count_(points.size()),
          bound_(tree.level.filter_bound()) {
        assert(points.size() <= kChunk && results.size() == points.size());
    }

    void run() {
        GroupDescent<kChunk> descent;
        std::uint32_t inside = 0;
        for (std::size_t i = 0; i < count_; ++i) {
            assert(is_finite(points_[i]));
            results_[i] = Question::kOutside;
            descent.items()[inside] = static_cast<Index>(i);
            inside += is_inside(model_, points_[i]) ? 1 : 0;
        }
        descent.run(level_, root_, inside, *this);
    }

    // For GroupDescent: answers a leaf and a point that is alone.
    bool divides(WalkChild child, const Index* points, std::uint32_t count) {
        if (is_leaf(child)) {
            const Result result = question_.in_leaf(child);
            for (std::uint32_t i = 0; i < count; ++i) {
                results_[points[i]] = result;
            }
        } else if (count == 1) {
            results_[points[0]] = question_.below(child, points_[points[0]]);
        }
        return count > 1 && !is_leaf(child);
    }

    // For GroupDescent. A point on the node's plane is answered at once.
    template <class Distance>
    [[gnu::always_inline]] GoesTo side(WalkChild child, Index index, const Distance& distance_of) {
        const Vec3& point = points_[index];
        double distance = distance_of(point);
        if (std::abs(distance) <= bound_) [[unlikely]] {
            const Side side = exact_side(level_, node_of(level_, child), point);
            if (side == Side::On) {
                results_[index] = question_.below(child, point);
                return {0, 0};
            }
            distance = side == Side::Front ? 1 : -1;
        }
        const std::uint32_t behind = is_behind(distance);
        return {1 - behind, behind};
    }

private:
    const Level& level_;
    const ModelRecord& model_;
    WalkChild root_;
    const Question& question_;
    const Vec3* points_;
    Result* results_;
    std::size_t count_;
    double bound_;
};

}  // namespace

void point_contents_all(const PlacedLevel& here,
                        std::span<const Vec3> points,
                        std::span<Contents> results,
                        const Executor& executor) {
    assert(results.size() == points.size());
    const Walked base = tree_of(here.level, here.base, SpaceId(0));
    const ContentsThere question{here.level};
    in_parts(points.size(), kChunk, executor, [&](std::size_t begin, std::size_t count) {
        Batch(base, question, points.subspan(begin, count), results.subspan(begin, count)).run();
        for (std::size_t i = begin; i < begin + count && !is_alone(here); ++i) {
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
                 const Executor& executor) {
    assert(results.size() == positions.size());
    const Walked base = tree_of(here.level, here.base, space);
    const Blocking blocking(space, mask);
    const FreeThere question{here.level, blocking};
    in_parts(positions.size(), kChunk, executor, [&](std::size_t begin, std::size_t count) {
        Batch(base, question, positions.subspan(begin, count), results.subspan(begin, count)).run();
        for (std::size_t i = begin; i < begin + count && !is_alone(here); ++i) {
            if (results[i] != 0 && is_blocked_by_things(here, blocking, positions[i], mask)) {
                results[i] = 0;
            }
        }
    });
}

}  // namespace halfspace
