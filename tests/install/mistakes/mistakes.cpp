// SPDX-License-Identifier: MIT
//     mistakes LEVEL         the names of all mistakes, one on each line
//     mistakes LEVEL NAME    makes this mistake, and ends with 0 if nothing stops it
//
// The lines are those of a game that follows the documentation, and then makes one mistake.
#include "halfspace/level/level.h"
#include "halfspace/move/mover.h"
#include "halfspace/nav/distance_field.h"
#include "halfspace/nav/nav_mesh.h"
#include "halfspace/nav/path.h"
#include "halfspace/nav/route.h"
#include "halfspace/query/entities.h"
#include "halfspace/query/free.h"
#include "halfspace/query/space.h"
#include "halfspace/query/trace.h"

#include <cmath>
#include <cstdio>
#include <string_view>

using namespace halfspace;

namespace {

struct Game {
    const Level& level;
    MoverBodies bodies;
    Vec3 from;
    Vec3 to;
};

struct Mistake {
    const char* name;
    void (*make)(const Game& game);
};

void step(const Game& game, const MoverBodies& bodies, const MoverOptions& options = {}) {
    step_mover(game.level, bodies, mover_at(game.from), quantised({.forward = 1}), options);
}

// A square of floor with two places on it, and one high above.
struct Floor {
    NavMesh mesh = square();
    NavScratch scratch;
    NavPlace place{NavPolygonId(0), {16, 16, 0}};
    NavPlace other{NavPolygonId(0), {48, 48, 0}};
    NavPlace above{NavPolygonId(0), {16, 16, 400}};

    static NavMesh square() {
        const Vec3 corners[] = {{0, 0, 0}, {64, 0, 0}, {64, 64, 0}, {0, 64, 0}};
        const NavPolygonRecord polygon{.plane = 0, .first_edge = 0, .island = 0, .contents = 0};
        const NavEdgeRecord edges[] = {{0, kNone}, {1, kNone}, {2, kNone}, {3, kNone}};
        const Plane plane{{0, 0, 1}, 0};
        return *NavMesh::from_records({{&polygon, 1}, edges, corners, {&plane, 1}});
    }
};

void find_route_with(const RouteOptions& options) {
    Floor floor;
    find_route(floor.mesh, floor.place, floor.other, floor.scratch, options);
}

constexpr Mistake kMistakes[] = {
    {"no_such_space",
     [](const Game& game) {
         const SpaceId cat = *find_space(game.level, "cat");
         trace(game.level, cat, game.from, game.to);
     }},
    {"space_99", [](const Game& game) { trace(game.level, SpaceId(99), game.from, game.to); }},
    {"entity_9999", [](const Game& game) { classname_of(game.level, EntityId(9999)); }},
    {"model_99",
     [](const Game& game) {
         const PlacedModel lift{ModelId(99), moved_by({0, 0, 64})};
         trace({game.level, {&lift, 1}}, SpaceId(0), game.from, game.to);
     }},
    {"skin_nan",
     [](const Game& game) {
         trace(game.level, SpaceId(0), game.from, game.to, {.skin = std::nan("")});
     }},
    {"skin_negative",
     [](const Game& game) { trace(game.level, SpaceId(0), game.from, game.to, {.skin = -1}); }},
    {"place_nan", [](const Game& game) { is_free(game.level, SpaceId(0), {std::nan(""), 0, 0}); }},
    {"swapped_bodies",
     [](const Game& game) { step(game, {game.bodies.crouch, game.bodies.stand}); }},
    {"path_from_the_air",
     [](const Game&) {
         Floor floor;
         find_path(floor.mesh, floor.above, floor.place, floor.scratch);
     }},
    {"route_to_the_air",
     [](const Game&) {
         Floor floor;
         find_route(floor.mesh, floor.place, floor.above, floor.scratch);
     }},
    {"field_of_the_air",
     [](const Game&) {
         Floor floor;
         DistanceField().find(floor.mesh, floor.above);
     }},
    {"route_speed", [](const Game&) { find_route_with({.speed = -1}); }},
    {"route_cost", [](const Game&) { find_route_with({.water_cost = 0.5}); }},
    {"bad_option", [](const Game& game) { step(game, game.bodies, {.seconds = 1}); }},
};

}  // namespace

int main(int argc, char** argv) {
    const auto level = load_level(argc > 1 ? argv[1] : "");
    if (!level) {
        std::fprintf(stderr, "%s\n", to_string(level.error()).c_str());
        return 2;
    }
    const auto stand = find_space(*level, "stand");
    const auto crouch = find_space(*level, "crouch");
    if (!stand || !crouch) {
        std::fprintf(stderr, "%s\n", to_string(no_such_space(*level, "stand")).c_str());
        return 2;
    }
    const Game game{*level, {*stand, *crouch}, {64, 256, 60}, {64, 256, 0}};
    step(game, game.bodies);  // without a mistake nothing stops
    const std::string_view wanted = argc > 2 ? argv[2] : "";
    for (const Mistake& mistake : kMistakes) {
        if (wanted.empty()) {
            std::printf("%s\n", mistake.name);
        } else if (wanted == mistake.name) {
            mistake.make(game);
        }
    }
    return 0;
}
