// SPDX-License-Identifier: MIT
#include "agents/follow_points.h"

#include "halfspace/agents/steer.h"
#include "halfspace/nav/walls.h"

#include "agents/door_points.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

namespace halfspace {
namespace {

// True if the way from a point to the start of a link leads straight over the link.
bool is_straight(const Vec3& before, const Vec3& start, const Vec3& landing) {
    constexpr double kAhead = 0.999;  // the cosine of an angle that brings nobody off the way
    return dot(flat_direction(before, start), flat_direction(start, landing)) > kAhead;
}

// How quickly a mover can turn and brake on a polygon. In a liquid it may swim.
double acceleration_at(const NavMesh& mesh, NavPolygonId polygon, const MoverOptions& mover) {
    const double walks = steering_acceleration(mover);
    const bool is_wet = any(static_cast<Contents>(mesh.contents(polygon)) & kLiquids);
    return is_wet ? std::min(walks, steering_acceleration(mover, true)) : walks;
}

// True if a mover that starts at a run-up from rest has the speed that the link needs.
bool gains_speed(const NavMesh& mesh,
                 const FollowPoint& run_up,
                 const FollowPoint& start,
                 const MoverOptions& mover) {
    const double least = mesh.link(start.link).least_speed;
    const double way = flat_distance(run_up.position, start.position);
    return 2 * steering_acceleration(mover) * way >= least * least;
}

// A direction of length 1 across a path, where it comes in and goes out like this; 0 for a path of
// no length. Where the path turns, it leads away from the inside of the turn.
Vec3 across(const Vec3& in, const Vec3& out) {
    const Vec3 along = in + out;
    const double size = length(along);
    if (size < 0.5) {  // back again
        const Vec3 outwards = in - out;
        return length(outwards) > 0 ? outwards / length(outwards) : Vec3{};
    }
    const double sign = cross(in, out).z > 0 ? 1 : -1;
    return Vec3{along.y, -along.x, 0} * (sign / size);
}

// Where a follower goes in place of a corner.
struct Inwards {
    std::optional<FollowPoint> before;  // goes there first
    FollowPoint corner;
};

// The steepest floor rises by less than this for each unit of its way.
constexpr double kSteepest = 2;

// A place for a corner away from the borders beside it. last: the point from which the mover comes;
// it must see the place. route: the points of the route before, at and behind the corner; they are
// not moved, so they tell whether the route turns.
// A riser may begin at the corner. A mover that crosses a riser at a small angle slides along it,
// and leaves the floor where the riser ends. So the place is on the stair. If `last` does not see
// it there, the mover first goes to a point kRunUp before the corner that does.
Inwards inwards(const NavMesh& mesh,
                const FollowPoint& last,
                const FollowPoint& point,
                std::span<const RoutePoint, 3> route,
                const FollowOptions& options,
                const MoverOptions& mover) {
    const NavDoorState* const doors = options.route.doors;
    constexpr double kStraight = 1e-6;  // the sine of an angle that is only rounding
    const NavPlace corner{point.polygon, point.position};
    const Vec3 in = flat_direction(route[0].position, corner.position);
    const Vec3 out = flat_direction(corner.position, route[2].position);
    const Vec3 side = across(in, out);
    const double most = 2 * options.clearance;
    const bool does_turn = std::abs(cross(in, out).z) > kStraight || dot(in, out) < 0;
    const double ahead = free_way(mesh, corner, side, most, doors);
    // A path turns at borders on its inside; one that hardly turns may touch borders on both sides.
    double shift =
        does_turn
            ? std::min(options.clearance, ahead / 2)
            : shift_between(ahead, free_way(mesh, corner, -side, most, doors), options.clearance);
    const NavPlace from{last.polygon, last.position};
    const bool is_long = std::min(flat_distance(from.position, corner.position),
                                  flat_distance(route[0].position, corner.position)) > kRunUp;
    for (int halving = 0; halving < 3 && shift != 0; ++halving, shift /= 2) {
        Inwards result{.corner = point};
        const NavPlace moved = raycast(mesh, corner, corner.position + side * shift, {}, doors).end;
        result.corner.polygon = moved.polygon;
        result.corner.position = moved.position;
        if (is_way_free(mesh, from, moved.position, mover, doors)) {
            return result;
        }
        const bool is_on_stair = moved.position.z - corner.position.z > kSteepest * std::abs(shift);
        if (is_on_stair && is_long) {
            const NavPlace near = raycast(mesh, from, corner.position - in * kRunUp, {}, doors).end;
            if (is_way_free(mesh, near, moved.position, mover, doors)) {
                result.before = FollowPoint{.position = near.position, .polygon = near.polygon};
                return result;
            }
        }
    }
    return {.corner = point};
}

// How far the mover goes on before it turns back, in units of v^2 / a: its velocity changes from
// v in to v out by a constant acceleration a, and has no part along `out` after a part of the time.
Vec3 turn(const Vec3& in, const Vec3& out, double along) {
    const Vec3 change = out - in;
    const double part = -along / (1 - along);
    return (in * part + change * (part * part / 2)) * length(change);
}

// Who turns at a point drifts on in the old direction, by v^2 / 2a where v is the part of the speed
// that the new direction does not have. The drift must not lead to a border, nor beyond the point
// that follows, nor out of its sight; where the path turns back, this also holds for the place
// where the mover turns. Returns a speed that fulfils this: the full one, or its half, and so on.
double corner_speed(const NavMesh& mesh,
                    const Vec3& before,
                    const FollowPoint& point,
                    const Vec3& after,
                    const FollowOptions& options,
                    const MoverOptions& mover,
                    bool is_slow) {
    const NavDoorState* const doors = options.route.doors;
    const NavPlace corner{point.polygon, point.position};
    const Vec3 in = flat_direction(before, point.position);
    const Vec3 out = flat_direction(point.position, after);
    const double along = dot(in, out);
    const Vec3 aside = in - out * along;
    const double share = length(aside);
    const double a = acceleration_at(mesh, point.polygon, mover);
    const double way = flat_distance(point.position, after);
    // At the least speed it drifts by half of this.
    double room = is_slow ? options.clearance / 8 : options.clearance;
    if (!is_slow && share > 0) {
        const double free = free_way(mesh, corner, aside / share, options.clearance, doors);
        room = std::max(free, options.clearance / 8);
    }
    const double least = std::sqrt(a * std::max(room, mover.skin));
    // True if the drift leads to no border, and the mover sees the point that follows from its end.
    const auto may_drift = [&](const Vec3& drift) {
        const NavRayHit end = raycast(mesh, corner, corner.position + drift, {}, doors);
        return !end.wall.polygon.is_valid() && is_way_free(mesh, end.end, after, mover, doors);
    };
    double speed = mover.walk_speed;
    while (speed > least) {
        const double seconds = std::max(share, -along) * speed / a;
        const double ahead = std::max(0.0, along + 1) / 2 * speed * seconds;
        const Vec3 aside_and_on = aside * (speed * seconds) + out * ahead;
        if (ahead <= way && may_drift(aside_and_on) &&
            (along >= 0 || may_drift(turn(in, out, along) * (speed * speed / a)))) {
            return speed;
        }
        speed /= 2;
    }
    return std::min(least, mover.walk_speed);
}

// The speed that a mover may have at a point, if those of the points behind it are known.
double speed_at(const NavMesh& mesh,
                std::span<const FollowPoint> points,
                std::size_t i,
                const FollowOptions& options,
                const MoverOptions& mover,
                bool is_slow) {
    const FollowPoint& point = points[i];
    const FollowPoint& after = points[i + 1];
    if (point.is_run_up) {
        return 0;  // so that it does not drift aside
    }
    if (point.link.is_valid()) {
        return begins_at_rest(mesh, point.link) ? 0 : mover.walk_speed;
    }
    const double way = flat_distance(point.position, after.position);
    const double brakes = std::sqrt(after.speed * after.speed +
                                    2 * acceleration_at(mesh, point.polygon, mover) * way);
    return std::min(
        corner_speed(mesh, points[i - 1].position, point, after.position, options, mover, is_slow),
        brakes);
}

// A run-up before a link to which the way does not lead straight, if it gives the speed. Where a
// longer one is in sight from the link alone, the follower goes back there.
std::optional<FollowPoint> planned_run_up(const NavMesh& mesh,
                                          const FollowPoint& last,
                                          const FollowPoint& start,
                                          const Vec3& landing,
                                          const MoverOptions& mover,
                                          const NavDoorState* doors) {
    if (is_straight(last.position, start.position, landing)) {
        return std::nullopt;
    }
    const auto before = run_up(mesh, {last.polygon, last.position}, start, landing, mover, doors);
    return before && gains_speed(mesh, *before, start, mover) ? before : std::nullopt;
}

// Sets the speeds of all points but the first, and how much of the way is left. last_slow: up to
// this point the mover goes slowly; 0: it does nowhere.
void set_speeds(const NavMesh& mesh,
                const FollowOptions& options,
                const MoverOptions& mover,
                std::size_t last_slow,
                std::vector<FollowPoint>& points) {
    for (std::size_t i = points.size() - 1; i-- > 0;) {
        const double way = flat_distance(points[i].position, points[i + 1].position);
        points[i].remaining = points[i + 1].remaining + way;
        if (i > 0) {
            points[i].speed = speed_at(mesh, points, i, options, mover, i <= last_slow);
        }
    }
}

}  // namespace

double free_way(const NavMesh& mesh,
                const NavPlace& from,
                const Vec3& direction,
                double most,
                const NavDoorState* doors) {
    const Vec3 end = raycast(mesh, from, from.position + direction * most, {}, doors).end.position;
    return std::min(flat_distance(from.position, end), most);
}

double shift_between(double ahead, double behind, double clearance) {
    if (ahead + behind < 2 * clearance) {
        return (ahead - behind) / 2;
    }
    return behind < clearance ? clearance - behind : std::min(ahead - clearance, 0.0);
}

std::optional<FollowPoint> run_up(const NavMesh& mesh,
                                  const NavPlace& before,
                                  const FollowPoint& start,
                                  const Vec3& landing,
                                  const MoverOptions& mover,
                                  const NavDoorState* doors) {
    constexpr double kLeast = 4;  // units
    const Vec3 over = flat_direction(start.position, landing);
    const NavPlace from{start.polygon, start.position};
    double way = free_way(mesh, from, -over, kRunUp, doors);
    while (way >= kLeast) {
        const NavPlace place = raycast(mesh, from, start.position - over * way, {}, doors).end;
        if (is_way_free(mesh, before, place.position, mover, doors) &&
            is_way_free(mesh, place, start.position, mover, doors)) {
            return FollowPoint{
                .position = place.position, .polygon = place.polygon, .is_run_up = true};
        }
        way /= 2;
    }
    return std::nullopt;
}

bool is_way_free(const NavMesh& mesh,
                 const NavPlace& from,
                 const Vec3& to,
                 const MoverOptions& mover,
                 const NavDoorState* doors) {
    const NavRayHit hit = raycast(mesh, from, to, {}, doors);
    return !hit.wall.polygon.is_valid() &&
           std::abs(hit.end.position.z - to.z) <= storey_height(mover);
}

bool is_shut(const NavMesh& mesh,
             const NavPlace& start,
             std::span<const FollowPoint> points,
             const NavDoorState& doors) {
    NavPlace from = start;
    bool is_landing = false;
    for (const FollowPoint& point : points) {
        const NavPlace to{point.polygon, point.position};
        // A point on the border of what is closed may have a closed polygon as its own.
        const bool is_closed =
            (doors.is_closed(to.polygon) && !doors.is_closed(start.polygon)) ||
            (!is_landing && raycast(mesh, from, to.position, {}, &doors).wall.polygon.is_valid());
        if (is_closed) {
            return true;
        }
        from = to;
        is_landing = point.link.is_valid();
    }
    return false;
}

void plan_points(const NavMesh& mesh,
                 const NavRoute& route,
                 const FollowOptions& options,
                 const MoverOptions& mover,
                 const FollowCare& care,
                 std::vector<FollowPoint>& points) {
    points.clear();
    std::size_t first_corner = 0;  // of the route, behind its start
    for (std::size_t i = 0; i < route.points.size(); ++i) {
        const RoutePoint& here = route.points[i];
        FollowPoint point{.position = here.position, .polygon = here.polygon, .link = here.link};
        const bool is_end = i == 0 || i + 1 == route.points.size();
        const bool is_landing = i > 0 && route.points[i - 1].link.is_valid();
        const auto add = [&](const FollowPoint& next) {
            // From a run-up it goes straight.
            const bool walks =
                !points.empty() && !points.back().link.is_valid() && !points.back().is_run_up;
            if (walks && care.at_doorways) {
                add_door_points(mesh, next, options, mover, points);
            }
            points.push_back(next);
        };
        if (wants_run_up(mesh, here.link) && i > 0 && !is_landing) {
            const Vec3& landing = route.points[i + 1].position;
            const auto before =
                planned_run_up(mesh, points.back(), point, landing, mover, options.route.doors);
            if (before) {
                add(*before);
            }
        }
        if (!is_end && !is_landing && !here.link.is_valid()) {
            const std::span<const RoutePoint, 3> around = route.points.subspan(i - 1).first<3>();
            const Inwards place = inwards(mesh, points.back(), point, around, options, mover);
            if (place.before) {
                add(*place.before);
            }
            point = place.corner;
        }
        add(point);
        first_corner = i == 1 ? points.size() - 1 : first_corner;
    }
    set_speeds(mesh, options, mover, care.at_turn ? first_corner : 0, points);
}

}  // namespace halfspace
