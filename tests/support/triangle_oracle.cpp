// SPDX-License-Identifier: MIT
#include "support/triangle_oracle.h"

#include "support/integer_vector.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace halfspace::test {
namespace {

using Integer = boost::multiprecision::cpp_int;
using Vector = IntegerVector;

// The point place / weight. weight > 0.
struct Point {
    Vector place;
    Integer weight = 1;
};

bool is_zero(const Vector& v) {
    return v[0] == 0 && v[1] == 0 && v[2] == 0;
}

// Doubles as whole numbers of one unit, a power of two.
class Scale {
public:
    explicit Scale(const std::vector<Vec3>& points) {
        for (const Vec3& p : points) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                if (!counts_as_zero(p[axis])) {
                    unit_ = std::min(unit_, exponent(p[axis]));
                }
            }
        }
    }
    Vector whole(const Vec3& p) const { return {whole(p.x), whole(p.y), whole(p.z)}; }

private:
    static bool counts_as_zero(double value) { return std::abs(value) < kMinPlace; }
    static int exponent(double value) {
        int result = 0;
        std::frexp(value, &result);
        return result - 53;
    }
    Integer whole(double value) const {
        if (counts_as_zero(value)) {
            return 0;
        }
        int result = 0;
        const double part = std::ldexp(std::frexp(value, &result), 53);
        return Integer(static_cast<std::int64_t>(part)) << (result - 53 - unit_);
    }

    int unit_ = 2000;
};

using Polygon = std::vector<Point>;

// What is left of a convex polygon where normal . x >= limit. It may be a segment or a point.
Polygon cut(const Polygon& polygon, const Vector& normal, const Integer& limit) {
    std::vector<Integer> sides;
    for (const Point& p : polygon) {
        sides.push_back(inner(normal, p.place) - limit * p.weight);
    }
    Polygon left;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const std::size_t k = (i + 1) % polygon.size();
        if (sides[i] >= 0) {
            left.push_back(polygon[i]);
        }
        if (sides[i].sign() * sides[k].sign() < 0) {
            const Integer to = abs(sides[i]);
            const Integer from = abs(sides[k]);
            Point between;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                between.place[axis] = to * polygon[k].place[axis] + from * polygon[i].place[axis];
            }
            between.weight = to * polygon[k].weight + from * polygon[i].weight;
            left.push_back(between);
        }
    }
    return left;
}

Vector negative(const Vector& v) {
    return {Integer(-v[0]), Integer(-v[1]), Integer(-v[2])};
}

// What is left where normal . x = limit.
Polygon cut_to_plane(const Polygon& polygon, const Vector& normal, const Integer& limit) {
    return cut(cut(polygon, normal, limit), negative(normal), -limit);
}

Polygon cut_to_axes(Polygon polygon, const Vector& low, const Vector& high) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        Vector normal{};
        normal[axis] = 1;
        polygon = cut(cut(polygon, normal, low[axis]), negative(normal), -high[axis]);
    }
    return polygon;
}

// What is left on the segment.
Polygon cut_to_segment(Polygon polygon, const Vector& from, const Vector& to) {
    const Vector along = to - from;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        Vector unit{};
        unit[axis] = 1;
        const Vector across = outer(along, unit);
        polygon = cut_to_plane(polygon, across, inner(across, from));
    }
    return cut(cut(polygon, along, inner(along, from)), negative(along), -inner(along, to));
}

Polygon cut_to_triangle(Polygon polygon, const std::array<Vector, 3>& triangle) {
    const auto& [a, b, c] = triangle;
    const Vector normal = outer(b - a, c - a);
    if (is_zero(normal)) {
        // The longest side is all of it.
        std::array<std::array<Vector, 2>, 3> edges{{{a, b}, {b, c}, {c, a}}};
        const auto& longest = *std::ranges::max_element(edges, {}, [](const auto& edge) {
            const Vector along = edge[1] - edge[0];
            return inner(along, along);
        });
        return is_zero(longest[1] - longest[0]) ? cut_to_axes(polygon, a, a)
                                                : cut_to_segment(polygon, longest[0], longest[1]);
    }
    polygon = cut_to_plane(polygon, normal, inner(normal, a));
    for (std::size_t i = 0; i < 3; ++i) {
        const Vector inward = outer(normal, triangle[(i + 1) % 3] - triangle[i]);
        polygon = cut(polygon, inward, inner(inward, triangle[i]));
    }
    return polygon;
}

}  // namespace

bool share_point(const Triangle& a, const Triangle& b) {
    const Scale scale({a.a, a.b, a.c, b.a, b.b, b.c});
    const Polygon whole{{scale.whole(a.a)}, {scale.whole(a.b)}, {scale.whole(a.c)}};
    return !cut_to_triangle(whole, {scale.whole(b.a), scale.whole(b.b), scale.whole(b.c)}).empty();
}

bool share_point(const Triangle& triangle, const Aabb& box) {
    const Scale scale({triangle.a, triangle.b, triangle.c, box.min, box.max});
    const Polygon whole{
        {scale.whole(triangle.a)}, {scale.whole(triangle.b)}, {scale.whole(triangle.c)}};
    return !cut_to_axes(whole, scale.whole(box.min), scale.whole(box.max)).empty();
}

}  // namespace halfspace::test
