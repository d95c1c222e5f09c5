// SPDX-License-Identifier: MIT
#include "support/known_shapes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace halfspace::test {
namespace {

using Kind = ConvexShape::Kind;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double reach_of_points(const std::vector<Vec3>& points, const Vec3& direction) {
    double most = -kInfinity;
    for (const Vec3& p : points) {
        most = std::max(most, dot(p, direction));
    }
    return most;
}

Vec3 nearest_on_segment(const Vec3& p, const Vec3& from, const Vec3& to) {
    const Vec3 along = to - from;
    const double all = dot(along, along);
    return all > 0 ? from + along * std::clamp(dot(p - from, along) / all, 0.0, 1.0) : from;
}

// Of the lines through the segments, if they are not parallel and their nearest points lie on the
// segments; otherwise infinity: then an end of a segment is nearest.
double distance_of_lines(const Vec3& a, const Vec3& a_end, const Vec3& b, const Vec3& b_end) {
    const Vec3 u = a_end - a;
    const Vec3 v = b_end - b;
    const Vec3 normal = cross(u, v);
    const double square = dot(normal, normal);
    const Vec3 way = b - a;
    const double s = dot(cross(way, v), normal) / square;
    const double t = dot(cross(way, u), normal) / square;
    if (!(s >= 0 && s <= 1 && t >= 0 && t <= 1)) {
        return kInfinity;
    }
    return distance(a + u * s, b + v * t);
}

// Of a point and the plane of a triangle, if its foot lies inside of the triangle; otherwise
// infinity: then an edge is nearest.
double distance_of_plane(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 normal = cross(b - a, c - a);
    const double area = length(normal);
    const bool is_over = dot(normal, cross(b - a, p - a)) >= 0 &&
                         dot(normal, cross(c - b, p - b)) >= 0 &&
                         dot(normal, cross(a - c, p - c)) >= 0;
    return area > 0 && is_over ? std::abs(dot(normal, p - a)) / area : kInfinity;
}

double corner_distance(const std::vector<Vec3>& corners, const std::vector<Vec3>& hull) {
    double least = kInfinity;
    for (const Vec3& p : corners) {
        for (std::size_t i = 0; i < hull.size(); ++i) {
            least = std::min(least, distance(p, hull[i]));
            for (std::size_t j = 0; j < i; ++j) {
                least = std::min(least, distance(p, nearest_on_segment(p, hull[i], hull[j])));
                for (std::size_t k = 0; k < j; ++k) {
                    least = std::min(least, distance_of_plane(p, hull[i], hull[j], hull[k]));
                }
            }
        }
    }
    return least;
}

// The least distance of any two features. It is the distance of the hulls if they do not overlap:
// every corner, segment and triangle lies in its hull, and those that matter are among them.
double feature_distance(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
    double least = std::min(corner_distance(a, b), corner_distance(b, a));
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            for (std::size_t k = 0; k < b.size(); ++k) {
                for (std::size_t l = 0; l < k; ++l) {
                    least = std::min(least, distance_of_lines(a[i], a[j], b[k], b[l]));
                }
            }
        }
    }
    return least;
}

std::vector<Vec3> edges_of(const std::vector<Vec3>& points) {
    std::vector<Vec3> edges;
    for (std::size_t i = 0; i < points.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (points[i] != points[j]) {
                edges.push_back(normalized(points[i] - points[j]));
            }
        }
    }
    return edges;
}

// The largest gap along the normals of all facets that the difference of the hulls may have: each
// is square to two of their edges. Negative: how deep they overlap.
double facet_gap(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
    std::vector<Vec3> edges = edges_of(a);
    const std::vector<Vec3> more = edges_of(b);
    edges.insert(edges.end(), more.begin(), more.end());
    double most = -kInfinity;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const Vec3 normal = cross(edges[i], edges[j]);
            const double size = length(normal);
            if (!(size > 1e-12)) {
                continue;  // parallel: every direction is as good, and another pair gives the facet
            }
            const Vec3 unit = normal / size;
            most = std::max(most, -reach_of_points(a, -unit) - reach_of_points(b, unit));
            most = std::max(most, -reach_of_points(a, unit) - reach_of_points(b, -unit));
        }
    }
    return most;
}

