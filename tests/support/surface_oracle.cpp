// SPDX-License-Identifier: MIT
#include "support/surface_oracle.h"

#include "halfspace/math/vec.h"

#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace halfspace::test {
namespace {

using boost::multiprecision::cpp_int;
using boost::multiprecision::cpp_rational;

// n.p = d in grid steps; the volume lies behind.
struct Plane {
    std::array<cpp_int, 3> n;
    cpp_int d;
};

// (X, Y, Z) / W with W > 0.
using Point = std::array<cpp_int, 4>;

struct Volume {
    std::vector<Plane> planes;
    std::vector<Point> corners;
    std::vector<std::vector<std::size_t>> on_plane;  // for each plane its corners
    std::vector<Vec3> at;                            // the corners, relative to a point
};

cpp_int wide(Int128 value) {
    const bool negative = value < 0;
    const auto size = static_cast<unsigned __int128>(negative ? -value : value);
    cpp_int result = static_cast<std::uint64_t>(size >> 64);
    result = (result << 64) + static_cast<std::uint64_t>(size);
    return negative ? cpp_int(-result) : result;
}

std::array<cpp_int, 3> cross(const std::array<cpp_int, 3>& u, const std::array<cpp_int, 3>& v) {
    return {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
}

cpp_int dot(const std::array<cpp_int, 3>& a, const std::array<cpp_int, 3>& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Points are whole numbers of 10^-18 units: d takes the factor of the grid, n that of the decimals.
Plane plane_of(const BrushSide& side, int grid_exponent) {
    std::array<std::array<cpp_int, 3>, 3> p;
    for (std::size_t k = 0; k < 3; ++k) {
        for (std::size_t i = 0; i < 3; ++i) {
            p[k][i] = wide(side.points[k][i].scaled);
        }
    }
    std::array<cpp_int, 3> u;
    std::array<cpp_int, 3> v;
    for (std::size_t i = 0; i < 3; ++i) {
        u[i] = p[1][i] - p[0][i];
        v[i] = p[2][i] - p[0][i];
    }
    Plane plane{cross(u, v), 0};
    plane.d = dot(plane.n, p[0]) << grid_exponent;
    for (cpp_int& n : plane.n) {
        n *= 1'000'000'000'000'000'000;
    }
    return plane;
}

void add_corner(Volume& volume, std::size_t i, std::size_t j, std::size_t k) {
    const auto& [a, b, c] = std::array{volume.planes[i], volume.planes[j], volume.planes[k]};
    const auto bc = cross(b.n, c.n);
    const auto ca = cross(c.n, a.n);
    const auto ab = cross(a.n, b.n);
    Point p{0, 0, 0, dot(a.n, bc)};
    if (p[3] == 0) {
        return;
    }
    for (std::size_t x = 0; x < 3; ++x) {
        p[x] = a.d * bc[x] + b.d * ca[x] + c.d * ab[x];
    }
    if (p[3] < 0) {
        for (cpp_int& x : p) {
            x = -x;
        }
    }
    for (const Plane& plane : volume.planes) {
        if (plane.n[0] * p[0] + plane.n[1] * p[1] + plane.n[2] * p[2] > plane.d * p[3]) {
            return;
        }
    }
    volume.corners.push_back(std::move(p));
}

Volume volume_of(std::vector<Plane> planes) {
    Volume volume;
    volume.planes = std::move(planes);
    for (std::size_t i = 0; i < volume.planes.size(); ++i) {
        for (std::size_t j = i + 1; j < volume.planes.size(); ++j) {
            for (std::size_t k = j + 1; k < volume.planes.size(); ++k) {
                add_corner(volume, i, j, k);
            }
        }
    }
    volume.on_plane.resize(volume.planes.size());
    for (std::size_t i = 0; i < volume.planes.size(); ++i) {
        const Plane& plane = volume.planes[i];
        for (std::size_t c = 0; c < volume.corners.size(); ++c) {
            const Point& p = volume.corners[c];
            if (plane.n[0] * p[0] + plane.n[1] * p[1] + plane.n[2] * p[2] == plane.d * p[3]) {
                volume.on_plane[i].push_back(c);
            }
        }
    }
    return volume;
}

void place(Volume& volume, const Point& origin) {
    for (const Point& p : volume.corners) {
        std::array<double, 3> at{};
        for (std::size_t i = 0; i < 3; ++i) {
            at[i] =
                static_cast<double>(cpp_rational(p[i], p[3]) - cpp_rational(origin[i], origin[3]));
        }
        volume.at.push_back({at[0], at[1], at[2]});
    }
}

bool is_behind(const Plane& plane, const Point& p) {
    return plane.n[0] * p[0] + plane.n[1] * p[1] + plane.n[2] * p[2] <= plane.d * p[3];
}

double distance_to_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
    const Vec3 along = b - a;
    const double square = halfspace::dot(along, along);
    const double t = square > 0 ? std::clamp(halfspace::dot(p - a, along) / square, 0.0, 1.0) : 0;
    return length(p - a - along * t);
}

// The foot of the point on the plane, if it lies in the volume.
std::optional<double> height_over(const Volume& volume, std::size_t plane, const Point& p) {
    const Plane& base = volume.planes[plane];
    // foot = p - n * (n.p - d W) / (n.n W), with the common denominator n.n W.
    const cpp_int above = base.n[0] * p[0] + base.n[1] * p[1] + base.n[2] * p[2] - base.d * p[3];
    const cpp_int square = dot(base.n, base.n);
    Point foot;
    for (std::size_t i = 0; i < 3; ++i) {
        foot[i] = p[i] * square - base.n[i] * above;
    }
    foot[3] = p[3] * square;
    for (const Plane& other : volume.planes) {
        if (!is_behind(other, foot)) {
            return std::nullopt;
        }
    }
    const cpp_rational squared(above * above, square * p[3] * p[3]);
    return std::sqrt(static_cast<double>(squared));
}

double distance(const Volume& volume, const Point& p, const Vec3& at) {
    double nearest = std::numeric_limits<double>::infinity();
    bool is_inside = true;
    for (std::size_t i = 0; i < volume.planes.size(); ++i) {
        if (is_behind(volume.planes[i], p)) {
            continue;
        }
        is_inside = false;
        if (const auto height = height_over(volume, i, p)) {
            nearest = std::min(nearest, *height);
        }
        // All pairs on a plane: the edges among them, and diagonals that lie in the volume too.
        for (const std::size_t a : volume.on_plane[i]) {
            for (const std::size_t b : volume.on_plane[i]) {
                nearest = std::min(nearest, distance_to_segment(at, volume.at[a], volume.at[b]));
            }
        }
    }
    return is_inside ? 0 : nearest;
}

}  // namespace

double surface_distance(const Brush& written,
                        const std::vector<ExactPlane>& compiled,
                        int grid_exponent) {
    std::vector<Plane> planes;
    planes.reserve(written.sides.size());
    for (const BrushSide& side : written.sides) {
        planes.push_back(plane_of(side, grid_exponent));
    }
    Volume source = volume_of(std::move(planes));
    planes.clear();
    for (const ExactPlane& plane : compiled) {
        planes.push_back({{plane.n[0], plane.n[1], plane.n[2]}, wide(plane.d)});
    }
    Volume level = volume_of(std::move(planes));
    if (source.corners.empty() || level.corners.empty()) {
        return std::numeric_limits<double>::infinity();
    }
    const Point origin = source.corners.front();
    place(source, origin);
    place(level, origin);
    double largest = 0;
    for (std::size_t i = 0; i < source.corners.size(); ++i) {
        largest = std::max(largest, distance(level, source.corners[i], source.at[i]));
    }
    for (std::size_t i = 0; i < level.corners.size(); ++i) {
        largest = std::max(largest, distance(source, level.corners[i], level.at[i]));
    }
    return largest;
}

}  // namespace halfspace::test
