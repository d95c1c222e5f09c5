// SPDX-License-Identifier: MIT
#include "support/path_walks.h"

#include "halfspace/agents/path_follower.h"
#include "halfspace/move/mover.h"
#include "halfspace/move/triggers.h"
#include "halfspace/nav/random_place.h"
#include "halfspace/query/collision_world.h"
#include "halfspace/query/space.h"

#include "support/nav_levels.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

// A route takes its predicted time, a twentieth more for its turns, and 0.35 s to start and to
// stop, also before each link and where it turns back. While a mover falls beside stairs it cannot
// turn, so this time comes on top.
constexpr double kTurns = 1.05;
constexpr double kStartAndStop = 0.3;
// Each time when it crouches: 16 units earlier, at 120 in place of 320 units a second, and then it
// gains its speed again.
constexpr double kCrouch = 0.15;

std::string number(double x) {
    return std::to_string(x);
}

class PathWalks {
public:
    PathWalks(const Level& level, const RouteOptions& ways, Walker walker, std::uint64_t seed)
        : level_(level),
          crouches_(walker == Walker::Crouches),
          space_(*find_space(level, crouches_ ? "crouch" : "stand")),
          bodies_{*find_space(level, "stand"), space_},
          ways_(ways),
          seed_(seed),
          world_(level),
          triggers_(level) {
        ways_.speed = options_.walk_speed;
        ways_.crouch_cost = crouches_ ? options_.walk_speed / options_.crouch_speed : 1;
        for (const PlacedModel& model : models_of_navigation(level)) {
            world_.place(model.model, model.transform);
        }
    }

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
    // How often the route turns by more than 120 degrees.
    static std::size_t turns_back(const NavRoute& route) {
        std::size_t count = 0;
        for (std::size_t i = 1; i + 1 < route.points.size(); ++i) {
            const Vec3 in = route.points[i].position - route.points[i - 1].position;
            const Vec3 out = route.points[i + 1].position - route.points[i].position;
            const double sizes =
                std::sqrt((in.x * in.x + in.y * in.y) * (out.x * out.x + out.y * out.y));
            count += in.x * out.x + in.y * out.y < -0.5 * sizes ? 1 : 0;
        }
        return count;
    }

    MoverState standing_at(const Vec3& position) const {
        MoverState state = mover_at(position + Vec3{0, 0, 2 * options_.skin});
        for (int i = 0; i < 4; ++i) {
            state = step(state, {});
        }
        return state;
    }

    MoverState step(const MoverState& state, const MoverInput& input) const {
        return step_mover(world_, bodies_, state, input, options_).state;
    }

    // The game's part, if the follower goes over a link or to one.
    MoverState carried(const NavMesh& mesh,
                       const PathFollower& follower,
                       const MoverState& state) const {
        const NavLinkId link = follower.link().is_valid()  ? follower.link()
                               : follower.points().empty() ? NavLinkId()
                                                           : follower.points().front().link;
        const bool is_crouched = has_flag(state.flags, MoverFlags::Crouched);
        const MoverBody& body = is_crouched ? bodies_.crouch : bodies_.stand;
        const Trigger* const trigger =
            link.is_valid() ? triggers_.touched(body, state.position) : nullptr;
        return trigger != nullptr && trigger->model == mesh.link(link).model
                   ? triggers_.apply(world_, bodies_, state)
                   : state;
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
        PathFollower follower({.crouches = crouches_, .route = ways_});
        follower.go_to(mesh, state.position, to, scratch_, options_);
        const NavRoute route = find_route(mesh, from, to, scratch_, ways_);
        if (route.status != PathStatus::Complete) {
            add_difference(report_.report,
                           "no path from " + text(from.position) + " to " + text(to.position) +
                               " on one island");
            return;
        }
        const double predicted = route.seconds;
        const std::size_t points = route.points.size();
        const std::size_t links = static_cast<std::size_t>(std::ranges::count_if(
            route.points, [](const RoutePoint& p) { return p.link.is_valid(); }));
        double allowed =
            kTurns * predicted + kStartAndStop * static_cast<double>(1 + links + turns_back(route));
        bool is_wet = false;
        bool was_crouched = false;
        bool crouched_before = false;  // in the step before
        std::string problem;
        double seconds = 0;
        const double most = 4 * allowed + 3;
        while (follower.status() != FollowStatus::Arrived && seconds < most) {
            state = step(state, follower.step(mesh, state, scratch_, options_));
            state = carried(mesh, follower, state);
            seconds += options_.seconds;
            is_wet = is_wet || state.mode == MoverMode::Swim;
            const bool is_crouched = has_flag(state.flags, MoverFlags::Crouched);
            allowed += is_crouched && !crouched_before ? kCrouch : 0;
            was_crouched = was_crouched || is_crouched;
            crouched_before = is_crouched;
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
        report_.links += links;
        report_.crouched += was_crouched ? 1 : 0;
        report_.repaths += follower.repaths();
        if (is_wet) {
            ++report_.wet;
        } else {
            report_.predicted += predicted;
            report_.seconds += seconds;
            report_.slowest = std::max(report_.slowest, seconds - allowed);
        }
        if (!problem.empty()) {
            add_difference(report_.report,
                           "from " + text(from.position) + " to " + text(to.position) + " (" +
                               number(predicted) + " s, " + std::to_string(points) + " points, " +
                               std::to_string(links) + " links): " + problem);
        }
    }

    const Level& level_;
    bool crouches_;
    SpaceId space_;  // of the mesh
    MoverBodies bodies_;
    RouteOptions ways_;
    std::uint64_t seed_;
    MoverOptions options_;
    CollisionWorld world_;
    Triggers triggers_;
    NavScratch scratch_;
    PathWalkReport report_{.hash = 0xcbf29ce484222325u};
};

}  // namespace

PathWalkReport check_paths(const Level& level,
                           std::size_t count,
                           std::uint64_t seed,
                           const RouteOptions& ways,
                           Walker walker) {
    return PathWalks(level, ways, walker, seed).run(count);
}

}  // namespace halfspace::test
