// SPDX-License-Identifier: MIT
#include "support/floor_walks.h"

#include "halfspace/math/sin_cos.h"
#include "halfspace/move/mover.h"
#include "halfspace/move/player_start.h"
#include "halfspace/nav/nav_mesh.h"
#include "halfspace/nav/random_place.h"
#include "halfspace/query/collision_world.h"
#include "halfspace/query/space.h"
#include "halfspace/query/trace.h"

#include "support/nav_levels.h"
#include "support/random.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

// The distance from a point to a triangle, by all its features.
double distance_to_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
    const Vec3 along = b - a;
    const double square = dot(along, along);
    const double t = square > 0 ? std::clamp(dot(p - a, along) / square, 0.0, 1.0) : 0;
    return length(p - (a + along * t));
}

double distance_to_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 n = cross(b - a, c - a);
    const bool is_above = dot(cross(b - a, n), p - a) <= 0 && dot(cross(c - b, n), p - b) <= 0 &&
                          dot(cross(a - c, n), p - c) <= 0;
    if (is_above && length(n) > 0) {
        return std::abs(dot(p - a, n)) / length(n);
    }
    return std::min(
        {distance_to_segment(p, a, b), distance_to_segment(p, b, c), distance_to_segment(p, c, a)});
}

std::vector<Vec3> corners_of(const Level& level, std::size_t polygon) {
    const auto polygons = level.nav_polygons();
    const auto edges = level.nav_edges();
    const std::size_t end =
        polygon + 1 < polygons.size() ? polygons[polygon + 1].first_edge : edges.size();
    std::vector<Vec3> corners;
    for (std::size_t e = polygons[polygon].first_edge; e < end; ++e) {
        corners.push_back(level.nav_vertices()[edges[e].vertex]);
    }
    return corners;
}

std::vector<std::uint32_t> polygons_of(const Level& level, std::size_t mesh) {
    const auto meshes = level.nav_meshes();
    const std::size_t end =
        mesh + 1 < meshes.size() ? meshes[mesh + 1].first_polygon : level.nav_polygons().size();
    std::vector<std::uint32_t> result(end - meshes[mesh].first_polygon);
    std::iota(result.begin(), result.end(), meshes[mesh].first_polygon);
    return result;
}

// The triangles of a mesh and their boxes.
class MeshTriangles {
public:
    MeshTriangles(const Level& level, const std::vector<std::uint32_t>& polygons) {
        for (const std::uint32_t p : polygons) {
            const std::vector<Vec3> corners = corners_of(level, p);
            for (std::size_t i = 2; i < corners.size(); ++i) {
                triangles_.push_back({p, corners[0], corners[i - 1], corners[i]});
            }
        }
    }

    // The polygons that are not farther from p than the limit, and the least distance.
    struct Near {
        double distance = std::numeric_limits<double>::infinity();
        std::vector<std::uint32_t> polygons;
    };
    Near near(const Vec3& p, double limit) const {
        Near result;
        for (const auto& [polygon, a, b, c] : triangles_) {
            const Aabb box = merge(merge(Aabb{a, a}, b), c);
            if (contains(grown(box, std::clamp(result.distance, limit, 1e6)), p)) {
                const double distance = distance_to_triangle(p, a, b, c);
                result.distance = std::min(result.distance, distance);
                if (distance <= limit) {
                    result.polygons.push_back(polygon);
                }
            }
        }
        return result;
    }

private:
    struct Triangle {
        std::uint32_t polygon;
        Vec3 a, b, c;
    };
    std::vector<Triangle> triangles_;
};

bool is_of_walkers(const NavLinkRecord& link) {
    const auto kind = static_cast<NavLinkKind>(link.kind);
    return kind == NavLinkKind::Walk || kind == NavLinkKind::Drop || kind == NavLinkKind::Chance;
}

// The polygons to which each polygon leads.
using Neighbours = std::vector<std::vector<std::uint32_t>>;

