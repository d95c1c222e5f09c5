// SPDX-License-Identifier: MIT
// One table of all questions about a level. The tests of stack, batches, answers on other machines
// and brute force, and the benchmarks, are loops over this table. It uses the public headers only,
// so that an installed consumer and other compilers can build it.
#pragma once

#include "halfspace/base/executor.h"
#include "halfspace/math/aabb.h"
#include "halfspace/query/placed_level.h"
#include "halfspace/query/segment.h"
#include "halfspace/spatial/convex_shape.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace::test {

// What a question is about.
enum class Subject {
    Point,        // a point
    Segment,      // a segment
    Box,          // a box
    Position,     // a position of the body of a space
    Motion,       // a motion of the body of a space
    ShapeMotion,  // a motion of a body of any shape
    Model,        // a model of the level
};

// Things to ask about. A question reads the fields of its subject.
struct Asked {
    std::span<const Vec3> points = {};       // Point, Position
    std::span<const Segment> segments = {};  // Segment, Motion, ShapeMotion
    std::span<const Aabb> boxes = {};        // Box
    SpaceId space{0};                        // Position, Motion
    const PlacedShape* body = nullptr;       // ShapeMotion
};

// Boxes to ask about: 8 and 2^-40 units wide, two on each point; fewer where a box that is so
// narrow has no volume.
std::vector<Aabb> boxes_at(std::span<const Vec3> points);

// How many things a question is asked about.
std::size_t count_of(const PlacedLevel& here, Subject subject, const Asked& asked);

// All that a question answers about one thing, as words. Equal answers have equal bits.
using Answer = std::vector<std::uint64_t>;

// A way to ask about `count` things, with memory for the answers.
struct Way {
    // Answers all. Allocates only what the question allocates.
    std::function<void(const PlacedLevel& here, const Asked& asked, const Executor& executor)> ask;
    // What thing i was answered.
    std::function<Answer(std::size_t i)> answer;
};
using MakeWay = std::function<Way(std::size_t count)>;

struct Question {
    std::string name;
    Subject subject = Subject::Point;
    std::size_t kilobytes = 0;  // its stack is at most this, as its header promises
    MakeWay one_by_one;         // the executor does nothing
    // The batch; empty if the question has none.
    std::size_t batch_kilobytes = 0;
    std::size_t part = 0;  // so many things are a part for the executor
    MakeWay all = {};
};

const std::vector<Question>& questions();

// The question of this name. Stops the program if the table has none.
const Question& question_of(std::string_view name);

}  // namespace halfspace::test
