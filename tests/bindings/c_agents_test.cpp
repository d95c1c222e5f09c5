// SPDX-License-Identifier: MIT
// Routes, followers and crowds asked from C and from C++, with the same answers and the same
// controls in each step. The level is examples/levels/keep.map, compiled by the interface for C.
#include "halfspace/agents/crowd.h"
#include "halfspace/agents/path_follower.h"
#include "halfspace/level/level.h"
#include "halfspace/move/mover.h"
#include "halfspace/move/mover_body.h"
#include "halfspace/nav/nav_mesh.h"
#include "halfspace/nav/random_place.h"
#include "halfspace/nav/route.h"
#include "halfspace/query/collision_world.h"
#include "halfspace/query/space.h"

#include "check.h"
#include "halfspace_agents.h"
#include "halfspace_compile.h"
#include "support/repeats.h"

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

namespace {

using namespace halfspace;  // NOLINT(google-build-using-namespace): a test of both interfaces

halfspace_level* compiled(const char* path) {
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    halfspace_world* const world =
        halfspace_read_world(text.data(), text.size(), "keep.map", nullptr, 0);
    halfspace_compile_options options = halfspace_default_compile_options();
    options.visibility = HALFSPACE_VISIBILITY_NONE;
    options.build_navigation = 1;
    halfspace_level* const level = halfspace_compile(world, &options, nullptr, 0);
    halfspace_free_world(world);
    return level;
}

Level copy_of(const halfspace_level* level) {
    std::size_t size = 0;
    const auto* const bytes = static_cast<const std::byte*>(halfspace_level_bytes(level, &size));
    return *Level::from_bytes(std::vector<std::byte>(bytes, bytes + size), "keep");
}

halfspace_nav_place c_place(const NavPlace& place) {
    return {place.polygon.value, 0, {place.position.x, place.position.y, place.position.z}};
}

struct Setting {
    explicit Setting(const char* path)
        : c_level(compiled(path)),
          level(copy_of(c_level)),
          stand(*find_space(level, "stand")),
          mesh(*NavMesh::from_level(level, stand)),
          world(level),
          c_world(halfspace_new_collision_world(c_level)),
          c_mesh(halfspace_new_nav_mesh(c_level, stand.value, nullptr, 0)),
          c_scratch(halfspace_new_nav_scratch()) {}
    ~Setting() {
        halfspace_free_nav_scratch(c_scratch);
        halfspace_free_nav_mesh(c_mesh);
        halfspace_free_collision_world(c_world);
        halfspace_free_level(c_level);
    }
    Setting(const Setting&) = delete;
    Setting& operator=(const Setting&) = delete;

    halfspace_level* c_level;
    Level level;
    SpaceId stand;
    NavMesh mesh;
    CollisionWorld world;
    halfspace_collision_world* c_world;
    halfspace_nav_mesh* c_mesh;
    NavScratch scratch;
    halfspace_nav_scratch* c_scratch;
};

void check_points(const PathFollower& follower, const halfspace_path_follower* c_follower) {
    const std::size_t count = halfspace_follower_point_count(c_follower);
    CHECK(count == follower.points().size());
    std::vector<double> points(3 * count + 1);
    CHECK(halfspace_write_follower_points(c_follower, points.data(), count) == HALFSPACE_OK);
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3& p = follower.points()[i].position;
        CHECK(points[3 * i] == p.x && points[3 * i + 1] == p.y && points[3 * i + 2] == p.z);
    }
    if (count > 0) {
        CHECK(halfspace_write_follower_points(c_follower, points.data(), count - 1) ==
              HALFSPACE_TOO_SMALL);
    }
}

