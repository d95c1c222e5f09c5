// SPDX-License-Identifier: MIT
#include "level/shared/find_leak.h"

#include "level/file_layout.h"
#include "level/scaled_plane.h"
#include "level/shared/cells.h"
#include "level/shared/section_bytes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <tuple>
#include <utility>

namespace halfspace {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Over how many portals a cluster is entered, the nearest to the outside first. Beyond a grating
// between two halls each hole would look at all holes; the ways over later holes are hardly
// shorter.
constexpr std::uint32_t kMostEntries = 256;

// How many brushes beside an opening are named.
constexpr std::size_t kNamedBrushes = 3;

std::vector<Vec3> corners_of(const Polygon& polygon, double unit) {
    std::vector<Vec3> corners;
    for (const Corner& corner : polygon.corners) {
        corners.push_back(corner.point.rounded * unit);
    }
    return corners;
}

Vec3 mean_of(std::span<const Vec3> points) {
    Vec3 sum;
    for (const Vec3& point : points) {
        sum += point;
    }
    return sum / static_cast<double>(points.size());
}

// Twice the vector of the polygon's area.
Vec3 area_of(std::span<const Vec3> corners) {
    Vec3 sum;
    for (std::size_t i = 2; i < corners.size(); ++i) {
        sum += cross(corners[i - 1] - corners[0], corners[i] - corners[0]);
    }
    return sum;
}

// True if nothing in a leaf with these contents keeps the outside out.
constexpr bool is_open(Contents contents) {
    return !any(contents & (kSealing | Contents::Void));
}

bool is_of_world(const BrushRecord& brush) {
    return brush.entity == 0 && brush.flags == 0;
}

// Portals that are no wider are cracks [map units].
double crack_width(const LevelView& level) {
    // The import keeps a closed surface closed, and moves no side where the world has no brush.
    return std::ranges::any_of(level.brushes, is_of_world)
               ? 2 * level.statistics.front().largest_move
               : 0;
}

// A portal in doubles.
struct Opening {
    std::array<std::uint32_t, 2> cluster;
    std::vector<Vec3> corners;
    Vec3 middle;
    Vec3 area;
};

// True if the segment passes through the opening, clear of its edges.
bool passes(const Opening& opening, const Vec3& from, const Vec3& to) {
    constexpr double kClear = 1e-3;  // of the distance to the middle
    const double a = dot(opening.area, from - opening.middle);
    const double b = dot(opening.area, to - opening.middle);
    if (!((a < 0 && b > 0) || (a > 0 && b < 0))) {
        return false;
    }
    const Vec3 at = from + (to - from) * (a / (a - b));
    for (std::size_t i = 0; i < opening.corners.size(); ++i) {
        const Vec3& corner = opening.corners[i];
        const Vec3 edge = opening.corners[(i + 1) % opening.corners.size()] - corner;
        const Vec3 inwards = cross(opening.area, edge);
        if (!(dot(inwards, at - corner) > kClear * dot(inwards, opening.middle - corner))) {
            return false;
        }
    }
    return true;
}

class LeakFinder {
public:
    explicit LeakFinder(const LevelView& level)
        : level_(&level),
          root_(level.cluster_roots.front()),
          cluster_of_(clusters_of_leaves(level)),
          planes_(planes_of(level)),
          unit_(std::ldexp(1.0, -level.grid_exponent)) {
        find_openings();
        find_exits();
    }

