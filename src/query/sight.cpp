// SPDX-License-Identifier: MIT
#include "halfspace/query/sight.h"

#include "base/shared/in_parts.h"
#include "query/obstacle_sweep.h"
#include "query/placed_frames.h"
#include "query/shared/space_shape.h"
#include "query/surface_sweep.h"
#include "query/walk/exact_walk.h"
#include "query/walk/quick_batch.h"

#include <algorithm>
#include <cassert>
#include <tuple>

namespace halfspace {
namespace {

// A sight line that passes an obstacle by less than a quarter of this counts as blocked [units].
constexpr double kSightSkin = 0x1p-10;

// Takes the tree by value. If it took the address of the caller's tree, the compiler could not keep
// that tree in registers.
[[gnu::noinline]] bool is_clear_exactly(Walked tree, const Vec3& from, const Vec3& to) {
    const Blocking blocking(SpaceId(0), kSightBlockers);
    return exact_change(tree, blocking, from, to).kind == Transition::Kind::AllEmpty;
}

bool is_clear_by(const QuickChange& quick, const Walked& tree, const Vec3& from, const Vec3& to) {
    if (quick.kind == QuickChange::Kind::Doubtful) {
        return is_clear_exactly(tree, from, to);
    }
    return quick.kind == QuickChange::Kind::AllEmpty;
}

bool is_clear_in(const Walked& tree, const Vec3& from, const Vec3& to) {
    const Blocking blocking(SpaceId(0), kSightBlockers);
    return is_clear_by(quick_change<Aim::Sight>(tree, blocking, from, to), tree, from, to);
}

// A mesh or an obstacle is met on the way, or an end is in an obstacle.
[[gnu::noinline]] bool is_blocked_by_thing(const PlacedLevel& here,
                                           const Vec3& from,
                                           const Vec3& to) {
    const PlacedShape eye = upright(shape_of(here.level, SpaceId(0)));
    const auto is_in_obstacle = [&](const Vec3& end) {
        return overlaps_obstacle(here, eye, end, kSightBlockers);
    };
    // Always from the same end, because doubles may answer otherwise from the other one.
    const bool is_forward = std::tie(from.x, from.y, from.z) <= std::tie(to.x, to.y, to.z);
    const Vec3& first = is_forward ? from : to;
    const Vec3& last = is_forward ? to : from;
    return is_in_obstacle(last) || meets_mesh(here, first, last, kSightBlockers) ||
           first_obstacle(here, eye, first, last, {.mask = kSightBlockers, .skin = kSightSkin});
}

// Of models, meshes and obstacles.
[[gnu::noinline]] bool is_clear_of_things(const PlacedLevel& here,
                                          const Vec3& from,
                                          const Vec3& to) {
    if (has_loose_things(here) && is_blocked_by_thing(here, from, to)) {
        return false;
    }
    return !any_placed(
        here,
        SpaceId(0),
        from,
        to,
        [](ModelId,
           const Transform&,
           const Walked& tree,
           const Vec3& local_from,
           const Vec3& local_to) { return !is_clear_in(tree, local_from, local_to); });
}

}  // namespace

bool line_of_sight(const PlacedLevel& here, const Vec3& from, const Vec3& to) {
    assert(is_finite(from) && is_finite(to));
    return is_clear_in(tree_of(here.level, here.base, SpaceId(0)), from, to) &&
           (is_alone(here) || is_clear_of_things(here, from, to));
}

void line_of_sight_all(const PlacedLevel& here,
                       std::span<const Segment> segments,
                       std::span<std::uint8_t> results,
                       const Executor& executor) {
    assert(results.size() == segments.size());
    const Walked tree = tree_of(here.level, here.base, SpaceId(0));
    const Blocking blocking(SpaceId(0), kSightBlockers);
    in_parts(segments.size(), kBatchPart, executor, [&](std::size_t begin, std::size_t count) {
        QuickBatch<Aim::Sight> batch(tree, blocking, segments.subspan(begin, count));
        batch.run([&](std::size_t i, const QuickChange& quick) {
            const auto& [from, to] = segments[begin + i];
            const bool is_clear = is_clear_by(quick, tree, from, to) &&
                                  (is_alone(here) || is_clear_of_things(here, from, to));
            results[begin + i] = is_clear ? 1 : 0;
        });
    });
}

}  // namespace halfspace
