// SPDX-License-Identifier: MIT
#include "support/route_oracles.h"

#include "halfspace/nav/path.h"
#include "halfspace/nav/random_place.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace halfspace::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kSpeed = 320;

double cost_of(const NavMesh& mesh, std::uint32_t polygon, std::span<const double> costs) {
    const NavAreaId area = mesh.area(NavPolygonId(polygon));
    return area.is_valid() ? costs[area.value] : 1;
}

// The parts of a segment in a polygon, from 0 to 1; empty if the first number is not below the
// second one.
std::pair<double, double> part_in(const NavMesh& mesh,
                                  std::uint32_t polygon,
                                  const Vec3& from,
                                  const Vec3& to) {
    const NavPolygonId id(polygon);
    double first = 0;
    double last = 1;
    for (std::uint32_t i = 0; i < mesh.corner_count(id); ++i) {
        const Vec3 a = mesh.corner(id, i);
        const Vec3 b = mesh.corner(id, (i + 1) % mesh.corner_count(id));
        const auto left = [&](const Vec3& p) {
            return ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / flat_distance(a, b);
        };
        const double at_from = left(from);
        const double at_to = left(to);
        constexpr double kHair = 1e-9;
        if (at_from < -kHair && at_to < -kHair) {
            return {1, 0};
        }
        if (at_from < -kHair || at_to < -kHair) {
            const double t = at_from / (at_from - at_to);
            (at_from < at_to ? first : last) =
                at_from < at_to ? std::max(first, t) : std::min(last, t);
        }
    }
    return {first, last};
}

}  // namespace

double weighted_length(const NavMesh& mesh,
                       const Vec3& from,
                       const Vec3& to,
                       std::span<const double> costs) {
    std::vector<double> ends{0, 1};
    std::vector<std::pair<std::pair<double, double>, double>> parts;
    for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p) {
        const auto part = part_in(mesh, p, from, to);
        if (part.first < part.second) {
            parts.emplace_back(part, cost_of(mesh, p, costs));
            ends.push_back(part.first);
            ends.push_back(part.second);
        }
    }
    std::ranges::sort(ends);
    double sum = 0;
    for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
        const double middle = (ends[i] + ends[i + 1]) / 2;
        if (ends[i + 1] - ends[i] < 1e-9) {
            continue;
        }
        double least = kInfinity;
        for (const auto& [part, cost] : parts) {
            if (part.first <= middle && middle <= part.second) {
                least = std::min(least, cost);
            }
        }
        sum += (ends[i + 1] - ends[i]) * least;
    }
    return sum * flat_distance(from, to);
}

PointGraph::PointGraph(const NavMesh& mesh, std::span<const double> costs, std::uint32_t links)
    : mesh_(mesh), costs_(costs) {
    of_polygon_.resize(mesh.polygon_count());
    for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p) {
        const NavPolygonId id(p);
        for (std::uint32_t c = 0; c < mesh.corner_count(id); ++c) {
            const NavPolygonId next = mesh.neighbour(id, c);
            if (!next.is_valid() || next.value < p) {
                continue;
            }
            const Vec3 a = mesh.corner(id, c);
            const Vec3 b = mesh.corner(id, (c + 1) % mesh.corner_count(id));
            constexpr int kParts = 16;
            for (int i = 0; i <= kParts; ++i) {
                add(lerp(a, b, static_cast<double>(i) / kParts), {p, next.value});
            }
        }
    }
    for (std::uint32_t l = 0; l < mesh.link_count(); ++l) {
        const NavLink& link = mesh.link(NavLinkId(l));
        if ((links & link_bit(link.kind)) != 0) {
            const std::size_t from = add(link.from[0].position, {link.from[0].polygon.value});
            const std::size_t to = add(link.to[0].position, {link.to[0].polygon.value});
            jumps_.push_back({from, to, link.seconds * kSpeed});
        }
    }
}

double PointGraph::least(const NavPlace& from, const NavPlace& to) {
    const std::size_t start = add(from.position, {from.polygon.value});
    const std::size_t goal = add(to.position, {to.polygon.value});
    std::vector<double> best(points_.size(), kInfinity);
    using Entry = std::pair<double, std::size_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> waiting;
    best[start] = 0;
    waiting.emplace(0, start);
    while (!waiting.empty()) {
        const auto [length, at] = waiting.top();
        waiting.pop();
        if (length > best[at]) {
            continue;
        }
        const auto reach = [&](std::size_t next, double there) {
            if (there < best[next]) {
                best[next] = there;
                waiting.emplace(there, next);
            }
        };
        for (const std::uint32_t polygon : polygons_[at]) {
            const double cost = cost_of(mesh_, polygon, costs_);
            for (const std::size_t next : of_polygon_[polygon]) {
                const bool is_here = at == next;
                reach(next,
                      length + (is_here ? 0 : cost * flat_distance(points_[at], points_[next])));
            }
        }
        for (const Jump& jump : jumps_) {
            if (jump.from == at) {
                reach(jump.to, length + jump.length);
            }
        }
    }
    const double result = best[goal];
    for (const std::size_t extra : {start, goal}) {
        for (const std::uint32_t polygon : polygons_[extra]) {
            std::erase(of_polygon_[polygon], extra);
        }
    }
    points_.resize(start);
    polygons_.resize(start);
    return result;
}

