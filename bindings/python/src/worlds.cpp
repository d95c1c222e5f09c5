// SPDX-License-Identifier: MIT
#include "halfspace/query/sweep.h"

#include "geometry.h"

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

ConvexShape shape_of(Result<ConvexShape>&& shape) {
    if (!shape) {
        throw py::value_error(shape.error().message);
    }
    return *std::move(shape);
}

Vec3 point_of(const char* name, py::handle value, double most = 2 * kMaxMoverPlace) {
    const Vec3 p = one_point(name, value);
    check_within(name, p, most);
    return p;
}

// The number of a model that can be placed.
ModelId model_of(const PlacedWorld& world, py::handle model) {
    return id_of<ModelId>("model", model, {1, world.level().models().size() - 1});
}

Transform placement_of(py::handle pose) {
    const Transform place = pose_of("pose", pose);
    check_within("the position of pose", place.translation, 2 * kMaxMoverPlace);
    return place;
}

void place_model(PlacedWorld& world, py::handle model, py::handle pose) {
    const ModelId id = model_of(world, model);
    const Transform place = placement_of(pose);
    changed(world).place(id, place);
}

void move_model(PlacedWorld& world, py::handle model, py::handle pose) {
    model_of(world, model);
    const Transform place = placement_of(pose);
    const auto id = placed_id<ModelId>(world, "model", model);
    changed(world).move(id, place);
}

void remove_model(PlacedWorld& world, py::handle model) {
    const ModelId id = model_of(world, model);
    changed(world).remove(id);
}

void place_obstacle(PlacedWorld& world,
                    py::handle id,
                    const ConvexShape& shape,
                    py::handle position,
                    py::handle offset,
                    std::optional<std::uint32_t> contents) {
    const auto number = id_of<ObstacleId>("id", id);
    Obstacle obstacle{
        {shape, offset.is_none() ? Vec3{} : point_of("offset", offset, kMaxMoverPlace)},
        point_of("position", position)};
    obstacle.contents = contents_or(contents, obstacle.contents);
    changed(world).place(number, obstacle);
}

void put_obstacles(PlacedWorld& world, py::handle ids, py::handle positions) {
    const Numbers numbers("ids", ids);
    const Rows rows("positions", positions, 3);
    const auto at = rows.as<Vec3>();
    common_rows("ids", numbers.size(), false, "positions", rows.size(), false);
    check_within("positions", rows, 2 * kMaxMoverPlace);
    CollisionWorld& to_change = changed(world);
    numbers.check<ObstacleId>([&](ObstacleId id) { return to_change.holds(id); }, kNotPlaced);
    for (std::size_t i = 0; i < at.size(); ++i) {
        to_change.place(numbers.id<ObstacleId>(i), at[i]);
    }
}

void move_obstacle(PlacedWorld& world, py::handle id, py::handle position) {
    const Vec3 place = point_of("position", position);
    const auto placed = placed_id<ObstacleId>(world, "id", id);
    changed(world).move(placed, place);
}

void remove_obstacle(PlacedWorld& world, py::handle id) {
    const auto number = id_of<ObstacleId>("id", id);
    changed(world).remove(number);
}

void place_mesh(PlacedWorld& world,
                py::handle id,
                const std::shared_ptr<Mesh>& mesh,
                py::handle pose,
                std::optional<std::uint32_t> contents) {
    const auto number = id_of<MeshId>("id", id);
    const Transform place = pose.is_none() ? Transform{} : placement_of(pose);
    check_corners(*mesh, place);
    MeshSurface surface{&*mesh->tree};
    surface.contents = contents_or(contents, surface.contents);
    changed(world).place(number, surface, place);
    world.meshes[number.value] = {mesh, mesh->placed};
}

void move_mesh(PlacedWorld& world, py::handle id, py::handle pose) {
    const Transform place = placement_of(pose);
    const auto placed = placed_id<MeshId>(world, "id", id);
    check_corners(*world.meshes.at(placed.value).mesh, place);
    changed(world).move(placed, place);
}

void remove_mesh(PlacedWorld& world, py::handle id) {
    const auto number = id_of<MeshId>("id", id);
    changed(world).remove(number);
    world.meshes.erase(number.value);
}

