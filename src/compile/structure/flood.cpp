// SPDX-License-Identifier: MIT
#include "compile/structure/flood.h"

#include "halfspace/level/walk.h"

#include "base/shared/union_find.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <queue>
#include <tuple>
#include <utility>

namespace halfspace {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Coordinates of brushes are within it, too [map units]. Ways from farther away overflow.
constexpr double kFarthestStart = 0x1p40;

// Over how many portals a leaf is entered, the nearest to the outside first. Beyond a grating
// between two halls each hole would look at all holes; the ways over later holes are hardly
// shorter.
constexpr std::uint32_t kMostEntries = 256;

// The leaves that touch the point [map units].
std::vector<std::uint32_t> leaves_at(const Vec3& point,
                                     const BuiltTree& tree,
                                     const PlaneTable& planes,
                                     int grid_exponent) {
    std::vector<std::uint32_t> leaves;
    struct Here {};
    for_each_leaf(
        std::span<const BuiltTree::Node>(tree.nodes),
        tree.root,
        Here(),
        [&](std::size_t node, Here) -> ChildStates<Here> {
            const Side at = side(point, planes.plane(tree.nodes[node].plane), grid_exponent);
            return {at == Side::Back ? std::nullopt : std::optional<Here>(Here()),
                    at == Side::Front ? std::nullopt : std::optional<Here>(Here())};
        },
        [&](LeafId leaf, Here) { leaves.push_back(leaf.value); });
    return leaves;
}

// The indices of the portals of each leaf, without cracks.
std::vector<std::vector<std::uint32_t>> portals_of_leaves(const StructureTree& parts) {
    std::vector<std::vector<std::uint32_t>> lists(parts.tree.leaves.size());
    for (std::uint32_t p = 0; p < parts.portals.size(); ++p) {
        if (!parts.portals[p].is_crack) {
            for (const std::uint32_t leaf : parts.portals[p].leaf) {
                lists[leaf].push_back(p);
            }
        }
    }
    return lists;
}

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

// The smallest distance between two parallel lines that have the polygon between them.
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

// A portal in doubles.
struct Opening {
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
    LeakFinder(const StructureTree& parts,
               const Polyhedron& box,
               const PlaneTable& planes,
               int grid_exponent)
        : parts_(&parts),
          box_(&box),
          planes_(&planes),
          unit_(std::ldexp(1.0, -grid_exponent)),
          portals_of_(portals_of_leaves(parts)) {
        for (const LeafPortal& portal : parts.portals) {
            std::vector<Vec3> corners = corners_of(portal.polygon, unit_);
            const Vec3 middle = mean_of(corners);
            const Vec3 area = area_of(corners);
            openings_.push_back({std::move(corners), middle, area});
        }
        find_exits();
    }

    std::optional<Leak> run(std::span<const FloodStart> starts) {
        go_inwards(starts);
        if (shortest_ == kInfinity) {
            return std::nullopt;
        }
        std::vector<std::uint32_t> way;  // portals, from the start on
        for (std::uint32_t p = first_; p != kNone; p = after_[p]) {
            way.push_back(p);
        }
        const std::uint32_t exit = way.empty() ? starts[start_].leaf : exit_of_[way.front()];
        Leak leak;
        leak.entity = starts[start_].entity;
        std::vector<Vec3> points{starts[start_].point};
        for (const std::uint32_t p : way) {
            points.push_back(openings_[p].middle);
        }
        points.push_back(*exits_[exit]);
        leak.line = straightened(points, way);
        if (!way.empty()) {
            const Opening& opening = openings_[last_opening(way)];
            leak.opening = opening.corners;
        }
        return leak;
    }

private:
    // Where the cells at the sides of the box meet them.
    void find_exits() {
        exits_.resize(parts_->cells.size());
        for (std::size_t leaf = 0; leaf < exits_.size(); ++leaf) {
            const Polyhedron& cell = parts_->cells[leaf];
            for (std::size_t f = 0; f < cell.faces.size() && !exits_[leaf]; ++f) {
                if (is_side_of(*box_, cell.faces[f].plane)) {
                    exits_[leaf] = mean_of(corners_of(face_polygon(cell, f), unit_));
                }
            }
        }
    }

    static bool is_side_of(const Polyhedron& box, PlaneId plane) {
        return std::ranges::any_of(box.faces,
                                   [&](const auto& face) { return face.plane == plane; });
    }

    // From the outside to the starts.
    void go_inwards(std::span<const FloodStart> starts) {
        length_.assign(openings_.size(), kInfinity);
        after_.assign(openings_.size(), kNone);
        exit_of_.assign(openings_.size(), kNone);
        through_.assign(openings_.size(), kNone);
        entries_.assign(exits_.size(), 0);
        starts_of_.resize(exits_.size());
        for (std::uint32_t s = 0; s < starts.size(); ++s) {
            starts_of_[starts[s].leaf].push_back(s);
        }
        for (std::uint32_t leaf = 0; leaf < exits_.size(); ++leaf) {
            if (exits_[leaf]) {
                enter(leaf, *exits_[leaf], 0, kNone, leaf, starts);
            }
        }
        while (!queue_.empty()) {
            const auto [length, portal] = queue_.top();
            queue_.pop();
            if (length > length_[portal] || length >= shortest_) {
                continue;
            }
            // A leaf is convex: who comes to a portal through a leaf finds no shorter way through
            // the same leaf.
            const auto& [front, back] = parts_->portals[portal].leaf;
            enter(through_[portal] == front ? back : front,
                  openings_[portal].middle,
                  length,
                  portal,
                  exit_of_[portal],
                  starts);
        }
    }

