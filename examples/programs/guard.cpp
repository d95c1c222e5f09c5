// SPDX-License-Identifier: MIT
// A guard patrols from place to place, opens doors on the way, and runs after the player as soon as
// it sees the player. docs/guides/agents.md explains it. Run it as: guard LEVEL.hsw The level needs
// navigation meshes: halfspace compile LEVEL.map --nav
#include "halfspace/agents/path_follower.h"
#include "halfspace/level/level.h"
#include "halfspace/move/doors.h"
#include "halfspace/move/player_start.h"
#include "halfspace/nav/locate.h"
#include "halfspace/nav/random_place.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/space.h"

#include <cstdint>
#include <cstdio>
#include <optional>

namespace {

namespace hs = halfspace;
using hs::Vec3;

constexpr double kStep = 1.0 / 64;                 // [s]
constexpr double kMinutes = 2;                     // so long the guard is on duty
constexpr double kSight = 256;                     // so far it sees [units]
constexpr double kReach = 40;                      // so near it has caught the player [units]
constexpr double kNewPath = 32;                    // after so much motion of the player [units]
constexpr Vec3 kEye{0, 0, 22};                     // above a body's position
constexpr hs::FollowOptions kWalks{.speed = 0.4};  // on patrol; a chase is at full speed

class Guard {
public:
    Guard(const hs::NavMesh& mesh, const hs::NavPlace& post)
        : mesh_(mesh), island_(mesh.island(post.polygon)), state_(hs::mover_at(post.position)) {}

    const hs::MoverState& state() const { return state_; }
    std::size_t visited() const { return visited_; }
    bool chases() const { return chases_; }

    bool sees(const hs::PlacedLevel& around, const Vec3& player) const {
        return distance(state_.position, player) < kSight &&
               line_of_sight(around, state_.position + kEye, player + kEye);
    }

    // From one place to the next one.
    void patrol() {
        if (follower_.status() == hs::FollowStatus::Following) {
            return;
        }
        visited_ += follower_.status() == hs::FollowStatus::Arrived ? 1 : 0;
        const auto next = random_place_on_island(mesh_, island_, ++seed_);
        if (next && !mesh_.has_door(next->polygon)) {
            follower_.go_to(mesh_, state_.position, *next, scratch_);
        }
    }

    void chase(const Vec3& player) {
        if (!chases_) {
            chases_ = true;
            follower_ = hs::PathFollower();
        }
        const auto place = locate(mesh_, player);
        if (place && (!follower_.goal() ||
                      distance(follower_.goal()->position, place->position) > kNewPath)) {
            follower_.go_to(mesh_, state_.position, *place, scratch_);
        }
    }

    void step(hs::Doors& doors, const hs::MoverBodies& bodies) {
        const hs::MoverInput input = follower_.step(mesh_, state_, scratch_);
        state_ = step_among(doors, bodies, state_, input).state;
    }

private:
    const hs::NavMesh& mesh_;
    std::uint32_t island_;
    hs::MoverState state_;
    hs::NavScratch scratch_;
    hs::PathFollower follower_{kWalks};
    std::uint64_t seed_ = 8;
    std::size_t visited_ = 0;
    bool chases_ = false;
};

// The farthest of some random places from which a way leads to the player.
hs::NavPlace far_from(const hs::NavMesh& mesh, const hs::NavPlace& player) {
    hs::NavPlace farthest = player;
    for (std::uint64_t seed = 1; seed <= 16; ++seed) {
        const auto place = random_place_on_island(mesh, mesh.island(player.polygon), seed);
        if (place && distance(place->position, player.position) >
                         distance(farthest.position, player.position)) {
            farthest = *place;
        }
    }
    return farthest;
}

void watch(const hs::Level& level,
           const hs::NavMesh& mesh,
           const hs::MoverBodies& bodies,
           const Vec3& player,
           const hs::NavPlace& post) {
    hs::Doors doors(level);
    Guard guard(mesh, post);
    for (int step = 0; step < kMinutes * 60 / kStep; ++step) {
        if (guard.chases() || guard.sees(doors.world(), player)) {
            if (!guard.chases()) {
                std::printf("after %zu places the guard sees the player\n", guard.visited());
            }
            guard.chase(player);
        } else {
            guard.patrol();
        }
        guard.step(doors, bodies);
        if (guard.chases() && distance(guard.state().position, player) < kReach) {
            std::printf("the guard has caught the player after %.1f s\n", step * kStep);
            return;
        }
    }
    std::printf("the guard has visited %zu places and not seen the player\n", guard.visited());
}

}  // namespace

int main(int argc, char** argv) {
    const auto level = hs::load_level(argc > 1 ? argv[1] : "keep.hsw");
    if (!level) {
        std::fprintf(stderr, "%s\n", to_string(level.error()).c_str());
        return 1;
    }
    const auto stand = find_space(*level, "stand");
    const auto crouch = find_space(*level, "crouch");
    if (!stand || !crouch) {
        const char* const missing = stand ? "crouch" : "stand";
        std::fprintf(stderr, "%s\n", to_string(no_such_space(*level, missing)).c_str());
        return 1;
    }
    const auto mesh = hs::NavMesh::from_level(*level, *stand);
    if (!mesh) {
        std::fprintf(stderr, "%s\n", to_string(mesh.error()).c_str());
        return 1;
    }
    const auto start = find_start(*level, *stand);
    const auto player = start ? locate(*mesh, start->position) : std::nullopt;
    if (!player) {
        std::fprintf(stderr, "the level has no start on its navigation mesh\n");
        return 1;
    }
    watch(*level, *mesh, {*stand, *crouch}, player->position, far_from(*mesh, *player));
    return 0;
}