std::string repr(const ConvexShape& shape) {
    static constexpr const char* kNames[] = {"box", "sphere", "capsule", "cylinder", "hull"};
    return std::string("<halfspace.Shape: ") + kNames[static_cast<std::size_t>(shape.kind())] + ">";
}

std::string repr(const PlacedWorld& world) {
    return "<halfspace.World: " + std::to_string(world.world.model_count()) + " models, " +
           std::to_string(world.world.obstacle_count()) + " obstacles, " +
           std::to_string(world.world.mesh_count()) + " meshes>";
}

}  // namespace

CollisionWorld& changed(PlacedWorld& world) {
    world.check_change("the world");
    return world.world;
}

void add_shapes(py::module_& module) {
    py::class_<ConvexShape>(
        module, "Shape", R"(A convex shape, for World.place_obstacle and sweep. It never changes.

>>> halfspace.Shape.box((8, 8, 16))
<halfspace.Shape: box>)")
        .def_static(
            "box",
            [](py::handle half) { return shape_of(ConvexShape::box(one_point("half", half))); },
            "half"_a,
            R"(half: half of its size along each axis, (3,) [units]. Raises ValueError for a size below 0.

>>> box = halfspace.Shape.box((8, 8, 16)))")
        .def_static(
            "sphere",
            [](double radius) { return shape_of(ConvexShape::sphere(radius)); },
            "radius"_a,
            R"(A ball. radius [units]. Raises ValueError for a radius below 0.

>>> ball = halfspace.Shape.sphere(8))")
        .def_static(
            "capsule",
            [](double half_height, double radius) {
                return shape_of(ConvexShape::capsule(half_height, radius));
            },
            "half_height"_a,
            "radius"_a,
            R"(Around the z axis, with half balls at its ends [units].

half_height: from the middle to the centre of such a half ball. Raises ValueError for a size that is not
from 0 to 4194304.

>>> capsule = halfspace.Shape.capsule(16, 8))")
        .def_static(
            "cylinder",
            [](double half_height, double radius) {
                return shape_of(ConvexShape::cylinder(half_height, radius));
            },
            "half_height"_a,
            "radius"_a,
            R"(Around the z axis [units]. Raises ValueError for a size that is not from 0 to 4194304.

>>> drum = halfspace.Shape.cylinder(16, 8))")
        .def_static(
            "hull",
            [](py::handle points) {
                const Rows rows("points", points, 3);
                return shape_of(ConvexShape::points(rows.as<Vec3>()));
            },
            "points"_a,
            R"(The convex hull of points, (N, 3) [units]. Raises ValueError for no points, and for too many.

>>> roof = halfspace.Shape.hull([(0, 0, 0), (8, 0, 0), (0, 8, 0), (0, 0, 8)]))")
        .def("__repr__", py::overload_cast<const ConvexShape&>(&repr));
}

