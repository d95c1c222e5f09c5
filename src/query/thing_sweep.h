// SPDX-License-Identifier: MIT
// A body against all things of a placed level that are no models: obstacles and meshes.
#pragma once

#include "halfspace/math/aabb.h"
#include "halfspace/query/placed_level.h"
#include "halfspace/query/trace.h"

#include "query/shared/contact.h"
#include "query/shared/space_shape.h"
#include "query/thing_hit.h"

#include <optional>

namespace halfspace {

// The first thing with a bit of the mask that the body meets on its way from `from` to `to`. Of
// several at the same place obstacles come first, then meshes, each by their ids. One that blocks
// the start comes before all others. body: as it stands where its position is the origin.
std::optional<ThingHit> first_thing(const PlacedLevel& here,
                                    const PlacedShape& body,
                                    const Vec3& from,
                                    const Vec3& to,
                                    const TraceOptions& options);

// False if first_thing certainly meets none on this way.
bool is_thing_near(const PlacedLevel& here,
                   const PlacedShape& body,
                   const Vec3& from,
                   const Vec3& to,
                   const TraceOptions& options);

// True if a thing with a bit of the mask overlaps the body. Touching is no overlap.
bool overlaps_thing(const PlacedLevel& here,
                    const PlacedShape& body,
                    const Vec3& position,
                    Contents mask);
bool overlaps_thing(const PlacedLevel& here, const Aabb& box, Contents mask);

// Adds the things to a contact with the level and its models. trace_again(to): the contact with
// them of a shorter motion.
template <class TraceAgain>
void meet_things(const PlacedLevel& here,
                 const PlacedShape& body,
                 const Vec3& from,
                 const Vec3& to,
                 const TraceOptions& options,
                 Contact& contact,
                 const TraceAgain& trace_again) {
    if (contact.start_blocked) {
        return;
    }
    const auto hit = first_thing(here, body, from, to, options);
    if (!hit) {
        return;
    }
    if (hit->start_blocked) {
        contact = blocked_at(from, {}, hit->obstacle, hit->mesh);
        return;
    }
    const Vec3 motion = to - from;
    const double square = dot(motion, motion);
    // The body stops where the first of both skins says so, whatever it touches first. The way up
    // to a thing is traced again, because the place on it is rounded.
    Vec3 end = contact.end;
    if (!contact.hit || hit->stop < dot(contact.end - from, motion) / square) {
        end = hit->stop > 0 ? trace_again(from + motion * hit->stop).end : from;
    }
    if (contact.hit && contact.fraction <= hit->fraction) {
        contact.end = end;
        return;
    }
    contact = {};
    contact.hit = true;
    contact.fraction = hit->fraction;
    contact.point = from + motion * hit->fraction;
    contact.end = end;
    contact.normal = hit->normal;
    contact.contents = hit->contents;
    contact.obstacle = hit->obstacle;
    contact.mesh = hit->mesh;
    contact.triangle = hit->triangle;
}

}  // namespace halfspace
