// SPDX-License-Identifier: MIT
// Writes the points of a route that one walks, and adds up their time.
#pragma once

#include "halfspace/nav/path.h"
#include "halfspace/nav/route.h"
#include "halfspace/nav/walls.h"

#include "nav/flat.h"
#include "nav/mesh_data.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace halfspace {

// Adds points on foot to the list of a route's points, which has its start.
struct RouteWriter {
    const NavMesh& mesh;
    std::vector<RoutePoint>& points;
    double speed;
    double crouch_cost = 1;

    // slowness: what the way to the point costs, as RouteRules::slowness.
    void add_point(const NavPlace& p, double slowness, NavRoute& route) const {
        route.seconds += length_to(p.position) / speed;
        route.cost += flat_length(points.back().position, p.position) * slowness / speed;
        points.push_back({p.position, p.polygon, {}});
    }

    // Adds the points of a path on floor that costs 1 behind its start. A point between the ends is
    // a corner of polygons that the path goes through.
    void add_path(const NavPath& path, const NavPlace& end, NavRoute& route) const {
        std::size_t at = 0;  // in path.polygons
        for (std::size_t i = 1; i + 1 < path.points.size(); ++i) {
            std::size_t next = at;
            while (next < path.polygons.size() &&
                   !has_corner(path.polygons[next], path.points[i])) {
                ++next;
            }
            at = next < path.polygons.size() ? next : at;
            add_point({path.polygons[at], path.points[i]}, 1, route);
        }
        if (path.points.size() > 1) {
            add_point(end, 1, route);
        }
    }

    // The length from the last point; where the mover crouches, it is as much longer as it takes.
    double length_to(const Vec3& p) const {
        const RoutePoint& from = points.back();
        const double length = flat_length(from.position, p);
        if (crouch_cost == 1 || !std::isfinite(crouch_cost) || !mesh.data().has_low) {
            return length;
        }
        double low = 0;  // the part from 0 to 1
        raycast(mesh, {from.polygon, from.position}, p, [&](NavPolygonId polygon) {
            low += mesh.is_low(polygon) ? part_in(polygon, from.position, p) : 0;
        });
        return length * (1 + low * (crouch_cost - 1));
    }

    // How much of a segment is in a polygon, from 0 to 1.
    double part_in(NavPolygonId polygon, const Vec3& from, const Vec3& to) const {
        double first = 0;
        double last = 1;
        const std::uint32_t count = mesh.corner_count(polygon);
        for (std::uint32_t i = 0; i < count; ++i) {
            const Vec3 a = mesh.corner(polygon, i);
            const Vec3 b = mesh.corner(polygon, i + 1 == count ? 0 : i + 1);
            const double left_from = cross(b - a, from - a).z;
            const double left_to = cross(b - a, to - a).z;
            if (left_from < left_to) {
                first = std::max(first, left_from / (left_from - left_to));
            } else if (left_from > left_to) {
                last = std::min(last, left_from / (left_from - left_to));
            }
        }
        return std::max(last - first, 0.0);
    }

    bool has_corner(NavPolygonId polygon, const Vec3& p) const {
        for (std::uint32_t i = 0; i < mesh.corner_count(polygon); ++i) {
            if (mesh.corner(polygon, i) == p) {
                return true;
            }
        }
        return false;
    }
};

}  // namespace halfspace