void add_worlds(py::module_& module) {
    WorldClass(module,
               "World",
               R"(A level with what is placed in it: models (doors, lifts), obstacles and meshes.

Any number of threads may ask it at once, as long as none changes it: a change raises RuntimeError
while another thread asks.

>>> world = halfspace.World(example)
>>> world.place_models_at_rest()
>>> world
<halfspace.World: 1 models, 0 obstacles, 0 meshes>)")
        .def(py::init<std::shared_ptr<LoadedLevel>>(),
             "level"_a.none(false),
             "The world of the level, without its models.")
        .def_property_readonly(
            "level", [](const PlacedWorld& world) { return world.of; }, R"(The level.

>>> world.level is example
True)")
        .def(
            "place_models_at_rest",
            [](PlacedWorld& world) { changed(world).place_models_at_rest(); },
            R"(Places all models where the editor put them, at rest. Raises RuntimeError while another thread asks
the world.

>>> world.place_models_at_rest()
>>> world.sight((600, 256, 60), (700, 256, 60)), example.sight((600, 256, 60), (700, 256, 60))
(False, True))")
        .def(
            "place_model",
            &place_model,
            "model"_a,
            "pose"_a,
            R"(Puts a model there, at rest. pose: (3,), (3, 4) or (4, 4), from where the editor put it [units].

Raises IndexError for a model that the level does not have, ValueError for a pose that is no turn and
move or beyond 2^21.

>>> world.place_model(1, (0, 0, 120)))")
        .def(
            "move_model",
            &move_model,
            "model"_a,
            "pose"_a,
            R"(In this step, the model goes there and pushes movers. Raises IndexError for one that is not placed.

>>> world.place_model(1, (0, 0, 0))
>>> world.move_model(1, (0, 0, 2)))")
        .def("remove_model",
             &remove_model,
             "model"_a,
             R"(Takes the model out of the world, if it is there.

Raises IndexError for a model there is not, RuntimeError while another thread asks the world.

>>> world.remove_model(1))")
        .def("place_obstacle",
             &place_obstacle,
             "id"_a,
             "shape"_a,
             "position"_a,
             "offset"_a = py::none(),
             "contents"_a = py::none(),
             R"(Adds or replaces an obstacle: an upright shape at position + offset [units].

id: a number of the caller, below 2^32 - 1. contents: bits of Contents; None: those of a body. Raises
ValueError for a position beyond 2^21.

>>> world.place_obstacle(7, halfspace.Shape.box((8, 8, 8)), (128, 256, 8))
>>> int(world.trace("point", (64, 256, 8), (200, 256, 8))["obstacle"])
7)")
        .def("put_obstacles",
             &put_obstacles,
             "ids"_a,
             "positions"_a,
             R"(Puts obstacles there, at rest: (N,) integers and (N, 3) [units], or one and (3,).

All of them, or none: what raises changes nothing. Raises IndexError for one that is not placed.

>>> world.place_obstacle(7, halfspace.Shape.sphere(8), (128, 256, 8))
>>> world.put_obstacles([7], [(160, 256, 8)]))")
        .def(
            "move_obstacle",
            &move_obstacle,
            "id"_a,
            "position"_a,
            R"(In this step, the obstacle goes there and pushes movers. Raises IndexError for one that is not placed.

>>> world.place_obstacle(7, halfspace.Shape.sphere(8), (128, 256, 8))
>>> world.move_obstacle(7, (130, 256, 8)))")
        .def("remove_obstacle",
             &remove_obstacle,
             "id"_a,
             R"(Takes the obstacle out of the world, if it is there.

Raises IndexError for a number that is not from 0 to 2^32 - 2, RuntimeError while another thread asks the
world.

>>> world.remove_obstacle(7))")
        .def("place_mesh",
             &place_mesh,
             "id"_a,
             "mesh"_a.none(false),
             "pose"_a = py::none(),
             "contents"_a = py::none(),
             R"(Adds or replaces a mesh, at rest. The world keeps it.

id: a number of the caller, below 2^32 - 1. pose: (3,), (3, 4) or (4, 4) [units]. contents: bits of
Contents; None: solid. Raises ValueError for a pose that is no turn and move.

>>> world.place_mesh(3, cube, (128, 256, 8))
>>> int(world.trace("point", (64, 256.5, 8.25), (200, 256.5, 8.25))["mesh"])
3)")
        .def(
            "move_mesh",
            &move_mesh,
            "id"_a,
            "pose"_a,
            R"(In this step, the mesh goes there and pushes movers. Raises IndexError for one that is not placed.

>>> world.place_mesh(3, cube, (128, 256, 8))
>>> world.move_mesh(3, (128, 256, 9)))")
        .def(
            "remove_mesh", &remove_mesh, "id"_a, R"(Takes the mesh out of the world, if it is there.

Raises IndexError for a number that is not from 0 to 2^32 - 2, RuntimeError while another thread asks the
world.

>>> world.remove_mesh(3))")
        .def(
            "end_step",
            [](PlacedWorld& world) { changed(world).end_step(); },
            R"(Ends a step: what has moved rests where it is now. Raises RuntimeError while another thread asks the
world.

>>> world.place_obstacle(7, halfspace.Shape.sphere(8), (128, 256, 8))
>>> world.move_obstacle(7, (328, 256, 8))
>>> from_here = [(120, 250, 0), (136, 260, 16)]
>>> world.obstacles_in(from_here)                     # its way in this step begins there
array([7], dtype=uint32)
>>> world.end_step()
>>> world.obstacles_in(from_here)
array([], dtype=uint32))")
        .def("__repr__", py::overload_cast<const PlacedWorld&>(&repr));
}

}  // namespace halfspace::python
