// SPDX-License-Identifier: MIT
// Many quick walks (quick_walk.h) at once. Each step of a walk waits for the step before. So
// several walks take turns: while one walk waits for its node and its distances, the others make
// steps. Every walk gives the answer that it gives alone, because its arithmetic and its order are
// the same.
#pragma once

#include "halfspace/query/segment.h"

#include "query/quick_walk.h"

#include <array>
#include <cassert>
#include <cstddef>
#include <optional>
#include <span>

namespace halfspace {

// Segments of a large batch that an executor's body walks in one call.
constexpr std::size_t kBatchPart = 1024;

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
        : tree_(tree), blocking_(blocking), segments_(segments) {}

    // Calls finish(number, change) for each segment, in any order.
    template <class Finish>
    void run(const Finish& finish) {
        if constexpr (kWalksTakeTurns) {
            take_turns(finish);
        } else {
            for (std::size_t i = 0; i < segments_.size(); ++i) {
                const auto& [src, dest] = segments_[i];
                finish(i, quick_change<What>(tree_, blocking_, src, dest));
            }
        }
    }

private:
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
            const auto& [src, dest] = segments_[number];
            assert(is_finite(src) && is_finite(dest));
            lane.segment.emplace(tree_, blocking_, src, dest);
            QuickChange change;
            if (begin_walk(*lane.segment, lane.place, change)) {
                lane.number = number;
                lane.waiting.clear();
                return true;
            }
            finish(number, change);
        }
        return false;
    }

    const Walked& tree_;
    const Blocking& blocking_;
    std::span<const Segment> segments_;
    std::size_t next_ = 0;
    std::array<Lane, kLanes> lanes_;
};

}  // namespace halfspace
