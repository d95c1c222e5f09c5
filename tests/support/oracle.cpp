// SPDX-License-Identifier: MIT
#include "support/oracle.h"

#include "support/local_cells.h"

#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace halfspace::test {
namespace {

using Integer = boost::multiprecision::cpp_int;

Integer to_integer(Int128 value) {
    const Integer high = static_cast<std::int64_t>(value >> 64);
    return (high << 64) + static_cast<std::uint64_t>(value);
}

int sign_of(const Integer& value) {
    return value.sign();
}

// A number of doubles, with the most that it may be off.
struct Estimate {
    double value = 0;
    double error = 0;
};

// 0 also if the estimate leaves the sign open, or is not a number.
int certain_sign(const Estimate& e) {
    return e.value > e.error ? 1 : e.value < -e.error ? -1 : 0;
}

// n.p - d in grid steps. Six roundings of relative 2^-53 lie on the way of every term.
Estimate estimate_distance(const ExactPlane& plane, const Vec3& p, double steps_per_unit) {
    const double x = static_cast<double>(plane.n[0]) * (p.x * steps_per_unit);
    const double y = static_cast<double>(plane.n[1]) * (p.y * steps_per_unit);
    const double z = static_cast<double>(plane.n[2]) * (p.z * steps_per_unit);
    const auto d = static_cast<double>(plane.d);
    const double size = std::abs(x) + std::abs(y) + std::abs(z) + std::abs(d);
    return {x + y + z - d, size * 0x1p-49 + std::numeric_limits<double>::min()};
}

// Points as whole numbers of a common unit, 2^-shift grid steps.
class ExactPoints {
public:
    ExactPoints(std::vector<Vec3> points, int grid_exponent)
        : points_(std::move(points)), grid_exponent_(grid_exponent) {}

    // n.p - d in that unit.
    Integer distance(const ExactPlane& plane, std::size_t point) {
        if (exact_.empty()) {
            convert();
        }
        const std::array<Integer, 3>& p = exact_[point];
        return plane.n[0] * p[0] + plane.n[1] * p[1] + plane.n[2] * p[2] -
               (to_integer(plane.d) << shift_);
    }

private:
    void convert() {
        for (const Vec3& p : points_) {
            for (const double c : {p.x, p.y, p.z}) {
                shift_ = std::max(shift_, -exponent_of(c));
            }
        }
        for (const Vec3& p : points_) {
            exact_.push_back({scaled(p.x), scaled(p.y), scaled(p.z)});
        }
    }

    // c * 2^grid_exponent is a whole number times 2^this.
    int exponent_of(double c) const {
        int exponent = 0;
        std::frexp(c, &exponent);
        return c == 0 ? 0 : exponent - 53 + grid_exponent_;
    }

    Integer scaled(double c) const {
        int exponent = 0;
        const double fraction = std::frexp(c, &exponent);
        const Integer mantissa = static_cast<std::int64_t>(std::ldexp(fraction, 53));
        const int shift = exponent_of(c) + shift_;
        return c == 0 ? Integer(0)
                      : Integer(mantissa * (Integer(1) << static_cast<unsigned>(shift)));
    }

