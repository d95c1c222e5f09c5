// SPDX-License-Identifier: MIT
#include "support/queries.h"

#include "halfspace/query/sweep.h"

#include "support/random.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace halfspace::test {
namespace {

class Generator {
public:
    Generator(const Oracle& oracle, std::uint64_t seed) : oracle_(oracle), random_(seed) {}

    Vec3 point() {
        switch (random_.integer(0, 15)) {
            case 0:
            case 1:
            case 2:
                return anywhere();
            case 3:
                return rounded(anywhere());
            case 4:
            case 5:
                return in_plane(pick_face());
            case 6:
                return rounded(corner(pick_face()));
            case 7:
                return odd_number(anywhere());
            default:
                return near_face(pick_face());
        }
    }

    Segment segment() {
        switch (random_.integer(0, 15)) {
            case 0:
            case 1:
            case 2:
                return {anywhere(), anywhere()};
            case 3:
            case 4: {
                const Vec3 from = anywhere();
                return {from, beside(from, 16)};
            }
            case 5:
            case 6: {
                const Vec3 from = rounded(anywhere());
                return {from, axial(from)};
            }
            case 7: {
                const Vec3 from = rounded(anywhere());
                return {from, rounded(anywhere())};
            }
            case 8:
            case 9:
            case 10: {
                const Face face = pick_face();
                const Vec3 from = in_plane(face);
                return {from, in_plane(face)};
            }
            case 11: {
                const Face face = pick_face();
                const Vec3 from = near_face(face);
                return {from, near_face(face)};
            }
            case 12: {
                const Face face = pick_face();
                const Vec3 from = rounded(corner(face));
                return {from, rounded(corner(face))};
            }
            case 13: {
                const Vec3 from = rounded(corner(pick_face()));
                return {from, rounded(corner(pick_face()))};
            }
            case 14: {
                const Vec3 from = point();
                return {from, random_.one_in(4) ? from : point()};
            }
            default: {
                const Vec3 from = point();
                return {from, axial(from)};
            }
        }
    }

private:
    struct Face {
        const ExactPlane* plane;
        std::vector<Vec3> corners;
    };

    // Somewhat beyond the bounds, too.
    Vec3 anywhere() {
        const Aabb box =
            oracle_.brushes().empty() ? Aabb{{-64, -64, -64}, {64, 64, 64}} : oracle_.bounds();
        const Vec3 size = box.max - box.min;
        const auto within = [&](double min, double extent) {
            return min + extent * random_.real(-0.02, 1.02);
        };
        return {within(box.min.x, size.x), within(box.min.y, size.y), within(box.min.z, size.z)};
    }

    Vec3 beside(const Vec3& p, double reach) {
        return {p.x + random_.real(-reach, reach),
                p.y + random_.real(-reach, reach),
                p.z + random_.real(-reach, reach)};
    }

    // On whole units, or on eighths.
    Vec3 rounded(const Vec3& p) {
        const double steps = random_.one_in(2) ? 1 : 8;
        return {std::round(p.x * steps) / steps,
                std::round(p.y * steps) / steps,
                std::round(p.z * steps) / steps};
    }

    Vec3 axial(Vec3 p) {
        const double run = static_cast<double>(random_.integer(-512 * 8, 512 * 8)) / 8;
        const std::array<double*, 3> coordinates{&p.x, &p.y, &p.z};
        *coordinates[static_cast<std::size_t>(random_.integer(0, 2))] += run;
        return p;
    }

    // One coordinate of a size that exact arithmetic has to work for.
    Vec3 odd_number(Vec3 p) {
        static constexpr std::array kNumbers{
            0x1p-1074, -0x1p-1022, 1e-300, -1e-30, 1e-12, 1e12, -1e30, 1e300, 0.0, -0.0};
        const std::array<double*, 3> coordinates{&p.x, &p.y, &p.z};
        *coordinates[static_cast<std::size_t>(random_.integer(0, 2))] =
            kNumbers[static_cast<std::size_t>(random_.integer(0, kNumbers.size() - 1))];
        return p;
    }

