// SPDX-License-Identifier: MIT
#include "asked.h"

#include <cmath>

namespace halfspace::python {
namespace {

using namespace py::literals;

ConvexShape shape_of(Result<ConvexShape>&& shape) {
    if (!shape) {
        throw py::value_error(shape.error().message);
    }
    return *std::move(shape);
}

Vec3 point_of(const char* name, py::handle value, double most = 2 * kMaxMoverPlace) {
    const Rows rows(name, value, 3);
    const Vec3 p = rows.as<Vec3>().front();
    const Vec3 far = max(p, -p);
    if (!rows.is_one() || std::max({far.x, far.y, far.z}) > most) {
        throw py::value_error(std::string(name) + " must be one point within 2^21");
    }
    return p;
}

// A world may change only while nobody asks it.
CollisionWorld& changed(PlacedWorld& world) {
    if (world.batches != 0) {
        throw std::runtime_error("the world cannot change while another thread asks it");
    }
    return world.world;
}

ModelId model_of(const PlacedWorld& world, std::uint32_t model) {
    if (model == 0 || model >= world.level().models().size()) {
        throw py::index_error("model " + std::to_string(model) + "; a model that can be placed is 1 "
                              "to " + std::to_string(world.level().models().size() - 1));
    }
    return ModelId(model);
}

template <class Id>
Id placed_id(const PlacedWorld& world, const char* what, std::uint32_t number) {
    const Id id(number);
    if (!world.world.holds(id)) {
        throw py::key_error(std::string(what) + " " + std::to_string(number) + " is not placed");
    }
    return id;
}

Transform placement_of(py::handle pose) {
    const Transform place = pose_of("pose", pose);
    const Vec3 far = max(place.translation, -place.translation);
    if (std::max({far.x, far.y, far.z}) > 2 * kMaxMoverPlace) {
        throw py::value_error("pose is beyond 2^21");
    }
    return place;
}

void place_obstacle(PlacedWorld& world,
                    std::uint32_t id,
                    const ConvexShape& shape,
                    py::handle position,
                    py::handle offset,
                    std::optional<std::uint32_t> contents) {
    if (id == kNone) {
        throw py::value_error("id must be less than 2^32 - 1");
    }
    Obstacle obstacle{{shape, offset.is_none() ? Vec3{} : point_of("offset", offset, kMaxMoverPlace)},
                      point_of("position", position)};
    if (contents) {
        obstacle.contents = static_cast<Contents>(*contents);
    }
    changed(world).place(ObstacleId(id), obstacle);
}

std::string repr(const PlacedWorld& world) {
    return "<halfspace.World: " + std::to_string(world.world.model_count()) + " models, " +
           std::to_string(world.world.obstacle_count()) + " obstacles, " +
           std::to_string(world.world.mesh_count()) + " meshes>";
}

}  // namespace

void add_worlds(py::module_& module) {
    py::class_<ConvexShape>(module, "Shape", "A convex shape. Copies share their points.")
        .def_static("box", [](py::handle half) {
            return shape_of(ConvexShape::box(Rows("half", half, 3).as<Vec3>().front()));
        }, "half"_a, "half: half of its size along each axis, (3,) [units].")
        .def_static("sphere", [](double radius) { return shape_of(ConvexShape::sphere(radius)); },
                    "radius"_a)
        .def_static("capsule", [](double half_height, double radius) {
            return shape_of(ConvexShape::capsule(half_height, radius));
        }, "half_height"_a, "radius"_a, "Around the z axis, with half balls at its ends.")
        .def_static("cylinder", [](double half_height, double radius) {
            return shape_of(ConvexShape::cylinder(half_height, radius));
        }, "half_height"_a, "radius"_a, "Around the z axis.")
        .def_static("hull", [](py::handle points) {
            const Rows rows("points", points, 3);
            return shape_of(ConvexShape::points(rows.as<Vec3>()));
        }, "points"_a, "The convex hull of points, (N, 3).");
    py::class_<PlacedWorld, Asked, std::shared_ptr<PlacedWorld>>(
        module, "World",
        "A level with what is placed in it: models (doors, lifts), obstacles and meshes.")
        .def(py::init<std::shared_ptr<LoadedLevel>>(), "level"_a,
             "The world of the level, without its models.")
        .def_property_readonly("level", [](const PlacedWorld& world) { return world.of; })
        .def("place_models_at_rest", [](PlacedWorld& world) {
            changed(world).place_models_at_rest();
        }, "Places all models where the editor put them.")
        .def("place_model", [](PlacedWorld& world, std::uint32_t model, py::handle pose) {
            changed(world).place(model_of(world, model), placement_of(pose));
        }, "model"_a, "pose"_a, "Puts a model there, at rest. pose: (3,), (3, 4) or (4, 4).")
        .def("move_model", [](PlacedWorld& world, std::uint32_t model, py::handle pose) {
            changed(world).move(placed_id<ModelId>(world, "model", model_of(world, model).value), placement_of(pose));
        }, "model"_a, "pose"_a, "In this step, the model goes there and pushes movers.")
        .def("remove_model", [](PlacedWorld& world, std::uint32_t model) {
            changed(world).remove(model_of(world, model));
        }, "model"_a)
        .def("place_obstacle", &place_obstacle, "id"_a, "shape"_a, "position"_a,
             "offset"_a = py::none(), "contents"_a = py::none(),
             "Adds or replaces an obstacle: an upright shape at position + offset [units].")
        .def("put_obstacle", [](PlacedWorld& world, std::uint32_t id, py::handle position) {
            changed(world).place(placed_id<ObstacleId>(world, "obstacle", id),
                                 point_of("position", position));
        }, "id"_a, "position"_a, "Puts an obstacle there, at rest.")
        .def("put_obstacles", [](PlacedWorld& world, py::handle ids, py::handle positions) {
            const Rows rows("positions", positions, 3);
            const auto at = rows.as<Vec3>();
            const std::vector<ObstacleId> all = obstacles_of("ids", ids, at.size());
            for (std::size_t i = 0; i < all.size(); ++i) {
                const Vec3 far = max(at[i], -at[i]);
                if (std::max({far.x, far.y, far.z}) > 2 * kMaxMoverPlace) {
                    throw py::value_error("positions is beyond 2^21 in row " + std::to_string(i));
                }
                changed(world).place(placed_id<ObstacleId>(world, "obstacle", all[i].value), at[i]);
            }
        }, "ids"_a, "positions"_a, "Puts obstacles there, at rest: (N,) and (N, 3).")
        .def("move_obstacle", [](PlacedWorld& world, std::uint32_t id, py::handle position) {
            changed(world).move(placed_id<ObstacleId>(world, "obstacle", id),
                                point_of("position", position));
        }, "id"_a, "position"_a, "In this step, the obstacle goes there and pushes movers.")
        .def("remove_obstacle", [](PlacedWorld& world, std::uint32_t id) {
            changed(world).remove(ObstacleId(id));
        }, "id"_a)
        .def("end_step", [](PlacedWorld& world) { changed(world).end_step(); },
             "What has moved rests where it is now.")
        .def("__repr__", &repr);
}

}  // namespace halfspace::python
