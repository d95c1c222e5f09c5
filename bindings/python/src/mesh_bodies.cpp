// SPDX-License-Identifier: MIT
// Convex bodies among the triangles of a mesh, which need not be closed.
#include "halfspace/query/sweep.h"
#include "halfspace/spatial/mesh_sweep.h"

#include "geometry.h"

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

constexpr std::size_t kCost = 8;

// As numpy sees a touch.
struct TouchAnswer {
    std::uint32_t triangle = kNone;
    std::uint8_t start_blocked = 0;
    std::uint8_t reserved[3] = {};
    double fraction = 1;
    Vec3 point;
    Vec3 normal;
};
// As numpy sees an overlap.
struct OverlapAnswer {
    std::uint32_t triangle = kNone;
    std::uint32_t reserved = 0;
    double depth = 0;
    Vec3 normal;
    Vec3 point;
};

const py::dtype& mesh_touch_dtype() {
    return record_dtype<TouchAnswer>({{"triangle", "u4", offsetof(TouchAnswer, triangle)},
                                      {"start_blocked", "?", offsetof(TouchAnswer, start_blocked)},
                                      {"fraction", "f8", offsetof(TouchAnswer, fraction)},
                                      {"point", "(3,)f8", offsetof(TouchAnswer, point)},
                                      {"normal", "(3,)f8", offsetof(TouchAnswer, normal)}});
}

const py::dtype& mesh_overlap_dtype() {
    return record_dtype<OverlapAnswer>({{"triangle", "u4", offsetof(OverlapAnswer, triangle)},
                                        {"depth", "f8", offsetof(OverlapAnswer, depth)},
                                        {"normal", "(3,)f8", offsetof(OverlapAnswer, normal)},
                                        {"point", "(3,)f8", offsetof(OverlapAnswer, point)}});
}

// A mesh and a body, each placed as the arguments say.
struct BodyInMesh {
    BodyInMesh(const Mesh& a_mesh, const ConvexShape& shape, py::handle pose, py::handle mesh_pose)
        : asking(a_mesh),
          mesh(*a_mesh.tree, pose_within("mesh_pose", mesh_pose, kMaxSweepCoordinate)),
          body{shape, pose_within("pose", pose, kMaxSweepCoordinate)} {
        check_corners(a_mesh, mesh.transform);
    }

    // The body, moved.
    PlacedShape at(const Vec3& point) const {
        PlacedShape moved = body;
        moved.transform.translation = moved.transform.translation + point;
        return moved;
    }

    Asking asking;
    MeshInstance mesh;
    PlacedShape body;
};

// Points of an argument where a body comes.
Rows places_of(const char* name, py::handle value, const BodyInMesh& asked) {
    Rows rows(name, value, 3);
    const auto places = rows.as<Vec3>();
    for (std::size_t i = 0; i < places.size(); ++i) {
        const Vec3 place = places[i] + asked.body.transform.translation;
        if (!is_within(place, kMaxSweepCoordinate)) {
            check_within(name, place, kMaxSweepCoordinate, in_row(i, rows.is_one()));
        }
    }
    return rows;
}

TouchAnswer touch_of(const std::optional<MeshTouch>& found) {
    TouchAnswer touch;
    if (found) {
        touch.triangle = found->triangle.value;
        touch.start_blocked = found->start_blocked ? 1 : 0;
        touch.fraction = found->fraction;
        touch.point = found->point;
        touch.normal = found->normal;
    }
    return touch;
}

BlockingSides sides_named(const std::string& name) {
    if (name == "both") {
        return BlockingSides::Both;
    }
    if (name == "front") {
        return BlockingSides::Front;
    }
    throw py::value_error("sides must be both or front, not " + name);
}

py::object mesh_sweep(const Mesh& mesh,
                      const ConvexShape& shape,
                      py::handle start,
                      py::handle end,
                      py::handle pose,
                      py::handle mesh_pose,
                      const std::string& sides,
                      double skin,
                      py::handle out,
                      unsigned threads) {
    const BodyInMesh asked(mesh, shape, pose, mesh_pose);
    const MeshSweepOptions options{sides_named(sides), skin};
    check_length("skin", skin);
    const Segments segments(start, end);
    check_within(segments, kMaxSweepCoordinate);
    const auto rows = segments.rows();
    return answer_rows<TouchAnswer>(
        {rows.size(), segments.is_one(), threads, kCost, out, segments.inputs()},
        mesh_touch_dtype(),
        [&](std::size_t i) {
            return touch_of(
                sweep(asked.mesh, asked.at(rows[i].from), rows[i].to - rows[i].from, options));
        });
}

py::object mesh_free(const Mesh& mesh,
                     const ConvexShape& shape,
                     py::handle points,
                     py::handle pose,
                     py::handle mesh_pose,
                     py::handle out,
                     unsigned threads) {
    const BodyInMesh asked(mesh, shape, pose, mesh_pose);
    const Rows rows = places_of("points", points, asked);
    const auto from = rows.as<Vec3>();
    return answer_rows<bool>(
        {from.size(), rows.is_one(), threads, kCost, out, {rows.array()}},
        [&](std::size_t i) { return !overlaps(asked.mesh, asked.at(from[i])); });
}

