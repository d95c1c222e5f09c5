// SPDX-License-Identifier: MIT
// What is placed in a world: where it is, what is in boxes, and a copy of all of it.
#include "geometry.h"
#include "lists.h"

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

// The things of one kind whose boxes touch boxes: find(world, box, found) writes their ids.
template <class Id, class Find>
py::object ids_in(const PlacedWorld& world, py::handle boxes, unsigned threads, const Find& find) {
    constexpr std::size_t kCost = 4;
    const Rows rows = boxes_of("boxes", boxes);
    const auto from = rows.as<Aabb>();
    const Asking asking(world);
    return in_lists<Id>({py::dtype::of<std::uint32_t>()},
                        {from.size(), rows.is_one(), threads, kCost},
                        [&](std::size_t i, QueryScratch&, std::vector<Id>& to) {
                            const std::size_t before = to.size();
                            to.resize(before + find(from[i], std::span<Id>()));
                            find(from[i], std::span(to).subspan(before));
                        });
}

py::object obstacles_in(const PlacedWorld& world, py::handle boxes, unsigned threads) {
    return ids_in<ObstacleId>(
        world, boxes, threads, [&](const Aabb& box, std::span<ObstacleId> found) {
            return world.world.obstacles_in(box, found);
        });
}

py::object models_in(const PlacedWorld& world, py::handle boxes, unsigned threads) {
    return ids_in<ModelId>(world, boxes, threads, [&](const Aabb& box, std::span<ModelId> found) {
        return world.world.models_in(box, found);
    });
}

py::object meshes_in(const PlacedWorld& world, py::handle boxes, unsigned threads) {
    return ids_in<MeshId>(world, boxes, threads, [&](const Aabb& box, std::span<MeshId> found) {
        return world.world.meshes_in(box, found);
    });
}

py::object obstacle_positions(const PlacedWorld& world, py::handle ids) {
    const Numbers numbers("ids", ids);
    const CollisionWorld& all = world.world;
    const Asking asking(world);
    numbers.check<ObstacleId>([&](ObstacleId id) { return all.holds(id); }, kNotPlaced);
    return answer_points({numbers.size(), numbers.is_one()},
                         [&](std::size_t i) { return all.obstacle(numbers.id<ObstacleId>(i)).to; });
}

// A matrix of three rows of four numbers.
py::array_t<double> matrix_of(const Transform& t) {
    py::array_t<double> matrix({3, 4});
    double* to = matrix.mutable_data();
    for (const auto axis : {&Vec3::x, &Vec3::y, &Vec3::z}) {
        for (const Vec3* column : {&t.x, &t.y, &t.z, &t.translation}) {
            *to++ = column->*axis;
        }
    }
    return matrix;
}

py::array_t<double> model_pose(const PlacedWorld& world, py::handle model) {
    return matrix_of(world.world.model(placed_id<ModelId>(world, "model", model)).to());
}

py::object crushed_by(const PlacedWorld& world, py::handle model) {
    const auto found = first_overlapped(world.world, placed_id<ModelId>(world, "model", model));
    return found ? py::object(py::int_(found->value)) : py::none();
}

std::shared_ptr<PlacedWorld> copy_of(const PlacedWorld& world) {
    auto copy = std::make_shared<PlacedWorld>(world.of);
    copy->world = world.world;
    copy->meshes = world.meshes;
    return copy;
}

}  // namespace

void add_placed_boxes(py::module_& module) {
    py::reinterpret_borrow<WorldClass>(module.attr("World"))
        .def("copy",
             &copy_of,
             R"(Another world of the same level, with all that is placed in this one: a snapshot.

>>> world.place_obstacle(7, halfspace.Shape.sphere(8), (128, 256, 8))
>>> snapshot = world.copy()
>>> world.remove_obstacle(7)
>>> snapshot.obstacle_positions(7)
array([128., 256.,   8.]))")
        .def("obstacles_in",
             &obstacles_in,
             "boxes"_a,
             py::kw_only(),
             "threads"_a = 1u,
             R"(The obstacles whose boxes, over their whole way in this step, touch a box.

boxes: (N, 2, 3), the least and the greatest corner of each, or (2, 3) for one [units]; also (N, 6) and
(6,). Returns for one box (K,) uint32, ids in ascending order. For many the tuple (starts, ids): those
of box i are ids[starts[i]:starts[i + 1]]. Raises ValueError for another shape and a number that is not
finite.

>>> world.place_obstacle(7, halfspace.Shape.sphere(8), (128, 256, 8))
>>> world.obstacles_in([(100, 200, 0), (130, 300, 8)])
array([7], dtype=uint32))")
        .def("models_in",
             &models_in,
             "boxes"_a,
             py::kw_only(),
             "threads"_a = 1u,
             R"(The placed models whose boxes touch a box, as obstacles_in. Raises as it does.

>>> world.models_in([(600, 200, 0), (700, 300, 8)])
array([1], dtype=uint32))")
        .def("meshes_in",
             &meshes_in,
             "boxes"_a,
             py::kw_only(),
             "threads"_a = 1u,
             R"(The placed meshes whose boxes touch a box, as obstacles_in. Raises as it does.

>>> world.place_mesh(3, cube, (128, 256, 8))
>>> world.meshes_in([(100, 200, 0), (130, 300, 8)])
array([3], dtype=uint32))")
        .def("obstacle_positions",
             &obstacle_positions,
             "ids"_a,
             R"(Where obstacles are now: (N, 3), or (3,) for one [units].

ids: (N,) integers, or one. Raises IndexError for one that is not placed.

>>> world.place_obstacle(7, halfspace.Shape.sphere(8), (128, 256, 8))
>>> world.obstacle_positions([7])
array([[128., 256.,   8.]]))")
        .def(
            "model_pose",
            &model_pose,
            "model"_a,
            R"(Where a model is now: (3, 4), as place_model takes it. Raises IndexError if it is not placed.

>>> world.move_model(1, (0, 0, 64))
>>> world.model_pose(1)[:, 3]
array([ 0.,  0., 64.]))")
        .def(
            "crushed_by",
            &crushed_by,
            "model"_a,
            R"(The lowest id of the obstacles that a model overlaps where it is now; None if there is none.

Touching does not count. Raises IndexError for a model that is not placed.

>>> world.place_obstacle(7, halfspace.Shape.sphere(8), (648, 256, 8))
>>> world.crushed_by(1)
7)");
}

}  // namespace halfspace::python
