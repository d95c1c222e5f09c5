// SPDX-License-Identifier: MIT
// The level that a benchmark works on, and segments in the open of it.
#pragma once

#include "halfspace/base/file.h"
#include "halfspace/compile/compile.h"
#include "halfspace/formats/read_world.h"
#include "halfspace/query/classify.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/trace.h"

#include "support/random.h"
#include "support/scenes.h"
#include "thread_time.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::bench {

template <class T>
T required(Result<T> result) {
    if (!result) {
        std::fprintf(stderr, "%s\n", to_string(result.error()).c_str());
        std::exit(1);
    }
    return std::move(*result);
}

// That of the environment variable HALFSPACE_BENCH_MAP, a source as read_world takes
// it; without the variable, a generated scene.
inline World bench_world() {
    const char* const name = std::getenv("HALFSPACE_BENCH_MAP");
    if (name == nullptr) {
        return test::make_scene(test::SceneKind::RotatedBoxes, 2000, 1);
    }
    return required(read_world(std::string(name))).world;
}

inline Level compile_level(Collision collision) {
    CompileOptions options;
    options.bad_brushes = CompileOptions::BadBrushes::Skip;
    options.collision = collision;
    auto compiled = compile(bench_world(), options);
    if (!compiled) {
        std::fprintf(stderr, "%s\n", to_string(compiled.error().front()).c_str());
        std::exit(1);
    }
    return required(Level::from_data(compiled->level));
}

inline Vec3 point_in_box(const ModelRecord& model, test::Random& random) {
    const double x = random.real(model.min[0], model.max[0]);
    const double y = random.real(model.min[1], model.max[1]);
    const double z = random.real(model.min[2], model.max[2]);
    return {x, y, z};
}

// True if no axis leads out into the void around the level.
inline bool is_enclosed(const Level& level, const Vec3& p) {
    constexpr double kFar = 1e6;
    for (const Vec3& away : {Vec3{kFar, 0, 0}, Vec3{0, kFar, 0}, Vec3{0, 0, kFar}}) {
        if (line_of_sight(level, p, p + away) || line_of_sight(level, p, p - away)) {
            return false;
        }
    }
    return !any(point_contents(level, p) & kSightBlockers);
}

// From where the body of the space stands free within the level, in any direction.
inline std::vector<Segment> open_segments(
    const Level& level, SpaceId space, std::size_t count, double shortest, double longest) {
    test::Random random(2);
    std::vector<Segment> segments;
    while (segments.size() < count) {
        const Vec3 from = point_in_box(level.models()[0], random);
        const Vec3 direction{random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)};
        const double size = length(direction);
        if (size > 0.1 && size <= 1 && is_enclosed(level, from) &&
            first_transition(level, space, from, from).kind == Transition::Kind::AllEmpty) {
            segments.push_back({from, from + direction * (random.real(shortest, longest) / size)});
        }
    }
    return segments;
}

// At most `most` of the segments of a file: records of ten floats, `from` and `to` first.
inline std::vector<Segment> recorded_segments(const std::string& path, std::size_t most) {
    const std::vector<std::byte> bytes = required(read_file(path));
    std::vector<std::array<float, 10>> records(std::min(most, bytes.size() / 40));
    std::memcpy(records.data(), bytes.data(), records.size() * sizeof(records[0]));
    std::vector<Segment> segments;
    for (const auto& r : records) {
        segments.push_back({{r[0], r[1], r[2]}, {r[3], r[4], r[5]}});
    }
    return segments;
}

}  // namespace halfspace::bench