std::size_t PointGraph::add(const Vec3& point, std::vector<std::uint32_t> polygons) {
    for (const std::uint32_t polygon : polygons) {
        of_polygon_[polygon].push_back(points_.size());
    }
    points_.push_back(point);
    polygons_.push_back(std::move(polygons));
    return points_.size() - 1;
}

NavRecordArrays rooms_with_areas(std::uint64_t seed, Random& random) {
    NavRecordArrays records = nav_records_of(cells(random_rows(9, 8, 6, seed), 16, 0, 2));
    records.areas = {{"mud", 3}, {"thorns", 8}};
    for (NavPolygonRecord& polygon : records.polygons) {
        const std::int64_t number = random.integer(0, 5);
        polygon.area = number < 2 ? static_cast<std::uint32_t>(number) : kNone;
    }
    return records;
}

NavRecordArrays rooms_apart(std::uint64_t seed) {
    PolygonSoup soup = cells(random_rows(9, 8, 4, seed), 16, 0, 3);
    for (const std::vector<Vec3>& polygon : cells(random_rows(9, 8, 3, seed + 1), 16, 64, 3)) {
        soup.push_back(polygon);
    }
    soup.push_back({{512, 0, 0}, {544, 0, 0}, {544, 32, 0}, {512, 32, 0}});
    return nav_records_of(soup);
}

void add_links(NavRecordArrays& records, int count, Random& random) {
    const NavMesh mesh = nav_mesh_of(records);
    for (int i = 0; i < count; ++i) {
        const auto seed = static_cast<std::uint64_t>(random.integer(0, 1'000'000));
        const NavPlace from = *random_place(mesh, seed);
        const NavPlace to = *random_place(mesh, seed + 1'000'001);
        const auto x = static_cast<float>(from.position.x);
        const auto y = static_cast<float>(from.position.y);
        const auto to_x = static_cast<float>(to.position.x);
        const auto to_y = static_cast<float>(to.position.y);
        const std::int64_t kind = random.integer(0, kNavLinkKinds - 1);
        const bool is_carried = (1u << kind & kMoverLinks) == 0;
        const double seconds =
            random.real(0, 0.3) +
            (is_carried ? 0 : flat_distance(from.position, to.position) / kSpeed);
        records.links.push_back({from.polygon.value,
                                 to.polygon.value,
                                 {x, y, x, y},
                                 {to_x, to_y, to_x, to_y},
                                 static_cast<float>(seconds),
                                 static_cast<std::uint32_t>(kind)});
    }
    std::ranges::stable_sort(records.links, {}, &NavLinkRecord::from_polygon);
}

bool may_take(const NavLink& link, const RouteOptions& options) {
    const double drop = link.from[0].position.z - link.to[0].position.z;
    return (options.links & link_bit(link.kind)) != 0 &&
           (link.kind != NavLinkKind::Drop || drop <= options.max_drop);
}

double least_seconds(const NavMesh& mesh,
                     const NavPlace& from,
                     const NavPlace& to,
                     const RouteOptions& options,
                     NavScratch& scratch) {
    std::vector<double> seconds(mesh.link_count(), kInfinity);  // of the way to behind each link
    std::vector<bool> is_done(mesh.link_count());
    const auto on_foot = [&](const NavPlace& a, const NavPlace& b) {
        const NavPath path = find_path(mesh, a, b, scratch);
        return path.status == PathStatus::Complete ? path.length / options.speed : kInfinity;
    };
    double best = on_foot(from, to);
    const auto go_on = [&](const NavPlace& place, double before) {
        best = std::min(best, before + on_foot(place, to));
        for (std::uint32_t l = 0; l < mesh.link_count(); ++l) {
            const NavLink& link = mesh.link(NavLinkId(l));
            if (may_take(link, options) && !is_done[l]) {
                seconds[l] =
                    std::min(seconds[l], before + on_foot(place, link.from[0]) + link.seconds);
            }
        }
    };
    go_on(from, 0);
    for (;;) {
        std::size_t next = 0;
        for (std::size_t l = 0; l < seconds.size(); ++l) {
            next = !is_done[l] && (is_done[next] || seconds[l] < seconds[next]) ? l : next;
        }
        if (seconds.empty() || is_done[next] || seconds[next] == kInfinity) {
            return best;
        }
        is_done[next] = true;
        go_on(mesh.link(NavLinkId(static_cast<std::uint32_t>(next))).to[0], seconds[next]);
    }
}

}  // namespace halfspace::test
