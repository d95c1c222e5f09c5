// SPDX-License-Identifier: MIT
// Crowds in small scenes: everybody arrives in the stated time, and no two bodies overlap.
#include "halfspace/agents/crowd.h"

#include "halfspace/move/mover.h"
#include "halfspace/nav/locate.h"
#include "halfspace/query/space.h"
#include "halfspace/tasks/parallel_for.h"

#include "support/brushes.h"
#include "support/nav_levels.h"
#include "support/small_stack.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

struct Walker {
    std::string body;  // the name of a space
    Vec3 from;
    Vec3 to;
};

class CrowdScene {
public:
    explicit CrowdScene(const World& world, const std::vector<Walker>& walkers)
        : level_(level_with_navigation(world).value()), world_(level_) {
        for (const Walker& walker : walkers) {
            add(walker);
        }
    }

    // Steps until all have arrived, at most so long. Returns the seconds that it took.
    double run(double most, const Executor& executor = run_serially) {
        double seconds = 0;
        while (seconds < most && arrived() < ids_.size()) {
            step(executor);
            seconds += 1.0 / 64;
        }
        return seconds;
    }

    void step(const Executor& executor = run_serially) {
        crowd_.step(executor);
        for (std::size_t i = 0; i < ids_.size(); ++i) {
            const ObstacleId me(static_cast<std::uint32_t>(i));
            const MoverStep moved = step_mover({world_, {.obstacles = {&me, 1}}},
                                               {spaces_[i], spaces_[i]},
                                               crowd_.state(ids_[i]),
                                               crowd_.input(ids_[i]));
            problems_ += moved.problem != MoverProblem::None ? 1 : 0;
            crowd_.set_state(ids_[i], moved.state);
            world_.place(me, moved.state.position);
            add_to_hash(moved.state.position);
        }
        for (std::size_t i = 0; i < ids_.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                overlaps_ += do_overlap(box(i), box(j)) ? 1 : 0;
            }
        }
    }

    std::size_t arrived() const {
        std::size_t count = 0;
        for (const AgentId id : ids_) {
            count += crowd_.follower(id).status() == FollowStatus::Arrived ? 1 : 0;
        }
        return count;
    }
    std::string late() const {
        std::string text;
        for (std::size_t i = 0; i < ids_.size(); ++i) {
            const PathFollower& follower = crowd_.follower(ids_[i]);
            if (follower.status() != FollowStatus::Arrived) {
                const Vec3& p = crowd_.state(ids_[i]).position;
                text += std::to_string(i) + " at " + std::to_string(p.x) + " " +
                        std::to_string(p.y) + " status " +
                        std::to_string(static_cast<int>(follower.status())) + "; ";
            }
        }
        return text;
    }
    std::size_t size() const { return ids_.size(); }
    std::size_t problems() const { return problems_; }
    std::size_t overlaps() const { return overlaps_; }
    std::uint64_t hash() const { return hash_; }
    Crowd& crowd() { return crowd_; }
    AgentId id(std::size_t i) const { return ids_[i]; }

private:
    void add(const Walker& walker) {
        const SpaceId space = *find_space(level_, walker.body);
        if (!meshes_.contains(space.value)) {
            meshes_.emplace(space.value, NavMesh::from_level(level_, space).value());
        }
        const NavMesh& mesh = meshes_.at(space.value);
        MoverState state = mover_at(walker.from + Vec3{0, 0, 1.0 / 16});
        for (int i = 0; i < 4; ++i) {
            state = step_mover(level_, {space, space}, state, {}).state;
        }
        const ObstacleId me(static_cast<std::uint32_t>(ids_.size()));
        const ShapeBody shape = shape_of(level_, space);
        world_.place(me, {.body = shape, .position = state.position});
        ids_.push_back(crowd_.add(mesh, shape, state));
        spaces_.push_back(space);
        shapes_.push_back(shape);
        const auto goal = locate(mesh, walker.to);
        ASSERT_TRUE(goal.has_value());
        if (ids_.size() % 2 == 0) {
            EXPECT_EQ(crowd_.go_to(ids_.back(), *goal), FollowStatus::Following);
        } else {  // the same path
            DistanceField field;
            field.find(mesh, *goal);
            EXPECT_EQ(crowd_.go_to(ids_.back(), field), FollowStatus::Following);
        }
    }

    Aabb box(std::size_t i) const { return box_at(shapes_[i], crowd_.state(ids_[i]).position); }
    static bool do_overlap(const Aabb& a, const Aabb& b) {
        return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y &&
               a.min.z < b.max.z && b.min.z < a.max.z;
    }

    void add_to_hash(const Vec3& p) {
        for (const double x : {p.x, p.y, p.z}) {
            std::uint64_t bits = 0;
            std::memcpy(&bits, &x, sizeof bits);
            hash_ = (hash_ ^ bits) * 0x100000001b3u;
        }
    }

    Level level_;
    CollisionWorld world_;
    Crowd crowd_;
    std::map<std::uint32_t, NavMesh> meshes_;
    std::vector<AgentId> ids_;
    std::vector<SpaceId> spaces_;
    std::vector<ShapeBody> shapes_;
    std::size_t problems_ = 0;
    std::size_t overlaps_ = 0;
    std::uint64_t hash_ = 0xcbf29ce484222325u;
};

