// SPDX-License-Identifier: MIT
#include "nav_build/lift_links.h"

#include "halfspace/agents/path_follower.h"
#include "halfspace/math/transform.h"
#include "halfspace/move/mover.h"
#include "halfspace/nav/locate.h"
#include "halfspace/query/collision_world.h"
#include "halfspace/query/entities.h"
#include "halfspace/query/space.h"

#include "nav_build/climb.h"
#include "nav_build/point_link.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <expected>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

constexpr std::size_t kDirections = 16;
// Of directions beside each other that lead to one island, so many are one way.
constexpr std::size_t kOneWay = 4;
constexpr double kLongestWalk = 2;   // from the middle of a lift, seconds
constexpr double kLongestFall = 1;   // onto it, seconds
constexpr double kLongestRide = 60;  // seconds
// Who waits for a lift keeps so far from its shaft [map units].
constexpr double kClear = 8;
constexpr double kBeside = 4;  // of a start, map units
constexpr double kRest = 1;    // slower is at rest, map units per second
// Who is led aside by a wall comes no further [map units].
constexpr double kStraight = 1;

// Where a follower may begin or end its ride.
struct Ends {
    std::vector<Vec3> low;
    std::vector<Vec3> high;
};

// A ride that is to be tried.
struct Ride {
    NavLinkRecord link;
    std::size_t door;
    bool goes_up;
};

class LiftRides {
public:
    LiftRides(const MeshInLevel& here, const MoverOptions& options)
        : here_(here),
          level_(here.around.level),
          options_(options),
          body_(body_of(level_, here.space)),
          bodies_{here.space, here.space} {
        for (const Vec3& vertex : here.records.vertices) {
            lowest_ = std::min(lowest_, vertex.z);
        }
    }

    Result<EntityLinks> run(const Executor& executor) {
        EntityLinks found;
        std::vector<Ride> rides;
        for (std::size_t d = 0; d < here_.lifts.doors().size(); ++d) {
            const Door& door = here_.lifts.doors()[d];
            if (door.is_lift && door.travel > options_.step_height) {
                add_rides(d, rides, found);
            }
        }
        std::ranges::stable_sort(
            rides, {}, [](const Ride& ride) { return ride.link.from_polygon; });
        std::vector<std::optional<double>> seconds(rides.size());
        if (!rides.empty()) {
            std::vector<NavLinkRecord> links;
            for (const Ride& ride : rides) {
                links.push_back(ride.link);
            }
            const NavData& data = here_.records;
            const Result<NavMesh> mesh = NavMesh::from_records({.polygons = data.polygons,
                                                                .edges = data.edges,
                                                                .vertices = data.vertices,
                                                                .planes = here_.planes,
                                                                .links = links,
                                                                .areas = here_.areas});
            if (!mesh) {
                return std::unexpected(mesh.error());
            }
            executor(rides.size(), [&](std::size_t r) {
                seconds[r] = longest_ride(*mesh, NavLinkId(static_cast<std::uint32_t>(r)));
            });
        }
        for (std::size_t r = 0; r < rides.size(); ++r) {
            if (seconds[r]) {
                rides[r].link.seconds = static_cast<float>(*seconds[r]);
                found.links.push_back(rides[r].link);
            }
        }
        drop_failed(rides, seconds, found);
        return found;
    }

private:
    // open: how far the lift is open where the reason holds [map units].
    void drop(const Door& door, const char* reason, EntityLinks& found, double open = 0) const {
        const Vec3 middle = (door.reach.min + door.reach.max) * 0.5;
        const Vec3 place{middle.x, middle.y, door.reach.min.z + open};
        found.dropped.push_back({here_.space, door.entity, place, reason});
    }

    // The rides of a lift that could be, or why there are none.
    void add_rides(std::size_t d, std::vector<Ride>& rides, EntityLinks& found) const {
        const Door& door = here_.lifts.doors()[d];
        if (door.wait < 0) {
            drop(door, "it never comes back: its wait is below 0", found);
            return;
        }
        const std::optional<ModelId> model = model_of(level_, door.entity);
        if (!model) {
            return;
        }
        const std::expected<Ends, double> ends = ends_of(d, *model);
        if (!ends) {
            drop(door,
                 ends.error() == 0 ? "the body cannot stand on its middle where it is low"
                                   : "the body cannot stand on its middle where it is high",
                 found,
                 ends.error());
            return;
        }
        if (ends->low.empty() || ends->high.empty()) {
            drop(door,
                 ends->low.empty() ? "no floor is beside it where it is low"
                                   : "no floor is beside it where it is high",
                 found);
            return;
        }
        const std::size_t before = rides.size();
        for (const Vec3& low : ends->low) {
            for (const Vec3& high : ends->high) {
                add_ride(low, high, d, *model, rides);
                add_ride(high, low, d, *model, rides);
            }
        }
        if (rides.size() == before) {
            drop(door, "one walks from where it is low to where it is high", found);
        }
    }

    void add_ride(const Vec3& from,
                  const Vec3& to,
                  std::size_t door,
                  ModelId model,
                  std::vector<Ride>& rides) const {
        if (const auto link = point_link(here_.mesh, from, to, NavLinkKind::Lift, model, 0)) {
            rides.push_back({*link, door, from.z < to.z});
        }
    }

