// SPDX-License-Identifier: MIT
// Which places of a level or a world have room for any convex shape, or for a box?
#include "halfspace/query/free.h"
#include "halfspace/query/sweep.h"

#include "geometry.h"

#include <array>
#include <cmath>
#include <limits>

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

constexpr std::size_t kInTask = 16;

Contents mask_of(std::optional<std::uint32_t> mask) {
    return mask ? static_cast<Contents>(*mask) : kBodyBlockers;
}

PlacedShape body_of(const ConvexShape& shape, py::handle pose) {
    return {shape, pose_within("pose", pose, kMaxSweepCoordinate)};
}

Rows places_of(const char* name, py::handle value) {
    Rows rows(name, value, 3);
    const auto places = rows.as<Vec3>();
    for (std::size_t i = 0; i < places.size(); ++i) {
        check_within(name, places[i], kMaxSweepCoordinate, " in row " + std::to_string(i));
    }
    return rows;
}

// Answers each row by one value, in what is asked: answer(here, row).
template <class Answer, class Row, class Ask>
Results ask_rows(
    const Asked& asked, const Rows& rows, Results results, unsigned threads, const Ask& answer) {
    const auto from = rows.as<Row>();
    const auto to = results.as<Answer>();
    const Asking asking(asked);
    const PlacedLevel here = asked.placed();
    in_batches(
        {from.size(), 8}, threads, [&](std::size_t begin, std::size_t count, const Executor& run) {
            in_tasks(
                run, begin, count, kInTask, [&](std::size_t i) { to[i] = answer(here, from[i]); });
        });
    return results;
}

Results flags_for(const Rows& rows, py::handle out) {
    const std::array inputs{rows.array()};
    return {"out", out, py::dtype::of<bool>(), {static_cast<py::ssize_t>(rows.size())}, inputs};
}

py::object shape_free(const Asked& asked,
                      const ConvexShape& shape,
                      py::handle points,
                      py::handle pose,
                      std::optional<std::uint32_t> mask,
                      py::handle out,
                      unsigned threads) {
    const PlacedShape body = body_of(shape, pose);
    const Rows rows = places_of("points", points);
    const auto free = [&](const PlacedLevel& here, const Vec3& p) -> std::uint8_t {
        return is_free(here, body, p, mask_of(mask)) ? 1 : 0;
    };
    return ask_rows<std::uint8_t, Vec3>(asked, rows, flags_for(rows, out), threads, free)
        .take(rows.is_one());
}

py::object shape_unstick(const Asked& asked,
                         const ConvexShape& shape,
                         py::handle points,
                         double distance,
                         py::handle pose,
                         std::optional<std::uint32_t> mask,
                         unsigned threads) {
    if (!(distance >= 0 && distance <= kMaxSweepCoordinate)) {
        throw py::value_error("distance must be at least 0 and at most 4194304");
    }
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    const PlacedShape body = body_of(shape, pose);
    const Rows rows = places_of("points", points);
    Results places(
        "out", py::none(), py::dtype::of<double>(), {static_cast<py::ssize_t>(rows.size()), 3});
    Results results = ask_rows<Vec3, Vec3>(
        asked, rows, std::move(places), threads, [&](const PlacedLevel& here, const Vec3& p) {
            return unstick(here, body, p, distance, mask_of(mask)).value_or(Vec3{kNan, kNan, kNan});
        });
    if (rows.is_one() && std::isnan(results.as<Vec3>()[0].x)) {
        return py::none();
    }
    return results.take(rows.is_one());
}

py::object box_overlaps(const Asked& asked,
                        py::handle boxes,
                        std::optional<std::uint32_t> mask,
                        py::handle out,
                        unsigned threads) {
    const Rows rows = boxes_of("boxes", boxes);
    const auto from = rows.as<Aabb>();
    for (std::size_t i = 0; i < from.size(); ++i) {
        if (!has_volume(from[i])) {
            throw py::value_error("boxes has a box without volume in row " + std::to_string(i));
        }
    }
    const auto overlaps = [&](const PlacedLevel& here, const Aabb& box) -> std::uint8_t {
        return overlaps_box(here, box, mask_of(mask)) ? 1 : 0;
    };
    return ask_rows<std::uint8_t, Aabb>(asked, rows, flags_for(rows, out), threads, overlaps)
        .take(rows.is_one());
}

}  // namespace

void add_shape_places(AskedClass& asked) {
    asked
        .def("shape_free",
             &shape_free,
             "shape"_a,
             "points"_a,
             py::kw_only(),
             "pose"_a = py::none(),
             "mask"_a = py::none(),
             "out"_a = py::none(),
             "threads"_a = 1u,
             R"(True where any convex shape has room. Touching a wall is free. It agrees with sweep.

shape: a Shape, which the level need not know. points: (N, 3), or (3,) for one [units]. pose: how the
shape is turned, and where it is from its position: (3,), (3, 4) or (4, 4). mask: what blocks, bits of
Contents; None: what blocks bodies. out: (N,) bool, for the answers. Returns (N,) bool, or one. Raises
ValueError for another shape, a number that is not finite or beyond 4194304.

>>> example.shape_free(halfspace.Shape.sphere(8), [(64, 256, 8), (64, 256, 7)])
array([ True, False]))")
        .def("shape_unstick",
             &shape_unstick,
             "shape"_a,
             "points"_a,
             "distance"_a,
             py::kw_only(),
             "pose"_a = py::none(),
             "mask"_a = py::none(),
             "threads"_a = 1u,
             R"(A free place for a convex shape at most `distance` away [units]: a near one.

All else is as of shape_free. It looks in 26 directions, so the place need not be the nearest one.
Returns (N, 3), with NaN in rows without such a place; for one point (3,), or None.

>>> place = example.shape_unstick(halfspace.Shape.sphere(8), (64, 256, 4), 16)
>>> bool(example.shape_free(halfspace.Shape.sphere(8), place))
True)")
        .def(
            "overlaps_box",
            &box_overlaps,
            "boxes"_a,
            py::kw_only(),
            "mask"_a = py::none(),
            "out"_a = py::none(),
            "threads"_a = 1u,
            R"(True where a box shares volume with what has a bit of the mask. Touching does not count.

boxes: (N, 2, 3), the least and the greatest corner of each, or (2, 3) for one [units]; also (N, 6) and
(6,). mask: bits of Contents; None: what blocks bodies. out: (N,) bool, for the answers. Returns (N,)
bool, or one. Raises ValueError for another shape, a number that is not finite, a box without volume.

>>> example.overlaps_box([(32, 200, 0), (96, 300, 64)])
False
>>> bool(example.overlaps_box([(32, 200, -1), (96, 300, 64)]))
True)");
}

}  // namespace halfspace::python
