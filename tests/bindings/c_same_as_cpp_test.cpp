// SPDX-License-Identifier: MIT
// A world of 150 doors, 100 crates and 60 meshes, asked from C and from C++: the answers have the
// same bits, and a game's step allocates nothing.
#include "halfspace/level/level.h"
#include "halfspace/math/sin_cos.h"
#include "halfspace/move/mover.h"
#include "halfspace/query/collision_world.h"
#include "halfspace/spatial/mesh_sweep.h"
#include "halfspace/spatial/triangle_bvh.h"

#include "c_questions.h"
#include "check.h"
#include "halfspace_compile.h"
#include "halfspace_draw.h"
#include "halfspace_move.h"
#include "halfspace_spatial.h"
#include "support/questions.h"
#include "support/small_stack.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace halfspace;  // NOLINT(google-build-using-namespace): a test of both interfaces

constexpr std::uint32_t kDoors = 150;
constexpr std::uint32_t kCrates = 100;
constexpr std::uint32_t kMeshes = 60;
constexpr int kSteps = 200;
constexpr int kAsked = 2000;

std::string brush(double x, double y, double z, double sx, double sy, double sz) {
    char text[1024];
    std::snprintf(text,
                  sizeof text,
                  "{\n( %g 0 0 ) ( %g 1 0 ) ( %g 0 1 ) a 0 0 0 1 1\n"
                  "( %g 0 0 ) ( %g 0 1 ) ( %g 1 0 ) a 0 0 0 1 1\n"
                  "( 0 %g 0 ) ( 0 %g 1 ) ( 1 %g 0 ) a 0 0 0 1 1\n"
                  "( 0 %g 0 ) ( 1 %g 0 ) ( 0 %g 1 ) a 0 0 0 1 1\n"
                  "( 0 0 %g ) ( 1 0 %g ) ( 0 1 %g ) a 0 0 0 1 1\n"
                  "( 0 0 %g ) ( 0 1 %g ) ( 1 0 %g ) a 0 0 0 1 1\n}\n",
                  x,
                  x,
                  x,
                  x + sx,
                  x + sx,
                  x + sx,
                  y,
                  y,
                  y,
                  y + sy,
                  y + sy,
                  y + sy,
                  z,
                  z,
                  z,
                  z + sz,
                  z + sz,
                  z + sz);
    return text;
}

// A floor with a grid of doors.
std::string source() {
    std::string text =
        "{\n\"classname\" \"worldspawn\"\n" + brush(0, 0, -16, 2048, 2048, 16) + "}\n";
    for (std::uint32_t i = 0; i < kDoors; ++i) {
        text += "{\n\"classname\" \"func_door\"\n" +
                brush(64 + 128 * (i % 15), 64 + 192 * std::floor(i / 15.0), 0, 64, 16, 96) + "}\n";
    }
    return text;
}

// What both worlds get.
struct Game {
    halfspace_level* c_level;
    Level level;
    halfspace_collision_world* c_world;
    CollisionWorld world;
    halfspace_shape* c_crate;
    ConvexShape crate;
    // A ramp, open on all sides, which every mesh shows.
    std::vector<double> positions{-48, -32, 0, 48, -32, 24, 48, 32, 24, -48, 32, 0};
    std::vector<std::uint32_t> indices{0, 1, 2, 0, 2, 3};
    TriangleBvh ramp = *TriangleBvh::build({positions, indices});
};

double between(std::mt19937_64& random, double low, double high) {
    return low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53;
}

void place_all(Game& game) {
    std::mt19937_64 random(7);
    CHECK(halfspace_place_models_at_rest(game.c_world) == HALFSPACE_OK);
    game.world.place_models_at_rest();
    for (std::uint32_t id = 0; id < kCrates; ++id) {
        const Vec3 at{between(random, 0, 2048), between(random, 0, 2048), 14};
        halfspace_obstacle crate{};
        crate.id = id;
        crate.body.shape = game.c_crate;
        std::memcpy(crate.position, &at, sizeof at);
        CHECK(halfspace_place_obstacle(game.c_world, &crate) == HALFSPACE_OK);
        game.world.place(ObstacleId(id), Obstacle{{game.crate, {}}, at});
    }
}

