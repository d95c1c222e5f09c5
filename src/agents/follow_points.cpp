// SPDX-License-Identifier: MIT
#include "agents/follow_points.h"

#include "halfspace/agents/steer.h"
#include "halfspace/nav/walls.h"

#include <algorithm>
#include <cstdint>

namespace halfspace {
namespace {

bool has_corner(const NavMesh& mesh, NavPolygonId polygon, const Vec3& p) {
    for (std::uint32_t i = 0; i < mesh.corner_count(polygon); ++i) {
        if (mesh.corner(polygon, i) == p) {
            return true;
        }
    }
    return false;
}

// How far the way from a place into a direction of length 1 is free, at most `most`.
double free_way(const NavMesh& mesh, const NavPlace& from, const Vec3& direction, double most) {
    const Vec3 end = raycast(mesh, from, from.position + direction * most).end.position;
    return std::min(flat_distance(from.position, end), most);
}

// The points as the path has them, each with its polygon: a point between the ends is a corner of
// polygons that the path goes through.
void copy_points(const NavMesh& mesh, const NavPath& path, std::vector<FollowPoint>& points) {
    points.clear();
    std::size_t at = 0;  // in path.polygons
    for (std::size_t i = 0; i < path.points.size(); ++i) {
        const Vec3& p = path.points[i];
        if (i + 1 == path.points.size()) {
            at = path.polygons.size() - 1;
        } else if (i > 0) {
            std::size_t next = at;
            while (next < path.polygons.size() && !has_corner(mesh, path.polygons[next], p)) {
                ++next;
            }
            at = next < path.polygons.size() ? next : at;
        }
        points.push_back({.position = p, .polygon = path.polygons[at]});
    }
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

// How far a corner of the mesh is moved across the path, away from the borders beside it. A path
// turns at borders on its inside; one that hardly turns may touch borders on both sides.
double shift_of(double ahead, double behind, double clearance, bool does_turn) {
    if (does_turn) {
        return std::min(clearance, ahead / 2);
    }
    if (ahead + behind < 2 * clearance) {
        return (ahead - behind) / 2;
    }
    return behind < clearance ? clearance - behind : std::min(ahead - clearance, 0.0);
}

void move_inwards(const NavMesh& mesh,
                  const FollowPoint& before,
                  FollowPoint& point,
                  const Vec3& after,
                  const FollowOptions& options,
                  const MoverOptions& mover) {
    constexpr double kStraight = 1e-6;  // the sine of an angle that is only rounding
    const NavPlace corner{point.polygon, point.position};
    const Vec3 in = flat_direction(before.position, corner.position);
    const Vec3 out = flat_direction(corner.position, after);
    const Vec3 side = across(in, out);
    const double most = 2 * options.clearance;
    const bool does_turn = std::abs(cross(in, out).z) > kStraight || dot(in, out) < 0;
    double shift = shift_of(free_way(mesh, corner, side, most),
                            free_way(mesh, corner, -side, most),
                            options.clearance,
                            does_turn);
    for (int halving = 0; halving < 3 && shift != 0; ++halving) {
        const NavPlace moved = raycast(mesh, corner, corner.position + side * shift).end;
        if (is_way_free(mesh, {before.polygon, before.position}, moved.position, mover)) {
            point.polygon = moved.polygon;
            point.position = moved.position;
            return;
        }
        shift /= 2;
    }
}

// Who turns at a point drifts on in the old direction, by v^2 / 2a where v is the part of the speed
// that the new direction does not have. The drift must not lead to a border, nor beyond the point
// that follows, nor out of its sight. Returns a speed that fulfils this: the full one, or its half,
// and so on.
double corner_speed(const NavMesh& mesh,
                    const Vec3& before,
                    const FollowPoint& point,
                    const Vec3& after,
                    const FollowOptions& options,
                    const MoverOptions& mover) {
    const NavPlace corner{point.polygon, point.position};
    const Vec3 in = flat_direction(before, point.position);
    const Vec3 out = flat_direction(point.position, after);
    const double along = dot(in, out);
    const Vec3 aside = in - out * along;
    const double share = length(aside);
    const double a = steering_acceleration(mover);
    const double way = flat_distance(point.position, after);
    const double least = std::sqrt(a * std::max(options.clearance, mover.skin));
    double speed = mover.walk_speed;
    for (; speed > least; speed /= 2) {
        const double seconds = std::max(share, -along) * speed / a;
        const double ahead = std::max(0.0, along + 1) / 2 * speed * seconds;
        const Vec3 drift = aside * (speed * seconds) + out * ahead;
        const NavRayHit end = raycast(mesh, corner, corner.position + drift);
        if (ahead <= way && !end.wall.polygon.is_valid() &&
            is_way_free(mesh, end.end, after, mover)) {
            return speed;
        }
    }
    return std::min(least, mover.walk_speed);
}

}  // namespace

bool is_way_free(const NavMesh& mesh,
                 const NavPlace& from,
                 const Vec3& to,
                 const MoverOptions& mover) {
    const NavRayHit hit = raycast(mesh, from, to);
    return !hit.wall.polygon.is_valid() &&
           std::abs(hit.end.position.z - to.z) <= storey_height(mover);
}

void plan_points(const NavMesh& mesh,
                 const NavPath& path,
                 const FollowOptions& options,
                 const MoverOptions& mover,
                 std::vector<FollowPoint>& points) {
    copy_points(mesh, path, points);
    const std::size_t count = points.size();
    for (std::size_t i = 1; i + 1 < count; ++i) {
        move_inwards(mesh, points[i - 1], points[i], points[i + 1].position, options, mover);
    }
    for (std::size_t i = count - 1; i-- > 1;) {
        FollowPoint& point = points[i];
        const FollowPoint& after = points[i + 1];
        const double way = flat_distance(point.position, after.position);
        point.remaining = after.remaining + way;
        const double brakes =
            std::sqrt(after.speed * after.speed + 2 * steering_acceleration(mover) * way);
        point.speed = std::min(
            corner_speed(mesh, points[i - 1].position, point, after.position, options, mover),
            brakes);
    }
    points.front().remaining =
        count > 1 ? points[1].remaining + flat_distance(points[0].position, points[1].position) : 0;
}

}  // namespace halfspace
