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
                triangles_.push_back({corner(first), corner(e - 1), corner(e)});
            }
        }
    }

    std::size_t size() const { return triangles_.size(); }

    double distance(const Vec3& p) const {
        double best = std::numeric_limits<double>::infinity();
        for (const auto& [a, b, c] : triangles_) {
            const Aabb box = merge(merge(Aabb{a, a}, b), c);
            if (contains(grown(box, std::min(best, 1e6)), p)) {
                best = std::min(best, distance_to_triangle(p, a, b, c));
            }
        }
        return best;
    }

private:
    struct Triangle {
        Vec3 a, b, c;
    };
    std::vector<Triangle> triangles_;
};

struct Walked {
    std::size_t grounded = 0;
    std::size_t wedged = 0;  // between steep slopes
    std::size_t apart = 0;   // grounded, and not on the mesh
    double farthest = 0;     // of those on the mesh, from it
};

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
    Random random(seed);
    Walked walked;
    MoverState state = mover_at(starts.front());
    MoverInput input;
    for (std::size_t step = 0; step < steps; ++step) {
        if (step % 4000 == 0) {
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
        const MoverStep moved = step_mover(around, bodies, state, input, options);
        state = moved.state;
        if (moved.problem != MoverProblem::None || state.mode != MoverMode::Ground) {
            continue;
        }
        const bool is_crouched = has_flag(state.flags, MoverFlags::Crouched);
        const double distance =
            meshes[mesh_of(std::get<SpaceId>(is_crouched ? bodies.crouch : bodies.stand))].distance(
                state.position);
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
    if (std::getenv("HALFSPACE_WALKED") != nullptr) {
        std::cout << path.filename().string() << ": " << walked.grounded << " grounded, "
                  << walked.wedged << " wedged, " << walked.apart << " apart, farthest "
                  << walked.farthest << "\n";
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
