// SPDX-License-Identifier: MIT
// What brushes do to one another where they overlap, touch or share faces: for all pairs of
// contents, by verify and by point queries against brute force.
#include "compile/fragments/csg.h"

#include "halfspace/verify/verify.h"

#include "support/brushes.h"
#include "support/oracle.h"
#include "support/query_checks.h"
#include "support/random.h"
#include "support/repeats.h"
#include "support/scene_levels.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

constexpr std::uint32_t kContentsBits = 15;  // with Hint

void expect_right(const World& world, std::size_t points, const std::string& what) {
    const auto level = compiled_level(world);
    ASSERT_TRUE(level) << what << ": " << to_string(level.error());
    VerifyOptions options;
    options.threads = 1;
    const VerifyReport report = verify(*level, world, options);
    EXPECT_EQ(report.differences, 0u)
        << what << ": " << (report.details.empty() ? "" : report.details.front());
    const PlacedBrushes brushes(*level);
    for (const CheckReport& asked :
         {check_points(brushes, points, 5), check_segments(brushes, points / 2, 6)}) {
        EXPECT_EQ(asked.differences, 0u) << what << joined(asked);
    }
}

// How the second box lies to the first, 0 .. 64 in every axis.
struct Placement {
    const char* name;
    Units min;
    Units max;
};

constexpr Placement kPlacements[] = {
    {"nested", {16, 16, 16}, {48, 48, 48}},
    {"nested_in_a_face", {16, 16, 0}, {48, 48, 48}},
    {"nested_in_an_edge", {0, 0, 16}, {48, 48, 48}},
    {"nested_in_a_corner", {0, 0, 0}, {32, 32, 32}},
    {"a_slab_of_it", {0, 0, 16}, {64, 64, 48}},
    {"half_of_it", {0, 0, 0}, {64, 64, 32}},
    {"equal", {0, 0, 0}, {64, 64, 64}},
    {"abutting", {64, 0, 0}, {128, 64, 64}},
    {"abutting_in_a_part", {64, 16, 16}, {128, 48, 96}},
    {"touching_an_edge", {64, 64, 0}, {128, 128, 64}},
    {"overlapping", {32, 32, 32}, {96, 96, 96}},
    {"overlapping_with_shared_planes", {32, 0, 0}, {96, 64, 64}},
    {"crossing", {16, 16, -32}, {48, 48, 96}},
    {"apart", {80, 0, 0}, {128, 64, 64}},
};

class ContentsPair : public testing::TestWithParam<Placement> {};

