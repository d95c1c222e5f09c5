// SPDX-License-Identifier: MIT
#include "import/surfaces/winding.h"

#include "base/shared/sign.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace halfspace {
namespace {

// The error bound of the turn of three points, for each unit of the four differences in it. Points
// within R = 2^27 are rounded by at most 2^-26. A difference is off by twice that and its own
// rounding, so by less than 2^-24. So the two products and their difference are off by less than
// this, for each unit of both factors.
constexpr double kTurnError = 0x1p-22;

// The most squares along an axis, and the most entries in the squares for each polygon.
constexpr double kMaxSquares = 4096;
constexpr std::size_t kMaxEntries = 16;

// An integer for the meet of planes times two normals: 2 * 58 + 88 + 10 bits, and 2 * 58 + 1 more.
using Wide = WideInt<6>;

}  // namespace

WindingField::WindingField(std::span<const Polygon> polygons,
                           std::size_t axis,
                           const PlaneTable& planes)
    : polygons_(polygons), planes_(&planes), axis_(axis) {
    Predicates predicates(planes);
    for (std::uint32_t p = 0; p < polygons.size(); ++p) {
        add_target(p, predicates);
    }
    fill_squares();
}

void WindingField::add_target(std::uint32_t polygon, Predicates& predicates) {
    const Polygon& source = polygons_[polygon];
    const std::int64_t up = planes_->plane(source.plane).n[axis_];
    if (up == 0) {
        return;  // rays run along this polygon
    }
    Target target{polygon, up > 0 ? 1 : -1, {}, {}, static_cast<std::uint32_t>(interiors_.size())};
    for (const std::size_t d : {0, 1}) {
        target.low[d] = std::numeric_limits<double>::infinity();
        target.high[d] = -target.low[d];
        for (const Corner& corner : source.corners) {
            const double at = corner.point.rounded[(axis_ + 1 + d) % 3];
            target.low[d] = std::min(target.low[d], at);
            target.high[d] = std::max(target.high[d], at);
        }
    }
    for (const Corner& edge : source.corners) {
        Side side = Side::On;
        for (std::size_t i = 0; i < source.corners.size() && side == Side::On; ++i) {
            side = predicates.side(source.corners[i].point, edge.edge);
        }
        interiors_.push_back(side);
    }
    targets_.push_back(target);
}

std::size_t WindingField::square_of(std::size_t direction, double at) const {
    const double square = (at - low_[direction]) / size_[direction];
    const double last = static_cast<double>(squares_[direction]) - 1;
    return static_cast<std::size_t>(std::clamp(square, 0.0, last));
}

std::size_t WindingField::covered_squares(const Target& target, std::size_t direction) const {
    return square_of(direction, target.high[direction]) -
           square_of(direction, target.low[direction]) + 1;
}

// Chooses the number of squares for each direction separately. In a flat level all walls are
// equally high; only squares as narrow as the walls separate them.
void WindingField::choose_squares() {
    const auto count = static_cast<double>(targets_.size());
    std::array<double, 2> extent{};
    for (const std::size_t d : {0, 1}) {
        double high = -std::numeric_limits<double>::infinity();
        double spans = 0;
        low_[d] = -high;
        for (const Target& target : targets_) {
            low_[d] = std::min(low_[d], target.low[d]);
            high = std::max(high, target.high[d]);
            spans += target.high[d] - target.low[d];
        }
        extent[d] = high - low_[d];
        const double wished = extent[d] / std::max(spans / count, 1.0);
        squares_[d] = static_cast<std::size_t>(std::clamp(wished, 1.0, kMaxSquares));
    }
    while (squares_[0] * squares_[1] > targets_.size()) {
        squares_[squares_[0] >= squares_[1] ? 0 : 1] /= 2;
    }
    // Large polygons cover many squares. Then the squares are made larger.
    for (;;) {
        std::size_t entries = 0;
        std::array<std::size_t, 2> covered{};
        for (const std::size_t d : {0, 1}) {
            size_[d] = std::max(extent[d] / static_cast<double>(squares_[d]), 1.0);
        }
        for (const Target& target : targets_) {
            const std::size_t wide = covered_squares(target, 0);
            const std::size_t high = covered_squares(target, 1);
            entries += wide * high;
            covered[0] += wide;
            covered[1] += high;
        }
        if (entries <= kMaxEntries * targets_.size()) {
            return;  // this happens at the latest with one square
        }
        squares_[covered[0] >= covered[1] ? 0 : 1] /= 2;
    }
}

