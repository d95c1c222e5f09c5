// SPDX-License-Identifier: MIT
// The triangles of a mesh on rays and in boxes, balls and capsules.
#include "geometry.h"
#include "lists.h"

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

constexpr std::size_t kCost = 8;

// A region of triangles: the lists of those in it, and whether there are any.
struct BoxRegion {
    Aabb box;
    AnswerList<TriangleId> all(const TriangleBvh& tree, QueryScratch& scratch) const {
        return tree.in_box(box, scratch);
    }
    bool any(const TriangleBvh& tree) const { return tree.overlaps_box(box); }
};
struct BallRegion {
    Vec3 centre;
    double radius;
    AnswerList<TriangleId> all(const TriangleBvh& tree, QueryScratch& scratch) const {
        return tree.in_sphere(centre, radius, scratch);
    }
    bool any(const TriangleBvh& tree) const { return tree.overlaps_sphere(centre, radius); }
};
struct CapsuleRegion {
    Segment segment;
    double radius;
    AnswerList<TriangleId> all(const TriangleBvh& tree, QueryScratch& scratch) const {
        return tree.in_capsule(segment.from, segment.to, radius, scratch);
    }
    bool any(const TriangleBvh& tree) const {
        return tree.overlaps_capsule(segment.from, segment.to, radius);
    }
};

template <class Region>
struct Regions {
    std::vector<Region> rows;
    bool is_one = false;
};

Regions<BoxRegion> boxes_in(py::handle boxes) {
    const Rows rows = boxes_of("boxes", boxes);
    Regions<BoxRegion> regions{{}, rows.is_one()};
    for (const Aabb& box : rows.as<Aabb>()) {
        regions.rows.push_back({box});
    }
    return regions;
}

Regions<BallRegion> balls_in(py::handle centres, py::handle radius) {
    const Rows rows("centres", centres, 3);
    check_within("centres", rows, kMaxPlace);
    const RowNumbers radii = reaches_of("radius", radius, rows.size());
    Regions<BallRegion> regions{{}, rows.is_one()};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        regions.rows.push_back({rows.as<Vec3>()[i], radii[i]});
    }
    return regions;
}

Regions<CapsuleRegion> capsules_in(py::handle start, py::handle end, py::handle radius) {
    const Segments segments(start, end);
    const RowNumbers radii = reaches_of("radius", radius, segments.size());
    Regions<CapsuleRegion> regions{{}, segments.is_one()};
    check_within(segments, kMaxPlace);
    for (std::size_t i = 0; i < segments.size(); ++i) {
        regions.rows.push_back({segments.rows()[i], radii[i]});
    }
    return regions;
}

template <class Region>
py::object all_in(const Mesh& mesh, const Regions<Region>& regions, unsigned threads) {
    const Asking asking(mesh);
    return in_lists<TriangleId>(
        {py::dtype::of<std::uint32_t>()},
        {regions.rows.size(), regions.is_one, threads, kCost},
        [&](std::size_t i, QueryScratch& scratch, std::vector<TriangleId>& to) {
            append(regions.rows[i].all(*mesh.tree, scratch), to);
        });
}

template <class Region>
py::object any_in(const Mesh& mesh,
                  const Regions<Region>& regions,
                  py::handle out,
                  unsigned threads) {
    const Asking asking(mesh);
    return answer_rows<bool>({regions.rows.size(), regions.is_one, threads, kCost, out},
                             [&](std::size_t i) { return regions.rows[i].any(*mesh.tree); });
}

py::object all_hits(
    const Mesh& mesh, py::handle origins, py::handle directions, double max_t, unsigned threads) {
    const RayRows rays(origins, directions, max_t);
    const Asking asking(mesh);
    return in_lists<RayAnswer>(
        {ray_hit_dtype()},
        {rays.size(), rays.is_one(), threads, kCost},
        [&](std::size_t i, QueryScratch& scratch, std::vector<RayAnswer>& to) {
            for (const RayHit& hit : mesh.tree->on_ray(rays[i], scratch)) {
                to.push_back({hit.triangle.value, 0, hit.t});
            }
        });
}

py::object far_to_near(const Mesh& mesh, py::handle eyes, unsigned threads) {
    const Rows rows("eyes", eyes, 3);
    const auto from = rows.as<Vec3>();
    const Asking asking(mesh);
    return in_lists<TriangleId>(
        {py::dtype::of<std::uint32_t>()},
        {from.size(), rows.is_one(), threads, kCost},
        [&](std::size_t i, QueryScratch& scratch, std::vector<TriangleId>& to) {
            append(mesh.tree->far_to_near(from[i], scratch), to);
        });
}

}  // namespace