// Returns whether the mover arrived.
bool check_walk(Setting& setting, std::uint64_t seed, bool may_drop) {
    const auto from = random_place(setting.mesh, 2 * seed);
    const auto to = random_place(setting.mesh, 2 * seed + 1);
    halfspace_follow_options options = halfspace_default_follow_options();
    options.route.links = kMoverLinks & ~(may_drop ? 0 : link_bit(NavLinkKind::Drop));
    options.clearance = static_cast<double>(seed % 3);
    PathFollower follower(
        {.clearance = options.clearance, .route = {.links = options.route.links}});
    halfspace_path_follower* const c_follower = halfspace_new_path_follower(&options);
    MoverState state = mover_at(from->position + Vec3{0, 0, 1.0 / 16});
    const halfspace_nav_place goal = c_place(*to);
    std::uint32_t c_status = 77;
    const FollowStatus status = follower.go_to(setting.mesh, state.position, *to, setting.scratch);
    CHECK(halfspace_follower_go_to(c_follower,
                                   setting.c_mesh,
                                   setting.c_scratch,
                                   &state.position.x,
                                   &goal,
                                   nullptr,
                                   nullptr,
                                   &c_status) == HALFSPACE_OK);
    CHECK(c_status == static_cast<std::uint32_t>(status));
    for (int i = 0; i < 1000 && follower.status() == FollowStatus::Following; ++i) {
        check_points(follower, c_follower);
        const auto c_state = std::bit_cast<halfspace_mover_state>(state);
        halfspace_mover_input c_input{};
        CHECK(halfspace_follower_step(c_follower, setting.c_scratch, &c_state, nullptr, &c_input) ==
              HALFSPACE_OK);
        const MoverInput input = follower.step(setting.mesh, state, setting.scratch);
        CHECK(std::bit_cast<std::uint64_t>(c_input) == std::bit_cast<std::uint64_t>(input));
        CHECK(halfspace_follower_status(c_follower) ==
              static_cast<std::uint32_t>(follower.status()));
        state = step_mover(setting.world, {setting.stand, setting.stand}, state, input).state;
    }
    CHECK(halfspace_follower_stop(c_follower) == HALFSPACE_OK);
    CHECK(halfspace_follower_status(c_follower) == HALFSPACE_FOLLOW_IDLE);
    halfspace_free_path_follower(c_follower);
    return follower.status() == FollowStatus::Arrived;
}

bool is_refused(halfspace_status status) {
    return status == HALFSPACE_BAD_ARGUMENT;
}

void check_mistakes(const Setting& setting) {
    for (double halfspace_follow_options::* const field :
         {&halfspace_follow_options::speed,
          &halfspace_follow_options::clearance,
          &halfspace_follow_options::goal_radius,
          &halfspace_follow_options::lost_radius,
          &halfspace_follow_options::stuck_seconds,
          &halfspace_follow_options::find_radius}) {
        for (const double wrong : {-1.0, std::nan("")}) {
            halfspace_follow_options options = halfspace_default_follow_options();
            options.*field = wrong;
            CHECK(halfspace_new_path_follower(&options) == nullptr);
        }
    }
    halfspace_follow_options cheap = halfspace_default_follow_options();
    cheap.route.lava_cost = 0.5;
    CHECK(halfspace_new_path_follower(&cheap) == nullptr);
    halfspace_path_follower* const follower = halfspace_new_path_follower(nullptr);
    const NavPlace place = *random_place(setting.mesh, 1);
    const halfspace_nav_place goal = c_place(place);
    halfspace_nav_place beyond = goal;
    beyond.polygon = halfspace_nav_polygon_count(setting.c_mesh);
    const double here[3] = {place.position.x, place.position.y, place.position.z};
    const double nowhere[3] = {0, std::numeric_limits<double>::infinity(), 0};
    std::uint32_t status = 77;
    const auto go_to = [&](halfspace_path_follower* who,
                           const halfspace_nav_mesh* mesh,
                           const double* from,
                           const halfspace_nav_place* to) {
        return halfspace_follower_go_to(
            who, mesh, setting.c_scratch, from, to, nullptr, nullptr, &status);
    };
    CHECK(is_refused(go_to(nullptr, setting.c_mesh, here, &goal)));
    CHECK(is_refused(go_to(follower, nullptr, here, &goal)));
    CHECK(is_refused(go_to(follower, setting.c_mesh, nowhere, &goal)));
    CHECK(is_refused(go_to(follower, setting.c_mesh, here, nullptr)));
    CHECK(is_refused(go_to(follower, setting.c_mesh, here, &beyond)));
    CHECK(is_refused(halfspace_follower_go_to(
        follower, setting.c_mesh, nullptr, here, &goal, nullptr, nullptr, &status)));
    CHECK(is_refused(halfspace_follower_go_to(
        follower, setting.c_mesh, setting.c_scratch, here, &goal, nullptr, nullptr, nullptr)));
    CHECK(status == 77);
    halfspace_mover_state state{};
    CHECK(halfspace_mover_at(here, &state) == HALFSPACE_OK);
    halfspace_mover_input input{};
    const auto step = [&](halfspace_path_follower* who, const halfspace_mover_state* of) {
        return halfspace_follower_step(who, setting.c_scratch, of, nullptr, &input);
    };
    CHECK(step(follower, &state) == HALFSPACE_OK);
    CHECK(std::bit_cast<std::uint64_t>(input) == 0);
    CHECK(is_refused(step(nullptr, &state)));
    CHECK(is_refused(step(follower, nullptr)));
    state.mode = 99;
    CHECK(is_refused(step(follower, &state)));
    CHECK(is_refused(halfspace_follower_stop(nullptr)));
    CHECK(halfspace_follower_status(nullptr) == HALFSPACE_FOLLOW_IDLE);
    CHECK(halfspace_follower_point_count(nullptr) == 0);
    double point[3];
    CHECK(is_refused(halfspace_write_follower_points(nullptr, point, 1)));
    CHECK(is_refused(halfspace_write_follower_points(follower, nullptr, 1)));
    halfspace_free_path_follower(follower);
    halfspace_free_path_follower(nullptr);
}