    // The places beside a lift; or how far it is open where the body cannot stand on it.
    std::expected<Ends, double> ends_of(std::size_t d, ModelId model) const {
        const Door& door = here_.lifts.doors()[d];
        Ends ends;
        for (const double open : {0.0, door.travel}) {
            CollisionWorld world = here_.lifts.world();
            world.place(model, moved_by(door.direction * (door.travel - open)));
            const std::optional<MoverState> rider = rider_on(world, door, model, open);
            if (!rider) {
                return std::unexpected(open);
            }
            (open == 0 ? ends.low : ends.high) = places_beside(world, door, model, *rider);
        }
        return ends;
    }

    // A mover that stands on the middle of a lift that rests in the world.
    std::optional<MoverState> rider_on(const CollisionWorld& world,
                                       const Door& door,
                                       ModelId model,
                                       double open) const {
        const double top = door.reach.min.z + open;
        const Vec3 middle = (door.reach.min + door.reach.max) * 0.5;
        MoverState state = mover_at({middle.x, middle.y, top - body_.min.z + 2 * options_.skin});
        const int most = static_cast<int>(kLongestFall / options_.seconds);
        for (int i = 0; i < most && state.mode != MoverMode::Ground; ++i) {
            const MoverStep moved = step_mover(world, bodies_, state, {}, options_);
            state = moved.state;
            if (moved.problem != MoverProblem::None || moved.was_freed) {
                return std::nullopt;
            }
        }
        const bool stands = state.mode == MoverMode::Ground && state.ground_model == model;
        return stands ? std::optional(state) : std::nullopt;
    }

    // One place for each way from the lift.
    std::vector<Vec3> places_beside(const CollisionWorld& world,
                                    const Door& door,
                                    ModelId model,
                                    const MoverState& rider) const {
        std::array<std::optional<NavPlace>, kDirections> places;
        for (std::size_t i = 0; i < kDirections; ++i) {
            const double yaw = 360.0 * static_cast<double>(i) / kDirections;
            places[i] = place_ahead(world, door, model, rider, facing({.yaw = yaw}));
        }
        const auto leads_on = [&](std::size_t i) {  // to the same island as the direction before
            const auto& place = places[i % kDirections];
            const auto& before = places[(i + kDirections - 1) % kDirections];
            return place && before && island_of(*place) == island_of(*before);
        };
        std::size_t first = 0;
        while (first < kDirections && leads_on(first)) {
            ++first;
        }
        std::vector<Vec3> ways;
        for (std::size_t i = first; i < first + kDirections;) {
            std::size_t count = 1;
            while (i + count < first + kDirections && leads_on(i + count)) {
                ++count;
            }
            const std::size_t parts = (count + kOneWay - 1) / kOneWay;
            for (std::size_t part = 0; part < parts; ++part) {
                const std::size_t middle = (2 * part + 1) * count / (2 * parts);
                if (const auto& place = places[(i + middle) % kDirections]) {
                    ways.push_back(place->position);
                }
            }
            i += count;
        }
        return ways;
    }

    std::uint32_t island_of(const NavPlace& place) const {
        return here_.records.polygons[place.polygon.value].island;
    }

    // Where one who goes straight from the middle of the lift stands beside its shaft.
    std::optional<NavPlace> place_ahead(const CollisionWorld& world,
                                        const Door& door,
                                        ModelId model,
                                        MoverState state,
                                        const Vec3& forward) const {
        const Vec3 start = state.position;
        const int most = static_cast<int>(kLongestWalk / options_.seconds);
        for (int i = 0; i < most; ++i) {
            const MoverStep moved =
                step_mover(world, bodies_, state, straight_ahead(forward), options_);
            state = moved.state;
            if (moved.problem != MoverProblem::None ||
                std::abs(state.position.z - start.z) > options_.step_height ||
                std::abs(cross(forward, state.position - start).z) > kStraight) {
                return std::nullopt;
            }
            if (state.mode == MoverMode::Ground && state.ground_model != model &&
                is_clear_of(door, state.position)) {
                return stored_place(here_.mesh, state.position);
            }
        }
        return std::nullopt;
    }

    bool is_clear_of(const Door& door, const Vec3& position) const {
        const Aabb shaft = grown(door.reach, kClear);
        return position.x + body_.max.x < shaft.min.x || position.x + body_.min.x > shaft.max.x ||
               position.y + body_.max.y < shaft.min.y || position.y + body_.min.y > shaft.max.y;
    }

