// SPDX-License-Identifier: MIT
// The visible sets of levels against lines of sight, as often as asked for:
//
//     prove_sight [--segments N] [--pairs N] [--seed N] LEVEL...
//
// LEVEL is a .map or .grid file. No segment that line_of_sight finds clear may join clusters that
// the level calls hidden. What the level shows beyond the truth is estimated: of pairs that are
// called visible, so many are joined by one of 64 random segments. Prints one line per level,
// separated by tabs: level, clusters, segments, clear ones, differences, visible pairs, visible
// pairs by Fast, tried pairs, joined ones, joined ones of as many pairs by Fast, seconds. Exits 1
// if there was a difference, 2 if a level could not be compiled (the others are still asked).
#include "halfspace/compile/visibility.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/visibility.h"

#include "prove.h"
#include "support/scene_levels.h"

#include <chrono>
#include <cstdio>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

constexpr const char* kUsage =
    "prove_sight [--segments N] [--pairs N] [--seed N] LEVEL...\n"
    "LEVEL is a .map or .grid file\n";
constexpr int kTries = 64;

struct Arguments {
    std::uint64_t segments = 100'000;
    std::uint64_t pairs = 200;
    std::uint64_t seed = 1;
    std::vector<std::string> levels;
};

std::optional<Arguments> parse(int count, char** values) {
    return parse_arguments<Arguments>(count,
                                      values,
                                      {number_option("--segments", &Arguments::segments),
                                       number_option("--pairs", &Arguments::pairs),
                                       number_option("--seed", &Arguments::seed)});
}

class SightProver {
public:
    SightProver(const Level& level, std::uint64_t seed) : level_(level), random_(seed) {}

    // One end is anywhere in a random cluster. The other is so, too, or it is near the first.
    void ask_segment() {
        const auto [from, a] = place(any_cluster());
        Vec3 to;
        std::optional<ClusterId> b;
        if (number() < 0.5) {
            std::tie(to, b) = place(any_cluster());
        } else {
            to = from + 512.0 * Vec3{number() - 0.5, number() - 0.5, number() - 0.5};
            b = cluster_at(level_, to);
        }
        ++segments;
        if (!a || !b || !line_of_sight(level_, from, to)) {
            return;
        }
        ++clear;
        if (!may_see(level_, *a, *b)) {
            ++differences;
            std::fprintf(
                stderr,
                "  %.17g,%.17g,%.17g sees %.17g,%.17g,%.17g, but cluster %u does not see %u\n",
                from.x,
                from.y,
                from.z,
                to.x,
                to.y,
                to.z,
                a->value,
                b->value);
        }
    }

    // Of `count` random pairs of the rows, so many are joined by a segment that is clear.
    std::uint64_t joined_pairs(const VisibilityRows& rows, std::uint64_t count) {
        std::uint64_t joined = 0;
        std::vector<std::uint32_t> seen;
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::uint32_t a = any_cluster();
            seen.clear();
            for_each_visible(visibility_row(rows, a), rows.cluster_count, [&](std::uint32_t b) {
                seen.push_back(b);
            });
            joined += is_joined(a, seen[random_() % seen.size()]) ? 1 : 0;
        }
        return joined;
    }

    std::uint64_t segments = 0;
    std::uint64_t clear = 0;
    std::uint64_t differences = 0;

private:
    double number() { return static_cast<double>(random_() >> 11) * 0x1p-53; }
    std::uint32_t any_cluster() {
        return static_cast<std::uint32_t>(random_() % level_.clusters().size());
    }

    // A point in the box of the cluster, and the cluster in which it is.
    std::pair<Vec3, std::optional<ClusterId>> place(std::uint32_t cluster) {
        const ClusterRecord& box = level_.clusters()[cluster];
        Vec3 point;
        for (int axis = 0; axis < 3; ++axis) {
            point[axis] = box.min[axis] + number() * (double{box.max[axis]} - box.min[axis]);
        }
        return {point, cluster_at(level_, point)};
    }

    bool is_joined(std::uint32_t a, std::uint32_t b) {
        for (int i = 0; i < kTries; ++i) {
            const auto [from, in_a] = place(a);
            const auto [to, in_b] = place(b);
            if (in_a == ClusterId(a) && in_b == ClusterId(b) && line_of_sight(level_, from, to)) {
                return true;
            }
        }
        return false;
    }

    const Level& level_;
    std::mt19937_64 random_;
};

std::uint64_t pairs_of(const VisibilityRows& rows) {
    std::uint64_t pairs = 0;
    for (std::uint32_t a = 0; a < rows.cluster_count; ++a) {
        for_each_visible(
            visibility_row(rows, a), rows.cluster_count, [&](std::uint32_t) { ++pairs; });
    }
    return pairs;
}

// True if there was no difference. A level that leaks has no visible sets: nothing is asked.
bool prove(const std::string& name, const Level& level, const Arguments& arguments) {
    const auto start = std::chrono::steady_clock::now();
    if (!has_visibility(level)) {
        std::printf("%s\tno visibility\n", name.c_str());
        return true;
    }
    SightProver prover(level, arguments.seed);
    for (std::uint64_t i = 0; i < arguments.segments; ++i) {
        prover.ask_segment();
    }
    const Result<Visibility> fast =
        compute_visibility(portal_graph(level), {.mode = VisibilityMode::Fast});
    if (!fast) {
        std::fprintf(stderr, "%s\n", to_string(fast.error()).c_str());
        return false;
    }
    const VisibilityRows rows = visibility_rows(level);
    const std::uint64_t joined = prover.joined_pairs(rows, arguments.pairs);
    const std::uint64_t joined_fast = prover.joined_pairs(fast->rows(), arguments.pairs);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    const auto number = [](auto value) { return static_cast<unsigned long long>(value); };
    std::printf("%s\t%llu\t%llu\t%llu\t%llu\t%llu\t%llu\t%llu\t%llu\t%llu\t%.1f\n",
                name.c_str(),
                number(level.clusters().size()),
                number(prover.segments),
                number(prover.clear),
                number(prover.differences),
                number(pairs_of(rows)),
                number(fast->visible),
                number(arguments.pairs),
                number(joined),
                number(joined_fast),
                seconds.count());
    std::fflush(stdout);
    return prover.differences == 0;
}

}  // namespace
}  // namespace halfspace::test

int main(int count, char** values) {
    namespace test = halfspace::test;
    return test::run_prover(
        test::parse(count, values),
        test::kUsage,
        [](const std::string& name, const auto&) { return test::compiled_map(name); },
        test::prove);
}
