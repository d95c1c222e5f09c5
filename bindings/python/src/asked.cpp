// SPDX-License-Identifier: MIT
// The questions that a level and a world answer alike.
#include "halfspace/query/beams.h"
#include "halfspace/query/classify.h"
#include "halfspace/query/free.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/space.h"
#include "halfspace/query/sweep.h"
#include "halfspace/query/trace.h"

#include "geometry.h"

#include <cmath>
#include <type_traits>

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

// Rows of a question, and the array for its answers.
template <class Row>
struct RowsOf {
    std::span<const Row> rows;
    bool is_one;
    Inputs inputs;
};

RowsOf<Vec3> points_of(const Rows& points) {
    return {points.as<Vec3>(), points.is_one(), {points.array()}};
}

RowsOf<Segment> segments_of(const Segments& segments) {
    return {segments.rows(), segments.is_one(), segments.inputs()};
}

// Answers rows by a batch, and a single one by a question alone.
template <class Answer, class Row, class One, class All>
py::object ask(const Asked& asked,
               const RowsOf<Row>& asking_rows,
               const py::dtype& dtype,
               py::handle out,
               unsigned threads,
               const One& one,
               const All& all) {
    const std::span<const Row> from = asking_rows.rows;
    Results results("out", out, dtype, {from.size()}, asking_rows.inputs);
    const auto to = results.as<Answer>();
    const Asking asking(asked);
    const PlacedLevel here = asked.placed();
    in_batches(
        {from.size()}, threads, [&](std::size_t begin, std::size_t count, const Executor& run) {
            const auto part = to.subspan(begin, count);
            if (count == 1) {
                part[0] = one(here, from[begin]);
            } else {
                all(here, from.subspan(begin, count), part, run);
            }
            if constexpr (std::is_same_v<Answer, Contact>) {
                clear_padding(part, run);
            }
        });
    return results.take(asking_rows.is_one);
}

py::object contents(const Asked& asked, py::handle points, py::handle out, unsigned threads) {
    const Rows rows("points", points, 3);
    return ask<Contents>(
        asked,
        points_of(rows),
        py::dtype::of<std::uint32_t>(),
        out,
        threads,
        [](const PlacedLevel& here, const Vec3& p) { return point_contents(here, p); },
        [](const PlacedLevel& here,
           std::span<const Vec3> from,
           std::span<Contents> to,
           const Executor& run) { point_contents_all(here, from, to, run); });
}

py::object trace_segments(const Asked& asked,
                          const std::string& body,
                          py::handle start,
                          py::handle end,
                          std::optional<std::uint32_t> mask,
                          double skin,
                          double hair,
                          py::handle out,
                          unsigned threads) {
    const SpaceId space = space_of(asked.level(), body);
    const TraceOptions options = options_of(mask, skin, hair);
    const Segments segments(start, end);
    return ask<Contact>(
        asked,
        segments_of(segments),
        contact_dtype(),
        out,
        threads,
        [&](const PlacedLevel& here, const Segment& s) {
            return trace(here, space, s.from, s.to, options);
        },
        [&](const PlacedLevel& here,
            std::span<const Segment> from,
            std::span<Contact> to,
            const Executor& run) { trace_all(here, space, from, to, options, run); });
}

py::object sweep_segments(const Asked& asked,
                          const ConvexShape& shape,
                          py::handle start,
                          py::handle end,
                          py::handle pose,
                          std::optional<std::uint32_t> mask,
                          double skin,
                          double hair,
                          py::handle out,
                          unsigned threads) {
    const PlacedShape body{shape, pose_within("pose", pose, kMaxSweepCoordinate)};
    const TraceOptions options = options_of(mask, skin, hair);
    const Segments segments(start, end);
    check_within(segments, kMaxSweepCoordinate);
    return ask<Contact>(
        asked,
        segments_of(segments),
        contact_dtype(),
        out,
        threads,
        [&](const PlacedLevel& here, const Segment& s) {
            return sweep(here, body, s.from, s.to, options);
        },
        [&](const PlacedLevel& here,
            std::span<const Segment> from,
            std::span<Contact> to,
            const Executor& run) { sweep_all(here, body, from, to, options, run); });
}

py::object sight(
    const Asked& asked, py::handle start, py::handle end, py::handle out, unsigned threads) {
    const Segments segments(start, end);
    return ask<std::uint8_t>(
        asked,
        segments_of(segments),
        py::dtype::of<bool>(),
        out,
        threads,
        [](const PlacedLevel& here, const Segment& s) -> std::uint8_t {
            return line_of_sight(here, s.from, s.to) ? 1 : 0;
        },
        [](const PlacedLevel& here,
           std::span<const Segment> from,
           std::span<std::uint8_t> to,
           const Executor& run) { line_of_sight_all(here, from, to, run); });
}

