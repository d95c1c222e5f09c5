// SPDX-License-Identifier: MIT
// Batches by an executor: whoever works on the parts, and in whatever order, each answer is the one
// that the question gives alone.
#include "halfspace/query/classify.h"
#include "halfspace/query/first_hit.h"
#include "halfspace/query/free.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/sweep.h"
#include "halfspace/query/trace.h"
#include "halfspace/tasks/parallel_for.h"

#include "support/queries.h"
#include "support/same_contact.h"
#include "support/scene_levels.h"
#include "support/scenes.h"

#include <gtest/gtest.h>

#include <vector>

namespace halfspace {
namespace {

class Batch : public testing::Test {
protected:
    static void SetUpTestSuite() {
        auto compiled = test::compiled_level(test::make_scene(test::SceneKind::PieWedges, 12, 3));
        ASSERT_TRUE(compiled) << to_string(compiled.error());
        shared = new Level(std::move(*compiled));
    }
    static void TearDownTestSuite() { delete shared; }

    // Counts its calls, and works off the parts from the last to the first.
    Executor backwards() {
        return [this](std::size_t count, const std::function<void(std::size_t)>& body) {
            parts += count;
            for (std::size_t i = count; i-- > 0;) {
                body(i);
            }
        };
    }

    static Level* shared;
    const PlacedLevel here{*shared};
    const SpaceId space{0};
    std::size_t parts = 0;
    const std::vector<Vec3> points = test::make_points(test::Oracle(*shared), 20'000, 1);
    const std::vector<Segment> segments = test::make_segments(test::Oracle(*shared), 10'000, 2);
};

Level* Batch::shared = nullptr;

TEST_F(Batch, OfContentsIsDoneInParts) {
    for (const Executor& executor : {backwards(), executor(2)}) {
        std::vector<Contents> contents(points.size());
        point_contents_all(here, points, contents, executor);
        for (std::size_t i = 0; i < points.size(); ++i) {
            ASSERT_EQ(contents[i], point_contents(here, points[i]));
        }
    }
    EXPECT_EQ(parts, (points.size() + 8191) / 8192);
}

TEST_F(Batch, OfFreePositionsIsDoneInParts) {
    for (const Executor& executor : {backwards(), executor(2)}) {
        std::vector<std::uint8_t> free(points.size());
        is_free_all(here, space, points, free, kBodyBlockers, executor);
        for (std::size_t i = 0; i < points.size(); ++i) {
            ASSERT_EQ(free[i], is_free(here, space, points[i]) ? 1 : 0);
        }
    }
    EXPECT_EQ(parts, (points.size() + 8191) / 8192);
}

TEST_F(Batch, OfSightIsDoneInParts) {
    for (const Executor& executor : {backwards(), executor(2)}) {
        std::vector<std::uint8_t> clear(segments.size());
        line_of_sight_all(here, segments, clear, executor);
        for (std::size_t i = 0; i < segments.size(); ++i) {
            ASSERT_EQ(clear[i], line_of_sight(here, segments[i].from, segments[i].to) ? 1 : 0);
        }
    }
    EXPECT_EQ(parts, (segments.size() + 4095) / 4096);
}

TEST_F(Batch, OfTracesIsDoneInParts) {
    for (const Executor& executor : {backwards(), executor(2)}) {
        std::vector<Contact> contacts(segments.size());
        trace_all(here, space, segments, contacts, {}, executor);
        for (std::size_t i = 0; i < segments.size(); ++i) {
            const Contact alone = trace(here, space, segments[i].from, segments[i].to);
            ASSERT_EQ(contacts[i].end, alone.end);
            ASSERT_EQ(contacts[i].fraction, alone.fraction);
            ASSERT_EQ(contacts[i].node, alone.node);
        }
    }
    EXPECT_EQ(parts, (segments.size() + 4095) / 4096);
}

TEST_F(Batch, OfHitsIsDoneInParts) {
    for (const Executor& executor : {backwards(), executor(2)}) {
        std::vector<TraceHit> hits(segments.size());
        first_hit_all(here, space, segments, hits, {}, executor);
        for (std::size_t i = 0; i < segments.size(); ++i) {
            const auto& [from, to] = segments[i];
            const Contact alone = trace(here, space, from, to);
            ASSERT_EQ(test::difference(here, space, segments[i], hits[i], alone), "");
        }
    }
    EXPECT_EQ(parts, (segments.size() + 4095) / 4096);
}

TEST_F(Batch, OfSweepsIsDoneInParts) {
    const std::vector<Segment> ways = test::make_sweeps(test::Oracle(*shared), 3'000, 2);
    for (const ConvexShape& shape : test::swept_bodies()) {
        const PlacedShape body{shape, turned_about({}, {.pitch = 30, .yaw = 90})};
        std::vector<Contact> contacts(ways.size());
        parts = 0;
        sweep_all(here, body, ways, contacts, {}, backwards());
        EXPECT_EQ(parts, (ways.size() + 1023) / 1024);
        std::vector<Contact> by_threads(ways.size());
        sweep_all(here, body, ways, by_threads, {}, executor(2));
        for (std::size_t i = 0; i < ways.size(); ++i) {
            const Contact alone = sweep(here, body, ways[i].from, ways[i].to);
            ASSERT_EQ(contacts[i].end, alone.end);
            ASSERT_EQ(contacts[i].fraction, alone.fraction);
            ASSERT_EQ(by_threads[i].end, alone.end);
            ASSERT_EQ(by_threads[i].fraction, alone.fraction);
        }
    }
}

}  // namespace
}  // namespace halfspace
