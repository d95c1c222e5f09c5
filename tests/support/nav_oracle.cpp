// SPDX-License-Identifier: MIT
#include "support/nav_oracle.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace halfspace::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double flat_distance(const Vec3& a, const Vec3& b) {
    const long double x = static_cast<long double>(b.x) - a.x;
    const long double y = static_cast<long double>(b.y) - a.y;
    return static_cast<double>(std::sqrt(x * x + y * y));
}

// Whether p, on the line through a and b, is between them.
bool is_between(const Vec3& a, const Vec3& b, const Vec3& p, double hair) {
    return p.x >= std::min(a.x, b.x) - hair && p.x <= std::max(a.x, b.x) + hair &&
           p.y >= std::min(a.y, b.y) - hair && p.y <= std::max(a.y, b.y) + hair;
}

}  // namespace

NavOracle::NavOracle(const NavRecordArrays& mesh, double hair) : mesh_(mesh), hair_(hair) {
    for (std::uint32_t p = 0; p < mesh.polygons.size(); ++p) {
        for (std::uint32_t e = mesh.polygons[p].first_edge; e < mesh.end_edge(p); ++e) {
            if (mesh.edges[e].neighbour == kNone) {
                corners_.push_back({NavPolygonId(p), this->from(e)});
            }
        }
    }
    ways_.assign(corners_.size(), std::vector<double>(corners_.size(), kInfinity));
    for (std::size_t i = 0; i < corners_.size(); ++i) {
        for (std::size_t k = i + 1; k < corners_.size(); ++k) {
            if (sees(corners_[i], corners_[k])) {
                ways_[i][k] = ways_[k][i] =
                    flat_distance(corners_[i].position, corners_[k].position);
            }
        }
    }
}

const Vec3& NavOracle::to(std::uint32_t polygon, std::uint32_t edge) const {
    return from(edge + 1 < mesh_.end_edge(polygon) ? edge + 1 : mesh_.polygons[polygon].first_edge);
}

int NavOracle::side(const Vec3& a, const Vec3& b, const Vec3& p) const {
    const long double x = static_cast<long double>(b.x) - a.x;
    const long double y = static_cast<long double>(b.y) - a.y;
    const long double area =
        x * (static_cast<long double>(p.y) - a.y) - y * (static_cast<long double>(p.x) - a.x);
    const long double limit = hair_ * std::sqrt(x * x + y * y);
    return area > limit ? 1 : area < -limit ? -1 : 0;
}

// Whether the closed segments a b and c d meet.
bool NavOracle::does_meet(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) const {
    if (flat_distance(a, b) <= hair_) {
        return side(c, d, a) == 0 && is_between(c, d, a, hair_);
    }
    const int c_side = side(a, b, c);
    const int d_side = side(a, b, d);
    const int a_side = side(c, d, a);
    const int b_side = side(c, d, b);
    if (c_side * d_side < 0 && a_side * b_side < 0) {
        return true;
    }
    return (c_side == 0 && is_between(a, b, c, hair_)) ||
           (d_side == 0 && is_between(a, b, d, hair_)) ||
           (a_side == 0 && is_between(c, d, a, hair_)) ||
           (b_side == 0 && is_between(c, d, b, hair_));
}

bool NavOracle::contains(std::uint32_t polygon, const Vec3& p) const {
    for (std::uint32_t e = mesh_.polygons[polygon].first_edge; e < mesh_.end_edge(polygon); ++e) {
        if (side(from(e), to(polygon, e), p) < 0) {
            return false;
        }
    }
    return true;
}

// The polygons that the segment meets, each reached over an edge that it meets.
bool NavOracle::sees(const NavPlace& from, const NavPlace& to) const {
    std::vector<std::uint32_t> met{from.polygon.value};
    std::vector<bool> is_met(mesh_.polygons.size());
    is_met[from.polygon.value] = true;
    for (std::size_t i = 0; i < met.size(); ++i) {
        const std::uint32_t p = met[i];
        if (p == to.polygon.value) {
            return true;
        }
        for (std::uint32_t e = mesh_.polygons[p].first_edge; e < mesh_.end_edge(p); ++e) {
            const std::uint32_t next = mesh_.edges[e].neighbour;
            if (next != kNone && !is_met[next] &&
                does_meet(from.position, to.position, this->from(e), this->to(p, e))) {
                is_met[next] = true;
                met.push_back(next);
            }
        }
    }
    return false;
}

