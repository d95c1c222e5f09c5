// SPDX-License-Identifier: MIT
#include "support/shape_checks.h"

#include "halfspace/query/sweep.h"

#include "support/random.h"
#include "support/shape_oracle.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

// Whether a sweep hits may be wrong only if the body passes a brush, or overlaps it, by less.
// [units for each unit of the largest coordinate]
constexpr double kDoubt = 1e-9;
// A flat body counts as 2^-20 units thick (sweep.h). It reaches half of this beyond its points
// [units].
constexpr double kFlatReach = 0x1p-21;
// Touches lie this near to the true ones [units].
constexpr double kNear = 1e-6;
constexpr double kHair = 1.0 / 1024;

// A body for the library and for the oracle.
struct Body {
    std::string name;
    std::vector<Vec3> points;  // of a shape of points
    std::optional<ConvexShape> shape;
    Transform turn;
    OracleBody oracle;
    bool is_flat = false;
};

Vec3 random_vector(Random& random, double size) {
    return {random.real(-size, size), random.real(-size, size), random.real(-size, size)};
}

Transform random_turn(Random& random) {
    const Vec3 origin = random_vector(random, 8);
    return turned_about(origin,
                        {.pitch = random.real(-180, 180),
                         .yaw = random.real(-180, 180),
                         .roll = random.real(-180, 180)});
}

void set_corners(Body& body, const std::vector<Vec3>& corners) {
    for (const Vec3& corner : corners) {
        body.oracle.corners.push_back(to_world(body.turn, corner));
    }
}

std::vector<Vec3> box_corners(const Vec3& half) {
    std::vector<Vec3> corners;
    for (const double x : {-half.x, half.x}) {
        for (const double y : {-half.y, half.y}) {
            for (const double z : {-half.z, half.z}) {
                corners.push_back({x, y, z});
            }
        }
    }
    return corners;
}

// Sizes on the grid, so that bodies fit gaps and touch walls exactly.
double random_size(Random& random) {
    return static_cast<double>(random.integer(1, 400)) / 8;
}

Body random_body(Random& random) {
    Body body;
    const double size = random_size(random);
    const auto kind = random.integer(0, 9);
    if (kind <= 3) {
        Vec3 half{size, random_size(random), random_size(random)};
        if (random.one_in(8)) {
            half[static_cast<std::size_t>(random.integer(0, 2))] = 0;
            body.is_flat = true;
        }
        const bool is_turned = kind >= 2;
        body.name = is_turned ? "turned box" : "box";
        body.shape = *ConvexShape::box(half);
        body.turn = is_turned ? random_turn(random) : moved_by({0, 0, size});
        set_corners(body, box_corners(half));
    } else if (kind <= 5) {
        body.name = "sphere";
        body.shape = *ConvexShape::sphere(size);
        set_corners(body, {Vec3{}});
        body.oracle.radius = size;
    } else if (kind <= 7) {
        const double half = random_size(random);
        body.name = "capsule";
        body.shape = *ConvexShape::capsule(half, size);
        body.turn = random.one_in(2) ? random_turn(random) : Transform{};
        set_corners(body, {{0, 0, -half}, {0, 0, half}});
        body.oracle.radius = size;
    } else {
        body.is_flat = random.one_in(6);
        body.name = body.is_flat ? "flat points" : "points";
        for (int i = static_cast<int>(random.integer(4, 7)); i > 0; --i) {
            Vec3 p = random_vector(random, size);
            p.z = body.is_flat ? 0 : p.z;
            body.points.push_back(p);
        }
        body.points.push_back(body.points.front());  // repeated
        body.shape = *ConvexShape::points(body.points);
        body.turn = random.one_in(2) ? random_turn(random) : Transform{};
        body.points.pop_back();
        set_corners(body, body.points);
        body.points.push_back(body.points.front());
    }
    return body;
}

class ShapeSweeps {
public:
    ShapeSweeps(const Level& level, std::uint64_t seed)
        : level_(level),
          oracle_(Oracle(level)),
          random_(seed),
          box_(level.model_bounds(kWorldModel)) {
        size_ = std::max(max_abs(box_.min), max_abs(box_.max));
    }

    CheckReport run(std::size_t count) {
        Vec3 from;
        while (report_.queries < count) {
            const Body body = random_body(random_);
            from = place();
            for (int i = 0; i < 6; ++i) {
                from = sweep_once(body, from);
            }
        }
        return std::move(report_);
    }

private:
    Vec3 place() {
        Vec3 p{random_.real(box_.min.x - 64, box_.max.x + 64),
               random_.real(box_.min.y - 64, box_.max.y + 64),
               random_.real(box_.min.z - 64, box_.max.z + 64)};
        if (random_.one_in(2)) {
            p = {std::round(p.x * 8) / 8, std::round(p.y * 8) / 8, std::round(p.z * 8) / 8};
        }
        return p;
    }

