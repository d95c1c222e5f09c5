// SPDX-License-Identifier: MIT
#include "query/resting.h"

#include "query/free_place.h"
#include "query/shared/contact.h"
#include "query/surface.h"
#include "query/walk/quick_walk.h"

#include <optional>

namespace halfspace {
namespace {

using Kind = Transition::Kind;

// A thinner skin is smaller than the errors of a quick walk. Then the resting place has to be
// checked exactly [units].
constexpr double kThinSkin = 1e-6;

// Where the body comes to rest. The exact place is free, and the function returns a double that is
// free.
Vec3 resting_place(const Walked& tree,
                   const Blocking& blocking,
                   const Vec3& from,
                   const Vec3& to,
                   const Margins& margins,
                   const Change& change,
                   const Vec3& normal) {
    const Vec3 motion = quarter_motion(from, to);
    const double run = -dot(normal, motion);  // a quarter of the motion towards the plane
    const double back = margins.skin / run;
    if (!(run > 0) || change.fraction * 4 <= back) {
        return from;
    }
    Vec3 rest = change.point - motion * back;
    if (std::optional<AxialPlane> axial = axial_plane_of(tree, change.plane)) {
        axial->coordinate += (normal.x + normal.y + normal.z) * margins.skin;
        rest = on_plane(rest, *axial);
    }
    if (change.is_rounding_safe && margins.skin >= kThinSkin) {
        return rest;
    }
    return free_before(from, rest, direction_of(motion), margins.hair, [&](const Vec3& place) {
        return is_blocked(tree, blocking, place);
    });
}

// From a blocked start back, against the motion, to the first free place at most a hair away. There
// the body touches what it was in. nullopt if there is no such place.
std::optional<Change> back_to_free(
    const Walked& tree, const Blocking& blocking, const Vec3& from, const Vec3& to, double hair) {
    const Vec3 direction = direction_of(quarter_motion(from, to));
    Change change = find_change_exactly(tree, blocking, from, from - direction * hair);
    if (change.kind != Kind::BlockedToEmpty) {
        return std::nullopt;
    }
    const auto place =
        free_beside(change.point, [&](const Vec3& p) { return is_blocked(tree, blocking, p); });
    if (!place) {
        return std::nullopt;
    }
    change.point = *place;
    change.fraction = 0;
    return change;
}

Contact touch_at(const Walked& tree, const Change& change, const Vec3& normal, const Vec3& end) {
    Contact contact;
    contact.hit = true;
    contact.model = kWorldModel;
    contact.fraction = change.fraction;
    contact.point = change.point;
    contact.end = end;
    contact.normal = normal;
    contact.contents = change.contents;
    const SurfacePlane plane = surface_plane(tree.level, change.plane);
    contact.node = plane.node;
    contact.plane = plane_id(tree.level, plane);
    return contact;
}

// The contact of a quick walk that has met something. A call of its own, so that a walk that meets
// nothing has no registers to save for it.
[[gnu::noinline]] Contact contact_after(const Walked& tree,
                                        const Blocking& blocking,
                                        const Vec3& from,
                                        const Vec3& to,
                                        const Margins& margins,
                                        const QuickChange& quick) {
    const Change change = change_of(tree, blocking, from, to, quick);
    if (change.kind == Kind::AllEmpty) {
        return without_hit(to);
    }
    if (change.kind != Kind::EmptyToBlocked) {
        const auto back = back_to_free(tree, blocking, from, to, margins.hair);
        return back ? touch_at(tree, *back, normal_of(tree, back->plane), back->point)
                    : blocked_at(from, kWorldModel);
    }
    const Vec3 normal = normal_of(tree, change.plane);
    return touch_at(
        tree, change, normal, resting_place(tree, blocking, from, to, margins, change, normal));
}

}  // namespace

Contact contact_of(const Walked& tree,
                   const Blocking& blocking,
                   const Vec3& from,
                   const Vec3& to,
                   const Margins& margins,
                   const QuickChange& quick) {
    return quick.kind == QuickChange::Kind::AllEmpty
               ? without_hit(to)
               : contact_after(tree, blocking, from, to, margins, quick);
}

Contact contact_in(const Walked& tree,
                   const Blocking& blocking,
                   const Vec3& from,
                   const Vec3& to,
                   const Margins& margins) {
    const QuickChange quick = quick_change<Aim::FirstChange>(tree, blocking, from, to);
    return contact_of(tree, blocking, from, to, margins, quick);
}

}  // namespace halfspace
