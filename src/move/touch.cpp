// SPDX-License-Identifier: MIT
#include "move/touch.h"

#include "halfspace/query/free.h"

#include <array>

namespace halfspace {
namespace {

PlacedLevel placed_level(const Blockers& blockers) {
    PlacedLevel here(*blockers.level, blockers.models);
    here.base = blockers.base;
    return here;
}

Contact level_touch(const Blockers& blockers,
                    const MovedBody& body,
                    const Vec3& src,
                    const Vec3& dest) {
    if (blockers.level == nullptr) {
        Contact free;
        free.point = free.end = dest;
        return free;
    }
    return trace(placed_level(blockers), body.body, src, dest, blockers.options);
}

// The part of the way from src to dest that ends at the place nearest to `at`.
double part_of_way(const Vec3& src, const Vec3& dest, const Vec3& at) {
    const Vec3 motion = dest - src;
    const double square = dot(motion, motion);
    return square > 0 ? dot(at - src, motion) / square : 0;
}

}  // namespace

MoverContact first_touch(const Blockers& blockers,
                         const MovedBody& body,
                         const Vec3& src,
                         const Vec3& dest) {
    MoverContact touch{level_touch(blockers, body, src, dest), kNoObstacle};
    if (touch.contact.placed != kNoObstacle && !blockers.indices.empty()) {
        touch.contact.placed = blockers.indices[touch.contact.placed];
    }
    if (touch.contact.start_blocked || blockers.obstacles.list.empty()) {
        return touch;
    }
    const double skin = blockers.options.skin;
    const auto hit = first_obstacle(blockers.obstacles, body.shape, src, dest, skin);
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
    return blockers.level == nullptr ||
           is_free(placed_level(blockers), body.body, position, blockers.options.mask);
}

std::optional<Vec3> room_near(const Blockers& blockers,
                              const MovedBody& body,
                              const Vec3& position,
                              double distance) {
    const auto place =
        unstick(placed_level(blockers), body.body, position, distance, blockers.options.mask);
    const bool is_good =
        place && overlapped_obstacle(blockers.obstacles, body.shape, *place) == kNoObstacle;
    return is_good ? place : std::nullopt;
}

}  // namespace halfspace
