// SPDX-License-Identifier: MIT
// The questions of an octree.
#include "lists.h"
#include "octrees.h"
#include "views.h"

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

// As numpy sees an object on a segment.
struct ObjectAnswer {
    std::uint32_t id = kNone;
    std::uint32_t reserved = 0;
    double fraction = 0;
};

const py::dtype& octree_hit_dtype() {
    return record_dtype<ObjectAnswer>({{"id", "u4", offsetof(ObjectAnswer, id)},
                                       {"fraction", "f8", offsetof(ObjectAnswer, fraction)}});
}

// Asks for the objects of each row: ask(i, scratch) gives a list.
template <class Ask>
py::object all_objects(const BoxOctree& octree, const Question& question, const Ask& ask) {
    const Asking asking(octree);
    return in_lists<ObjectId>({py::dtype::of<std::uint32_t>()},
                              question,
                              [&](std::size_t i, QueryScratch& scratch, std::vector<ObjectId>& to) {
                                  append(ask(i, scratch), to);
                              });
}

py::object in_box(const BoxOctree& octree, py::handle boxes, std::uint32_t mask, unsigned threads) {
    const Rows rows = boxes_of("boxes", boxes);
    const auto from = rows.as<Aabb>();
    return all_objects(octree,
                       {from.size(), rows.is_one(), threads, kOctreeCost},
                       [&](std::size_t i, QueryScratch& scratch) {
                           return octree.tree.in_box(from[i], scratch, mask);
                       });
}

py::object in_sphere(const BoxOctree& octree,
                     py::handle centres,
                     py::handle radius,
                     std::uint32_t mask,
                     unsigned threads) {
    const Rows rows("centres", centres, 3);
    const auto from = rows.as<Vec3>();
    const RowNumbers radii = reaches_of("radius", radius, from.size());
    return all_objects(octree,
                       {from.size(), rows.is_one(), threads, kOctreeCost},
                       [&](std::size_t i, QueryScratch& scratch) {
                           return octree.tree.in_sphere(from[i], radii[i], scratch, mask);
                       });
}

py::object in_view(const BoxOctree& octree, py::handle view, std::uint32_t mask) {
    const auto frustum = frustum_in(view);
    if (!frustum) {
        throw py::value_error("view must be five planes (5, 4), as look_at gives them");
    }
    return all_objects(octree, {1, true, 1, kOctreeCost}, [&](std::size_t, QueryScratch& scratch) {
        return octree.tree.in_view(*frustum, scratch, mask);
    });
}

py::object on_segment(const BoxOctree& octree,
                      py::handle start,
                      py::handle end,
                      std::uint32_t mask,
                      unsigned threads) {
    const Segments segments(start, end);
    const auto from = segments.rows();
    check_within(segments, kMaxObjectPlace);
    const Asking asking(octree);
    return in_lists<ObjectAnswer>(
        {octree_hit_dtype()},
        {from.size(), segments.is_one(), threads, kOctreeCost},
        [&](std::size_t i, QueryScratch& scratch, std::vector<ObjectAnswer>& to) {
            for (const ObjectHit& hit :
                 octree.tree.on_segment(from[i].from, from[i].to, scratch, mask)) {
                to.push_back({hit.id.value, 0, hit.fraction});
            }
        });
}

py::object near_pairs(const BoxOctree& octree, double margin, std::uint32_t mask) {
    check_reach("margin", margin);
    constexpr std::size_t kCostOfAll = 64;
    const Asking asking(octree);
    return in_lists<ObjectPair>(
        {py::dtype::of<std::uint32_t>(), 2},
        {1, true, 1, kCostOfAll},
        [&](std::size_t, QueryScratch& scratch, std::vector<ObjectPair>& to) {
            append(octree.tree.near_pairs(margin, scratch, mask), to);
        });
}

}  // namespace