std::optional<double> NavOracle::path_length(const NavPlace& from, const NavPlace& to) const {
    return path_lengths(from, {&to, 1}).front();
}

// Dijkstra's algorithm.
std::vector<std::optional<double>> NavOracle::path_lengths(const NavPlace& from,
                                                           std::span<const NavPlace> to) const {
    std::vector<double> lengths(corners_.size(), kInfinity);
    std::vector<bool> is_done(corners_.size());
    for (std::size_t i = 0; i < corners_.size(); ++i) {
        if (sees(from, corners_[i])) {
            lengths[i] = flat_distance(from.position, corners_[i].position);
        }
    }
    while (true) {
        std::size_t next = corners_.size();
        double least = kInfinity;
        for (std::size_t i = 0; i < corners_.size(); ++i) {
            if (!is_done[i] && lengths[i] < least) {
                next = i;
                least = lengths[i];
            }
        }
        if (next == corners_.size()) {
            break;
        }
        is_done[next] = true;
        for (std::size_t i = 0; i < corners_.size(); ++i) {
            lengths[i] = std::min(lengths[i], lengths[next] + ways_[next][i]);
        }
    }
    std::vector<std::optional<double>> result;
    for (const NavPlace& goal : to) {
        double best = sees(from, goal) ? flat_distance(from.position, goal.position) : kInfinity;
        for (std::size_t i = 0; i < corners_.size(); ++i) {
            const double away = flat_distance(corners_[i].position, goal.position);
            if (lengths[i] + away < best && sees(corners_[i], goal)) {
                best = lengths[i] + away;
            }
        }
        result.push_back(best == kInfinity ? std::nullopt : std::optional(best));
    }
    return result;
}

std::optional<double> NavOracle::wall_distance(const NavPlace& place) const {
    double best = kInfinity;
    for (std::uint32_t p = 0; p < mesh_.polygons.size(); ++p) {
        for (std::uint32_t e = mesh_.polygons[p].first_edge; e < mesh_.end_edge(p); ++e) {
            if (mesh_.edges[e].neighbour != kNone) {
                continue;
            }
            const Vec3& a = from(e);
            const Vec3 along = to(p, e) - a;
            const Vec3 there = place.position - a;
            const double t = std::clamp(
                (there.x * along.x + there.y * along.y) / (along.x * along.x + along.y * along.y),
                0.0,
                1.0);
            const Vec3 q = a + along * t;
            const double away = flat_distance(place.position, q);
            if (away < best && sees(place, {NavPolygonId(p), q})) {
                best = away;
            }
        }
    }
    return best == kInfinity ? std::nullopt : std::optional(best);
}

double NavOracle::height(std::uint32_t polygon, const Vec3& p) const {
    const Plane& plane = mesh_.planes[polygon];
    return (plane.d - plane.n.x * p.x - plane.n.y * p.y) / plane.n.z;
}

NavPlace NavOracle::random_place(Random& random) const {
    const auto p = static_cast<std::uint32_t>(
        random.integer(0, static_cast<std::int64_t>(mesh_.polygons.size()) - 1));
    const std::vector<std::uint32_t> corners = mesh_.corners(p);
    const auto any = [&] {
        return mesh_.vertices[corners[static_cast<std::size_t>(
            random.integer(0, static_cast<std::int64_t>(corners.size()) - 1))]];
    };
    // Means of up to four corners: a corner, the middle of an edge, or inside. Whole coordinates
    // give quarters.
    Vec3 place = any();
    for (std::int64_t i = random.integer(0, 2); i > 0; --i) {
        place = (place + any()) * 0.5;
    }
    place.z = height(p, place);
    return {NavPolygonId(p), place};
}

}  // namespace halfspace::test
