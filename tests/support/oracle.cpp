// SPDX-License-Identifier: MIT
#include "support/oracle.h"

#include "support/contents_rules.h"
#include "support/segment_oracle.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace halfspace::test {
namespace {

ExactPlane turned(const ExactPlane& plane) {
    return {{-plane.n[0], -plane.n[1], -plane.n[2]}, -plane.d};
}

// The plane that a side or a bevel names: a record times two, plus one if it is turned.
ExactPlane plane_of(const Level& level, std::uint32_t id) {
    const PlaneRecord& record = level.planes()[id / 2];
    const Int128 high{record.d_high};
    const ExactPlane plane{{record.n[0], record.n[1], record.n[2]},
                           high * (Int128{1} << 64) + Int128{record.d_low}};
    return id % 2 == 1 ? turned(plane) : plane;
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
            sign = exact.distance(plane, 0).sign();
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

// A blocking brush on the segment's way; ranks count the different crossings along it.
struct Stretch {
    const OracleBrush* brush;
    SegmentOracle::Part part;
    std::size_t from = 0;
    std::size_t to = 0;
};

// Numbers the places where brushes are entered and left; returns a plane that is crossed at each.
// Rank r lies between the crossings r - 1 and r.
std::vector<const ExactPlane*> rank_crossings(std::vector<Stretch>& stretches,
                                              SegmentOracle& segment) {
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
    return crossings;
}

// Between two neighbouring crossings the brushes around the segment are the same everywhere: a
// plane of a brush that touches the segment inside of its part holds all of the segment.
bool is_blocked(const std::vector<Stretch>& stretches, std::size_t rank, Contents mask) {
    Surroundings surroundings;
    for (const Stretch& stretch : stretches) {
        if (stretch.from <= rank && rank <= stretch.to) {
            surroundings.add(stretch.brush->contents, stretch.part.along);
        }
    }
    return surroundings.are_covered(mask);
}

// Adds the brush if it contains the place where the plane is crossed.
void add_at(const ExactPlane& crossed,
            const OracleBrush& brush,
            SegmentOracle& segment,
            Surroundings& surroundings) {
    std::vector<const ExactPlane*> through;
    for (const ExactPlane& plane : brush.planes) {
        const int sign = segment.sign_at(plane, crossed);
        if (sign > 0) {
            return;
        }
        if (sign == 0) {
            through.push_back(&plane);
        }
    }
    surroundings.add(brush.contents, through);
}

// True if the crossing between the ranks `rank` and `rank` + 1 lies inside of the brushes' union.
// touching: the brushes that contain one point of the segment. Where the segment enters or leaves a
// brush, and for a brush that it touches, the planes there are sought one by one. Inside of a part,
// only planes that hold all of the segment touch it.
bool is_blocked_at(const ExactPlane& crossed,
                   std::size_t rank,
                   const std::vector<Stretch>& stretches,
                   const std::vector<const OracleBrush*>& touching,
                   SegmentOracle& segment,
                   Contents mask) {
    Surroundings surroundings;
    for (const Stretch& stretch : stretches) {
        if (stretch.from <= rank && rank < stretch.to) {
            surroundings.add(stretch.brush->contents, stretch.part.along);
        } else if (stretch.from == rank + 1 || stretch.to == rank) {
            add_at(crossed, *stretch.brush, segment, surroundings);
        }
    }
    for (const OracleBrush* brush : touching) {
        add_at(crossed, *brush, segment, surroundings);
    }
    return surroundings.are_covered(mask);
}

// True if the segment goes behind the plane where the other is crossed, or at its start if that is
// null.
bool is_entered(const ExactPlane& plane, const ExactPlane* crossed, SegmentOracle& segment) {
    if (crossed == nullptr) {
        return segment.sign(plane, 0) == 0 && segment.sign(plane, 1) < 0;
    }
    return segment.sign(plane, 0) > 0 && segment.sign(plane, 1) < 0 &&
           segment.compare(plane, *crossed) == 0;
}

// What is entered where the rank begins, at the crossing or at the start if that is null; or left,
// since what absorbs others may hide them from the mask.
OracleChange change_at(const std::vector<Stretch>& stretches,
                       std::size_t rank,
                       const ExactPlane* crossed,
                       SegmentOracle& segment) {
    OracleChange change{Transition::Kind::EmptyToBlocked, 0, {}, Contents::Empty};
    change.fraction = crossed == nullptr ? 0 : segment.crossing(*crossed);
    for (const Stretch& stretch : stretches) {
        if (crossed != nullptr && stretch.to + 1 == rank) {
            for (const ExactPlane& plane : stretch.brush->planes) {
                if (segment.sign(plane, 0) < 0 && segment.sign(plane, 1) > 0 &&
                    segment.compare(plane, *crossed) == 0) {
                    change.planes.push_back(turned(plane));
                }
            }
        }
        if (stretch.from > rank || rank > stretch.to) {
            continue;
        }
        change.contents = change.contents | stretch.brush->contents;
        for (const ExactPlane& plane : stretch.brush->planes) {
            if (is_entered(plane, crossed, segment)) {
                change.planes.push_back(plane);
            }
        }
    }
    return change;
}

Vec3 component_min(const Vec3& a, const Vec3& b) {
    return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)};
}
Vec3 component_max(const Vec3& a, const Vec3& b) {
    return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)};
}

