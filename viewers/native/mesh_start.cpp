// SPDX-License-Identifier: MIT
#include "mesh_start.h"

#include "halfspace/level/level.h"
#include "halfspace/move/mover_options.h"
#include "halfspace/query/space.h"
#include "halfspace/query/trace.h"

#include <algorithm>
#include <cmath>

namespace halfspace::viewer {
namespace {

constexpr SpaceId kPoint(0);
// Columns on each side of the middle, and which part of half the box they take.
constexpr int kColumns = 3;
constexpr double kPart = 0.6;
// How often a column is searched further below what is no floor.
constexpr int kMaxLayers = 256;
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

}  // namespace

std::optional<Vec3> highest_floor(
    const PlacedLevel& here, SpaceId body, double x, double y, const Aabb& box) {
    const MoverOptions options;
    const TraceOptions how{.mask = options.mask};
    const Aabb size = body_of(here.level, body);
    const double height = size.max.z - size.min.z;
    const double bottom = box.min.z - height;
    const double step = std::max(height / 2, (box.max.z - box.min.z + 2 * height) / kMaxLayers);
    double z = box.max.z - size.min.z + 1;
    for (int layer = 0; layer < kMaxLayers && z > bottom; ++layer) {
        const Contact contact = trace(here, body, {x, y, z}, {x, y, bottom}, how);
        if (!contact.hit) {
            break;
        }
        if (!contact.start_blocked && contact.normal.z >= options.floor_normal) {
            return contact.end;
        }
        z = contact.end.z - step;
    }
    return std::nullopt;
}

std::optional<tool::Viewpoint> mesh_start(const PlacedLevel& here,
                                          SpaceId body,
                                          double eye_height,
                                          const Aabb& box) {
    const Vec3 middle = centre_of(box);
    const Vec3 half = half_of(box) * (kPart / kColumns);
    std::optional<tool::Viewpoint> best;
    double farthest = -1;
    for (int i = -kColumns; i <= kColumns; ++i) {
        for (int j = -kColumns; j <= kColumns; ++j) {
            const auto floor =
                highest_floor(here, body, middle.x + i * half.x, middle.y + j * half.y, box);
            if (!floor) {
                continue;
            }
            const Vec3 eye = *floor + Vec3{0, 0, eye_height};
            const Vec3 target = target_from(eye, box);
            const double seen = distance(eye, trace(here, kPoint, eye, target).point);
            if (seen > farthest) {
                farthest = seen;
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