bool is_same(const halfspace_nav_place& a, NavPolygonId polygon, const Vec3& position) {
    return a.polygon == polygon.value &&
           Vec3{a.position[0], a.position[1], a.position[2]} == position;
}

void check_links(const Setting& setting) {
    const std::uint32_t count = halfspace_nav_link_count(setting.c_mesh);
    CHECK(count == setting.mesh.link_count() && count > 0);
    halfspace_nav_link c_link{};
    for (std::uint32_t i = 0; i < count; ++i) {
        const NavLink& link = setting.mesh.link(NavLinkId(i));
        CHECK(halfspace_get_nav_link(setting.c_mesh, i, &c_link) == HALFSPACE_OK);
        CHECK(c_link.kind == static_cast<std::uint32_t>(link.kind));
        CHECK(c_link.seconds == link.seconds);
        for (const std::size_t end : {0, 1}) {
            const NavPlace& from = link.from[end];
            const NavPlace& to = link.to[end];
            CHECK(is_same(c_link.from[end], from.polygon, from.position));
            CHECK(is_same(c_link.to[end], to.polygon, to.position));
        }
    }
    CHECK(is_refused(halfspace_get_nav_link(setting.c_mesh, count, &c_link)));
    CHECK(is_refused(halfspace_get_nav_link(setting.c_mesh, 0, nullptr)));
    CHECK(is_refused(halfspace_get_nav_link(nullptr, 0, &c_link)));
    CHECK(halfspace_nav_link_count(nullptr) == 0);
}

// Returns whether a route leads over a link.
bool check_route(Setting& setting, std::uint64_t seed) {
    const auto from = random_place(setting.mesh, 3 * seed);
    const auto to = random_place(setting.mesh, 3 * seed + 1);
    const bool may_drop = seed % 5 != 0;
    const bool may_jump = seed % 3 != 0;
    const RouteOptions options{.speed = 100 + static_cast<double>(seed),
                               .links = kMoverLinks &
                                        ~(may_drop ? 0 : link_bit(NavLinkKind::Drop)) &
                                        ~(may_jump ? 0 : link_bit(NavLinkKind::Jump)),
                               .max_drop = static_cast<double>(40 + seed % 100),
                               .water_cost = static_cast<double>(1 + seed % 4),
                               .max_nodes = seed % 7 == 0 ? 3u : 1u << 20U};
    halfspace_route_options c_options = halfspace_default_route_options();
    c_options.speed = options.speed;
    c_options.links = options.links;
    c_options.max_drop = options.max_drop;
    c_options.water_cost = options.water_cost;
    c_options.max_nodes = options.max_nodes;
    const halfspace_nav_place c_from = c_place(*from);
    const halfspace_nav_place c_to = c_place(*to);
    halfspace_nav_route c_route{-1, -1, nullptr, 0};
    const halfspace_status status = halfspace_nav_find_route(
        setting.c_mesh, &c_from, &c_to, &c_options, setting.c_scratch, &c_route);
    const NavRoute route = find_route(setting.mesh, *from, *to, setting.scratch, options);
    if (route.status != PathStatus::Complete) {
        CHECK(status == (route.status == PathStatus::Unreachable ? HALFSPACE_NOT_FOUND
                                                                 : HALFSPACE_TOO_SMALL));
        CHECK(c_route.seconds == -1 && c_route.points == nullptr);
        return false;
    }
    CHECK(status == HALFSPACE_OK && c_route.seconds == route.seconds);
    CHECK(c_route.cost == route.cost);
    CHECK(c_route.point_count == route.points.size());
    bool has_link = false;
    for (std::size_t i = 0; i < c_route.point_count; ++i) {
        const RoutePoint& point = route.points[i];
        CHECK(is_same(c_route.points[i].place, point.polygon, point.position));
        CHECK(c_route.points[i].link == point.link.value);
        has_link = has_link || point.link.is_valid();
    }
    return has_link;
}

