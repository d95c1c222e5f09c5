// SPDX-License-Identifier: MIT
#include "query/hull/clipped_box.h"

#include "exact/shared/dyadic.h"
#include "exact/shared/predicates.h"
#include "query/walk/descent.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <optional>

namespace halfspace {
namespace {

// The plane, turned so that the kept side is behind it.
ExactPlane outward(const Level& level, const ClipPlane& plane) {
    const ExactPlane exact = plane_of(level, level.walk_nodes()[plane.node]);
    return plane.is_front != 0 ? flipped(exact) : exact;
}

// The corner of the box that is farthest along (or against) a direction.
template <class Number>
Vec3 corner_along(const Aabb& box, const std::array<Number, 3>& n, bool against) {
    return {(n[0] > 0) != against ? box.max.x : box.min.x,
            (n[1] > 0) != against ? box.max.y : box.min.y,
            (n[2] > 0) != against ? box.max.z : box.min.z};
}

// A plane in doubles with a normal of about length 1. The kept side is behind it.
struct RoundPlane {
    std::array<double, 3> n;
    double d;

    double outside(const Vec3& p) const { return n[0] * p.x + n[1] * p.y + n[2] * p.z - d; }
};

RoundPlane rounded(const Level& level, const ClipPlane& plane) {
    const Plane round = level.plane(level.walk_nodes()[plane.node]);
    const double sign = plane.is_front != 0 ? -1 : 1;
    return {{sign * round.n.x, sign * round.n.y, sign * round.n.z}, sign * round.d};
}

// The planes that run through the box.
class CrossingPlanes {
public:
    explicit CrossingPlanes(const Level& level) : level_(level) {}

