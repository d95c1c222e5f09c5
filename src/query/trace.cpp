// SPDX-License-Identifier: MIT
//
// With placed models, the motion is taken into the frame of each model and traced through its tree.
// A place is free in a model if to_local(place) is. Traces and is_free ask for the same doubles, so
// a place that one trace finds free is free for the next trace and for is_free.
#include "halfspace/query/trace.h"

#include "halfspace/query/free.h"

#include "base/shared/in_parts.h"
#include "query/free_place.h"
#include "query/placed_frames.h"
#include "query/resting.h"
#include "query/shared/contact.h"
#include "query/surface.h"
#include "query/thing_sweep.h"
#include "query/trace_check.h"
#include "query/walk/quick_batch.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <new>
#include <type_traits>

namespace halfspace {
namespace {

// A quarter of 2^18 units. Farther from its start, a line in doubles is off by more than 2^-34
// units.
constexpr double kFarQuarter = 0x1p16;

// A start in so many models at once counts as stuck.
constexpr int kMaxStepsBack = 64;

// Turns the contact with the base into the contact with the base and the placed models. The
// smallest fraction counts, and of equal fractions the first. A blocked start comes before any
// other contact.
class PlacedTrace {
public:
    PlacedTrace(const PlacedLevel& here,
                SpaceId space,
                const Vec3& from,
                const Vec3& to,
                const TraceOptions& options)
        : here_(here),
          space_(space),
          blocking_(space, options.mask),
          from_(from),
          to_(to),
          options_(options) {}

    void meet_models(Contact& contact) const {
        bool is_one_near = false;
        if (!contact.start_blocked) {
            any_placed(
                here_,
                space_,
                from_,
                to_,
                motion_beside(from_, to_, contact.point),
                [&](ModelId model,
                    const Transform& turn,
                    const Walked& tree,
                    const Vec3& local_from,
                    const Vec3& local_to) {
                    meet(contact, {model, turn}, tree, local_from, local_to);
                    return contact.start_blocked;
                },
                [&] { is_one_near = true; });
        }
        // The end, which lies at most a hair and some roundings off the motion, may be in a model.
        if (!is_one_near && options_.hair < kBeside) {
            return;
        }
        if (contact.hit && !contact.start_blocked) {
            contact.end = free_before(from_,
                                      contact.end,
                                      direction_of(quarter_motion(from_, to_)),
                                      options_.hair,
                                      [&](const Vec3& place) { return is_blocked_in_any(place); });
            if (contact.fraction == 0 && is_blocked_in_any(contact.end)) {
                contact = contact_from_blocked_start();
            }
        }
    }

private:
    // Blocked by the base or by a model.
    bool is_blocked_in_any(const Vec3& place) const {
        return is_blocked(tree_of(here_.level, here_.base, space_), blocking_, place) ||
               any_placed(here_, space_, place, [&](const Walked& tree, const Vec3& local) {
                   return is_blocked(tree, blocking_, local);
               });
    }

    // A model and where it stands.
    struct Stand {
        ModelId model;
        const Transform& turn;
    };

    void meet(Contact& first,
              const Stand& stand,
              const Walked& tree,
              const Vec3& from,
              const Vec3& to) const {
        const Contact contact =
            contact_in(tree, blocking_, from, to, {options_.skin, options_.hair});
        const bool is_first =
            !first.hit || contact.start_blocked || contact.fraction < first.fraction;
        if (contact.hit && is_first) {
            first = in_world(contact, stand, from, from_);
        }
    }

    // The contact of a placed model in the frame of the world. local_from, `from`: where the motion
    // starts, in both frames.
    Contact in_world(Contact contact,
                     const Stand& stand,
                     const Vec3& local_from,
                     const Vec3& from) const {
        const Transform& turn = stand.turn;
        contact.normal = direction_to_world(turn, contact.normal);
        contact.point = contact.start_blocked
                            ? from
                            : on_way(to_world(turn, contact.point), from, contact.normal);
        contact.end = contact.end == local_from
                          ? from
                          : on_way(to_world(turn, contact.end), from, contact.normal);
        contact.model = stand.model;
        return contact;
    }

    // The place on the line of the motion that is nearest to `place`. The frame of a model has
    // rounded `place` off the line, so a body that slides along a wall of the world would end in
    // the wall. Across an axial surface the place keeps its coordinate, which is exact. A place
    // more than 2^22 units away stays as it is.
    Vec3 on_way(const Vec3& place, const Vec3& from, const Vec3& normal) const {
        const Vec3 direction = direction_of(quarter_motion(from_, to_));
        const double quarter = dot(quarter_motion(from, place), direction);
        if (std::abs(quarter) > kFarQuarter) {
            return place;
        }
        Vec3 on_line = (from * 0.25 + direction * quarter) * 4;
        for (std::size_t i = 0; i < 3; ++i) {
            if (std::abs(normal[i]) == 1) {
                on_line[i] = place[i];
            }
        }
        return on_line;
    }

