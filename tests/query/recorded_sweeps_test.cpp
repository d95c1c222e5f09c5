// SPDX-License-Identifier: MIT
// Traces against the recorded answers of another game's collision code, on the levels it recorded
// them on. Every difference is put down to a cause that is shown to hold for it.
#include "halfspace/base/file.h"
#include "halfspace/compile/compile.h"
#include "halfspace/formats/read_world.h"
#include "halfspace/query/space.h"
#include "halfspace/query/trace.h"

#include "formats/shared/package.h"
#include "import/curves/curve_facets.h"
#include "math/shared/clip.h"
#include "support/curve_distance.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

// Solid and player clip, as that game means them.
constexpr Contents kRecordedMask = kBodyBlockers & ~Contents::MonsterClip;
// The recorded place is so far before the plane.
constexpr double kBackOff = 0.125;
// Half a step of the levels' grid: so far a plane may lie from the one that the file rounded.
constexpr double kMoved = 1.0 / 128;
// So far from a curve its pieces may lie: ours (8 is the default), and those of the other game,
// which cuts curves until they are within 16.
constexpr double kOurPieces = 8 + kFacetThickness + CurveDistance::kError;
constexpr double kTheirPieces = 16 + kBackOff + CurveDistance::kError;

struct Recorded {
    Vec3 from;
    Vec3 to;
    double fraction;
    Vec3 normal;
};

std::vector<Recorded> recorded(const std::filesystem::path& path) {
    const auto bytes = read_file(path);
    std::vector<Recorded> sweeps;
    for (std::size_t i = 0; bytes && i + 40 <= bytes->size(); i += 40) {
        std::array<float, 10> r{};
        std::memcpy(r.data(), bytes->data() + i, 40);
        sweeps.push_back({{r[0], r[1], r[2]}, {r[3], r[4], r[5]}, r[6], {r[7], r[8], r[9]}});
    }
    return sweeps;
}

std::string to_string(const Recorded& sweep) {
    const auto& [from, to, fraction, normal] = sweep;
    std::array<char, 300> text{};
    std::snprintf(text.data(),
                  text.size(),
                  "%.9g %.9g %.9g - %.9g %.9g %.9g: %.9g, normal %g %g %g",
                  from.x,
                  from.y,
                  from.z,
                  to.x,
                  to.y,
                  to.z,
                  fraction,
                  normal.x,
                  normal.y,
                  normal.z);
    return text.data();
}

struct PackagedLevel {
    World world;
    Level level;
};

Result<PackagedLevel> packaged_level(const std::filesystem::path& package_path,
                                     const std::string& name) {
    auto read = halfspace::read_world(package_path.string() + ":maps/" + name + ".bsp");
    if (!read) {
        return std::unexpected(read.error());
    }
    CompileOptions options;
    options.bad_brushes = CompileOptions::BadBrushes::Skip;
    options.fill_outside = false;  // recorded motions begin anywhere
    auto compiled = compile(read->world, options);
    if (!compiled) {
        return std::unexpected(compiled.error().front());
    }
    auto level = Level::from_data(compiled->level);
    if (!level) {
        return std::unexpected(level.error());
    }
    return PackagedLevel{std::move(read->world), std::move(*level)};
}

// A brush of the world that blocks, grown by a body.
struct Blocker {
    std::vector<Plane> planes;
    std::vector<Plane> without_edges;  // the sides' planes and those along the axes alone
    bool is_facet = false;             // of a curve
};

std::vector<Blocker> blockers_of(const Level& level, SpaceId space) {
    const Aabb body = body_of(level, space);
    const auto grown = [&](std::uint32_t id) {
        const ExactPlane plane = level.plane(PlaneId{id});
        Vec3 n{static_cast<double>(plane.n[0]),
               static_cast<double>(plane.n[1]),
               static_cast<double>(plane.n[2])};
        const double d = std::ldexp(static_cast<double>(plane.d), -level.grid_exponent());
        const double size = length(n);
        n = n * (1 / size);
        const Vec3 reach{n.x > 0 ? body.min.x : body.max.x,
                         n.y > 0 ? body.min.y : body.max.y,
                         n.z > 0 ? body.min.z : body.max.z};
        return Plane{n, d / size - dot(n, reach)};
    };
    std::vector<Blocker> blockers;
    for (const BrushRecord& brush : level.brushes()) {
        if (brush.entity != 0 || !any(static_cast<Contents>(brush.contents) & kRecordedMask)) {
            continue;
        }
        Blocker& blocker = blockers.emplace_back();
        blocker.is_facet = (brush.flags & kBrushFacet) != 0;
        for (const SideRecord& side : level.sides().subspan(brush.first_side, brush.side_count)) {
            blocker.planes.push_back(grown(side.plane));
        }
        blocker.without_edges = blocker.planes;
        for (std::uint32_t i = 0; i < brush.bevel_count && space.value != 0; ++i) {
            const Plane plane = grown(level.bevels()[brush.first_bevel + i]);
            blocker.planes.push_back(plane);
            const Vec3& n = plane.n;
            if (std::abs(n.x) + std::abs(n.y) + std::abs(n.z) == 1) {
                blocker.without_edges.push_back(plane);
            }
        }
    }
    return blockers;
}