    std::optional<Leak> run(std::span<const LeakStart> entities) {
        place(entities);
        go_inwards();
        if (shortest_ == kInfinity) {
            return std::nullopt;
        }
        std::vector<std::uint32_t> way;  // openings, from the start on
        for (std::uint32_t o = first_; o != kNone; o = after_[o]) {
            way.push_back(o);
        }
        Leak leak;
        leak.entity = start_.entity;
        std::vector<Vec3> points{start_.point};
        for (const std::uint32_t o : way) {
            points.push_back(openings_[o].middle);
        }
        points.push_back(*exits_[way.empty() ? start_cluster_ : exit_of_[way.front()]]);
        leak.line = straightened(points, way);
        if (!way.empty()) {
            leak.opening = openings_[last_opening(way)].corners;
            leak.brush_lines = lines_of_brushes_near(place_of(leak));
        }
        return leak;
    }

private:
    void find_openings() {
        const double crack = crack_width(*level_);
        openings_of_.resize(level_->clusters.size());
        for (const PortalRecord& portal : level_->portals) {
            const std::span<const Vec3> corners =
                level_->portal_corners.subspan(portal.first_corner, portal.corner_count);
            if (crack > 0 && width_of(corners) <= crack) {
                continue;
            }
            for (const std::uint32_t cluster : portal.cluster) {
                openings_of_[cluster].push_back(static_cast<std::uint32_t>(openings_.size()));
            }
            openings_.push_back({{portal.cluster[0], portal.cluster[1]},
                                 {corners.begin(), corners.end()},
                                 mean_of(corners),
                                 area_of(corners)});
        }
    }

    // Where the open cells at the sides of the box meet them.
    void find_exits() {
        exits_.resize(level_->clusters.size());
        const Polyhedron box = make_box(grid_box(*level_, kWorldModel), planes_.table);
        Predicates predicates(planes_.table);
        for_each_cell(
            level_->nodes,
            root_,
            box,
            predicates,
            [&](const NodeRecord& node) { return planes_.of(2 * node.plane); },
            [&](LeafId leaf, Polyhedron&& cell) {
                const std::uint32_t cluster = cluster_of_[leaf.value];
                for (std::size_t f = 0; is_entered(leaf) && f < cell.faces.size(); ++f) {
                    if (!exits_[cluster] && is_side_of(box, cell.faces[f].plane)) {
                        exits_[cluster] = mean_of(corners_of(face_polygon(cell, f), unit_));
                    }
                }
            });
    }

    static bool is_side_of(const Polyhedron& box, PlaneId plane) {
        return std::ranges::any_of(box.faces,
                                   [&](const auto& face) { return face.plane == plane; });
    }

    // True for a leaf that the way may enter.
    bool is_entered(LeafId leaf) const {
        return cluster_of_[leaf.value] != kNone &&
               is_open(static_cast<Contents>(level_->leaves[leaf.value].contents));
    }

    // The clusters in which the entities are.
    void place(std::span<const LeakStart> entities) {
        starts_in_.resize(exits_.size());
        for (const LeakStart& start : entities) {
            if (!is_within(start.point, kFarthestStart)) {
                continue;
            }
            const std::vector<LeafId> leaves = leaves_at(
                start.point, level_->nodes, root_, level_->grid_exponent, [&](std::size_t node) {
                    return exact_plane(level_->planes[level_->nodes[node].plane]);
                });
            for (const LeafId leaf : leaves) {
                if (is_entered(leaf)) {
                    starts_in_[cluster_of_[leaf.value]].push_back(start);
                }
            }
        }
    }

    // From the outside to the starts.
    void go_inwards() {
        length_.assign(openings_.size(), kInfinity);
        after_.assign(openings_.size(), kNone);
        exit_of_.assign(openings_.size(), kNone);
        through_.assign(openings_.size(), kNone);
        entries_.assign(exits_.size(), 0);
        for (std::uint32_t cluster = 0; cluster < exits_.size(); ++cluster) {
            if (exits_[cluster]) {
                enter(cluster, *exits_[cluster], 0, kNone, cluster);
            }
        }
        while (!queue_.empty()) {
            const auto [length, opening] = queue_.top();
            queue_.pop();
            if (length > length_[opening] || length >= shortest_) {
                continue;
            }
            // A cluster is convex: who comes to an opening through a cluster finds no shorter way
            // through the same cluster.
            const auto& [front, back] = openings_[opening].cluster;
            enter(through_[opening] == front ? back : front,
                  openings_[opening].middle,
                  length,
                  opening,
                  exit_of_[opening]);
        }
    }