// True if the segment certainly does not touch the box, although their boxes may. Along each
// product of the segment's direction and an axis, the two lie apart (S. Gottschalk and others,
// OBBTree, 1996). The rounding of coordinates below 2^40 moves nothing by more than 2^-10 units,
// and boxes are larger than brushes by one.
bool passes_by(const Aabb& box, const Vec3& from, const Vec3& to) {
    const Vec3 half = (to - from) * 0.5;
    const Vec3 size = (box.max - box.min) * 0.5;
    const Vec3 way = from + half - box.min - size;
    for (int axis = 0; axis < 3; ++axis) {
        if (!(std::max({std::abs(from[axis]), std::abs(to[axis]), std::abs(way[axis])}) < 0x1p40)) {
            return false;
        }
    }
    for (int axis = 0; axis < 3; ++axis) {
        const int u = (axis + 1) % 3;
        const int v = (axis + 2) % 3;
        if (std::abs(way[u] * half[v] - way[v] * half[u]) >
            size[u] * std::abs(half[v]) + size[v] * std::abs(half[u])) {
            return true;
        }
    }
    return false;
}

// The plane where a body's position is when the body touches it: the body's corner that reaches
// farthest against the normal does. Whole grid steps, as bodies are.
ExactPlane moved_out(ExactPlane plane, const SpaceRecord& body, int grid_exponent) {
    for (std::size_t i = 0; i < 3; ++i) {
        const double corner = plane.n[i] > 0 ? body.min[i] : body.max[i];
        plane.d -=
            Int128{plane.n[i]} * static_cast<std::int64_t>(std::ldexp(corner, grid_exponent));
    }
    return plane;
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
            brush.planes.push_back(plane_of(level, side.plane));
        }
    }
    find_boxes();
}

Oracle Oracle::of_space(const Level& level, SpaceId space, ModelId model) {
    const ModelRecord& record = level.models()[model.value];
    std::vector<OracleBrush> brushes;
    for (const BrushRecord& source : level.brushes()) {
        const Bits met = space.value == 0 ? source.contents : met_by_bodies(source.contents);
        if (source.entity != record.entity || met == 0) {
            continue;
        }
        OracleBrush& brush = brushes.emplace_back(OracleBrush{{}, static_cast<Contents>(met)});
        const auto add = [&](std::uint32_t plane) {
            brush.planes.push_back(moved_out(
                plane_of(level, plane), level.spaces()[space.value], level.grid_exponent()));
        };
        for (std::uint32_t i = 0; i < source.side_count; ++i) {
            add(level.sides()[source.first_side + i].plane);
        }
        for (std::uint32_t i = 0; i < source.bevel_count && space.value != 0; ++i) {
            add(level.bevels()[source.first_bevel + i]);
        }
    }
    return Oracle(std::move(brushes),
                  level.grid_exponent(),
                  {{record.min[0], record.min[1], record.min[2]},
                   {record.max[0], record.max[1], record.max[2]}});
}

