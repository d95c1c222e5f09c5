// SPDX-License-Identifier: MIT
// The jobs whose instructions count.py counts: each hot path of the library has one. Uses the
// public headers only, and one thread.
//
//     count_jobs LEVEL.map        does all jobs
//     count_jobs LEVEL.map JOB    does one job
//
// Prints one line for each job: its name, and a number that follows from its answers. A job first
// prepares its input. count.py counts only what counted_part does then.
#include "halfspace/base/file.h"
#include "halfspace/compile/compile.h"
#include "halfspace/level/level.h"
#include "halfspace/math/frustum.h"
#include "halfspace/move/mover.h"
#include "halfspace/query/classify.h"
#include "halfspace/query/free.h"
#include "halfspace/query/order.h"
#include "halfspace/query/placed_level.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/space.h"
#include "halfspace/query/sweep.h"
#include "halfspace/query/trace.h"
#include "halfspace/verify/verify.h"

#include "formats/shared/map_reader.h"
#include "support/random.h"
#include "support/scenes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using CountedPart = std::function<std::size_t()>;

// count.py tells Callgrind this name, so C++ must not decorate the name.
extern "C" [[gnu::noinline]] std::size_t counted_part(const CountedPart* part) {
    return (*part)();
}

namespace halfspace {
namespace {

constexpr std::size_t kPoints = 20000;
constexpr std::size_t kSegments = 5000;
constexpr std::size_t kEyes = 100;
constexpr std::size_t kSweeps = 500;  // of each shape
constexpr std::size_t kSteps = 2000;

template <class T>
T required(Result<T> result) {
    if (!result) {
        std::fprintf(stderr, "count_jobs: %s\n", to_string(result.error()).c_str());
        std::exit(1);
    }
    return std::move(*result);
}

std::string text_of(const std::string& path) {
    const std::vector<std::byte> bytes = required(read_file(path));
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

World world_of(const std::string& path) {
    return required(read_map(text_of(path), path)).world;
}

LevelData data_of(const World& world) {
    auto compiled = compile(world, {.threads = 1});
    if (!compiled) {
        std::fprintf(stderr, "count_jobs: %s\n", to_string(compiled.error().front()).c_str());
        std::exit(1);
    }
    return std::move(compiled->level);
}

Level level_of(const std::string& path) {
    return required(Level::from_data(data_of(world_of(path))));
}

SpaceId player(const Level& level) {
    return find_space(level, "stand").value();
}

Vec3 point_in_box(const Aabb& box, test::Random& random) {
    const double x = random.real(box.min.x, box.max.x);
    const double y = random.real(box.min.y, box.max.y);
    const double z = random.real(box.min.z, box.max.z);
    return {x, y, z};
}

std::vector<Vec3> points_in(const Level& level, std::size_t count) {
    test::Random random(1);
    std::vector<Vec3> points;
    while (points.size() < count) {
        points.push_back(point_in_box(level.model_bounds(kWorldModel), random));
    }
    return points;
}

// From places where the player is free, in any direction. A long segment of 256 to 512 units and a
// short one of 8 units take turns.
std::vector<Segment> segments_in(const Level& level, std::size_t count) {
    test::Random random(2);
    std::vector<Segment> segments;
    while (segments.size() < count) {
        const Vec3 from = point_in_box(level.model_bounds(kWorldModel), random);
        const Vec3 way = point_in_box({{-1, -1, -1}, {1, 1, 1}}, random);
        if (length(way) > 0.1 && is_free(level, player(level), from)) {
            const double units = segments.size() % 2 == 0 ? random.real(256, 512) : 8;
            segments.push_back({from, from + way * (units / length(way))});
        }
    }
    return segments;
}

CountedPart read_map_job(const std::string& path) {
    return [path, text = text_of(path)] {
        return required(read_map(text, path)).world.entities.size();
    };
}

// The level with 32 wedges around one axis, which overlap and share planes. With them CSG takes a
// third of the instructions; in the level alone it takes an eighth.
CountedPart compile_job(const std::string& path) {
    World world = world_of(path);
    const World wedges = test::make_scene(test::SceneKind::PieWedges, 32, 1);
    std::ranges::copy(wedges.entities.front().brushes,
                      std::back_inserter(world.entities.front().brushes));
    return [world] { return data_of(world).nodes.size(); };
}

CountedPart write_and_load_job(const std::string& path) {
    return [data = data_of(world_of(path))] {
        return required(Level::from_bytes(write_level(data))).bytes().size();
    };
}

CountedPart verify_job(const std::string& path) {
    return [world = world_of(path), level = level_of(path)] {
        return static_cast<std::size_t>(verify(level, world, {.threads = 1}).volumes);
    };
}

CountedPart point_contents_job(const std::string& path) {
    const Level level = level_of(path);
    return [level, points = points_in(level, kPoints)] {
        std::size_t filled = 0;
        for (const Vec3& point : points) {
            filled += any(point_contents(level, point)) ? 1 : 0;
        }
        return filled;
    };
}

CountedPart point_contents_all_job(const std::string& path) {
    const Level level = level_of(path);
    return [level, points = points_in(level, kPoints)] {
        std::vector<Contents> results(points.size());
        point_contents_all(level, points, results);
        return static_cast<std::size_t>(
            std::ranges::count_if(results, [](Contents contents) { return any(contents); }));
    };
}

CountedPart line_of_sight_job(const std::string& path) {
    const Level level = level_of(path);
    return [level, segments = segments_in(level, kSegments)] {
        std::size_t clear = 0;
        for (const auto& [from, to] : segments) {
            clear += line_of_sight(level, from, to) ? 1 : 0;
        }
        return clear;
    };
}

CountedPart trace_job(const std::string& path) {
    const Level level = level_of(path);
    return [level, space = player(level), segments = segments_in(level, kSegments)] {
        std::size_t hits = 0;
        for (const auto& [from, to] : segments) {
            hits += trace(level, space, from, to).hit ? 1 : 0;
        }
        return hits;
    };
}

// Through the world and its doors.
CountedPart trace_all_job(const std::string& path) {
    const Level level = level_of(path);
    return [level, doors = models_at_rest(level), segments = segments_in(level, kSegments)] {
        std::vector<Contact> results(segments.size());
        trace_all({level, doors}, player(level), segments, results);
        return static_cast<std::size_t>(std::ranges::count_if(results, &Contact::hit));
    };
}

// The player's box and one body of each other kind, through the world and its doors.
CountedPart sweeps_job(const std::string& path) {
    const Level level = level_of(path);
    const Vec3 corners[] = {{12, 0, -24}, {-7, 11, -24}, {-8, -10, -24}, {1, 2, 32}};
    const std::vector<ConvexShape> shapes{required(ConvexShape::box({15, 15, 28})),
                                          required(ConvexShape::sphere(12)),
                                          required(ConvexShape::capsule(16, 12)),
                                          required(ConvexShape::cylinder(28, 15)),
                                          required(ConvexShape::points(corners))};
    return [level, shapes, doors = models_at_rest(level), segments = segments_in(level, kSweeps)] {
        std::size_t hits = 0;
        for (const ConvexShape& shape : shapes) {
            for (const auto& [from, to] : segments) {
                hits += sweep({level, doors}, {shape, moved_by({0, 0, 4})}, from, to).hit ? 1 : 0;
            }
        }
        return hits;
    };
}

// All faces that look to the eye, and those in a view of 90 degrees.
CountedPart face_order_job(const std::string& path) {
    const Level level = level_of(path);
    return [level, eyes = segments_in(level, kEyes)] {
        std::size_t faces = 0;
        for (const auto& [from, to] : eyes) {
            const Frustum frustum = frustum_of(*look_at(from, to, 90, 16.0 / 9));
            const auto add = [&](FaceRun run) { faces += run.count; };
            for_each_run(FaceOrder(level, from, DrawOrder::BackToFront), add);
            for_each_run(FaceOrder(level, from, DrawOrder::BackToFront, &frustum), add);
        }
        return faces;
    };
}

// A mover that looks elsewhere every 32 steps, jumps and crouches, among doors at rest.
CountedPart mover_job(const std::string& path) {
    const Level level = level_of(path);
    CollisionWorld world(level);
    world.place_models_at_rest();
    const MoverBodies bodies{player(level), find_space(level, "crouch").value()};
    return [world, bodies, start = segments_in(level, 1).front().from] {
        test::Random random(3);
        MoverState state = mover_at(start);
        MoverInput input;
        std::size_t touched = 0;
        for (std::size_t i = 0; i < kSteps; ++i) {
            if (i % 32 == 0) {
                input = quantised({.view = {.yaw = random.real(0, 360)},
                                   .forward = 1,
                                   .jump = random.one_in(4),
                                   .crouch = random.one_in(4)});
            }
            const MoverStep step = step_mover(world, bodies, state, input);
            touched += step.wall_count;
            state = step.state;
        }
        return touched;
    };
}

struct Job {
    std::string_view name;
    CountedPart (*prepare)(const std::string& path);
};

constexpr Job kJobs[] = {
    {"read_map", read_map_job},
    {"compile", compile_job},
    {"write_and_load", write_and_load_job},
    {"verify", verify_job},
    {"point_contents", point_contents_job},
    {"point_contents_all", point_contents_all_job},
    {"line_of_sight", line_of_sight_job},
    {"trace", trace_job},
    {"trace_all", trace_all_job},
    {"sweeps", sweeps_job},
    {"mover", mover_job},
    {"face_order", face_order_job},
};

}  // namespace
}  // namespace halfspace

int main(int argc, char** argv) {
    const std::string_view wanted = argc == 3 ? argv[2] : "";
    bool is_done = false;
    for (const halfspace::Job& job : halfspace::kJobs) {
        if (argc == 2 || (argc == 3 && job.name == wanted)) {
            const CountedPart part = job.prepare(argv[1]);
            std::printf("%s %zu\n", std::string(job.name).c_str(), counted_part(&part));
            is_done = true;
        }
    }
    if (!is_done) {
        std::fprintf(stderr, "usage: count_jobs LEVEL.map [JOB]; without JOB: all jobs\n");
        return 2;
    }
    return 0;
}
