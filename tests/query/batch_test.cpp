// SPDX-License-Identifier: MIT
// Batches by an executor: any thread may work on any part, in any order. Each answer has the bits
// of the answer to the question alone.
#include "halfspace/tasks/parallel_for.h"

#include "support/queries.h"
#include "support/questions.h"
#include "support/scene_levels.h"
#include "support/scenes.h"
#include "support/small_level.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace halfspace::test {
namespace {

// Counts its parts, and works them off from the last to the first.
Executor backwards(std::size_t& parts) {
    return [&parts](std::size_t count, const std::function<void(std::size_t)>& body) {
        parts += count;
        for (std::size_t i = count; i-- > 0;) {
            body(i);
        }
    };
}

// The first `count` things of those that are asked about.
Asked first_of(const Asked& asked, std::size_t count) {
    Asked first = asked;
    first.points = asked.points.first(std::min(count, asked.points.size()));
    first.segments = asked.segments.first(std::min(count, asked.segments.size()));
    first.boxes = asked.boxes.first(std::min(count, asked.boxes.size()));
    return first;
}

void expect_same_answers(const Question& question, const PlacedLevel& here, const Asked& asked) {
    const std::size_t count = count_of(here, question.subject, asked);
    ASSERT_GT(count, 2 * question.part) << question.name;
    const Way alone = question.one_by_one(count);
    alone.ask(here, asked, run_serially);
    for (const std::size_t some : {std::size_t{0},
                                   std::size_t{1},
                                   std::size_t{2},
                                   std::size_t{3},
                                   std::size_t{100},
                                   question.part - 1,
                                   question.part,
                                   question.part + 1,
                                   count}) {
        std::size_t parts = 0;
        for (const Executor& executor : {backwards(parts), executor(2)}) {
            const Way batch = question.all(some);
            batch.ask(here, first_of(asked, some), executor);
            for (std::size_t i = 0; i < some; ++i) {
                ASSERT_EQ(batch.answer(i), alone.answer(i))
                    << question.name << " " << i << " of " << some;
            }
        }
        EXPECT_EQ(parts, (some + question.part - 1) / question.part) << question.name;
    }
}

// All batches, for the point and the first body.
void expect_same_answers(const Level& level) {
    const Oracle oracle(level);
    const std::vector<Vec3> points = make_points(oracle, 20'000, 1);
    const std::vector<Aabb> boxes = boxes_at(points);
    const std::vector<Segment> segments = make_segments(oracle, 10'000, 2);
    const std::vector<Segment> sweeps = make_sweeps(oracle, 3'000, 2);
    for (const Question& question : questions()) {
        if (!question.all) {
            continue;
        }
        if (question.subject == Subject::ShapeMotion) {
            for (const ConvexShape& shape : swept_bodies()) {
                const PlacedShape body{shape, turned_about({}, {.pitch = 30, .yaw = 90})};
                expect_same_answers(question, level, {.segments = sweeps, .body = &body});
            }
            continue;
        }
        for (std::uint32_t s = 0; s < std::min<std::size_t>(level.spaces().size(), 2); ++s) {
            expect_same_answers(question, level, {points, segments, boxes, SpaceId(s)});
        }
    }
}

TEST(Batches, OfASceneAreDoneInPartsAndAnswerAsTheQuestionsAlone) {
    const auto level = compiled_level(make_scene(SceneKind::PieWedges, 12, 3));
    ASSERT_TRUE(level) << to_string(level.error());
    expect_same_answers(*level);
}

TEST(Batches, OfALevelMadeByHandAreDoneInPartsAndAnswerAsTheQuestionsAlone) {
    expect_same_answers(*Level::from_bytes(write_level(small_level()), "small"));
}

}  // namespace
}  // namespace halfspace::test
