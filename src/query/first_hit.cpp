// SPDX-License-Identifier: MIT
//
// The quick walk along a motion ends with a node and the child that blocks behind it. They tell how
// far the motion goes, and a Contact can be made of them later. So the common answer costs no more
// than the walk. Every other case is left to trace: a doubtful walk, and a motion with a placed
// model or an obstacle near it.
#include "halfspace/query/first_hit.h"

#include "base/shared/in_parts.h"
#include "query/placed_frames.h"
#include "query/resting.h"
#include "query/thing_sweep.h"
#include "query/trace_check.h"
#include "query/walk/quick_batch.h"

#include <cassert>
#include <new>
#include <type_traits>

namespace halfspace {
namespace {

TraceHit hit_of(const Contact& contact) {
    TraceHit hit;
    hit.fraction = contact.fraction;
    hit.hit = contact.hit;
    hit.start_blocked = contact.start_blocked;
    hit.model = contact.model;
    hit.obstacle = contact.obstacle;
    hit.mesh = contact.mesh;
    return hit;
}

// True if a model or an obstacle may change the contact with the base.
[[gnu::noinline]] bool is_anything_near(const PlacedLevel& here,
                                        SpaceId space,
                                        const Vec3& from,
                                        const Vec3& to,
                                        double fraction,
                                        const TraceOptions& options) {
    if (here.world == nullptr || options.hair >= kBeside) {
        return true;
    }
    const NearMotion way = motion_beside(from, to, from + (to - from) * fraction);
    return any_model(here, way, [](ModelId, const Transform&) { return true; }) ||
           (has_loose_things(here) &&
            is_thing_near(here, upright(shape_of(here.level, space)), from, to, options));
}

[[gnu::noinline]] void trace_hit(const PlacedLevel& here,
                                 SpaceId space,
                                 const Vec3& from,
                                 const Vec3& to,
                                 const TraceOptions& options,
                                 TraceHit& hit) {
    hit = hit_of(trace(here, space, from, to, options));
}

// Makes the hit of what the quick walk has found. hit: as it is by default. Its fields are written
// in place: a copy right after that would wait for them.
[[gnu::always_inline]] inline void finish(const PlacedLevel& here,
                                          const Walked& tree,
                                          SpaceId space,
                                          const Vec3& from,
                                          const Vec3& to,
                                          const TraceOptions& options,
                                          const QuickChange& quick,
                                          TraceHit& hit) {
    if (quick.kind == QuickChange::Kind::EmptyToBlocked) {
        hit.fraction = crossing_of(tree, from, to, quick).fraction;
        hit.hit = true;
        hit.model = here.base;
        hit.walk_node = quick.node;
        hit.walk_child = quick.child;
    }
    if (quick.kind == QuickChange::Kind::Doubtful ||
        (!is_alone(here) && is_anything_near(here, space, from, to, hit.fraction, options))) {
        trace_hit(here, space, from, to, options, hit);
    }
}

}  // namespace

TraceHit first_hit(const PlacedLevel& here,
                   SpaceId space,
                   const Vec3& from,
                   const Vec3& to,
                   const TraceOptions& options) {
    assert(is_finite(from) && is_finite(to) && are_distances(options));
    const Walked tree = tree_of(here.level, here.base, space);
    const Blocking blocking(space, options.mask);
    const QuickChange quick = quick_change<Aim::FirstChange>(tree, blocking, from, to);
    TraceHit hit;
    finish(here, tree, space, from, to, options, quick, hit);
    return hit;
}

void first_hit_all(const PlacedLevel& here,
                   SpaceId space,
                   std::span<const Segment> segments,
                   std::span<TraceHit> results,
                   const TraceOptions& options,
                   const Executor& executor) {
    assert(results.size() == segments.size() && are_distances(options));
    const Walked tree = tree_of(here.level, here.base, space);
    const Blocking blocking(space, options.mask);
    in_parts(segments.size(), kBatchPart, executor, [&](std::size_t begin, std::size_t count) {
        QuickBatch<Aim::FirstChange> batch(tree, blocking, segments.subspan(begin, count));
        batch.run([&](std::size_t i, const QuickChange& quick) {
            const auto& [from, to] = segments[begin + i];
            static_assert(std::is_trivially_destructible_v<TraceHit>);
            finish(
                here, tree, space, from, to, options, quick, *::new (&results[begin + i]) TraceHit);
        });
    });
}

Contact contact_at(const PlacedLevel& here,
                   SpaceId space,
                   const Vec3& from,
                   const Vec3& to,
                   const TraceHit& hit,
                   const TraceOptions& options) {
    assert(is_finite(from) && is_finite(to) && are_distances(options));
    if (hit.walk_node == kNone) {
        return trace(here, space, from, to, options);
    }
    const Walked tree = tree_of(here.level, here.base, space);
    const double error = segment_error(tree, from, to, is_within(tree.model, from, to));
    const QuickChange quick{
        QuickChange::Kind::EmptyToBlocked, hit.walk_node, hit.walk_child, error};
    Contact contact = contact_of(
        tree, Blocking(space, options.mask), from, to, {options.skin, options.hair}, quick);
    contact.model = here.base;
    return contact;
}

}  // namespace halfspace
