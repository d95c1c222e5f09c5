// SPDX-License-Identifier: MIT
// Traces against the recorded answers of another game's collision code, on the levels it recorded
// them on. Every difference is put down to a cause that is shown to hold for it.
#include "halfspace/base/file.h"
#include "halfspace/compile/compile.h"
#include "halfspace/formats/bsp_reader.h"
#include "halfspace/formats/package.h"
#include "halfspace/query/trace.h"

#include "support/oracle.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

constexpr const char* kPackage = "/usr/share/games/openarena/baseoa/pak6-patch088.pk3";
constexpr Contents kRecordedMask = Contents::Solid | Contents::PlayerClip;
constexpr double kBackOff = 0.125;  // the recorded place is so far before the plane

struct Recorded {
    Vec3 src;
    Vec3 dest;
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

Result<Level> packaged_level(const std::string& name) {
    auto package = Package::open(kPackage);
    if (!package) {
        return std::unexpected(package.error());
    }
    const auto bytes = package->read("maps/" + name + ".bsp");
    if (!bytes) {
        return std::unexpected(bytes.error());
    }
    const auto read = read_bsp(*bytes, name);
    if (!read) {
        return std::unexpected(read.error());
    }
    CompileOptions options;
    options.bad_brushes = CompileOptions::BadBrushes::Skip;
    auto compiled = compile(read->world, options);
    if (!compiled) {
        return std::unexpected(compiled.error().front());
    }
    return Level::from_bytes(write_level(compiled->level));
}

// The largest distance of a point from any of a brush's planes [units]: below 0 inside.
double outside_of(const OracleBrush& brush, const Vec3& p, int grid_exponent) {
    double largest = -1e30;
    for (const ExactPlane& plane : brush.planes) {
        const Vec3 n{static_cast<double>(plane.n[0]),
                     static_cast<double>(plane.n[1]),
                     static_cast<double>(plane.n[2])};
        const double d = std::ldexp(static_cast<double>(plane.d), -grid_exponent);
        largest = std::max(largest, (dot(n, p) - d) / length(n));
    }
    return largest;
}

// How near the segment comes to any brush's inside: the smallest of outside_of along it, looked
// for between the fractions [units].
double nearest_brush(
    const Oracle& oracle, const Vec3& src, const Vec3& dest, double from, double to) {
    double nearest = 1e30;
    for (const OracleBrush& brush : oracle.brushes()) {
        if (!any(brush.contents & kRecordedMask)) {
            continue;
        }
        // The largest of linear functions is convex along the segment: a golden section finds it.
        double low = from;
        double high = to;
        for (int i = 0; i < 60; ++i) {
            const double a = low + (high - low) / 3;
            const double b = high - (high - low) / 3;
            const double at_a = outside_of(brush, src + (dest - src) * a, oracle.grid_exponent());
            const double at_b = outside_of(brush, src + (dest - src) * b, oracle.grid_exponent());
            (at_a < at_b ? high : low) = at_a < at_b ? b : a;
        }
        nearest =
            std::min(nearest, outside_of(brush, src + (dest - src) * low, oracle.grid_exponent()));
    }
    return nearest;
}

enum class Cause : std::uint8_t {
    Same,
    SameAtAnEdge,  // place within 0.25, another plane: an edge or a corner is met
    BackOff,       // grazing: what only one of both touches lies within the back-off of the way
    Curve,         // they stop where none of our brushes is, in a level with patches
    Unexplained,
};

const char* name_of(Cause cause) {
    constexpr std::array kNames{
        "same", "same place, other plane", "within the back-off", "curve", "unexplained"};
    return kNames[static_cast<std::size_t>(cause)];
}

class Comparison {
public:
    Comparison(const Level& level, SpaceId space)
        : level_(level), space_(space), oracle_(Oracle::of_space(level, space)) {
        has_curves_ = std::any_of(level.models().begin(), level.models().end(), [](const auto& m) {
            return (m.flags & kModelCurves) != 0;
        });
    }

