// SPDX-License-Identifier: MIT
#include "geometry.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

constexpr std::size_t kPointCost = 8;

// As numpy sees an answer: no triangle is 2^32 - 1.
struct PointAnswer {
    std::uint32_t triangle = kNone;
    std::uint32_t reserved = 0;
    Vec3 point;
    double distance = kInfinity;
};

const py::dtype& mesh_point_dtype() {
    return record_dtype<PointAnswer>({{"triangle", "u4", offsetof(PointAnswer, triangle)},
                                      {"point", "(3,)f8", offsetof(PointAnswer, point)},
                                      {"distance", "f8", offsetof(PointAnswer, distance)}});
}

std::shared_ptr<Mesh> make_mesh(py::handle vertices, py::handle triangles, unsigned threads) {
    const Rows corners("vertices", vertices, 3);
    const Numbers indices("triangles", triangles, things(corners.size()), 3);
    auto mesh = std::make_shared<Mesh>();
    mesh->vertices.assign(corners.data(), corners.data() + 3 * corners.size());
    mesh->triangles.reserve(indices.size());
    for (std::size_t i = 0; i < indices.size(); ++i) {
        mesh->triangles.push_back(static_cast<std::uint32_t>(indices[i]));
    }
    const TriangleMesh view{std::span<const double>(mesh->vertices), mesh->triangles};
    const Executor run = threads_of(threads);
    Result<TriangleBvh> tree = [&] {
        const py::gil_scoped_release released;
        return TriangleBvh::build(view, {}, run);
    }();
    mesh->tree.emplace(value_of(std::move(tree)));
    return mesh;
}

void refit(Mesh& mesh, py::handle vertices, unsigned threads) {
    const Rows corners("vertices", vertices, 3);
    if (3 * corners.size() != mesh.vertices.size()) {
        throw py::value_error("vertices has " + std::to_string(corners.size()) +
                              " rows; the mesh has " + std::to_string(mesh.vertices.size() / 3));
    }
    check_within("vertices", corners, kMaxBvhCoordinate);
    mesh.check_change("the mesh");
    if (mesh.is_placed()) {
        throw std::runtime_error("the mesh cannot change while it is placed in a world");
    }
    std::copy_n(corners.data(), mesh.vertices.size(), mesh.vertices.begin());
    mesh.is_closed.reset();
    if (const auto done = mesh.tree->refit(threads_of(threads)); !done) {
        raise(done.error());
    }
}

py::object cast_rays(const Mesh& mesh,
                     py::handle origins,
                     py::handle directions,
                     double max_t,
                     py::handle out,
                     unsigned threads) {
    const RayRows rays(origins, directions, max_t);
    const Asking asking(mesh);
    return answer_rows<RayAnswer>({rays.size(), rays.is_one(), threads, 1, out, rays.inputs()},
                                  ray_hit_dtype(),
                                  [&](std::size_t i) {
                                      const auto hit = mesh.tree->raycast(rays[i]);
                                      return hit ? RayAnswer{hit->triangle.value, 0, hit->t}
                                                 : RayAnswer{};
                                  });
}

py::object occluded(const Mesh& mesh,
                    py::handle origins,
                    py::handle directions,
                    double max_t,
                    py::handle out,
                    unsigned threads) {
    const RayRows rays(origins, directions, max_t);
    const Asking asking(mesh);
    return answer_rows<bool>({rays.size(), rays.is_one(), threads, 1, out, rays.inputs()},
                             [&](std::size_t i) { return mesh.tree->any_hit(rays[i]); });
}

py::object closest(
    const Mesh& mesh, py::handle points, double max_distance, py::handle out, unsigned threads) {
    check_reach("max_distance", max_distance);
    const Rows rows("points", points, 3);
    check_within("points", rows, kMaxPlace);
    const auto from = rows.as<Vec3>();
    const Asking asking(mesh);
    return answer_rows<PointAnswer>(
        {from.size(), rows.is_one(), threads, kPointCost, out, {rows.array()}},
        mesh_point_dtype(),
        [&](std::size_t i) {
            const auto found = mesh.tree->closest_point(from[i], max_distance);
            return found ? PointAnswer{found->triangle.value, 0, found->point, found->distance}
                         : PointAnswer{};
        });
}

// True if each edge belongs to as many triangles in one direction as in the other. Vertices at one
// place are one vertex.
bool has_closed_surface(const Mesh& mesh) {
    const auto corner = [&](std::uint32_t vertex) {
        const double* const p = &mesh.vertices[std::size_t{3} * vertex];
        return std::array{p[0], p[1], p[2]};
    };
    std::map<std::pair<std::array<double, 3>, std::array<double, 3>>, int> balance;
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
        const auto from = corner(mesh.triangles[i]);
        const auto to = corner(mesh.triangles[i % 3 == 2 ? i - 2 : i + 1]);
        balance[std::minmax(from, to)] += from < to ? 1 : to < from ? -1 : 0;
    }
    return std::all_of(
        balance.begin(), balance.end(), [](const auto& edge) { return edge.second == 0; });
}

bool is_closed(const Mesh& mesh) {
    if (!mesh.is_closed) {
        mesh.is_closed = has_closed_surface(mesh);
    }
    return *mesh.is_closed;
}

