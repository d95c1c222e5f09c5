// SPDX-License-Identifier: MIT
#include "import/brushes/written_plane.h"

#include "math/shared/axes.h"
#include "math/shared/clip.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace halfspace {
namespace {

// Faces are clipped out of a square with this half width around the point of the plane nearest to
// the origin. It reaches far beyond every coordinate.
constexpr double kHalfWidth = 0x1p28;
// A corner counts as on a plane if it is in front by at most this. Clipping out of so large a
// square has errors of about 2^-22 grid steps.
constexpr double kClipTolerance = 0x1p-20;

// The widest coefficients of a plane through points within kMaxGridCoordinate (see
// PlaneTable::intern_through).
constexpr int kMaxNormalBits = 58;
constexpr int kMaxDistanceBits = 88;

std::optional<WrittenPlane> scaled(const Plane& plane, int grid_exponent, const UnitPoint& origin) {
    const double size = length(plane.n);
    if (!(size > 0) || !std::isfinite(size) || !std::isfinite(plane.d)) {
        return std::nullopt;
    }
    const double distance = plane.d - dot(plane.n, to_vec3(origin));
    return WrittenPlane{plane.n * (1 / size), std::ldexp(distance / size, grid_exponent)};
}

// The one of the three points that is nearest to the origin, relative to it. It has the smallest
// rounding error, and d has the same error.
Vec3 nearest_point(const BrushSide& side, int grid_exponent, const UnitPoint& origin) {
    std::optional<Vec3> nearest;
    double reach = 0;
    for (const DecimalPoint& point : side.points) {
        Vec3 p;
        for (std::size_t i = 0; i < 3; ++i) {
            const Decimal from_origin{point[i].scaled - decimal_from_integer(origin[i]).scaled};
            p[i] = std::ldexp(to_double(from_origin), grid_exponent);
        }
        if (!nearest || max_abs(p) < reach) {
            nearest = p;
            reach = max_abs(p);
        }
    }
    return *nearest;
}

std::optional<std::array<GridPoint, 3>> grid_points(const BrushSide& side, int grid_exponent) {
    if (side.plane) {
        return std::nullopt;
    }
    std::array<GridPoint, 3> points;
    for (std::size_t p = 0; p < 3; ++p) {
        for (std::size_t i = 0; i < 3; ++i) {
            const std::optional<std::int64_t> steps = to_grid(side.points[p][i], grid_exponent);
            if (!steps) {
                return std::nullopt;
            }
            points[p][i] = *steps;
        }
    }
    return points;
}

// The direction from a to b. If it is longer than 2 * kMaxGridCoordinate, it is divided by its gcd:
// far points often lie along a short direction. REQUIRES: |coordinates| < 2^62.
GridPoint direction(const GridPoint& a, const GridPoint& b) {
    GridPoint u = difference(b, a);
    if (magnitude(u[longest_axis(u)]) > 2 * kMaxGridCoordinate) {
        const std::int64_t divisor = std::gcd(std::gcd(u[0], u[1]), u[2]);
        for (std::int64_t& component : u) {
            component /= divisor;
        }
    }
    return u;
}

// The largest coordinate, relative to the origin, of the point from which written_plane computes d
// [grid steps].
double reach_of(const BrushSide& side, int grid_exponent, const UnitPoint& origin) {
    if (!side.plane) {
        return max_abs(nearest_point(side, grid_exponent, origin));
    }
    const double distance = std::fabs(side.plane->d) / length(side.plane->n);
    return std::ldexp(distance, grid_exponent) + max_abs(in_steps(origin, grid_exponent));
}

}  // namespace

UnitPoint middle_of(const Aabb& box, int grid_exponent) {
    const Vec3 middle = (box.min + box.max) * std::ldexp(0.5, -grid_exponent);
    return {static_cast<std::int64_t>(std::floor(middle.x)),
            static_cast<std::int64_t>(std::floor(middle.y)),
            static_cast<std::int64_t>(std::floor(middle.z))};
}

Vec3 in_steps(const UnitPoint& point, int grid_exponent) {
    return to_vec3(point) * std::ldexp(1, grid_exponent);
}

ExactPlane relative_to(const ExactPlane& plane, int grid_exponent, const UnitPoint& origin) {
    ExactPlane moved = plane;
    for (std::size_t i = 0; i < 3; ++i) {
        moved.d -= Int128{plane.n[i]} * (origin[i] << grid_exponent);
    }
    return moved;
}

Plane unit_plane(const ExactPlane& plane) {
    const Vec3 n = to_vec3(plane.n);
    const double size = length(n);
    return {n / size, static_cast<double>(plane.d) / size};
}

