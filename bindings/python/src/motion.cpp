// SPDX-License-Identifier: MIT
// Starts of players, and all that this folder has about what moves in a level.
#include "motion.h"

#include "halfspace/move/player_start.h"

#include "geometry.h"

#include <cmath>

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

py::dict start_of(const Level& level, const PlayerStart& start) {
    py::dict made;
    made["position"] = array_of(start.position);
    made["yaw"] = start.yaw;
    made["entity"] = start.entity.value;
    made["origin"] = array_of(start.origin);
    const auto note = start_note(level, start);
    made["note"] = note ? py::object(text(*note)) : py::none();
    return made;
}

py::object player_start(const Asked& asked, py::handle body, std::optional<std::uint32_t> mask) {
    const auto start = find_start(asked.placed(),
                                  body_of("body", asked.level(), body),
                                  contents_or(mask, MoverOptions().mask));
    return start ? py::object(start_of(asked.level(), *start)) : py::none();
}

py::object ground_start(const Asked& asked,
                        py::handle body,
                        double eye_height,
                        std::optional<std::uint32_t> mask) {
    const auto start = find_ground_start(asked.placed(),
                                         body_of("body", asked.level(), body),
                                         finite("eye_height", eye_height),
                                         contents_or(mask, MoverOptions().mask));
    if (!start) {
        return py::none();
    }
    py::dict made;
    made["position"] = array_of(start->position);
    made["target"] = array_of(start->target);
    return made;
}

py::list player_starts_of(const LoadedLevel& level) {
    py::list all;
    for (const PlayerStart& start : player_starts(level.its_level)) {
        py::dict made;
        made["entity"] = start.entity.value;
        made["origin"] = array_of(start.origin);
        made["yaw"] = start.yaw;
        all.append(std::move(made));
    }
    return all;
}

void add_starts(py::module_& module, AskedClass& asked) {
    py::reinterpret_borrow<LevelClass>(module.attr("Level"))
        .def_property_readonly(
            "player_starts",
            &player_starts_of,
            R"(All starts of players that have an origin, those that are taken first at the front: a list of dicts.

entity: a row of entities. origin: (3,) [units]. yaw [degrees]. Whether a body is free there is not asked.

>>> [start["yaw"] for start in example.player_starts]
[0.0])");
    asked
        .def("player_start",
             &player_start,
             "body"_a = "stand",
             "mask"_a = py::none(),
             R"(The first start of a player where the body is free, or None.

body: a name of Level.bodies, a Shape, or a Shape and its offset. mask: what blocks it; None: what
blocks a player. Returns a dict: position and origin (3,)
[units], yaw [degrees], entity (a row of Level.entities), and note, a text if the start is odd, else None.
Raises KeyError for a body that the level does not have.

>>> example.player_start()["position"]
array([ 64., 256.,  24.]))")
        .def(
            "ground_start",
            &ground_start,
            "body"_a = "stand",
            "eye_height"_a = 22.0,
            "mask"_a = py::none(),
            R"(A place on the ground with a wide view, where nobody has set a start; None without one.

body: as of player_start. eye_height: above the position [units]. mask: what blocks, bits of Contents;
None: what blocks players. Returns a dict: position, and target, what the player looks at: (3,) [units].
Raises KeyError for a body that the level does not have. It takes some milliseconds.

>>> bool(example.free("stand", example.ground_start()["position"]))
True)");
}

}  // namespace

py::array_t<double> array_of(const Vec3& p) {
    py::array_t<double> array(3);
    double* const to = array.mutable_data();
    to[0] = p.x;
    to[1] = p.y;
    to[2] = p.z;
    return array;
}

Vec3 point_of(const char* name, py::handle value) {
    const Vec3 point = one_point(name, value);
    check_within(name, point, kMaxMoverPlace);
    return point;
}

double finite(const char* name, double value) {
    need(std::isfinite(value), name, "finite");
    return value;
}

PlacedLevel without(const PlacedLevel& here, std::span<const ObstacleId> own, std::size_t row) {
    PlacedLevel around = here;
    if (!own.empty() && own[row].is_valid()) {
        around.without.obstacles = {&own[row], 1};
    }
    return around;
}

void add_motion(py::module_& module, AskedClass& asked) {
    add_starts(module, asked);
    add_mover_steps(module, asked);
    add_slides(module, asked);
    add_level_doors(module);
    add_triggers(module);
    add_player(module);
}

}  // namespace halfspace::python
