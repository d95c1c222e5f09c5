// SPDX-License-Identifier: MIT
#include "query/resting.h"

#include "query/surface.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace halfspace {
namespace {

using Kind = Transition::Kind;

constexpr int kTries = 8;  // places along the last hair before the rest

// A quarter of the way, which does not overflow; scaling by a power of two rounds nothing else.
Vec3 quarter_way(const Vec3& src, const Vec3& dest) {
    return dest * 0.25 - src * 0.25;
}

// The vector with length 1, whatever its size; zero for zero.
Vec3 direction_of(const Vec3& way) {
    const double size = std::max({std::abs(way.x), std::abs(way.y), std::abs(way.z)});
    if (size == 0) {
        return {};
    }
    const Vec3 scaled{way.x / size, way.y / size, way.z / size};
    return scaled * (1 / length(scaled));
}

// A double beside the place that is not blocked: itself, or one a few roundings away.
std::optional<Vec3> free_beside(const Walked& tree, const Blocking& blocking, const Vec3& place) {
    if (!is_blocked(tree, blocking, place)) {
        return place;
    }
    const double step =
        std::max({std::abs(place.x), std::abs(place.y), std::abs(place.z), 1.0}) * 0x1p-50;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3 moved{place.x + ((corner & 1) != 0 ? step : -step),
                         place.y + ((corner & 2) != 0 ? step : -step),
                         place.z + ((corner & 4) != 0 ? step : -step)};
        if (!is_blocked(tree, blocking, moved)) {
            return moved;
        }
    }
    return std::nullopt;
}

// Where the body stops: the exact place is free, its double may not be.
Vec3 resting_place(const Walked& tree,
                   const Blocking& blocking,
                   const Vec3& src,
                   const Vec3& dest,
                   const Margins& margins,
                   const Change& change,
                   const Vec3& normal) {
    const Vec3 way = quarter_way(src, dest);
    const double run = -dot(normal, way);  // a quarter of how far the way leads behind the plane
    const double back = margins.skin / run;
    if (!(run > 0) || change.fraction * 4 <= back) {
        return src;
    }
    const Vec3 rest = change.point - way * back;
    if (change.is_rounding_safe) {
        return rest;
    }
    const Vec3 direction = direction_of(way);
    const double length_before = dot(rest - src, direction);
    for (int i = 0; i <= kTries; ++i) {
        const double further = i * (margins.hair / kTries);
        if (further > length_before) {
            break;
        }
        if (const auto found = free_beside(tree, blocking, rest - direction * further)) {
            return *found;
        }
    }
    return src;
}

// From a blocked start back to the nearest free place, at most a hair away: there the body touches
// what it is in.
std::optional<Change> back_to_free(const Walked& tree,
                                   const Blocking& blocking,
                                   const Vec3& src,
                                   const Vec3& dest,
                                   double hair) {
    const Vec3 direction = direction_of(quarter_way(src, dest));
    Change change = find_change_exactly(tree, blocking, src, src - direction * hair);
    if (change.kind != Kind::BlockedToEmpty) {
        return std::nullopt;
    }
    const auto place = free_beside(tree, blocking, change.point);
    if (!place) {
        return std::nullopt;
    }
    change.point = *place;
    change.fraction = 0;
    return change;
}

Contact touch_at(const Walked& tree, const Blocking& blocking, const Change& change) {
    Contact contact;
    contact.hit = true;
    contact.fraction = change.fraction;
    contact.point = contact.end = change.point;
    contact.normal = normal_of(tree, change.plane);
    contact.contents = change.contents;
    contact.surface =
        find_surface(tree.level, blocking.space(), change.plane, change.point).surface;
    return contact;
}

Contact without_hit(const Vec3& dest) {
    Contact contact;
    contact.point = contact.end = dest;
    return contact;
}

Contact with_blocked_start(const Vec3& src) {
    Contact contact;
    contact.hit = contact.start_blocked = true;
    contact.fraction = 0;
    contact.point = contact.end = src;
    return contact;
}

}  // namespace

Contact contact_of(const Walked& tree,
                   const Blocking& blocking,
                   const Vec3& src,
                   const Vec3& dest,
                   const Margins& margins,
                   const Change& change) {
    if (change.kind == Kind::AllEmpty) {
        return without_hit(dest);
    }
    if (change.kind != Kind::EmptyToBlocked) {
        const auto back = back_to_free(tree, blocking, src, dest, margins.hair);
        return back ? touch_at(tree, blocking, *back) : with_blocked_start(src);
    }
    Contact contact = touch_at(tree, blocking, change);
    contact.end = resting_place(tree, blocking, src, dest, margins, change, contact.normal);
    return contact;
}

Contact contact_in(const Walked& tree,
                   const Blocking& blocking,
                   const Vec3& src,
                   const Vec3& dest,
                   const Margins& margins) {
    const Change change = find_change(tree, blocking, src, dest);
    return contact_of(tree, blocking, src, dest, margins, change);
}

}  // namespace halfspace