Transform ramp_at(std::uint32_t id, double shift) {
    const SinCos turn = sin_cos(37.0 * id);
    const double x = 100 + 200.0 * (id % 10) + shift;
    return {{turn.cosine, turn.sine, 0},
            {-turn.sine, turn.cosine, 0},
            {0, 0, 1},
            {x, 150 + 300 * std::floor(id / 10.0), id % 2 == 0 ? 0.0 : 30.0}};
}

halfspace_placement placement(const Transform& at) {
    halfspace_placement placed = halfspace_placement_at_rest(0);
    std::memcpy(placed.x, &at.x, sizeof at.x);
    std::memcpy(placed.y, &at.y, sizeof at.y);
    std::memcpy(placed.z, &at.z, sizeof at.z);
    std::memcpy(placed.translation, &at.translation, sizeof at.translation);
    return placed;
}

void place_ramps(Game& game) {
    const halfspace_mesh arrays{nullptr, game.positions.data(), 4, 0, game.indices.data(), 2};
    halfspace_mesh_bvh* const c_ramp = halfspace_new_mesh_bvh(&arrays, 0, nullptr, 0);
    for (std::uint32_t id = 0; id < kMeshes; ++id) {
        const bool is_front = id % 5 == 0;
        const Transform at = ramp_at(id, 0);
        const halfspace_placed_mesh mesh{id, 0, c_ramp, is_front ? 1u : 0u, 0, placement(at)};
        CHECK(halfspace_place_mesh(game.c_world, &mesh) == HALFSPACE_OK);
        game.world.place(MeshId(id),
                         {.triangles = &game.ramp,
                          .sides = is_front ? BlockingSides::Front : BlockingSides::Both},
                         at);
    }
    halfspace_free_mesh_bvh(c_ramp);  // the world keeps it
}

// Every third door and every fourth crate and mesh goes somewhere.
void move_all(Game& game, int step) {
    CHECK(halfspace_end_step(game.c_world) == HALFSPACE_OK);
    game.world.end_step();
    for (std::uint32_t m = 1; m <= kDoors; m += 3) {
        const Vec3 way{0, 0, 2.0 * ((step + static_cast<int>(m)) % 40)};
        halfspace_placement to = halfspace_placement_at_rest(m);
        std::memcpy(to.translation, &way, sizeof way);
        CHECK(halfspace_move_model(game.c_world, &to) == HALFSPACE_OK);
        game.world.move(ModelId(m), moved_by(way));
    }
    for (std::uint32_t id = 0; id < kCrates; id += 4) {
        const Vec3 to =
            game.world.obstacle(ObstacleId(id)).to + Vec3{step % 2 == 0 ? 3.0 : -2.0, 1, 0};
        const double c_to[3] = {to.x, to.y, to.z};
        CHECK(halfspace_move_obstacle(game.c_world, id, c_to) == HALFSPACE_OK);
        game.world.move(ObstacleId(id), to);
    }
    for (std::uint32_t id = 0; id < kMeshes; id += 4) {
        const Transform to = ramp_at(id, 0.5 * (step % 50));
        const halfspace_placement c_to = placement(to);
        CHECK(halfspace_move_mesh(game.c_world, id, &c_to) == HALFSPACE_OK);
        game.world.move(MeshId(id), to);
    }
}

bool same(const double* c, const Vec3& cpp) {
    return c[0] == cpp.x && c[1] == cpp.y && c[2] == cpp.z;
}

bool same(const halfspace_contact& c, const Contact& cpp) {
    return (c.hit != 0) == cpp.hit && c.fraction == cpp.fraction && same(c.end, cpp.end) &&
           same(c.normal, cpp.normal) && c.model == cpp.model.value &&
           c.obstacle == cpp.obstacle.value && c.mesh == cpp.mesh.value &&
           c.triangle == cpp.triangle.value &&
           c.contents == static_cast<std::uint32_t>(cpp.contents);
}

