// SPDX-License-Identifier: MIT
// Areas of the floor, low floor, lifts and run-ups asked from C and from C++, with the same
// answers, routes and controls.
#include "halfspace/agents/crowd.h"
#include "halfspace/agents/path_follower.h"
#include "halfspace/move/doors.h"
#include "halfspace/move/mover_body.h"
#include "halfspace/nav/locate.h"
#include "halfspace/nav/random_place.h"
#include "halfspace/nav/route.h"

#include "halfspace_agents.h"
#include "nav_rooms.h"
#include "support/repeats.h"

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace {

constexpr std::uint32_t kAllLinks = kMoverLinks | kGameLinks;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Mud, then a wall with a low tunnel, then a garden and a lift to a ledge.
Level yard() {
    using test::box_brush;
    World world = test::world_of({box_brush({0, 0, -16}, {1024, 512, 0}),
                                  box_brush({320, 0, 45}, {448, 512, 256}),
                                  box_brush({320, 0, 0}, {448, 200, 45}),
                                  box_brush({320, 264, 0}, {448, 512, 45}),
                                  box_brush({896, 0, 0}, {1024, 512, 128}),
                                  box_brush({768, 0, 0}, {896, 192, 256}),
                                  box_brush({768, 320, 0}, {896, 512, 256})});
    world.entities.push_back(entity_of("func_plat",
                                       {{"height", "120"}, {"wait", "1"}},
                                       {box_brush({768, 192, 0}, {896, 320, 128})}));
    world.entities.push_back(
        entity_of("func_nav_area",
                  {{"area", "mud"}, {"cost", "6"}},
                  {box_brush({128, -32, 0}, {224, 400, 16}, Contents::Trigger)}));
    world.entities.push_back(
        entity_of("func_nav_area",
                  {{"area", "garden"}},
                  {box_brush({500, -32, 0}, {600, 400, 16}, Contents::Trigger)}));
    return test::level_with_navigation(world, {.threads = 1}).value();
}

void check_areas(const Both& both) {
    const std::span<const NavArea> areas = both.mesh.areas();
    CHECK(halfspace_nav_area_count(both.c_mesh) == areas.size() && areas.size() == 2);
    halfspace_nav_area area{};
    for (std::uint32_t a = 0; a < areas.size(); ++a) {
        CHECK(halfspace_get_nav_area(both.c_mesh, a, &area) == HALFSPACE_OK);
        CHECK(area.name == areas[a].name && area.cost == areas[a].cost);
        CHECK(halfspace_find_nav_area(both.c_mesh, area.name) == a);
    }
    CHECK(halfspace_find_nav_area(both.c_mesh, "mu") == HALFSPACE_NONE);
    CHECK(halfspace_find_nav_area(both.c_mesh, nullptr) == HALFSPACE_NONE);
    CHECK(halfspace_find_nav_area(nullptr, "mud") == HALFSPACE_NONE);
    CHECK(halfspace_nav_area_count(nullptr) == 0);
    CHECK(is_refused(halfspace_get_nav_area(both.c_mesh, 2, &area)));
    CHECK(is_refused(halfspace_get_nav_area(both.c_mesh, 0, nullptr)));
    std::size_t low = 0;
    std::size_t held = 0;
    for (std::uint32_t p = 0; p < both.mesh.polygon_count(); ++p) {
        const NavPolygonId id(p);
        halfspace_nav_polygon polygon{};
        CHECK(halfspace_get_nav_polygon(both.c_mesh, p, &polygon) == HALFSPACE_OK);
        CHECK(polygon.area == both.mesh.area(id).value);
        CHECK((polygon.is_low == 1) == both.mesh.is_low(id));
        low += both.mesh.is_low(id) ? 1 : 0;
        held += both.mesh.area(id).is_valid() ? 1 : 0;
    }
    CHECK(low > 0 && held > 1 && low + held < both.mesh.polygon_count());
}

void check_random_places(const Both& both) {
    halfspace_nav_place place{};
    for (std::uint64_t seed = 0; seed < test::repeats(200); ++seed) {
        for (const std::uint32_t area : {0u, 1u, HALFSPACE_NONE}) {
            const auto found = random_place_in_area(both.mesh, NavAreaId(area), seed);
            CHECK(halfspace_nav_random_place_in_area(both.c_mesh, area, seed, &place) ==
                  HALFSPACE_OK);
            CHECK(found && is_same(place, *found));
            CHECK(both.mesh.area(NavPolygonId(place.polygon)).value == area);
        }
    }
    CHECK(is_refused(halfspace_nav_random_place_in_area(both.c_mesh, 2, 0, &place)));
    CHECK(is_refused(halfspace_nav_random_place_in_area(both.c_mesh, 0, 0, nullptr)));
    CHECK(is_refused(halfspace_nav_random_place_in_area(nullptr, 0, 0, &place)));
}

RouteOptions random_options(test::Random& random, const std::vector<double>& costs) {
    return {.links = kAllLinks,
            .area_costs = random.one_in(4) ? std::span<const double>() : costs,
            .crouch_cost = random.one_in(3) ? 1 : random.real(1, 20),
            .do_shorten = random.one_in(2)};
}

void check_routes(Both& both) {
    test::Random random(8);
    std::size_t dearer = 0;
    const std::size_t count = test::repeats(300);
    for (std::size_t i = 0; i < count; ++i) {
        const NavPlace from = *random_place(both.mesh, 2 * i);
        const NavPlace to = *random_place(both.mesh, 2 * i + 1);
        const std::vector<double> costs{random.one_in(5) ? kInfinity : random.real(1, 20),
                                        random.real(1, 20)};
        const RouteOptions how = random_options(random, costs);
        halfspace_route_options c_how = halfspace_default_route_options();
        c_how.links = kAllLinks;
        c_how.area_costs = how.area_costs.empty() ? nullptr : costs.data();
        c_how.area_cost_count = static_cast<std::uint32_t>(how.area_costs.size());
        c_how.crouch_cost = how.crouch_cost;
        c_how.do_shorten = how.do_shorten ? 1 : 0;
        const halfspace_nav_place c_from = c_place(from);
        const halfspace_nav_place c_to = c_place(to);
        halfspace_nav_route c_route{};
        const halfspace_status status =
            halfspace_nav_find_route(both.c_mesh, &c_from, &c_to, &c_how, both.c_scratch, &c_route);
        const double usual =
            find_route(both.mesh, from, to, both.scratch, {.links = kAllLinks}).seconds;
        const NavRoute route = find_route(both.mesh, from, to, both.scratch, how);
        CHECK((status == HALFSPACE_OK) == (route.status == PathStatus::Complete));
        dearer += std::abs(route.seconds - usual) > 0.1 ? 1 : 0;
        if (status == HALFSPACE_OK) {
            CHECK(c_route.seconds == route.seconds && c_route.point_count == route.points.size());
            for (std::size_t p = 0; p < route.points.size(); ++p) {
                const RoutePoint& point = route.points[p];
                CHECK(is_same(c_route.points[p].place, {point.polygon, point.position}));
                CHECK(c_route.points[p].link == point.link.value);
            }
        }
    }
    CHECK(dearer > count / 8);
}

halfspace_follow_options follow_options(const halfspace_doors* doors,
                                        const std::vector<double>& costs) {
    halfspace_follow_options options = halfspace_default_follow_options();
    options.crouches = 1;
    options.lifts = doors;
    options.route.links = kAllLinks;
    options.route.area_costs = costs.data();
    options.route.area_cost_count = static_cast<std::uint32_t>(costs.size());
    return options;
}

// What the mover went through.
struct Way {
    bool was_in_mud = false;
    bool was_low = false;
    bool has_ridden = false;
};

constexpr Vec3 kStart{32, 256, 24.0625};
constexpr Vec3 kLedge{980, 256, 152};
constexpr MoverBodies kBodies{kStand, kCrouch};
constexpr halfspace_mover_body kCStand{kStand.value, 0, nullptr, {0, 0, 0}};
constexpr halfspace_mover_body kCCrouch{kCrouch.value, 0, nullptr, {0, 0, 0}};

void note(const Both& both, const MoverState& state, Way& way) {
    const auto place = locate(both.mesh, state.position);
    way.was_in_mud |= place && both.mesh.area(place->polygon) == NavAreaId(0);
    way.was_low |= has_flag(state.flags, MoverFlags::Crouched);
    way.has_ridden |= state.ground_model == ModelId(1);
}

// Goes to the ledge, alone or as an agent. mud: what it costs. The caller's memory of costs and the
// C handle of the doors end before the way begins.
Way walked(Both& both, double mud, bool is_agent) {
    Doors doors(both.level);
    halfspace_doors* const c_game = halfspace_new_doors(both.c_level);
    std::vector<double> costs{mud, 1};
    std::vector<double> c_costs = costs;
    const halfspace_follow_options c_options = follow_options(c_game, c_costs);
    const FollowOptions options{
        .crouches = true, .route = {.links = kAllLinks, .area_costs = costs}, .lifts = &doors};
    halfspace_path_follower* const c_follower = halfspace_new_path_follower(&c_options);
    halfspace_crowd* const c_crowd = halfspace_new_crowd(nullptr);
    halfspace_collision_world* const c_world = halfspace_new_collision_world(both.c_level);
    PathFollower follower(options);
    Crowd crowd;
    MoverState state = mover_at(kStart);
    auto c_state = std::bit_cast<halfspace_mover_state>(state);
    const AgentId id =
        crowd.add(both.mesh, shape_of(both.level, kStand), state, {.follow = options});
    std::uint32_t agent = 77;
    CHECK(halfspace_crowd_add(
              c_crowd, c_world, &kCStand, both.c_mesh, &c_state, &c_options, nullptr, &agent) ==
          HALFSPACE_OK);
    c_costs.assign(c_costs.size(), kNan);
    const NavPlace goal = *locate(both.mesh, kLedge);
    const halfspace_nav_place c_goal = c_place(goal);
    std::uint32_t status = 77;
    follower.go_to(both.mesh, state.position, goal, both.scratch);
    crowd.go_to(id, goal);
    CHECK(halfspace_crowd_go_to(c_crowd, agent, &c_goal, nullptr, &status) == HALFSPACE_OK);
    CHECK(status == HALFSPACE_FOLLOW_FOLLOWING);
    CHECK(halfspace_follower_go_to(c_follower,
                                   both.c_mesh,
                                   both.c_scratch,
                                   c_state.position,
                                   &c_goal,
                                   nullptr,
                                   nullptr,
                                   &status) == HALFSPACE_OK);
    CHECK(status == HALFSPACE_FOLLOW_FOLLOWING);
    Way way;
    const auto now = [&] { return is_agent ? crowd.follower(id).status() : follower.status(); };
    for (int i = 0; i < 64 * 30 && now() != FollowStatus::Arrived; ++i) {
        halfspace_mover_input c_input{};
        MoverInput input;
        if (is_agent) {
            crowd.step();
            input = crowd.input(id);
            CHECK(halfspace_crowd_step(c_crowd) == HALFSPACE_OK);
            CHECK(halfspace_crowd_input(c_crowd, agent, &c_input) == HALFSPACE_OK);
        } else {
            input = follower.step(both.mesh, state, both.scratch);
            CHECK(halfspace_follower_step(
                      c_follower, both.c_scratch, &c_state, nullptr, &c_input) == HALFSPACE_OK);
        }
        CHECK(std::bit_cast<std::uint64_t>(c_input) == std::bit_cast<std::uint64_t>(input));
        state = step_among(doors, kBodies, state, input).state;
        halfspace_mover_step step{};
        CHECK(halfspace_step_among(
                  c_game, nullptr, &kCStand, &kCCrouch, &c_state, &c_input, nullptr, &step) ==
              HALFSPACE_OK);
        c_state = step.state;
        CHECK(std::bit_cast<MoverState>(c_state) == state);
        crowd.set_state(id, state);
        CHECK(halfspace_crowd_set_state(c_crowd, agent, &c_state) == HALFSPACE_OK);
        note(both, state, way);
    }
    CHECK(now() == FollowStatus::Arrived);
    CHECK(std::abs(state.position.z - kLedge.z) < 1);
    // Doors may be freed before those who look at them.
    halfspace_free_doors(c_game);
    halfspace_mover_input input{};
    CHECK(halfspace_follower_step(c_follower, both.c_scratch, &c_state, nullptr, &input) ==
          HALFSPACE_OK);
    CHECK(halfspace_crowd_step(c_crowd) == HALFSPACE_OK);
    halfspace_free_path_follower(c_follower);
    halfspace_free_crowd(c_crowd);
    halfspace_free_collision_world(c_world);
    return way;
}

void check_walks(Both& both) {
    for (const bool is_agent : {false, true}) {
        for (const double mud : {1.0, 6.0}) {
            const Way way = walked(both, mud, is_agent);
            CHECK(way.was_low && way.has_ridden && way.was_in_mud == (mud == 1));
        }
    }
}

void check_mistakes(const Both& both) {
    const std::vector<double> costs{1, 2, 3};
    const auto with = [&](const double* values, std::uint32_t count) {
        halfspace_follow_options options = halfspace_default_follow_options();
        options.route.area_costs = values;
        options.route.area_cost_count = count;
        return options;
    };
    const halfspace_nav_place place = c_place(*random_place(both.mesh, 1));
    const auto route = [&](const halfspace_route_options& options) {
        halfspace_nav_route found{};
        return halfspace_nav_find_route(
            both.c_mesh, &place, &place, &options, both.c_scratch, &found);
    };
    CHECK(route(with(nullptr, 0).route) == HALFSPACE_OK);
    CHECK(route(with(costs.data(), 2).route) == HALFSPACE_OK);
    CHECK(is_refused(route(with(costs.data(), 1).route)));
    CHECK(is_refused(route(with(costs.data(), 3).route)));
    CHECK(is_refused(route(with(nullptr, 2).route)));
    for (const double wrong : {0.5, -1.0, kNan}) {
        const std::vector<double> low{1, wrong};
        const halfspace_follow_options options = with(low.data(), 2);
        CHECK(is_refused(route(options.route)));
        CHECK(halfspace_new_path_follower(&options) == nullptr);
        halfspace_route_options how = halfspace_default_route_options();
        how.crouch_cost = wrong;
        CHECK(is_refused(route(how)));
    }
    // A follower learns its mesh when it gets a goal.
    const halfspace_follow_options many = with(costs.data(), 3);
    halfspace_path_follower* const follower = halfspace_new_path_follower(&many);
    std::uint32_t status = 77;
    CHECK(is_refused(halfspace_follower_go_to(
        follower, both.c_mesh, both.c_scratch, place.position, &place, nullptr, nullptr, &status)));
    halfspace_collision_world* const world = halfspace_new_collision_world(both.c_level);
    halfspace_crowd* const crowd = halfspace_new_crowd(nullptr);
    halfspace_mover_state state{};
    CHECK(halfspace_mover_at(place.position, &state) == HALFSPACE_OK);
    const auto add = [&](const halfspace_follow_options& options) {
        std::uint32_t agent = 77;
        return halfspace_crowd_add(
            crowd, world, &kCStand, both.c_mesh, &state, &options, nullptr, &agent);
    };
    CHECK(is_refused(add(many)) && halfspace_crowd_size(crowd) == 0);
    CHECK(add(with(costs.data(), 2)) == HALFSPACE_OK);
    halfspace_free_path_follower(follower);
    halfspace_free_crowd(crowd);
    halfspace_free_collision_world(world);
}

// Two floors with a gap between: a jump over it needs a run.
Level gap() {
    using test::box_brush;
    const World world = test::world_of({box_brush({-512, -128, -512}, {0, 128, 0}),
                                        box_brush({210, -128, -512}, {1024, 128, 0}),
                                        box_brush({-512, -128, -1040}, {1024, 128, -1024})});
    return test::level_with_navigation(world, {.threads = 1}).value();
}

void check_run_speed() {
    const Both both(gap(), kStand);
    const halfspace_nav_place from = c_place(*locate(both.mesh, {-200, 0, 30}));
    const halfspace_nav_place to = c_place(*locate(both.mesh, {700, 0, 30}));
    const auto find = [&](double run_speed) {
        halfspace_route_options options = halfspace_default_route_options();
        options.run_speed = run_speed;
        halfspace_nav_route route{};
        return halfspace_nav_find_route(both.c_mesh, &from, &to, &options, both.c_scratch, &route);
    };
    CHECK(find(halfspace_default_route_options().run_speed) == HALFSPACE_OK);
    CHECK(find(320) == HALFSPACE_OK);
    CHECK(find(100) == HALFSPACE_NOT_FOUND);
    // A follower is as fast as its mover.
    halfspace_path_follower* const follower = halfspace_new_path_follower(nullptr);
    halfspace_mover_options mover = halfspace_default_mover_options();
    const auto go = [&] {
        std::uint32_t status = 77;
        CHECK(halfspace_follower_go_to(follower,
                                       both.c_mesh,
                                       both.c_scratch,
                                       from.position,
                                       &to,
                                       nullptr,
                                       &mover,
                                       &status) == HALFSPACE_OK);
        return status;
    };
    CHECK(go() == HALFSPACE_FOLLOW_FOLLOWING);
    mover.walk_speed = 100;
    CHECK(go() == HALFSPACE_FOLLOW_UNREACHABLE);
    halfspace_nav_place beside = to;
    beside.position[2] += 2;
    std::uint32_t status = 77;
    CHECK(is_refused(halfspace_follower_go_to(follower,
                                              both.c_mesh,
                                              both.c_scratch,
                                              from.position,
                                              &beside,
                                              nullptr,
                                              nullptr,
                                              &status)) &&
          status == 77);
    halfspace_free_path_follower(follower);
}

}  // namespace

int main() {
    Both both(yard(), kCrouch);
    check_areas(both);
    check_random_places(both);
    check_routes(both);
    check_walks(both);
    check_mistakes(both);
    check_run_speed();
    std::printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
