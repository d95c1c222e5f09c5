// SPDX-License-Identifier: MIT
// Visibility against an exact truth: boxes in a row with slits of whole coordinates between them. A
// line y = a + b x, z = c + d x passes a sequence of slits if and only if the numbers (a, b) pass
// all ranges of y and (c, d) all ranges of z. For a given b there is an a if low[i] - high[j] <=
// b (x[i] - x[j]) for all i and j. So all is decided by comparing fractions of whole numbers.
#include "compile/visibility/portal_scenes.h"
#include "support/repeats.h"

namespace halfspace::test {
namespace {

struct WholeSlit {
    std::int64_t low[2];
    std::int64_t high[2];
};

// The slits between box i and box i + 1, for each i.
using Walls = std::vector<std::vector<WholeSlit>>;

enum class Sight : std::uint8_t { Clear, Touching, Blocked };

// A fraction with a denominator above 0.
struct Fraction {
    std::int64_t over = 0;
    std::int64_t under = 1;
};
std::int64_t compare(const Fraction& a, const Fraction& b) {
    return a.over * b.under - b.over * a.under;
}

// Whether a line passes the slits of these walls, along one of the two axes.
Sight sight_along(const std::vector<WholeSlit>& slits, std::size_t axis) {
    Fraction most{1'000'000, 1};
    Fraction least{-1'000'000, 1};
    for (std::size_t i = 0; i < slits.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const auto run = static_cast<std::int64_t>(16 * (i - j));
            const Fraction low{slits[i].low[axis] - slits[j].high[axis], run};
            const Fraction high{slits[i].high[axis] - slits[j].low[axis], run};
            least = compare(low, least) > 0 ? low : least;
            most = compare(high, most) < 0 ? high : most;
        }
    }
    const std::int64_t difference = compare(most, least);
    return difference > 0 ? Sight::Clear : difference == 0 ? Sight::Touching : Sight::Blocked;
}

// Box a sees box b > a: the best of all sequences of slits from a on.
Sight sight(const Walls& walls, std::size_t a, std::size_t b, std::vector<WholeSlit> chosen = {}) {
    if (a + chosen.size() == b) {
        return std::max(sight_along(chosen, 0), sight_along(chosen, 1));
    }
    Sight best = Sight::Blocked;
    for (const WholeSlit& slit : walls[a + chosen.size()]) {
        chosen.push_back(slit);
        best = std::min(best, sight(walls, a, b, chosen));
        chosen.pop_back();
    }
    return best;
}

Walls random_walls(std::mt19937_64& random) {
    Walls walls(3 + random() % 4);
    for (std::vector<WholeSlit>& wall : walls) {
        // Slits of one wall do not overlap: each has its own strip.
        const auto count = static_cast<std::int64_t>(1 + random() % 3);
        const std::int64_t strip = 48 / count;
        for (std::int64_t i = 0; i < count; ++i) {
            WholeSlit slit{};
            const auto in_strip = static_cast<std::int64_t>(random() % 8);
            slit.low[0] = i * strip + in_strip;
            slit.high[0] = slit.low[0] + 1 + static_cast<std::int64_t>(random() % 6);
            slit.low[1] = static_cast<std::int64_t>(random() % 40);
            slit.high[1] = slit.low[1] + 1 + static_cast<std::int64_t>(random() % 20);
            wall.push_back(slit);
        }
    }
    return walls;
}

// The row of boxes runs along `axis`, at multiples of 16.
PortalGraph graph_of(const Walls& walls, std::size_t axis) {
    PortalGraph graph{static_cast<std::uint32_t>(walls.size() + 1), {}, {}};
    for (std::uint32_t i = 0; i < walls.size(); ++i) {
        for (const WholeSlit& slit : walls[i]) {
            const auto number = [](std::int64_t whole) { return static_cast<double>(whole); };
            add_portal(graph,
                       {axis,
                        16.0 * (i + 1),
                        {number(slit.low[0]), number(slit.low[1])},
                        {number(slit.high[0]), number(slit.high[1])}},
                       i,
                       i + 1);
        }
    }
    return graph;
}

TEST(ComputeVisibility, BoxesBehindSlitsAreHiddenOnlyIfNoLinePassesTheSlits) {
    std::mt19937_64 random(1);
    std::size_t clear = 0;
    std::size_t blocked = 0;
    std::size_t needless = 0;
    for (std::size_t round = 0; round < repeats(1500); ++round) {
        const Walls walls = random_walls(random);
        const Visibility visibility =
            visibility_of(graph_of(walls, round % 3), {.threads = round % 2 == 0 ? 1u : 2u});
        check_rows(visibility);
        for (std::uint32_t a = 0; a < walls.size(); ++a) {
            for (std::uint32_t b = a + 1; b <= walls.size(); ++b) {
                const bool is_seen = sees(visibility, a, b);
                switch (sight(walls, a, b)) {
                    case Sight::Clear:
                        EXPECT_TRUE(is_seen) << "round " << round << ": " << a << " to " << b;
                        ++clear;
                        break;
                    case Sight::Touching:
                        break;
                    case Sight::Blocked:
                        needless += is_seen ? 1 : 0;
                        ++blocked;
                        break;
                }
            }
        }
    }
    EXPECT_GT(clear, blocked / 4);
    EXPECT_GT(blocked, clear / 4);
    // Portal flow looks at two windows at a time, so a long sequence may look open and is not.
    EXPECT_LT(needless, blocked / 100 + 2);
}

}  // namespace
}  // namespace halfspace::test
