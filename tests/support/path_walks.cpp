// SPDX-License-Identifier: MIT
#include "support/path_walks.h"

#include "halfspace/agents/path_follower.h"
#include "halfspace/move/doors.h"
#include "halfspace/move/mover.h"
#include "halfspace/move/triggers.h"
#include "halfspace/nav/locate.h"
#include "halfspace/nav/random_place.h"
#include "halfspace/query/space.h"
#include "halfspace/query/trace.h"

#include "nav_build/lift_links.h"
#include "support/hash.h"
#include "support/nav_levels.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

// A route takes its predicted time, a twentieth more, and 0.3 s to start and to stop, also before
// each link and where it turns back. A turn by less loses a part of the speed: so it takes this
// part of 0.3 s. While a mover falls beside stairs it cannot turn, so this time comes on top. A
// route counts all floor at walking speed. In a step in which the mover swims, it comes as far as
// it would walk in a part of the step, its swimming speed over its walking speed: the rest comes on
// top.
constexpr double kLonger = 1.05;
constexpr double kStartAndStop = 0.3;
// Each time when it crouches: 16 units earlier, at 120 in place of 320 units a second, and then it
// gains its speed again.
constexpr double kCrouch = 0.15;

std::string number(double x) {
    return std::to_string(x);
}

const char* mesh_of(Walker walker) {
    return walker == Walker::Stands ? "stand" : walker == Walker::Crouches ? "crouch" : "large";
}

class PathWalks {
public:
    PathWalks(const Level& level, const RouteOptions& ways, Walker walker, std::uint64_t seed)
        : level_(level),
          crouches_(walker == Walker::Crouches),
          space_(*find_space(level, mesh_of(walker))),
          bodies_{crouches_ ? *find_space(level, "stand") : space_, space_},
          ways_(ways),
          seed_(seed),
          lifts_(level),
          triggers_(level) {
        ways_.speed = options_.walk_speed;
        ways_.crouch_cost = crouches_ ? options_.walk_speed / options_.crouch_speed : 1;
        std::vector<ModelId> in_place;
        for (const PlacedModel& model : models_of_navigation(level)) {
            in_place.push_back(model.model);
        }
        lifts_ = game_of_lifts(level, in_place);
    }

    PathWalkReport run(std::size_t first, std::size_t count) {
        const Result<NavMesh> mesh = NavMesh::from_level(level_, space_);
        if (!mesh) {
            add_difference(report_.report, to_string(mesh.error()));
            return report_;
        }
        for (std::size_t i = first; i < first + count; ++i) {
            const auto from = random_place(*mesh, seed_ * 1'000'003 + 2 * i);
            const auto to =
                from ? random_place_on_island(
                           *mesh, mesh->island(from->polygon), seed_ * 1'000'003 + 2 * i + 1)
                     : std::nullopt;
            if (to) {
                walk(*mesh, *from, *to, i);
            }
        }
        return report_;
    }

private:
    // The sum of the parts of the speed that the route loses in its turns: 1 where it turns back, a
    // half where it turns by 90 degrees.
    static double turns_of(const NavRoute& route) {
        double sum = 0;
        for (std::size_t i = 1; i + 1 < route.points.size(); ++i) {
            const Vec3 in = route.points[i].position - route.points[i - 1].position;
            const Vec3 out = route.points[i + 1].position - route.points[i].position;
            const double sizes =
                std::sqrt((in.x * in.x + in.y * in.y) * (out.x * out.x + out.y * out.y));
            sum += sizes > 0 ? (1 - (in.x * out.x + in.y * out.y) / sizes) / 2 : 0;
        }
        return sum;
    }

    MoverState standing_at(Doors& game, const Vec3& position) const {
        MoverState state = mover_at(position + Vec3{0, 0, 2 * options_.skin});
        for (int i = 0; i < 4; ++i) {
            state = step(game, state, {});
        }
        return state;
    }

    // False in a lift, since the floor goes on below it, and if a swimmer without controls sinks
    // along a slope and off its end.
    bool stays_at(const NavMesh& mesh, Doors& game, const NavPlace& place) const {
        const Vec3 above = place.position + Vec3{0, 0, 2 * options_.skin};
        if (trace(game.world(), space_, above, above, {.mask = options_.mask}).start_blocked) {
            return false;
        }
        if (!any(static_cast<Contents>(mesh.contents(place.polygon)) & kLiquids)) {
            return true;
        }
        MoverState state = standing_at(game, place.position);
        for (int i = 0; i < 32; ++i) {
            state = step(game, state, {});
        }
        const double reach = options_.step_height;
        return locate(mesh, state.position, {.reach = reach, .above = 2 * options_.skin})
            .has_value();
    }

    static bool takes_lift(const NavMesh& mesh, const NavRoute& route) {
        return std::ranges::any_of(route.points, [&](const RoutePoint& point) {
            return point.link.is_valid() && mesh.link(point.link).kind == NavLinkKind::Lift;
        });
    }