    std::vector<Vec3> points_;
    int grid_exponent_;
    int shift_ = 0;
    std::vector<std::array<Integer, 3>> exact_;
};

// A brush where it matters: the planes of it through the point (or along the segment).
struct Touched {
    Contents contents;
    std::vector<LocalCells::Place> planes;
};

bool holds(const Touched& brush, const LocalCells::Signs& cell) {
    return std::all_of(brush.planes.begin(), brush.planes.end(), [&](const auto& place) {
        return place.sign * cell[place.plane] < 0;
    });
}

// The bits that all cells share.
Contents shared_contents(const LocalCells& cells, const std::vector<Touched>& brushes) {
    Contents shared = ~Contents::Empty;
    cells.for_each_cell([&](const LocalCells::Signs& cell) {
        Contents joined = Contents::Empty;
        for (const Touched& brush : brushes) {
            joined = holds(brush, cell) ? joined | brush.contents : joined;
        }
        shared = shared & normalize(joined);
        return any(shared);
    });
    return shared;
}

// True if every cell lies in some brush.
bool is_covered(const LocalCells& cells, const std::vector<Touched>& brushes) {
    return cells.for_each_cell([&](const LocalCells::Signs& cell) {
        return std::any_of(brushes.begin(), brushes.end(), [&](const Touched& brush) {
            return holds(brush, cell);
        });
    });
}

// The planes through the point, nullopt if it is outside.
std::optional<std::vector<const ExactPlane*>> planes_through(const OracleBrush& brush,
                                                             const Vec3& point,
                                                             double scale,
                                                             ExactPoints& exact) {
    std::vector<const ExactPlane*> through;
    for (const ExactPlane& plane : brush.planes) {
        int sign = certain_sign(estimate_distance(plane, point, scale));
        if (sign == 0) {
            sign = sign_of(exact.distance(plane, 0));
        }
        if (sign > 0) {
            return std::nullopt;
        }
        if (sign == 0) {
            through.push_back(&plane);
        }
    }
    return through;
}

// One segment: signs of distances, and crossings compared by cross-multiplication.
class SegmentOracle {
public:
    SegmentOracle(const Vec3& src, const Vec3& dest, int grid_exponent)
        : src_(src),
          dest_(dest),
          scale_(std::ldexp(1.0, grid_exponent)),
          exact_({src, dest}, grid_exponent) {}

    // The part of the segment in a closed brush, and the brush's planes that hold the segment.
    struct Part {
        const ExactPlane* enter = nullptr;  // null: from the start
        const ExactPlane* leave = nullptr;  // null: to the end
        std::vector<const ExactPlane*> along;
    };

    // nullopt if the brush has at most one point of the segment.
    std::optional<Part> clip(const OracleBrush& brush) {
        Part part;
        for (const ExactPlane& plane : brush.planes) {
            const int a = sign(plane, 0);
            const int b = sign(plane, 1);
            if ((a > 0 && b >= 0) || (b > 0 && a >= 0)) {
                return std::nullopt;
            }
            if (a == 0 && b == 0) {
                part.along.push_back(&plane);
            } else if (a > 0 && (part.enter == nullptr || compare(plane, *part.enter) > 0)) {
                part.enter = &plane;
            } else if (b > 0 && (part.leave == nullptr || compare(plane, *part.leave) < 0)) {
                part.leave = &plane;
            }
        }
        if (part.enter != nullptr && part.leave != nullptr &&
            compare(*part.enter, *part.leave) >= 0) {
            return std::nullopt;
        }
        return part;
    }

    // The sign of t - u, where the planes are crossed at t and u.
    int compare(const ExactPlane& first, const ExactPlane& second) {
        const Estimate t = estimate_crossing(first);
        const Estimate u = estimate_crossing(second);
        if (const int sign = certain_sign({t.value - u.value, 1.01 * (t.error + u.error)})) {
            return sign;
        }
        const Integer a = exact_.distance(first, 0);
        const Integer b = exact_.distance(second, 0);
        const Integer a_run = a - exact_.distance(first, 1);
        const Integer b_run = b - exact_.distance(second, 1);
        return sign_of(a * b_run - b * a_run) * sign_of(a_run) * sign_of(b_run);
    }

private:
    Estimate estimate(const ExactPlane& plane, int end) const {
        return estimate_distance(plane, end == 0 ? src_ : dest_, scale_);
    }

    int sign(const ExactPlane& plane, int end) {
        if (const int certain = certain_sign(estimate(plane, end))) {
            return certain;
        }
        return sign_of(exact_.distance(plane, static_cast<std::size_t>(end)));
    }

    // a / (a - b), where a and b have opposite signs, so that |a|, |b| <= |a - b|.
    Estimate estimate_crossing(const ExactPlane& plane) const {
        const Estimate a = estimate(plane, 0);
        const Estimate b = estimate(plane, 1);
        const double run = a.value - b.value;
        const double error = a.error + b.error;
        if (!(std::abs(run) > 4 * error)) {
            return {0, std::numeric_limits<double>::infinity()};
        }
        return {a.value / run, 4 * error / std::abs(run) + 0x1p-49};
    }