void WindingField::fill_squares() {
    if (targets_.empty()) {
        return;
    }
    choose_squares();
    const auto for_each_square = [&](const Target& target, const auto& visit) {
        for (std::size_t y = square_of(1, target.low[1]); y <= square_of(1, target.high[1]); ++y) {
            for (std::size_t x = square_of(0, target.low[0]); x <= square_of(0, target.high[0]);
                 ++x) {
                visit(y * squares_[0] + x);
            }
        }
    };
    first_.assign(squares_[0] * squares_[1] + 1, 0);
    for (const Target& target : targets_) {
        for_each_square(target, [&](std::size_t square) { ++first_[square + 1]; });
    }
    for (std::size_t i = 1; i < first_.size(); ++i) {
        first_[i] += first_[i - 1];
    }
    members_.resize(first_.back());
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (std::uint32_t t = 0; t < targets_.size(); ++t) {
        for_each_square(targets_[t], [&](std::size_t square) { members_[next[square]++] = t; });
    }
}

int WindingField::at(const InteriorPoint& point, Predicates& predicates) const {
    if (targets_.empty()) {
        return 0;
    }
    const std::size_t square = square_of(1, point.near[(axis_ + 2) % 3]) * squares_[0] +
                               square_of(0, point.near[(axis_ + 1) % 3]);
    int winding = 0;
    for (std::uint32_t m = first_[square]; m < first_[square + 1]; ++m) {
        const Target& target = targets_[members_[m]];
        if (is_over(point, target) && is_below(point, target, predicates)) {
            winding += target.up;
        }
    }
    return winding;
}

// True if the ray from the point crosses the plane of the polygon.
bool WindingField::is_below(const InteriorPoint& point,
                            const Target& target,
                            Predicates& predicates) const {
    const PlaneId id = polygons_[target.polygon].plane;
    Side side = halfspace::side(point, id, predicates);
    if (side == Side::On) {
        const ExactPlane plane = planes_->plane(id);
        const std::int64_t first = plane.n[(axis_ + 1) % 3];
        const std::int64_t beside = first != 0 ? first : plane.n[(axis_ + 2) % 3];
        side = beside > 0 ? Side::Front : Side::Back;
    }
    return side == (target.up > 0 ? Side::Back : Side::Front);
}

// True if the line through the point along the axis runs through the polygon.
bool WindingField::is_over(const InteriorPoint& point, const Target& target) const {
    // Rounding keeps the order of numbers: a point over the polygon stays in its rounded box.
    for (const std::size_t d : {0, 1}) {
        const double at = point.near[(axis_ + 1 + d) % 3];
        if (at < target.low[d] || at > target.high[d]) {
            return false;
        }
    }
    const std::size_t count = polygons_[target.polygon].corners.size();
    for (std::size_t i = 0; i < count; ++i) {
        if (!is_within(point, target, i)) {
            return false;
        }
    }
    return true;
}

// True if the line passes the edge on the side of the polygon.
bool WindingField::is_within(const InteriorPoint& point,
                             const Target& target,
                             std::size_t corner) const {
    const std::vector<Corner>& corners = polygons_[target.polygon].corners;
    const Vec3& a = corners[corner].point.rounded;
    const Vec3& b = corners[corner + 1 == corners.size() ? 0 : corner + 1].point.rounded;
    const std::size_t u = (axis_ + 1) % 3;
    const std::size_t v = (axis_ + 2) % 3;
    const double edge_u = b[u] - a[u];
    const double edge_v = b[v] - a[v];
    const double point_u = point.near[u] - a[u];
    const double point_v = point.near[v] - a[v];
    const double turn = edge_u * point_v - edge_v * point_u;
    const double error = kTurnError * (std::fabs(edge_u) + std::fabs(edge_v) + std::fabs(point_u) +
                                       std::fabs(point_v) + 1);
    if (turn > error || turn < -error) {
        return (turn > 0) == (target.up > 0);
    }
    return is_within_exactly(point, target, corner);
}

// Let the polygon's plane be n.x = d and the edge's plane m.x = e. The plane
//     (m_k n - n_k m).x = m_k d - n_k e
// contains the edge and runs along the axis k. A point x of the polygon has the distance -n_k (m.x
// - e) from this plane. Its sign tells the side of the polygon.
bool WindingField::is_within_exactly(const InteriorPoint& point,
                                     const Target& target,
                                     std::size_t corner) const {
    const Polygon& polygon = polygons_[target.polygon];
    const ExactPlane n = planes_->plane(polygon.plane);
    const ExactPlane m = planes_->plane(polygon.corners[corner].edge);
    const std::size_t u = (axis_ + 1) % 3;
    const std::size_t v = (axis_ + 2) % 3;
    const auto across = [&](std::size_t i) {
        return Int128{m.n[axis_]} * n.n[i] - Int128{n.n[axis_]} * m.n[i];
    };
    const Wide distance = Wide(m.n[axis_]) * Wide(n.d) - Wide(n.n[axis_]) * Wide(m.d);
    int side = (Wide(across(u)) * Wide(point.exact[u]) + Wide(across(v)) * Wide(point.exact[v]) -
                distance * Wide(point.exact.w))
                   .sign();
    if (side == 0) {
        side = across(u) != 0 ? sign_of(across(u)) : sign_of(across(v));
    }
    const Side interior = interiors_[target.first_interior + corner];
    return side == -target.up * static_cast<int>(interior);
}

}  // namespace halfspace
