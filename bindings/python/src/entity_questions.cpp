// SPDX-License-Identifier: MIT
// How entities are turned, which models block, and the angles of directions.
#include "halfspace/query/entities.h"
#include "halfspace/query/free.h"

#include "geometry.h"

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

// Three numbers for each entity: find(level, entity), or NaN; None for one entity without them.
template <class Find>
py::object of_entities(const LoadedLevel& loaded, py::handle entities, const Find& find) {
    const Level& level = loaded.its_level;
    const Numbers ids("entities", entities, things(level.entities().size()));
    return answer_points({ids.size(), ids.is_one()},
                         [&](std::size_t i) { return find(level, ids.id<EntityId>(i)); });
}

py::object entity_angles(const LoadedLevel& loaded, py::handle entities) {
    return of_entities(
        loaded, entities, [](const Level& level, EntityId id) -> std::optional<Vec3> {
            const auto angles = angles_of(level, id);
            return angles ? std::optional(Vec3{angles->pitch, angles->yaw, angles->roll})
                          : std::nullopt;
        });
}

py::object entity_facing(const LoadedLevel& loaded, py::handle entities) {
    return of_entities(
        loaded, entities, [](const Level& level, EntityId id) { return facing_of(level, id); });
}

py::object model_blocks(const LoadedLevel& loaded,
                        py::handle models,
                        std::optional<std::uint32_t> mask) {
    const Level& level = loaded.its_level;
    const Numbers ids("models", models, things(level.models().size()));
    const Contents blocking = contents_or(mask, kBodyBlockers);
    return answer_rows<bool>({ids.size(), ids.is_one()}, [&](std::size_t i) {
        return does_block(level, ids.id<ModelId>(i), blocking);
    });
}

py::object angles_of_directions(py::handle directions) {
    const Rows rows("directions", directions, 3);
    Results results("out", py::none(), py::dtype::of<double>(), {rows.size(), 2});
    double* to = results.as<double>().data();
    for (const Vec3& direction : rows.as<Vec3>()) {
        const Angles angles = halfspace::angles_towards(direction);
        *to++ = angles.yaw;
        *to++ = angles.pitch;
    }
    return results.take(rows.is_one());
}

}  // namespace

void add_entity_questions(py::module_& module) {
    py::reinterpret_borrow<LevelClass>(module.attr("Level"))
        .def(
            "entity_angles",
            &entity_angles,
            "entities"_a,
            R"(How entities are turned, by their keys angles, mangle or angle: pitch, yaw, roll [degrees].

entities: (N,) integers, or one: places in Level.entities. A positive pitch looks down. Returns (N, 3),
with NaN in rows of entities without such a key; for one entity (3,), or None. Raises IndexError for an
entity there is not.

>>> start = [e["classname"] for e in example.entities].index("info_player_start")
>>> example.entity_angles(start)
array([0., 0., 0.]))")
        .def("entity_facing",
             &entity_facing,
             "entities"_a,
             R"(The directions in which turned entities look, of length 1. Returns as entity_angles.

Raises IndexError for an entity there is not, TypeError for other things than integers.

>>> start = [e["classname"] for e in example.entities].index("info_player_start")
>>> example.entity_facing(start)
array([1., 0., 0.]))")
        .def("model_blocks",
             &model_blocks,
             "models"_a,
             "mask"_a = py::none(),
             R"(True for models that can block a body: a trigger cannot, and need not be placed.

models: (N,) integers, or one. mask: what blocks, bits of Contents; None: what blocks bodies. Returns
(N,) bool, or one. Raises IndexError for a model there is not.

>>> example.model_blocks([0, 1])
array([ True,  True]))");
    module.def("angles_towards",
               &angles_of_directions,
               "directions"_a,
               R"(The angles of views in these directions: yaw and pitch, as poses_at takes them.

directions: (N, 3), or (3,) for one, of any length. Returns (N, 2) float64, or (2,): yaw from the x axis
towards the y axis, pitch downwards [degrees]. The same bits on every machine, unlike numpy's arctan2.
Raises ValueError for another shape, a number that is not finite.

>>> halfspace.angles_towards([(0, 1, 0), (0, 0, -2)])
array([[90.,  0.],
       [ 0., 90.]]))");
}

}  // namespace halfspace::python