    Vec3 src_;
    Vec3 dest_;
    double scale_;
    ExactPoints exact_;
};

// A blocking brush on the segment's way; ranks count the different crossings along it.
struct Stretch {
    const OracleBrush* brush;
    SegmentOracle::Part part;
    std::size_t from = 0;
    std::size_t to = 0;
};

// Numbers the places where brushes are entered and left; returns how many there are.
std::size_t rank_crossings(std::vector<Stretch>& stretches, SegmentOracle& segment) {
    std::vector<const ExactPlane*> crossings;
    for (const Stretch& stretch : stretches) {
        for (const ExactPlane* plane : {stretch.part.enter, stretch.part.leave}) {
            if (plane != nullptr) {
                crossings.push_back(plane);
            }
        }
    }
    std::sort(crossings.begin(), crossings.end(), [&](const ExactPlane* a, const ExactPlane* b) {
        return segment.compare(*a, *b) < 0;
    });
    const auto end = std::unique(
        crossings.begin(), crossings.end(), [&](const ExactPlane* a, const ExactPlane* b) {
            return segment.compare(*a, *b) == 0;
        });
    crossings.erase(end, crossings.end());
    const auto rank = [&](const ExactPlane* plane) {
        return static_cast<std::size_t>(
            std::lower_bound(crossings.begin(),
                             crossings.end(),
                             plane,
                             [&](const ExactPlane* a, const ExactPlane* b) {
                                 return segment.compare(*a, *b) < 0;
                             }) -
            crossings.begin());
    };
    for (Stretch& stretch : stretches) {
        stretch.from = stretch.part.enter == nullptr ? 0 : rank(stretch.part.enter) + 1;
        stretch.to = stretch.part.leave == nullptr ? crossings.size() : rank(stretch.part.leave);
    }
    return crossings.size() + 1;
}

// Between two neighbouring crossings the brushes around the segment are the same everywhere: a
// plane of a brush that touches the segment inside of its part holds all of the segment.
bool is_blocked(const std::vector<Stretch>& stretches, std::size_t rank) {
    LocalCells cells;
    std::vector<Touched> touched;
    for (const Stretch& stretch : stretches) {
        if (stretch.from <= rank && rank <= stretch.to) {
            if (stretch.part.along.empty()) {
                return true;
            }
            Touched& brush = touched.emplace_back(Touched{stretch.brush->contents, {}});
            for (const ExactPlane* plane : stretch.part.along) {
                brush.planes.push_back(cells.add(plane->n));
            }
        }
    }
    return !touched.empty() && is_covered(cells, touched);
}

Vec3 component_min(const Vec3& a, const Vec3& b) {
    return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)};
}
Vec3 component_max(const Vec3& a, const Vec3& b) {
    return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)};
}

// A side in doubles of map units, with a unit normal.
struct RoundPlane {
    Vec3 n;
    double d;
};
RoundPlane rounded(const ExactPlane& plane, int grid_exponent) {
    const Vec3 n{static_cast<double>(plane.n[0]),
                 static_cast<double>(plane.n[1]),
                 static_cast<double>(plane.n[2])};
    const double size = length(n);
    return {n * (1 / size), std::ldexp(static_cast<double>(plane.d), -grid_exponent) / size};
}

std::vector<Vec3> square(const RoundPlane& plane, double reach) {
    const Vec3 helper = std::abs(plane.n.z) < 0.5 ? Vec3{0, 0, 1} : Vec3{1, 0, 0};
    const Vec3 across = cross(helper, plane.n);
    const Vec3 u = across * (reach / length(across));
    const Vec3 v = cross(plane.n, u);
    const Vec3 c = plane.n * plane.d;
    return {c - u - v, c + u - v, c + u + v, c - u + v};
}

std::vector<Vec3> clipped(const std::vector<Vec3>& polygon, const RoundPlane& plane) {
    std::vector<Vec3> kept;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec3& p = polygon[i];
        const Vec3& q = polygon[(i + 1) % polygon.size()];
        const double a = dot(plane.n, p) - plane.d;
        const double b = dot(plane.n, q) - plane.d;
        if (a <= 0) {
            kept.push_back(p);
        }
        if ((a < 0 && b > 0) || (a > 0 && b < 0)) {
            kept.push_back(p + (q - p) * (a / (a - b)));
        }
    }
    return kept;
}

}  // namespace