// The mover walks across all of it, by both interfaces.
void check_steps(Game& game) {
    const halfspace_mover_body c_stand{1, 0, nullptr, {}};
    const halfspace_mover_body c_crouch{2, 0, nullptr, {}};
    const MoverBodies bodies{SpaceId(1), SpaceId(2)};
    const double start[3] = {40, 40, 24};
    halfspace_mover_state c_state;
    CHECK(halfspace_mover_at(start, &c_state) == HALFSPACE_OK);
    MoverState state = mover_at({40, 40, 24});
    int touched = 0;
    int on_meshes = 0;
    for (int i = 0; i < kSteps; ++i) {
        move_all(game, i);
        const MoverInput input = quantised({.view = {.yaw = 45.0 + 0.25 * i}, .forward = 1});
        const auto c_input = std::bit_cast<halfspace_mover_input>(input);
        halfspace_mover_step c_step;
        const auto count = test::allocations();
        CHECK(
            halfspace_step_mover(
                game.c_world, nullptr, &c_stand, &c_crouch, &c_state, &c_input, nullptr, &c_step) ==
            HALFSPACE_OK);
        CHECK(test::allocations() == count);
        const MoverStep step = step_mover(game.world, bodies, state, input);
        CHECK(std::bit_cast<MoverState>(c_step.state) == step.state);
        CHECK(c_step.wall_count == step.wall_count);
        for (std::size_t w = 0; w < step.wall_count; ++w) {
            CHECK(same(c_step.walls[w], step.walls()[w]));
            ++touched;
        }
        c_state = c_step.state;
        state = step.state;
        on_meshes += state.ground_mesh.is_valid() ? 1 : 0;
    }
    CHECK(touched > 10 && on_meshes > 10);
}

void check_questions(const Game& game) {
    std::mt19937_64 random(11);
    const std::uint32_t ids[2] = {3, 4};
    const halfspace_leave_out c_without{ids, 2, ids, 2, ids, 2};
    const ObstacleId obstacles[2] = {ObstacleId(3), ObstacleId(4)};
    const ModelId models[2] = {ModelId(3), ModelId(4)};
    const MeshId meshes[2] = {MeshId(3), MeshId(4)};
    const PlacedLevel here{game.world, LeaveOut{obstacles, models, meshes}};
    const halfspace_placed_shape c_body{game.c_crate, halfspace_placement_at_rest(0)};
    const PlacedShape body{game.crate, {}};
    std::vector<int> yes(c_question_count);  // answers that do not begin with 0
    for (int i = 0; i < kAsked; ++i) {
        Segment way;
        for (Vec3* const end : {&way.from, &way.to}) {
            *end = {between(random, 0, 2048), between(random, 0, 2048), between(random, 20, 90)};
        }
        const Aabb box{way.from, way.from + Vec3{1.0 + i % 64, 1.0 + i % 32, 1.0 + i % 16}};
        const test::Asked asked{{&way.from, 1}, {&way, 1}, {&box, 1}, SpaceId(1), &body};
        const c_asked c_asked{
            game.c_world, &c_without, 1, &c_body, &way.from.x, &way.to.x, &box.max.x};
        for (std::uint32_t q = 0; q < c_question_count; ++q) {
            c_answer c_answer{};
            const auto count = test::allocations();
            CHECK(c_questions[q].ask(&c_asked, &c_answer) == HALFSPACE_OK);
            CHECK(test::allocations() == count);
            const test::Way alone = test::question_of(c_questions[q].name).one_by_one(1);
            alone.ask(here, asked, run_serially);
            const test::Answer answer = alone.answer(0);
            if (!std::ranges::equal(answer, std::span(c_answer.words).first(c_answer.count))) {
                std::fprintf(stderr, "%s differs\n", c_questions[q].name);
                ++failures;
            }
            yes[q] += answer.front() == 0 ? 0 : 1;
        }
    }
    for (std::uint32_t q = 0; q < c_question_count; ++q) {
        const std::string name = c_questions[q].name;
        CHECK(yes[q] > (name == "trace" || name == "sweep" ? 200 : 20));
        // A body is nearly always freed.
        CHECK(name == "unstick" || kAsked - yes[q] > 20);
    }
}

