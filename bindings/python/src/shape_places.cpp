// SPDX-License-Identifier: MIT
// Which places of a level or a world have room for any convex shape, or for a box?
#include "halfspace/query/free.h"
#include "halfspace/query/sweep.h"

#include "geometry.h"

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

constexpr std::size_t kCost = 8;

PlacedShape body_of(const ConvexShape& shape, py::handle pose) {
    return {shape, pose_within("pose", pose, kMaxSweepCoordinate)};
}

Rows places_of(const char* name, py::handle value) {
    Rows rows(name, value, 3);
    check_within(name, rows, kMaxSweepCoordinate);
    return rows;
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
    const auto from = rows.as<Vec3>();
    const Contents blocking = contents_or(mask, kBodyBlockers);
    const Asking asking(asked);
    const PlacedLevel here = asked.placed();
    return answer_rows<bool>({from.size(), rows.is_one(), threads, kCost, out, {rows.array()}},
                             [&](std::size_t i) { return is_free(here, body, from[i], blocking); });
}

py::object shape_unstick(const Asked& asked,
                         const ConvexShape& shape,
                         py::handle points,
                         double distance,
                         py::handle pose,
                         std::optional<std::uint32_t> mask,
                         unsigned threads) {
    check_unstick(distance);
    const PlacedShape body = body_of(shape, pose);
    const Rows rows = places_of("points", points);
    const auto from = rows.as<Vec3>();
    const Contents blocking = contents_or(mask, kBodyBlockers);
    const Asking asking(asked);
    const PlacedLevel here = asked.placed();
    return answer_points({from.size(), rows.is_one(), threads, kCost}, [&](std::size_t i) {
        return unstick(here, body, from[i], distance, blocking);
    });
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
            throw py::value_error("boxes has a box without volume" + in_row(i));
        }
    }
    const Contents blocking = contents_or(mask, kBodyBlockers);
    const Asking asking(asked);
    const PlacedLevel here = asked.placed();
    return answer_rows<bool>({from.size(), rows.is_one(), threads, kCost, out, {rows.array()}},
                             [&](std::size_t i) { return overlaps_box(here, from[i], blocking); });
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
Returns (N, 3), with NaN in rows without such a place; for one point (3,), or None. Raises as shape_free
does, and ValueError for a distance below 0.

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
