// SPDX-License-Identifier: MIT
#include "support/shape_oracle.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace halfspace::test {
namespace {

using Long = long double;

struct Long3 {
    Long x, y, z;
};
Long3 wide(const Vec3& v) {
    return {v.x, v.y, v.z};
}
Long3 operator+(const Long3& a, const Long3& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
Long3 operator-(const Long3& a, const Long3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
Long3 operator*(const Long3& a, Long s) {
    return {a.x * s, a.y * s, a.z * s};
}
Long dot(const Long3& a, const Long3& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
Long length(const Long3& a) {
    return std::sqrt(dot(a, a));
}

// A direction and its opposite count as one, and so do directions that differ by rounding.
void add_direction(std::vector<Vec3>& directions, const Vec3& v) {
    const double size = halfspace::length(v);
    if (size < 1e-9) {
        return;
    }
    const Vec3 unit = v / size;
    for (const Vec3& known : directions) {
        if (halfspace::length(cross(known, unit)) < 1e-10) {
            return;
        }
    }
    directions.push_back(unit);
}

// The corners of a face without those that rounding has made equal. An edge between such corners
// would have no direction.
std::vector<Vec3> distinct(std::vector<Vec3> corners) {
    const auto are_equal = [](const Vec3& a, const Vec3& b) { return distance(a, b) < 1e-9; };
    corners.erase(std::unique(corners.begin(), corners.end(), are_equal), corners.end());
    while (corners.size() > 1 && are_equal(corners.front(), corners.back())) {
        corners.pop_back();
    }
    return corners;
}

Long highest(const std::vector<Vec3>& corners, const Long3& n) {
    Long most = -std::numeric_limits<Long>::infinity();
    for (const Vec3& corner : corners) {
        most = std::max(most, dot(n, wide(corner)));
    }
    return most;
}

// How long two convex bodies stay apart along one direction after another.
class Parting {
public:
    // from, to: how far they are apart along the direction at both ends of the motion.
    void add(Long from, Long to) {
        if (from >= 0) {
            if (to >= 0) {
                is_parted_ = true;
            } else {
                enter_ = std::max(enter_, from / (from - to));
            }
        } else if (to > 0) {
            leave_ = std::min(leave_, from / (from - to));
        }
    }
    ShapeTouch touch() const {
        if (is_parted_ || !(enter_ < leave_)) {
            return {};
        }
        return {true, enter_ < 0, enter_ < 0 ? 0 : enter_};
    }

private:
    bool is_parted_ = false;
    Long enter_ = -1;
    Long leave_ = std::numeric_limits<Long>::infinity();
};

// True if the direction n, of length 1, keeps the corners of a body more than `gap` away from those
// of a solid during the whole motion. A gap is at its least at one of the ends.
bool keeps_apart(const Long3& n,
                 Long gap,
                 const std::vector<Vec3>& solid,
                 const std::vector<Vec3>& body,
                 const Vec3& from,
                 const Vec3& to) {
    const Long reach = highest(solid, n) + highest(body, n * Long{-1});
    return std::min(dot(n, wide(from)), dot(n, wide(to))) - reach > gap;
}

// The point of the segment from a to b that is nearest to p.
Long3 on_segment(const Long3& a, const Long3& b, const Long3& p) {
    const Long3 run = b - a;
    const Long squared = dot(run, run);
    const Long t = squared > 0 ? std::clamp<Long>(dot(p - a, run) / squared, 0, 1) : 0;
    return a + run * t;
}

// The distance of the segments from a to b and from c to d. The nearest points are an end of one of
// them, or they lie inside of both where the line between them is square to both.
Long between_segments(const Long3& a, const Long3& b, const Long3& c, const Long3& d) {
    Long nearest = std::min({length(a - on_segment(c, d, a)),
                             length(b - on_segment(c, d, b)),
                             length(c - on_segment(a, b, c)),
                             length(d - on_segment(a, b, d))});
    const Long3 u = b - a;
    const Long3 v = d - c;
    const Long3 w = a - c;
    const Long uu = dot(u, u);
    const Long uv = dot(u, v);
    const Long vv = dot(v, v);
    const Long determinant = uu * vv - uv * uv;
    if (determinant > 1e-15L * uu * vv) {
        const Long s = (uv * dot(v, w) - vv * dot(u, w)) / determinant;
        const Long t = (uu * dot(v, w) - uv * dot(u, w)) / determinant;
        if (s >= 0 && s <= 1 && t >= 0 && t <= 1) {
            nearest = std::min(nearest, length(w + u * s - v * t));
        }
    }
    return nearest;
}

}  // namespace

ShapeOracle::ShapeOracle(const Oracle& oracle) {
    const double scale = std::ldexp(1.0, oracle.grid_exponent());
    for (std::size_t b = 0; b < oracle.brushes().size(); ++b) {
        const OracleBrush& brush = oracle.brushes()[b];
        Solid solid;
        solid.contents = brush.contents;
        for (std::size_t side = 0; side < brush.planes.size(); ++side) {
            const std::vector<Vec3> corners = distinct(oracle.corners(b, side));
            if (corners.size() < 3) {
                continue;
            }
            const auto& n = brush.planes[side].n;
            const Vec3 normal{static_cast<double>(n[0]) / scale,
                              static_cast<double>(n[1]) / scale,
                              static_cast<double>(n[2]) / scale};
            solid.normals.push_back(normal / halfspace::length(normal));
            for (std::size_t i = 0; i < corners.size(); ++i) {
                solid.corners.push_back(corners[i]);
                solid.box = merge(solid.box, corners[i]);
                add_direction(solid.edges, corners[(i + 1) % corners.size()] - corners[i]);
            }
            solid.faces.push_back(corners);
        }
        if (solid.faces.size() >= 4) {
            solids_.push_back(std::move(solid));
        }
    }
}

ShapeTouch ShapeOracle::by_planes(
    const Solid& solid, const OracleBody& body, const Vec3& from, const Vec3& to, double slack) {
    std::vector<Vec3> normals = solid.normals;
    std::vector<Vec3> own_edges;
    for (std::size_t i = 0; i < body.corners.size(); ++i) {
        for (std::size_t j = i + 1; j < body.corners.size(); ++j) {
            const Vec3 edge = body.corners[j] - body.corners[i];
            add_direction(own_edges, edge);
            for (std::size_t k = j + 1; k < body.corners.size(); ++k) {
                add_direction(normals, cross(edge, body.corners[k] - body.corners[i]));
            }
        }
    }
    for (const Vec3& a : solid.edges) {
        for (const Vec3& b : own_edges) {
            const Vec3 n = cross(a, b);
            if (halfspace::length(n) > 1e-7) {
                normals.push_back(n / halfspace::length(n));
            }
        }
    }
    Parting parting;
    for (const Vec3& normal : normals) {
        for (const Long sign : {Long{1}, Long{-1}}) {
            const Long3 n = wide(normal) * sign;
            const Long reach = highest(body.corners, n * Long{-1}) + slack;
            const Long top = highest(solid.corners, n) + reach;
            parting.add(dot(n, wide(from)) - top, dot(n, wide(to)) - top);
        }
    }
    return parting.touch();
}

// NOLINTNEXTLINE(readability-function-cognitive-complexity): one definition, step by step
ShapeTouch ShapeOracle::by_distance(
    const Solid& solid, const OracleBody& body, const Vec3& from, const Vec3& to, double slack) {
    const Long radius = static_cast<Long>(body.radius) + slack;
    // Most solids are far away, and a direction shows it: that of a face, or the one from the way
    // to the solid's middle, square to the way.
    const Long3 way = wide(to) - wide(from);
    const Long3 back = wide(from) - (wide(solid.box.min) + wide(solid.box.max)) * Long{0.5};
    const Long squared = dot(way, way);
    const Long3 aside = squared > 0 ? back - way * (dot(back, way) / squared) : back;
    const auto is_parting = [&](const Long3& n) {
        return keeps_apart(
            n, std::max<Long>(radius, 0) + 1e-6L, solid.corners, body.corners, from, to);
    };
    if ((length(aside) > 0 && is_parting(aside * (1 / length(aside)))) ||
        std::any_of(solid.normals.begin(), solid.normals.end(), [&](const Vec3& n) {
            return is_parting(wide(n));
        })) {
        return {};
    }
    const auto distance = [&](Long t) {
        const Long3 at = wide(from) + (wide(to) - wide(from)) * t;
        const Long3 a = at + wide(body.corners.front());
        const Long3 b = at + wide(body.corners.back());
        // Negative inside: as deep as the segment is behind the nearest of all planes.
        Long outside = -std::numeric_limits<Long>::infinity();
        for (std::size_t f = 0; f < solid.faces.size(); ++f) {
            const Long3 n = wide(solid.normals[f]);
            const Long3 corner = wide(solid.faces[f].front());
            outside = std::max(outside, std::min(dot(n, a - corner), dot(n, b - corner)));
        }
        // The segment touches the solid if it does so at some of its points.
        Parting along;
        for (std::size_t f = 0; f < solid.faces.size(); ++f) {
            const Long3 n = wide(solid.normals[f]);
            const Long3 corner = wide(solid.faces[f].front());
            along.add(dot(n, a - corner), dot(n, b - corner));
        }
        if (along.touch().hit) {
            return std::min<Long>(outside, 0);
        }
        Long nearest = std::numeric_limits<Long>::infinity();
        for (std::size_t f = 0; f < solid.faces.size(); ++f) {
            const std::vector<Vec3>& face = solid.faces[f];
            const Long3 n = wide(solid.normals[f]);
            for (std::size_t i = 0; i < face.size(); ++i) {
                nearest = std::min(
                    nearest,
                    between_segments(a, b, wide(face[i]), wide(face[(i + 1) % face.size()])));
            }
            for (const Long3& end : {a, b}) {
                bool is_above = true;
                for (std::size_t i = 0; i < face.size(); ++i) {
                    const Vec3 edge = face[(i + 1) % face.size()] - face[i];
                    const Vec3 inwards = cross(solid.normals[f], edge);
                    is_above = is_above && dot(wide(inwards), end - wide(face[i])) >= 0;
                }
                const Long height = dot(n, end - wide(face.front()));
                if (is_above && height >= 0) {
                    nearest = std::min(nearest, height);
                }
            }
        }
        return nearest;
    };
    if (distance(0) < radius) {
        return {true, true, 0};
    }
    // The distance is a convex function of time. Its lowest place, then the crossing before.
    Long low = 0;
    Long high = 1;
    for (int i = 0; i < 70; ++i) {
        const Long third = (high - low) / 3;
        const bool is_left = distance(low + third) < distance(high - third);
        (is_left ? high : low) = is_left ? high - third : low + third;
    }
    Long after = distance(1) < distance(low) ? 1 : low;
    if (distance(after) >= radius) {
        return {};
    }
    Long before = 0;
    for (int i = 0; i < 60; ++i) {
        const Long middle = (before + after) / 2;
        (distance(middle) < radius ? after : before) = middle;
    }
    return {true, false, before};
}

ShapeTouch ShapeOracle::sweep(
    const OracleBody& body, const Vec3& from, const Vec3& to, Contents mask, double slack) const {
    Aabb swept;
    const double margin = body.radius + std::abs(slack) + 1e-3;
    for (const Vec3& corner : body.corners) {
        for (const Vec3& end : {from, to}) {
            swept = merge(swept, corner + end - Vec3{margin, margin, margin});
            swept = merge(swept, corner + end + Vec3{margin, margin, margin});
        }
    }
    ShapeTouch first;
    for (const Solid& solid : solids_) {
        if (!any(solid.contents & mask) || !touch(solid.box, swept)) {
            continue;
        }
        const ShapeTouch met = body.radius > 0 ? by_distance(solid, body, from, to, slack)
                                               : by_planes(solid, body, from, to, slack);
        if (met.hit && (!first.hit || met.fraction < first.fraction || met.start_blocked)) {
            first = {true,
                     first.start_blocked || met.start_blocked,
                     std::min(first.fraction, met.fraction)};
        }
    }
    return first;
}

}  // namespace halfspace::test
