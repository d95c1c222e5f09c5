// SPDX-License-Identifier: MIT
// The questions that a level and a world answer alike.
#include "asked.h"

#include "halfspace/math/nearest_rigid.h"
#include "halfspace/query/beams.h"
#include "halfspace/query/classify.h"
#include "halfspace/query/free.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/space.h"
#include "halfspace/query/sweep.h"
#include "halfspace/query/trace.h"

#include <array>
#include <cmath>
#include <limits>

namespace halfspace::python {
namespace {

using namespace py::literals;

// Segments of an argument `start` of the shape (N, 6), or of two arguments of the shape (N, 3), of
// which one may be one point for all.
class Segments {
public:
    Segments(py::handle start, py::handle end)
        : first_("start", start, end.is_none() ? 6 : 3) {
        if (end.is_none()) {
            is_one_ = first_.is_one();
            rows_ = first_.as<Segment>();
            return;
        }
        const Rows last("end", end, 3);
        if (first_.size() != last.size() && !first_.is_one() && !last.is_one()) {
            throw py::value_error("start has " + std::to_string(first_.size()) +
                                  " rows and end has " + std::to_string(last.size()));
        }
        is_one_ = first_.is_one() && last.is_one();
        const std::size_t count = first_.is_one() ? last.size() : first_.size();
        const auto from = first_.as<Vec3>();
        const auto to = last.as<Vec3>();
        made_.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            made_[i] = {from[first_.is_one() ? 0 : i], to[last.is_one() ? 0 : i]};
        }
        rows_ = made_;
    }

