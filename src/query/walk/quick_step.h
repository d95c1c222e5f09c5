// SPDX-License-Identifier: MIT
// One step of the quick walk (quick_walk.h): the walk looks at one node. Single walks and batches
// (quick_batch.h) make the same steps, and so do sweeps (hull_segment.h).
//
// The segment is a QuickSegment or a HullSegment. What a step asks of it:
//
// - kAim; kWaiting: how many sides may wait
// - distances(node, axis, ends): of both ends from a plane
// - margin(node, axis): an interval with both ends farther from the plane than this lies wholly on
//   one side of it
// - cross(distance, margin, number, near): divides an interval at the plane of node `number`
// - ends_of(interval); node(child), state_of(child), is_mixed_node(child), blocks(leaf)
// - is_reached(interval): whether any part still matters; reached_part(interval): this part
// - ends_at(interval, child, change): called for each child that blocks; true if the walk ends with
//   `change` as its answer
#pragma once

#include "query/walk/quick_segment.h"

#include <array>

namespace halfspace {

// Where a walk is.
struct WalkPlace {
    Interval at;
    Ends ends;        // of `at`
    WalkChild child;  // the node to look at
};

// The far sides of nodes that wait. A walk that needs more room is doubtful.
template <std::size_t Room>
class WaitingSides {
public:
    struct Side {
        Interval interval;
        WalkChild child;
    };