    // The time of a link; nullopt if the follower does not go it from its start, and from a bit
    // beside it.
    std::optional<double> longest_ride(const NavMesh& mesh, NavLinkId link) const {
        const NavPlace& from = mesh.link(link).from[0];
        const auto door = here_.lifts.door_of(mesh.link(link).model);
        const Aabb& shaft = here_.lifts.doors()[*door].reach;
        const Vec3 ahead = (shaft.min + shaft.max) * 0.5 - from.position;
        const Vec3 beside = normalized(Vec3{-ahead.y, ahead.x, 0}) * kBeside;
        std::optional<double> longest;
        for (const Vec3& start : {Vec3{}, beside, -beside}) {
            const auto place = locate(mesh, from.position + start, {.reach = 1, .above = 1});
            if (!place) {
                continue;  // beside the floor
            }
            const Until until = start == Vec3{} ? Until::Arrived : Until::Aboard;
            const std::optional<double> seconds = ride_from(*place, mesh, link, until);
            if (!seconds) {
                return std::nullopt;
            }
            longest = std::max(longest.value_or(0), *seconds);
        }
        return longest;
    }

    enum class Until { Aboard, Arrived };

    // How long a follower takes until it has arrived, or until it stands on the lift.
    std::optional<double> ride_from(const NavPlace& start,
                                    const NavMesh& mesh,
                                    NavLinkId link,
                                    Until until) const {
        const NavPlace& goal = mesh.link(link).to[0];
        const NavPlace& from = mesh.link(link).from[0];
        const std::array points{RoutePoint{start.position, start.polygon, {}},
                                RoutePoint{from.position, from.polygon, link},
                                RoutePoint{goal.position, goal.polygon, {}}};
        Doors game = here_.lifts;
        NavScratch scratch;
        PathFollower follower({.route = {.links = link_bit(NavLinkKind::Lift)}, .lifts = &game});
        follower.follow(mesh, {PathStatus::Complete, 0, points, 0}, options_);
        MoverState state = mover_at(start.position + Vec3{0, 0, 2 * options_.skin});
        bool has_ridden = false;
        const int most = static_cast<int>(kLongestRide / options_.seconds);
        for (int i = 1; i <= most; ++i) {
            const MoverInput input = follower.step(mesh, state, scratch, options_);
            if (follower.status() == FollowStatus::Arrived) {
                return has_ridden ? std::optional(i * options_.seconds) : std::nullopt;
            }
            if (follower.status() != FollowStatus::Following || follower.repaths() > 0) {
                return std::nullopt;
            }
            const MoverStep moved = step_among(game, bodies_, state, input, options_);
            state = moved.state;
            if (moved.problem != MoverProblem::None || state.position.z < lowest_) {
                return std::nullopt;
            }
            const ModelId model = mesh.link(link).model;
            has_ridden = has_ridden || state.ground_model == model;
            const bool rests = state.mode == MoverMode::Ground && state.ground_model == model &&
                               length(state.velocity) < kRest;
            if (rests && until == Until::Aboard) {
                return i * options_.seconds;
            }
            const bool waits_high = rests && goal.position.z < from.position.z;
            i += waits_high ? skip_wait(game, *game.door_of(model)) : 0;
        }
        return std::nullopt;
    }

    // Lets the time pass in which an open lift waits and its rider stands. Returns the steps.
    int skip_wait(Doors& game, std::size_t door) const {
        if (game.states()[door].mode != DoorMode::Open) {
            return 0;
        }
        const double waits = std::min(game.states()[door].waits, kLongestRide);
        const int steps = static_cast<int>(waits / options_.seconds) - 2;
        if (steps <= 0) {
            return 0;
        }
        std::vector<DoorState> states(game.states().begin(), game.states().end());
        states[door].waits -= steps * options_.seconds;
        game.restore(states);
        return steps;
    }

    // Notes the lifts on which nobody was seen to ride up, or down.
    void drop_failed(const std::vector<Ride>& rides,
                     const std::vector<std::optional<double>>& seconds,
                     EntityLinks& found) const {
        for (std::size_t d = 0; d < here_.lifts.doors().size(); ++d) {
            for (const bool goes_up : {true, false}) {
                bool has_ride = false;
                bool has_link = false;
                for (std::size_t r = 0; r < rides.size(); ++r) {
                    const bool is_its = rides[r].door == d && rides[r].goes_up == goes_up;
                    has_ride = has_ride || is_its;
                    has_link = has_link || (is_its && seconds[r]);
                }
                if (has_ride && !has_link) {
                    drop(here_.lifts.doors()[d],
                         goes_up ? "nobody comes up by it" : "nobody comes down by it",
                         found);
                }
            }
        }
    }

    const MeshInLevel& here_;
    const Level& level_;
    const MoverOptions& options_;
    Aabb body_;
    MoverBodies bodies_;
    double lowest_ = std::numeric_limits<double>::infinity();  // z of the mesh
};

}  // namespace

Doors game_of_lifts(const Level& level, std::span<const ModelId> in_place) {
    Doors game(level);
    for (const PlacedModel& placed : std::vector(game.placed().begin(), game.placed().end())) {
        const std::optional<std::size_t> door = game.door_of(placed.model);
        const bool is_lift = door && game.doors()[*door].is_lift;
        if (!is_lift && std::ranges::find(in_place, placed.model) == in_place.end()) {
            game.world().remove(placed.model);
        }
    }
    return game;
}

Result<EntityLinks> find_lift_links(const MeshInLevel& here,
                                    const MoverOptions& options,
                                    const Executor& executor) {
    return LiftRides(here, options).run(executor);
}

}  // namespace halfspace
