// SPDX-License-Identifier: MIT
// Followers asked from C and from C++, with the same controls in each step. The level is
// examples/levels/keep.map, compiled by the interface for C.
#include "halfspace/agents/path_follower.h"
#include "halfspace/level/level.h"
#include "halfspace/move/mover.h"
#include "halfspace/nav/nav_mesh.h"
#include "halfspace/nav/random_place.h"
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
          c_mesh(halfspace_new_nav_mesh(c_level, stand.value, nullptr, 0)),
          c_scratch(halfspace_new_nav_scratch()) {}
    ~Setting() {
        halfspace_free_nav_scratch(c_scratch);
        halfspace_free_nav_mesh(c_mesh);
        halfspace_free_level(c_level);
    }
    Setting(const Setting&) = delete;
    Setting& operator=(const Setting&) = delete;

    halfspace_level* c_level;
    Level level;
    SpaceId stand;
    NavMesh mesh;
    CollisionWorld world;
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
    options.may_drop = may_drop ? 1 : 0;
    options.clearance = static_cast<double>(seed % 3);
    PathFollower follower(
        {.clearance = options.clearance,
         .route = {.links = kMoverLinks & ~(may_drop ? 0 : link_bit(NavLinkKind::Drop))}});
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

void check_mistakes(const Setting& setting) {
    const auto is_refused = [](halfspace_status status) {
        return status == HALFSPACE_BAD_ARGUMENT;
    };
    for (double halfspace_follow_options::* const field : {&halfspace_follow_options::speed,
                                                           &halfspace_follow_options::clearance,
                                                           &halfspace_follow_options::goal_radius,
                                                           &halfspace_follow_options::lost_radius,
                                                           &halfspace_follow_options::stuck_seconds,
                                                           &halfspace_follow_options::find_radius,
                                                           &halfspace_follow_options::max_drop}) {
        for (const double wrong : {-1.0, std::nan("")}) {
            halfspace_follow_options options = halfspace_default_follow_options();
            options.*field = wrong;
            CHECK(halfspace_new_path_follower(&options) == nullptr);
        }
    }
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
        return halfspace_follower_go_to(who, mesh, setting.c_scratch, from, to, nullptr, &status);
    };
    CHECK(is_refused(go_to(nullptr, setting.c_mesh, here, &goal)));
    CHECK(is_refused(go_to(follower, nullptr, here, &goal)));
    CHECK(is_refused(go_to(follower, setting.c_mesh, nowhere, &goal)));
    CHECK(is_refused(go_to(follower, setting.c_mesh, here, nullptr)));
    CHECK(is_refused(go_to(follower, setting.c_mesh, here, &beyond)));
    CHECK(is_refused(halfspace_follower_go_to(
        follower, setting.c_mesh, nullptr, here, &goal, nullptr, &status)));
    CHECK(is_refused(halfspace_follower_go_to(
        follower, setting.c_mesh, setting.c_scratch, here, &goal, nullptr, nullptr)));
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
    std::printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