// Bodies among the triangles of the ramp alone, wherever it stands.
void check_mesh_sweeps(const Game& game) {
    std::mt19937_64 random(13);
    const halfspace_mesh arrays{nullptr, game.positions.data(), 4, 0, game.indices.data(), 2};
    halfspace_mesh_bvh* const c_ramp = halfspace_new_mesh_bvh(&arrays, 0, nullptr, 0);
    int touched = 0;
    int overlapped = 0;
    for (std::uint32_t i = 0; i < kAsked; ++i) {
        const MeshInstance ramp{game.ramp, ramp_at(i % kMeshes, 0)};
        const halfspace_placement stands = placement(ramp.transform);
        const auto any = [&] {
            return Vec3{
                between(random, -70, 70), between(random, -70, 70), between(random, -9, 40)};
        };
        const PlacedShape body{game.crate, moved_by(ramp.transform.translation + any())};
        const halfspace_placed_shape c_body{game.c_crate, placement(body.transform)};
        const Vec3 motion = any();
        const MeshSweepOptions options{static_cast<BlockingSides>(i % 2), 0.25 * (i % 3)};
        const halfspace_mesh_sweep_options c_options{i % 2, 0, options.skin};
        const auto touch = sweep(ramp, body, motion, options);
        halfspace_mesh_touch c_touch;
        const auto count = test::allocations();
        const halfspace_status status =
            halfspace_mesh_sweep(c_ramp, &stands, &c_body, &motion.x, &c_options, &c_touch);
        CHECK(status == (touch ? HALFSPACE_OK : HALFSPACE_NOT_FOUND));
        if (touch) {
            ++touched;
            CHECK(c_touch.triangle == touch->triangle.value && c_touch.fraction == touch->fraction);
            CHECK(same(c_touch.point, touch->point) && same(c_touch.normal, touch->normal));
            CHECK((c_touch.start_blocked != 0) == touch->start_blocked);
        }
        const auto deepest = deepest_overlap(ramp, body);
        halfspace_mesh_overlap c_deepest;
        if (halfspace_mesh_deepest_overlap(c_ramp, &stands, &c_body, &c_deepest) == HALFSPACE_OK) {
            ++overlapped;
            CHECK(deepest && c_deepest.triangle == deepest->triangle.value);
            CHECK(deepest && c_deepest.depth == deepest->depth);
            CHECK(deepest && same(c_deepest.normal, deepest->normal));
            CHECK(deepest && same(c_deepest.point, deepest->point));
        } else {
            CHECK(!deepest);
        }
        Vec3 c_way;
        const bool is_free =
            halfspace_mesh_unstick(c_ramp, &stands, &c_body, 20, &c_way.x) == HALFSPACE_OK;
        const auto way = unstick(ramp, body, 20);
        CHECK(is_free == way.has_value() && (!way || *way == c_way));
        CHECK(test::allocations() == count);
    }
    CHECK(touched > 200 && overlapped > 200 && overlapped < kAsked);
    halfspace_free_mesh_bvh(c_ramp);
}

// A step that was made before needs no memory: whatever moves.
void check_steady_state(Game& game) {
    halfspace_model_order* const sorter = halfspace_new_model_order();
    const double eye[3] = {300, 300, 60};
    const auto frame = [&](int step) {
        move_all(game, step);
        CHECK(halfspace_sort_models(
                  sorter, game.c_world, nullptr, eye, HALFSPACE_BACK_TO_FRONT, nullptr, nullptr) ==
              HALFSPACE_OK);
    };
    for (int i = 0; i < 40; ++i) {
        frame(i);
    }
    const auto count = test::allocations();
    for (int i = 0; i < 40; ++i) {
        move_all(game, i);
    }
    CHECK(test::allocations() == count);
    halfspace_free_model_order(sorter);
}

}  // namespace

int main() {
    const std::string text = source();
    char error[512];
    halfspace_world* const made =
        halfspace_read_world(text.data(), text.size(), "doors.map", error, sizeof error);
    halfspace_level* const c_level = halfspace_compile(made, nullptr, error, sizeof error);
    if (c_level == nullptr) {
        std::fprintf(stderr, "%s\n", error);
        return 1;
    }
    halfspace_free_world(made);
    std::size_t size = 0;
    const auto* const bytes = static_cast<const std::byte*>(halfspace_level_bytes(c_level, &size));
    Level level = *Level::from_bytes(std::vector<std::byte>(bytes, bytes + size), "doors");
    CHECK(halfspace_model_count(c_level) == kDoors + 1);
    const double half[3] = {14, 14, 14};
    Game game{c_level,
              level,
              halfspace_new_collision_world(c_level),
              CollisionWorld(level),
              halfspace_new_box(half),
              *ConvexShape::box({14, 14, 14})};
    place_all(game);
    place_ramps(game);
    check_steps(game);
    check_questions(game);
    check_mesh_sweeps(game);
    check_steady_state(game);
    halfspace_free_collision_world(game.c_world);
    halfspace_free_shape(game.c_crate);
    halfspace_free_level(c_level);
    std::printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
