// SPDX-License-Identifier: MIT
//
// The segment is p(t) = src + t (dest - src), 0 <= t <= 1. A plane has the exact distances a from
// src and b from dest, and is crossed at a / (a - b). No crossing is ever computed: two of them are
// compared by the sign of a 2x2 determinant, a distance at one of them is such a sign as well.
//
// What blocks is open, hence a segment is blocked if and only if it is blocked on an interval of
// positive length, and then just behind some crossing (or src). So the walk goes from crossing to
// crossing: the place p(t + 0) is on a definite side of every splitter but those that hold the
// whole segment, and there it is on both. It is blocked if all leaves there block; else one of
// them is clear, and so is the segment until it leaves that leaf's cell, which is the next t.
#include "query/exact_sight.h"

#include "halfspace/geometry/dyadic.h"

#include "query/descent.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace halfspace {
namespace {

// Planes that can be crossed: a node's, or one of these.
constexpr std::int32_t kStart = -1;      // a = 0, b = -1: "crossed" at t = 0
constexpr std::int32_t kFirstWall = -2;  // -2 - (2 * axis + 1 for the upper side): the box

// A plane with the doubles of its distances, turned so that front is where `sign` says.
struct Crossing {
    std::int32_t plane = kStart;
    int sign = 1;
    double a = 0;
    double b = -1;
};

template <int Limbs>
struct Distances {
    WideInt<Limbs> a;
    WideInt<Limbs> b;
};

double coordinate(const Vec3& p, int axis) {
    return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

template <int Limbs>
class SegmentWalk {
public:
    SegmentWalk(const Level& level,
                const ModelRecord& model,
                const Vec3& src,
                const Vec3& dest,
                const DyadicUnit& unit)
        : level_(level),
          model_(model),
          src_(src),
          dest_(dest),
          unit_(unit),
          wide_src_(in_unit<Limbs>(src, unit)),
          wide_dest_(in_unit<Limbs>(dest, unit)),
          error_(distance_error(level, model, src, dest)) {}

    bool is_clear() const {
        Crossing now;
        for (;;) {
            const Advance inside = enter_box(now);
            if (inside.kind == Advance::Kind::ClearToEnd) {
                return true;
            }
            const Advance step =
                inside.kind == Advance::Kind::ClearUntil ? inside : leave_leaf(now);
            if (step.kind != Advance::Kind::ClearUntil) {
                return step.kind == Advance::Kind::ClearToEnd;
            }
            now = step.until;
        }
    }

private:
    // What is known of the segment just behind some t.
    struct Advance {
        enum class Kind : std::uint8_t { Blocked, ClearToEnd, ClearUntil, Undecided } kind;
        Crossing until{};
    };

    // A subtree still to be looked at, and the way out of the cell that leads to it.
    struct Pending {
        std::int32_t child;
        std::int32_t exit;
    };

    Crossing crossing_of(std::int32_t plane) const {
        if (plane == kStart) {
            return {};
        }
        if (plane <= kFirstWall) {
            const int wall = kFirstWall - plane;
            const int axis = wall / 2;
            const double d = wall % 2 == 0 ? model_.min[axis] : -model_.max[axis];
            const double sign = wall % 2 == 0 ? 1 : -1;
            return {
                plane, 1, sign * coordinate(src_, axis) - d, sign * coordinate(dest_, axis) - d};
        }
        const NodeRecord& node = node_of(level_, plane);
        return {plane, 1, approximate_distance(node, src_), approximate_distance(node, dest_)};
    }

    [[gnu::noinline]] Distances<Limbs> exactly(const Crossing& crossing) const {
        Distances<Limbs> result;
        if (crossing.plane == kStart) {
            result.b = WideInt<Limbs>(std::int64_t{-1});
        } else if (crossing.plane <= kFirstWall) {
            const int wall = kFirstWall - crossing.plane;
            const auto axis = static_cast<std::size_t>(wall / 2);
            const double bound = wall % 2 == 0 ? model_.min[axis] : model_.max[axis];
            const WideInt<Limbs> d = in_unit<Limbs>(bound, unit_);
            result = {wide_src_[axis] - d, wide_dest_[axis] - d};
            if (wall % 2 != 0) {
                result = {-result.a, -result.b};
            }
        } else {
            const ExactPlane plane = plane_of(level_, node_of(level_, crossing.plane));
            result = {distance(plane, wide_src_, unit_), distance(plane, wide_dest_, unit_)};
        }
        if (crossing.sign < 0) {
            result = {-result.a, -result.b};
        }
        return result;
    }

    // The sign of b.
    int sign_at_dest(const Crossing& crossing) const {
        if (std::abs(crossing.b) > error_) {
            return crossing.b > 0 ? 1 : -1;
        }
        return exactly(crossing).b.sign();
    }

    // The sign of b - a: does the segment go towards the front?
    int direction(const Crossing& crossing) const {
        const double rise = crossing.b - crossing.a;
        if (std::abs(rise) > 3 * error_) {  // two distances, and the rounding of their difference
            return rise > 0 ? 1 : -1;
        }
        const Distances<Limbs> exact = exactly(crossing);
        return (exact.b - exact.a).sign();
    }

    // The sign of a_j b_i - a_i b_j. If both go towards their backs, it is that of t_i - t_j; if
    // only j does, that of the distance of p(t_j) from plane i.
    int determinant(const Crossing& i, const Crossing& j) const {
        // Each distance is off by at most e, so each product x y by e (|x| + |y|) + e^2; then
        // three roundings of relative 2^-53.
        const double x = j.a * i.b;
        const double y = i.a * j.b;
        const double sum = std::abs(j.a) + std::abs(i.b) + std::abs(i.a) + std::abs(j.b);
        const double bound =
            1.01 * error_ * (sum + 2 * error_) + 0x1p-50 * (std::abs(x) + std::abs(y));
        const double value = x - y;
        if (value > bound) {
            return 1;
        }
        if (value < -bound) {
            return -1;
        }
        const Distances<Limbs> exact_i = exactly(i);
        const Distances<Limbs> exact_j = exactly(j);
        using Product = WideInt<2 * Limbs>;
        return (Product(exact_j.a) * Product(exact_i.b) - Product(exact_i.a) * Product(exact_j.b))
            .sign();
    }

    // On which side of the plane the segment is just behind `now`; 0 if the plane holds all of it.
    int side_behind(const Crossing& now, const Crossing& plane) const {
        const int side = determinant(plane, now);
        return side != 0 ? side : direction(plane);
    }

    // Clear as long as the segment is not strictly inside the box: Undecided says that it is.
    Advance enter_box(const Crossing& now) const {
        for (std::int32_t wall = 0; wall < 6; ++wall) {
            const Crossing plane = crossing_of(kFirstWall - wall);
            if (side_behind(now, plane) <= 0) {
                if (direction(plane) <= 0 || sign_at_dest(plane) <= 0) {
                    return {Advance::Kind::ClearToEnd, {}};
                }
                return {Advance::Kind::ClearUntil, turned(plane, -1)};
            }
        }
        return {Advance::Kind::Undecided, {}};
    }

    // Turned so that the segment goes from its front to its back.
    static Crossing turned(const Crossing& crossing, int sign) {
        return {crossing.plane, sign, sign * crossing.a, sign * crossing.b};
    }

    // The earlier of two ways out of a cell.
    std::int32_t earlier(std::int32_t exit, const Crossing& other) const {
        if (exit != kStart && determinant(exit_of(exit), other) <= 0) {
            return exit;
        }
        return other.plane;
    }

    // A node that is left through is in front of its exit, whatever side of the plane that is.
    Crossing exit_of(std::int32_t node) const {
        const Crossing crossing = crossing_of(node);
        return turned(crossing, -direction(crossing));
    }

    // Looks at all leaves just behind `now`.
    Advance leave_leaf(const Crossing& now) const {
        std::array<Pending, kMaxTreeDepth> pending;
        std::size_t pending_count = 0;
        Pending at{model_.root, kStart};
        for (;;) {
            while (at.child >= 0) {
                const Crossing plane = crossing_of(at.child);
                const NodeRecord& node = node_of(level_, at.child);
                const int side = side_behind(now, plane);
                if (side == 0) {
                    pending[pending_count++] = {node.child[1], at.exit};
                } else if (sign_at_dest(plane) == -side) {
                    at.exit = earlier(at.exit, turned(plane, side));
                }
                at.child = node.child[side < 0 ? 1 : 0];
            }
            if (!any(level_.contents(leaf_of(at.child)) & kSightBlockers)) {
                if (at.exit == kStart) {
                    return {Advance::Kind::ClearToEnd, {}};
                }
                return {Advance::Kind::ClearUntil, exit_of(at.exit)};
            }
            if (pending_count == 0) {
                return {Advance::Kind::Blocked, {}};
            }
            at = pending[--pending_count];
        }
    }

    const Level& level_;
    const ModelRecord& model_;
    const Vec3& src_;
    const Vec3& dest_;
    DyadicUnit unit_;
    WidePoint<Limbs> wide_src_;
    WidePoint<Limbs> wide_dest_;
    double error_;
};

}  // namespace

double distance_error(const Level& level,
                      const ModelRecord& model,
                      const Vec3& src,
                      const Vec3& dest) {
    if (is_inside(model, src) && is_inside(model, dest)) {
        return level.filter_bound();
    }
    // filter_bound is 6 * 2^-53 times (three times the largest |coordinate| in the boxes, plus
    // the largest |d|); so this is no less for points farther out.
    const double reach = std::max({std::abs(src.x),
                                   std::abs(src.y),
                                   std::abs(src.z),
                                   std::abs(dest.x),
                                   std::abs(dest.y),
                                   std::abs(dest.z)});
    return level.filter_bound() + 0x12p-53 * reach;
}

bool exact_line_of_sight(const Level& level,
                         const ModelRecord& model,
                         const Vec3& src,
                         const Vec3& dest) {
    const std::array<double, 12> values{src.x,
                                        src.y,
                                        src.z,
                                        dest.x,
                                        dest.y,
                                        dest.z,
                                        model.min[0],
                                        model.min[1],
                                        model.min[2],
                                        model.max[0],
                                        model.max[1],
                                        model.max[2]};
    const DyadicUnit unit = dyadic_unit(values, level.grid_exponent());
    if (holds_distances<4>(unit)) {
        return SegmentWalk<4>(level, model, src, dest, unit).is_clear();
    }
    return SegmentWalk<kAnyDistanceLimbs>(level, model, src, dest, unit).is_clear();
}

}  // namespace halfspace