double half_size(Random& random) {
    return random.real(1, 40);
}

KnownShape random_shape(Random& random, bool is_degenerate) {
    KnownShape known;
    known.kind = static_cast<Kind>(random.integer(0, 4));
    const auto half = [&] { return is_degenerate && random.one_in(2) ? 0 : half_size(random); };
    switch (known.kind) {
        case Kind::Box:
            known.points = corners_of({half(), half(), half()});
            known.radius = random.one_in(4) ? half() : 0;  // a box that has grown
            break;
        case Kind::Sphere:
            known.points = {{}};
            known.radius = half();
            break;
        case Kind::Capsule:
        case Kind::Cylinder: {
            const double height = half();
            known.points = {{0, 0, -height}, {0, 0, height}};
            known.radius = half();
            break;
        }
        case Kind::Points: {
            const Vec3 scale = is_degenerate ? Vec3{half(), half(), half()} : Vec3{40, 40, 40};
            for (std::int64_t i = random.integer(is_degenerate ? 1 : 4, 7); i > 0; --i) {
                const Vec3 p = random_vec(random, 1);
                known.points.push_back({p.x * scale.x, p.y * scale.y, p.z * scale.z});
            }
            while (is_degenerate && known.points.size() < 7 && random.one_in(2)) {
                known.points.push_back(known.points[0]);
            }
            break;
        }
    }
    return known;
}

}  // namespace

std::vector<Vec3> corners_of(const Vec3& half) {
    std::vector<Vec3> corners;
    for (int c = 0; c < 8; ++c) {
        corners.push_back({(c & 1) != 0 ? half.x : -half.x,
                           (c & 2) != 0 ? half.y : -half.y,
                           (c & 4) != 0 ? half.z : -half.z});
    }
    return corners;
}

ConvexShape KnownShape::shape() const {
    switch (kind) {
        case Kind::Box:
            return ConvexShape::box(points[7])->grown(radius);
        case Kind::Sphere:
            return *ConvexShape::sphere(radius);
        case Kind::Capsule:
            return *ConvexShape::capsule(points[1].z, radius);
        case Kind::Cylinder:
            return *ConvexShape::cylinder(points[1].z, radius);
        case Kind::Points:
            break;
    }
    return *ConvexShape::points(points);
}

double KnownShape::size() const {
    double most = 0;
    for (const Vec3& p : points) {
        most = std::max(most, length(p));
    }
    return most + radius;
}

double KnownShape::reach(const Vec3& direction) const {
    const Vec3 d = direction_to_local(transform, direction);
    const double round = kind == Kind::Cylinder ? radius * std::hypot(d.x, d.y) : radius;
    return reach_of_points(points, d) + round + dot(transform.translation, direction);
}

Vec3 KnownShape::farthest(const Vec3& direction) const {
    const Vec3 d = direction_to_local(transform, direction);
    Vec3 best = points[0];
    for (const Vec3& p : points) {
        best = dot(p, d) > dot(best, d) ? p : best;
    }
    const Vec3 round = kind == Kind::Cylinder ? Vec3{d.x, d.y, 0} : d;
    const double scale = length(round) > 0 ? radius / length(round) : 0;
    return to_world(transform, best + round * scale);
}

double KnownShape::distance_to(const Vec3& point) const {
    const Vec3 p = to_local(transform, point);
    switch (kind) {
        case Kind::Box:
            return std::max(0.0, length(max(Vec3{}, max(p - points[7], points[0] - p))) - radius);
        case Kind::Cylinder:
            return std::hypot(std::max(0.0, std::hypot(p.x, p.y) - radius),
                              std::max(0.0, std::abs(p.z) - points[1].z));
        case Kind::Sphere:
        case Kind::Capsule:
            return std::max(
                0.0, distance(p, nearest_on_segment(p, points.front(), points.back())) - radius);
        case Kind::Points:
            break;
    }
    KnownShape single;
    single.points = {point};
    return truth_of(*this, single).distance;
}