Oracle::Oracle(const Level& level, ModelId model) : grid_exponent_(level.grid_exponent()) {
    const ModelRecord& record = level.models()[model.value];
    bounds_ = {{record.min[0], record.min[1], record.min[2]},
               {record.max[0], record.max[1], record.max[2]}};
    for (const BrushRecord& source : level.brushes()) {
        if (source.entity != record.entity) {
            continue;
        }
        OracleBrush& brush = brushes_.emplace_back();
        brush.contents = static_cast<Contents>(source.contents);
        for (const SideRecord& side : level.sides().subspan(source.first_side, source.side_count)) {
            brush.planes.push_back(level.plane(PlaneId{side.plane}));
        }
    }
    find_boxes();
}

Oracle::Oracle(std::vector<OracleBrush> brushes, int grid_exponent, const Aabb& bounds)
    : brushes_(std::move(brushes)), grid_exponent_(grid_exponent), bounds_(bounds) {
    find_boxes();
}

// The corners are good to far less than a unit, so boxes larger by one hold the brushes.
void Oracle::find_boxes() {
    const Vec3 slack{1, 1, 1};
    for (std::size_t brush = 0; brush < brushes_.size(); ++brush) {
        Aabb box;
        for (std::size_t side = 0; side < brushes_[brush].planes.size(); ++side) {
            for (const Vec3& corner : corners(brush, side)) {
                box = united(box, corner);
            }
        }
        boxes_.push_back(is_empty(box) ? bounds_ : Aabb{box.min - slack, box.max + slack});
    }
}

Contents Oracle::contents_at(const Vec3& point) const {
    const double scale = std::ldexp(1.0, grid_exponent_);
    ExactPoints exact({point}, grid_exponent_);
    LocalCells cells;
    std::vector<Touched> touched;
    bool is_on_face = false;
    Contents joined = Contents::Empty;
    for (std::size_t i = 0; i < brushes_.size(); ++i) {
        if (!contains(boxes_[i], point)) {
            continue;
        }
        const auto through = planes_through(brushes_[i], point, scale, exact);
        if (!through) {
            continue;
        }
        Touched& brush = touched.emplace_back(Touched{brushes_[i].contents, {}});
        for (const ExactPlane* plane : *through) {
            brush.planes.push_back(cells.add(plane->n));
        }
        is_on_face = is_on_face || !through->empty();
        joined = joined | brush.contents;
    }
    return is_on_face ? shared_contents(cells, touched) : normalize(joined);
}

bool Oracle::line_of_sight(const Vec3& src, const Vec3& dest) const {
    const Aabb reach{component_min(src, dest), component_max(src, dest)};
    SegmentOracle segment(src, dest, grid_exponent_);
    std::vector<Stretch> stretches;
    for (std::size_t i = 0; i < brushes_.size(); ++i) {
        if (any(brushes_[i].contents & kSightBlockers) && touch(boxes_[i], reach)) {
            if (auto part = segment.clip(brushes_[i])) {
                stretches.push_back({&brushes_[i], std::move(*part)});
            }
        }
    }
    const std::size_t ranks = rank_crossings(stretches, segment);
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        if (is_blocked(stretches, rank)) {
            return false;
        }
    }
    return true;
}

std::vector<Vec3> Oracle::corners(std::size_t brush, std::size_t side) const {
    const std::vector<ExactPlane>& planes = brushes_[brush].planes;
    const double reach = 4 * (length(bounds_.min) + length(bounds_.max) + 1);
    std::vector<Vec3> polygon = square(rounded(planes[side], grid_exponent_), reach);
    for (std::size_t i = 0; i < planes.size() && !polygon.empty(); ++i) {
        if (i != side && planes[i] != planes[side]) {
            polygon = clipped(polygon, rounded(planes[i], grid_exponent_));
        }
    }
    return polygon;
}

}  // namespace halfspace::test