    // Enters a leaf from a point of its side. portal: there; kNone: at the side of the box. length:
    // of the way from there to the point where leaf `exit` meets the box.
    void enter(std::uint32_t leaf,
               const Vec3& from,
               double length,
               std::uint32_t portal,
               std::uint32_t exit,
               std::span<const FloodStart> starts) {
        if (entries_[leaf] == kMostEntries) {
            return;
        }
        ++entries_[leaf];
        for (const std::uint32_t s : starts_of_[leaf]) {
            const double whole = length + distance(from, starts[s].point);
            if (whole < shortest_) {
                shortest_ = whole;
                first_ = portal;
                start_ = s;
            }
        }
        for (const std::uint32_t next : portals_of_[leaf]) {
            const double to_next = length + distance(from, openings_[next].middle);
            if (to_next < length_[next]) {
                length_[next] = to_next;
                after_[next] = portal;
                exit_of_[next] = exit;
                through_[next] = leaf;
                queue_.emplace(to_next, next);
            }
        }
    }

    static double distance(const Vec3& a, const Vec3& b) { return length(b - a); }

    // Leaves out the points of portals through which a straight line passes. points: the start, one
    // for each portal of the way, and the end.
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
            way, {}, [&](std::uint32_t p) { return dot(openings_[p].area, openings_[p].area); });
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
            std::span<const BuiltTree::Node>(parts_->tree.nodes),
            parts_->tree.root,
            Part{0, kInfinity},
            [&](std::size_t node, Part part) -> ChildStates<Part> {
                if (is_met) {
                    return {};
                }
                const PlaneTable::Filter& plane = planes_->filter(parts_->tree.nodes[node].plane);
                const double at = plane.distance(from / unit_);
                const double speed = dot(plane.n, direction / unit_);
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
                is_met |= !is_open(parts_->tree.leaves[leaf.value].contents.contents);
            });
        return is_met;
    }

    const StructureTree* parts_;
    const Polyhedron* box_;
    const PlaneTable* planes_;
    double unit_;  // map units in a grid step
    std::vector<std::vector<std::uint32_t>> portals_of_;
    std::vector<Opening> openings_;           // by portal
    std::vector<std::optional<Vec3>> exits_;  // by leaf
    // By portal: the length of the shortest way out, the portal after it (kNone: none), the leaf
    // where the way ends, and the leaf just behind the portal on the way.
    std::vector<double> length_;
    std::vector<std::uint32_t> after_;
    std::vector<std::uint32_t> exit_of_;
    std::vector<std::uint32_t> through_;
    std::vector<std::uint32_t> entries_;                 // by leaf: how often it was entered
    std::vector<std::vector<std::uint32_t>> starts_of_;  // by leaf
    using Entry = std::tuple<double, std::uint32_t>;     // the length to a portal
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
    double shortest_ = kInfinity;
    std::uint32_t first_ = kNone;  // portal of the shortest way; kNone: the start is outside
    std::uint32_t start_ = 0;
};

}  // namespace

std::vector<FloodStart> flood_starts(const World& world,
                                     const BuiltTree& tree,
                                     const PlaneTable& planes,
                                     int grid_exponent) {
    std::vector<FloodStart> starts;
    for (std::uint32_t e = 1; e < world.entities.size(); ++e) {
        const Entity& entity = world.entities[e];
        const bool is_point = entity.brushes.empty() && entity.polygons.empty() &&
                              entity.patches.empty() && entity.meshes.empty();
        if (!is_point || !entity.has_origin || !is_within(entity.origin, kFarthestStart)) {
            continue;
        }
        for (const std::uint32_t leaf : leaves_at(entity.origin, tree, planes, grid_exponent)) {
            if (is_open(tree.leaves[leaf].contents.contents)) {
                starts.push_back({e, leaf, entity.origin});
            }
        }
    }
    return starts;
}

void mark_cracks(std::vector<LeafPortal>& portals, double largest_move) {
    for (LeafPortal& portal : portals) {
        portal.is_crack = width_of(corners_of(portal.polygon, 1)) <= 2 * largest_move;
    }
}

std::vector<std::uint32_t> rooms_of_leaves(const StructureTree& parts,
                                           const std::function<bool(const LeafPortal&)>& joins) {
    const std::size_t leaves = parts.tree.leaves.size();
    UnionFind rooms(leaves);
    for (const LeafPortal& portal : parts.portals) {
        if (joins(portal)) {
            rooms.join(portal.leaf[0], portal.leaf[1]);
        }
    }
    std::vector<std::uint32_t> room_of(leaves, kNone);
    for (std::uint32_t leaf = 0; leaf < leaves; ++leaf) {
        if (is_open(parts.tree.leaves[leaf].contents.contents)) {
            room_of[leaf] = rooms.root(leaf);
        }
    }
    return room_of;
}

std::vector<std::uint32_t> border_leaves(const StructureTree& parts, const Polyhedron& box) {
    std::vector<std::uint32_t> leaves;
    for (std::uint32_t leaf = 0; leaf < parts.cells.size(); ++leaf) {
        const std::vector<Polyhedron::Face>& faces = parts.cells[leaf].faces;
        if (std::ranges::any_of(faces, [&](const Polyhedron::Face& face) {
                return std::ranges::any_of(
                    box.faces, [&](const auto& side) { return side.plane == face.plane; });
            })) {
            leaves.push_back(leaf);
        }
    }
    return leaves;
}

std::optional<Leak> find_leak(std::span<const FloodStart> starts,
                              const StructureTree& parts,
                              const Polyhedron& box,
                              const PlaneTable& planes,
                              int grid_exponent) {
    return LeakFinder(parts, box, planes, grid_exponent).run(starts);
}

}  // namespace halfspace
