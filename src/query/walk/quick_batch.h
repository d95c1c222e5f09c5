// SPDX-License-Identifier: MIT
// Many quick walks (quick_walk.h) at once. First the segments go down the tree together
// (group_descent.h), each as far as it lies on one side of every plane. Then each walks on from
// there. Each step of a walk waits for the step before. So several walks take turns: while one walk
// waits for its node and its distances, the others make steps. Every walk gives the answer that it
// gives alone, because its arithmetic and its order are the same.
#pragma once

#include "halfspace/query/segment.h"

#include "query/walk/group_descent.h"
#include "query/walk/quick_walk.h"

#include <array>
#include <cassert>
#include <cstddef>
#include <optional>
#include <span>

namespace halfspace {

// Segments of a large batch that an executor's body walks in one call. With fewer, groups are
// small: with 1024, short traces take a fifth longer.
constexpr std::size_t kBatchPart = 4096;

// Whether walks take turns. In WebAssembly they go one after the other, which takes a quarter less
// time.
#ifdef __wasm__
constexpr bool kWalksTakeTurns = false;
#else
constexpr bool kWalksTakeTurns = true;
#endif

template <Aim What>
class QuickBatch {
public:
    QuickBatch(const Walked& tree, const Blocking& blocking, std::span<const Segment> segments)
        : tree_(tree),
          blocking_(blocking),
          segments_(segments),
          trusted_(trusted_states(blocking)),
          margin_(4 * tree.level.filter_bound()) {
        assert(segments.size() <= kBatchPart);
    }

    // Calls finish(number, change) for each segment, in any order.
    template <class Finish>
    void run(const Finish& finish) {
        if constexpr (kWalksTakeTurns) {
            find_starts();
            take_turns(finish);
        } else {
            for (std::size_t i = 0; i < segments_.size(); ++i) {
                const auto& [from, to] = segments_[i];
                finish(i, quick_change<What>(tree_, blocking_, from, to));
            }
        }
    }

    using Index = GroupDescent<kBatchPart>::Index;

    // For GroupDescent: notes where the walks of a group start that the node does not divide.
    bool divides(WalkChild child, const Index* segments, std::uint32_t count) {
        const BodyState state = child >> kWalkStateShift & trusted_;
        const bool ends = is_leaf(child) || state != kBodyMixed;
        if (!ends && count >= kMinInGroup) {
            return true;
        }
        const bool is_free = state == kBodyFree || (is_leaf(child) && !blocking_.blocks(child));
        for (std::uint32_t i = 0; i < count; ++i) {
            starts_[segments[i]] = is_free ? kFreeStart : child;
        }
        return false;
    }

    // For GroupDescent: the walk of a segment that may cross the plane starts at this node. The
    // test is that of `step`.
    template <class Distance>
    [[gnu::always_inline]] GoesTo side(WalkChild child,
                                       Index segment,
                                       const Distance& distance_of) {
        const auto& [from, to] = segments_[segment];
        const double a = distance_of(from);
        const double b = distance_of(from + (to - from));
        starts_[segment] = child;
        return {((a > margin_) & (b > margin_)) ? 1u : 0u,
                ((a < -margin_) & (b < -margin_)) ? 1u : 0u};
    }

private:
    // A smaller group gains nothing: the first step with a node costs as much as a few segments.
    static constexpr std::uint32_t kMinInGroup = 4;
    // The start of a segment that lies in what is free. No child is like that: it has both states.
    static constexpr WalkChild kFreeStart = kNone;

    // A call of its own, so that its stack is given back before the walks.
    [[gnu::noinline]] void find_starts() {
        GroupDescent<kBatchPart> descent;
        std::uint32_t inside = 0;
        for (std::size_t i = 0; i < segments_.size(); ++i) {
            const auto& [from, to] = segments_[i];
            assert(is_finite(from) && is_finite(to));
            starts_[i] = tree_.root;
            descent.items()[inside] = static_cast<Index>(i);
            inside += is_inside(tree_.model, from) && is_inside(tree_.model, to) ? 1 : 0;
        }
        descent.run(tree_.level, tree_.root, inside, *this);
    }

    template <class Finish>
    void take_turns(const Finish& finish) {
        std::size_t lanes = 0;
        while (lanes < kLanes && begin_next(lanes_[lanes], finish)) {
            ++lanes;
        }
        QuickChange change;
        while (lanes > 0) {
            Lane* const end = lanes_.data() + lanes;
            for (Lane* lane = lanes_.data(); lane != end; ++lane) {
                if (step<Choice::ByIndex>(*lane->segment, lane->place, lane->waiting, change) ==
                    Step::Node) [[likely]] {
                    continue;
                }
                finish(lane->number, change);
                if (!begin_next(*lane, finish)) {
                    if (--lanes != 0) {
                        *lane = lanes_[lanes];
                    }
                    break;
                }
            }
        }
    }

    // More walks at once do not wait less, and their stacks would not fit a small cache.
    static constexpr std::size_t kLanes = kWalksTakeTurns ? 8 : 0;

    struct Lane {
        std::optional<QuickSegment<What>> segment;
        WalkPlace place;
        std::size_t number;
        WaitingSides<QuickSegment<What>::kWaiting> waiting;
    };

    // Puts the next segment that has something to walk through into the lane; false behind the
    // last.
    template <class Finish>
    bool begin_next(Lane& lane, const Finish& finish) {
        while (next_ < segments_.size()) {
            const std::size_t number = next_++;
            QuickChange change;
            if (starts_[number] == kFreeStart) {
                change.kind = QuickChange::Kind::AllEmpty;
            } else if (starts_walk(lane, number, change)) {
                return true;
            }
            finish(number, change);
        }
        return false;
    }

    // False if the walk ends at once, with `change` as its answer.
    bool starts_walk(Lane& lane, std::size_t number, QuickChange& change) {
        const auto& [from, to] = segments_[number];
        lane.segment.emplace(tree_, blocking_, from, to);
        lane.number = number;
        lane.waiting.clear();
        return begin_walk(*lane.segment, lane.place, change) &&
               enter(*lane.segment, starts_[number], lane.place, lane.waiting, change) ==
                   Step::Node;
    }

    const Walked& tree_;
    const Blocking& blocking_;
    std::span<const Segment> segments_;
    BodyState trusted_;
    double margin_;  // QuickSegment::margin of a segment inside of the model's box
    std::size_t next_ = 0;
    // Where the walk of each segment starts: the root for a segment that leaves the model's box.
    std::array<WalkChild, kWalksTakeTurns ? kBatchPart : 0> starts_;
    std::array<Lane, kLanes> lanes_;
};

}  // namespace halfspace