// By edges and steps.
Neighbours neighbours_of(const Level& level) {
    const auto polygons = level.nav_polygons();
    const auto edges = level.nav_edges();
    Neighbours result(polygons.size());
    std::vector<std::uint32_t> polygon_of(edges.size());
    std::uint32_t polygon = 0;
    for (std::uint32_t e = 0; e < edges.size(); ++e) {
        while (polygon + 1 < polygons.size() && polygons[polygon + 1].first_edge <= e) {
            ++polygon;
        }
        polygon_of[e] = polygon;
        if (edges[e].neighbour != kNone) {
            result[polygon].push_back(edges[e].neighbour);
        }
    }
    for (const NavStepRecord& step : level.nav_steps()) {
        result[polygon_of[step.lower]].push_back(polygon_of[step.upper]);
        result[polygon_of[step.upper]].push_back(polygon_of[step.lower]);
    }
    return result;
}

// Also by links that need no jump and no game.
Neighbours with_links(Neighbours result, const Level& level) {
    for (const NavLinkRecord& link : level.nav_links()) {
        if (is_of_walkers(link)) {
            result[link.from_polygon].push_back(link.to_polygon);
        }
    }
    return result;
}

// The boxes of all polygons.
std::vector<Aabb> boxes_of(const Level& level) {
    std::vector<Aabb> boxes(level.nav_polygons().size());
    for (std::size_t p = 0; p < boxes.size(); ++p) {
        for (const Vec3& corner : corners_of(level, p)) {
            boxes[p] = merge(boxes[p], corner);
        }
    }
    return boxes;
}

MoverBodies bodies_of(const Level& level, FloorWalker walker) {
    if (walker == FloorWalker::Large) {
        return {*find_space(level, "large"), *find_space(level, "large")};
    }
    return {*find_space(level, "stand"), *find_space(level, "crouch")};
}

// Walks, jumps and crouches.
class RandomWalker {
public:
    RandomWalker(const Level& level, std::uint64_t seed, FloorWalker walker)
        : level_(&level),
          world_(level),
          bodies_(bodies_of(level, walker)),
          crouches_(walker == FloorWalker::Player),
          floors_(neighbours_of(level)),
          ways_(with_links(floors_, level)),
          boxes_(boxes_of(level)),
          random_(seed) {
        for (const PlacedModel& model : models_of_navigation(level)) {
            world_.place(model.model, model.transform);
        }
        for (std::size_t m = 0; m < level.nav_meshes().size(); ++m) {
            const SpaceId space(level.nav_meshes()[m].space);
            const std::vector<std::uint32_t> polygons = polygons_of(level, m);
            meshes_.emplace(space.value, MeshTriangles(level, polygons));
            for (const std::uint32_t p : polygons) {
                islands_.push_back(polygons.front() + level.nav_polygons()[p].island);
            }
            own_polygons_ = space == std::get<SpaceId>(bodies_.stand) ? polygons : own_polygons_;
        }
        for (const Vec3& vertex : level.nav_vertices()) {
            lowest_ = std::min(lowest_, vertex.z - 64);
        }
        for (const PlayerStart& start : player_starts(level)) {
            starts_.push_back(start.position);
        }
        if (starts_.empty()) {
            for (int i = 0; i < 16 && !level.nav_polygons().empty(); ++i) {
                starts_.push_back(at_border());
            }
        }
    }

    FloorWalkReport run(std::size_t steps) {
        for (std::size_t step = 0; step < steps && !starts_.empty(); ++step) {
            if (--left_steps_ == 0 || state_.position.z < lowest_) {
                begin_anew();
            }
            if (random_.one_in(30)) {
                input_ = quantised({.view = {0, random_.real(-180, 180), 0},
                                    .forward = random_.one_in(8) ? random_.real(-1, 1) : 1,
                                    .left = random_.one_in(4) ? random_.real(-1, 1) : 0,
                                    .jump = random_.one_in(6) && does_jump_,
                                    .crouch = random_.one_in(6) && crouches_});
            }
            const MoverStep moved = step_mover(world_, bodies_, state_, input_, options_);
            state_ = moved.state;
            if (moved.problem == MoverProblem::None && state_.mode == MoverMode::Ground) {
                count_grounded();
            } else if (moved.problem == MoverProblem::None && state_.mode == MoverMode::Air &&
                       !does_jump_) {
                is_falling_ = true;
                way_ = merge(way_, state_.position);
            } else {
                last_.clear();
            }
        }
        return report_;
    }

private:
    // Half of the steps are of walks without jumps. These are short and begin beside a border, so
    // that many of them fall.
    void begin_anew() {
        constexpr std::size_t kLong = 4000;
        constexpr std::size_t kShort = 250;
        does_jump_ = walks_ % (kLong / kShort + 1) == 0;
        left_steps_ = does_jump_ ? kLong : kShort;
        ++walks_;
        state_ = mover_at(does_jump_ ? any_of(starts_) : at_border());
        input_ = {};
        last_.clear();
    }