// The largest distance of a point from any of the planes: below 0 inside.
double outside_of(std::span<const Plane> planes, const Vec3& p) {
    double largest = -1e30;
    for (const Plane& plane : planes) {
        largest = std::max(largest, dot(plane.n, p) - plane.d);
    }
    return largest;
}

// The smallest of outside_of along the segment, where it is convex: a ternary search finds it.
double smallest_outside_of(std::span<const Plane> planes, const Vec3& from, const Vec3& to) {
    double low = 0;
    double high = 1;
    for (int i = 0; i < 60; ++i) {
        const double a = low + (high - low) / 3;
        const double b = high - (high - low) / 3;
        const double at_a = outside_of(planes, from + (to - from) * a);
        const double at_b = outside_of(planes, from + (to - from) * b);
        (at_a < at_b ? high : low) = at_a < at_b ? b : a;
    }
    return outside_of(planes, from + (to - from) * low);
}

enum class Cause : std::uint8_t {
    Same,
    OtherPlane,       // places within 0.25, other planes: an edge or a corner is met
    BackOff,          // they enter brushes by the back-off early, and leave them so early
    EdgePlane,        // the same, but for an edge's plane of ours that the file does not have
    CurvePieces,      // at a curve whose pieces they and we lay differently
    CurveFromBehind,  // we touch a curve from behind; theirs block from the front
    StartsAtPiece,    // the start lies in or behind a piece of a curve, of ours or of theirs
    Unexplained,
};

constexpr std::array kNames{"same",
                            "same place, other plane",
                            "within the back-off",
                            "plane of an edge",
                            "pieces of a curve",
                            "curve from behind",
                            "start in or behind a piece",
                            "unexplained"};

// The box with all sides moved inwards, but not beyond its middle.
Aabb shrunk(const Aabb& box, double depth) {
    const Vec3 half = (box.max - box.min) * 0.5;
    const Vec3 inward{std::min(depth, half.x), std::min(depth, half.y), std::min(depth, half.z)};
    return {box.min + inward, box.max - inward};
}

// Where the recorded body stopped.
Vec3 stop_of(const Recorded& recorded) {
    return recorded.from + (recorded.to - recorded.from) * recorded.fraction;
}

// Where a recorded body touched a plane.
struct Touch {
    Vec3 place;  // of the body
    Vec3 normal;
};

std::vector<Touch> touches_of(std::span<const Recorded> all) {
    std::vector<Touch> touches;
    for (const Recorded& recorded : all) {
        if (recorded.fraction > 0 && recorded.fraction < 1) {
            touches.push_back({stop_of(recorded) - recorded.normal * kBackOff, recorded.normal});
        }
    }
    return touches;
}

// True if no other touch lies behind the plane of this one. If all of them are at one curve, the
// curve bends to its front there, and what is behind the plane is behind the pieces of the curve.
bool is_in_front_of_none(const Touch& touch, std::span<const Touch> others) {
    return std::all_of(others.begin(), others.end(), [&](const Touch& other) {
        return dot(touch.normal, other.place - touch.place) > -kMoved;
    });
}

// True if the place, moved along the normal of the touch, is between others in the same plane. They
// touched one piece, which is convex: it is there, too.
bool is_between(const Vec3& place, const Touch& touch, std::span<const Touch> others) {
    const Vec3& n = touch.normal;
    const Vec3 u = cross(n, std::abs(n.z) < 0.5 ? Vec3{0, 0, 1} : Vec3{1, 0, 0});
    const Vec3 v = cross(n, u);
    std::vector<double> directions;
    for (const Touch& other : others) {
        if (dot(n, other.normal) > 1 - 1e-6 &&
            std::abs(dot(n, other.place - touch.place)) < kMoved) {
            const Vec3 way = other.place - place;
            directions.push_back(std::atan2(dot(way, v), dot(way, u)));
        }
    }
    std::sort(directions.begin(), directions.end());
    constexpr double kHalfTurn = 3.14159265;
    double widest = directions.front() + 2 * kHalfTurn - directions.back();
    for (std::size_t i = 1; i < directions.size(); ++i) {
        widest = std::max(widest, directions[i] - directions[i - 1]);
    }
    return widest < kHalfTurn;
}

