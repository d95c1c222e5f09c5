// SPDX-License-Identifier: MIT
// Two convex shapes: their distance, their penetration depth, and when one meets the other.
#include "halfspace/spatial/contact_points.h"
#include "halfspace/spatial/convex.h"

#include "geometry.h"
#include "lists.h"

#include <cmath>

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

constexpr std::size_t kCost = 4;

// As numpy sees the time of impact.
struct ImpactAnswer {
    std::uint8_t hit = 0;
    std::uint8_t reserved[7] = {};
    double fraction = 1;
    double distance = 0;
    Vec3 normal;
    Vec3 point;
};

const py::dtype& shape_distance_dtype() {
    return record_dtype<Distance>({{"distance", "f8", offsetof(Distance, distance)},
                                   {"error", "f8", offsetof(Distance, error)},
                                   {"point", "(3,)f8", offsetof(Distance, point_a)},
                                   {"other_point", "(3,)f8", offsetof(Distance, point_b)},
                                   {"normal", "(3,)f8", offsetof(Distance, normal)}});
}

const py::dtype& penetration_dtype() {
    return record_dtype<Penetration>({{"depth", "f8", offsetof(Penetration, depth)},
                                      {"normal", "(3,)f8", offsetof(Penetration, normal)},
                                      {"point", "(3,)f8", offsetof(Penetration, point)},
                                      {"error", "f8", offsetof(Penetration, error)}});
}

const py::dtype& impact_dtype() {
    return record_dtype<ImpactAnswer>({{"hit", "?", offsetof(ImpactAnswer, hit)},
                                       {"fraction", "f8", offsetof(ImpactAnswer, fraction)},
                                       {"distance", "f8", offsetof(ImpactAnswer, distance)},
                                       {"normal", "(3,)f8", offsetof(ImpactAnswer, normal)},
                                       {"point", "(3,)f8", offsetof(ImpactAnswer, point)}});
}

const py::dtype& contact_point_dtype() {
    return record_dtype<ContactPoint>({{"point", "(3,)f8", offsetof(ContactPoint, point)},
                                       {"depth", "f8", offsetof(ContactPoint, depth)}});
}
static_assert(sizeof(Distance) == 88 && sizeof(Penetration) == 64 && sizeof(ImpactAnswer) == 72 &&
              sizeof(ContactPoint) == 32);

// Two shapes at poses; one pose is for all rows.
class ShapePair {
public:
    ShapePair(const ConvexShape& a, const ConvexShape& b, py::handle pose, py::handle own_pose)
        : a_(a),
          b_(b),
          b_poses_(one_or_many_poses("pose", pose, kMaxShapePlace)),
          a_poses_(one_or_many_poses("own_pose", own_pose, kMaxShapePlace)),
          size_(common_rows("pose", b_poses_, "own_pose", a_poses_)) {}

    std::size_t size() const { return size_; }
    bool is_one() const { return a_poses_.is_one() && b_poses_.is_one(); }
    PlacedShape a(std::size_t i) const { return {a_, a_poses_[i]}; }
    PlacedShape b(std::size_t i) const { return {b_, b_poses_[i]}; }

private:
    const ConvexShape& a_;
    const ConvexShape& b_;
    Poses b_poses_;
    Poses a_poses_;
    std::size_t size_;
};

py::object shapes_distance(const ConvexShape& a,
                           const ConvexShape& b,
                           py::handle pose,
                           py::handle own_pose,
                           py::handle out,
                           unsigned threads) {
    const ShapePair pair(a, b, pose, own_pose);
    return answer_rows<Distance>({pair.size(), pair.is_one(), threads, kCost, out},
                                 shape_distance_dtype(),
                                 [&](std::size_t i) { return distance(pair.a(i), pair.b(i)); });
}

py::object shapes_overlap(const ConvexShape& a,
                          const ConvexShape& b,
                          py::handle pose,
                          py::handle own_pose,
                          py::handle out,
                          unsigned threads) {
    const ShapePair pair(a, b, pose, own_pose);
    return answer_rows<bool>({pair.size(), pair.is_one(), threads, kCost, out},
                             [&](std::size_t i) { return overlaps(pair.a(i), pair.b(i)); });
}