py::object mesh_deepest(const Mesh& mesh,
                        const ConvexShape& shape,
                        py::handle points,
                        py::handle pose,
                        py::handle mesh_pose,
                        py::handle out,
                        unsigned threads) {
    const BodyInMesh asked(mesh, shape, pose, mesh_pose);
    const Rows rows = places_of("points", points, asked);
    const auto from = rows.as<Vec3>();
    return answer_rows<OverlapAnswer>(
        {from.size(), rows.is_one(), threads, kCost, out, {rows.array()}},
        mesh_overlap_dtype(),
        [&](std::size_t i) {
            const auto found = deepest_overlap(asked.mesh, asked.at(from[i]));
            return found ? OverlapAnswer{found->triangle.value,
                                         0,
                                         found->depth,
                                         found->normal,
                                         found->point}
                         : OverlapAnswer{};
        });
}

py::object mesh_unstick(const Mesh& mesh,
                        const ConvexShape& shape,
                        py::handle points,
                        double distance,
                        py::handle pose,
                        py::handle mesh_pose,
                        unsigned threads) {
    check_unstick(distance);
    const BodyInMesh asked(mesh, shape, pose, mesh_pose);
    const Rows rows = places_of("points", points, asked);
    const auto from = rows.as<Vec3>();
    return answer_points({from.size(), rows.is_one(), threads, kCost}, [&](std::size_t i) {
        const auto motion = unstick(asked.mesh, asked.at(from[i]), distance);
        return motion ? std::optional(from[i] + *motion) : std::nullopt;
    });
}

}  // namespace

void add_mesh_bodies(py::module_& module) {
    module.attr("mesh_touch_dtype") = mesh_touch_dtype();
    module.attr("mesh_overlap_dtype") = mesh_overlap_dtype();
    py::reinterpret_borrow<MeshClass>(module.attr("Mesh"))
        .def("sweep",
             &mesh_sweep,
             "shape"_a,
             "start"_a,
             "end"_a = py::none(),
             py::kw_only(),
             "pose"_a = py::none(),
             "mesh_pose"_a = py::none(),
             "sides"_a = "both",
             "skin"_a = 1.0 / 32,
             "out"_a = py::none(),
             "threads"_a = 1u,
             R"(The first touch of a convex shape that moves from start to end, without turning.

shape: a Shape. start, end: (N, 3), or (3,) for one or for all [units]; or start alone: (N, 6). pose:
how the shape is turned, and where it is from its position; mesh_pose: where the mesh stands; each is
(3,), (3, 4) or (4, 4). sides: 'both', or 'front', where triangles stop only what comes from where
their corners are counter-clockwise. skin: triangles at most so far from a touched point belong to one
surface [units]. out: (N,) of mesh_touch_dtype, for the answers. The mesh need not be closed: a
triangle is a sheet without thickness.
Returns (N,) of mesh_touch_dtype, or one record. Without a touch fraction is 1 and triangle 2^32 - 1; a
shape that overlaps triangle at the start has start_blocked and fraction 0. Raises ValueError for
another shape, a number that is not finite, and for coordinates beyond 4194304.

>>> ball = halfspace.Shape.sphere(0.25)
>>> touch = cube.sweep(ball, (0.5, 0.25, 3), (0.5, 0.25, -3))
>>> round(3 - 6 * float(touch["fraction"]), 6), touch["normal"]
(1.25, array([0., 0., 1.])))")
        .def("free",
             &mesh_free,
             "shape"_a,
             "points"_a,
             py::kw_only(),
             "pose"_a = py::none(),
             "mesh_pose"_a = py::none(),
             "out"_a = py::none(),
             "threads"_a = 1u,
             R"(True where a convex shape overlaps no triangle. Touching is free.

points: (N, 3), or (3,) for one [units]. A mesh has no inside here: a small shape is free within a
closed mesh. pose, mesh_pose and errors: as of sweep. out: (N,) bool, for the answers. Returns (N,)
bool, or one.

>>> cube.free(halfspace.Shape.sphere(0.25), [(0.5, 0.5, 1.5), (0.5, 0.5, 1.125), (0.5, 0.5, 0.5)])
array([ True, False,  True]))")
        .def("deepest",
             &mesh_deepest,
             "shape"_a,
             "points"_a,
             py::kw_only(),
             "pose"_a = py::none(),
             "mesh_pose"_a = py::none(),
             "out"_a = py::none(),
             "threads"_a = 1u,
             R"(The triangle from which a convex shape is parted by the longest motion.

points: (N, 3), or (3,) for one [units]. pose, mesh_pose and errors: as of sweep. out: (N,) of
mesh_overlap_dtype, for the answers. Returns (N,) of mesh_overlap_dtype, or one record: the shape moved
by normal * depth overlaps that triangle no more. Without an overlap depth is 0 and triangle 2^32 - 1.

>>> deepest = cube.deepest(halfspace.Shape.sphere(0.25), (0.5, 0.25, 1.125))
>>> round(float(deepest["depth"]), 6), deepest["normal"].round(6).tolist()
(0.125, [0.0, 0.0, 1.0]))")
        .def("unstick",
             &mesh_unstick,
             "shape"_a,
             "points"_a,
             "distance"_a,
             py::kw_only(),
             "pose"_a = py::none(),
             "mesh_pose"_a = py::none(),
             "threads"_a = 1u,
             R"(A place at most `distance` away where the shape overlaps no triangle [units].

points: (N, 3), or (3,) for one [units]. The way may lead to the other side of a triangle. pose,
mesh_pose and errors: as of sweep. Returns (N, 3), with NaN in rows without such a place; for one point
(3,), or None.

>>> cube.unstick(halfspace.Shape.sphere(0.25), (0.5, 0.25, 1.125), 1).round(3).tolist()
[0.5, 0.25, 1.25]
>>> cube.unstick(halfspace.Shape.sphere(0.25), (0.5, 0.25, 1.125), 0.1) is None
True)");
}

}  // namespace halfspace::python
