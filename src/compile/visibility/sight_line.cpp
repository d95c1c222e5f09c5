// SPDX-License-Identifier: MIT
#include "compile/visibility/sight_line.h"

#include <algorithm>
#include <span>

namespace halfspace::visibility {
namespace {

// Lines that meet a portal's plane at a smaller sine are not followed: their point in the plane is
// not certain enough.
constexpr double kLeastSine = 1e-3;
constexpr unsigned kLines = 8;  // for each directed portal

// True if the point of the plane is inside, farther than kThin from each edge.
bool is_inside(const EdgeView& edges, const Vec3& point) {
    const Double2 x = both(point.x);
    const Double2 y = both(point.y);
    const Double2 z = both(point.z);
    unsigned outside = 0;
    for (std::size_t i = 0; i < edges.count; i += 2) {
        const Double2 distance = two_of(edges.x + i) * x + two_of(edges.y + i) * y +
                                 two_of(edges.z + i) * z - two_of(edges.o + i);
        outside |= both_bits(is_at_most(distance, both(kThin)));
        if (outside != 0) {
            return false;
        }
    }
    return true;
}

// Appends the clusters along the ray from a point in the cluster.
void follow_ray(const FlowGraph& graph,
                ClusterId cluster,
                const Vec3& point,
                const Vec3& direction,
                SightLine& line) {
    const std::size_t most = line.size() + graph.clusters();
    double reached = 0;
    bool is_through = true;
    while (is_through && line.size() < most) {
        line.push_back(cluster);
        is_through = false;
        for (const PortalId q : graph.out(cluster)) {
            const Plane& plane = graph.plane(q);
            const double sine = dot(plane.n, direction);
            if (sine < kLeastSine) {
                continue;
            }
            const double t = -signed_distance(plane, point) / sine;
            if (t >= reached && is_inside(graph.edges(q), point + direction * t)) {
                reached = t;
                cluster = graph.to(q);
                is_through = true;
                break;
            }
        }
    }
}

// Steele, Lea & Flood 2014, Fast splittable pseudorandom number generators: SplitMix64.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15) {}
    std::uint64_t number() {
        state_ += 0x9E3779B97F4A7C15;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }
    // In [0, 1).
    double fraction() { return static_cast<double>(number() >> 11) * 0x1p-53; }
    std::uint32_t below(std::uint32_t end) {
        return static_cast<std::uint32_t>((number() >> 32) * end >> 32);
    }

private:
    std::uint64_t state_;
};

// A point inside of the window.
Vec3 random_point(const WindowView& window, Random& random) {
    double weights = 0;
    Vec3 sum;
    for (std::size_t i = 0; i < window.count; ++i) {
        const double fraction = random.fraction();
        const double weight = fraction * fraction + 0x1p-10;
        sum += corner_of(window, i) * weight;
        weights += weight;
    }
    return sum / weights;
}

// Sets the bits of all pairs of the line.
void settle(std::span<const ClusterId> line, BitRows& pairs, std::vector<Word>& scratch) {
    scratch.assign(pairs.words(), 0);
    std::size_t first = pairs.words();
    std::size_t last = 0;
    for (const ClusterId cluster : line) {
        set_bit(scratch.data(), cluster);
        first = std::min<std::size_t>(first, cluster / 64);
        last = std::max<std::size_t>(last, cluster / 64);
    }
    for (const ClusterId cluster : line) {
        Word* const row = pairs.row(cluster);
        for (std::size_t i = first; i <= last; ++i) {
            row[i] |= scratch[i];
        }
    }
}

}  // namespace

void follow(const FlowGraph& graph,
            PortalId start,
            const Vec3& point,
            const Vec3& direction,
            SightLine& line) {
    line.clear();
    const Vec3 unit = normalized(direction);
    if (dot(graph.plane(start).n, unit) < kLeastSine || !is_inside(graph.edges(start), point)) {
        return;
    }
    follow_ray(graph, graph.from(start), point, -unit, line);
    std::ranges::reverse(line);
    follow_ray(graph, graph.to(start), point, unit, line);
}

void append(const SightLine& line, SightLines& lines) {
    lines.push_back(static_cast<ClusterId>(line.size()));
    lines.insert(lines.end(), line.begin(), line.end());
}

void random_lines(const FlowGraph& graph,
                  const BitRows& might,
                  PortalId portal,
                  SightLines& lines) {
    std::vector<PortalId> targets;
    for_each_bit(might.row(portal), might.words(), [&](PortalId q) { targets.push_back(q); });
    if (targets.empty()) {
        return;
    }
    Random random(portal);
    SightLine line;
    for (unsigned i = 0; i < kLines; ++i) {
        const PortalId target = targets[random.below(static_cast<std::uint32_t>(targets.size()))];
        const Vec3 from = random_point(graph.window(portal), random);
        const Vec3 to = random_point(graph.window(target), random);
        if (from == to) {
            continue;
        }
        follow(graph, portal, from, to - from, line);
        if (line.size() > 2) {
            append(line, lines);
        }
    }
}

void settle_all(const SightLines& lines, BitRows& pairs, std::vector<Word>& scratch) {
    for (std::size_t i = 0; i < lines.size(); i += 1 + lines[i]) {
        settle(std::span(lines).subspan(i + 1, lines[i]), pairs, scratch);
    }
}

}  // namespace halfspace::visibility
