// SPDX-License-Identifier: MIT
//
// Each step of a walk has to wait for the one before it. So several walks are made in turns: while
// one waits for its node and its distances, the others go on. They decide as a single one does, by
// the same arithmetic in the same order.
#include "halfspace/query/trace.h"

#include "query/quick_walk.h"
#include "query/resting.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>

namespace halfspace {
namespace {

// More walks at once do not wait less, and their stacks would not fit a small cache.
constexpr std::size_t kLanes = 8;

class TraceBatch {
public:
    TraceBatch(const Walked& tree,
               const Blocking& blocking,
               std::span<const Segment> segments,
               std::span<Contact> results,
               const Margins& margins)
        : tree_(tree),
          blocking_(blocking),
          segments_(segments),
          results_(results),
          margins_(margins) {}

    void run() {
        std::size_t lanes = 0;
        while (lanes < kLanes && begin_next(lanes)) {
            ++lanes;
        }
        while (lanes > 0) {
            for (std::size_t i = 0; i < lanes;) {
                Lane& lane = lanes_[i];
                QuickChange change;
                if (step<Choice::ByIndex>(*lane.segment, lane.place, lane.waiting, change) ==
                    Step::Node) {
                    ++i;
                    continue;
                }
                finish(lane.number, change);
                if (begin_next(i)) {
                    ++i;
                } else if (--lanes != i) {
                    lanes_[i] = lanes_[lanes];
                }
            }
        }
    }

private:
    struct Lane {
        std::optional<QuickSegment> segment;
        WalkPlace place;
        std::size_t number;
        WaitingSides waiting;
    };

    void finish(std::size_t number, const QuickChange& quick) {
        const auto& [src, dest] = segments_[number];
        const Change change = change_of(tree_, blocking_, src, dest, quick);
        results_[number] = contact_of(tree_, blocking_, src, dest, margins_, change);
    }

    // Puts the next segment that has a way to walk into the lane; false behind the last one.
    bool begin_next(std::size_t i) {
        Lane& lane = lanes_[i];
        while (next_ < segments_.size()) {
            const std::size_t number = next_++;
            const auto& [src, dest] = segments_[number];
            assert(is_finite(src) && is_finite(dest));
            lane.segment.emplace(tree_, blocking_, src, dest);
            const Interval start = lane.segment->start();
            if (lane.segment->is_near() && start.t0 <= start.t1 && tree_.root >= 0) {
                lane.place = {start, lane.segment->piece_of(start), tree_.root};
                lane.number = number;
                lane.waiting.clear();
                return true;
            }
            finish(number, quick_change(tree_, blocking_, src, dest));
        }
        return false;
    }

    const Walked& tree_;
    const Blocking& blocking_;
    std::span<const Segment> segments_;
    std::span<Contact> results_;
    Margins margins_;
    std::size_t next_ = 0;
    std::array<Lane, kLanes> lanes_;
};

}  // namespace

void trace_all(const Level& level,
               SpaceId space,
               std::span<const Segment> segments,
               std::span<Contact> results,
               const TraceOptions& options) {
    assert(results.size() == segments.size() && space.value < level.spaces().size());
    if (std::find(options.ignore.begin(), options.ignore.end(), ModelId(0)) !=
        options.ignore.end()) {
        for (std::size_t i = 0; i < segments.size(); ++i) {
            results[i] = trace(level, space, segments[i].src, segments[i].dest, options);
        }
        return;
    }
    const Walked tree{level, level.models()[0], level.root(ModelId(0), space)};
    const Blocking blocking(space, options.mask);
    TraceBatch(tree, blocking, segments, results, {options.skin, options.hair}).run();
}

}  // namespace halfspace
