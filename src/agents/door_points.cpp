// SPDX-License-Identifier: MIT
#include "agents/door_points.h"

#include "halfspace/nav/walls.h"

#include "agents/follow_points.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace halfspace {
namespace {

// Quake's default for the key "lip": so far a door that has slid into its wall stands out of it
// [units].
constexpr double kDoorLip = 8;

// Where a line crosses the border of a convex polygon.
struct Crossing {
    double part;  // of the line
    NavPolygonId polygon;
    Vec3 along;  // the direction of the edge, of length 1; 0: it crosses none there
};

// Moves `in` and `out` to where the line from a to b enters and leaves the polygon.
void clip(const NavMesh& mesh, const Vec3& a, const Vec3& b, Crossing& in, Crossing& out) {
    const Vec3 way = flat(b - a);
    for (std::uint32_t c = 0, count = mesh.corner_count(in.polygon); c < count; ++c) {
        const Vec3 from = mesh.corner(in.polygon, c);
        const Vec3 edge = flat_direction(from, mesh.corner(in.polygon, (c + 1) % count));
        const Vec3 outwards{edge.y, -edge.x, 0};
        const double before = dot(outwards, flat(from - a));
        const double towards = dot(outwards, way);
        if (towards > 0 && before / towards < out.part) {
            out.part = before / towards;
            out.along = edge;
        } else if (towards < 0 && before / towards > in.part) {
            in.part = before / towards;
            in.along = edge;
        }
    }
}

// The way from one point to another, and the points that doorways add to it.
class DoorWay {
public:
    DoorWay(const NavMesh& mesh,
            const FollowPoint& next,
            const FollowOptions& options,
            const MoverOptions& mover,
            std::vector<FollowPoint>& points)
        : mesh_(mesh),
          from_(points.back()),
          next_(next),
          options_(options),
          mover_(mover),
          points_(points) {}

    // Takes the polygons of the way one after the other.
    void enter(NavPolygonId polygon) {
        if (!mesh_.has_door(polygon)) {
            leave();
            return;
        }
        Crossing in{0, polygon, {}};
        out_ = {1, polygon, {}};
        clip(mesh_, from_.position, next_.position, in, out_);
        in_ = in_ ? in_ : in;
    }
    // Adds the points of the doorway that the way has entered.
    void leave() {
        for (double part = 1; in_ && part > 0.2; part /= 2) {
            if (add(part)) {
                break;
            }
        }
        in_.reset();
    }

private:
    // The point of a crossing, moved along the edge by a part of what its clearance wants.
    FollowPoint moved(const Crossing& crossing, double part) const {
        const NavDoorState* const doors = options_.route.doors;
        Vec3 position = lerp(from_.position, next_.position, crossing.part);
        position.z = mesh_.height(crossing.polygon, position.x, position.y);
        const NavPlace place{crossing.polygon, position};
        // Right before the doorway there is room at both sides of it, so it looks inside.
        const double inside = std::clamp(crossing.part,
                                         in_->part + (out_.part - in_->part) / 4,
                                         out_.part - (out_.part - in_->part) / 4);
        const NavPlace within =
            raycast(mesh_, place, lerp(from_.position, next_.position, inside), {}, doors).end;
        const double clearance = options_.clearance + kDoorLip;
        const double shift =
            shift_between(free_way(mesh_, within, crossing.along, 2 * clearance, doors),
                          free_way(mesh_, within, -crossing.along, 2 * clearance, doors),
                          clearance);
        const Vec3 to = position + crossing.along * (shift * part);
        const NavPlace end = raycast(mesh_, place, to, {}, doors).end;
        return {.position = end.position, .polygon = end.polygon};
    }

    bool is_free(const FollowPoint& from, const FollowPoint& to) const {
        return is_way_free(
            mesh_, {from.polygon, from.position}, to.position, mover_, options_.route.doors);
    }

    // Returns false if the way would not be free.
    bool add(double part) {
        const FollowPoint in = moved(*in_, part);
        const FollowPoint out = moved(out_, part);
        const bool begins_here = in_->along == Vec3{};
        const bool ends_here = out_.along == Vec3{};
        const FollowPoint& first = begins_here ? out : in;
        const FollowPoint& last = ends_here ? in : out;
        if (begins_here && ends_here) {
            return true;
        }
        if (!is_free(points_.back(), first) || !is_free(first, last) || !is_free(last, next_)) {
            return false;
        }
        points_.push_back(first);
        if (!begins_here && !ends_here) {
            points_.push_back(last);
        }
        return true;
    }

    const NavMesh& mesh_;
    const FollowPoint from_;
    const FollowPoint& next_;
    const FollowOptions& options_;
    const MoverOptions& mover_;
    std::vector<FollowPoint>& points_;
    std::optional<Crossing> in_;
    Crossing out_ = {};
};

}  // namespace

void add_door_points(const NavMesh& mesh,
                     const FollowPoint& next,
                     const FollowOptions& options,
                     const MoverOptions& mover,
                     std::vector<FollowPoint>& points) {
    DoorWay way(mesh, next, options, mover, points);
    const FollowPoint from = points.back();
    raycast(
        mesh,
        {from.polygon, from.position},
        next.position,
        [&](NavPolygonId polygon) { way.enter(polygon); },
        options.route.doors);
    way.leave();
}

bool leads_through_door(const NavMesh& mesh,
                        const NavPlace& from,
                        const Vec3& to,
                        const NavDoorState* doors) {
    bool does = false;
    const auto visit = [&](NavPolygonId polygon) { does = does || mesh.has_door(polygon); };
    raycast(mesh, from, to, visit, doors);
    return does;
}

}  // namespace halfspace
