// SPDX-License-Identifier: MIT
// What a game does: load a level, ask. Fails unless a point beside the level is in leaf 0.
#include "halfspace/level/level.h"
#include "halfspace/query/classify.h"

int main(int argc, char** argv) {
    const auto level = halfspace::load_level(argc > 1 ? argv[1] : "");
    if (!level) {
        return 1;
    }
    const halfspace::ModelRecord& world = level->models()[0];
    const halfspace::Vec3 outside{world.max[0] + 1, world.max[1] + 1, world.max[2] + 1};
    return halfspace::find_leaf(*level, outside).value == 0 ? 0 : 1;
}
