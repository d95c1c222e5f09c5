// SPDX-License-Identifier: MIT
// A chase through a door: hunters run after a player who has locked a door behind. They wait before
// the door, and go on when it is unlocked. docs/guides/agents.md explains it. Run it as: chase
// LEVEL.hsw The level has a door and navigation meshes: halfspace compile LEVEL.map --nav
#include "halfspace/agents/closed_doors.h"
#include "halfspace/agents/crowd.h"
#include "halfspace/level/level.h"
#include "halfspace/move/doors.h"
#include "halfspace/move/mover.h"
#include "halfspace/move/player_start.h"
#include "halfspace/nav/distance_field.h"
#include "halfspace/nav/locate.h"
#include "halfspace/nav/random_place.h"
#include "halfspace/query/space.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <optional>
#include <vector>

namespace {

namespace hs = halfspace;
using hs::Vec3;

constexpr double kStep = 1.0 / 64;  // [s]
constexpr double kUnlocked = 3;     // when the door is unlocked [s]
constexpr double kLongest = 60;     // of the chase [s]
constexpr double kReach = 80;       // so near a hunter has caught the player [units]
constexpr int kHunters = 6;
constexpr std::uint64_t kTries = 200;

class Hunters {
public:
    Hunters(const hs::Level& level, const hs::NavMesh& mesh, hs::SpaceId body)
        : level_(level), mesh_(mesh), body_(body), doors_(level), closed_(mesh) {
        doors_.lock(0);
        set_closed_doors(closed_, doors_);
    }

    // A place that the locked door keeps from `here`, on the same island.
    std::optional<hs::NavPlace> behind_the_door(const hs::NavPlace& here) const {
        for (std::uint64_t seed = 0; seed < kTries; ++seed) {
            const auto place = random_place_on_island(mesh_, mesh_.island(here.polygon), seed);
            if (place && !is_reachable(mesh_, here.polygon, place->polygon, &closed_)) {
                return place;
            }
        }
        return std::nullopt;
    }

    void add(const Vec3& position) {
        const hs::AgentOptions heeds_doors{
            .follow = {.goal_radius = kReach, .route = {.doors = &closed_}}};
        ids_.push_back(
            crowd_.add(mesh_, shape_of(level_, body_), hs::mover_at(position), heeds_doors));
        const hs::Obstacle obstacle{shape_of(level_, body_), position};
        doors_.world().place(hs::ObstacleId(ids_.back().value), obstacle);
    }

    void unlock() { doors_.unlock(0); }

    // One field has the ways of all to the player. It is found again when a door is set.
    void aim(const hs::NavPlace& player) {
        set_closed_doors(closed_, doors_);
        if (!field_.goal() || closed_.changes() != seen_changes_) {
            constexpr double kFar = std::numeric_limits<double>::infinity();
            field_.find(mesh_, player, kFar, {.doors = &closed_});
            seen_changes_ = closed_.changes();
            for (const hs::AgentId id : ids_) {
                crowd_.go_to(id, field_);
            }
        }
    }

    // A step of the doors, which open for hunters who are near, and of all hunters among them.
    void step() {
        std::vector<Vec3> visitors;
        for (const hs::AgentId id : ids_) {
            visitors.push_back(crowd_.state(id).position);
        }
        doors_.step(kStep, visitors);
        crowd_.step();
        for (const hs::AgentId id : ids_) {
            const hs::ObstacleId me(id.value);
            const hs::MoverStep moved = step_mover({doors_.world(), {.obstacles = {&me, 1}}},
                                                   {body_, body_},
                                                   crowd_.state(id),
                                                   crowd_.input(id));
            crowd_.set_state(id, moved.state);
            doors_.world().place(me, moved.state.position);
        }
        doors_.finish();
        count_overlaps();
    }

    std::size_t overlaps() const { return overlaps_; }

    std::size_t count(hs::FollowStatus status) const {
        return static_cast<std::size_t>(std::ranges::count_if(
            ids_, [&](hs::AgentId id) { return crowd_.follower(id).status() == status; }));
    }

private:
    // Pairs of hunters of whom one is in the other.
    void count_overlaps() {
        const hs::Aabb body = body_of(level_, body_);
        const Vec3 size = body.max - body.min;
        for (const hs::AgentId a : ids_) {
            for (const hs::AgentId b : ids_) {
                const Vec3 way = crowd_.state(b).position - crowd_.state(a).position;
                overlaps_ += a.value < b.value && std::abs(way.x) < size.x &&
                                     std::abs(way.y) < size.y && std::abs(way.z) < size.z
                                 ? 1
                                 : 0;
            }
        }
    }

    const hs::Level& level_;
    const hs::NavMesh& mesh_;
    hs::SpaceId body_;
    hs::Doors doors_;
    hs::NavDoorState closed_;
    hs::DistanceField field_;
    std::uint64_t seen_changes_ = 0;
    hs::Crowd crowd_;
    std::vector<hs::AgentId> ids_;
    std::size_t overlaps_ = 0;  // over all steps
};

int chase(const hs::Level& level,
          const hs::NavMesh& mesh,
          hs::SpaceId body,
          const hs::NavPlace& start) {
    Hunters hunters(level, mesh, body);
    const auto player = hunters.behind_the_door(start);
    if (!player) {
        std::fprintf(stderr, "the door keeps nothing apart\n");
        return 1;
    }
    for (int i = 0; i < kHunters; ++i) {
        const auto beside = nearest(mesh, start.position + Vec3{0, 40.0 * i - 40, 0}, kReach);
        hunters.add((beside ? beside->position : start.position) + Vec3{0, 0, 1.0 / 16});
    }
    bool is_locked = true;
    for (double time = 0; time < kLongest; time += kStep) {
        hunters.aim(*player);
        if (is_locked && time >= kUnlocked) {
            std::printf("%zu hunters wait: no way leads to the player\n",
                        hunters.count(hs::FollowStatus::Unreachable));
            hunters.unlock();
            is_locked = false;
        }
        hunters.step();
        if (hunters.count(hs::FollowStatus::Arrived) > 0) {
            std::printf("after %.1f s a hunter has caught the player\n", time);
            std::printf("%zu times two hunters overlapped\n", hunters.overlaps());
            return 0;
        }
    }
    std::printf("no hunter has caught the player\n");
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    const auto level = hs::load_level(argc > 1 ? argv[1] : "keep.hsw");
    if (!level) {
        std::fprintf(stderr, "%s\n", to_string(level.error()).c_str());
        return 1;
    }
    const auto stand = find_space(*level, "stand");
    if (!stand) {
        std::fprintf(stderr, "the level has no body 'stand'\n");
        return 1;
    }
    const auto mesh = hs::NavMesh::from_level(*level, *stand);
    if (!mesh) {
        std::fprintf(stderr, "%s\n", to_string(mesh.error()).c_str());
        return 1;
    }
    const auto start = find_start(*level, *stand);
    const auto place = start ? locate(*mesh, start->position) : std::nullopt;
    if (!place || hs::Doors(*level).doors().empty()) {
        std::fprintf(stderr, "the level has no door, or no start on its navigation mesh\n");
        return 1;
    }
    return chase(*level, *mesh, *stand, *place);
}