void check_routes(Setting& setting) {
    std::size_t over_links = 0;
    for (std::uint64_t i = 0; i < 200; ++i) {
        over_links += check_route(setting, i) ? 1 : 0;
    }
    CHECK(over_links > 10);

    const halfspace_nav_place place = c_place(*random_place(setting.mesh, 1));
    halfspace_nav_place beyond = place;
    beyond.polygon = halfspace_nav_polygon_count(setting.c_mesh);
    halfspace_nav_route route{};
    const auto ask = [&](const halfspace_nav_place* from,
                         const halfspace_nav_place* to,
                         const halfspace_route_options* options) {
        return halfspace_nav_find_route(
            setting.c_mesh, from, to, options, setting.c_scratch, &route);
    };
    CHECK(ask(&place, &place, nullptr) == HALFSPACE_OK && route.point_count == 1);
    CHECK(route.seconds == 0 && route.points[0].link == HALFSPACE_NONE);
    CHECK(is_refused(ask(&beyond, &place, nullptr)) && is_refused(ask(&place, nullptr, nullptr)));
    for (double halfspace_route_options::* const field : {&halfspace_route_options::speed,
                                                          &halfspace_route_options::run_speed,
                                                          &halfspace_route_options::max_drop,
                                                          &halfspace_route_options::water_cost,
                                                          &halfspace_route_options::slime_cost,
                                                          &halfspace_route_options::lava_cost}) {
        for (const double wrong : {-1.0, std::nan("")}) {
            halfspace_route_options options = halfspace_default_route_options();
            options.*field = wrong;
            CHECK(is_refused(ask(&place, &place, &options)));
        }
    }
    halfspace_route_options endless = halfspace_default_route_options();
    endless.speed = std::numeric_limits<double>::infinity();
    CHECK(is_refused(ask(&place, &place, &endless)));
    halfspace_route_options none = halfspace_default_route_options();
    none.max_nodes = 0;
    CHECK(is_refused(ask(&place, &place, &none)));
    CHECK(is_refused(
        halfspace_nav_find_route(nullptr, &place, &place, nullptr, setting.c_scratch, &route)));
    CHECK(is_refused(
        halfspace_nav_find_route(setting.c_mesh, &place, &place, nullptr, nullptr, &route)));
    CHECK(is_refused(halfspace_nav_find_route(
        setting.c_mesh, &place, &place, nullptr, setting.c_scratch, nullptr)));
}