void add_octree_questions(py::module_& module, OctreeClass& octree) {
    module.attr("octree_hit_dtype") = octree_hit_dtype();
    octree
        .def("in_box",
             &in_box,
             "boxes"_a,
             py::kw_only(),
             "mask"_a = kAllObjects,
             "threads"_a = 1u,
             R"(The objects whose boxes touch a closed box.

boxes: as of insert; a box with a least corner above its greatest one finds none. mask: 32 bits; objects
without one of them are not found. Returns for one box (K,) uint32, ids in ascending order. For many the
tuple (starts, ids): those of box i are ids[starts[i]:starts[i + 1]]. Raises ValueError for another shape,
and where a number is not finite.

>>> tree = halfspace.Octree([(0, 0, 0, 1, 1, 1), (5, 5, 5, 6, 6, 6)])
>>> starts, ids = tree.in_box([(0, 0, 0, 9, 9, 9), (2, 2, 2, 3, 3, 3), (6, 6, 6, 7, 7, 7)])
>>> ids[starts[0]:starts[1]], np.diff(starts)
(array([0, 1], dtype=uint32), array([2, 0, 1])))")
        .def("in_sphere",
             &in_sphere,
             "centres"_a,
             "radius"_a,
             py::kw_only(),
             "mask"_a = kAllObjects,
             "threads"_a = 1u,
             R"(The objects whose boxes touch a closed ball.

centres: (N, 3), or (3,) for one; radius: one for all, or (N,) [units]. Returns as in_box. Raises
ValueError for another shape, a number that is not finite, a radius below 0.

>>> tree = halfspace.Octree([(0, 0, 0, 1, 1, 1), (5, 5, 5, 6, 6, 6)])
>>> tree.in_sphere((5.5, 5.5, 9), 3)
array([1], dtype=uint32))")
        .def("in_view",
             &in_view,
             "view"_a,
             py::kw_only(),
             "mask"_a = kAllObjects,
             R"(The objects whose boxes are behind none of the planes of a view: (K,) uint32.

view: (5, 4), as look_at gives it. Some objects beside the edges of a view are found, too. Raises
ValueError for another shape, and where a number is not finite.

>>> tree = halfspace.Octree([(4, 0, 0, 5, 1, 1), (-5, 0, 0, -4, 1, 1)])
>>> tree.in_view(halfspace.look_at((0, 0, 0), (1, 0, 0)))
array([0], dtype=uint32))")
        .def("on_segment",
             &on_segment,
             "start"_a,
             "end"_a = py::none(),
             py::kw_only(),
             "mask"_a = kAllObjects,
             "threads"_a = 1u,
             R"(The objects whose boxes a segment meets, the first one first.

start, end: (N, 3), or (3,) for one or for all [units]; or start alone: (N, 6). Returns for one segment
(K,) of octree_hit_dtype: id, and fraction, how far along the segment enters the box, 0 if it starts
inside; by fraction and then by id. For many the tuple (starts, hits), as of in_box. Raises ValueError
for another shape and for coordinates that are not finite or beyond 1e37.

>>> tree = halfspace.Octree([(4, 0, 0, 5, 1, 1), (1, 0, 0, 2, 1, 1)])
>>> hits = tree.on_segment((0, 0.5, 0.5), (8, 0.5, 0.5))
>>> hits["id"], hits["fraction"]
(array([1, 0], dtype=uint32), array([0.125, 0.5  ])))")
        .def(
            "near_pairs",
            &near_pairs,
            "margin"_a = 0.0,
            py::kw_only(),
            "mask"_a = kAllObjects,
            R"(All pairs of objects whose boxes are at most `margin` apart on each axis: (K, 2) uint32.

margin [units]: 0 finds the boxes that touch. The smaller id comes first; pairs are in ascending order.
The mask must find both. Raises ValueError for a margin below 0.

>>> tree = halfspace.Octree([(0, 0, 0, 1, 1, 1), (1, 1, 1, 2, 2, 2), (5, 5, 5, 6, 6, 6)])
>>> tree.near_pairs()
array([[0, 1]], dtype=uint32))");
}

}  // namespace halfspace::python
