// SPDX-License-Identifier: MIT
// What a game reads from a level when it starts: where the player stands, which doors there are,
// and whether a body has room. Run it as: entities LEVEL.hsw
#include "halfspace/query/entities.h"

#include "halfspace/level/level.h"
#include "halfspace/query/free.h"
#include "halfspace/query/space.h"

#include <cstdio>
#include <string>

namespace {

using halfspace::EntityId;
using halfspace::Level;
using halfspace::SpaceId;
using halfspace::Vec3;

void print(const char* what, const Vec3& v) {
    std::printf("%s %g %g %g", what, v.x, v.y, v.z);
}

// A mapper may place a start a little in the floor; nobody shall be stuck there.
void print_start(const Level& level, EntityId start, SpaceId body) {
    const auto origin = vec3_value(level, start, "origin");
    if (!origin) {
        return;
    }
    print("start at", *origin);
    print(", looking along", facing_of(level, start).value_or(Vec3{1, 0, 0}));
    constexpr double kFarthest = 32;
    const auto place = unstick(level, body, *origin, kFarthest);
    std::printf(place == origin ? ", free\n" : (place ? ", moved\n" : ", blocked\n"));
}

void print_door(const Level& level, EntityId door) {
    const auto model = model_of(level, door);
    if (!model) {
        return;
    }
    std::printf("door of model %u", model->value);
    print(", opens along", facing_of(level, door).value_or(Vec3{1, 0, 0}));
    std::printf(", speed %g\n", number_value(level, door, "speed").value_or(100));
}

}  // namespace

int main(int argc, char** argv) {
    const auto level = halfspace::load_level(argc > 1 ? argv[1] : "keep.hsw");
    if (!level) {
        std::fprintf(stderr, "%s\n", to_string(level.error()).c_str());
        return 1;
    }
    const auto body = find_space(*level, "stand");
    if (!body) {
        std::fprintf(stderr, "%s\n", to_string(no_such_space(*level, "stand")).c_str());
        return 1;
    }
    for (const EntityId start : find_entities(*level, "info_player_start")) {
        print_start(*level, start, *body);
    }
    for (const EntityId door : find_entities(*level, "func_door")) {
        print_door(*level, door);
    }
    int lights = 0;
    for ([[maybe_unused]] const EntityId light : find_entities(*level, "light")) {
        ++lights;
    }
    std::printf("%d lights\n", lights);
    return 0;
}
