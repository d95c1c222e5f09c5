// SPDX-License-Identifier: MIT
// A mover that walks at random stands on the navigation mesh, wherever it goes.
#include "halfspace/move/mover.h"
#include "halfspace/move/player_start.h"
#include "halfspace/nav_build/build_nav.h"
#include "halfspace/query/space.h"

#include "support/random.h"
#include "support/repeats.h"
#include "support/scene_levels.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <limits>
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
    MeshTriangles(const NavData& data, std::size_t mesh) {
        const auto end_of = [](const auto& records, std::size_t i, auto first, std::size_t last) {
            return i + 1 < records.size() ? std::size_t{records[i + 1].*first} : last;
        };
        const std::size_t end =
            end_of(data.meshes, mesh, &NavMeshRecord::first_polygon, data.polygons.size());
        for (std::size_t p = data.meshes[mesh].first_polygon; p < end; ++p) {
            const std::size_t first = data.polygons[p].first_edge;
            const std::size_t last =
                end_of(data.polygons, p, &NavPolygonRecord::first_edge, data.edges.size());
            const auto corner = [&](std::size_t e) { return data.vertices[data.edges[e].vertex]; };
            for (std::size_t e = first + 2; e < last; ++e) {
                triangles_.push_back({static_cast<std::uint32_t>(p),
                                      corner(first),
                                      corner(e - 1),
                                      corner(e)});
            }
        }
    }

    std::size_t size() const { return triangles_.size(); }

    struct Nearest {
        double distance = std::numeric_limits<double>::infinity();
        std::uint32_t polygon = kNone;
    };
    Nearest nearest(const Vec3& p) const {
        Nearest best;
        for (const auto& [polygon, a, b, c] : triangles_) {
            const Aabb box = merge(merge(Aabb{a, a}, b), c);
            if (contains(grown(box, std::min(best.distance, 1e6)), p)) {
                const double distance = distance_to_triangle(p, a, b, c);
                if (distance < best.distance) {
                    best = {distance, polygon};
                }
            }
        }
        return best;
    }

private:
    struct Triangle {
        std::uint32_t polygon;
        Vec3 a, b, c;
    };
    std::vector<Triangle> triangles_;
};

struct Walked {
    std::size_t grounded = 0;
    std::size_t wedged = 0;  // between steep slopes
    std::size_t apart = 0;   // grounded, and not on the mesh
    double farthest = 0;     // of those on the mesh, from it
    std::size_t moves = 0;   // from a grounded state to the next one
    std::size_t leaps = 0;   // moves that no few edges and steps explain
};

// Which polygons are beside each other, by edges and by steps.
std::vector<std::vector<std::uint32_t>> neighbours_of(const NavData& data) {
    std::vector<std::vector<std::uint32_t>> result(data.polygons.size());
    std::vector<std::uint32_t> polygon_of(data.edges.size());
    std::uint32_t polygon = 0;
    for (std::uint32_t e = 0; e < data.edges.size(); ++e) {
        while (polygon + 1 < data.polygons.size() &&
               data.polygons[polygon + 1].first_edge <= e) {
            ++polygon;
        }
        polygon_of[e] = polygon;
        if (data.edges[e].neighbour != kNone) {
            result[polygon].push_back(data.edges[e].neighbour);
        }
    }
    for (const NavStepRecord& step : data.steps) {
        result[polygon_of[step.lower]].push_back(polygon_of[step.upper]);
        result[polygon_of[step.upper]].push_back(polygon_of[step.lower]);
    }
    return result;
}

// True if so few edges and steps lead from one polygon to the other.
bool is_near(const std::vector<std::vector<std::uint32_t>>& neighbours,
             std::uint32_t from,
             std::uint32_t to,
             int hops) {
    return from == to ||
           (hops > 0 && std::ranges::any_of(neighbours[from], [&](std::uint32_t next) {
                return is_near(neighbours, next, to, hops - 1);
            }));
}