    // Enters a cluster from a point of its side. opening: there; kNone: at the side of the box.
    // length: of the way from there to the point where the cluster `exit` meets the box.
    void enter(std::uint32_t cluster,
               const Vec3& from,
               double length,
               std::uint32_t opening,
               std::uint32_t exit) {
        if (entries_[cluster] == kMostEntries) {
            return;
        }
        ++entries_[cluster];
        for (const LeakStart& start : starts_in_[cluster]) {
            const double whole = length + distance(from, start.point);
            if (whole < shortest_) {
                shortest_ = whole;
                first_ = opening;
                start_ = start;
                start_cluster_ = cluster;
            }
        }
        for (const std::uint32_t next : openings_of_[cluster]) {
            const double to_next = length + distance(from, openings_[next].middle);
            if (to_next < length_[next]) {
                length_[next] = to_next;
                after_[next] = opening;
                exit_of_[next] = exit;
                through_[next] = cluster;
                queue_.emplace(to_next, next);
            }
        }
    }

    static double distance(const Vec3& a, const Vec3& b) { return length(b - a); }

    // Leaves out the points of openings through which a straight line passes. points: the start,
    // one for each opening of the way, and the end.
    std::vector<Vec3> straightened(std::span<const Vec3> points,
                                   std::span<const std::uint32_t> way) const {
        std::vector<Vec3> line{points.front()};
        for (std::size_t from = 0; from + 1 < points.size();) {
            std::size_t to = from + 1;
            const auto is_clear = [&](std::size_t end) {
                for (std::size_t p = from + 1; p < end; ++p) {
                    if (!passes(openings_[way[p - 1]], points[from], points[end])) {
                        return false;
                    }
                }
                return true;
            };
            while (to + 1 < points.size() && is_clear(to + 1)) {
                ++to;
            }
            line.push_back(points[to]);
            from = to;
        }
        return line;
    }

    std::uint32_t last_opening(std::span<const std::uint32_t> way) const {
        for (std::size_t i = way.size(); i-- > 0;) {
            if (has_solid_around(openings_[way[i]])) {
                return way[i];
            }
        }
        return *std::ranges::min_element(
            way, {}, [&](std::uint32_t o) { return dot(openings_[o].area, openings_[o].area); });
    }

    // True if rays from the middle, in the plane of the opening, meet solid in all of 16 directions
    // before they leave the box.
    bool has_solid_around(const Opening& opening) const {
        const Vec3 along = opening.corners[1] - opening.corners[0];
        const Vec3 across = cross(opening.area, along);
        const Vec3 u = along / length(along);
        const Vec3 v = across / length(across);
        constexpr int kRays = 16;
        constexpr double kHalf = 0.70710678118654752;
        constexpr double kFar = 0.92387953251128674;
        constexpr double kNear = 0.38268343236508977;
        constexpr std::array<std::pair<double, double>, kRays / 4> kQuarter{
            {{1, 0}, {kFar, kNear}, {kHalf, kHalf}, {kNear, kFar}}};
        for (int ray = 0; ray < kRays; ++ray) {
            auto [x, y] = kQuarter[static_cast<std::size_t>(ray % 4)];
            for (int turn = 0; turn < ray / 4; ++turn) {
                std::tie(x, y) = std::pair(-y, x);
            }
            if (!meets_solid(opening.middle, u * x + v * y)) {
                return false;
            }
        }
        return true;
    }

    // Doubles decide: this only chooses what a message names.
    bool meets_solid(const Vec3& from, const Vec3& direction) const {
        struct Part {
            double first;
            double last;
        };
        bool is_met = false;
        for_each_leaf(
            level_->nodes,
            root_,
            Part{0, kInfinity},
            [&](std::size_t node, Part part) -> ChildStates<Part> {
                if (is_met) {
                    return {};
                }
                const PlaneId id = planes_.of(2 * level_->nodes[node].plane);
                const PlaneTable::Filter& plane = planes_.table.filter(id);
                const double sign = id.is_flipped() ? -1 : 1;
                const double at = sign * plane.distance(from / unit_);
                const double speed = sign * dot(plane.n, direction / unit_);
                const double meet = speed == 0 ? kInfinity : -at / speed;
                const bool begins_in_front = at > 0 || (at == 0 && speed > 0);
                Part near = part;
                Part far = part;
                near.last = meet > 0 ? std::min(part.last, meet) : part.last;
                far.first = meet > 0 ? std::max(part.first, meet) : kInfinity;
                ChildStates<Part> states;
                states[begins_in_front ? 0 : 1] =
                    near.first < near.last ? std::optional(near) : std::nullopt;
                states[begins_in_front ? 1 : 0] =
                    far.first < far.last ? std::optional(far) : std::nullopt;
                return states;
            },
            [&](LeafId leaf, Part) {
                is_met |= !is_open(static_cast<Contents>(level_->leaves[leaf.value].contents));
            });
        return is_met;
    }

