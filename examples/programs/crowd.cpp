// SPDX-License-Identifier: MIT
// Guards of three sizes cross the court of a castle and avoid each other. Those who fit through the
// gaps beside the towers go to the yard behind the keep, the others into its hall.
// docs/guides/agents.md explains it. Run it as: crowd LEVEL.hsw. The level is
// examples/levels/castle.grid, compiled with --nav.
#include "halfspace/agents/crowd.h"

#include "halfspace/level/level.h"
#include "halfspace/move/mover.h"
#include "halfspace/nav/locate.h"
#include "halfspace/query/collision_world.h"
#include "halfspace/query/space.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace {

namespace hs = halfspace;
using hs::Vec3;

constexpr double kStep = 1.0 / 64;  // of a mover [s]
constexpr double kLongest = 60;     // of the whole way [s]
constexpr double kSpacing = 80;     // from guard to guard: more than the widest body [units]
constexpr std::size_t kRow = 4;     // so many of each size
const Vec3 kCourt{-900, -120, 24};  // the first guard at the start
const Vec3 kYard{760, -120, 24};    // the first goal
const Vec3 kHall{352, -120, 24};    // the first goal of those who do not fit

struct Guard {
    std::string size;
    hs::AgentId id;
    hs::SpaceId space;
    hs::ShapeBody body;
    bool has_arrived = false;
};

class Guards {
public:
    explicit Guards(const hs::Level& level) : level_(level), world_(level) {}

    // place: in the rows of the guards and of their goals. False if the guard has no way.
    bool add(const std::string& size,
             hs::SpaceId space,
             const hs::NavMesh& mesh,
             const Vec3& place) {
        const auto start = nearest(mesh, kCourt + place, kSpacing);
        const auto yard = nearest(mesh, kYard + place, kSpacing);
        const auto hall = nearest(mesh, kHall + place, kSpacing);
        if (!start || !yard || !hall) {
            return false;
        }
        const hs::ShapeBody body = shape_of(level_, space);
        const hs::AgentId id = crowd_.add(mesh, body, hs::mover_at(start->position));
        world_.place(hs::ObstacleId(id.value), {.body = body, .position = start->position});
        guards_.push_back({size, id, space, body});
        if (crowd_.go_to(id, *yard) == hs::FollowStatus::Following) {
            return true;
        }
        std::printf("guard %u (%s) does not fit: it goes into the hall\n", id.value, size.c_str());
        return crowd_.go_to(id, *hall) == hs::FollowStatus::Following;
    }

    // The crowd finds the controls of all. Then the movers make their steps one after the other:
    // each leaves itself out, and is placed before the next one goes.
    void step() {
        crowd_.step();
        for (const Guard& guard : guards_) {
            const hs::ObstacleId me(guard.id.value);
            const hs::MoverStep moved = step_mover({world_, {.obstacles = {&me, 1}}},
                                                   {guard.space, guard.space},
                                                   crowd_.state(guard.id),
                                                   crowd_.input(guard.id));
            crowd_.set_state(guard.id, moved.state);
            world_.place(me, moved.state.position);
        }
    }

    // Prints who has arrived since the last call. True if all have.
    bool tell_arrived(double time) {
        bool have_all = true;
        for (Guard& guard : guards_) {
            const auto status = crowd_.follower(guard.id).status();
            if (status == hs::FollowStatus::Arrived && !guard.has_arrived) {
                std::printf("%5.1f s: guard %u (%s)\n", time, guard.id.value, guard.size.c_str());
                guard.has_arrived = true;
            }
            have_all = have_all && guard.has_arrived;
        }
        return have_all;
    }

    // How many pairs of bodies have a point of their interiors in common.
    std::size_t overlaps() const {
        std::size_t count = 0;
        for (std::size_t a = 0; a < guards_.size(); ++a) {
            for (std::size_t b = 0; b < a; ++b) {
                count += are_apart(box(guards_[a]), box(guards_[b])) ? 0 : 1;
            }
        }
        return count;
    }

private:
    hs::Aabb box(const Guard& guard) const {
        return box_at(guard.body, crowd_.state(guard.id).position);
    }
    static bool are_apart(const hs::Aabb& a, const hs::Aabb& b) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (a.max[axis] <= b.min[axis] || b.max[axis] <= a.min[axis]) {
                return true;
            }
        }
        return false;
    }

    const hs::Level& level_;
    hs::CollisionWorld world_;
    hs::Crowd crowd_;
    std::vector<Guard> guards_;
};

int cross_the_court(Guards& guards) {
    std::size_t overlaps = 0;
    bool have_all = false;
    for (double time = kStep; time <= kLongest && !have_all; time += kStep) {
        guards.step();
        overlaps += guards.overlaps();
        have_all = guards.tell_arrived(time);
    }
    std::printf("%s, and %zu times two guards overlapped\n",
                have_all ? "all have arrived" : "not all have arrived",
                overlaps);
    return have_all && overlaps == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    const auto level = hs::load_level(argc > 1 ? argv[1] : "castle.hsw");
    if (!level) {
        std::fprintf(stderr, "%s\n", to_string(level.error()).c_str());
        return 1;
    }
    Guards guards(*level);
    const std::array<std::string, 3> sizes{"large", "stand", "crouch"};
    for (std::size_t row = 0; row < sizes.size(); ++row) {
        const auto space = find_space(*level, sizes[row]);
        if (!space) {
            std::fprintf(stderr, "the level has no body '%s'\n", sizes[row].c_str());
            return 1;
        }
        const auto mesh = hs::NavMesh::from_level(*level, *space);
        if (!mesh) {
            std::fprintf(stderr, "%s\n", to_string(mesh.error()).c_str());
            return 1;
        }
        for (std::size_t i = 0; i < kRow; ++i) {
            const Vec3 place = Vec3{static_cast<double>(row), static_cast<double>(i), 0} * kSpacing;
            if (!guards.add(sizes[row], *space, *mesh, place)) {
                std::fprintf(stderr, "a guard has no way\n");
                return 1;
            }
        }
    }
    return cross_the_court(guards);
}