    // The start is blocked by less than a hair, but where one model lets the body out, another
    // blocks. The body steps back from one after the other, at most a hair in all.
    Contact contact_from_blocked_start() const {
        Contact contact;
        Vec3 at = from_;
        for (int step = 0; step <= kMaxStepsBack; ++step) {
            const double hair = std::max(0.0, options_.hair - length(at - from_));
            contact = contact_where_blocked(at, hair);
            // No hit: the blocking model overflows with `to`, so no motion leads out of it.
            if (contact.start_blocked || !contact.hit) {
                break;
            }
            at = contact.end;
            const auto place = free_beside(at, [&](const Vec3& p) { return is_blocked_in_any(p); });
            if (place) {
                contact.point = contact.end = *place;
                return contact;
            }
        }
        return blocked_at(from_, contact.model);
    }

    // The contact with the first model that blocks the place.
    Contact contact_where_blocked(const Vec3& at, double hair) const {
        const Margins margins{options_.skin, hair};
        const Walked base = tree_of(here_.level, here_.base, space_);
        Contact contact;
        if (is_blocked(base, blocking_, at)) {
            contact = contact_in(base, blocking_, at, to_, margins);
            contact.model = here_.base;
            return contact;
        }
        any_placed(here_,
                   space_,
                   at,
                   to_,
                   [&](ModelId model,
                       const Transform& turn,
                       const Walked& tree,
                       const Vec3& local_from,
                       const Vec3& local_to) {
                       if (!is_blocked(tree, blocking_, local_from)) {
                           return false;
                       }
                       contact =
                           in_world(contact_in(tree, blocking_, local_from, local_to, margins),
                                    {model, turn},
                                    local_from,
                                    at);
                       return true;
                   });
        return contact;
    }

    const PlacedLevel& here_;
    SpaceId space_;
    Blocking blocking_;
    const Vec3& from_;
    const Vec3& to_;
    const TraceOptions& options_;
};

// Completes the contact with the base to that with all models and obstacles.
[[gnu::noinline]] void finish_with_things(const PlacedLevel& here,
                                          SpaceId space,
                                          const Vec3& from,
                                          const Vec3& to,
                                          const TraceOptions& options,
                                          Contact& contact) {
    PlacedTrace(here, space, from, to, options).meet_models(contact);
    if (has_loose_things(here)) {
        const PlacedShape body = upright(shape_of(here.level, space));
        meet_things(here, body, from, to, options, contact, [&](const Vec3& shorter) {
            const Walked base = tree_of(here.level, here.base, space);
            const Blocking blocking(space, options.mask);
            Contact again = contact_in(base, blocking, from, shorter, {options.skin, options.hair});
            PlacedTrace(here, space, from, shorter, options).meet_models(again);
            return again;
        });
    }
}

inline void finish(const PlacedLevel& here,
                   SpaceId space,
                   const Vec3& from,
                   const Vec3& to,
                   const TraceOptions& options,
                   Contact& contact) {
    if (contact.hit) {
        contact.model = here.base;
    }
    if (!is_alone(here)) {
        finish_with_things(here, space, from, to, options, contact);
    }
}

}  // namespace

Transition first_transition(const Level& level,
                            SpaceId space,
                            const Vec3& from,
                            const Vec3& to,
                            Contents mask,
                            ModelId model) {
    assert(is_finite(from) && is_finite(to));
    const Walked tree = tree_of(level, model, space);
    const Change change = find_change(tree, Blocking(space, mask), from, to);
    const SurfacePlane plane = surface_plane(level, change.plane);
    return {change.kind, change.fraction, change.point, plane_id(level, plane), plane.node};
}

Contact trace(const PlacedLevel& here,
              SpaceId space,
              const Vec3& from,
              const Vec3& to,
              const TraceOptions& options) {
    assert(is_finite(from) && is_finite(to) && are_distances(options));
    Contact contact = contact_in(tree_of(here.level, here.base, space),
                                 Blocking(space, options.mask),
                                 from,
                                 to,
                                 {options.skin, options.hair});
    finish(here, space, from, to, options, contact);
    return contact;
}

void trace_all(const PlacedLevel& here,
               SpaceId space,
               std::span<const Segment> segments,
               std::span<Contact> results,
               const TraceOptions& options,
               const Executor& executor) {
    assert(results.size() == segments.size() && are_distances(options));
    const Walked tree = tree_of(here.level, here.base, space);
    const Blocking blocking(space, options.mask);
    const Margins margins{options.skin, options.hair};
    in_parts(segments.size(), kBatchPart, executor, [&](std::size_t begin, std::size_t count) {
        QuickBatch<Aim::FirstChange> batch(tree, blocking, segments.subspan(begin, count));
        batch.run([&](std::size_t i, const QuickChange& quick) {
            const auto& [from, to] = segments[begin + i];
            static_assert(std::is_trivially_destructible_v<Contact>);
            // Made in place: a copy right after the fields were written would wait for them.
            Contact* const result = ::new (&results[begin + i])
                Contact(contact_of(tree, blocking, from, to, margins, quick));
            finish(here, space, from, to, options, *result);
        });
    });
}

}  // namespace halfspace
