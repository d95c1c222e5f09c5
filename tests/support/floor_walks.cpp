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

// The triangles of a mesh and their boxes.
class MeshTriangles {
public:
    MeshTriangles(const Level& level, std::size_t mesh) {
        const auto end_of = [](const auto& records, std::size_t i, auto first, std::size_t last) {
            return i + 1 < records.size() ? std::size_t{records[i + 1].*first} : last;
        };
        const auto meshes = level.nav_meshes();
        const auto polygons = level.nav_polygons();
        const auto edges = level.nav_edges();
        const std::size_t end =
            end_of(meshes, mesh, &NavMeshRecord::first_polygon, polygons.size());
        for (std::size_t p = meshes[mesh].first_polygon; p < end; ++p) {
            const std::size_t first = polygons[p].first_edge;
            const std::size_t last =
                end_of(polygons, p, &NavPolygonRecord::first_edge, edges.size());
            const auto corner = [&](std::size_t e) {
                return level.nav_vertices()[edges[e].vertex];
            };
            for (std::size_t e = first + 2; e < last; ++e) {
                triangles_.push_back(
                    {static_cast<std::uint32_t>(p), corner(first), corner(e - 1), corner(e)});
            }
        }
    }

    std::size_t size() const { return triangles_.size(); }

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

// Which polygons lead to which others, by edges, steps and links.
std::vector<std::vector<std::uint32_t>> neighbours_of(const Level& level) {
    const auto polygons = level.nav_polygons();
    const auto edges = level.nav_edges();
    std::vector<std::vector<std::uint32_t>> result(polygons.size());
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
    for (const NavLinkRecord& link : level.nav_links()) {
        result[link.from_polygon].push_back(link.to_polygon);
    }
    return result;
}

// The boxes of all polygons.
std::vector<Aabb> boxes_of(const Level& level) {
    const auto polygons = level.nav_polygons();
    std::vector<Aabb> boxes(polygons.size());
    for (std::size_t p = 0; p < polygons.size(); ++p) {
        const std::size_t end =
            p + 1 < polygons.size() ? polygons[p + 1].first_edge : level.nav_edges().size();
        for (std::size_t e = polygons[p].first_edge; e < end; ++e) {
            boxes[p] = merge(boxes[p], level.nav_vertices()[level.nav_edges()[e].vertex]);
        }
    }
    return boxes;
}

// Walks, jumps and crouches from all starts of a level.
class RandomWalker {
public:
    RandomWalker(const Level& level, std::uint64_t seed)
        : world_(level),
          bodies_{*find_space(level, "stand"), *find_space(level, "crouch")},
          neighbours_(neighbours_of(level)),
          boxes_(boxes_of(level)),
          random_(seed) {
        for (const PlacedModel& model : models_of_navigation(level)) {
            world_.place(model.model, model.transform);
        }
        for (std::size_t m = 0; m < level.nav_meshes().size(); ++m) {
            meshes_.emplace(level.nav_meshes()[m].space, MeshTriangles(level, m));
        }
        for (const Vec3& vertex : level.nav_vertices()) {
            lowest_ = std::min(lowest_, vertex.z - 64);
        }
        for (const PlayerStart& start : player_starts(level)) {
            starts_.push_back(start.position);
        }
        const Result<NavMesh> mesh = NavMesh::from_level(level, std::get<SpaceId>(bodies_.stand));
        const std::size_t most = starts_.empty() ? 16 : 0;
        for (std::uint64_t i = 0; mesh && starts_.size() < most; ++i) {
            const std::optional<NavPlace> place = random_place(*mesh, seed + i);
            if (!place) {
                break;
            }
            starts_.push_back(place->position + Vec3{0, 0, 1});
        }
    }

    FloorWalkReport run(std::size_t steps) {
        for (std::size_t step = 0; step < steps && !starts_.empty(); ++step) {
            if (step % 4000 == 0 || state_.position.z < lowest_) {
                begin_anew();
            }
            if (random_.one_in(30)) {
                input_ = quantised({.view = {0, random_.real(-180, 180), 0},
                                    .forward = random_.one_in(8) ? random_.real(-1, 1) : 1,
                                    .left = random_.one_in(4) ? random_.real(-1, 1) : 0,
                                    .jump = random_.one_in(6),
                                    .crouch = random_.one_in(6)});
            }
            const Vec3 before = state_.position;
            const MoverStep moved = step_mover(world_, bodies_, state_, input_, options_);
            state_ = moved.state;
            if (moved.problem != MoverProblem::None || state_.mode != MoverMode::Ground) {
                last_.clear();
            } else {
                count_grounded(before);
            }
        }
        return report_;
    }

private:
    void begin_anew() {
        const auto last = static_cast<std::int64_t>(starts_.size()) - 1;
        state_ = mover_at(starts_[static_cast<std::size_t>(random_.integer(0, last))]);
        last_.clear();
    }

    void count_grounded(const Vec3& before) {
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
        if (!last_.empty() && !below.empty() && was_crouched_ == is_crouched) {
            ++report_.moves;
            if (!are_joined(last_, below, merge(Aabb{before, before}, state_.position))) {
                ++report_.leaps;
                add_difference(report_.report,
                               "from " + text(before) + " to " + text(state_.position) +
                                   " no edge, step or link leads");
            }
        }
        last_ = std::move(below);
        was_crouched_ = is_crouched;
    }

    // True if edges, steps and links lead from one of some polygons to one of others, by polygons
    // around a move.
    bool are_joined(const std::vector<std::uint32_t>& from,
                    const std::vector<std::uint32_t>& to,
                    const Aabb& move) const {
        constexpr double kAround = 8;  // units
        Aabb around = grown(move, kAround);
        around.min.z -= options_.step_height;  // it may step over a gap
        std::vector<std::uint32_t> seen = from;
        for (std::size_t i = 0; i < seen.size(); ++i) {
            if (std::ranges::find(to, seen[i]) != to.end()) {
                return true;
            }
            for (const std::uint32_t next : neighbours_[seen[i]]) {
                if (touch(boxes_[next], around) && std::ranges::find(seen, next) == seen.end()) {
                    seen.push_back(next);
                }
            }
        }
        return false;
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

    CollisionWorld world_;
    MoverBodies bodies_;
    MoverOptions options_;
    std::map<std::uint32_t, MeshTriangles> meshes_;  // by space
    std::vector<std::vector<std::uint32_t>> neighbours_;
    std::vector<Aabb> boxes_;
    std::vector<Vec3> starts_;
    double lowest_ = std::numeric_limits<double>::infinity();  // below it is no floor [units]
    Random random_;
    MoverState state_;
    MoverInput input_;
    std::vector<std::uint32_t> last_;  // the polygons below it, if the last step was grounded
    bool was_crouched_ = false;
    FloorWalkReport report_;
};

}  // namespace

FloorWalkReport check_floor(const Level& level, std::size_t steps, std::uint64_t seed) {
    return RandomWalker(level, seed).run(steps);
}

}  // namespace halfspace::test
