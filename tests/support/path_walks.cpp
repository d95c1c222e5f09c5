// SPDX-License-Identifier: MIT
#include "support/path_walks.h"

#include "halfspace/agents/path_follower.h"
#include "halfspace/move/mover.h"
#include "halfspace/nav/random_place.h"
#include "halfspace/query/space.h"

#include "support/nav_levels.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

// A path takes its length at full speed, a twentieth more for its turns, and 0.3 s to start and to
// stop. While a mover falls beside stairs it cannot turn, so this time comes on top.
constexpr double kTurns = 1.05;
constexpr double kStartAndStop = 0.3;

std::string number(double x) {
    return std::to_string(x);
}

class PathWalks {
public:
    PathWalks(const Level& level, std::uint64_t seed)
        : level_(level),
          space_(*find_space(level, "stand")),
          seed_(seed),
          models_(models_of_navigation(level)) {}

    PathWalkReport run(std::size_t count) {
        const Result<NavMesh> mesh = NavMesh::from_level(level_, space_);
        if (!mesh) {
            add_difference(report_.report, to_string(mesh.error()));
            return report_;
        }
        for (std::size_t i = 0; i < count; ++i) {
            const auto from = random_place(*mesh, seed_ * 1'000'003 + 2 * i);
            const auto to =
                from ? random_place_on_island(
                           *mesh, mesh->island(from->polygon), seed_ * 1'000'003 + 2 * i + 1)
                     : std::nullopt;
            if (to) {
                walk(*mesh, *from, *to);
            }
        }
        return report_;
    }

private:
    MoverState standing_at(const Vec3& position) const {
        MoverState state = mover_at(position + Vec3{0, 0, 2 * options_.skin});
        for (int i = 0; i < 4; ++i) {
            state = step(state, {});
        }
        return state;
    }

    MoverState step(const MoverState& state, const MoverInput& input) const {
        return step_mover({level_, models_}, {space_, space_}, state, input, options_).state;
    }

    void add_to_hash(const MoverState& state) {
        for (const double x : {state.position.x, state.position.y, state.position.z}) {
            std::uint64_t bits = 0;
            std::memcpy(&bits, &x, sizeof bits);
            report_.hash = (report_.hash ^ bits) * 0x100000001b3u;
        }
    }

    void walk(const NavMesh& mesh, const NavPlace& from, const NavPlace& to) {
        ++report_.report.queries;
        MoverState state = standing_at(from.position);
        PathFollower follower;
        follower.go_to(mesh, state.position, to, scratch_, options_);
        const NavPath path = find_path(mesh, from, to, scratch_);
        if (path.status != PathStatus::Complete) {
            add_difference(report_.report,
                           "no path from " + text(from.position) + " to " + text(to.position) +
                               " on one island");
            return;
        }
        const bool is_wet = std::ranges::any_of(
            path.polygons, [&](NavPolygonId p) { return mesh.contents(p) != 0; });
        double allowed = kTurns * path.length / options_.walk_speed + kStartAndStop;
        std::string problem;
        double seconds = 0;
        const double most = (is_wet ? 4 : 2) * allowed + 3;
        while (follower.status() != FollowStatus::Arrived && seconds < most) {
            state = step(state, follower.step(mesh, state, scratch_, options_));
            seconds += options_.seconds;
            allowed += state.mode == MoverMode::Air ? options_.seconds : 0;
            if (follower.status() == FollowStatus::Stuck && problem.empty()) {
                problem = "stuck at " + text(state.position) + " after " + number(seconds) + " s";
            }
        }
        for (int i = 0; i < 16; ++i) {
            state = step(state, follower.step(mesh, state, scratch_, options_));
        }
        add_to_hash(state);
        if (follower.status() != FollowStatus::Arrived) {
            problem += " ends at " + text(state.position);
        } else if (const Vec3 off = state.position - to.position;
                   std::sqrt(off.x * off.x + off.y * off.y) > follower.options().goal_radius) {
            problem += " stops too far from its goal, at " + text(state.position);
        } else if (!is_wet && seconds > allowed) {
            problem += " takes " + number(seconds - allowed) + " s more than allowed";
        }
        report_.repaths += follower.repaths();
        if (is_wet) {
            ++report_.wet;
        } else {
            report_.length += path.length;
            report_.seconds += seconds;
            report_.slowest = std::max(report_.slowest, seconds - allowed);
        }
        if (!problem.empty()) {
            add_difference(report_.report,
                           "from " + text(from.position) + " to " + text(to.position) + " (" +
                               number(path.length) + " units, " +
                               std::to_string(path.points.size()) + " points): " + problem);
        }
    }

    const Level& level_;
    SpaceId space_;
    std::uint64_t seed_;
    MoverOptions options_;
    std::vector<PlacedModel> models_;
    NavScratch scratch_;
    PathWalkReport report_{.hash = 0xcbf29ce484222325u};
};

}  // namespace

PathWalkReport check_paths(const Level& level, std::size_t count, std::uint64_t seed) {
    return PathWalks(level, seed).run(count);
}

}  // namespace halfspace::test
