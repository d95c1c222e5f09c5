// SPDX-License-Identifier: MIT
#include "move/touch.h"

#include "halfspace/level/level.h"
#include "halfspace/query/free.h"
#include "halfspace/query/sweep.h"

#include "math/shared/turned.h"
#include "move/place.h"
#include "query/shared/contact.h"

namespace halfspace {
namespace {

PlacedLevel placed_level(const Blockers& blockers, const Level& nothing) {
    const Level& level = blockers.level != nullptr ? *blockers.level : nothing;
    PlacedLevel here(level, blockers.models, blockers.obstacles);
    here.meshes = blockers.meshes;
    here.base = blockers.base;
    if (blockers.without.is_valid()) {
        here.without.obstacles = {&blockers.without, 1};
    }
    return here;
}

}  // namespace

MovedBody MovedBody::seen_from(const Transform& thing) const {
    MovedBody seen = *this;
    if (is_turned(thing)) {
        Transform turn = inverse(thing);
        turn.translation = {};
        seen.at_origin_ = turn * at_origin_;
    }
    return seen;
}

Contact trace(const PlacedLevel& here,
              const MovedBody& body,
              const Vec3& from,
              const Vec3& to,
              const TraceOptions& options) {
    return body.space() ? trace(here, *body.space(), from, to, options)
                        : sweep(here, body.placed(), from, to, options);
}

bool is_free(const PlacedLevel& here, const MovedBody& body, const Vec3& position, Contents mask) {
    return body.space() ? is_free(here, *body.space(), position, mask)
                        : is_free(here, body.placed(), position, mask);
}

std::optional<Vec3> unstick(const PlacedLevel& here,
                            const MovedBody& body,
                            const Vec3& position,
                            double distance,
                            Contents mask) {
    return body.space() ? unstick(here, *body.space(), position, distance, mask)
                        : unstick(here, body.placed(), position, distance, mask);
}

// A way that is too long for a sweep is blocked at its start.
Contact first_touch(const Blockers& blockers,
                    const MovedBody& body,
                    const Vec3& from,
                    const Vec3& to) {
    if (!is_below(from, kMaxSweepCoordinate) || !is_below(to, kMaxSweepCoordinate)) {
        return blocked_at(from, {});
    }
    TraceOptions options = blockers.options;
    options.may_leave_obstacles = true;
    if (blockers.level == nullptr) {
        const Level nothing;
        const PlacedLevel here = placed_level(blockers, nothing);
        return sweep(here, body.placed(), from, to, options);
    }
    return trace(placed_level(blockers, *blockers.level), body, from, to, options);
}

bool has_room(const Blockers& blockers, const MovedBody& body, const Vec3& position) {
    if (!is_below(position, kMaxSweepCoordinate)) {
        return false;
    }
    if (blockers.level == nullptr) {
        const Level nothing;
        const PlacedLevel here = placed_level(blockers, nothing);
        return is_free(here, body.placed(), position, blockers.options.mask);
    }
    const PlacedLevel here = placed_level(blockers, *blockers.level);
    return is_free(here, body, position, blockers.options.mask);
}

bool has_room_beside_obstacles(const Blockers& blockers,
                               const MovedBody& body,
                               const Vec3& position) {
    Blockers others = blockers;
    others.obstacles = {};
    return has_room(others, body, position);
}

std::optional<Vec3> room_near(const Blockers& blockers,
                              const MovedBody& body,
                              const Vec3& position,
                              double distance) {
    if (!(distance > 0) || !is_below(position, kMaxSweepCoordinate - distance)) {
        return std::nullopt;
    }
    const PlacedLevel here = placed_level(blockers, *blockers.level);
    return unstick(here, body, position, distance, blockers.options.mask);
}

}  // namespace halfspace