TEST_P(ContentsPair, IsJoinedAsItsVolumesSay) {
    const Placement& placement = GetParam();
    for (std::uint32_t a = 0; a < kContentsBits; ++a) {
        for (std::uint32_t b = 0; b < kContentsBits; ++b) {
            const auto outer = static_cast<Contents>(1u << a);
            const auto inner = static_cast<Contents>(1u << b);
            const World world = world_of({box_brush({0, 0, 0}, {64, 64, 64}, outer),
                                          box_brush(placement.min, placement.max, inner)});
            expect_right(world, 40, to_string(outer) + " and " + to_string(inner));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, ContentsPair, testing::ValuesIn(kPlacements), [](const auto& test) {
    return std::string(test.param.name);
});

// Faces in common are the rule here: corners on five values per axis. Brushes may have several
// bits, which pairs alone do not show: two brushes together can absorb a third that neither does.
World box_heap(std::uint64_t seed, int brushes, int most_bits) {
    Random random(seed);
    std::vector<Brush> heap;
    for (int i = 0; i < brushes; ++i) {
        const auto [min, max] = random_box(random, 4);
        Contents contents = Contents::Empty;
        for (std::int64_t bits = random.integer(1, most_bits); bits > 0; --bits) {
            contents = contents | static_cast<Contents>(1u << random.integer(0, kContentsBits - 1));
        }
        heap.push_back(box_brush(min, max, contents));
    }
    return world_of(std::move(heap));
}

TEST(Csg, HeapsOfBoxesWithSharedFacesAreRight) {
    for (std::uint64_t seed = 0; seed < repeats(300); ++seed) {
        expect_right(box_heap(seed, 3 + static_cast<int>(seed % 6), seed % 2 == 0 ? 1 : 3),
                     40,
                     "heap " + std::to_string(seed));
    }
}

// The area of the polygons that are left, in square units.
double exposed_area(const World& world) {
    const auto imported = import_brushes(world, {.threads = 1});
    EXPECT_TRUE(imported);
    const Exposed exposed = exposed_fragments(
        as_volumes(imported->brushes), imported->brushes, imported->planes, world, 1);
    double area = 0;
    for (const auto& fragment : exposed.fragments) {
        const auto& corners = fragment->polygon.corners;
        const auto vec = [&](std::size_t i) { return corners[i].point.rounded; };
        for (std::size_t i = 2; i < corners.size(); ++i) {
            area += length(cross(vec(i - 1) - vec(0), vec(i) - vec(0))) / 2;
        }
    }
    return area / 64;  // steps of 1/8
}

TEST(Csg, WhatSolidSharesWithSolidIsNoBoundary) {
    const Brush box = box_brush({0, 0, 0}, {64, 64, 64});
    constexpr double kFace = 64.0 * 64;
    EXPECT_EQ(exposed_area(world_of({box})), 6 * kFace);
    EXPECT_EQ(exposed_area(world_of({box, box})), 6 * kFace);
    EXPECT_EQ(exposed_area(world_of({box, box, box})), 6 * kFace);
    EXPECT_EQ(exposed_area(world_of({box, box_brush({16, 16, 16}, {48, 48, 48})})), 6 * kFace);
    EXPECT_EQ(exposed_area(world_of({box, box_brush({64, 0, 0}, {128, 64, 64})})), 10 * kFace);
    EXPECT_EQ(exposed_area(world_of({box, box_brush({32, 0, 0}, {96, 64, 64})})), 8 * kFace);
}

TEST(Csg, SolidLosesNothingToWhatItAbsorbs) {
    const Brush box = box_brush({0, 0, 0}, {64, 64, 64});
    const Brush water = box_brush({16, 16, 16}, {48, 48, 48}, Contents::Water);
    const Brush pool = box_brush({0, 0, 64}, {64, 64, 128}, Contents::Water);
    constexpr double kFace = 64.0 * 64;
    EXPECT_EQ(exposed_area(world_of({box, water})), 6 * kFace);
    // The pool's floor lies against the box, whose own face is the boundary.
    EXPECT_EQ(exposed_area(world_of({box, pool})), 11 * kFace);
}

TEST(Csg, OfAFaceThatTwoShareTheAbsorbingOneIsLeftInAnyOrder) {
    const Brush box = box_brush({0, 0, 0}, {64, 64, 64});
    const Brush water = box_brush({0, 0, 16}, {32, 64, 64}, Contents::Water);
    constexpr double kFace = 64.0 * 64;
    EXPECT_EQ(exposed_area(world_of({box, water})), 6 * kFace);
    EXPECT_EQ(exposed_area(world_of({water, box})), 6 * kFace);
}

TEST(Csg, AFaceUnderOpaqueContentsBoundsButIsNotDrawn) {
    const World world = world_of({box_brush({0, 0, 0}, {64, 64, 64}),
                                  box_brush({0, 0, 64}, {64, 64, 128}, Contents::Detail)});
    const auto imported = import_brushes(world, {.threads = 1});
    ASSERT_TRUE(imported);
    const Exposed exposed = exposed_fragments(
        as_volumes(imported->brushes), imported->brushes, imported->planes, world, 1);
    std::size_t undrawn = 0;
    for (const auto& fragment : exposed.fragments) {
        undrawn += fragment->is_drawn ? 0 : 1;
    }
    EXPECT_EQ(exposed.fragments.size(), 11u);
    EXPECT_EQ(undrawn, 1u);
}

TEST(Csg, OfAHintBrushOnlyTheHintSidesRemain) {
    Brush hint = box_brush({0, 0, 0}, {64, 64, 64}, Contents::Hint);
    for (std::size_t s = 1; s < hint.sides.size(); ++s) {
        hint.sides[s].surface = SurfaceKind::Skip;
    }
    const World world = world_of({hint});
    EXPECT_EQ(exposed_area(world), 64.0 * 64);
    expect_right(world, 40, "hint");
}

}  // namespace
}  // namespace halfspace::test
