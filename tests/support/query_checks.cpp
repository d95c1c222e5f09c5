// SPDX-License-Identifier: MIT
#include "support/query_checks.h"

#include "halfspace/query/classify.h"
#include "halfspace/query/sight.h"

#include "support/contents_rules.h"
#include "support/queries.h"

#include <algorithm>
#include <sstream>

namespace halfspace::test {
namespace {

constexpr std::size_t kMaxDetails = 10;

std::string text(const Vec3& p) {
    std::ostringstream out;
    out.precision(17);
    out << "(" << p.x << ", " << p.y << ", " << p.z << ")";
    return out.str();
}

void add_difference(CheckReport& report, std::string detail) {
    ++report.differences;
    if (report.details.size() < kMaxDetails) {
        report.details.push_back(std::move(detail));
    }
}

}  // namespace

CheckReport check_points(const Level& level,
                         const Oracle& oracle,
                         std::size_t count,
                         std::uint64_t seed) {
    CheckReport report{count, 0, {}};
    const std::vector<Vec3> points = make_points(oracle, count, seed);
    std::vector<Contents> batch(points.size());
    point_contents_all(level, points, batch);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Contents expected = oracle.contents_at(points[i]);
        const Contents single = point_contents(level, points[i]);
        const Contents leaf = level.contents(find_leaf(level, points[i]));
        const Bits in_leaf = bits_of(leaf) | hidden_by(bits_of(leaf));
        if (single != expected || batch[i] != expected || (bits_of(expected) & ~in_leaf) != 0) {
            add_difference(report,
                           text(points[i]) + ": " + to_string(single) + ", in a batch " +
                               to_string(batch[i]) + ", leaf " + to_string(leaf) + ", but it is " +
                               to_string(expected));
        }
    }
    return report;
}

CheckReport check_segments(const Level& level,
                           const Oracle& oracle,
                           std::size_t count,
                           std::uint64_t seed) {
    CheckReport report{count, 0, {}};
    for (const auto& [from, to] : make_segments(oracle, count, seed)) {
        const bool expected = oracle.line_of_sight(from, to);
        const bool forward = line_of_sight(level, from, to);
        const bool backward = line_of_sight(level, to, from);
        if (forward != expected || backward != expected) {
            add_difference(report,
                           text(from) + " - " + text(to) + ": " + (forward ? "clear" : "blocked") +
                               ", back " + (backward ? "clear" : "blocked") + ", but it is " +
                               (expected ? "clear" : "blocked"));
        }
    }
    return report;
}

}  // namespace halfspace::test