py::object shapes_penetration(const ConvexShape& a,
                              const ConvexShape& b,
                              py::handle pose,
                              py::handle own_pose,
                              py::handle out,
                              unsigned threads) {
    const ShapePair pair(a, b, pose, own_pose);
    return answer_rows<Penetration>(
        {pair.size(), pair.is_one(), threads, kCost, out}, penetration_dtype(), [&](std::size_t i) {
            return penetration(pair.a(i), pair.b(i)).value_or(Penetration{});
        });
}

py::object shapes_time_of_impact(const ConvexShape& a,
                                 const ConvexShape& b,
                                 py::handle motion,
                                 py::handle pose,
                                 py::handle own_pose,
                                 double tolerance,
                                 py::handle out,
                                 unsigned threads) {
    need(std::isfinite(tolerance) && tolerance > 0, "tolerance", "finite and above 0");
    const ShapePair pair(a, b, pose, own_pose);
    const Rows motions("motion", motion, 3);
    const auto by = motions.as<Vec3>();
    check_within("motion", motions, kMaxShapePlace);
    const std::size_t rows = common_rows("the poses", pair, "motion", motions);
    return answer_rows<ImpactAnswer>(
        {rows, pair.is_one() && motions.is_one(), threads, kCost, out, {motions.array()}},
        impact_dtype(),
        [&](std::size_t i) {
            const auto found =
                time_of_impact(pair.a(i), pair.b(i), by[motions.is_one() ? 0 : i], tolerance);
            return found ? ImpactAnswer{1,
                                        {},
                                        found->fraction,
                                        found->distance,
                                        found->normal,
                                        found->point}
                         : ImpactAnswer{};
        });
}

py::object shapes_contact_points(const ConvexShape& a,
                                 const ConvexShape& b,
                                 py::handle pose,
                                 py::handle own_pose,
                                 double face_depth,
                                 unsigned threads) {
    check_length("face_depth", face_depth);
    const ShapePair pair(a, b, pose, own_pose);
    return in_lists<ContactPoint>(
        {contact_point_dtype()},
        {pair.size(), pair.is_one(), threads, kCost},
        [&](std::size_t i, QueryScratch&, std::vector<ContactPoint>& to) {
            const PlacedShape first = pair.a(i);
            const PlacedShape second = pair.b(i);
            if (const auto deep = penetration(first, second)) {
                const ContactPoints found = contact_points(first, second, *deep, face_depth);
                to.insert(to.end(), found.points.begin(), found.points.begin() + found.count);
            }
        });
}

py::object shape_bounds(const ConvexShape& shape, py::handle pose, unsigned threads) {
    const Poses poses = one_or_many_poses("pose", pose, kMaxShapePlace);
    Results results("out", py::none(), py::dtype::of<double>(), {poses.size(), 2, 3});
    const auto to = results.as<Aabb>();
    for_each_row(to.size(), 1, threads, [&](std::size_t i) {
        to[i] = box_to_world(poses[i], shape.bounds());
    });
    return results.take(poses.is_one());
}

}  // namespace

