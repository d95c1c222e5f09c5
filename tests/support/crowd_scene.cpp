// SPDX-License-Identifier: MIT
#include "support/crowd_scene.h"

#include "halfspace/move/mover.h"
#include "halfspace/nav/distance_field.h"
#include "halfspace/nav/locate.h"
#include "halfspace/query/space.h"

#include "support/brushes.h"
#include "support/nav_levels.h"

#include <utility>

namespace halfspace::test {
namespace {

bool do_overlap(const Aabb& a, const Aabb& b) {
    return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y &&
           a.min.z < b.max.z && b.min.z < a.max.z;
}

}  // namespace

CrowdScene::CrowdScene(const World& world, const std::vector<CrowdWalker>& walkers)
    : level_(level_with_navigation(world).value()), doors_(level_) {
    for (const CrowdWalker& walker : walkers) {
        add(walker);
    }
}

void CrowdScene::add(const CrowdWalker& walker) {
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
    doors_.world().place(me, {.body = shape, .position = state.position});
    ids_.push_back(
        crowd_.add(mesh,
                   shape,
                   state,
                   {.follow = {.route = {.links = kMoverLinks | kGameLinks}, .lifts = &doors_}}));
    spaces_.push_back(space);
    shapes_.push_back(shape);
    moved_.push_back(state);
    const NavPlace goal = locate(mesh, walker.to).value();
    FollowStatus status{};
    if (ids_.size() % 2 == 0) {
        status = crowd_.go_to(ids_.back(), goal);
    } else {
        DistanceField field;
        field.find(mesh, goal);
        status = crowd_.go_to(ids_.back(), field);
    }
    problems_ += status != FollowStatus::Following ? 1 : 0;
}

double CrowdScene::run(double most, const Executor& executor) {
    double seconds = 0;
    while (seconds < most && arrived() < ids_.size()) {
        step(executor);
        seconds += 1.0 / 64;
    }
    return seconds;
}

void CrowdScene::step(const Executor& executor) {
    crowd_.step(executor);
    std::vector<Vec3> places;
    for (const AgentId id : ids_) {
        places.push_back(crowd_.state(id).position);
    }
    doors_.step(1.0 / 64, places);
    // A lift that crushes somebody turns back, and all make the step again.
    for (std::size_t tries = 0; tries <= doors_.doors().size(); ++tries) {
        const std::optional<ModelId> crushed = step_all();
        if (!crushed) {
            break;
        }
        doors_.turn_back(*crushed);
    }
    doors_.finish();
    for (std::size_t i = 0; i < ids_.size(); ++i) {
        crowd_.set_state(ids_[i], moved_[i]);
        hash_ = hash_with(hash_, moved_[i].position);
        for (std::size_t j = 0; j < i; ++j) {
            overlaps_ += do_overlap(box(i), box(j)) ? 1 : 0;
        }
    }
}

// Moves all from their states before the step. Returns the lift that crushes one of them.
std::optional<ModelId> CrowdScene::step_all() {
    CollisionWorld& world = doors_.world();
    for (std::size_t i = 0; i < ids_.size(); ++i) {
        world.place(ObstacleId(static_cast<std::uint32_t>(i)), crowd_.state(ids_[i]).position);
    }
    for (std::size_t i = 0; i < ids_.size(); ++i) {
        const ObstacleId me(static_cast<std::uint32_t>(i));
        const MoverStep moved = step_mover({world, {.obstacles = {&me, 1}}},
                                           {spaces_[i], spaces_[i]},
                                           crowd_.state(ids_[i]),
                                           crowd_.input(ids_[i]));
        if (moved.crush) {
            return moved.crush->model;
        }
        problems_ += moved.problem != MoverProblem::None ? 1 : 0;
        moved_[i] = moved.state;
        world.place(me, moved.state.position);
    }
    return std::nullopt;
}

std::size_t CrowdScene::arrived() const {
    std::size_t count = 0;
    for (const AgentId id : ids_) {
        count += crowd_.follower(id).status() == FollowStatus::Arrived ? 1 : 0;
    }
    return count;
}

std::string CrowdScene::late() const {
    std::string text;
    for (std::size_t i = 0; i < ids_.size(); ++i) {
        const PathFollower& follower = crowd_.follower(ids_[i]);
        if (follower.status() != FollowStatus::Arrived) {
            const Vec3& p = crowd_.state(ids_[i]).position;
            text += std::to_string(i) + " at " + std::to_string(p.x) + " " + std::to_string(p.y) +
                    " " + std::to_string(p.z) + " status " +
                    std::to_string(static_cast<int>(follower.status())) + "; ";
        }
    }
    return text;
}

Aabb CrowdScene::box(std::size_t i) const {
    return box_at(shapes_[i], crowd_.state(ids_[i]).position);
}

World floor_with(std::vector<Brush> brushes) {
    brushes.insert(brushes.begin(), box_brush({-512, -512, -16}, {512, 512, 0}));
    return world_of(std::move(brushes));
}

std::vector<CrowdWalker> rows(int count, const Vec3& first, const Vec3& way, const Vec3& beside) {
    std::vector<CrowdWalker> walkers;
    const Vec3 flat_way{way.x, way.y, 0};
    const Vec3 behind = flat_way * (-96 / length(flat_way));
    for (int i = 0; i < count; ++i) {
        const Vec3 from = first + beside * (i % 4 - 1.5) + behind * (i / 4);
        walkers.push_back({"stand", from, from + way});
    }
    return walkers;
}

std::vector<CrowdWalker> joined(std::vector<CrowdWalker> a, const std::vector<CrowdWalker>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

World door(std::int64_t width) {
    return floor_with({box_brush({-8, -512, 0}, {8, -width / 2, 128}),
                       box_brush({-8, width / 2, 0}, {8, 512, 128})});
}

std::vector<CrowdWalker> through_a_door() {
    return joined(rows(8, {-200, 0, 24}, {480, 0, 0}, {0, 80, 0}),
                  rows(8, {200, 0, 24}, {-480, 0, 0}, {0, 80, 0}));
}

}  // namespace halfspace::test