    // The lines of the sealing brushes nearest to the place. Brushes without a known line are left
    // out.
    std::vector<std::uint32_t> lines_of_brushes_near(const Vec3& place) const {
        std::vector<std::pair<double, std::uint32_t>> near;
        for (const BrushRecord& brush : level_->brushes) {
            if (is_of_world(brush) && brush.line != 0 &&
                any(static_cast<Contents>(brush.contents) & kSealing)) {
                near.emplace_back(distance_to(brush, place / unit_), brush.line);
            }
        }
        std::ranges::sort(near);
        std::vector<std::uint32_t> lines;
        for (const auto& [distance, line] : near) {
            if (lines.size() < kNamedBrushes && std::ranges::find(lines, line) == lines.end()) {
                lines.push_back(line);
            }
        }
        return lines;
    }

    // An estimate of the distance between a point and a brush [grid steps]: never more than the
    // distance itself.
    double distance_to(const BrushRecord& brush, const Vec3& point) const {
        double most = 0;
        for (const SideRecord& side : level_->sides.subspan(brush.first_side, brush.side_count)) {
            const PlaneId id = planes_.of(side.plane);
            const PlaneTable::Filter& plane = planes_.table.filter(id);
            const double distance = plane.distance(point) / length(plane.n);
            most = std::max(most, id.is_flipped() ? -distance : distance);
        }
        return most;
    }

    const LevelView* level_;
    std::int32_t root_;                      // of the cluster tree
    std::vector<std::uint32_t> cluster_of_;  // by leaf
    LevelPlanes planes_;
    double unit_;  // map units in a grid step
    std::vector<Opening> openings_;
    std::vector<std::vector<std::uint32_t>> openings_of_;  // by cluster
    std::vector<std::optional<Vec3>> exits_;               // by cluster
    std::vector<std::vector<LeakStart>> starts_in_;        // by cluster
    // By opening: the length of the shortest way out, the opening after it (kNone: none), the
    // cluster where the way ends, and the cluster just behind the opening on the way.
    std::vector<double> length_;
    std::vector<std::uint32_t> after_;
    std::vector<std::uint32_t> exit_of_;
    std::vector<std::uint32_t> through_;
    std::vector<std::uint32_t> entries_;              // by cluster: how often it was entered
    using Entry = std::tuple<double, std::uint32_t>;  // the length to an opening
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
    // The shortest way found: its length, its first opening (kNone: the start is outside), and
    // where it begins.
    double shortest_ = kInfinity;
    std::uint32_t first_ = kNone;
    LeakStart start_ = {};
    std::uint32_t start_cluster_ = kNone;
};

}  // namespace

double width_of(std::span<const Vec3> corners) {
    const Vec3 area = area_of(corners);
    double least = kInfinity;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Vec3 inwards = cross(area, corners[(i + 1) % corners.size()] - corners[i]);
        double reach = 0;
        for (const Vec3& corner : corners) {
            reach = std::max(reach, dot(inwards, corner - corners[i]));
        }
        // A polygon so thin that doubles give it no area is as narrow as can be.
        least = std::min(least, reach > 0 ? reach / length(inwards) : 0);
    }
    return least;
}

std::optional<Leak> find_leak(const LevelView& level, std::span<const LeakStart> starts) {
    return level.cluster_roots.empty() ? std::nullopt : LeakFinder(level).run(starts);
}

std::optional<Leak> find_leak(const LevelData& level, std::span<const LeakStart> starts) {
    return find_leak(view_of(bytes_of(level), level.grid_exponent, level.units_per_metre), starts);
}

}  // namespace halfspace
