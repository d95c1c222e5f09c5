// SPDX-License-Identifier: MIT
// The side of C++ in the benchmarks of the Python package: python_table.py loads it by ctypes and
// takes the time of the same questions, in the same process.
#include "halfspace/level/level.h"
#include "halfspace/query/classify.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/space.h"
#include "halfspace/query/trace.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>

namespace {

using namespace halfspace;  // NOLINT(google-build-using-namespace): a program

// What a caller in C++ has ready before it asks.
struct Side {
    Level level;
    SpaceId body;
};

}  // namespace

extern "C" {

Side* side_open(const char* path, const char* body) {
    Result<Level> level = map_level(path);
    const auto space = level ? find_space(*level, body) : std::nullopt;
    if (!space) {
        std::fprintf(stderr, "%s: cannot be loaded, or has no body %s\n", path, body);
        return nullptr;
    }
    return new Side{*std::move(level), *space};
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

}  // extern "C"