    Cause cause_of(const Recorded& recorded) const {
        // Without a skin the point is the touch; the other's is 0.125 before it.
        const Transition ours =
            first_transition(level_, space_, recorded.src, recorded.dest, kRecordedMask);
        const bool is_hit = ours.kind != Transition::Kind::AllEmpty;
        const bool was_hit = recorded.fraction < 1;
        const Vec3 way = recorded.dest - recorded.src;
        if (is_hit != was_hit) {
            return cause_of_one_hit(recorded, was_hit);
        }
        if (!is_hit) {
            return Cause::Same;
        }
        const double along = -dot(recorded.normal, way);
        const double touch =
            along > 0 ? std::min(recorded.fraction + kBackOff / along, 1.0) : recorded.fraction;
        const Vec3 theirs = recorded.src + way * touch;
        // From within the back-off of a plane they do not move at all.
        const bool is_near =
            length(theirs - ours.point) < 0.25 || (recorded.fraction == 0 && ours.fraction < touch);
        if (is_near && dot(normal_of(ours), recorded.normal) > std::cos(3.14159265 / 180)) {
            return Cause::Same;
        }
        if (is_near) {
            return Cause::SameAtAnEdge;
        }
        if (touch < ours.fraction) {
            return cause_of_one_hit(recorded, true);
        }
        return cause_of_one_hit(recorded, false);
    }

private:
    Vec3 normal_of(const Transition& transition) const {
        if (transition.node == kNone) {
            return {};
        }
        const ExactPlane plane = level_.plane(transition.plane);
        const Vec3 n{static_cast<double>(plane.n[0]),
                     static_cast<double>(plane.n[1]),
                     static_cast<double>(plane.n[2])};
        return n * (1 / length(n));
    }

    // Only one of both stopped, or one before the other.
    Cause cause_of_one_hit(const Recorded& recorded, bool is_theirs) const {
        const Vec3 way = recorded.dest - recorded.src;
        if (is_theirs) {
            // They stop at what they come within 0.125 of: does some brush lie as near?
            const double size = length(way);
            const double reach = std::min(1.0, recorded.fraction + 64 / std::max(size, 64.0));
            if (nearest_brush(oracle_, recorded.src, recorded.dest, 0, reach) < kBackOff + 0.01) {
                return Cause::BackOff;
            }
            return has_curves_ ? Cause::Curve : Cause::Unexplained;
        }
        // We touch what they went past: then the way up to where they stopped leads through no
        // brush by more than the back-off.
        const double depth =
            nearest_brush(oracle_, recorded.src, recorded.dest, 0, recorded.fraction);
        return depth > -kBackOff ? Cause::BackOff : Cause::Unexplained;
    }

    const Level& level_;
    SpaceId space_;
    Oracle oracle_;
    bool has_curves_ = false;
};

class RecordedSweeps : public testing::TestWithParam<const char*> {};

TEST_P(RecordedSweeps, DifferByKnownCausesOnly) {
    const std::string name = GetParam();
    if (test_data("oracle").empty() || !std::filesystem::exists(kPackage)) {
        GTEST_SKIP() << "no test data";
    }
    const auto level = packaged_level(name);
    ASSERT_TRUE(level) << to_string(level.error());
    for (const char* const body : {"point", "player"}) {
        const SpaceId space(std::string_view(body) == "point" ? 0 : 1);
        const Comparison comparison(*level, space);
        for (const char* const size : {"len8", "len256-512"}) {
            const std::string file = name + "_" + body + "_" + size + ".sweeps";
            const std::vector<Recorded> sweeps = recorded(test_data("oracle/" + file));
            ASSERT_EQ(sweeps.size(), 10'000u);
            std::map<Cause, int> counts;
            std::string first;
            for (const Recorded& sweep : sweeps) {
                const Cause cause = comparison.cause_of(sweep);
                ++counts[cause];
                if (cause == Cause::Unexplained && first.empty()) {
                    char text[300];
                    std::snprintf(text,
                                  sizeof text,
                                  "%.9g %.9g %.9g - %.9g %.9g %.9g: %.9g, "
                                  "normal %g %g %g",
                                  sweep.src.x,
                                  sweep.src.y,
                                  sweep.src.z,
                                  sweep.dest.x,
                                  sweep.dest.y,
                                  sweep.dest.z,
                                  sweep.fraction,
                                  sweep.normal.x,
                                  sweep.normal.y,
                                  sweep.normal.z);
                    first = text;
                }
            }
            for (const auto& [cause, count] : counts) {
                std::printf("%s: %s: %d\n", file.c_str(), name_of(cause), count);
            }
            EXPECT_EQ(counts[Cause::Unexplained], 0) << first;
            EXPECT_GT(counts[Cause::Same], 9000);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, RecordedSweeps, testing::Values("aggressor", "czest3ctf"));

}  // namespace
}  // namespace halfspace::test