py::object winding(const Mesh& mesh, py::handle points, py::handle out, unsigned threads) {
    if (!is_closed(mesh)) {
        throw py::value_error(
            "the mesh is not closed: an edge has more triangles in one direction than "
            "in the other; an open mesh has no inside");
    }
    const Rows rows("points", points, 3);
    check_within("points", rows, kMaxPlace);
    const auto from = rows.as<Vec3>();
    Results results("out", out, py::dtype::of<std::int32_t>(), {from.size()}, {rows.array()});
    const auto to = results.as<std::int32_t>();
    const Asking asking(mesh);
    in_batches(
        {from.size(), 8}, threads, [&](std::size_t begin, std::size_t count, const Executor& run) {
            mesh.tree->winding_all(from.subspan(begin, count), to.subspan(begin, count), run);
        });
    return results.take(rows.is_one());
}

}  // namespace

const py::dtype& ray_hit_dtype() {
    return record_dtype<RayAnswer>(
        {{"triangle", "u4", offsetof(RayAnswer, triangle)}, {"t", "f8", offsetof(RayAnswer, t)}});
}

void add_meshes(py::module_& module) {
    module.attr("ray_hit_dtype") = ray_hit_dtype();
    module.attr("mesh_point_dtype") = mesh_point_dtype();
    MeshClass(module,
              "Mesh",
              R"(Triangles with a tree: rays, nearest points, inside and outside, distances.

vertices: (V, 3) [units]; triangles: (T, 3) integers, rows of vertices. Both are copied. Raises
ValueError for another shape, a number that is not finite; IndexError for a vertex that there is not.

>>> cube = halfspace.Mesh(cube_vertices, cube_triangles)
>>> len(cube)
12)")
        .def(py::init(&make_mesh),
             "vertices"_a,
             "triangles"_a,
             py::kw_only(),
             "threads"_a = 1u,
             "Builds the tree.")
        .def("__len__", [](const Mesh& mesh) { return mesh.triangles.size() / 3; })
        .def("__repr__",
             [](const Mesh& mesh) {
                 return "<halfspace.Mesh: " + std::to_string(mesh.triangles.size() / 3) +
                        " triangles, " + std::to_string(mesh.vertices.size() / 3) + " vertices>";
             })
        .def("refit",
             &refit,
             "vertices"_a,
             py::kw_only(),
             "threads"_a = 1u,
             R"(Moves the vertices; the triangles stay. Much faster than a new mesh.

vertices: (V, 3), as many as there are [units]. Questions become slower as triangles leave their
neighbours. Raises ValueError for another shape, a number that is not finite or beyond 1e37, and
RuntimeError while another thread asks the mesh and while a world holds it; then nothing has changed.

>>> moved = halfspace.Mesh(cube_vertices, cube_triangles)
>>> moved.refit(cube.vertices + (0, 0, 5))
>>> float(moved.rays((0.5, 0.25, 9), (0, 0, -1))["t"])
3.0)")
        .def("rays",
             &cast_rays,
             "origins"_a,
             "directions"_a,
             py::kw_only(),
             "max_t"_a = kInfinity,
             "out"_a = py::none(),
             "threads"_a = 1u,
             R"(The triangle that each ray meets first.

origins, directions: (N, 3), or (3,) for one or for all [units]. max_t: rays end there. out: (N,) of
ray_hit_dtype, for the answers. The hit is at origin + t * direction; without a hit t is infinite and
triangle is 2^32 - 1. Exact: no ray slips between two neighbours.
Returns (N,) of ray_hit_dtype, or one record. Raises ValueError for another shape, a number that is not
finite, a max_t below 0.

>>> cube.rays([(0.5, 0.25, 3), (5, 5, 5)], (0, 0, -1))["t"]
array([ 2., inf]))")
        .def("occluded",
             &occluded,
             "origins"_a,
             "directions"_a,
             py::kw_only(),
             "max_t"_a = kInfinity,
             "out"_a = py::none(),
             "threads"_a = 1u,
             R"(True where a ray meets any triangle. Often faster than rays, and else the same.

Returns (N,) bool, or one. Raises as rays does.

>>> cube.occluded([(0.5, 0.25, 3), (5, 5, 5)], (0, 0, -1))
array([ True, False]))")
        .def("closest",
             &closest,
             "points"_a,
             py::kw_only(),
             "max_distance"_a = kInfinity,
             "out"_a = py::none(),
             "threads"_a = 1u,
             R"(The nearest point of the mesh to each point.

points: (N, 3), or (3,) for one [units]. max_distance [units]: points farther away have none: their
distance is infinite and their triangle 2^32 - 1. out: (N,) of mesh_point_dtype, for the answers.
Returns (N,) of mesh_point_dtype, or one record. Raises ValueError for another shape, a number that is
not finite or beyond 2^300, a max_distance below 0.

>>> cube.closest((0.25, 0.5, 3))["point"], float(cube.closest((0.25, 0.5, 3))["distance"])
(array([0.25, 0.5 , 1.  ]), 2.0))")
        .def("winding",
             &winding,
             "points"_a,
             py::kw_only(),
             "out"_a = py::none(),
             "threads"_a = 1u,
             R"(The winding number of a closed mesh around each point. Exact.

points: (N, 3), or (3,) for one [units]. out: (N,) int32, for the answers. 1 inside, 0 outside, 2
where two closed parts overlap. Returns (N,) int32, or one number. Raises ValueError as closest does,
and for a mesh that is not closed.

>>> cube.winding([(0.5, 0.5, 0.5), (1.5, 0.5, 0.5)])
array([1, 0], dtype=int32))");
}

}  // namespace halfspace::python
