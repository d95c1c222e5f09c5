// SPDX-License-Identifier: MIT
// Two meshes: which triangles touch, and how far are the meshes apart?
#include "halfspace/spatial/mesh_collide.h"

#include "geometry.h"
#include "lists.h"

#include <limits>

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
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
    static const auto* const kDtype = [] {
        static const Field kFields[] = {
            {"triangle", "u4", offsetof(PairAnswer, triangle)},
            {"other_triangle", "u4", offsetof(PairAnswer, other_triangle)},
            {"distance", "f8", offsetof(PairAnswer, distance)},
            {"point", "(3,)f8", offsetof(PairAnswer, point)},
            {"other_point", "(3,)f8", offsetof(PairAnswer, other_point)}};
        return new py::dtype(struct_dtype(kFields, sizeof(PairAnswer)));
    }();
    return *kDtype;
}

// What a question about two meshes gave: poses are in the range where it gives no error.
template <class T>
T in_range(Result<T>&& result) {
    return *std::move(result);
}

// Answers each pose by one value: answer(pose).
template <class Answer, class Ask>
py::object ask_poses(const Poses& poses,
                     const py::dtype& dtype,
                     py::handle out,
                     unsigned threads,
                     const Ask& answer) {
    Results results("out", out, dtype, {static_cast<py::ssize_t>(poses.rows.size())});
    const auto to = results.as<Answer>();
    in_batches({poses.rows.size(), kCost},
               threads,
               [&](std::size_t begin, std::size_t count, const Executor& run) {
                   in_tasks(
                       run, begin, count, 1, [&](std::size_t i) { to[i] = answer(poses.rows[i]); });
               });
    return results.take(poses.is_one);
}

py::object mesh_distance(const Mesh& a,
                         const Mesh& b,
                         py::handle pose,
                         double max_distance,
                         py::handle out,
                         unsigned threads) {
    check_reach("max_distance", max_distance);
    const Poses poses = one_or_many_poses("pose", pose, kMaxPairPlace);
    const Asking asking(a);
    const Asking asking_other(b);
    return ask_poses<PairAnswer>(
        poses, mesh_pair_dtype(), out, threads, [&](const Transform& place) {
            const auto nearest = in_range(distance(*a.tree, *b.tree, place, max_distance));
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
    const Poses poses = one_or_many_poses("pose", pose, kMaxPairPlace);
    const Asking asking(a);
    const Asking asking_other(b);
    return ask_poses<std::uint8_t>(
        poses, py::dtype::of<bool>(), out, threads, [&](const Transform& place) -> std::uint8_t {
            return in_range(first_pair(*a.tree, *b.tree, place)) ? 1 : 0;
        });
}

py::object mesh_pairs(const Mesh& a, const Mesh& b, py::handle pose, unsigned threads) {
    const Poses poses = one_or_many_poses("pose", pose, kMaxPairPlace);
    const Asking asking(a);
    const Asking asking_other(b);
    return in_lists<TrianglePair>(
        {py::dtype::of<std::uint32_t>(), 2},
        poses.rows.size(),
        poses.is_one,
        kCost,
        threads,
        [&](std::size_t i, QueryScratch& scratch, std::vector<TrianglePair>& to) {
            const auto pairs = in_range(all_pairs(*a.tree, *b.tree, poses.rows[i], scratch));
            to.insert(to.end(), pairs.begin(), pairs.end());
        });
}

}  // namespace

void add_mesh_pairs(py::module_& module) {
    module.attr("mesh_pair_dtype") = mesh_pair_dtype();
    py::reinterpret_borrow<py::class_<Mesh, std::shared_ptr<Mesh>>>(module.attr("Mesh"))
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
or one.

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
pose i are pairs[starts[i]:starts[i + 1]].

>>> len(cube.pairs(cube, (0, 0, 1)))
62
>>> starts, pairs = cube.pairs(cube, [(5, 0, 0), (1, 1, 1)])
>>> starts.tolist(), pairs.dtype
([0, 0, 36], dtype('uint32')))");
}

}  // namespace halfspace::python