std::optional<WrittenPlane> written_plane(const BrushSide& side,
                                          int grid_exponent,
                                          const UnitPoint& origin) {
    if (side.plane) {
        return scaled(*side.plane, grid_exponent, origin);
    }
    const WideNormal exact = written_normal(side);
    const Vec3 n{to_double(exact[0]), to_double(exact[1]), to_double(exact[2])};
    const double largest = max_abs(n);
    if (largest == 0) {
        return std::nullopt;
    }
    const Vec3 scaled = n / largest;
    WrittenPlane plane;
    plane.n = scaled / length(scaled);
    plane.d = dot(plane.n, nearest_point(side, grid_exponent, origin));
    return plane;
}

std::optional<WrittenPlane> moved_plane(const BrushSide& side,
                                        int grid_exponent,
                                        const UnitPoint& origin,
                                        double radius,
                                        double share) {
    std::optional<WrittenPlane> plane;
    double reach = 0;
    if (const std::optional<ExactPlane> exact = exact_plane(side, grid_exponent)) {
        plane = unit_plane(relative_to(*exact, grid_exponent, origin));
        reach = std::fabs(plane->d);
    } else {
        plane = written_plane(side, grid_exponent, origin);
        reach = reach_of(side, grid_exponent, origin);
    }
    if (plane) {
        plane->d += share * (radius + reach);
    }
    return plane;
}

WideNormal written_normal(const BrushSide& side) {
    if (side.plane) {
        const double size = length(side.plane->n);
        if (!(size > 0) || !std::isfinite(size)) {
            return {};
        }
        const Vec3 n = side.plane->n * (1 / size);
        const auto whole = [](double value) {
            return Int256(static_cast<Int128>(std::ldexp(value, 60)));
        };
        return {whole(n.x), whole(n.y), whole(n.z)};
    }
    // Differences have at most 102 bits, their products 204.
    const auto edge = [&](std::size_t to) {
        WideVector u{};
        for (std::size_t i = 0; i < 3; ++i) {
            u[i] = side.points[to][i].scaled - side.points[0][i].scaled;
        }
        return u;
    };
    return cross<Int256>(edge(1), edge(2));
}

std::optional<ExactPlane> exact_plane(const BrushSide& side, int grid_exponent) {
    const std::optional<std::array<GridPoint, 3>> points = grid_points(side, grid_exponent);
    if (!points) {
        return std::nullopt;
    }
    const auto& [a, b, c] = *points;
    // A decimal is below 2^40 and a unit at most 2^10 steps, so a coordinate is below 2^50 steps, a
    // direction has at most 52 bits, a normal 105 and the distance 157.
    const WideNormal n = cross<Int256>(direction(a, b), direction(a, c));
    const Int256 d = dot<Int256>(n, a);
    ExactPlane plane;
    bool is_zero = true;
    for (std::size_t i = 0; i < 3; ++i) {
        if (bit_width(n[i]) > kMaxNormalBits) {
            return std::nullopt;
        }
        plane.n[i] = static_cast<std::int64_t>(n[i].limb[0]);
        is_zero = is_zero && plane.n[i] == 0;
    }
    if (is_zero || bit_width(d) > kMaxDistanceBits) {
        return std::nullopt;
    }
    plane.d = static_cast<Int128>(Uint128{d.limb[1]} << 64 | d.limb[0]);
    return plane;
}

std::vector<std::vector<Vec3>> face_corners(const std::vector<WrittenPlane>& planes) {
    std::vector<std::vector<Vec3>> faces;
    faces.reserve(planes.size());
    for (std::size_t i = 0; i < planes.size(); ++i) {
        faces.push_back(
            face_corners(planes, i, {.half_width = kHalfWidth, .tolerance = kClipTolerance}));
    }
    return faces;
}

std::vector<Vec3> projected(const std::vector<std::vector<Vec3>>& faces,
                            const WrittenPlane& plane) {
    std::vector<Vec3> points;
    for (const std::vector<Vec3>& face : faces) {
        for (const Vec3& p : face) {
            points.push_back(p - plane.n * signed_distance(plane, p));
        }
    }
    return points;
}

double deviation(const ExactPlane& plane, const std::vector<Vec3>& corners) {
    const Vec3 n = to_vec3(plane.n);
    const double d = static_cast<double>(plane.d);
    double largest = 0;
    for (const Vec3& corner : corners) {
        largest = std::max(largest, std::fabs(dot(n, corner) - d));
    }
    return largest / length(n);
}

}  // namespace halfspace