py::object free_places(const Asked& asked,
                       const std::string& body,
                       py::handle points,
                       std::optional<std::uint32_t> mask,
                       py::handle out,
                       unsigned threads) {
    const SpaceId space = space_of(asked.level(), body);
    const Rows rows("points", points, 3);
    const Contents blocking = contents_or(mask, kBodyBlockers);
    return ask<std::uint8_t>(
        asked,
        points_of(rows),
        py::dtype::of<bool>(),
        out,
        threads,
        [&](const PlacedLevel& here, const Vec3& p) -> std::uint8_t {
            return is_free(here, space, p, blocking) ? 1 : 0;
        },
        [&](const PlacedLevel& here,
            std::span<const Vec3> from,
            std::span<std::uint8_t> to,
            const Executor& run) { is_free_all(here, space, from, to, blocking, run); });
}

py::object unstuck(const Asked& asked,
                   const std::string& body,
                   py::handle points,
                   double distance,
                   std::optional<std::uint32_t> mask,
                   unsigned threads) {
    const SpaceId space = space_of(asked.level(), body);
    check_length("distance", distance);
    const Rows rows("points", points, 3);
    const auto from = rows.as<Vec3>();
    const Contents blocking = contents_or(mask, kBodyBlockers);
    const Asking asking(asked);
    const PlacedLevel here = asked.placed();
    return answer_points({from.size(), rows.is_one(), threads, 64}, [&](std::size_t i) {
        return unstick(here, space, from[i], distance, blocking);
    });
}

py::object beams(const Asked& asked,
                 py::handle poses,
                 py::handle directions,
                 double range,
                 const std::string& body,
                 py::handle themselves,
                 std::optional<std::uint32_t> mask,
                 py::handle out,
                 unsigned threads) {
    const SpaceId space = space_of(asked.level(), body);
    const std::vector<Transform> from = poses_of("poses", poses);
    const Rows rows("directions", directions, 3);
    need(range >= 0 && range <= 1e100, "range", "at least 0 and at most 1e100");
    for (const double x : std::span(rows.data(), 3 * rows.size())) {
        need(std::abs(x) <= 1e100, "directions", "within 1e100");
    }
    const std::vector<ObstacleId> own = obstacles_of("themselves", themselves, from.size());
    const auto fan = rows.as<Vec3>();
    Results results("out", out, py::dtype::of<double>(), {from.size(), fan.size()}, {rows.array()});
    const auto to = results.as<double>();
    const TraceOptions options = options_of(mask, 0, 1.0 / 1024);
    const Asking asking(asked);
    const PlacedLevel here = asked.placed();
    in_batches({from.size(), fan.size()},
               threads,
               [&](std::size_t begin, std::size_t count, const Executor& run) {
                   beam_distances(here,
                                  space,
                                  {std::span(from).subspan(begin, count),
                                   fan,
                                   range,
                                   own.empty() ? std::span<const ObstacleId>()
                                               : std::span(own).subspan(begin, count)},
                                  to.subspan(begin * fan.size(), count * fan.size()),
                                  options,
                                  run);
               });
    return results.take(false);
}

}  // namespace

TraceOptions options_of(std::optional<std::uint32_t> mask, double skin, double hair) {
    check_length("skin", skin);
    check_length("hair", hair);
    TraceOptions options;
    options.mask = contents_or(mask, options.mask);
    options.skin = skin;
    options.hair = hair;
    return options;
}

SpaceId space_of(const Level& level, const std::string& body) {
    if (const auto space = find_space(level, body)) {
        return *space;
    }
    throw py::key_error(no_such_space(level, body).message);
}

std::vector<ObstacleId> obstacles_of(const char* name, py::handle value, std::size_t count) {
    if (value.is_none()) {
        return {};
    }
    const Numbers numbers(name, value, kIdsOrNone);
    if (!numbers.is_one() && numbers.size() != count) {
        throw py::value_error(std::string(name) + " has " + std::to_string(numbers.size()) +
                              " rows; it must have " + std::to_string(count));
    }
    std::vector<ObstacleId> found;
    for (std::size_t i = 0; i < count; ++i) {
        found.push_back(numbers.id<ObstacleId>(i));
    }
    return found;
}