void add_mesh_regions(py::module_& module) {
    py::reinterpret_borrow<MeshClass>(module.attr("Mesh"))
        .def("all_hits",
             &all_hits,
             "origins"_a,
             "directions"_a,
             py::kw_only(),
             "max_t"_a = kInfinity,
             "threads"_a = 1u,
             R"(All triangles that each ray meets, the first one first.

The arguments and errors are as of rays. Returns for one ray (K,) of ray_hit_dtype, by t and then by
triangle. For many rays the tuple (starts, hits): those of ray i are hits[starts[i]:starts[i + 1]].

>>> cube.all_hits((0.5, 0.25, 3), (0, 0, -1))["t"]
array([2., 3.]))")
        .def(
            "in_box",
            [](const Mesh& mesh, py::handle boxes, unsigned threads) {
                return all_in(mesh, boxes_in(boxes), threads);
            },
            "boxes"_a,
            py::kw_only(),
            "threads"_a = 1u,
            R"(The triangles that share a point with a closed box: exact.

boxes: (N, 2, 3), the least and the greatest corner of each, or (2, 3) for one [units]; also (N, 6) and
(6,). A box with a least corner above its greatest one has no triangles. Returns for one box (K,)
uint32 in ascending order. For many the tuple (starts, triangles): those of box i are
triangles[starts[i]:starts[i + 1]]. Raises ValueError for another shape and a number that is not finite.

>>> cube.in_box([(-1, 0.25, 0.25), (0.5, 0.5, 0.5)])
array([0, 1], dtype=uint32))")
        .def(
            "in_sphere",
            [](const Mesh& mesh, py::handle centres, py::handle radius, unsigned threads) {
                return all_in(mesh, balls_in(centres, radius), threads);
            },
            "centres"_a,
            "radius"_a,
            py::kw_only(),
            "threads"_a = 1u,
            R"(The triangles that share a point with a closed ball, up to rounding.

centres: (N, 3), or (3,) for one; radius: one for all, or (N,) [units]. Returns as in_box. Raises
ValueError as in_box, and for a radius below 0.

>>> cube.in_sphere((0.5, 0.5, 1.5), 0.6)
array([10, 11], dtype=uint32))")
        .def(
            "in_capsule",
            [](const Mesh& mesh,
               py::handle start,
               py::handle end,
               py::handle radius,
               unsigned threads) { return all_in(mesh, capsules_in(start, end, radius), threads); },
            "start"_a,
            "end"_a,
            "radius"_a,
            py::kw_only(),
            "threads"_a = 1u,
            R"(The triangles that are at most `radius` away from a segment, up to rounding.

start, end: (N, 3), or (3,) for one or for all; radius: one for all, or (N,) [units]. Returns and
raises as in_sphere.

>>> cube.in_capsule((-1, 0.5, 0.5), (2, 0.5, 0.5), 0.25)
array([0, 1, 2, 3], dtype=uint32))")
        .def(
            "overlaps_box",
            [](const Mesh& mesh, py::handle boxes, py::handle out, unsigned threads) {
                return any_in(mesh, boxes_in(boxes), out, threads);
            },
            "boxes"_a,
            py::kw_only(),
            "out"_a = py::none(),
            "threads"_a = 1u,
            R"(True where in_box finds a triangle. Faster.

out: (N,) bool, for the answers. Returns (N,) bool, or one. Raises as in_box does.

>>> cube.overlaps_box([[(0.25, 0.25, 0.25), (0.5, 0.5, 0.5)], [(0, 0, 0), (9, 9, 9)]])
array([False,  True]))")
        .def(
            "overlaps_sphere",
            [](const Mesh& mesh,
               py::handle centres,
               py::handle radius,
               py::handle out,
               unsigned threads) { return any_in(mesh, balls_in(centres, radius), out, threads); },
            "centres"_a,
            "radius"_a,
            py::kw_only(),
            "out"_a = py::none(),
            "threads"_a = 1u,
            R"(True where in_sphere finds a triangle. Faster.

out: (N,) bool, for the answers. Returns (N,) bool, or one. Raises as in_sphere does.

>>> cube.overlaps_sphere([(0.5, 0.5, 0.5), (0.5, 0.5, 1.5)], 0.5)
array([ True,  True]))")
        .def(
            "overlaps_capsule",
            [](const Mesh& mesh,
               py::handle start,
               py::handle end,
               py::handle radius,
               py::handle out,
               unsigned threads) {
                return any_in(mesh, capsules_in(start, end, radius), out, threads);
            },
            "start"_a,
            "end"_a,
            "radius"_a,
            py::kw_only(),
            "out"_a = py::none(),
            "threads"_a = 1u,
            R"(True where in_capsule finds a triangle. Faster.

out: (N,) bool, for the answers. Returns (N,) bool, or one. Raises as in_capsule does.

>>> cube.overlaps_capsule((0.5, 0.5, 0.5), [(0.5, 0.5, 0.6), (0.5, 0.5, 0.8)], 0.25)
array([False,  True]))")
        .def("far_to_near",
             &far_to_near,
             "eyes"_a,
             py::kw_only(),
             "threads"_a = 1u,
             R"(All triangles in an order for drawing without a depth buffer.

eyes: (N, 3), or (3,) for one [units]. Of two parts of the tree, the one with the farther centre comes
first. No triangle is cut, so the order is not right everywhere. Returns (T,) uint32 for one eye; for
many the tuple (starts, triangles), as of in_box. Raises ValueError for another shape, and where a
number is not finite.

>>> sorted(cube.far_to_near((0.5, 0.5, 9)).tolist()) == list(range(12))
True)");
}

}  // namespace halfspace::python
