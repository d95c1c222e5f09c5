// SPDX-License-Identifier: MIT
#include "player_view.h"

#include "halfspace/query/classify.h"

#include <cmath>

namespace halfspace::viewer {
namespace {

// A normal is along an axis if its other coordinates are smaller.
constexpr double kAlong = 1e-3;

// What of the box of a body at the touch meets the surface.
TouchedPlace touched_place(const Aabb& box, const Vec3& normal) {
    TouchedPlace place{centre_of(box), normal, half_of(box)};
    for (std::size_t i = 0; i < 3; ++i) {
        if (std::abs(normal[i]) > kAlong) {
            place.point[i] = normal[i] > 0 ? box.min[i] : box.max[i];
            place.half[i] = 0;
        }
    }
    return place;
}

}  // namespace

FirstPersonCamera camera_of(const Player& player) {
    return {.eye = player.eye(), .angles = player.angles()};
}

std::string_view mode_name(const Player& player) {
    if (player.flies()) {
        return "flies";
    }
    switch (player.state().mode) {
        case MoverMode::Ground:
            return player.is_crouched() ? "crouches" : "walks";
        case MoverMode::Air:
            return "falls";
        case MoverMode::Swim:
            return "swims";
        case MoverMode::Ladder:
            break;
    }
    return "climbs";
}

MoverProblem problem_of(const Player& player) {
    return player.last_step() ? player.last_step()->problem : MoverProblem::None;
}

std::vector<TouchedPlace> touched_places(const Level& level, const Player& player) {
    std::vector<TouchedPlace> places;
    for (const PlayerTouch& touch : player.touches()) {
        const MoverBodies& bodies = player.body()->bodies;
        const ShapeBody body = shape_of(level, touch.is_crouched ? bodies.crouch : bodies.stand);
        places.push_back(touched_place(box_at(body, touch.position), touch.normal));
    }
    return places;
}

bool is_outside(const Level& level, const Vec3& point) {
    return !contains(level.model_bounds(kWorldModel), point) ||
           any(level.contents(find_leaf(level, point)) & Contents::Void);
}

bool is_beside(const Aabb& mesh_box, const Vec3& point) {
    const Vec3& min = mesh_box.min;
    const Vec3& max = mesh_box.max;
    return point.z < min.z || point.x < min.x || point.x > max.x || point.y < min.y ||
           point.y > max.y;
}

std::string ground_name(const Surfaces& surfaces, const Player& player) {
    const auto& step = player.last_step();
    if (!step || !step->ground || !step->ground->mesh.is_valid() ||
        !step->ground->triangle.is_valid()) {
        return {};
    }
    const SurfacePart& part = surfaces.parts[step->ground->mesh.value];
    return name_of(surfaces, part.sources[step->ground->triangle.value]);
}

}  // namespace halfspace::viewer
