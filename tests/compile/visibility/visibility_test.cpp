// SPDX-License-Identifier: MIT
#include "halfspace/compile/visibility.h"

#include "halfspace/level/portal_check.h"

#include "compile/visibility/line_walker.h"
#include "compile/visibility/portal_scenes.h"
#include "support/repeats.h"

#include <limits>

namespace halfspace::test {
namespace {

ErrorCode code_of(const PortalGraph& graph, const VisibilityOptions& options = {}) {
    const Result<Visibility> result = compute_visibility(graph, options);
    EXPECT_FALSE(result);
    return result ? ErrorCode::Io : result.error().code;
}

void expect_same(const Visibility& a, const Visibility& b) {
    EXPECT_EQ(a.starts, b.starts);
    EXPECT_EQ(a.bytes, b.bytes);
    EXPECT_EQ(a.visible, b.visible);
    EXPECT_EQ(a.proven, b.proven);
}

// Six boxes to a side: the flow of such a graph takes more than one batch.
PortalGraph large_grid() {
    std::mt19937_64 random(3);
    return grid_of_boxes(6, random);
}

TEST(ComputeVisibility, NothingSeesNothingAndASingleClusterSeesItself) {
    for (const VisibilityMode mode : {VisibilityMode::Fast, VisibilityMode::Full}) {
        const Visibility none = visibility_of({}, {.mode = mode});
        EXPECT_EQ(none.starts, std::vector<std::uint32_t>{0});
        EXPECT_EQ(none.average(), 0);
        const Visibility one = visibility_of({1, {}, {}}, {.mode = mode});
        check_rows(one);
        EXPECT_EQ(one.average(), 1);
    }
}

TEST(ComputeVisibility, ClustersWithoutPortalsSeeThemselvesAlone) {
    PortalGraph graph = row_of_boxes(3);
    graph.cluster_count = 70;
    const Visibility visibility = visibility_of(graph);
    check_rows(visibility);
    EXPECT_EQ(visibility.visible, 9u + 67u);
    EXPECT_FALSE(sees(visibility, 0, 69));
}

TEST(ComputeVisibility, InARowOfBoxesEachSeesAll) {
    for (const std::uint32_t count : {2u, 3u, 64u, 65u, 129u, 500u}) {
        for (const VisibilityMode mode : {VisibilityMode::Fast, VisibilityMode::Full}) {
            const Visibility visibility = visibility_of(row_of_boxes(count), {.mode = mode});
            check_rows(visibility);
            EXPECT_EQ(visibility.visible, std::uint64_t{count} * count);
        }
    }
}

// Around the corner of an L of three boxes sight is blocked by a thick wall.
TEST(ComputeVisibility, SightDoesNotGoAroundACorner) {
    PortalGraph graph{5, {}, {}};
    add_portal(graph, {0, 16, {0, 0}, {4, 16}}, 0, 1);    // the end of a corridor along x
    add_portal(graph, {0, 64, {0, 0}, {4, 16}}, 1, 2);    // into the box of the corner
    add_portal(graph, {1, 64, {0, 76}, {16, 80}}, 2, 3);  // out along y, on the far side
    add_portal(graph, {1, 128, {0, 76}, {16, 80}}, 3, 4);
    const Visibility visibility = visibility_of(graph);
    check_rows(visibility);
    EXPECT_TRUE(sees(visibility, 0, 2));
    EXPECT_TRUE(sees(visibility, 2, 4));
    EXPECT_FALSE(sees(visibility, 0, 4));
    const Visibility fast = visibility_of(graph, {.mode = VisibilityMode::Fast});
    EXPECT_TRUE(sees(fast, 0, 4));
}

TEST(ComputeVisibility, NoPairAlongALineThroughAGridOfBoxesIsHidden) {
    std::mt19937_64 random(4);
    for (std::uint64_t round = 0; round < repeats(20); ++round) {
        const PortalGraph graph = grid_of_boxes(3 + round % 3, random);
        const Visibility visibility = visibility_of(graph);
        check_rows(visibility);
        EXPECT_LT(visibility.average(), graph.cluster_count);
        EXPECT_EQ(hidden_pairs_on_lines(graph, visibility, 4000, round), 0u) << round;
    }
}

// Fewer steps hide less; without any, all is as by Fast, but what lines of sight prove is told.
TEST(ComputeVisibility, ABoundedFlowHidesNoMoreThanAFullOne) {
    const PortalGraph graph = large_grid();
    const Visibility full = visibility_of(graph, {.mode = VisibilityMode::Full});
    const Visibility fast = visibility_of(graph, {.mode = VisibilityMode::Fast});
    EXPECT_EQ(full.stopped, 0u);
    std::uint64_t before = fast.visible + 1;
    for (const std::uint64_t steps : {0u, 2000u, 20'000u, 1u << 23}) {
        const Visibility some =
            visibility_of(graph, {.mode = VisibilityMode::Bounded, .bounded_steps = steps});
        check_rows(some);
        EXPECT_LE(some.visible, before) << steps;
        before = some.visible;
        for (std::uint32_t a = 0; a < graph.cluster_count; ++a) {
            for (std::uint32_t b = 0; b < graph.cluster_count; ++b) {
                EXPECT_TRUE(sees(some, a, b) || !sees(full, a, b)) << steps << " " << a << " " << b;
                EXPECT_TRUE(sees(fast, a, b) || !sees(some, a, b)) << steps << " " << a << " " << b;
            }
        }
        EXPECT_EQ(some.stopped > 0, steps < (1u << 23)) << steps;
    }
    expect_same(visibility_of(graph, {.mode = VisibilityMode::Bounded}), full);
}

TEST(ComputeVisibility, TheNumberOfThreadsDoesNotChangeTheBytes) {
    const PortalGraph graph = large_grid();
    ASSERT_GT(graph.portals.size(), 300u);
    using enum VisibilityMode;
    for (const VisibilityMode mode : {Fast, Bounded, Full}) {
        const Visibility one =
            visibility_of(graph, {.mode = mode, .bounded_steps = 20'000, .threads = 1});
        for (const unsigned threads : {0u, 2u, 3u, 16u}) {
            const VisibilityOptions many{.mode = mode, .bounded_steps = 20'000, .threads = threads};
            expect_same(visibility_of(graph, many), one);
        }
    }
}

TEST(ComputeVisibility, WorkIsTakenUpFromEveryStateWithTheSameBytes) {
    const PortalGraph graph = large_grid();
    std::vector<std::vector<std::byte>> states;
    for (const VisibilityMode mode : {VisibilityMode::Bounded, VisibilityMode::Full}) {
        VisibilityOptions options{.mode = mode, .bounded_steps = 20'000, .save_interval = 0};
        options.save = [&](auto state) { states.emplace_back(state.begin(), state.end()); };
        states.clear();
        const Visibility whole = visibility_of(graph, options);
        ASSERT_GT(states.size(), 5u);
        EXPECT_FALSE(whole.is_taken_up);
        EXPECT_EQ(whole.stopped > 0, mode == VisibilityMode::Bounded);
        options.save = {};
        for (std::size_t i = 0; i < states.size(); i += 2) {
            options.saved_state = states[i];
            const Visibility rest = visibility_of(graph, options);
            EXPECT_TRUE(rest.is_taken_up);
            EXPECT_EQ(rest.stopped, whole.stopped);
            expect_same(rest, whole);
        }
    }
}

TEST(ComputeVisibility, AForeignOrDamagedStateIsAnError) {
    const PortalGraph graph = large_grid();
    std::vector<std::byte> state;
    visibility_of(graph,
                  {.save = [&](auto bytes) { state.assign(bytes.begin(), bytes.end()); },
                   .save_interval = 0});
    PortalGraph other = graph;
    other.corners[0].x += 0.0078125;  // less than kPortalTolerance
    EXPECT_EQ(code_of(other, {.saved_state = state}), ErrorCode::Damaged);
    EXPECT_EQ(code_of(graph, {.max_distance = 1e5, .saved_state = state}), ErrorCode::Damaged);
    EXPECT_EQ(
        code_of(graph, {.mode = VisibilityMode::Bounded, .bounded_steps = 0, .saved_state = state}),
        ErrorCode::Damaged);
    std::mt19937_64 random(5);
    for (std::size_t round = 0; round < repeats(12); ++round) {
        std::vector<std::byte> damaged = state;
        if (round % 4 == 0) {
            damaged.resize(1 + random() % (damaged.size() - 1));
        } else {
            damaged[random() % damaged.size()] ^= std::byte{1} << random() % 8;
        }
        EXPECT_EQ(code_of(graph, {.saved_state = damaged}), ErrorCode::Damaged) << round;
    }
}

TEST(ComputeVisibility, WorkThatIsStoppedSavesItsStateAndIsFinishedLater) {
    const PortalGraph graph = large_grid();
    const Visibility whole = visibility_of(graph);
    for (const double when : {0.0, 0.3, 0.9}) {
        Progress progress;
        double last = -1;
        progress.report = [&](std::string_view stage, double fraction) {
            EXPECT_GE(fraction, 0);
            EXPECT_LE(fraction, 1);
            if (stage == "portal flow") {
                EXPECT_GE(fraction, last - 1e-9) << "progress goes back";
                last = fraction;
                progress.cancel = fraction >= when;
            }
        };
        std::vector<std::byte> state;
        const Result<Visibility> stopped =
            compute_visibility(graph, {.progress = &progress, .save = [&](auto bytes) {
                                           state.assign(bytes.begin(), bytes.end());
                                       }});
        ASSERT_FALSE(stopped);
        EXPECT_EQ(stopped.error().code, ErrorCode::Cancelled);
        const Visibility rest = visibility_of(graph, {.saved_state = state});
        EXPECT_TRUE(rest.is_taken_up);
        expect_same(rest, whole);
    }
    Progress at_once;
    at_once.cancel = true;
    EXPECT_EQ(code_of(graph, {.progress = &at_once}), ErrorCode::Cancelled);
}

TEST(ComputeVisibility, FarClustersAreHiddenByADistance) {
    // Portals are 16 apart; the box of cluster i reaches from 16 i to 16 i + 16.
    const PortalGraph graph = row_of_boxes(40);
    for (const VisibilityMode mode : {VisibilityMode::Fast, VisibilityMode::Full}) {
        const Visibility visibility = visibility_of(graph, {.mode = mode, .max_distance = 100});
        check_rows(visibility);
        EXPECT_TRUE(sees(visibility, 10, 17));   // 16 * 6 = 96 apart
        EXPECT_FALSE(sees(visibility, 10, 18));  // 112 apart
    }
    EXPECT_EQ(code_of(graph, {.max_distance = -1}), ErrorCode::Range);
    EXPECT_EQ(code_of(graph, {.max_distance = std::numeric_limits<double>::infinity()}),
              ErrorCode::Range);
    EXPECT_EQ(code_of(graph, {.threads = 5000}), ErrorCode::Range);
}

TEST(ComputeVisibility, HostileGraphsAreRefused) {
    const PortalGraph good = row_of_boxes(4);
    const auto with = [&](auto change) {
        PortalGraph graph = good;
        change(graph);
        return code_of(graph);
    };
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(with([](auto& g) { g.corners[5].y = kNan; }), ErrorCode::Range);
    EXPECT_EQ(with([](auto& g) { g.corners[5].y = 1e300; }), ErrorCode::Range);
    EXPECT_EQ(with([](auto& g) { g.corners[5].x += 1; }), ErrorCode::Geometry);
    EXPECT_EQ(with([](auto& g) { g.portals[1].cluster[0] = 4; }), ErrorCode::Range);
    EXPECT_EQ(with([](auto& g) { g.portals[1].cluster[0] = g.portals[1].cluster[1]; }),
              ErrorCode::Damaged);
    EXPECT_EQ(with([](auto& g) { g.portals[1].corner_count = 2; }), ErrorCode::Geometry);
    EXPECT_EQ(with([](auto& g) { g.portals[2].corner_count = 5; }), ErrorCode::Damaged);
    EXPECT_EQ(with([](auto& g) { g.portals[1].first_corner = 0xffffffff; }), ErrorCode::Damaged);
    EXPECT_EQ(with([](auto& g) { g.corners[5] = g.corners[4] = g.corners[6]; }),
              ErrorCode::Geometry);
    EXPECT_EQ(with([](auto& g) { g.cluster_count = 0xffffffff; }), ErrorCode::Limit);
    EXPECT_EQ(with([](auto& g) { g.portals.resize(kMaxPortals + 1, g.portals[0]); }),
              ErrorCode::Limit);
}

// Portals anywhere, between any clusters, are no level. Nothing may break.
TEST(ComputeVisibility, PortalsInDisorderDoNoHarm) {
    std::mt19937_64 random(6);
    const auto number = [&] { return static_cast<double>(random() % 64) - 32; };
    for (std::size_t round = 0; round < repeats(60); ++round) {
        PortalGraph graph{12, {}, {}};
        while (graph.portals.size() < 40) {
            const auto below = static_cast<std::uint32_t>(random() % 12);
            const auto above = static_cast<std::uint32_t>((below + 1 + random() % 11) % 12);
            const double u = number();
            const double v = number();
            add_portal(graph,
                       {random() % 3, number(), {u, v}, {u + 1 + random() % 9, v + 4}},
                       below,
                       above);
        }
        const Visibility one = visibility_of(graph, {.threads = 1});
        check_rows(one);
        expect_same(visibility_of(graph, {.threads = 2}), one);
    }
}

TEST(ComputeVisibility, APortalWithManyCornersIsNoSmallerThanItIs) {
    PortalGraph graph{3, {}, {}};
    add_portal(graph, {0, 0, {-1, -1}, {1, 1}}, 0, 1);
    graph.portals.push_back({{2, 1}, 4, 200});
    for (int i = 0; i < 200; ++i) {
        // Points of a circle by halves of angles would need sines: this is a rational circle.
        const double t = i < 100 ? (i - 50) / 50.0 : (150 - i) / 50.0;
        const double side = i < 100 ? 1 : -1;
        graph.corners.push_back(
            {64, side * 8 * (1 - t * t) / (1 + t * t), side * 8 * 2 * t / (1 + t * t) * side});
    }
    const Visibility visibility = visibility_of(graph);
    check_rows(visibility);
    EXPECT_TRUE(sees(visibility, 0, 2));
}

}  // namespace
}  // namespace halfspace::test
