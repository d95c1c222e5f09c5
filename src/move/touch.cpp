// SPDX-License-Identifier: MIT
#include "move/touch.h"

#include "halfspace/level/level.h"
#include "halfspace/query/free.h"
#include "halfspace/query/sweep.h"

#include "move/place.h"

namespace halfspace {
namespace {

PlacedLevel placed_level(const Blockers& blockers, const Level& nothing) {
    const Level& level = blockers.level != nullptr ? *blockers.level : nothing;
    PlacedLevel here(level, blockers.models, blockers.obstacles);
    here.base = blockers.base;
    if (blockers.without.is_valid()) {
        here.without.obstacles = {&blockers.without, 1};
    }
    return here;
}

PlacedShape placed_shape(const MovedBody& body) {
    return {body.shape().shape, moved_by(body.shape().offset)};
}

bool is_free_among(const PlacedLevel& here,
                   const Blockers& blockers,
                   const MovedBody& body,
                   const Vec3& position) {
    const Contents mask = blockers.options.mask;
    return body.space() ? is_free(here, *body.space(), position, mask)
                        : is_free(here, placed_shape(body), position, mask);
}

}  // namespace

MovedBody::MovedBody(const Level& level, const MoverBody& body) : body_(body) {
    if (space()) {
        box_ = shape_of(level, body);
    }
}

std::optional<SpaceId> MovedBody::space() const {
    const auto* const space = std::get_if<SpaceId>(&body_);
    return space != nullptr ? std::optional(*space) : std::nullopt;
}

const ShapeBody& MovedBody::shape() const {
    const auto* const shape = std::get_if<ShapeBody>(&body_);
    return shape != nullptr ? *shape : *box_;
}

Contact contact_of(const PlacedLevel& here,
                   const MovedBody& body,
                   const Vec3& from,
                   const Vec3& to,
                   const TraceOptions& options) {
    return body.space() ? trace(here, *body.space(), from, to, options)
                        : sweep(here, placed_shape(body), from, to, options);
}

std::optional<Vec3> start_room(const PlacedLevel& here,
                               const MoverBody& body,
                               const Vec3& position,
                               double distance,
                               Contents mask) {
    if (const auto* const space = std::get_if<SpaceId>(&body)) {
        return unstick(here, *space, position, distance, mask);
    }
    const auto& [shape, offset] = std::get<ShapeBody>(body);
    return is_free(here, PlacedShape{shape, moved_by(offset)}, position, mask)
               ? std::optional(position)
               : std::nullopt;
}

// A way that is too long for a sweep is blocked at its start.
Contact first_touch(const Blockers& blockers,
                    const MovedBody& body,
                    const Vec3& from,
                    const Vec3& to) {
    if (!is_below(from, kMaxSweepCoordinate) || !is_below(to, kMaxSweepCoordinate)) {
        Contact blocked;
        blocked.hit = blocked.start_blocked = true;
        blocked.point = blocked.end = from;
        return blocked;
    }
    TraceOptions options = blockers.options;
    options.may_leave_obstacles = true;
    if (blockers.level == nullptr) {
        const Level nothing;
        const PlacedLevel here = placed_level(blockers, nothing);
        return sweep(here, placed_shape(body), from, to, options);
    }
    return contact_of(placed_level(blockers, *blockers.level), body, from, to, options);
}

bool has_room_in_level(const Blockers& blockers, const MovedBody& body, const Vec3& position) {
    if (blockers.level == nullptr) {
        return true;
    }
    PlacedLevel here = placed_level(blockers, *blockers.level);
    here.obstacles = {};
    return is_below(position, kMaxSweepCoordinate) && is_free_among(here, blockers, body, position);
}

bool has_room(const Blockers& blockers, const MovedBody& body, const Vec3& position) {
    if (!is_below(position, kMaxSweepCoordinate)) {
        return false;
    }
    if (blockers.level == nullptr) {
        const Level nothing;
        const PlacedLevel here = placed_level(blockers, nothing);
        return is_free(here, placed_shape(body), position, blockers.options.mask);
    }
    return is_free_among(placed_level(blockers, *blockers.level), blockers, body, position);
}

std::optional<Vec3> room_near(const Blockers& blockers,
                              const MovedBody& body,
                              const Vec3& position,
                              double distance) {
    if (!(distance > 0) || !is_below(position, kMaxSweepCoordinate - distance)) {
        return std::nullopt;
    }
    const PlacedLevel here = placed_level(blockers, *blockers.level);
    const Contents mask = blockers.options.mask;
    return body.space() ? unstick(here, *body.space(), position, distance, mask)
                        : unstick(here, placed_shape(body), position, distance, mask);
}

}  // namespace halfspace