    std::span<const Segment> rows() const { return rows_; }
    bool is_one() const { return is_one_; }
    // What out= must not share memory with: nothing if the segments are copies.
    std::vector<py::array> inputs() const {
        return made_.empty() ? std::vector<py::array>{first_.array()} : std::vector<py::array>{};
    }
    py::ssize_t size() const { return static_cast<py::ssize_t>(rows_.size()); }

private:
    Rows first_;
    std::vector<Segment> made_;
    std::span<const Segment> rows_;
    bool is_one_ = false;
};

Contents mask_of(std::optional<std::uint32_t> mask, Contents otherwise) {
    return mask ? static_cast<Contents>(*mask) : otherwise;
}

TraceOptions options_of(std::optional<std::uint32_t> mask, double skin, double hair) {
    if (!(std::isfinite(skin) && skin >= 0 && std::isfinite(hair) && hair >= 0)) {
        throw py::value_error("skin and hair must be finite and at least 0");
    }
    TraceOptions options;
    options.mask = mask_of(mask, options.mask);
    options.skin = skin;
    options.hair = hair;
    return options;
}

py::object contents(
    const Asked& asked, py::handle points, py::handle out, unsigned threads) {
    const Rows rows("points", points, 3);
    const std::array inputs{rows.array()};
    Results results("out", out, py::dtype::of<std::uint32_t>(),
                    {static_cast<py::ssize_t>(rows.size())}, inputs);
    const auto from = rows.as<Vec3>();
    const auto to = results.as<Contents>();
    const Asking asking(asked);
    const PlacedLevel here = asked.placed();
    in_batches(from.size(), threads, [&](std::size_t begin, std::size_t count, const Executor& run) {
        if (count == 1) {
            to[begin] = point_contents(here, from[begin]);
            return;
        }
        point_contents_all(here, from.subspan(begin, count), to.subspan(begin, count), run);
    });
    return results.take(rows.is_one());
}

// Answers segments by a batch, and a single one by a question alone.
template <class Answer, class One, class All>
py::object ask(const Asked& asked,
               const Segments& segments,
               const py::dtype& dtype,
               py::handle out,
               unsigned threads,
               const One& one,
               const All& all) {
    const std::vector<py::array> inputs = segments.inputs();
    Results results("out", out, dtype, {segments.size()}, inputs);
    const auto to = results.as<Answer>();
    const auto from = segments.rows();
    const Asking asking(asked);
    const PlacedLevel here = asked.placed();
    in_batches(from.size(), threads, [&](std::size_t begin, std::size_t count, const Executor& run) {
        if (count == 1) {
            to[begin] = one(here, from[begin]);
            return;
        }
        all(here, from.subspan(begin, count), to.subspan(begin, count), run);
    });
    return results.take(segments.is_one());
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
    return ask<Contact>(
        asked, Segments(start, end), contact_dtype(), out, threads,
        [&](const PlacedLevel& here, const Segment& s) {
            return trace(here, space, s.from, s.to, options);
        },
        [&](const PlacedLevel& here, std::span<const Segment> from, std::span<Contact> to,
            const Executor& run) { trace_all(here, space, from, to, options, run); });
}

// Raises ValueError unless all coordinates are within the limit of sweeps.
void check_sweep(std::span<const Segment> segments) {
    for (std::size_t i = 0; i < segments.size(); ++i) {
        const Vec3 far = max(max(segments[i].from, -segments[i].from),
                             max(segments[i].to, -segments[i].to));
        if (std::max({far.x, far.y, far.z}) > kMaxSweepCoordinate) {
            throw py::value_error("segment " + std::to_string(i) +
                                  " is farther out than a sweep goes: 4194304 units");
        }
    }
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
    const PlacedShape body{shape, pose.is_none() ? Transform{} : pose_of("pose", pose)};
    const TraceOptions options = options_of(mask, skin, hair);
    const Segments segments(start, end);
    check_sweep(segments.rows());
    return ask<Contact>(
        asked, segments, contact_dtype(), out, threads,
        [&](const PlacedLevel& here, const Segment& s) {
            return sweep(here, body, s.from, s.to, options);
        },
        [&](const PlacedLevel& here, std::span<const Segment> from, std::span<Contact> to,
            const Executor& run) { sweep_all(here, body, from, to, options, run); });
}

py::object sight(const Asked& asked,
                 py::handle start,
                 py::handle end,
                 py::handle out,
                 unsigned threads) {
    return ask<std::uint8_t>(
        asked, Segments(start, end), py::dtype::of<bool>(), out, threads,
        [](const PlacedLevel& here, const Segment& s) -> std::uint8_t {
            return line_of_sight(here, s.from, s.to) ? 1 : 0;
        },
        [](const PlacedLevel& here, std::span<const Segment> from, std::span<std::uint8_t> to,
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
    const std::array inputs{rows.array()};
    Results results("out", out, py::dtype::of<bool>(), {static_cast<py::ssize_t>(rows.size())},
                    inputs);
    const auto from = rows.as<Vec3>();
    const auto to = results.as<std::uint8_t>();
    const Contents blocking = mask_of(mask, kBodyBlockers);
    const Asking asking(asked);
    const PlacedLevel here = asked.placed();
    in_batches(from.size(), threads, [&](std::size_t begin, std::size_t count, const Executor& run) {
        is_free_all(here, space, from.subspan(begin, count), to.subspan(begin, count), blocking,
                    run);
    });
    return results.take(rows.is_one());
}

py::object unstuck(const Asked& asked,
                   const std::string& body,
                   py::handle points,
                   double distance,
                   std::optional<std::uint32_t> mask,
                   unsigned threads) {
    const SpaceId space = space_of(asked.level(), body);
    if (!(std::isfinite(distance) && distance >= 0)) {
        throw py::value_error("distance must be finite and at least 0");
    }
    const Rows rows("points", points, 3);
    const auto from = rows.as<Vec3>();
    Results results("out", py::none(), py::dtype::of<double>(),
                    {static_cast<py::ssize_t>(rows.size()), 3});
    const auto to = results.as<Vec3>();
    const Contents blocking = mask_of(mask, kBodyBlockers);
    const Asking asking(asked);
    const PlacedLevel here = asked.placed();
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    in_batches(from.size(), threads, [&](std::size_t begin, std::size_t count, const Executor& run) {
        run(count, [&](std::size_t i) {
            to[begin + i] = unstick(here, space, from[begin + i], distance, blocking)
                                .value_or(Vec3{kNan, kNan, kNan});
        });
    });
    if (rows.is_one() && std::isnan(to[0].x)) {
        return py::none();
    }
    return results.take(rows.is_one());
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
    if (!(range >= 0 && range <= 1e100)) {
        throw py::value_error("range must be at least 0 and at most 1e100");
    }
    for (const double x : std::span(rows.data(), 3 * rows.size())) {
        if (std::abs(x) > 1e100) {
            throw py::value_error("directions must be within 1e100");
        }
    }
    const std::vector<ObstacleId> own = obstacles_of("themselves", themselves, from.size());
    const std::array inputs{rows.array()};
    const auto fan = rows.as<Vec3>();
    Results results("out", out, py::dtype::of<double>(),
                    {static_cast<py::ssize_t>(from.size()), static_cast<py::ssize_t>(fan.size())},
                    inputs);
    const auto to = results.as<double>();
    const TraceOptions options = options_of(mask, 0, 1.0 / 1024);
    const Asking asking(asked);
    const PlacedLevel here = asked.placed();
    in_batches(from.size(), threads, [&](std::size_t begin, std::size_t count, const Executor& run) {
        beam_distances(here,
                       space,
                       {std::span(from).subspan(begin, count), fan, range,
                        own.empty() ? std::span<const ObstacleId>()
                                    : std::span(own).subspan(begin, count)},
                       to.subspan(begin * fan.size(), count * fan.size()),
                       options,
                       run);
    });
    return results.take(false);
}

Transform transform_of(const char* name, const double* m, std::size_t stride) {
    Transform pose{{m[0], m[stride], m[2 * stride]},
                   {m[1], m[stride + 1], m[2 * stride + 1]},
                   {m[2], m[stride + 2], m[2 * stride + 2]},
                   {m[3], m[stride + 3], m[2 * stride + 3]}};
    if (const auto exact = nearest_rigid(pose)) {
        return *exact;
    }
    throw py::value_error(std::string(name) + " is no turn and move: its columns must be of length 1 "
                                              "and at right angles");
}

}  // namespace

SpaceId space_of(const Level& level, const std::string& body) {
    if (const auto space = find_space(level, body)) {
        return *space;
    }
    throw py::value_error(no_such_space(level, body).message);
}

std::vector<ObstacleId> obstacles_of(const char* name, py::handle value, std::size_t count) {
    if (value.is_none()) {
        return {};
    }
    const auto ids = py::array_t<std::int64_t, py::array::c_style>::ensure(value);
    if (!ids || ids.ndim() != 1 || static_cast<std::size_t>(ids.size()) != count) {
        PyErr_Clear();
        throw py::value_error(std::string(name) + " must be " + std::to_string(count) +
                              " numbers of obstacles, or -1 for none");
    }
    std::vector<ObstacleId> found(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t id = ids.data()[i];
        if (id < -1 || id >= std::int64_t{kNone}) {
            throw py::value_error(std::string(name) + " has the number " + std::to_string(id) +
                                  " in row " + std::to_string(i));
        }
        found[i] = id == -1 ? ObstacleId() : ObstacleId(static_cast<std::uint32_t>(id));
    }
    return found;
}

Transform pose_of(const char* name, py::handle value) {
    const auto array = py::array::ensure(value);
    if (array && array.ndim() == 1) {
        return moved_by(Rows(name, value, 3).as<Vec3>()[0]);
    }
    PyErr_Clear();
    if (array && array.ndim() == 2 && array.shape(1) == 4 &&
        (array.shape(0) == 3 || array.shape(0) == 4)) {
        return transform_of(name, Rows(name, value, 4).data(), 4);
    }
    throw py::value_error(std::string(name) +
                          " must be a position (3,) or a matrix (3, 4) or (4, 4)");
}

std::vector<Transform> poses_of(const char* name, py::handle value) {
    const auto array = py::array::ensure(value);
    PyErr_Clear();
    std::vector<Transform> poses;
    if (array && array.ndim() == 2 && array.shape(1) == 3) {
        for (const Vec3& p : Rows(name, value, 3).as<Vec3>()) {
            poses.push_back(moved_by(p));
        }
        return poses;
    }
    if (array && array.ndim() == 3 && array.shape(2) == 4 &&
        (array.shape(1) == 3 || array.shape(1) == 4)) {
        const auto rows = static_cast<std::size_t>(array.shape(1));
        const py::object flat = array.attr("reshape")(-1, 4);
        const Rows numbers(name, flat, 4);
        for (std::size_t i = 0; i < numbers.size() / rows; ++i) {
            poses.push_back(transform_of(name, numbers.data() + 4 * rows * i, 4));
        }
        return poses;
    }
    throw py::value_error(std::string(name) +
                          " must be positions (N, 3) or matrices (N, 3, 4) or (N, 4, 4)");
}

const py::dtype& contact_dtype() {
    static const auto* const dtype = [] {
        static const Field kFields[] = {{"hit", "?", offsetof(Contact, hit)},
                                        {"start_blocked", "?", offsetof(Contact, start_blocked)},
                                        {"fraction", "f8", offsetof(Contact, fraction)},
                                        {"point", "(3,)f8", offsetof(Contact, point)},
                                        {"end", "(3,)f8", offsetof(Contact, end)},
                                        {"normal", "(3,)f8", offsetof(Contact, normal)},
                                        {"contents", "u4", offsetof(Contact, contents)},
                                        {"model", "u4", offsetof(Contact, model)},
                                        {"obstacle", "u4", offsetof(Contact, obstacle)},
                                        {"mesh", "u4", offsetof(Contact, mesh)},
                                        {"triangle", "u4", offsetof(Contact, triangle)},
                                        {"plane", "u4", offsetof(Contact, plane)},
                                        {"node", "u4", offsetof(Contact, node)}};
        return new py::dtype(struct_dtype(kFields, sizeof(Contact)));
    }();
    return *dtype;
}

AskedClass add_asked(py::module_& module) {
    module.attr("contact_dtype") = contact_dtype();
    AskedClass asked(module, "Questions", "The questions that a Level and a World answer alike.");
    asked.def("contents", &contents, "points"_a, py::kw_only(), "out"_a = py::none(),
             "threads"_a = 1u, R"(What is at each point: bits of Contents, as uint32.

points: (N, 3), or (3,) for one [units]. out: (N,) uint32. Exact for every point.

>>> int(example.contents((0, 0, 32)))
0)")
        .def("trace", &trace_segments, "body"_a, "start"_a, "end"_a = py::none(), py::kw_only(),
             "mask"_a = py::none(), "skin"_a = 1.0 / 32, "hair"_a = 1.0 / 1024,
             "out"_a = py::none(), "threads"_a = 1u,
             R"(The first touch of a body of the level that moves from start to end.

body: a name of Level.bodies. start, end: (N, 3) or (3,) [units]; or start alone: (N, 6).
mask: what blocks, bits of Contents; None: what blocks bodies. skin: how far before a surface the
body comes to rest. out: (N,) of contact_dtype. The answers have the same bits on every machine.

>>> float(example.trace("point", (0, 0, 32), (0, 0, -100))["point"][2])
0.0)")
        .def("sweep", &sweep_segments, "shape"_a, "start"_a, "end"_a = py::none(), py::kw_only(),
             "pose"_a = py::none(), "mask"_a = py::none(), "skin"_a = 1.0 / 32,
             "hair"_a = 1.0 / 1024, "out"_a = py::none(), "threads"_a = 1u,
             R"(The first touch of any convex shape, which the level need not know.

shape: a Shape. pose: how the shape is turned, and where it is from its position: (3,), (3, 4) or
(4, 4). All else is as of trace. Coordinates are within 2^40.

>>> ball = halfspace.Shape.sphere(8)
>>> round(float(example.sweep(ball, (0, 0, 32), (0, 0, -100))["point"][2]), 6)
8.0)")
        .def("sight", &sight, "start"_a, "end"_a = py::none(), py::kw_only(),
             "out"_a = py::none(), "threads"_a = 1u,
             R"(True where no wall is between start and end. Exact.

start, end: (N, 3) or (3,) [units]; or start alone: (N, 6). out: (N,) bool.

>>> bool(example.sight((0, 0, 32), (32, 0, 32)))
True)")
        .def("free", &free_places, "body"_a, "points"_a, py::kw_only(), "mask"_a = py::none(),
             "out"_a = py::none(), "threads"_a = 1u,
             R"(True where the body of the level has room. Touching a wall is free. Exact.

points: (N, 3) or (3,) [units]. out: (N,) bool.

>>> bool(example.free("point", (0, 0, -1)))
False)")
        .def("unstick", &unstuck, "body"_a, "points"_a, "distance"_a, py::kw_only(),
             "mask"_a = py::none(), "threads"_a = 1u,
             R"(The nearest free place less than `distance` away; NaN (or None, for one) if there is none.

points: (N, 3) or (3,) [units]. Returns (N, 3) or (3,).

>>> float(example.unstick("point", (0, 0, -1), 8)[2]) > 0
True)")
        .def("beams", &beams, "poses"_a, "directions"_a, "range"_a, py::kw_only(),
             "body"_a = "point", "themselves"_a = py::none(), "mask"_a = py::none(),
             "out"_a = py::none(), "threads"_a = 1u,
             R"(How far it is to what blocks, as a lidar measures it: (N, K) float64.

poses: (N, 3), (N, 3, 4) or (N, 4, 4). directions: (K, 3), in the frame of a pose; a beam ends after
range times its direction, and its distance counts in lengths of its direction. themselves: the
obstacle that a pose belongs to, which its beams leave out; -1 for none.

>>> example.beams([(0, 0, 32)], [(0, 0, -1), (0, 0, 1)], 1000).shape
(1, 2))");
    return asked;
}

}  // namespace halfspace::python
