// SPDX-License-Identifier: MIT
// A step of a mover and a slide run on a small stack and allocate nothing.
#include "courses.h"
#include "support/random.h"
#include "support/scenes.h"
#include "support/small_stack.h"
#include "support/walk_engines.h"

namespace halfspace::test {
namespace {

struct Work {
    const Level& level;
    MoverBodies bodies;
    std::vector<MovingModel> models;
    std::vector<Other> others;
    std::vector<MoverState> states;
    std::vector<MoverInput> inputs;
};

// The count of steps.
std::size_t make_steps(const Work& work, const PlacedLevel& around) {
    std::size_t steps = 0;
    for (MoverState state : work.states) {
        for (const MoverInput& input : work.inputs) {
            state = step_mover(around, work.bodies, state, input).state;
            ++steps;
        }
    }
    return steps;
}

// The count of slides.
std::size_t make_slides(const Work& work, const PlacedLevel& around) {
    std::size_t slides = 0;
    for (const MoverState& state : work.states) {
        for (const MoverState& other : work.states) {
            const Vec3 velocity = other.position - state.position;
            move_and_slide(around, work.bodies.stand, state.position, velocity, 0.1);
            ++slides;
        }
    }
    return slides;
}

void expect_taken(const Taken& taken, std::size_t kilobytes, const std::string& name) {
    EXPECT_LE(taken.stack, kilobytes * 1024) << name;
    EXPECT_EQ(taken.allocations, 0u) << name;
}

TEST(MoveFunctions, NeedNoMoreStackThanTheyPromiseAndAllocateNothing) {
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
            const CollisionWorld around = world_with(level, work.models, work.others);
            std::size_t steps = 0;
            std::size_t slides = 0;
            const Taken by_steps = taken_by([&] { steps = make_steps(work, around); });
            expect_taken(by_steps, 125, "steps in " + to_string(kind));
            const Taken by_slides = taken_by([&] { slides = make_slides(work, around); });
            expect_taken(by_slides, 80, "slides in " + to_string(kind));
            EXPECT_EQ(steps + slides, 800u);
        }
    }
}

}  // namespace
}  // namespace halfspace::test
