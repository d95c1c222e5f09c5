// SPDX-License-Identifier: MIT
// States of doors, and fields of distances.
#include "halfspace/query/entities.h"

#include "nav.h"
#include "nav_arguments.h"

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

std::string known_doors(const NavDoorState& doors) {
    std::string all;
    for (const ModelId door : doors.doors()) {
        all += (all.empty() ? "" : ", ") + std::to_string(door.value);
    }
    return all.empty() ? "the mesh has none" : "the mesh has " + all;
}

bool is_door(const NavDoorState& doors, ModelId model) {
    return std::ranges::binary_search(
        doors.doors(), model.value, {}, [](ModelId door) { return door.value; });
}

// The doors of an argument: numbers of models, or a targetname.
std::vector<ModelId> doors_of(const DoorState& state, py::handle value) {
    std::vector<ModelId> found;
    if (py::isinstance<py::str>(value)) {
        const auto name = value.cast<std::string>();
        const Level& level = state.of->level();
        for (const ModelId door : state.doors.doors()) {
            const EntityId entity(level.models()[door.value].entity);
            if (key_value(level, entity, "targetname") == name) {
                found.push_back(door);
            }
        }
        if (found.empty()) {
            throw py::key_error("doors is '" + name +
                                "', which is the targetname of no door of the mesh");
        }
        return found;
    }
    const Numbers models("doors", value);
    models.check<ModelId>([&](ModelId model) { return is_door(state.doors, model); },
                          ", which is no door; " + known_doors(state.doors));
    return models.ids<ModelId>();
}

void set_closed(DoorState& state, py::handle doors, bool is_closed) {
    const std::vector<ModelId> models = doors_of(state, doors);
    state.check_change("the state of the doors");
    for (const ModelId model : models) {
        state.doors.set_closed(model, is_closed);
    }
}

py::array models_of(const DoorState& state) {
    std::vector<std::uint32_t> models;
    for (const ModelId door : state.doors.doors()) {
        models.push_back(door.value);
    }
    return moved_array(std::move(models), py::dtype::of<std::uint32_t>());
}

py::object closed_doors(const DoorState& state) {
    std::vector<std::uint8_t> closed;
    for (const ModelId door : state.doors.doors()) {
        closed.push_back(state.doors.is_closed(door) ? 1 : 0);
    }
    return moved_array(std::move(closed), py::dtype::of<std::uint8_t>()).attr("view")("bool");
}

py::str repr(const DoorState& state) {
    std::size_t closed = 0;
    for (const ModelId door : state.doors.doors()) {
        closed += state.doors.is_closed(door) ? 1 : 0;
    }
    return text("<halfspace.NavDoorState: " + std::to_string(closed) + " of " +
                std::to_string(state.doors.doors().size()) + " doors closed>");
}

std::shared_ptr<GoalField> find_field(const std::shared_ptr<LevelMesh>& mesh,
                                      py::handle goal,
                                      double max_length,
                                      const Doors& doors,
                                      std::uint64_t max_nodes) {
    check_reach("max_length", max_length);
    const PathOptions options{checked_nodes(max_nodes), state_of(doors, *mesh)};
    const Places goals("goal", goal, mesh->mesh, 1);
    need(goals.is_one(), "goal", "one place");
    auto made = std::make_shared<GoalField>();
    made->of = mesh;
    made->doors = doors;
    made->max_length = max_length;
    const Asking asking(doors.get());
    made->door_changes = doors ? doors->doors.changes() : 0;
    const PathStatus status = [&] {
        const py::gil_scoped_release released;
        return made->field.find(mesh->mesh, goals[0], max_length, options);
    }();
    if (status != PathStatus::Complete) {
        raise_out_of_nodes(0, options.max_nodes);
    }
    return made;
}

bool is_current(const GoalField& field) {
    return !field.doors || field.doors->doors.changes() == field.door_changes;
}

py::object field_lengths(const GoalField& field,
                         py::handle places,
                         py::handle out,
                         unsigned threads) {
    const Asking asking(field.doors.get());
    check_current(field);
    const Places from("places", places, field.of->mesh, threads);
    return answer_rows<double>({from.size(), from.is_one(), threads, 4, out}, [&](std::size_t i) {
        return field.field.length_from(from[i], thread_scratch()).value_or(kInfinity);
    });
}

py::object field_paths(const GoalField& field, py::handle places) {
    const Asking asking(field.doors.get());
    check_current(field);
    const Places from("places", places, field.of->mesh, 1);
    PathRows rows;
    in_batches({from.size(), 16}, 1, [&](std::size_t begin, std::size_t count, const Executor&) {
        for (std::size_t i = begin; i < begin + count; ++i) {
            rows.add(field.field.path_from(from[i], thread_scratch()));
        }
    });
    return rows.take(from.is_one());
}

py::array field_polygons(const GoalField& field) {
    check_current(field);
    std::vector<std::uint32_t> numbers;
    for (const NavPolygonId polygon : field.field.polygons()) {
        numbers.push_back(polygon.value);
    }
    return moved_array(std::move(numbers), py::dtype::of<std::uint32_t>());
}

