// SPDX-License-Identifier: MIT
// The side of C++ in the benchmarks of the Python package: python_table.py loads it by ctypes and
// takes the time of the same questions, in the same process.
#include "halfspace/level/level.h"
#include "halfspace/move/mover.h"
#include "halfspace/query/beams.h"
#include "halfspace/query/classify.h"
#include "halfspace/query/free.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/space.h"
#include "halfspace/query/sweep.h"
#include "halfspace/query/trace.h"
#include "halfspace/spatial/triangle_bvh.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace halfspace;  // NOLINT(google-build-using-namespace): a program

// What a caller in C++ has ready before it asks.
struct Side {
    Level level;
    SpaceId body;
    MoverBodies movers;
    ConvexShape ball;
    std::optional<TriangleBvh> mesh;
};

}  // namespace

extern "C" {

Side* side_open(const char* path, const char* body) {
    Result<Level> level = map_level(path);
    const auto space = level ? find_space(*level, body) : std::nullopt;
    const auto crouch = level ? find_space(*level, "crouch") : std::nullopt;
    if (!space || !crouch) {
        std::fprintf(stderr, "%s: cannot be loaded, or has no body %s\n", path, body);
        return nullptr;
    }
    return new Side{*std::move(level), *space, {*space, *crouch}, *ConvexShape::sphere(8), {}};
}

// The arrays must outlive the side.
bool side_mesh(Side* side,
               const double* vertices,
               std::size_t vertex_count,
               const std::uint32_t* triangles,
               std::size_t triangle_count) {
    Result<TriangleBvh> tree = TriangleBvh::build(
        {std::span(vertices, 3 * vertex_count), {triangles, 3 * triangle_count}});
    if (!tree) {
        return false;
    }
    side->mesh.emplace(*std::move(tree));
    return true;
}

void side_trace_all(const Side* side, const Segment* segments, std::size_t count, Contact* to) {
    trace_all(side->level, side->body, {segments, count}, {to, count});
}

// Single questions, one after the other. A sum is given back, so that no question is left out.
double side_trace(const Side* side, const Segment* segments, std::size_t count) {
    double sum = 0;
    for (const Segment& s : std::span(segments, count)) {
        sum += trace(side->level, side->body, s.from, s.to).fraction;
    }
    return sum;
}

double side_sight(const Side* side, const Segment* segments, std::size_t count) {
    double sum = 0;
    for (const Segment& s : std::span(segments, count)) {
        sum += line_of_sight(side->level, s.from, s.to) ? 1 : 0;
    }
    return sum;
}

double side_contents(const Side* side, const Segment* segments, std::size_t count) {
    double sum = 0;
    for (const Segment& s : std::span(segments, count)) {
        sum += static_cast<std::uint32_t>(point_contents(side->level, s.from));
    }
    return sum;
}

double side_free(const Side* side, const Segment* segments, std::size_t count) {
    double sum = 0;
    for (const Segment& s : std::span(segments, count)) {
        sum += is_free(side->level, side->body, s.from) ? 1 : 0;
    }
    return sum;
}

double side_sweep(const Side* side, const Segment* segments, std::size_t count) {
    double sum = 0;
    for (const Segment& s : std::span(segments, count)) {
        sum += sweep(side->level, {side->ball, {}}, s.from, s.to).fraction;
    }
    return sum;
}

// Each start sends beams in these directions.
double side_beams(const Side* side,
                  const Segment* segments,
                  std::size_t count,
                  const Vec3* directions,
                  std::size_t direction_count,
                  const char* body) {
    const SpaceId space = *find_space(side->level, body);
    double sum = 0;
    std::vector<double> distances(direction_count);
    for (const Segment& s : std::span(segments, count)) {
        const Transform pose = moved_by(s.from);
        beam_distances(
            side->level, space, {{&pose, 1}, {directions, direction_count}, 512}, distances);
        sum += distances.front();
    }
    return sum;
}

double side_step_movers(const Side* side,
                        const MoverState* states,
                        std::size_t count,
                        const MoverInput* inputs) {
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
        sum += step_mover(side->level, side->movers, states[i], inputs[i]).state.position.x;
    }
    return sum;
}

// Of each row the second half is the direction.
double side_rays(const Side* side, const Segment* rays, std::size_t count) {
    double sum = 0;
    for (const Segment& ray : std::span(rays, count)) {
        const auto hit = side->mesh->raycast({ray.from, ray.to});
        sum += hit ? hit->t : 0;
    }
    return sum;
}

double side_closest(const Side* side, const Segment* points, std::size_t count) {
    double sum = 0;
    for (const Segment& point : std::span(points, count)) {
        sum += side->mesh->closest_point(point.from)->distance;
    }
    return sum;
}

}  // extern "C"
