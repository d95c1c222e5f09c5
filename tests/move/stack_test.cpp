// SPDX-License-Identifier: MIT
// A step of a mover runs on a small stack and allocates nothing.
#include "courses.h"
#include "support/random.h"
#include "support/scenes.h"
#include "support/small_stack.h"
#include "support/walk_checks.h"

namespace halfspace::test {
namespace {

struct Work {
    const Level& level;
    MoverBodies bodies;
    std::vector<MovingModel> models;
    std::vector<Obstacle> others;
    std::vector<MoverState> states;
    std::vector<MoverInput> inputs;
    std::size_t steps = 0;
    std::size_t allocations = 0;
};

void* make_steps(void* data) {
    Work& work = *static_cast<Work*>(data);
    const std::size_t before = allocations();
    const halfspace::Surroundings around{work.level, work.models, work.others};
    for (MoverState state : work.states) {
        for (const MoverInput& input : work.inputs) {
            state = step_mover(around, work.bodies, state, input).state;
            ++work.steps;
        }
    }
    work.allocations = allocations() - before;
    return nullptr;
}

TEST(StepMover, RunsOnAStackOf100KilobytesAndAllocatesNothing) {
#ifdef HALFSPACE_HAS_LARGE_FRAMES
    GTEST_SKIP() << "sanitizers make frames larger";
#endif
    Random random(3);
    const auto anywhere = [&](double size) {
        const double x = random.real(-size, size);
        const double y = random.real(-size, size);
        return Vec3{x, y, random.real(-size, size)};
    };
    for (const SceneKind kind : kAllScenes) {
        World world = make_scene(kind, 40, 9, SceneContents::Mixed);
        add_doors(world, 4);
        const Level level = level_of(world);
        const ShapeBody cylinder{*ConvexShape::cylinder(28, 15), {0, 0, 4}};
        for (const MoverBodies& bodies : {bodies_of(level), MoverBodies{cylinder, cylinder}}) {
            Work work{level, bodies, {}, {}, {}, {}};
            for (std::uint32_t m = 1; m < level.models().size(); ++m) {
                const Transform to = turned_about(anywhere(300), {.yaw = random.real(-9, 9)});
                work.models.emplace_back(level, ModelId(m), Transform{}, to);
            }
            for (std::uint32_t id = 0; id < 5; ++id) {
                work.others.push_back({id, cylinder, anywhere(200), anywhere(9)});
            }
            for (int i = 0; i < 20; ++i) {
                work.states.push_back(mover_at(anywhere(400)));
                work.inputs.push_back(quantised({.view = {.yaw = random.real(0, 360)},
                                                 .forward = 1,
                                                 .jump = random.one_in(2),
                                                 .crouch = random.one_in(2)}));
            }
            run_on_small_stack(100, make_steps, &work);
            EXPECT_EQ(work.steps, 400u);
            EXPECT_EQ(work.allocations, 0u) << to_string(kind);
        }
    }
}

}  // namespace
}  // namespace halfspace::test
