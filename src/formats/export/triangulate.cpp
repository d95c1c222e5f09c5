// SPDX-License-Identifier: MIT
#include "formats/export/triangulate.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <limits>
#include <numeric>

namespace halfspace {
namespace {

constexpr std::size_t kMaxCorners = 128;

using Corners = std::vector<std::uint32_t>;

class Triangulator {
public:
    Triangulator(std::span<const Vec3> points, const Vec3& normal)
        : points_(points), normal_(normal) {}

    void cut(const Corners& polygon) {
        if (polygon.size() > kMaxCorners) {
            halve(polygon);
        } else {
            cut_best(polygon);
        }
    }

    std::vector<TriangleCorners> take() {
        std::erase_if(triangles_,
                      [this](const TriangleCorners& triangle) { return is_line(triangle); });
        return std::move(triangles_);
    }

private:
    bool is_line(const TriangleCorners& triangle) const {
        const auto [a, b, c] = triangle;
        return cross(points_[b] - points_[a], points_[c] - points_[a]) == Vec3{};
    }

    // Twice the area of the triangle times the length of the normal; negative if the triangle is
    // seen from behind.
    double area(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
        return dot(cross(points_[b] - points_[a], points_[c] - points_[a]), normal_);
    }

    // A measure that grows with the least height of the triangle and has the sign of its area.
    double thickness(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
        const Vec3 ab = points_[b] - points_[a];
        const Vec3 bc = points_[c] - points_[b];
        const Vec3 ca = points_[a] - points_[c];
        const double longest = std::max({dot(ab, ab), dot(bc, bc), dot(ca, ca)});
        const double twice_area = area(a, b, c);
        return longest > 0 ? twice_area * std::abs(twice_area) / longest : 0;
    }

    // Halves the polygon at a diagonal between opposite corners: the one for which the smaller half
    // is largest. If the polygon has an area, both halves have one. Proof: of the corners on an
    // edge with more than half of all corners, one is opposite to a corner off this edge.
    void halve(const Corners& polygon) {
        const std::size_t n = polygon.size();
        const std::size_t half = n / 2;
        std::size_t best = 0;
        double largest = -std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i + half < n; ++i) {
            const double size =
                std::min(area_of(polygon, i, half), area_of(polygon, i + half, n - half));
            if (size > largest) {
                largest = size;
                best = i;
            }
        }
        Corners turned = polygon;
        std::rotate(
            turned.begin(), turned.begin() + static_cast<std::ptrdiff_t>(best), turned.end());
        const auto middle = turned.begin() + static_cast<std::ptrdiff_t>(half);
        Corners second(middle, turned.end());
        second.push_back(turned.front());
        cut(Corners(turned.begin(), middle + 1));
        cut(second);
    }

    // The area of the polygon of `count` edges from corner `first` on, closed by a diagonal.
    double area_of(const Corners& polygon, std::size_t first, std::size_t count) const {
        const std::size_t n = polygon.size();
        double sum = 0;
        for (std::size_t i = 1; i < count; ++i) {
            sum += area(polygon[first], polygon[(first + i) % n], polygon[(first + i + 1) % n]);
        }
        return sum;
    }

    // best_[i * n + j] is the thickness of the thinnest triangle of the corners i to j, cut in the
    // best way.
    void cut_best(const Corners& polygon) {
        const std::size_t n = polygon.size();
        best_.assign(n * n, std::numeric_limits<double>::infinity());
        apex_.assign(n * n, 0);
        for (std::size_t span = 2; span < n; ++span) {
            for (std::size_t i = 0; i + span < n; ++i) {
                choose_apex(polygon, i, i + span);
            }
        }
        append(polygon, 0, n - 1);
    }

    void choose_apex(const Corners& polygon, std::size_t i, std::size_t j) {
        const std::size_t n = polygon.size();
        double best = -std::numeric_limits<double>::infinity();
        std::size_t apex = i + 1;
        for (std::size_t k = i + 1; k < j; ++k) {
            const double thinnest = std::min({thickness(polygon[i], polygon[k], polygon[j]),
                                              best_[i * n + k],
                                              best_[k * n + j]});
            if (thinnest > best) {
                best = thinnest;
                apex = k;
            }
        }
        best_[i * n + j] = best;
        apex_[i * n + j] = apex;
    }

    void append(const Corners& polygon, std::size_t i, std::size_t j) {
        if (j - i < 2) {
            return;
        }
        const std::size_t k = apex_[i * polygon.size() + j];
        append(polygon, i, k);
        triangles_.push_back({polygon[i], polygon[k], polygon[j]});
        append(polygon, k, j);
    }

    std::span<const Vec3> points_;
    Vec3 normal_;
    std::vector<double> best_;
    std::vector<std::size_t> apex_;
    std::vector<TriangleCorners> triangles_;
};

}  // namespace

std::vector<TriangleCorners> triangulate(std::span<const Vec3> corners, const Vec3& normal) {
    assert(corners.size() >= 3);
    Corners polygon(corners.size());
    std::iota(polygon.begin(), polygon.end(), 0U);
    Triangulator triangulator(corners, normal);
    triangulator.cut(polygon);
    return triangulator.take();
}

}  // namespace halfspace