    Vec3 motion() {
        const double size = random_.one_in(2) ? 16 : 512;
        Vec3 motion = random_vector(random_, size);
        if (random_.one_in(3)) {
            const auto axis = static_cast<std::size_t>(random_.integer(0, 2));
            const double along = std::round(motion[axis] * 8) / 8;
            motion = {};
            motion[axis] = along;
        }
        return random_.one_in(50) ? Vec3{} : motion;
    }

    // Checks one sweep. Returns where the next one begins.
    Vec3 sweep_once(const Body& body, const Vec3& from) {
        const Vec3 to = from + motion();
        const Contents mask = random_.one_in(3) ? kOpaque : kBodyBlockers;
        const TraceOptions options{mask, random_.one_in(2) ? 1.0 / 32 : 0, kHair};
        const PlacedShape placed{*body.shape, body.turn};
        const Contact got = sweep(level_, placed, from, to, options);
        ++report_.queries;

        const double doubt = kDoubt * size_;
        const double most_slack = doubt + (body.is_flat ? kFlatReach : 0);
        const auto expect = [&](double slack) {
            return oracle_.sweep(body.oracle, from, to, mask, slack);
        };
        const bool may_hit = expect(most_slack).hit;
        const bool must_hit = expect(-doubt).hit;
        std::string problem;
        if (got.hit ? !may_hit : must_hit) {
            problem = got.hit ? "a hit, but nothing is there" : "no hit, but a brush is there";
        } else if (got.start_blocked && !expect(most_slack).start_blocked) {
            problem = "its start is blocked, but nothing is there";
        } else if (!got.start_blocked && expect(-2 * kHair).start_blocked) {
            problem = "its start is free, but a brush is there";
        } else if (got.hit && !got.start_blocked) {
            problem = contact_problem(body, from, to, mask, got);
        } else if (!got.hit && (got.fraction != 1 || got.end != to || got.point != to)) {
            problem = "no hit, but not at its end";
        }
        const bool is_room = is_free(level_, placed, from, mask);
        const bool is_blocked_here = oracle_.sweep(body.oracle, from, from, mask, -doubt).hit;
        const bool may_be_blocked = oracle_.sweep(body.oracle, from, from, mask, most_slack).hit;
        if (problem.empty() && (is_room ? is_blocked_here : !may_be_blocked)) {
            problem = is_room ? "free, but a brush is there" : "not free, but nothing is there";
        }
        if (problem.empty() && !got.start_blocked && !is_free(level_, placed, got.end, mask)) {
            problem = "its end is not free";
        }
        if (!problem.empty()) {
            add_difference(report_,
                           body.name + " from " + text(from) + " to " + text(to) + ", mask " +
                               to_string(mask) + ": " + problem);
        }
        return got.end;
    }

    std::string contact_problem(const Body& body,
                                const Vec3& from,
                                const Vec3& to,
                                Contents mask,
                                const Contact& got) const {
        const double run = length(to - from);
        const double from_blocked = got.fraction == 0 ? 0 : 1;
        const ShapeTouch early = oracle_.sweep(body.oracle, from, to, mask, kNear);
        const ShapeTouch late = oracle_.sweep(body.oracle, from, to, mask, -kNear);
        const double tiny = 1e-12 + 1e-12 * size_ / std::max(run, 1e-12);
        if (got.fraction + tiny < static_cast<double>(early.fraction) ||
            (late.hit && !late.start_blocked &&
             got.fraction - tiny > static_cast<double>(late.fraction))) {
            std::ostringstream out;
            out.precision(12);
            out << "the fraction is " << got.fraction << ", not from " << early.fraction << " to "
                << late.fraction;
            return out.str();
        }
        if (std::abs(length(got.normal) - 1) > 1e-9) {
            return "the normal has not the length 1";
        }
        if (from_blocked > 0 && dot(got.normal, to - from) > 0) {
            return "the normal points along the motion";
        }
        if (got.fraction > 0 && distance(got.point, from + (to - from) * got.fraction) > kNear) {
            return "the point is not on the way";
        }
        if (dot(got.end - from, to - from) < 0 && got.fraction > 0) {
            return "the end lies behind the start";
        }
        if (!any(got.contents & mask)) {
            return "its contents are not in the mask";
        }
        return {};
    }

    const Level& level_;
    ShapeOracle oracle_;
    Random random_;
    Aabb box_;
    double size_ = 0;
    CheckReport report_;
};

}  // namespace

CheckReport check_shape_sweeps(const Level& level, std::size_t count, std::uint64_t seed) {
    return ShapeSweeps(level, seed).run(count);
}

}  // namespace halfspace::test
