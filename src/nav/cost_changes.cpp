// SPDX-License-Identifier: MIT
#include "nav/cost_changes.h"

#include "nav/flat.h"
#include "nav/funnel.h"

#include <algorithm>
#include <cmath>

namespace halfspace {
namespace {

constexpr int kPasses = 8;
constexpr int kMaxSteps = 40;

// A point seen from a segment: how far along it from its first end, and how far beside it.
struct Seen {
    double along;
    double beside;
    double cost;  // of a unit of the way to the point

    // How fast the cost of the way from the place x of the segment grows with x, and how fast this
    // grows.
    double slope(double x) const {
        const double distance = std::sqrt((x - along) * (x - along) + beside * beside);
        return distance > 0 ? cost * (x - along) / distance : 0;
    }
    double curvature(double x) const {
        const double square = (x - along) * (x - along) + beside * beside;
        return square > 0 ? cost * beside * beside / (square * std::sqrt(square)) : 0;
    }
};

}  // namespace

// The slope grows along the segment. Its root is found by Newton's method; where a step leads out
// of the part that holds the root, this part is halved.
Vec3 cheapest_crossing(
    const Vec3& a, const Vec3& b, const Vec3& p, const Vec3& q, double before, double behind) {
    const double length = flat_length(a, b);
    if (!(length > 0)) {
        return a;
    }
    const double x = (b.x - a.x) / length;
    const double y = (b.y - a.y) / length;
    const auto seen = [&](const Vec3& point, double cost) {
        const double to_x = point.x - a.x;
        const double to_y = point.y - a.y;
        return Seen{to_x * x + to_y * y, x * to_y - y * to_x, cost};
    };
    const Seen from = seen(p, before);
    const Seen to = seen(q, behind);
    const auto slope = [&](double t) { return from.slope(t) + to.slope(t); };
    if (slope(0) >= 0) {
        return a;
    }
    if (slope(length) <= 0) {
        return b;
    }
    double low = 0;
    double high = length;
    double middle = std::clamp(from.along, low, high);
    for (int i = 0; i < kMaxSteps && high - low > 0x1p-40 * length; ++i) {
        const double rise = slope(middle);
        (rise < 0 ? low : high) = middle;
        const double next = middle - rise / (from.curvature(middle) + to.curvature(middle));
        if (std::abs(next - middle) <= 0x1p-40 * length) {
            break;
        }
        middle = low < next && next < high ? next : (low + high) / 2;
    }
    return lerp(a, b, middle / length);
}

void move_to_cheapest(const NavMeshData& mesh,
                      const Vec3& from,
                      const Vec3& to,
                      std::span<const std::uint32_t> edges,
                      std::span<CostChange> changes) {
    for (int pass = 0; pass < kPasses; ++pass) {
        for (std::size_t c = 0; c < changes.size(); ++c) {
            CostChange& change = changes[c];
            const bool is_first = c == 0;
            const bool is_last = c + 1 == changes.size();
            const std::size_t begin = is_first ? 0 : changes[c - 1].edge + 1;
            const std::size_t end = is_last ? edges.size() : changes[c + 1].edge;
            Vec3 previous = is_first ? from : changes[c - 1].place;
            walk_funnel(mesh,
                        previous,
                        change.place,
                        edges.subspan(begin, change.edge - begin),
                        [&](std::uint32_t vertex, std::uint32_t /*edge*/) {
                            previous = mesh.vertices[vertex];
                        });
            Vec3 next = is_last ? to : changes[c + 1].place;
            bool has_turn = false;
            walk_funnel(mesh,
                        change.place,
                        Vec3(next),
                        edges.subspan(change.edge + 1, end - change.edge - 1),
                        [&](std::uint32_t vertex, std::uint32_t /*edge*/) {
                            next = has_turn ? next : mesh.vertices[vertex];
                            has_turn = true;
                        });
            const std::uint32_t edge = edges[change.edge];
            change.place = cheapest_crossing(
                mesh.from(edge), mesh.to(edge), previous, next, change.before, change.behind);
        }
    }
}

}  // namespace halfspace