std::vector<Vec3> KnownShape::placed_points() const {
    std::vector<Vec3> placed;
    for (const Vec3& p : points) {
        placed.push_back(to_world(transform, p));
    }
    return placed;
}

KnownShape scaled(KnownShape known, double factor) {
    for (Vec3& p : known.points) {
        p *= factor;
    }
    known.radius *= factor;
    known.transform.translation *= factor;
    return known;
}

Vec3 random_vec(Random& random, double reach) {
    const double x = random.real(-reach, reach);
    const double y = random.real(-reach, reach);
    return {x, y, random.real(-reach, reach)};
}

Vec3 random_unit(Random& random) {
    while (true) {
        const Vec3 v = random_vec(random, 1);
        if (dot(v, v) > 0.01 && dot(v, v) <= 1) {
            return normalized(v);
        }
    }
}

KnownPair random_pair(PairKind kind, Random& random) {
    const bool is_degenerate = kind == PairKind::Degenerate;
    KnownPair pair{random_shape(random, is_degenerate), random_shape(random, is_degenerate)};
    const bool is_straight = random.one_in(4);
    const double spread = kind == PairKind::Deep ? 4 : 60;
    for (KnownShape* known : {&pair.a, &pair.b}) {
        const double yaw = random.real(-180, 180);
        const double pitch = random.real(-180, 180);
        const Angles angles{.pitch = pitch, .yaw = yaw, .roll = random.real(-180, 180)};
        const Vec3 place = random_vec(random, spread);
        known->transform =
            is_straight ? moved_by({std::round(place.x), std::round(place.y), std::round(place.z)})
                        : moved_by(place) * turned_about({}, angles);
        if (is_straight) {
            for (Vec3& p : known->points) {
                p = {std::round(p.x), std::round(p.y), std::round(p.z)};
            }
            known->radius = std::round(known->radius);
        }
    }
    if (kind == PairKind::Touching || (is_degenerate && random.one_in(2))) {
        const Vec3 direction = random_unit(random);
        const Vec3 way = pair.a.farthest(-direction) - pair.b.farthest(direction);
        pair.b.transform.translation += way;
    }
    pair.size = pair.a.size() + pair.b.size() + length(pair.a.transform.translation) +
                length(pair.b.transform.translation);
    return pair;
}

double gap_along(const KnownShape& a, const KnownShape& b, const Vec3& direction) {
    return -a.reach(-direction) - b.reach(direction);
}

double best_gap(const KnownShape& a, const KnownShape& b, Vec3 direction, Random& random) {
    double best = gap_along(a, b, direction);
    for (double step = 1; step > 1e-12; step *= 0.8) {
        for (int i = 0; i < 8; ++i) {
            const Vec3 other = normalized(direction + random_unit(random) * step);
            if (const double gap = gap_along(a, b, other); gap > best) {
                best = gap;
                direction = other;
            }
        }
    }
    return best;
}

PairTruth truth_of(const KnownShape& a, const KnownShape& b) {
    const std::vector<Vec3> points_a = a.placed_points();
    const std::vector<Vec3> points_b = b.placed_points();
    const double radii = a.radius + b.radius;
    // Without facets, the difference of the hulls is a line or a point. A gap of almost 0 may
    // belong to flat hulls that are apart within their plane.
    const double gap = facet_gap(points_a, points_b);
    const bool is_deep = gap > -kInfinity && gap < -1e-9 * (a.size() + b.size());
    const double apart = is_deep ? gap : feature_distance(points_a, points_b);
    return {std::max(0.0, apart - radii), std::max(0.0, radii - apart)};
}

}  // namespace halfspace::test