Oracle::Oracle(std::vector<OracleBrush> brushes, int grid_exponent, const Aabb& bounds)
    : brushes_(std::move(brushes)), grid_exponent_(grid_exponent), bounds_(bounds) {
    find_boxes();
}

// The corners are good to far less than a unit, so boxes larger by one hold the brushes.
void Oracle::find_boxes() {
    constexpr double kSlack = 1;
    for (std::size_t brush = 0; brush < brushes_.size(); ++brush) {
        Aabb box;
        for (std::size_t side = 0; side < brushes_[brush].planes.size(); ++side) {
            for (const Vec3& corner : corners(brush, side)) {
                box = merge(box, corner);
            }
        }
        boxes_.push_back(is_empty(box) ? bounds_ : grown(box, kSlack));
    }
}

Surroundings Oracle::surroundings_of(const Vec3& point) const {
    const double scale = std::ldexp(1.0, grid_exponent_);
    ExactPoints exact({point}, grid_exponent_);
    Surroundings surroundings;
    for (std::size_t i = 0; i < brushes_.size(); ++i) {
        if (!contains(boxes_[i], point)) {
            continue;
        }
        if (const auto through = planes_through(brushes_[i], point, scale, exact)) {
            surroundings.add(brushes_[i].contents, *through);
        }
    }
    return surroundings;
}

Contents Oracle::contents_at(const Vec3& point) const {
    return surroundings_of(point).inside();
}

bool Oracle::is_blocked(const Vec3& point, Contents mask) const {
    return surroundings_of(point).are_covered(mask);
}

bool Oracle::line_of_sight(const Vec3& from, const Vec3& to) const {
    return first_change(from, to, static_cast<Contents>(kSightBits)).kind ==
           Transition::Kind::AllEmpty;
}

std::vector<const OracleBrush*> Oracle::brushes_beside(const Vec3& from, const Vec3& to) const {
    const Aabb reach{component_min(from, to), component_max(from, to)};
    std::vector<const OracleBrush*> beside;
    for (std::size_t i = 0; i < brushes_.size(); ++i) {
        if (touch(boxes_[i], reach) && !passes_by(boxes_[i], from, to)) {
            beside.push_back(&brushes_[i]);
        }
    }
    return beside;
}

OracleChange Oracle::first_change(const Vec3& from, const Vec3& to, Contents mask) const {
    SegmentOracle segment(from, to, grid_exponent_);
    std::vector<Stretch> stretches;
    std::vector<const OracleBrush*> touching;
    for (const OracleBrush* brush : brushes_beside(from, to)) {
        auto part = segment.clip(*brush);
        if (part && part->is_point) {
            touching.push_back(brush);
        } else if (part) {
            stretches.push_back({brush, std::move(*part)});
        }
    }
    const std::vector<const ExactPlane*> crossings = rank_crossings(stretches, segment);
    if (!stretches.empty() && is_blocked(from, mask)) {
        for (std::size_t rank = 0; rank < crossings.size(); ++rank) {
            const ExactPlane& crossed = *crossings[rank];
            if (!is_blocked_at(crossed, rank, stretches, touching, segment, mask)) {
                return {Transition::Kind::BlockedToEmpty, segment.crossing(crossed), {}, {}};
            }
        }
        if (!is_blocked(to, mask)) {
            return {Transition::Kind::BlockedToEmpty, 1, {}, {}};
        }
        return {Transition::Kind::AllBlocked, 1, {}, {}};
    }
    for (std::size_t rank = 0; rank <= crossings.size(); ++rank) {
        if (test::is_blocked(stretches, rank, mask)) {
            return change_at(stretches, rank, rank == 0 ? nullptr : crossings[rank - 1], segment);
        }
    }
    return {};
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
