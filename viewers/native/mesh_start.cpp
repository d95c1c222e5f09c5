// SPDX-License-Identifier: MIT
#include "mesh_start.h"

#include "halfspace/level/level.h"
#include "halfspace/move/mover_options.h"
#include "halfspace/query/space.h"
#include "halfspace/query/trace.h"
#include "halfspace/spatial/triangle_bvh.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace halfspace::viewer {
namespace {

constexpr SpaceId kPoint(0);
// Columns on each side of the middle, and which part of half the box they take.
constexpr int kColumns = 3;
constexpr double kPart = 0.6;
// How far a column is searched further below what is no floor [units], and how often at most.
constexpr double kStep = 8;
constexpr int kMaxSteps = 1024;
// The steepest look, as a part of the way to the middle: 20 degrees.
constexpr double kSteepest = 0.36;
// Nearer to the middle than this, the look goes along the box [units].
constexpr double kAtMiddle = 64;

// What the eye looks at from here.
Vec3 target_from(const Vec3& eye, const Aabb& box) {
    const Vec3 middle = centre_of(box);
    const double way = std::hypot(middle.x - eye.x, middle.y - eye.y);
    if (way < kAtMiddle) {
        const Vec3 size = box.max - box.min;
        return eye + (size.x >= size.y ? Vec3{kAtMiddle, 0, 0} : Vec3{0, kAtMiddle, 0});
    }
    const double rise = kSteepest * way;
    return {middle.x, middle.y, std::clamp(middle.z, eye.z - rise, eye.z + rise)};
}

// The floor that a body has met from above; nullopt if it met something steep, or the rim of a
// steep triangle.
std::optional<Floor> met_floor(const CollisionWorld& world, const Contact& contact) {
    const double least = MoverOptions().floor_normal;
    if (contact.start_blocked || contact.normal.z < least) {
        return std::nullopt;
    }
    if (!contact.mesh.is_valid() || !contact.triangle.is_valid()) {
        return Floor{contact.end, true};
    }
    const Triangle triangle =
        world.mesh(contact.mesh).surface().triangles->mesh().triangle(contact.triangle);
    const Vec3 normal = cross(triangle.b - triangle.a, triangle.c - triangle.a);
    return std::abs(normal.z) < least * length(normal)
               ? std::nullopt
               : std::optional(Floor{contact.end, normal.z > 0});
}

}  // namespace

std::optional<Floor> highest_floor(
    const CollisionWorld& world, SpaceId body, double x, double y, const Aabb& box) {
    const Aabb size = body_of(world.level(), body);
    const double height = size.max.z - size.min.z;
    const double bottom = box.min.z - height;
    double z = box.max.z - size.min.z + 1;
    const double step = std::max(kStep, (z - bottom) / kMaxSteps);
    std::optional<Floor> back;
    while (z > bottom) {
        const Contact contact =
            trace(world, body, {x, y, z}, {x, y, bottom}, {.mask = MoverOptions().mask});
        if (!contact.hit) {
            break;
        }
        const std::optional<Floor> floor = met_floor(world, contact);
        if (floor && floor->is_front) {
            return floor;
        }
        back = back ? back : floor;
        z = contact.end.z - step;
    }
    return back;
}

std::optional<tool::Viewpoint> mesh_start(const CollisionWorld& world,
                                          SpaceId body,
                                          double eye_height,
                                          const Aabb& box) {
    const Vec3 middle = centre_of(box);
    const Vec3 half = half_of(box) * (kPart / kColumns);
    std::optional<tool::Viewpoint> best;
    std::pair<bool, double> best_rank;
    for (int i = -kColumns; i <= kColumns; ++i) {
        for (int j = -kColumns; j <= kColumns; ++j) {
            const auto floor =
                highest_floor(world, body, middle.x + i * half.x, middle.y + j * half.y, box);
            if (!floor) {
                continue;
            }
            const Vec3 eye = floor->position + Vec3{0, 0, eye_height};
            const Vec3 target = target_from(eye, box);
            const double seen = distance(eye, trace(world, kPoint, eye, target).point);
            const std::pair rank(floor->is_front, seen);
            if (!best || rank > best_rank) {
                best_rank = rank;
                best = tool::Viewpoint{eye, target};
            }
        }
    }
    return best;
}

tool::Viewpoint overview_of(const Aabb& box) {
    const Vec3 size = box.max - box.min;
    const double reach = std::max({size.x, size.y, size.z, 1.0});
    return {{box.min.x - reach / 8, box.min.y - reach / 4, box.max.z + reach / 2}, centre_of(box)};
}

}  // namespace halfspace::viewer