py::object field_goal(const GoalField& field) {
    return py::array(moved_array(std::vector<PlaceRow>{row_of(field.field.goal())},
                                 nav_place_dtype()))[py::int_(0)];
}

void add_fields(py::module_& module, LevelMeshClass& meshes) {
    py::class_<GoalField, std::shared_ptr<GoalField>>(
        module,
        "DistanceField",
        R"(How far all places of a mesh are from a goal, and the shortest path of each: for many with one goal.

NavMesh.field finds it: one search. Then each place costs a look at its polygon. After a door of its
NavDoorState was set, questions raise RuntimeError; find it again.

>>> field = floors.field((1200, 256, 24))
>>> field.lengths([(64, 256, 24), (1200, 256, 24)]).round()
array([1142.,    0.]))")
        .def("__repr__",
             [](const GoalField& field) {
                 const Vec3& p = field.field.goal()->position;
                 return "<halfspace.DistanceField: to " +
                        py::repr(py::make_tuple(p.x, p.y, p.z)).cast<std::string>() + ">";
             })
        .def("lengths",
             &field_lengths,
             "places"_a,
             py::kw_only(),
             "out"_a = py::none(),
             "threads"_a = 1u,
             R"(The length of the shortest path from each place to the goal [units].

places: N of them, or one. out: (N,) float64, for the answers. Returns (N,) float64, or one number;
infinite where no path leads that is not longer than max_length. Raises ValueError for a place that is
not on the mesh.

>>> near = floors.field((64, 256, 24), max_length=100)
>>> near.lengths([(96, 256, 24), (1200, 256, 24)])
array([32., inf]))")
        .def("paths",
             &field_paths,
             "places"_a,
             R"(The shortest path from each place to the goal, as NavMesh.paths gives it: Paths.

places: as of lengths. Raises ValueError for a place without a floor of the mesh and for another shape,
RuntimeError if a door was set since the search.

>>> floors.field((1200, 256, 24)).paths((64, 256, 24)).points[:, 0]
array([  64.,  231.,  261., 1200.]))")
        .def_property_readonly(
            "polygons",
            &field_polygons,
            R"(The polygons with places that are not farther than max_length, and perhaps some that are a bit
farther: (K,) uint32, ascending.

>>> len(floors.field((64, 256, 24), max_length=100).polygons) < len(floors)
True)")
        .def_property_readonly("goal",
                               &field_goal,
                               R"(The goal: a record of nav_place_dtype.

>>> floors.field((64, 256, 24)).goal["position"]
array([ 64., 256.,  24.]))")
        .def_property_readonly("is_current",
                               &is_current,
                               R"(False after a door of its NavDoorState was set.

>>> floors.field((64, 256, 24)).is_current
True)");
    meshes.def(
        "field",
        &find_field,
        "goal"_a,
        py::kw_only(),
        "max_length"_a = kInfinity,
        "doors"_a = py::none(),
        "max_nodes"_a = std::uint64_t{PathOptions().max_nodes},
        R"(The shortest paths of all places to one goal, or of those that are not farther than max_length.

goal: one place. max_length [units]. doors: a NavDoorState; closed doors are walls. Returns a
DistanceField. Raises ValueError for a goal that is not on the mesh, Error for a search that needs more
nodes.

>>> floors.field((64, 256, 24))
<halfspace.DistanceField: to (64.0, 256.0, 24.0)>)");
}

}  // namespace

void check_current(const GoalField& field) {
    if (!is_current(field)) {
        throw std::runtime_error("a door was set since the field was found; find it again");
    }
}

void add_nav_doors(py::module_& module, LevelMeshClass& meshes) {
    py::class_<DoorState, Doors>(
        module,
        "NavDoorState",
        R"(Which doors of a mesh are closed. All are open at first; the mesh never changes.

Questions take it as doors=. Closed doors are walls for who is outside of them. It must not be set while
another thread asks with it: that raises RuntimeError.

>>> doors = halfspace.NavDoorState(floors)
>>> doors.set_closed(doors.models)
>>> float(floors.paths((64, 256, 24), (1200, 256, 24), doors=doors).lengths)
inf)")
        .def(py::init<std::shared_ptr<LevelMesh>>(), "mesh"_a.none(false))
        .def("__repr__", &repr)
        .def_property_readonly(
            "models",
            &models_of,
            R"(The models of the doors that close a part of the mesh: (D,) uint32, ascending.

>>> halfspace.NavDoorState(floors).models
array([1], dtype=uint32))")
        .def_property_readonly("closed",
                               &closed_doors,
                               R"(True for each door of `models` that is closed: (D,) bool, a copy.

>>> halfspace.NavDoorState(floors).closed
array([False]))")
        .def("set_closed",
             &set_closed,
             "doors"_a,
             "is_closed"_a = true,
             R"(Closes doors, or opens them.

doors: models, (D,) integers or one; or a targetname, for all doors that have it. Raises IndexError for
a model that is no door of the mesh, KeyError for a targetname of none, RuntimeError while another thread asks with the state.

>>> doors = halfspace.NavDoorState(floors)
>>> doors.set_closed(1)
>>> doors
<halfspace.NavDoorState: 1 of 1 doors closed>)");
    add_fields(module, meshes);
}

}  // namespace halfspace::python