    void add(const ClipPlane& plane) { planes_[count_++] = plane; }
    std::size_t count() const { return count_; }
    ExactPlane exact(std::size_t i) const { return outward(level_, planes_[i]); }
    RoundPlane round(std::size_t i) const { return rounded(level_, planes_[i]); }

private:
    const Level& level_;
    std::size_t count_ = 0;
    std::array<ClipPlane, kMaxTreeDepth> planes_;
};

bool is_strictly_inside(const Level& level, const CrossingPlanes& planes, const Vec3& p) {
    for (std::size_t i = 0; i < planes.count(); ++i) {
        if (side(p, planes.exact(i), level.grid_exponent()) != Side::Back) {
            return false;
        }
    }
    return true;
}

bool is_in(const Aabb& box, const Vec3& p) {
    return box.min.x < p.x && p.x < box.max.x && box.min.y < p.y && p.y < box.max.y &&
           box.min.z < p.z && p.z < box.max.z;
}

// Looks for a point of the box that is strictly on the kept side of all planes. The search moves a
// point from the middle of the box to the kept side of each plane in turn, somewhat farther than
// needed. A point that it finds is a proof, because it is checked exactly.
bool finds_point(const Level& level, const Aabb& box, const CrossingPlanes& planes) {
    constexpr int kSteps = 32;
    constexpr double kFarther = 1.5;
    const Vec3 half = half_of(box);
    Vec3 p = box.min + half;
    const double hair = 1e-3 * std::min({half.x, half.y, half.z});
    for (int step = 0; step < kSteps; ++step) {
        double worst = 0;
        for (std::size_t i = 0; i < planes.count(); ++i) {
            const RoundPlane plane = planes.round(i);
            const auto& n = plane.n;
            const double outside = plane.outside(p);
            if (outside >= 0) {
                const double push =
                    kFarther * (outside + hair) / (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
                p = p - Vec3{n[0], n[1], n[2]} * push;
                worst = std::max(worst, outside + hair);
            }
        }
        const Vec3 margin = half * 0x1p-10;
        p = {std::clamp(p.x, box.min.x + margin.x, box.max.x - margin.x),
             std::clamp(p.y, box.min.y + margin.y, box.max.y - margin.y),
             std::clamp(p.z, box.min.z + margin.z, box.max.z - margin.z)};
        if (worst == 0 || step % 4 == 3) {
            if (is_in(box, p) && is_strictly_inside(level, planes, p)) {
                return true;
            }
        }
    }
    return false;
}

// The mixture of two planes is t of the one and 1 - t of the other. True if all of the box is on
// the outer side of the mixture. Then every point of the box is outside of one of the two planes,
// for any t in [0, 1]. Doubles are enough: the numbers, the products and the sums are each off by a
// few times 2^-53 of the sizes that are added. So is the value if a coordinate of the normal should
// be 0 and its rounding chooses the other corner.
bool mixture_excludes(const Aabb& box, const RoundPlane& a, const RoundPlane& b, double t) {
    std::array<double, 3> n{};
    for (std::size_t i = 0; i < 3; ++i) {
        n[i] = t * a.n[i] + (1 - t) * b.n[i];
    }
    const Vec3 p = corner_along(box, n, true);
    const double least = t * a.outside(p) + (1 - t) * b.outside(p);
    const double size = std::max(std::abs(box.min.x), std::abs(box.max.x)) +
                        std::max(std::abs(box.min.y), std::abs(box.max.y)) +
                        std::max(std::abs(box.min.z), std::abs(box.max.z));
    return least > (size + std::abs(a.d) + std::abs(b.d)) * 0x1p-48;
}

// Tries the mixtures whose normal has a coordinate of 0. They are the best ones: between two of
// them the nearest corner of the box is the same, and the value is linear in t.
bool pair_excludes(const Aabb& box, const RoundPlane& a, const RoundPlane& b) {
    for (std::size_t i = 0; i < 3; ++i) {
        const bool is_between = (a.n[i] > 0 && b.n[i] < 0) || (a.n[i] < 0 && b.n[i] > 0);
        if (is_between && mixture_excludes(box, a, b, b.n[i] / (b.n[i] - a.n[i]))) {
            return true;
        }
    }
    return false;
}

bool some_pair_excludes(const Aabb& box, const CrossingPlanes& planes) {
    for (std::size_t i = 0; i < planes.count(); ++i) {
        for (std::size_t j = i + 1; j < planes.count(); ++j) {
            if (pair_excludes(box, planes.round(i), planes.round(j))) {
                return true;
            }
        }
    }
    return false;
}

// The closed clipped box in whole numbers of a unit. It is bounded, so it is the hull of its
// corners. It has a volume if and only if for each of its planes there is a corner that is not on
// the plane.
template <int Limbs>
class ExactClippedBox {
public:
    ExactClippedBox(const Aabb& box, const CrossingPlanes& planes, const DyadicUnit& unit)
        : planes_(planes), unit_(unit) {
        const std::array<Vec3, 2> corners{box.min, box.max};
        for (std::size_t i = 0; i < 2; ++i) {
            corners_[i] = in_unit<Limbs>(corners[i], unit);
        }
    }

    bool has_volume() const {
        const std::size_t count = planes_.count() + 6;
        for (std::size_t i = 0; i < count; ++i) {
            if (!leaves_plane(i)) {
                return false;
            }
        }
        return true;
    }

private:
    using Int = WideInt<Limbs>;

    // n.p <= d
    struct Bound {
        std::array<Int, 3> n;
        Int d;
    };

    // (x, y, z) / w, w > 0
    struct Corner {
        std::array<Int, 3> p;
        Int w;
    };

    // Plane i. The first six are those of the box.
    Bound bound(std::size_t i) const {
        Bound result;
        if (i < 6) {
            const bool is_upper = i % 2 == 1;
            result.n[i / 2] = Int(std::int64_t{is_upper ? 1 : -1});
            const Int& at = corners_[is_upper ? 1 : 0][i / 2];
            result.d = is_upper ? at : -at;
            return result;
        }
        const ExactPlane plane = planes_.exact(i - 6);
        for (std::size_t k = 0; k < 3; ++k) {
            result.n[k] = Int(plane.n[k]);
        }
        result.d = Int(plane.d) << unit_.shift;
        return result;
    }

    // True if a corner of the clipped box is strictly inside of plane `chosen`.
    bool leaves_plane(std::size_t chosen) const {
        const std::size_t count = planes_.count() + 6;
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t j = i + 1; j < count; ++j) {
                for (std::size_t k = j + 1; k < count; ++k) {
                    const std::optional<Corner> corner = meet(bound(i), bound(j), bound(k));
                    if (corner && place(*corner, chosen) < 0 && is_kept(*corner)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    bool is_kept(const Corner& corner) const {
        for (std::size_t i = 0; i < planes_.count() + 6; ++i) {
            if (place(corner, i) > 0) {
                return false;
            }
        }
        return true;
    }

    int place(const Corner& corner, std::size_t i) const {
        const Bound b = bound(i);
        return (b.n[0] * corner.p[0] + b.n[1] * corner.p[1] + b.n[2] * corner.p[2] - b.d * corner.w)
            .sign();
    }

    static std::array<Int, 3> cross(const std::array<Int, 3>& a, const std::array<Int, 3>& b) {
        return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    }

    // Cramer's rule; nullopt if the planes meet in no single point.
    static std::optional<Corner> meet(const Bound& a, const Bound& b, const Bound& c) {
        const std::array<Int, 3> bc = cross(b.n, c.n);
        const Int w = a.n[0] * bc[0] + a.n[1] * bc[1] + a.n[2] * bc[2];
        if (w.sign() == 0) {
            return std::nullopt;
        }
        const std::array<Int, 3> ca = cross(c.n, a.n);
        const std::array<Int, 3> ab = cross(a.n, b.n);
        Corner corner;
        for (std::size_t i = 0; i < 3; ++i) {
            const Int p = a.d * bc[i] + b.d * ca[i] + c.d * ab[i];
            corner.p[i] = w.sign() > 0 ? p : -p;
        }
        corner.w = w.sign() > 0 ? w : -w;
        return corner;
    }

    const CrossingPlanes& planes_;
    DyadicUnit unit_;
    std::array<WidePoint<Limbs>, 2> corners_;
};

// The bits of the widest number: a distance, three normals of 64 bits, and 24 products that are
// added.
int corner_bits(const DyadicUnit& unit) {
    return std::max(unit.bits, unit.shift + 128) + 3 * 64 + 6;
}

bool has_volume_exactly(const Level& level, const Aabb& box, const CrossingPlanes& planes) {
    const std::array<double, 6> values{
        box.min.x, box.min.y, box.min.z, box.max.x, box.max.y, box.max.z};
    const DyadicUnit unit = dyadic_unit(values, level.grid_exponent());
    constexpr int kUsual = 8;
    // 2^1024 / 2^-1074 map units, steps of 2^-64 and what corner_bits adds.
    constexpr int kAny = 40;
    static_assert(1024 + 1074 + 64 + 3 * 64 + 6 <= 64 * kAny);
    if (corner_bits(unit) <= 64 * kUsual) {
        return ExactClippedBox<kUsual>(box, planes, unit).has_volume();
    }
    return ExactClippedBox<kAny>(box, planes, unit).has_volume();
}

}  // namespace

BoxPlace place_of(const Level& level, const Aabb& box, const ClipPlane& plane) {
    const ExactPlane out = outward(level, plane);
    if (side(corner_along(box, out.n, true), out, level.grid_exponent()) != Side::Back) {
        return BoxPlace::Outside;
    }
    return side(corner_along(box, out.n, false), out, level.grid_exponent()) == Side::Front
               ? BoxPlace::Across
               : BoxPlace::Inside;
}

bool shares_volume(const Level& level, const Aabb& box, std::span<const ClipPlane> planes) {
    CrossingPlanes crossing(level);
    assert(planes.size() <= kMaxTreeDepth);
    for (const ClipPlane& plane : planes) {
        const BoxPlace place = place_of(level, box, plane);
        if (place == BoxPlace::Outside) {
            return false;
        }
        if (place == BoxPlace::Across) {
            crossing.add(plane);
        }
    }
    if (crossing.count() < 2 || finds_point(level, box, crossing)) {
        return true;
    }
    return !some_pair_excludes(box, crossing) && has_volume_exactly(level, box, crossing);
}

}  // namespace halfspace