// Agents of one island go to each other's places, by both interfaces.
void check_crowd(Setting& setting) {
    constexpr std::size_t kAgents = 12;
    const halfspace_crowd_options c_options{0.5, 0.25, 120, 2, 6, 0};
    Crowd crowd({.horizon = 0.5,
                 .border_horizon = 0.25,
                 .neighbour_distance = 120,
                 .max_neighbours = 6,
                 .gap = 2});
    halfspace_crowd* const c_crowd = halfspace_new_crowd(&c_options);
    halfspace_follow_options c_follow = halfspace_default_follow_options();
    c_follow.goal_radius = 32;
    const halfspace_mover_body c_body{setting.stand.value, 0, nullptr, {0, 0, 0}};
    const ShapeBody body = shape_of(setting.level, setting.stand);
    const std::uint32_t island = setting.mesh.island(random_place(setting.mesh, 1)->polygon);
    std::vector<MoverState> states;
    std::vector<NavPlace> starts;
    for (std::size_t i = 0; i < kAgents; ++i) {
        starts.push_back(*random_place_on_island(setting.mesh, island, i));
        states.push_back(mover_at(starts.back().position + Vec3{0, 0, 1.0 / 16}));
        const auto c_state = std::bit_cast<halfspace_mover_state>(states.back());
        std::uint32_t agent = 77;
        CHECK(halfspace_crowd_add(c_crowd,
                                  setting.c_world,
                                  &c_body,
                                  setting.c_mesh,
                                  &c_state,
                                  &c_follow,
                                  nullptr,
                                  &agent) == HALFSPACE_OK);
        CHECK(crowd.add(setting.mesh, body, states.back(), {{.goal_radius = 32}, {}}).value ==
              agent);
        halfspace_mover_input c_input{1, 1, 1, 1, 1, 1};
        CHECK(halfspace_crowd_input(c_crowd, agent, &c_input) == HALFSPACE_OK);
        CHECK(std::bit_cast<std::uint64_t>(c_input) == 0);
    }
    CHECK(halfspace_crowd_size(c_crowd) == kAgents);
    for (std::uint32_t i = 0; i < kAgents; ++i) {
        const NavPlace& goal = starts[kAgents - 1 - i];
        const halfspace_nav_place c_goal = c_place(goal);
        std::uint32_t c_status = 77;
        CHECK(halfspace_crowd_go_to(c_crowd, i, &c_goal, nullptr, &c_status) == HALFSPACE_OK);
        CHECK(c_status == static_cast<std::uint32_t>(crowd.go_to(AgentId(i), goal)));
    }
    std::size_t arrived = 0;
    for (int step = 0; step < 600; ++step) {
        CHECK(halfspace_crowd_step(c_crowd) == HALFSPACE_OK);
        crowd.step();
        arrived = 0;
        for (std::uint32_t i = 0; i < kAgents; ++i) {
            halfspace_mover_input c_input{};
            CHECK(halfspace_crowd_input(c_crowd, i, &c_input) == HALFSPACE_OK);
            const MoverInput& input = crowd.input(AgentId(i));
            CHECK(std::bit_cast<std::uint64_t>(c_input) == std::bit_cast<std::uint64_t>(input));
            states[i] =
                step_mover(setting.world, {setting.stand, setting.stand}, states[i], input).state;
            crowd.set_state(AgentId(i), states[i]);
            const auto c_state = std::bit_cast<halfspace_mover_state>(states[i]);
            CHECK(halfspace_crowd_set_state(c_crowd, i, &c_state) == HALFSPACE_OK);
            std::uint32_t c_status = 77;
            CHECK(halfspace_crowd_status(c_crowd, i, &c_status) == HALFSPACE_OK);
            CHECK(c_status == static_cast<std::uint32_t>(crowd.follower(AgentId(i)).status()));
            arrived += c_status == HALFSPACE_FOLLOW_ARRIVED ? 1 : 0;
        }
    }
    CHECK(arrived > kAgents / 2);
    CHECK(halfspace_crowd_stop(c_crowd, 3) == HALFSPACE_OK);
    std::uint32_t status = 77;
    CHECK(halfspace_crowd_status(c_crowd, 3, &status) == HALFSPACE_OK);
    CHECK(status == HALFSPACE_FOLLOW_IDLE);
    halfspace_free_crowd(c_crowd);
}