    MoverState step(Doors& game, const MoverState& state, const MoverInput& input) const {
        return step_among(game, bodies_, state, input, options_).state;
    }

    // Removes all lifts but those that the route takes.
    void leave_lifts_of(const NavMesh& mesh, const NavRoute& route, Doors& game) const {
        for (const PlacedModel& placed : game.placed()) {
            const bool is_taken = std::ranges::any_of(route.points, [&](const RoutePoint& point) {
                return point.link.is_valid() && mesh.link(point.link).model == placed.model;
            });
            if (game.door_of(placed.model) && !is_taken) {
                game.world().remove(placed.model);
            }
        }
    }

    // The game's part, if the follower goes over a link or to one.
    MoverState carried(const NavMesh& mesh,
                       const Doors& game,
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
                   ? triggers_.apply(game.world(), bodies_, state)
                   : state;
    }

    void walk(const NavMesh& mesh, const NavPlace& from, const NavPlace& to, std::size_t index) {
        ++report_.report.queries;
        Doors game = lifts_;
        leave_lifts_of(mesh, find_route(mesh, from, to, scratch_, ways_), game);
        if (!stays_at(mesh, game, from) || !stays_at(mesh, game, to)) {
            ++report_.sliding;
            return;
        }
        MoverState state = standing_at(game, from.position);
        const NavRoute route = find_route(mesh, from, to, scratch_, ways_);
        if (route.status != PathStatus::Complete) {
            add_difference(report_.report,
                           "no path from " + text(from.position) + " to " + text(to.position) +
                               " on one island");
            return;
        }
        RouteOptions ways = ways_;  // a route that is found anew takes no lift that was removed
        ways.links &= takes_lift(mesh, route) ? ~0u : ~link_bit(NavLinkKind::Lift);
        PathFollower follower({.crouches = crouches_, .route = ways, .lifts = &game});
        follower.go_to(mesh, state.position, to, scratch_, options_);
        const double predicted = route.seconds;
        const std::size_t points = route.points.size();
        const std::size_t links = static_cast<std::size_t>(std::ranges::count_if(
            route.points, [](const RoutePoint& p) { return p.link.is_valid(); }));
        double allowed = kLonger * predicted +
                         kStartAndStop * (1 + static_cast<double>(links) + turns_of(route));
        bool is_wet = false;
        bool was_crouched = false;
        bool crouched_before = false;  // in the step before
        std::string problem;
        double seconds = 0;
        const double most = 4 * allowed + 3;
        while (follower.status() != FollowStatus::Arrived && seconds < most) {
            state = step(game, state, follower.step(mesh, state, scratch_, options_));
            state = carried(mesh, game, follower, state);
            seconds += options_.seconds;
            if (state.mode == MoverMode::Swim) {
                is_wet = true;
                allowed += options_.seconds * (1 - options_.swim_speed / options_.walk_speed);
            }
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
            state = step(game, state, follower.step(mesh, state, scratch_, options_));
        }
        report_.hash = hash_with(report_.hash, state.position);
        if (follower.status() != FollowStatus::Arrived) {
            problem += " ends at " + text(state.position);
        } else if (const Vec3 off = state.position - to.position;
                   std::sqrt(off.x * off.x + off.y * off.y) > follower.options().goal_radius) {
            problem += " stops too far from its goal, at " + text(state.position);
        }
        report_.links += links;
        report_.crouched += was_crouched ? 1 : 0;
        report_.repaths += follower.repaths();
        if (is_wet) {
            ++report_.wet;
        } else {
            report_.predicted += predicted;
            report_.seconds += seconds;
        }
        const std::string what = "path " + std::to_string(index) + " from " + text(from.position) +
                                 " to " + text(to.position) + " (" + number(predicted) + " s, " +
                                 std::to_string(points) + " points, " + std::to_string(links) +
                                 " links): ";
        if (!problem.empty()) {
            add_difference(report_.report, what + problem);
        } else if (seconds > allowed) {
            report_.slowest = std::max(report_.slowest, seconds - allowed);
            report_.late.push_back(what + "takes " + number(seconds - allowed) +
                                   " s more than allowed");
        }
    }

    const Level& level_;
    bool crouches_;
    SpaceId space_;  // of the mesh
    MoverBodies bodies_;
    RouteOptions ways_;
    std::uint64_t seed_;
    MoverOptions options_;
    Doors lifts_;  // all low
    Triggers triggers_;
    NavScratch scratch_;
    PathWalkReport report_{.hash = kEmptyHash};
};

}  // namespace

PathWalkReport check_paths(const Level& level,
                           std::size_t count,
                           std::uint64_t seed,
                           const RouteOptions& ways,
                           Walker walker,
                           std::size_t first) {
    return PathWalks(level, ways, walker, seed).run(first, count);
}

}  // namespace halfspace::test
