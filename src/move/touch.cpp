// SPDX-License-Identifier: MIT
#include "move/touch.h"

#include "halfspace/level/tree_records.h"
#include "halfspace/query/free.h"
#include "halfspace/query/sweep.h"

#include "move/place.h"

#include <array>

namespace halfspace {
namespace {

PlacedLevel placed_level(const Blockers& blockers) {
    PlacedLevel here(*blockers.level, blockers.models);
    here.base = blockers.base;
    return here;
}

PlacedShape placed_shape(const MovedBody& body) {
    return {body.shape().shape, moved_by(body.shape().offset)};
}

// A way that is too long for a sweep is blocked at its start.
Contact level_touch(const Blockers& blockers,
                    const MovedBody& body,
                    const Vec3& src,
                    const Vec3& dest) {
    if (blockers.level == nullptr) {
        Contact free;
        free.point = free.end = dest;
        return free;
    }
    if (!is_within(src, kMostSweepCoordinate) || !is_within(dest, kMostSweepCoordinate)) {
        Contact blocked;
        blocked.hit = blocked.start_blocked = true;
        blocked.point = blocked.end = src;
        return blocked;
    }
    const PlacedLevel here = placed_level(blockers);
    return body.space() ? trace(here, *body.space(), src, dest, blockers.options)
                        : sweep(here, placed_shape(body), src, dest, blockers.options);
}

// True if the body has room at the place, and overlaps no obstacle there.
bool is_good_place(const Blockers& blockers, const MovedBody& body, const Vec3& place) {
    return has_room_in_level(blockers, body, place) &&
           overlapped_obstacle(blockers.obstacles, body.shape(), place) == kNoObstacle;
}

// Of some places around the position, a good one: the nearest, and of equally near ones the first.
std::optional<Vec3> room_around(const Blockers& blockers,
                                const MovedBody& body,
                                const Vec3& position,
                                double distance) {
    constexpr int kRings = 8;
    constexpr std::array<double, 3> kSteps{0, 1, -1};
    for (int ring = 1; ring < kRings; ++ring) {
        for (const double z : {1.0, 0.0, -1.0}) {
            for (const double x : kSteps) {
                for (const double y : kSteps) {
                    const Vec3 way{x, y, z};
                    if (way == Vec3{}) {
                        continue;
                    }
                    const Vec3 place = position + way * (distance * ring / kRings / length(way));
                    if (is_good_place(blockers, body, place)) {
                        return place;
                    }
                }
            }
        }
    }
    return std::nullopt;
}

// The part of the way from src to dest that ends at the place nearest to `at`.
double part_of_way(const Vec3& src, const Vec3& dest, const Vec3& at) {
    const Vec3 motion = dest - src;
    const double square = dot(motion, motion);
    return square > 0 ? dot(at - src, motion) / square : 0;
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

MoverContact first_touch(const Blockers& blockers,
                         const MovedBody& body,
                         const Vec3& src,
                         const Vec3& dest) {
    MoverContact touch{level_touch(blockers, body, src, dest), kNoObstacle};
    if (touch.contact.placed != kNone && !blockers.indices.empty()) {
        touch.contact.placed = blockers.indices[touch.contact.placed];
    }
    if (touch.contact.start_blocked || blockers.obstacles.list.empty()) {
        return touch;
    }
    const double skin = blockers.options.skin;
    const auto hit = first_obstacle(blockers.obstacles, body.shape(), src, dest, skin);
    if (!hit || hit->stop >= part_of_way(src, dest, touch.contact.end)) {
        return touch;
    }
    // The way up to the obstacle is traced again, because the place on it is rounded.
    Contact contact;
    contact.end = src;
    if (hit->stop > 0) {
        contact.end = level_touch(blockers, body, src, src + (dest - src) * hit->stop).end;
    }
    contact.hit = true;
    contact.fraction = hit->fraction;
    contact.point = src + (dest - src) * hit->fraction;
    contact.normal = hit->normal;
    return {contact, hit->id};
}

bool has_room_in_level(const Blockers& blockers, const MovedBody& body, const Vec3& position) {
    if (blockers.level == nullptr) {
        return true;
    }
    if (!is_within(position, kMostSweepCoordinate)) {
        return false;
    }
    const PlacedLevel here = placed_level(blockers);
    const Contents mask = blockers.options.mask;
    return body.space() ? is_free(here, *body.space(), position, mask)
                        : is_free(here, placed_shape(body), position, mask);
}

std::optional<Vec3> room_near(const Blockers& blockers,
                              const MovedBody& body,
                              const Vec3& position,
                              double distance) {
    if (!(distance > 0)) {
        return std::nullopt;
    }
    // unstick looks for the nearest place in the leaves of a space. A shape has no leaves.
    if (body.space() && blockers.level != nullptr) {
        const PlacedLevel here = placed_level(blockers);
        const auto place = unstick(here, *body.space(), position, distance, blockers.options.mask);
        if (place && is_good_place(blockers, body, *place)) {
            return place;
        }
    }
    return room_around(blockers, body, position, distance);
}

}  // namespace halfspace