void expect_all_arrive(const World& world, const std::vector<Walker>& walkers, double seconds) {
    CrowdScene scene(world, walkers);
    const double took = scene.run(2 * seconds);
    EXPECT_EQ(scene.arrived(), walkers.size()) << scene.late();
    EXPECT_LE(took, seconds);
    EXPECT_EQ(scene.overlaps(), 0u);
    EXPECT_EQ(scene.problems(), 0u);
}

World floor_with(std::vector<Brush> brushes) {
    brushes.insert(brushes.begin(), box_brush({-512, -512, -16}, {512, 512, 0}));
    return world_of(std::move(brushes));
}

// Rows of four, from one side of the origin to the other.
std::vector<Walker> rows(int count, const Vec3& first, const Vec3& way, const Vec3& beside) {
    std::vector<Walker> walkers;
    const Vec3 behind = way * (-96 / length(way));
    for (int i = 0; i < count; ++i) {
        const Vec3 from = first + beside * (i % 4 - 1.5) + behind * (i / 4);
        walkers.push_back({"stand", from, from + way});
    }
    return walkers;
}

std::vector<Walker> joined(std::vector<Walker> a, const std::vector<Walker>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

std::vector<Walker> through_a_door() {
    std::vector<Walker> walkers = joined(rows(8, {-200, 0, 24}, {480, 0, 0}, {0, 80, 0}),
                                         rows(8, {200, 0, 24}, {-480, 0, 0}, {0, 80, 0}));
    return walkers;
}

World door(std::int64_t width) {
    return floor_with({box_brush({-8, -512, 0}, {8, -width / 2, 128}),
                       box_brush({-8, width / 2, 0}, {8, 512, 128})});
}

TEST(Crowd, PassesADoorBothWays) {
    // Two abreast fit through the first one, three through the second.
    expect_all_arrive(door(96), through_a_door(), 16);
    expect_all_arrive(door(128), through_a_door(), 12);
}

TEST(Crowd, CrossesAnotherStream) {
    expect_all_arrive(floor_with({}),
                      joined(rows(12, {-230, 0, 24}, {660, 0, 0}, {0, 80, 0}),
                             rows(12, {0, -230, 24}, {0, 660, 0}, {80, 0, 0})),
                      5);
}

TEST(Crowd, OnACircleSwapsPlaces) {
    std::vector<Walker> walkers;
    constexpr std::array kPlaces{Vec3{320, 0, 24},
                                 Vec3{296, 122, 24},
                                 Vec3{226, 226, 24},
                                 Vec3{122, 296, 24},
                                 Vec3{0, 320, 24},
                                 Vec3{-122, 296, 24},
                                 Vec3{-226, 226, 24},
                                 Vec3{-296, 122, 24}};
    for (const Vec3& p : kPlaces) {
        const Vec3 opposite{-p.x, -p.y, p.z};
        walkers.push_back({"stand", p, opposite});
        walkers.push_back({"stand", opposite, p});
    }
    expect_all_arrive(floor_with({}), walkers, 10);
}

TEST(Crowd, OfSeveralSizesTakesTheWayOfEach) {
    // A tunnel for the small in the middle, and a gate for the large at the end.
    const World world = floor_with({box_brush({-64, -512, 0}, {64, -24, 128}),
                                    box_brush({-64, 24, 0}, {64, 320, 128}),
                                    box_brush({-64, -24, 72}, {64, 24, 128})});
    std::vector<Walker> walkers = rows(4, {-200, 0, 24}, {400, 0, 0}, {0, 48, 0});
    walkers.push_back({"large", {-400, -100, 24}, {400, -100, 24}});
    walkers.push_back({"large", {-400, 100, 24}, {400, 100, 24}});
    expect_all_arrive(world, walkers, 5);
    CrowdScene scene(world, walkers);
    EXPECT_LT(scene.crowd().follower(scene.id(0)).points().front().remaining, 450);
    EXPECT_GT(scene.crowd().follower(scene.id(4)).points().front().remaining, 500);
}

TEST(Crowd, GoesUpAndDownStairs) {
    std::vector<Brush> brushes;
    for (std::int64_t i = 0; i < 8; ++i) {
        brushes.push_back(box_brush({-64 + 24 * i, -128, 0}, {512, 128, 16 * (i + 1)}));
    }
    std::vector<Walker> walkers = rows(6, {-250, 0, 24}, {600, 0, 128}, {0, 48, 0});
    for (Walker walker : rows(6, {250, 0, 24 + 128}, {-600, 0, -128}, {0, 48, 0})) {
        walker.from.z = 24 + 128;
        walker.to.z = 24;
        walkers.push_back(walker);
    }
    for (std::size_t i = 0; i < 6; ++i) {
        walkers[i].from.z = 24;
        walkers[i].to.z = 24 + 128;
    }
    expect_all_arrive(floor_with(std::move(brushes)), walkers, 5);
}

TEST(Crowd, DoesNotMindThoseOnAnotherStorey) {
    const World world = floor_with({box_brush({-64, -512, 112}, {64, 512, 128})});
    const Walker below{"stand", {-300, 0, 24}, {300, 0, 24}};
    CrowdScene alone(world, {below});
    const double seconds = alone.run(5);
    ASSERT_EQ(alone.arrived(), 1u);
    const Walker above{"stand", {0, 0, 24 + 128}, {0, 10, 24 + 128}};
    CrowdScene both(world, {below, above});
    both.run(5);
    EXPECT_EQ(both.arrived(), 2u);
    CrowdScene again(world, {below, above});
    for (int i = 0; i < seconds * 64; ++i) {
        again.step();
    }
    EXPECT_EQ(again.crowd().state(again.id(0)).position, alone.crowd().state(alone.id(0)).position);
}

TEST(Crowd, GivesTheSameStatesAgainAndOfEveryExecutor) {
    std::vector<Walker> walkers;
    for (int i = 0; i < 100; ++i) {  // more than one part
        const Vec3 from{-400.0 + 40 * (i % 20), -400.0 + 80 * (i / 20), 24};
        walkers.push_back({"stand", from, {-from.x, -from.y, 24}});
    }
    CrowdScene one(floor_with({}), walkers);
    CrowdScene again(floor_with({}), walkers);
    CrowdScene threads(floor_with({}), walkers);
    const Executor two = [](std::size_t count, const std::function<void(std::size_t)>& body) {
        parallel_for(count, 2, body);
    };
    for (int i = 0; i < 128; ++i) {
        one.step();
        again.step();
        threads.step(two);
    }
    EXPECT_EQ(one.hash(), again.hash());
    EXPECT_EQ(one.hash(), threads.hash());
    EXPECT_EQ(one.overlaps(), 0u);
}

TEST(Crowd, AllocatesNothingInASteadyState) {
#ifdef HALFSPACE_HAS_LARGE_FRAMES
    GTEST_SKIP() << "sanitizers have a memory of their own";
#endif
    CrowdScene scene(door(96), through_a_door());
    scene.run(3);
    const Taken taken = taken_by([&] {
        for (int i = 0; i < 16; ++i) {
            scene.crowd().step();
        }
    });
    EXPECT_EQ(taken.allocations, 0u);
}

TEST(Crowd, GivesTheNumberOfARemovedAgentAgain) {
    CrowdScene scene(floor_with({}), rows(2, {0, 0, 24}, {100, 0, 0}, {0, 64, 0}));
    Crowd& crowd = scene.crowd();
    EXPECT_EQ(crowd.size(), 2u);
    crowd.remove(scene.id(0));
    crowd.remove(scene.id(0));
    EXPECT_FALSE(crowd.holds(scene.id(0)));
    EXPECT_EQ(crowd.size(), 1u);
    EXPECT_TRUE(crowd.holds(scene.id(1)));
}

// Two hunters wait before a door that closes, and go on when it opens.
TEST(Crowd, WaitsBeforeAClosedDoor) {
    World world = world_of({box_brush({0, 0, -16}, {512, 256, 0}),
                            box_brush({248, 0, 0}, {264, 96, 128}),
                            box_brush({248, 160, 0}, {264, 256, 128})});
    Entity& entity = world.entities.emplace_back();
    entity.keys.push_back({"classname", "func_door"});
    entity.brushes.push_back(box_brush({250, 96, 0}, {262, 160, 128}));
    const Level level = level_with_navigation(world).value();
    const SpaceId stand = *find_space(level, "stand");
    const NavMesh mesh = NavMesh::from_level(level, stand).value();
    const ModelId door(1);
    NavDoorState doors(mesh);
    const AgentOptions heeds_doors{.follow = {.route = {.doors = &doors}}};
    CollisionWorld placed(level);
    Crowd crowd;
    std::vector<AgentId> ids;
    for (const double y : {64.0, 192.0}) {
        const MoverState state = mover_at({64, y, 24 + 1.0 / 16});
        ids.push_back(crowd.add(mesh, shape_of(level, stand), state, heeds_doors));
        crowd.go_to(ids.back(), locate(mesh, {448, y, 24}).value());
    }
    const auto run = [&](double seconds) {
        for (double t = 0; t < seconds; t += 1.0 / 64) {
            crowd.step();
            for (const AgentId id : ids) {
                crowd.set_state(
                    id, step_mover(placed, {stand, stand}, crowd.state(id), crowd.input(id)).state);
            }
        }
    };
    run(0.25);
    doors.set_closed(door, true);
    placed.place(door);
    run(2);
    for (const AgentId id : ids) {
        EXPECT_EQ(crowd.follower(id).status(), FollowStatus::Unreachable);
        EXPECT_LT(crowd.state(id).position.x, 235);
    }
    doors.set_closed(door, false);
    placed.remove(door);
    run(8);
    for (const AgentId id : ids) {
        EXPECT_EQ(crowd.follower(id).status(), FollowStatus::Arrived);
    }
}

}  // namespace
}  // namespace halfspace::test