class Comparison {
public:
    // all: every recorded sweep of this body.
    Comparison(const PackagedLevel& packaged, SpaceId space, std::span<const Recorded> all)
        : level_(packaged.level),
          space_(space),
          body_(body_of(packaged.level, space)),
          blockers_(blockers_of(packaged.level, space)),
          curves_(packaged.world.entities[0].patches, kRecordedMask),
          touches_(touches_of(all)) {}

    Cause cause_of(const Recorded& recorded) const {
        // Without a skin the point is the touch; theirs is the back-off before it.
        const Contact ours =
            trace(level_, space_, recorded.from, recorded.to, {.mask = kRecordedMask, .skin = 0});
        const bool was_hit = recorded.fraction < 1;
        if (!ours.hit && !was_hit) {
            return Cause::Same;
        }
        const Vec3 way = recorded.to - recorded.from;
        const double along = -dot(recorded.normal, way);
        const double touch =
            along > 0 ? std::min(recorded.fraction + kBackOff / along, 1.0) : recorded.fraction;
        // From within the back-off of a plane they do not move at all.
        const bool is_near = length(recorded.from + way * touch - ours.point) < 0.25 ||
                             (recorded.fraction == 0 && ours.fraction < touch);
        if (ours.hit && was_hit && is_near) {
            const bool is_same = dot(ours.normal, recorded.normal) > std::cos(3.14159265 / 180);
            return is_same ? Cause::Same : Cause::OtherPlane;
        }
        const Vec3 stop = stop_of(recorded);
        if (recorded.fraction <= ours.fraction) {
            return cause_of_stop(recorded.from, stop, ours);
        }
        return ours.start_blocked ? cause_of_start(recorded.from)
                                  : cause_of_pass(recorded.from, stop, ours);
    }

private:
    Aabb body_at(const Vec3& p) const { return {p + body_.min, p + body_.max}; }

    double to_curve(const Vec3& p, double limit) const {
        return curves_.from(body_at(p), limit).distance;
    }

    // They stop where we go on.
    Cause cause_of_stop(const Vec3& from, const Vec3& stop, const Contact& ours) const {
        for (const Blocker& blocker : blockers_) {
            if (outside_of(blocker.planes, stop) <= kBackOff + kMoved) {
                return Cause::BackOff;
            }
        }
        for (const Blocker& blocker : blockers_) {
            if (!blocker.is_facet && outside_of(blocker.without_edges, stop) <= kBackOff + kMoved) {
                return Cause::EdgePlane;
            }
        }
        if (to_curve(stop, 2 * kTheirPieces) > kTheirPieces) {
            return Cause::Unexplained;
        }
        if (!leads_through_curve(stop, ours.point, kOurPieces)) {
            return Cause::CurvePieces;
        }
        return starts_behind_ours(from) ? Cause::StartsAtPiece : Cause::Unexplained;
    }

    // We are blocked where they start.
    Cause cause_of_start(const Vec3& from) const {
        bool is_in_facet = false;
        for (const Blocker& blocker : blockers_) {
            if (outside_of(blocker.planes, from) <= 0) {
                if (!blocker.is_facet) {
                    return Cause::Unexplained;
                }
                is_in_facet = true;
            }
        }
        return is_in_facet && to_curve(from, 2 * kOurPieces) <= kOurPieces ? Cause::StartsAtPiece
                                                                           : Cause::Unexplained;
    }

    // We touch what they go past.
    Cause cause_of_pass(const Vec3& from, const Vec3& stop, const Contact& ours) const {
        for (const Blocker& blocker : blockers_) {
            if (!blocker.is_facet &&
                smallest_outside_of(blocker.planes, from, stop) < -kBackOff - kMoved) {
                return Cause::Unexplained;
            }
        }
        const TouchedSurface touched = touched_surface(level_, space_, ours);
        if (!touched.brush.is_valid()) {
            return Cause::Unexplained;
        }
        if ((level_.brushes()[touched.brush.value].flags & kBrushFacet) == 0) {
            return Cause::BackOff;
        }
        const NearestCurve curve = curves_.from(body_at(ours.point), 2 * kOurPieces);
        if (curve.distance > kOurPieces) {
            return Cause::Unexplained;
        }
        if (dot(stop - from, curve.normal) > 0) {
            return Cause::CurveFromBehind;
        }
        if (!leads_through_curve(ours.point, stop, kTheirPieces)) {
            return Cause::CurvePieces;
        }
        return starts_behind_theirs(from, stop) ? Cause::StartsAtPiece : Cause::Unexplained;
    }