void check_mistakes_with_crowds(const Setting& setting) {
    for (double halfspace_crowd_options::* const field :
         {&halfspace_crowd_options::horizon,
          &halfspace_crowd_options::border_horizon,
          &halfspace_crowd_options::neighbour_distance,
          &halfspace_crowd_options::gap}) {
        halfspace_crowd_options options = halfspace_default_crowd_options();
        options.*field = -1;
        CHECK(halfspace_new_crowd(&options) == nullptr);
    }
    halfspace_crowd* const crowd = halfspace_new_crowd(nullptr);
    const NavPlace place = *random_place(setting.mesh, 1);
    const auto state = std::bit_cast<halfspace_mover_state>(mover_at(place.position));
    halfspace_mover_state wrong = state;
    wrong.mode = 99;
    const halfspace_mover_body body{setting.stand.value, 0, nullptr, {0, 0, 0}};
    const halfspace_mover_body nobody{77, 0, nullptr, {0, 0, 0}};
    halfspace_follow_options hasty = halfspace_default_follow_options();
    hasty.speed = 2;
    std::uint32_t agent = 77;
    const auto add = [&](const halfspace_nav_mesh* mesh,
                         const halfspace_mover_body* what,
                         const halfspace_mover_state* where,
                         const halfspace_follow_options* follow) {
        return halfspace_crowd_add(
            crowd, setting.c_world, what, mesh, where, follow, nullptr, &agent);
    };
    CHECK(is_refused(add(nullptr, &body, &state, nullptr)));
    CHECK(is_refused(add(setting.c_mesh, nullptr, &state, nullptr)));
    CHECK(is_refused(add(setting.c_mesh, &nobody, &state, nullptr)));
    CHECK(is_refused(add(setting.c_mesh, &body, nullptr, nullptr)));
    CHECK(is_refused(add(setting.c_mesh, &body, &wrong, nullptr)));
    CHECK(is_refused(add(setting.c_mesh, &body, &state, &hasty)));
    CHECK(agent == 77 && halfspace_crowd_size(crowd) == 0);
    CHECK(add(setting.c_mesh, &body, &state, nullptr) == HALFSPACE_OK && agent == 0);

    const halfspace_nav_place goal = c_place(place);
    halfspace_nav_place beyond = goal;
    beyond.polygon = halfspace_nav_polygon_count(setting.c_mesh);
    std::uint32_t status = 77;
    halfspace_mover_input input{};
    CHECK(is_refused(halfspace_crowd_go_to(crowd, 0, &beyond, nullptr, &status)));
    CHECK(is_refused(halfspace_crowd_go_to(crowd, 0, nullptr, nullptr, &status)));
    CHECK(is_refused(halfspace_crowd_go_to(crowd, 0, &goal, nullptr, nullptr)));
    CHECK(is_refused(halfspace_crowd_set_state(crowd, 0, &wrong)));
    CHECK(is_refused(halfspace_crowd_input(crowd, 0, nullptr)));
    CHECK(is_refused(halfspace_crowd_status(crowd, 0, nullptr)));
    CHECK(halfspace_crowd_remove(crowd, 0) == HALFSPACE_OK && halfspace_crowd_size(crowd) == 0);
    CHECK(is_refused(halfspace_crowd_go_to(crowd, 0, &goal, nullptr, &status)));
    CHECK(is_refused(halfspace_crowd_stop(crowd, 0)));
    CHECK(is_refused(halfspace_crowd_set_state(crowd, 0, &state)));
    CHECK(is_refused(halfspace_crowd_input(crowd, 0, &input)));
    CHECK(is_refused(halfspace_crowd_status(crowd, 0, &status)));
    CHECK(is_refused(halfspace_crowd_remove(crowd, 0)));
    CHECK(is_refused(halfspace_crowd_step(nullptr)) && halfspace_crowd_size(nullptr) == 0);
    CHECK(add(setting.c_mesh, &body, &state, nullptr) == HALFSPACE_OK && agent == 0);
    halfspace_free_crowd(crowd);
    halfspace_free_crowd(nullptr);
}

}  // namespace

int main(int count, char** values) {
    CHECK(count == 2);
    Setting setting(values[1]);
    setting.world.place_models_at_rest();
    std::size_t arrived = 0;
    const std::size_t walks = test::repeats(40);
    for (std::size_t i = 0; i < walks; ++i) {
        arrived += check_walk(setting, i, i % 2 == 0) ? 1 : 0;
    }
    CHECK(arrived > walks / 4);
    check_mistakes(setting);
    check_links(setting);
    check_routes(setting);
    check_crowd(setting);
    check_mistakes_with_crowds(setting);
    std::printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
