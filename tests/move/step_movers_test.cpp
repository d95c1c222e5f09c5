// SPDX-License-Identifier: MIT
// Batches of movers and of beams: each answer has the bits of the question alone.
#include "halfspace/move/step_movers.h"

#include "halfspace/query/beams.h"
#include "halfspace/tasks/parallel_for.h"

#include "courses.h"
#include "support/random.h"
#include "support/scenes.h"

#include <cmath>
#include <cstring>

namespace halfspace::test {
namespace {

constexpr std::uint32_t kMovers = 100;

Vec3 anywhere(Random& random, double size) {
    const double x = random.real(-size, size);
    const double y = random.real(-size, size);
    return {x, y, random.real(-size, size)};
}

// Movers in a scene. All but the last ten are obstacles of the world.
struct Crowded {
    explicit Crowded(SceneKind kind)
        : level(level_of(make_scene(kind, 40, 5, SceneContents::Mixed))), world(level) {
        Random random(7);
        const ShapeBody body{*ConvexShape::cylinder(28, 15), {0, 0, 4}};
        for (std::uint32_t i = 0; i < kMovers; ++i) {
            states.push_back(mover_at(anywhere(random, 300)));
            inputs.push_back(quantised(
                {.view = {.yaw = random.real(0, 360)}, .forward = 1, .jump = random.one_in(3)}));
            themselves.push_back(i + 10 < kMovers ? ObstacleId(i) : ObstacleId());
            if (themselves.back().is_valid()) {
                world.place(ObstacleId(i), {.body = body, .position = states.back().position});
            }
        }
    }

    Level level;
    CollisionWorld world;
    std::vector<MoverState> states;
    std::vector<MoverInput> inputs;
    std::vector<ObstacleId> themselves;
};

bool same(const MoverState& a, const MoverState& b) {
    return std::memcmp(&a, &b, sizeof(a)) == 0;
}

TEST(StepMovers, EachMoverGoesAsIfItWereAlone) {
    for (const SceneKind kind : kAllScenes) {
        Crowded crowd(kind);
        crowd.states[3].position.x = std::nan("");
        const MoverBodies bodies = bodies_of(crowd.level);
        for (const unsigned threads : {1u, 2u}) {
            std::vector<MoverState> after = crowd.states;
            std::vector<MoverProblem> problems(kMovers);
            step_movers(crowd.world,
                        bodies,
                        {after, crowd.inputs, crowd.themselves},
                        after,
                        problems,
                        {},
                        executor(threads));
            std::size_t moved = 0;
            for (std::uint32_t i = 0; i < kMovers; ++i) {
                const ObstacleId self = crowd.themselves[i];
                const LeaveOut without{.obstacles = {&self, self.is_valid() ? 1u : 0u}};
                const MoverStep step =
                    step_mover({crowd.world, without}, bodies, crowd.states[i], crowd.inputs[i]);
                ASSERT_TRUE(same(after[i], step.state)) << to_string(kind) << " " << i;
                ASSERT_EQ(problems[i], step.problem) << to_string(kind) << " " << i;
                moved += same(after[i], crowd.states[i]) ? 0 : 1;
            }
            EXPECT_EQ(problems[3], MoverProblem::BadState);
            EXPECT_GT(moved, kMovers / 4) << to_string(kind);
        }
    }
}

TEST(StepMovers, NoMoverAndNoListOfProblemsAreFine) {
    const Crowded crowd(SceneKind::RotatedBoxes);
    const MoverBodies bodies = bodies_of(crowd.level);
    step_movers(crowd.world, bodies, {}, {}, {});
    std::vector<MoverState> after(kMovers);
    step_movers(crowd.world, bodies, {crowd.states, crowd.inputs}, after, {});
    EXPECT_TRUE(
        same(after[0], step_mover(crowd.world, bodies, crowd.states[0], crowd.inputs[0]).state));
}

TEST(Beams, EachIsATraceFromItsPose) {
    Random random(9);
    std::vector<Vec3> directions;
    for (int i = 0; i < 150; ++i) {
        directions.push_back(anywhere(random, 1));
    }
    constexpr double kRange = 500;
    for (const SceneKind kind : kAllScenes) {
        const Crowded crowd(kind);
        std::vector<Transform> poses;
        for (const MoverState& state : crowd.states) {
            poses.push_back(turned_about({}, {.yaw = random.real(0, 360)}));
            poses.back().translation = state.position;
        }
        std::vector<double> distances(poses.size() * directions.size());
        beam_distances(crowd.world,
                       SpaceId(0),
                       {poses, directions, kRange, crowd.themselves},
                       distances,
                       {},
                       executor(2));
        std::size_t stopped = 0;
        for (std::size_t p = 0; p < poses.size(); ++p) {
            const ObstacleId self = crowd.themselves[p];
            const LeaveOut without{.obstacles = {&self, self.is_valid() ? 1u : 0u}};
            for (std::size_t d = 0; d < directions.size(); ++d) {
                const Vec3& from = poses[p].translation;
                const Vec3 to = from + direction_to_world(poses[p], directions[d] * kRange);
                const Contact contact = trace({crowd.world, without}, SpaceId(0), from, to);
                const double way = contact.start_blocked ? 0 : contact.fraction * kRange;
                ASSERT_EQ(distances[p * directions.size() + d], way) << p << " " << d;
                stopped += way < kRange ? 1 : 0;
            }
        }
        EXPECT_GT(stopped, distances.size() / 10) << to_string(kind);
    }
}

}  // namespace
}  // namespace halfspace::test