    // True if one of our facets lies in front of the start, within our tolerance of the curve. The
    // facet blocks from both sides, but not what moves away from it.
    bool starts_behind_ours(const Vec3& from) const {
        const NearestCurve curve = curves_.from(body_at(from), 2 * kOurPieces);
        if (curve.distance > kOurPieces) {
            return false;
        }
        const Vec3 front = from + curve.normal * (kOurPieces / length(curve.normal));
        return std::any_of(blockers_.begin(), blockers_.end(), [&](const Blocker& blocker) {
            return blocker.is_facet && smallest_outside_of(blocker.planes, from, front) <= 0;
        });
    }

    // True if one of their pieces lies in front of the start, within their tolerance. Other
    // recorded sweeps show the piece: they touched its plane at the same piece of the curve.
    bool starts_behind_theirs(const Vec3& from, const Vec3& stop) const {
        const NearestCurve curve = curves_.from(body_at(from), 2 * kTheirPieces);
        std::vector<Touch> here;
        for (const Touch& touch : touches_) {
            if (curve.piece &&
                curves_.from(body_at(touch.place), kTheirPieces).piece == curve.piece) {
                here.push_back(touch);
            }
        }
        return std::any_of(here.begin(), here.end(), [&](const Touch& touch) {
            const double in_front = dot(touch.normal, from - touch.place);
            return in_front < 0 && in_front > -kTheirPieces && dot(touch.normal, stop - from) < 0 &&
                   (is_in_front_of_none(touch, here) || is_between(from, touch, here));
        });
    }

    // True if the way leads deeper into a curve than `depth`: what lies so deep in the body touches
    // the curve, or a point gets so far behind it. It goes on by as much as nothing is near.
    bool leads_through_curve(const Vec3& from, const Vec3& to, double depth) const {
        constexpr double kFar = 64;
        const bool is_point = space_.value == 0;
        const Aabb core = shrunk(body_, depth);
        const double size = length(to - from);
        double gone = 0;
        while (gone < size) {
            const Vec3 p = from + (to - from) * (gone / size);
            const double free = curves_.from({p + core.min, p + core.max}, kFar).distance;
            if (free < 2 * CurveDistance::kError) {
                return !is_point || to_curve(to, kFar) > depth;
            }
            gone += free - CurveDistance::kError;
        }
        return false;
    }

    const Level& level_;
    SpaceId space_;
    Aabb body_;
    std::vector<Blocker> blockers_;
    CurveDistance curves_;
    std::vector<Touch> touches_;
};

struct RecordedLevel {
    const char* package;
    const char* name;
    std::size_t sweeps;      // in each of its four files
    std::size_t least_same;  // so many of them have the same answer, or more
};

// Names the tests.
std::ostream& operator<<(std::ostream& out, const RecordedLevel& level) {
    return out << level.name;
}

// The last one is walled by huge curves.
constexpr RecordedLevel kRecordedLevels[] = {
    {"pak6-patch088.pk3", "aggressor", 10'000, 9'900},
    {"pak6-patch088.pk3", "czest3ctf", 10'000, 9'900},
    {"z_oacmp-volume1-v3.pk3", "oacmpdm10", 20'000, 18'000},
};

class RecordedSweeps : public testing::TestWithParam<RecordedLevel> {};

TEST_P(RecordedSweeps, DifferByKnownCausesOnly) {
    const auto& [package_name, name, sweep_count, least_same] = GetParam();
    const std::filesystem::path package = openarena_package(package_name);
    if (test_data("oracle").empty() || package.empty()) {
        GTEST_SKIP() << "no test data";
    }
    const auto packaged = packaged_level(package, name);
    ASSERT_TRUE(packaged) << to_string(packaged.error());
    for (const std::string body : {"point", "player"}) {
        const std::string files = std::string(name) + "_" + body + "_";
        std::vector<Recorded> sweeps;
        for (const char* const size : {"len8", "len256-512"}) {
            const auto read = recorded(test_data("oracle/" + files + size + ".sweeps"));
            sweeps.insert(sweeps.end(), read.begin(), read.end());
        }
        ASSERT_EQ(sweeps.size(), 2 * sweep_count);
        const Comparison comparison(*packaged, SpaceId(body == "point" ? 0 : 1), sweeps);
        for (const bool is_long : {false, true}) {
            std::map<Cause, std::size_t> counts;
            for (const Recorded& sweep :
                 std::span(sweeps).subspan(is_long ? sweep_count : 0, sweep_count)) {
                const Cause cause = comparison.cause_of(sweep);
                ++counts[cause];
                EXPECT_NE(cause, Cause::Unexplained) << to_string(sweep);
            }
            for (const auto& [cause, count] : counts) {
                std::printf("%s%s: %s: %zu\n",
                            files.c_str(),
                            is_long ? "long" : "short",
                            kNames[static_cast<std::size_t>(cause)],
                            count);
            }
            EXPECT_GE(counts[Cause::Same], least_same);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, RecordedSweeps, testing::ValuesIn(kRecordedLevels));

}  // namespace
}  // namespace halfspace::test
