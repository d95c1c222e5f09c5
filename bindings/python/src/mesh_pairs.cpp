// SPDX-License-Identifier: MIT
// Two meshes: which triangles touch, and how far are the meshes apart?
#include "halfspace/spatial/mesh_collide.h"

#include "geometry.h"
#include "lists.h"

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

// No vertex of a mesh leaves the range of exact questions from there.
constexpr double kMaxPairPlace = 1e80;
// A question about two meshes costs as much as so many points.
constexpr std::size_t kCost = 4096;

// As numpy sees the nearest triangles.
struct PairAnswer {
    std::uint32_t triangle = kNone;
    std::uint32_t other_triangle = kNone;
    double distance = kInfinity;
    Vec3 point;
    Vec3 other_point;
};

const py::dtype& mesh_pair_dtype() {
    return record_dtype<PairAnswer>({{"triangle", "u4", offsetof(PairAnswer, triangle)},
                                     {"other_triangle", "u4", offsetof(PairAnswer, other_triangle)},
                                     {"distance", "f8", offsetof(PairAnswer, distance)},
                                     {"point", "(3,)f8", offsetof(PairAnswer, point)},
                                     {"other_point", "(3,)f8", offsetof(PairAnswer, other_point)}});
}

// What a question about two meshes gave: poses are in the range where it gives no error.
template <class T>
T in_range(Result<T>&& result) {
    return *std::move(result);
}

// Two meshes at poses of the second one.
struct MeshPair {
    MeshPair(const Mesh& a_mesh, const Mesh& b_mesh, py::handle pose)
        : poses(one_or_many_poses("pose", pose, kMaxPairPlace)),
          asking_a(a_mesh),
          asking_b(b_mesh),
          a(*a_mesh.tree),
          b(*b_mesh.tree) {}

    Poses poses;
    Asking asking_a;
    Asking asking_b;
    const TriangleBvh& a;
    const TriangleBvh& b;
};

py::object mesh_distance(const Mesh& a,
                         const Mesh& b,
                         py::handle pose,
                         double max_distance,
                         py::handle out,
                         unsigned threads) {
    check_reach("max_distance", max_distance);
    const MeshPair pair(a, b, pose);
    const Poses& poses = pair.poses;
    return answer_rows<PairAnswer>(
        {poses.size(), poses.is_one(), threads, kCost, out}, mesh_pair_dtype(), [&](std::size_t i) {
            const auto nearest = in_range(distance(pair.a, pair.b, poses[i], max_distance));
            return nearest ? PairAnswer{nearest->triangles.a.value,
                                        nearest->triangles.b.value,
                                        nearest->distance,
                                        nearest->point_a,
                                        nearest->point_b}
                           : PairAnswer{};
        });
}

py::object mesh_touches(
    const Mesh& a, const Mesh& b, py::handle pose, py::handle out, unsigned threads) {
    const MeshPair pair(a, b, pose);
    const Poses& poses = pair.poses;
    return answer_rows<bool>(
        {poses.size(), poses.is_one(), threads, kCost, out},
        [&](std::size_t i) { return in_range(first_pair(pair.a, pair.b, poses[i])).has_value(); });
}

py::object mesh_pairs(const Mesh& a, const Mesh& b, py::handle pose, unsigned threads) {
    const MeshPair pair(a, b, pose);
    const Poses& poses = pair.poses;
    return in_lists<TrianglePair>(
        {py::dtype::of<std::uint32_t>(), 2},
        {poses.size(), poses.is_one(), threads, kCost},
        [&](std::size_t i, QueryScratch& scratch, std::vector<TrianglePair>& to) {
            append(in_range(all_pairs(pair.a, pair.b, poses[i], scratch)), to);
        });
}

}  // namespace

void add_mesh_pairs(py::module_& module) {
    module.attr("mesh_pair_dtype") = mesh_pair_dtype();
    py::reinterpret_borrow<MeshClass>(module.attr("Mesh"))
        .def("distance",
             &mesh_distance,
             "other"_a,
             "pose"_a = py::none(),
             py::kw_only(),
             "max_distance"_a = kInfinity,
             "out"_a = py::none(),
             "threads"_a = 1u,
             R"(The distance to another mesh, and the nearest triangles of both.

pose: where the other one stands: (3,), (3, 4) or (4, 4); or many: (N, 3), (N, 3, 4) or (N, 4, 4).
max_distance [units]: meshes that are farther apart have no distance. out: (N,) of mesh_pair_dtype, for
the answers.
Returns (N,) of mesh_pair_dtype, or one record: distance [units], 0 if they touch, and only then; then
the pair is one of those that touch. point is of triangle of this mesh, and other_point of other_triangle
of the other one, both in the frame of this mesh. Beyond max_distance the distance is infinite and
triangles are 2^32 - 1. Raises ValueError for a pose that is no turn and move, for a position beyond
1e80, and for a max_distance below 0.

>>> near = cube.distance(cube, (3, 0.5, 0))
>>> float(near["distance"]), near["point"][0], near["other_point"][0]
(2.0, 1.0, 3.0)
>>> cube.distance(cube, [(3, 0, 0), (0.5, 0, 0), (9, 0, 0)], max_distance=3)["distance"]
array([ 2.,  0., inf]))")
        .def("touches",
             &mesh_touches,
             "other"_a,
             "pose"_a = py::none(),
             py::kw_only(),
             "out"_a = py::none(),
             "threads"_a = 1u,
             R"(True if the meshes share a point: exact.

pose: where the other one stands, as for distance. out: (N,) bool, for the answers. Returns (N,) bool,
or one. Raises ValueError for another shape, a matrix that is no turn and move, a number that is not finite.

>>> cube.touches(cube, (1, 0, 0)), cube.touches(cube, (1.001, 0, 0))
(True, False))")
        .def("pairs",
             &mesh_pairs,
             "other"_a,
             "pose"_a = py::none(),
             py::kw_only(),
             "threads"_a = 1u,
             R"(All pairs of triangles of the two meshes that share a point: exact.

pose: where the other one stands, as for distance. Returns for one pose (K, 2) uint32: a triangle of
this mesh and one of the other, in ascending order. For many poses the tuple (starts, pairs): those of
pose i are pairs[starts[i]:starts[i + 1]]. Raises as touches does.

>>> len(cube.pairs(cube, (0, 0, 1)))
62
>>> starts, pairs = cube.pairs(cube, [(5, 0, 0), (1, 1, 1)])
>>> starts.tolist(), pairs.dtype
([0, 0, 36], dtype('uint32')))");
}

}  // namespace halfspace::python