    template <class Value>
    Value any_of(const std::vector<Value>& range) {
        return range[static_cast<std::size_t>(
            random_.integer(0, static_cast<std::int64_t>(range.size()) - 1))];
    }

    // A place on a border of the walker's mesh, some units inside.
    Vec3 at_border() {
        constexpr double kInside = 8;
        while (true) {
            const std::uint32_t p = any_of(own_polygons_);
            const auto corners = corners_of(*level_, p);
            const auto edge = static_cast<std::size_t>(
                random_.integer(0, static_cast<std::int64_t>(corners.size()) - 1));
            const NavEdgeRecord& record =
                level_->nav_edges()[level_->nav_polygons()[p].first_edge + edge];
            if (record.neighbour != kNone) {
                continue;
            }
            Vec3 middle;
            for (const Vec3& corner : corners) {
                middle = middle + corner * (1.0 / static_cast<double>(corners.size()));
            }
            const Vec3 place =
                lerp(corners[edge], corners[(edge + 1) % corners.size()], random_.real(0, 1));
            const Vec3 inside = middle - place;
            return place + inside * std::min(1.0, kInside / std::max(length(inside), 1e-9)) +
                   Vec3{0, 0, 1};
        }
    }

    void count_grounded() {
        const bool is_crouched = has_flag(state_.flags, MoverFlags::Crouched);
        const auto space = std::get<SpaceId>(is_crouched ? bodies_.crouch : bodies_.stand);
        // The mover rests a skin from the floor, and up to a skin beside its edge. It keeps a
        // height that is off by a quarter of the skin (kLoose in stepper.cpp), and motions end up
        // to some hairs off.
        const double limit = std::sqrt(1.25 * 1.25 + 1) * options_.skin + 4.0 / 1024;
        auto [distance, below] = meshes_.at(space.value).near(state_.position, limit);
        ++report_.report.queries;
        if (distance <= limit) {
            report_.farthest = std::max(report_.farthest, distance);
        } else if (state_.ground_normal.z < options_.floor_normal || leans_on_slope(space)) {
            ++report_.wedged;
        } else {
            add_difference(
                report_.report,
                "at " + text(state_.position) + ", " + std::to_string(distance) + " from the mesh");
        }
        way_ = merge(way_, state_.position);
        if (!last_.empty() && !below.empty() && was_crouched_ == is_crouched) {
            is_falling_ ? count_fall(below) : count_move(below);
        }
        last_ = std::move(below);
        left_ = state_.position;
        way_ = {left_, left_};
        is_falling_ = false;
        was_crouched_ = is_crouched;
    }

    void count_move(const std::vector<std::uint32_t>& below) {
        ++report_.moves;
        if (are_joined(last_, below, ways_)) {
            return;
        }
        if (touch_in_corner(below)) {
            ++report_.corners;
        } else {
            report_.strays.push_back("from " + text(left_) + " to " + text(state_.position) +
                                     " no edge, step or link leads");
        }
    }

    // True if a polygon of `below` and one where it was have a corner in common, seen from above.
    // Floors that touch in a point alone have no way from one to the other. But a mover may be a
    // skin beside its floor, so it comes over this point.
    bool touch_in_corner(const std::vector<std::uint32_t>& below) const {
        const Aabb around = grown(way_, 2 * options_.skin);
        for (const std::uint32_t p : last_) {
            for (const Vec3& a : corners_of(*level_, p)) {
                const auto is_here = [&](const Vec3& b) {
                    return a.x == b.x && a.y == b.y && std::abs(a.z - b.z) <= options_.step_height;
                };
                if (a.x >= around.min.x && a.x <= around.max.x && a.y >= around.min.y &&
                    a.y <= around.max.y && std::ranges::any_of(below, [&](std::uint32_t q) {
                        return std::ranges::any_of(corners_of(*level_, q), is_here);
                    })) {
                    return true;
                }
            }
        }
        return false;
    }

