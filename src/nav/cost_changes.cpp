// SPDX-License-Identifier: MIT
#include "nav/cost_changes.h"

#include "nav/flat.h"
#include "nav/funnel.h"

namespace halfspace {
namespace {

constexpr int kPasses = 8;
constexpr int kHalvings = 40;  // of a segment: to a part of 1e-12

// How fast the distance from p grows where x moves along the direction.
double growth(const Vec3& p, const Vec3& x, const Vec3& along) {
    const double distance = flat_length(p, x);
    return distance > 0 ? ((x.x - p.x) * along.x + (x.y - p.y) * along.y) / distance : 0;
}

}  // namespace

Vec3 cheapest_crossing(
    const Vec3& a, const Vec3& b, const Vec3& p, const Vec3& q, double before, double behind) {
    const Vec3 along = b - a;
    double low = 0;
    double high = 1;
    for (int i = 0; i < kHalvings; ++i) {
        const double middle = (low + high) / 2;
        const Vec3 x = lerp(a, b, middle);
        const double slope = before * growth(p, x, along) + behind * growth(q, x, along);
        (slope < 0 ? low : high) = middle;
    }
    return lerp(a, b, (low + high) / 2);
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