AskedClass add_asked(py::module_& module) {
    module.attr("contact_dtype") = contact_dtype();
    AskedClass asked(module, "Questions", "The questions that a Level and a World answer alike.");
    asked
        .def("contents",
             &contents,
             "points"_a,
             py::kw_only(),
             "out"_a = py::none(),
             "threads"_a = 1u,
             R"(What is at each point: bits of Contents.

points: (N, 3), or (3,) for one [units]. out: (N,) uint32, for the answers. Exact for every point.
Returns (N,) uint32, or one number. Raises ValueError for another shape, and where a number is not
finite.

>>> halfspace.Contents(int(example.contents((1040, 128, -32))))
<Contents.WATER: 64>)")
        .def("trace",
             &trace_segments,
             "body"_a,
             "start"_a,
             "end"_a = py::none(),
             py::kw_only(),
             "mask"_a = py::none(),
             "skin"_a = 1.0 / 32,
             "hair"_a = 1.0 / 1024,
             "out"_a = py::none(),
             "threads"_a = 1u,
             R"(The first touch of a body of the level that moves from start to end.

body: a name of Level.bodies. start, end: (N, 3), or (3,) for one or for all [units]; or start alone:
(N, 6). mask: what blocks, bits of Contents; None: what blocks bodies. skin: how far before a surface
the body comes to rest [units]. hair: how far the body keeps from the planes of surfaces [units].
out: (N,) of contact_dtype, for the answers. threads: 0 for all of the machine.
Returns (N,) of contact_dtype, or one record. The bits do not depend on the machine, nor on threads.
hit: it touches, or starts in, what blocks. start_blocked: it starts there and cannot move; a start at most
a hair deep can. fraction: how far point is, 0 to 1. point: the position at the touch. end: where the body
comes to rest, a free place. normal: towards the body. contents: what blocks. model, obstacle, mesh,
triangle: what is touched; plane: twice a row of planes, plus 1 if its back is touched; node: a row of nodes;
2^32 - 1 for none.
Raises KeyError for a body that the level does not have, ValueError for another shape, a number that is
not finite.

>>> touch = example.trace("stand", (64, 256, 64), (64, 256, -100))
>>> touch["point"], touch["normal"], float(touch["end"][2])
(array([ 64., 256.,  24.]), array([0., 0., 1.]), 24.03125))")
        .def("sweep",
             &sweep_segments,
             "shape"_a,
             "start"_a,
             "end"_a = py::none(),
             py::kw_only(),
             "pose"_a = py::none(),
             "mask"_a = py::none(),
             "skin"_a = 1.0 / 32,
             "hair"_a = 1.0 / 1024,
             "out"_a = py::none(),
             "threads"_a = 1u,
             R"(The first touch of any convex shape, which the level need not know.

shape: a Shape. pose: how the shape is turned, and where it is from its position: (3,), (3, 4) or
(4, 4). All else is as of trace. Raises ValueError also for coordinates beyond 4194304.

>>> ball = halfspace.Shape.sphere(8)
>>> round(float(example.sweep(ball, (64, 256, 32), (64, 256, -100))["point"][2]), 3)
8.0)")
        .def("sight",
             &sight,
             "start"_a,
             "end"_a = py::none(),
             py::kw_only(),
             "out"_a = py::none(),
             "threads"_a = 1u,
             R"(True where no wall is between start and end. Exact.

start, end: (N, 3), or (3,) for one or for all [units]; or start alone: (N, 6). out: (N,) bool, for
the answers. Returns (N,) bool, or one. Raises as trace does.

>>> example.sight((64, 256, 60), [(1200, 256, 60), (64, 256, -60)])
array([ True, False]))")
        .def("free",
             &free_places,
             "body"_a,
             "points"_a,
             py::kw_only(),
             "mask"_a = py::none(),
             "out"_a = py::none(),
             "threads"_a = 1u,
             R"(True where the body of the level has room. Touching a wall is free. Exact.

points: (N, 3), or (3,) for one [units]. mask: what blocks, bits of Contents; None: what blocks
bodies. out: (N,) bool, for the answers. Returns (N,) bool, or one. Raises as trace does.

>>> example.free("stand", [(64, 256, 24), (64, 256, 23)])
array([ True, False]))")
        .def("unstick",
             &unstuck,
             "body"_a,
             "points"_a,
             "distance"_a,
             py::kw_only(),
             "mask"_a = py::none(),
             "threads"_a = 1u,
             R"(The nearest free place less than `distance` away [units].

points: (N, 3), or (3,) for one [units]. Returns (N, 3), with NaN in rows without such a place; for
one point (3,), or None. Raises as trace does, and ValueError for a distance below 0.

>>> round(float(example.unstick("stand", (64, 256, 20), 8)[2]), 2)
24.0
>>> example.unstick("stand", (64, 256, -40), 8) is None
True)")
        .def("beams",
             &beams,
             "poses"_a,
             "directions"_a,
             "range"_a,
             py::kw_only(),
             "body"_a = "point",
             "themselves"_a = py::none(),
             "mask"_a = py::none(),
             "out"_a = py::none(),
             "threads"_a = 1u,
             R"(How far it is to what blocks, as a lidar measures it.

poses: (N, 3), (N, 3, 4) or (N, 4, 4) [units]. directions: (K, 3), in the frame of a pose; a beam ends
after range times its direction, and its distance counts in lengths of its direction. body: what goes
along the beams. themselves: (N,) integers, the obstacle that a pose belongs to, which its beams leave
out; -1 for none. mask: what blocks, bits of Contents. None: what blocks bodies, also PLAYER_CLIP and
MONSTER_CLIP, which nobody sees. SOLID | VOID | SKY | DETAIL | FENCE is what a lidar meets;
MoverOptions().mask is what players meet: these and PLAYER_CLIP. out: (N, K) float64, for the answers.
Returns (N, K) float64; range where a beam touches nothing, 0 where it starts in what blocks. Raises
ValueError for another shape, a matrix that is no turn and move, a number that is not finite.

>>> example.beams([(64, 256, 32)], [(0, 0, -1), (0, 1, 0), (-1, 0, 0)], range=50)
array([[32., 50., 50.]]))");
    return asked;
}

}  // namespace halfspace::python
