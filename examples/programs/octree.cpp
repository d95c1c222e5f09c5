// SPDX-License-Identifier: MIT
// Guards walk about in a level, and none walks through another. An octree of their boxes tells
// whether the door is free, how many are near a guard, who hears a shot and who is in view.
// docs/guides/moving.md explains it. Run it as: octree LEVEL.hsw
#include "halfspace/spatial/octree.h"

#include "halfspace/level/level.h"
#include "halfspace/math/frustum.h"
#include "halfspace/move/mover.h"
#include "halfspace/query/collision_world.h"
#include "halfspace/query/entities.h"
#include "halfspace/query/space.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <vector>

namespace {

namespace hs = halfspace;
using hs::Vec3;

constexpr int kSteps = 64 * 30;   // half a minute
constexpr double kNear = 32;      // [units]
constexpr double kHearing = 200;  // so far a shot is heard [units]

struct Guard {
    hs::ObjectId box;
    hs::MoverState state;
    double yaw = 0;  // where the guard looks and walks
};

class Guards {
public:
    Guards(const hs::Level& level, hs::Octree octree, hs::SpaceId stand, hs::SpaceId crouch)
        : world_(level),
          octree_(std::move(octree)),
          bodies_{stand, crouch},
          shape_(shape_of(level, stand)) {}

    // A guard comes in, if nobody stands in the way.
    void enter(const Vec3& place) {
        const hs::Aabb box = box_at(shape_, place);
        if (!octree_.in_box(box, scratch_).empty()) {
            return;
        }
        const std::size_t number = guards_.size();
        if (const auto id = octree_.insert(box, {.user = number})) {
            guards_.push_back({*id, hs::mover_at(place), 90.0 * static_cast<double>(number)});
            world_.place(itself_of(number), {.body = shape_, .position = place});
        }
    }

    // Guards make their steps one after the other. Each leaves itself out.
    void step() {
        for (std::size_t i = 0; i < guards_.size(); ++i) {
            Guard& guard = guards_[i];
            const hs::Aabb around = grown(octree_.box(guard.box), kNear);
            most_near_ = std::max(most_near_, octree_.in_box(around, scratch_).size() - 1);
            const hs::ObstacleId itself = itself_of(i);
            const hs::Controls controls{.view = {.yaw = guard.yaw}, .forward = 1};
            const hs::MoverStep step = step_mover(
                {world_, {.obstacles = {&itself, 1}}}, bodies_, guard.state, quantised(controls));
            guard.state = step.state;
            world_.place(itself, guard.state.position);
            if (!step.walls().empty()) {
                guard.yaw += 100;  // another way
            }
            if (!octree_.update(guard.box, box_at(shape_, guard.state.position))) {
                std::abort();  // no level is as large as the numbers that an octree refuses
            }
        }
    }

    void report(const Vec3& place) {
        std::printf("%zu guards; one had %zu others near\n", octree_.size(), most_near_);
        std::printf("%zu are in another\n", octree_.near_pairs(0, scratch_).size());
        std::printf("%zu hear a shot\n", octree_.in_sphere(place, kHearing, scratch_).size());
        if (const auto view = look_along(place, {.yaw = 0}, 90, 16.0 / 9)) {
            std::printf("%zu are in view\n", octree_.in_view(frustum_of(*view), scratch_).size());
        }
    }

private:
    static hs::ObstacleId itself_of(std::size_t guard) {
        return hs::ObstacleId(static_cast<std::uint32_t>(guard));
    }

    hs::CollisionWorld world_;
    hs::Octree octree_;
    hs::QueryScratch scratch_;
    hs::MoverBodies bodies_;
    hs::ShapeBody shape_;
    std::vector<Guard> guards_;  // the octree keeps their numbers
    std::size_t most_near_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    const auto level = hs::load_level(argc > 1 ? argv[1] : "keep.hsw");
    if (!level) {
        std::fprintf(stderr, "%s\n", to_string(level.error()).c_str());
        return 1;
    }
    const auto stand = find_space(*level, "stand");
    const auto crouch = find_space(*level, "crouch");
    const auto start = first_entity(*level, "info_player_start");
    const auto place = start ? vec3_value(*level, *start, "origin") : std::nullopt;
    auto octree = hs::Octree::create();
    if (!stand || !crouch || !place || !octree) {
        std::fprintf(stderr, "the level has no start or no bodies\n");
        return 1;
    }
    Guards guards(*level, *std::move(octree), *stand, *crouch);
    for (int step = 0; step < kSteps; ++step) {
        if (step % 32 == 0) {
            guards.enter(*place);
        }
        guards.step();
    }
    guards.report(*place);
    return 0;
}