    Face pick_face() {
        static const ExactPlane kGround{{0, 0, 1}, 0};
        if (oracle_.brushes().empty()) {
            return {&kGround, {{-64, -64, 0}, {64, -64, 0}, {64, 64, 0}, {-64, 64, 0}}};
        }
        for (;;) {
            const auto last = static_cast<std::int64_t>(oracle_.brushes().size()) - 1;
            const auto brush = static_cast<std::size_t>(random_.integer(0, last));
            const auto& planes = oracle_.brushes()[brush].planes;
            const auto side = static_cast<std::size_t>(
                random_.integer(0, static_cast<std::int64_t>(planes.size()) - 1));
            std::vector<Vec3> corners = oracle_.corners(brush, side);
            if (corners.size() >= 3) {
                return {&planes[side], std::move(corners)};
            }
        }
    }

    Vec3 corner(const Face& face) {
        const auto last = static_cast<std::int64_t>(face.corners.size()) - 1;
        return face.corners[static_cast<std::size_t>(random_.integer(0, last))];
    }

    Vec3 on_face(const Face& face) {
        const std::array<Vec3, 3> p{corner(face), corner(face), corner(face)};
        const double s = random_.real(0, 1);
        const double t = random_.real(0, 1) * (1 - s);
        return p[0] * (1 - s - t) + p[1] * s + p[2] * t;
    }

    Vec3 near_face(const Face& face) { return beside(on_face(face), 0.01); }

    // A point whose doubles are exactly in the plane if one is found, else rounded ones.
    Vec3 in_plane(const Face& face) {
        for (int attempt = 0; attempt < 24; ++attempt) {
            const Vec3 p = random_.one_in(3) ? on_face(face) : rounded(on_face(face));
            const auto axis = static_cast<std::size_t>(random_.integer(0, 2));
            if (const auto solved = solve(*face.plane, p, axis)) {
                return *solved;
            }
        }
        return on_face(face);
    }

    // The point with one coordinate replaced, so that it lies in the plane exactly; nullopt if
    // that coordinate is no double of moderate length.
    std::optional<Vec3> solve(const ExactPlane& plane, const Vec3& p, std::size_t axis) const {
        constexpr int kFraction = 12;  // bits below a grid step
        const double scale = std::ldexp(1.0, oracle_.grid_exponent() + kFraction);
        std::array<double, 3> c{p.x, p.y, p.z};
        if (plane.n[axis] == 0) {
            return std::nullopt;
        }
        const bool is_axial = plane.n[(axis + 1) % 3] == 0 && plane.n[(axis + 2) % 3] == 0;
        Int128 rest = plane.d << kFraction;
        for (std::size_t other = 0; other < 3; ++other) {
            if (other != axis && !is_axial) {
                const double scaled = c[other] * scale;
                c[other] = std::round(scaled) / scale;
                rest -= Int128{plane.n[other]} * static_cast<std::int64_t>(std::round(scaled));
            }
        }
        if (rest % plane.n[axis] != 0) {
            return std::nullopt;
        }
        c[axis] = static_cast<double>(static_cast<std::int64_t>(rest / plane.n[axis])) / scale;
        return Vec3{c[0], c[1], c[2]};
    }

    const Oracle& oracle_;
    Random random_;
};

}  // namespace

std::vector<Vec3> make_points(const Oracle& oracle, std::size_t count, std::uint64_t seed) {
    Generator generator(oracle, seed);
    std::vector<Vec3> points(count);
    for (Vec3& point : points) {
        point = generator.point();
    }
    return points;
}

std::vector<Segment> make_segments(const Oracle& oracle, std::size_t count, std::uint64_t seed) {
    Generator generator(oracle, seed);
    std::vector<Segment> segments(count);
    for (Segment& segment : segments) {
        segment = generator.segment();
    }
    return segments;
}

std::vector<Segment> make_sweeps(const Oracle& oracle, std::size_t count, std::uint64_t seed) {
    const auto is_far = [](const Vec3& p) { return max_abs(p) > kMaxSweepCoordinate; };
    std::vector<Segment> segments = make_segments(oracle, count, seed);
    std::erase_if(segments, [&](const Segment& s) { return is_far(s.from) || is_far(s.to); });
    return segments;
}

std::span<const ConvexShape> swept_bodies() {
    static constexpr std::array kPoints{
        Vec3{12, 0, -9}, Vec3{-7, 11, -9}, Vec3{-8, -10, -9}, Vec3{1, 2, 20}, Vec3{3, 0, 0}};
    static const std::array kBodies{*ConvexShape::box({15, 15, 28}),
                                    *ConvexShape::sphere(5),
                                    *ConvexShape::capsule(14, 10),
                                    *ConvexShape::cylinder(20, 12),
                                    *ConvexShape::points(kPoints)};
    return kBodies;
}

}  // namespace halfspace::test