// Walks, jumps and crouches from all starts of the level.
Walked walk(const Level& level, std::size_t steps, std::uint64_t seed) {
    const auto data = build_navigation(level);
    EXPECT_TRUE(data.has_value());
    const MoverOptions options;
    const MoverBodies bodies{*find_space(level, "stand"), *find_space(level, "crouch")};
    std::vector<PlacedModel> models;
    for (const PlacedModel& model : models_at_rest(level)) {
        if (stays_in_place(level, model.model) &&
            (level.models()[model.model.value].flags & kModelCurves) == 0) {
            models.push_back(model);
        }
    }
    const PlacedLevel around(level, models);
    std::vector<MeshTriangles> meshes;
    for (std::size_t m = 0; data && m < data->meshes.size(); ++m) {
        meshes.emplace_back(*data, m);
    }
    const auto mesh_of = [&](SpaceId space) {
        const auto found = std::ranges::find(data->meshes, space.value, &NavMeshRecord::space);
        return static_cast<std::size_t>(found - data->meshes.begin());
    };
    std::vector<Vec3> starts;
    for (const PlayerStart& start : player_starts(level)) {
        starts.push_back(start.position);
    }
    const auto neighbours = neighbours_of(*data);
    std::uint32_t polygon = kNone;  // of the last step, if it was grounded
    Random random(seed);
    Walked walked;
    MoverState state = mover_at(starts.front());
    MoverInput input;
    bool was_crouched = false;
    for (std::size_t step = 0; step < steps; ++step) {
        if (step % 4000 == 0) {
            polygon = kNone;
            state = mover_at(starts[static_cast<std::size_t>(
                random.integer(0, static_cast<std::int64_t>(starts.size()) - 1))]);
        }
        if (random.one_in(30)) {
            input = quantised({.view = {0, random.real(-180, 180), 0},
                               .forward = random.one_in(8) ? random.real(-1, 1) : 1,
                               .left = random.one_in(4) ? random.real(-1, 1) : 0,
                               .jump = random.one_in(6),
                               .crouch = random.one_in(6)});
        }
        const Vec3 before = state.position;
        const MoverStep moved = step_mover(around, bodies, state, input, options);
        state = moved.state;
        if (moved.problem != MoverProblem::None || state.mode != MoverMode::Ground) {
            polygon = kNone;
            continue;
        }
        const bool is_crouched = has_flag(state.flags, MoverFlags::Crouched);
        const auto [distance, below] =
            meshes[mesh_of(std::get<SpaceId>(is_crouched ? bodies.crouch : bodies.stand))]
                .nearest(state.position);
        if (polygon != kNone && was_crouched == is_crouched) {
            ++walked.moves;
            if (!is_near(neighbours, polygon, below, 4)) {
                ++walked.leaps;
                if (std::getenv("HALFSPACE_WALKED") != nullptr && walked.leaps < 6) {
                    std::cout << "from " << before.x << ' ' << before.y << ' ' << before.z
                              << " to " << state.position.x << ' ' << state.position.y << ' '
                              << state.position.z << "\n";
                }
            }
        }
        polygon = below;
        was_crouched = is_crouched;
        ++walked.grounded;
        // The mover rests a skin from the floor. It keeps a height that is off by a quarter of the
        // skin (kLoose in stepper.cpp), and motions end up to some hairs off.
        if (distance <= 1.25 * options.skin + 4.0 / 1024) {
            walked.farthest = std::max(walked.farthest, distance);
        } else if (state.ground_normal.z < options.floor_normal) {
            ++walked.wedged;
        } else {
            ++walked.apart;
            if (walked.apart < 4) {
                ADD_FAILURE() << "at " << state.position.x << ' ' << state.position.y << ' '
                              << state.position.z << ", " << distance << " from the mesh, normal "
                              << state.ground_normal.x << ' ' << state.ground_normal.y << ' '
                              << state.ground_normal.z << (is_crouched ? ", crouched" : "");
            }
        }
    }
    return walked;
}

void check_walks(const std::filesystem::path& path) {
    SCOPED_TRACE(path.filename().string());
    const auto level = compiled_map(path);
    ASSERT_TRUE(level.has_value());
    const Walked walked = walk(*level, repeats(20'000), 5);
    EXPECT_EQ(walked.apart, 0u);
    EXPECT_GT(walked.grounded, repeats(20'000) / 10);
    // A step that is too high at one end of its edge is left out, and a few walkers take the other.
    EXPECT_LE(walked.leaps * 2000, walked.moves + 2000);
    if (std::getenv("HALFSPACE_WALKED") != nullptr) {
        std::cout << path.filename().string() << ": " << walked.grounded << " grounded, "
                  << walked.wedged << " wedged, " << walked.apart << " apart, farthest "
                  << walked.farthest << ", " << walked.leaps << " leaps of " << walked.moves
                  << "\n";
    }
}

TEST(WalkedFloor, IsTheMeshOfExamples) {
    for (const char* const name : {"keep.map", "station.map", "arena.map", "cistern.map"}) {
        check_walks(project_file(std::string("examples/levels/") + name));
    }
}

TEST(WalkedFloor, IsTheMeshOfRealLevels) {
    for (const char* const name : {"id1/dm4.map", "id1/e1m1.map", "librequake/lq_e1m1.map"}) {
        const std::filesystem::path path = test_data(std::string("maps/") + name);
        if (path.empty()) {
            GTEST_SKIP() << "no real levels";
        }
        check_walks(path);
    }
}

}  // namespace
}  // namespace halfspace::test
