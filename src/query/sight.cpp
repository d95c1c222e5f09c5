// SPDX-License-Identifier: MIT
#include "halfspace/query/sight.h"

#include "query/exact_walk.h"
#include "query/in_parts.h"
#include "query/obstacle_sweep.h"
#include "query/placed_frames.h"
#include "query/quick_batch.h"

#include <algorithm>
#include <cassert>
#include <tuple>

namespace halfspace {
namespace {

// A sight line that passes an obstacle by less than a quarter of this counts as blocked [units].
constexpr double kSightSkin = 0x1p-10;

// Takes the tree by value. If it took the address of the caller's tree, the compiler could not keep
// that tree in registers.
[[gnu::noinline]] bool is_clear_exactly(Walked tree, const Vec3& src, const Vec3& dest) {
    const Blocking blocking(SpaceId(0), kSightBlockers);
    return exact_change(tree, blocking, src, dest).kind == Transition::Kind::AllEmpty;
}

bool is_clear_by(const QuickChange& quick, const Walked& tree, const Vec3& src, const Vec3& dest) {
    if (quick.kind == QuickChange::Kind::Doubtful) {
        return is_clear_exactly(tree, src, dest);
    }
    return quick.kind == QuickChange::Kind::AllEmpty;
}

bool is_clear_in(const Walked& tree, const Vec3& src, const Vec3& dest) {
    const Blocking blocking(SpaceId(0), kSightBlockers);
    return is_clear_by(quick_change<Aim::Sight>(tree, blocking, src, dest), tree, src, dest);
}

// An obstacle is met on the way, or an end is in it.
[[gnu::noinline]] bool is_blocked_by_obstacle(const PlacedLevel& here,
                                              const Vec3& src,
                                              const Vec3& dest) {
    const SpaceShape eye(here.level, SpaceId(0));
    const auto is_in_obstacle = [&](const Vec3& end) {
        return overlapped_obstacle(here, eye.placed(), end, kSightBlockers).is_valid();
    };
    // Always from the same end, because doubles may answer otherwise from the other one.
    const bool is_forward = std::tie(src.x, src.y, src.z) <= std::tie(dest.x, dest.y, dest.z);
    const Vec3& first = is_forward ? src : dest;
    const Vec3& last = is_forward ? dest : src;
    return is_in_obstacle(last) ||
           first_obstacle(
               here, eye.placed(), first, last, {.mask = kSightBlockers, .skin = kSightSkin});
}

// Of models and obstacles.
[[gnu::noinline]] bool is_clear_of_things(const PlacedLevel& here,
                                          const Vec3& src,
                                          const Vec3& dest) {
    if (has_obstacles(here) && is_blocked_by_obstacle(here, src, dest)) {
        return false;
    }
    return !any_placed(
        here,
        SpaceId(0),
        src,
        dest,
        [](ModelId, const Transform&, const Walked& tree, const Vec3& from, const Vec3& to) {
            return !is_clear_in(tree, from, to);
        });
}

}  // namespace

bool line_of_sight(const PlacedLevel& here, const Vec3& src, const Vec3& dest) {
    assert(is_finite(src) && is_finite(dest));
    return is_clear_in(tree_of(here.level, here.base, SpaceId(0)), src, dest) &&
           (is_alone(here) || is_clear_of_things(here, src, dest));
}

void line_of_sight_all(const PlacedLevel& here,
                       std::span<const Segment> segments,
                       std::span<std::uint8_t> results,
                       const Executor& run) {
    assert(results.size() == segments.size());
    const Walked tree = tree_of(here.level, here.base, SpaceId(0));
    const Blocking blocking(SpaceId(0), kSightBlockers);
    in_parts(segments.size(), kBatchPart, run, [&](std::size_t begin, std::size_t count) {
        QuickBatch<Aim::Sight> batch(tree, blocking, segments.subspan(begin, count));
        batch.run([&](std::size_t i, const QuickChange& quick) {
            const auto& [src, dest] = segments[begin + i];
            const bool is_clear = is_clear_by(quick, tree, src, dest) &&
                                  (is_alone(here) || is_clear_of_things(here, src, dest));
            results[begin + i] = is_clear ? 1 : 0;
        });
    });
}

}  // namespace halfspace