void add_shape_pairs(py::module_& module) {
    module.attr("shape_distance_dtype") = shape_distance_dtype();
    module.attr("penetration_dtype") = penetration_dtype();
    module.attr("impact_dtype") = impact_dtype();
    module.attr("contact_point_dtype") = contact_point_dtype();
    py::reinterpret_borrow<py::class_<ConvexShape>>(module.attr("Shape"))
        .def("distance",
             &shapes_distance,
             "other"_a,
             "pose"_a = py::none(),
             "own_pose"_a = py::none(),
             py::kw_only(),
             "out"_a = py::none(),
             "threads"_a = 1u,
             R"(The distance of two shapes and their nearest points.

pose: where the other shape stands; own_pose: where this one does: (3,), (3, 4) or (4, 4); or many: (N,
3), (N, 3, 4) or (N, 4, 4). One pose is for all rows. out: (N,) of shape_distance_dtype, for the answers.
Returns (N,) of shape_distance_dtype, or one record: distance [units], 0 for shapes that touch or
overlap; error: the true distance is at least distance - error; point and other_point of the two shapes,
and normal from the other shape to this one. Raises ValueError for a pose that is no turn and move, and
for a position beyond 2^40.

>>> ball, box = halfspace.Shape.sphere(1), halfspace.Shape.box((1, 1, 1))
>>> near = ball.distance(box, (5, 0, 0))
>>> float(near["distance"]), near["point"][0], near["other_point"][0], near["normal"][0]
(3.0, 1.0, 4.0, -1.0)
>>> ball.distance(box, [(5, 0, 0), (0, 9, 0), (0, 0, 1.5)])["distance"]
array([3., 7., 0.]))")
        .def("overlaps",
             &shapes_overlap,
             "other"_a,
             "pose"_a = py::none(),
             "own_pose"_a = py::none(),
             py::kw_only(),
             "out"_a = py::none(),
             "threads"_a = 1u,
             R"(True where two shapes overlap; touching does not count.

The answer may be wrong where a change of 1e-9 of their size would change it. pose, own_pose and errors:
as of distance. out: (N,) bool, for the answers. Returns (N,) bool, or one.

>>> ball = halfspace.Shape.sphere(1)
>>> ball.overlaps(ball, [(1.9, 0, 0), (2.1, 0, 0)])
array([ True, False]))")
        .def("penetration",
             &shapes_penetration,
             "other"_a,
             "pose"_a = py::none(),
             "own_pose"_a = py::none(),
             py::kw_only(),
             "out"_a = py::none(),
             "threads"_a = 1u,
             R"(The least motion that parts two shapes.

pose, own_pose and errors: as of distance. out: (N,) of penetration_dtype, for the answers. Returns (N,)
of penetration_dtype, or one record: this shape moved by normal * depth does not overlap the other one
any more [units]; point is in both; error: the least depth is at least depth - error. Without an
overlap all are 0.

>>> box = halfspace.Shape.box((1, 1, 1))
>>> deep = box.penetration(box, (1.5, 0, 0.25))
>>> float(deep["depth"]), float(deep["normal"][0])
(0.5, -1.0))")
        .def("time_of_impact",
             &shapes_time_of_impact,
             "other"_a,
             "motion"_a,
             "pose"_a = py::none(),
             "own_pose"_a = py::none(),
             py::kw_only(),
             "tolerance"_a = 1.0 / 1024,
             "out"_a = py::none(),
             "threads"_a = 1u,
             R"(When this shape meets the other one if it moves, without turning.

motion: (N, 3), or (3,) for one or for all [units]; for two moving shapes the motion of this one minus
that of the other. pose, own_pose: as of distance. tolerance: how near counts as touching [units]. out:
(N,) of impact_dtype, for the answers.
Returns (N,) of impact_dtype, or one record: hit; fraction of the motion, never too late, and 1 without
a hit; distance there, at most the tolerance, and below 0 for shapes that overlap at the start; normal
from the other shape to this one; point of the other shape. Shapes that touch at the start and do not
come nearer have no hit. Raises ValueError as distance does, and for a tolerance that is not above 0.

>>> ball, wall = halfspace.Shape.sphere(1), halfspace.Shape.box((1, 9, 9))
>>> impact = ball.time_of_impact(wall, [(10, 0, 0), (-10, 0, 0)], pose=(6, 0, 0))
>>> impact["hit"], impact["fraction"].round(3)
(array([ True, False]), array([0.4, 1. ])))")
        .def(
            "contact_points",
            &shapes_contact_points,
            "other"_a,
            "pose"_a = py::none(),
            "own_pose"_a = py::none(),
            py::kw_only(),
            "face_depth"_a = 0.25,
            "threads"_a = 1u,
            R"(The points where two shapes that overlap touch, at most four: what a crate stands on.

pose, own_pose and errors: as of distance. face_depth: what is less deep than the farthest point of a
shape by at most this much belongs to its face [units]. Returns for one pair (K,) of
contact_point_dtype: point, half way between the two surfaces, and depth there along the normal of
penetration [units]; none without an overlap. For many the tuple (starts, points): those of row i are
points[starts[i]:starts[i + 1]].

>>> crate, floor = halfspace.Shape.box((1, 1, 1)), halfspace.Shape.box((9, 9, 1))
>>> crate.contact_points(floor, (0, 0, -1.875))["depth"]
array([0.125, 0.125, 0.125, 0.125]))")
        .def(
            "bounds",
            &shape_bounds,
            "pose"_a = py::none(),
            py::kw_only(),
            "threads"_a = 1u,
            R"(The box around the shape: (2, 3), its least and its greatest corner [units]; of many poses (N, 2, 3).

pose: as of distance. A turned shape has the box around its own turned box, up to rounding. Raises
ValueError for another shape, a matrix that is no turn and move, a number that is not finite.

>>> halfspace.Shape.capsule(2, 1).bounds((5, 0, 0))
array([[ 4., -1., -3.],
       [ 6.,  1.,  3.]]))");
}

}  // namespace halfspace::python