    bool is_empty() const { return count_ == 0; }
    bool is_full() const { return count_ == sides_.size(); }
    void push(const Side& side) { sides_[count_++] = side; }
    const Side& pop() { return sides_[--count_]; }
    void clear() { count_ = 0; }

private:
    std::size_t count_ = 0;
    std::array<Side, Room> sides_;
};

// What a step leads to: another node, or the end of the walk.
enum class Step : std::uint8_t { Node, Done };

// How a step chooses the child if the interval lies on one side of the node's plane.
// ByJump: a conditional jump. The processor guesses it, and a right guess does not wait for the
// distance. This is quicker for one walk.
// ByIndex: the side is computed as a number. The step waits for the distance, while steps of other
// walks are made. This is quicker for a batch.
enum class Choice : std::uint8_t { ByJump, ByIndex };

// What becomes of an interval that may cross the plane of a node.
enum class Parting : std::uint8_t {
    Entered,  // the walk goes on to `side`
    Clear,    // neither side needs to be entered
    NoRoom,   // the far side cannot wait
    Blocked,  // for sight: every leaf on `side` blocks
};
struct Parted {
    Parting parting;
    std::size_t side;  // the number of a child
};

// Divides the interval at the node's plane. The near side comes first and the far side waits. A
// side that is free, or that the segment does not meet, is left out.
template <class Segment>
[[gnu::always_inline]] inline Parted part(const Segment& segment,
                                          const Double2& distance,
                                          const Double2& margin,
                                          WalkPlace& place,
                                          WaitingSides<Segment::kWaiting>& waiting) {
    const WalkNodeRecord& node = segment.node(place.child);
    const Interval far = segment.cross(distance, margin, node_index(place.child), place.at);
    const std::size_t near_side = distance[0] > distance[1] ? 0 : 1;
    const std::size_t far_side = 1 - near_side;
    const bool is_far_met = far.t0 <= far.t1 && segment.is_reached(far);
    if (segment.state_of(node.child[near_side]) == kBodyFree || !(place.at.t0 <= place.at.t1)) {
        place.at = far;
        place.ends = segment.ends_of(far);
        return {is_far_met ? Parting::Entered : Parting::Clear, far_side};
    }
    const WalkChild far_child = node.child[far_side];
    if (is_far_met && segment.state_of(far_child) != kBodyFree) {
        if (Segment::kAim == Aim::Sight && segment.state_of(far_child) == kBodySolid) {
            place.at = far;
            return {Parting::Blocked, far_side};
        }
        if (waiting.is_full()) {
            return {Parting::NoRoom, near_side};
        }
        waiting.push({far, far_child});
    }
    place.ends = segment.ends_of(place.at);
    return {Parting::Entered, near_side};
}

// True if every leaf below the child is known to block.
template <class Segment>
[[gnu::always_inline]] inline bool all_block(const Segment& segment, WalkChild child) {
    return segment.state_of(child) == kBodySolid || (is_leaf(child) && segment.blocks(child));
}

// Goes on to the side that has waited the shortest. Done: the walk ends with `change`.
template <class Segment>
[[gnu::always_inline]] inline Step resume(const Segment& segment,
                                          WalkPlace& place,
                                          WaitingSides<Segment::kWaiting>& waiting,
                                          QuickChange& change) {
    while (!waiting.is_empty()) {
        const auto& next = waiting.pop();
        if (!segment.is_reached(next.interval)) {
            continue;
        }
        if (all_block(segment, next.child)) {
            if (segment.ends_at(next.interval, next.child, change)) {
                return Step::Done;
            }
        } else if (!is_leaf(next.child)) {
            const Interval at = segment.reached_part(next.interval);
            place = {at, segment.ends_of(at), next.child};
            return Step::Node;
        }
    }
    change = {QuickChange::Kind::AllEmpty};
    return Step::Done;
}

// Goes on to a child of the node. If the child is free, goes on to a waiting side instead. Done:
// the walk ends with `change`.
template <class Segment>
[[gnu::always_inline]] inline Step enter(const Segment& segment,
                                         WalkChild child,
                                         WalkPlace& place,
                                         WaitingSides<Segment::kWaiting>& waiting,
                                         QuickChange& change) {
    if (segment.is_mixed_node(child)) [[likely]] {
        place.child = child;
        return Step::Node;
    }
    const BodyState state = segment.state_of(child);
    if ((state == kBodySolid || (state == kBodyMixed && segment.blocks(child))) &&
        segment.ends_at(place.at, child, change)) {
        return Step::Done;
    }
    return resume(segment, place, waiting, change);
}

// Looks at the node of `place` and goes on. Done: the walk ends with `change`.
template <Choice How, class Segment>
[[gnu::always_inline]] inline Step step(const Segment& segment,
                                        WalkPlace& place,
                                        WaitingSides<Segment::kWaiting>& waiting,
                                        QuickChange& change) {
    const WalkNodeRecord& node = segment.node(place.child);
    const std::uint32_t axis = child_axis(place.child);
    // Child 1 is far away in memory. Fetched now, it is there after a wrong guess of the side.
    segment.prefetch(node.child[1]);
    const Double2 distance = segment.distances(node, axis, place.ends);
    const unsigned behind = sign_bits(distance);
    const Double2 margin = segment.margin(node, axis);
    const unsigned near = both_bits(absolute(distance) <= margin);
    if constexpr (How == Choice::ByIndex) {
        if ((0x9u >> (behind | near << 2) & 1) != 0) {  // 0 or 3: one jump, not two
            return enter(segment, node.child[behind & 1], place, waiting, change);
        }
    } else if (near == 0) [[likely]] {
        if (behind == 0) {
            return enter(segment, node.child[0], place, waiting, change);
        }
        if (behind == 3) {
            return enter(segment, node.child[1], place, waiting, change);
        }
    }
    const Parted parted = part(segment, distance, margin, place, waiting);
    if (parted.parting == Parting::Clear) {
        return resume(segment, place, waiting, change);
    }
    if (parted.parting == Parting::NoRoom) {
        change = {};
        return Step::Done;
    }
    if (Segment::kAim == Aim::Sight && parted.parting == Parting::Blocked) {
        segment.ends_at(place.at, node.child[parted.side], change);
        return Step::Done;
    }
    return enter(segment, node.child[parted.side], place, waiting, change);
}

}  // namespace halfspace