    // The compiler walks straight over a border. Who falls at another angle, from another place or
    // with another speed may land elsewhere.
    void count_fall(const std::vector<std::uint32_t>& below) {
        constexpr double kBegin = 32;  // units between the places that the compiler tries
        constexpr double kEnd = 64;
        ++report_.falls;
        if (are_joined(last_, below, floors_)) {
            ++report_.falls_on_floor;
            return;
        }
        const std::uint32_t from = islands_[last_.front()];
        const std::uint32_t to = islands_[below.front()];
        const NavLinkRecord* best = nullptr;
        double least = std::numeric_limits<double>::infinity();
        for (const NavLinkRecord& link : level_->nav_links()) {
            const double off = flat_distance(state_.position, link.to);
            if (is_of_walkers(link) && islands_[link.from_polygon] == from &&
                islands_[link.to_polygon] == to && off < least &&
                flat_distance(left_, link.from) <= kBegin) {
                best = &link;
                least = off;
            }
        }
        if (least <= kEnd) {
            ++report_.falls_by_link[best->kind];
        } else if (best != nullptr) {
            ++report_.falls_beside_link;
        } else {
            ++(from == to ? report_.falls_on_island : report_.falls_elsewhere);
        }
    }

    static double flat_distance(const Vec3& p, const float (&ends)[4]) {
        return distance_to_segment({p.x, p.y, 0}, {ends[0], ends[1], 0}, {ends[2], ends[3], 0});
    }

    // True if at most four edges, steps and links lead from one of some polygons to one of others,
    // by polygons around the way.
    bool are_joined(const std::vector<std::uint32_t>& from,
                    const std::vector<std::uint32_t>& to,
                    const Neighbours& neighbours) const {
        constexpr int kMost = 4;
        constexpr double kAround = 8;  // units
        Aabb around = grown(way_, kAround);
        around.min.z -= options_.step_height;  // it may step over a gap
        std::vector<std::uint32_t> seen = from;
        std::size_t first = 0;  // of those that were found last
        for (int crossed = 0; crossed < kMost; ++crossed) {
            const std::size_t end = seen.size();
            for (; first < end; ++first) {
                for (const std::uint32_t next : neighbours[seen[first]]) {
                    if (touch(boxes_[next], around) &&
                        std::ranges::find(seen, next) == seen.end()) {
                        seen.push_back(next);
                    }
                }
            }
        }
        return std::ranges::find_first_of(seen, to) != seen.end();
    }

    // True if a steep slope is beside the mover: it rests a skin from it, and so stands higher over
    // the floor at its foot.
    bool leans_on_slope(SpaceId space) const {
        for (int direction = 0; direction < 8; ++direction) {
            const auto [sine, cosine] = sin_cos(45.0 * direction);
            const Vec3 way = Vec3{cosine, sine, 0} * (2 * options_.skin);
            const Contact met = trace(
                world_, space, state_.position, state_.position + way, {.mask = options_.mask});
            if (met.hit && met.normal.z > 0 && met.normal.z < options_.floor_normal) {
                return true;
            }
        }
        return false;
    }

    const Level* level_;
    CollisionWorld world_;
    MoverBodies bodies_;
    bool crouches_;
    MoverOptions options_;
    std::map<std::uint32_t, MeshTriangles> meshes_;  // by space
    Neighbours floors_;                              // by edges and steps
    Neighbours ways_;                                // by links, too
    std::vector<Aabb> boxes_;
    std::vector<std::uint32_t> islands_;  // of the polygons; no two meshes have the same number
    std::vector<Vec3> starts_;
    std::vector<std::uint32_t> own_polygons_;                  // of the mesh on which it stands
    double lowest_ = std::numeric_limits<double>::infinity();  // below it is no floor [units]
    Random random_;
    MoverState state_;
    MoverInput input_;
    // Where it was last on the ground, and the polygons below it there; none after what is not
    // compared.
    Vec3 left_;
    std::vector<std::uint32_t> last_;
    Aabb way_;  // around its way since then
    bool is_falling_ = false;
    bool does_jump_ = false;
    std::size_t walks_ = 0;
    std::size_t left_steps_ = 1;  // of this walk
    bool was_crouched_ = false;
    FloorWalkReport report_;
};

}  // namespace

FloorWalkReport check_floor(const Level& level,
                            std::size_t steps,
                            std::uint64_t seed,
                            FloorWalker walker) {
    return RandomWalker(level, seed, walker).run(steps);
}

}  // namespace halfspace::test
