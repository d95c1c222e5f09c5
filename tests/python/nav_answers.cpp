// SPDX-License-Identifier: MIT
#include "nav_answers.h"

#include "halfspace/agents/crowd.h"
#include "halfspace/agents/path_follower.h"
#include "halfspace/move/mover.h"
#include "halfspace/nav/distance_field.h"
#include "halfspace/nav/door_state.h"
#include "halfspace/nav/locate.h"
#include "halfspace/nav/nav_mesh.h"
#include "halfspace/nav/path.h"
#include "halfspace/nav/random_place.h"
#include "halfspace/nav/route.h"
#include "halfspace/nav/route_bound.h"
#include "halfspace/nav/walls.h"
#include "halfspace/query/collision_world.h"
#include "halfspace/query/space.h"

#include <cstdint>
#include <limits>

namespace halfspace::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kFollowSteps = 150;

void push(std::vector<double>& to, const Vec3& p) {
    to.insert(to.end(), {p.x, p.y, p.z});
}

void push(std::vector<double>& to, const NavPlace& place) {
    to.push_back(place.polygon.value);
    push(to, place.position);
}

struct Ends {
    NavPlace from;
    NavPlace to;
};

Ends ends_of(const NavMesh& mesh, const Segment& row) {
    return {*nearest(mesh, row.from, kInfinity), *nearest(mesh, row.to, kInfinity)};
}

void push_pairs(const NavMesh& mesh, std::span<const Segment> rows, std::vector<double>& to) {
    NavScratch scratch;
    NavDoorState doors(mesh);
    for (const ModelId door : doors.doors()) {
        doors.set_closed(door, true);
    }
    const DistanceField field = [&] {
        DistanceField made;
        made.find(mesh, ends_of(mesh, rows.front()).to, 700);
        return made;
    }();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto [a, b] = ends_of(mesh, rows[i]);
        push(to, a);
        push(to, b);
        push(to, *random_place(mesh, i));
        const NavRayHit ray = raycast(mesh, a, b.position, {}, &doors);
        push(to, ray.end);
        to.push_back(ray.wall.polygon.value);
        const NavWall wall = *wall_distance(mesh, a, kInfinity, scratch);
        to.push_back(wall.distance);
        push(to, wall.place.position);
        to.push_back(wall.edge.corner);
        to.push_back(is_reachable(mesh, a.polygon, b.polygon, &doors) ? 1 : 0);
        const NavPath path = find_path(mesh, a, b, scratch);
        to.push_back(path.status == PathStatus::Complete ? path.length : kInfinity);
        const RouteOptions options{.speed = 250, .max_drop = 100, .doors = &doors};
        const NavRoute route = find_route(mesh, a, b, scratch, options);
        const bool is_route = route.status == PathStatus::Complete;
        to.push_back(is_route ? route.seconds : kInfinity);
        to.push_back(is_route ? route.cost : kInfinity);
        to.push_back(bound_routes(mesh, a, b, scratch, 32, options).cost);
        to.push_back(field.length_from(a, scratch).value_or(kInfinity));
    }
}

void push_points(const NavMesh& mesh, std::span<const Segment> rows, std::vector<double>& to) {
    NavScratch scratch;
    for (const Segment& row : rows) {
        const auto [a, b] = ends_of(mesh, row);
        for (const Vec3& point : find_path(mesh, a, b, scratch).points) {
            push(to, point);
        }
        for (const RoutePoint& point : find_route(mesh, a, b, scratch).points) {
            push(to, point.position);
            to.push_back(point.polygon.value);
            to.push_back(point.link.value);
        }
    }
}

// Each mover alone in the level.
void push_followed(const Level& level,
                   const NavMesh& mesh,
                   const MoverBodies& bodies,
                   std::span<const Segment> rows,
                   std::vector<double>& to) {
    NavScratch scratch;
    for (const Segment& row : rows) {
        const auto [a, b] = ends_of(mesh, row);
        MoverState state = mover_at(a.position);
        PathFollower follower({.goal_radius = 4});
        follower.go_to(mesh, a.position, b, scratch);
        for (int step = 0; step < kFollowSteps; ++step) {
            const MoverInput input = follower.step(mesh, state, scratch);
            state = step_mover(level, bodies, state, input).state;
        }
        push(to, state.position);
        to.push_back(static_cast<double>(follower.status()));
    }
}

// All movers in one world.
void push_crowd(const Level& level,
                const NavMesh& mesh,
                const MoverBodies& bodies,
                std::span<const Segment> rows,
                std::vector<double>& to) {
    CollisionWorld world(level);
    Crowd crowd({.max_neighbours = 6});
    const ShapeBody shape = shape_of(level, bodies.stand);
    for (const Segment& row : rows) {
        const auto [a, b] = ends_of(mesh, row);
        const AgentId id = crowd.add(mesh, shape, mover_at(a.position), {.follow = {.speed = 0.9}});
        world.place(ObstacleId(7 + id.value), {shape, a.position});
        crowd.go_to(id, b);
    }
    for (int step = 0; step < kFollowSteps; ++step) {
        crowd.step();
        for (std::uint32_t i = 0; i < rows.size(); ++i) {
            const ObstacleId me(7 + i);
            const MoverStep moved = step_mover({world, {.obstacles = {&me, 1}}},
                                               bodies,
                                               crowd.state(AgentId(i)),
                                               crowd.input(AgentId(i)));
            crowd.set_state(AgentId(i), moved.state);
            world.place(me, moved.state.position);
        }
    }
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        push(to, crowd.state(AgentId(i)).position);
        to.push_back(static_cast<double>(crowd.follower(AgentId(i)).status()));
    }
}

}  // namespace

std::vector<double> nav_answers(const Level& level,
                                const std::string& question,
                                std::span<const Segment> rows) {
    const SpaceId stand = *find_space(level, "stand");
    const MoverBodies bodies{stand, stand};
    const NavMesh mesh = *NavMesh::from_level(level, stand);
    std::vector<double> answers;
    if (question == "nav_pairs") {
        push_pairs(mesh, rows, answers);
    } else if (question == "nav_points") {
        push_points(mesh, rows, answers);
    } else if (question == "nav_followers") {
        push_followed(level, mesh, bodies, rows, answers);
    } else {
        push_crowd(level, mesh, bodies, rows, answers);
    }
    return answers;
}

}  // namespace halfspace::test
