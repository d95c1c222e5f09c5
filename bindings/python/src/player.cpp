// SPDX-License-Identifier: MIT
// One who looks at a level: walks or flies, in frames of any length.
#include "halfspace/move/player.h"

#include "geometry.h"
#include "level_doors.h"
#include "motion.h"

#include <array>
#include <cmath>

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

struct LevelPlayer {
    std::shared_ptr<LoadedLevel> of;
    Player player;
};

struct TouchRow {
    Vec3 position;
    Vec3 normal;
    std::uint8_t is_crouched = 0;
    std::array<std::uint8_t, 7> zero{};
};

const py::dtype& player_touch_dtype() {
    return record_dtype<TouchRow>({{"position", "(3,)f8", offsetof(TouchRow, position)},
                                   {"normal", "(3,)f8", offsetof(TouchRow, normal)},
                                   {"is_crouched", "?", offsetof(TouchRow, is_crouched)}});
}

std::optional<PlayerBody> body_for(const Level& level,
                                   py::handle stand,
                                   py::handle crouch,
                                   double standing_eye,
                                   double crouching_eye) {
    if (stand.is_none()) {
        return std::nullopt;
    }
    return PlayerBody{bodies_of(level, stand, crouch),
                      finite("standing_eye", standing_eye),
                      finite("crouching_eye", crouching_eye)};
}

std::shared_ptr<LevelPlayer> make(const std::shared_ptr<LoadedLevel>& level,
                                  py::handle eye,
                                  py::handle stand,
                                  py::handle crouch,
                                  double standing_eye,
                                  double crouching_eye,
                                  const MoverOptions& options) {
    check(options);
    return std::make_shared<LevelPlayer>(
        LevelPlayer{level,
                    Player(body_for(level->its_level, stand, crouch, standing_eye, crouching_eye),
                           point_of("eye", eye),
                           options)});
}

PlacedLevel place_for(const LevelPlayer& self, const Asked& asked, const char* name = "asked") {
    check_same_level(name, asked.level(), self.of->its_level);
    return asked.placed();
}

PlayerInput input_of(double forward,
                     double left,
                     double up,
                     double turn,
                     bool jumps,
                     bool begins_jump,
                     bool crouches,
                     bool is_fast) {
    return {.forward = finite("forward", forward),
            .left = finite("left", left),
            .up = finite("up", up),
            .turn = finite("turn", turn),
            .jumps = jumps,
            .begins_jump = begins_jump,
            .crouches = crouches,
            .is_fast = is_fast};
}

// What a world without doors of its own does in a frame.
void advance_in(LevelPlayer& self,
                const PlacedLevel& here,
                double seconds,
                const PlayerInput& input) {
    Player& player = self.player;
    player.begin_frame(seconds, input);
    while (player.begin_step()) {
        if (!player.flies()) {
            player.finish_step(step_mover(
                here, player.body()->bodies, player.state(), player.controls(), player.options()));
        }
    }
    player.end_frame();
}

void advance(LevelPlayer& self,
             py::handle where,
             double seconds,
             double forward,
             double left,
             double up,
             double turn,
             bool jumps,
             bool begins_jump,
             bool crouches,
             bool is_fast,
             py::handle obstacle) {
    const PlayerInput input =
        input_of(forward, left, up, turn, jumps, begins_jump, crouches, is_fast);
    check_length("seconds", seconds);
    const auto own = obstacle.is_none() ? ObstacleId() : id_of<ObstacleId>("obstacle", obstacle);
    LeaveOut without;
    if (own.is_valid()) {
        without.obstacles = {&own, 1};
    }
    const auto check_own = [&](const CollisionWorld* world) {
        if (own.is_valid() && (world == nullptr || !world->holds(own))) {
            raise_no_thing("obstacle", own.value, 0, true, kNotPlaced);
        }
    };
    if (py::isinstance<LevelDoors>(where)) {
        auto& all = where.cast<LevelDoors&>();
        check_same_level("where", all.of->its_level, self.of->its_level);
        check_own(&all.doors->world());
        advance_among(self.player, all, seconds, input, without);
        return;
    }
    if (!py::isinstance<Asked>(where)) {
        throw py::type_error("where must be Doors, a World or a Level");
    }
    PlacedLevel here = place_for(self, where.cast<const Asked&>(), "where");
    check_own(here.world);
    here.without = without;
    advance_in(self, here, seconds, input);
}

py::object state_of(const LevelPlayer& self) {
    Results one("out", py::none(), mover_state_dtype(), {1});
    one.as<MoverState>()[0] = self.player.state();
    return one.take(true);
}

void set_state(LevelPlayer& self, py::handle state) {
    const Records rows("state", state, mover_state_dtype());
    need(rows.size() == 1 && is_valid(rows.as<MoverState>()[0]), "state", "one valid state");
    self.player.set_state(rows.as<MoverState>()[0]);
}

py::object controls_of(const LevelPlayer& self) {
    Results one("out", py::none(), mover_input_dtype(), {1});
    one.as<MoverInput>()[0] = self.player.controls();
    return one.take(true);
}

py::array touches(const LevelPlayer& self) {
    std::vector<TouchRow> rows;
    for (const PlayerTouch& touch : self.player.touches()) {
        rows.push_back({touch.position,
                        touch.normal,
                        static_cast<std::uint8_t>(touch.is_crouched ? 1 : 0),
                        {}});
    }
    return moved_array(std::move(rows), player_touch_dtype());
}

std::string repr(const LevelPlayer& self) {
    const Vec3 eye = self.player.eye();
    return std::string("<halfspace.Player: ") + (self.player.flies() ? "flies" : "walks") +
           ", eye " + py::repr(py::make_tuple(eye.x, eye.y, eye.z)).cast<std::string>() + ">";
}

using PlayerClass = py::class_<LevelPlayer, std::shared_ptr<LevelPlayer>>;

void add_reading(PlayerClass& type) {
    type.def("__repr__", &repr)
        .def_property_readonly(
            "flies",
            [](const LevelPlayer& self) { return self.player.flies(); },
            R"(True for a player who flies, through walls, too.

>>> halfspace.Player(example).flies
True)")
        .def_property_readonly(
            "is_crouched",
            [](const LevelPlayer& self) { return self.player.is_crouched(); },
            R"(True for a player with the crouching body.

>>> halfspace.Player(example).is_crouched
False)")
        .def_property(
            "state",
            &state_of,
            &set_state,
            R"(The mover: a record of mover_state_dtype; the last one while the player flies.

Set it after the game has changed it, by pushed, moved_to or Triggers.apply: the eye does not go the way
of a teleport. Raises ValueError for a state that is not valid.

>>> halfspace.Player(example).state.dtype == halfspace.mover_state_dtype
True)")
        .def_property_readonly(
            "angles",
            [](const LevelPlayer& self) {
                const Angles& a = self.player.angles();
                return array_of(Vec3{a.pitch, a.yaw, a.roll});
            },
            R"(Where the player looks: pitch, yaw, roll (3,) [degrees].

>>> halfspace.Player(example).angles
array([0., 0., 0.]))")
        .def_property_readonly(
            "eye",
            [](const LevelPlayer& self) { return array_of(self.player.eye()); },
            R"(The eye, between the last two steps: (3,) [units].

>>> halfspace.Player(example, (64, 256, 46)).eye
array([ 64., 256.,  46.]))")
        .def_property_readonly(
            "touches",
            &touches,
            R"(The surfaces that were touched last, the latest at the end: (K,) of player_touch_dtype, K <= 12.

position: of the touch [units]. normal: of the surface. is_crouched: of the body.

>>> len(halfspace.Player(example).touches)
0)")
        .def_property_readonly(
            "last_step",
            [](const LevelPlayer& self) -> py::object {
                const auto& step = self.player.last_step();
                return step ? step_record(*step) : py::none();
            },
            R"(The last step: a record of mover_step_dtype. None in flight, and before the first step at a new place.

>>> halfspace.Player(example).last_step is None
True)");
}

void add_places(PlayerClass& type) {
    type.def(
            "look_along",
            [](LevelPlayer& self, double yaw, double pitch) {
                self.player.look_along(
                    {.pitch = finite("pitch", pitch), .yaw = finite("yaw", yaw)});
            },
            "yaw"_a,
            "pitch"_a = 0.0,
            R"(Looks there [degrees]. A positive pitch looks down. Raises ValueError for a number that is not finite.

>>> player = halfspace.Player(example)
>>> player.look_along(90)
>>> player.angles
array([ 0., 90.,  0.]))")
        .def(
            "look",
            [](LevelPlayer& self, double yaw, double pitch) {
                self.player.look(finite("yaw", yaw), finite("pitch", pitch));
            },
            "yaw"_a,
            "pitch"_a = 0.0,
            R"(Turns to the left, and down [degrees]. Raises ValueError for a number that is not finite.

>>> player.look(10, -5))")
        .def(
            "fly_at",
            [](LevelPlayer& self, py::handle eye) { self.player.fly_at(point_of("eye", eye)); },
            "eye"_a,
            R"(Flies with the eye here [units]. Raises ValueError for a place that is not finite or beyond 2^20.

>>> player.fly_at((64, 256, 90))
>>> player.flies
True)")
        .def(
            "begin_flight",
            [](LevelPlayer& self) { self.player.begin_flight(); },
            R"(Flies from where the eye is.

>>> player.begin_flight())")
        .def(
            "stand_at",
            [](LevelPlayer& self, const Asked& asked, py::handle eye) {
                return self.player.stand_at(place_for(self, asked), point_of("eye", eye));
            },
            "asked"_a,
            "eye"_a,
            R"(Stands with the eye near this place, less than 64 units away. False if the body does not fit there.

asked: a Level or a World of the level, what is around. Raises ValueError for another level.

>>> player.stand_at(example, (64, 256, 46))
True)")
        .def(
            "drop",
            [](LevelPlayer& self, const Asked& asked) { self.player.drop(place_for(self, asked)); },
            "asked"_a,
            R"(Falls at once onto the floor below, if it is at most 64 units below the body. Raises
ValueError for another level.

>>> player.drop(example))")
        .def(
            "set_body",
            [](LevelPlayer& self,
               const Asked& asked,
               py::handle stand,
               py::handle crouch,
               double standing_eye,
               double crouching_eye,
               double lift) {
                const PlacedLevel here = place_for(self, asked);
                const auto body =
                    body_for(self.of->its_level, stand, crouch, standing_eye, crouching_eye);
                return self.player.set_body(here, body, finite("lift", lift));
            },
            "asked"_a,
            "stand"_a,
            "crouch"_a,
            "standing_eye"_a = PlayerBody().standing_eye,
            "crouching_eye"_a = PlayerBody().crouching_eye,
            "lift"_a = 0.0,
            R"(Takes other bodies, as of the constructor. False, and nothing changes, if they do not fit here.

lift: how much higher the position becomes [units]. Raises KeyError for a body there is not,
ValueError for another level, a number that is not finite, a crouching body that is not within the standing one.

>>> player.set_body(example, "crouch", "crouch", standing_eye=12)
True)")
        .def(
            "enter",
            [](LevelPlayer& self,
               const std::shared_ptr<LoadedLevel>& level,
               py::handle stand,
               py::handle crouch,
               double standing_eye,
               double crouching_eye) {
                self.player.enter(
                    body_for(level->its_level, stand, crouch, standing_eye, crouching_eye));
                self.of = level;
            },
            "level"_a.none(false),
            "stand"_a = "stand",
            "crouch"_a = "crouch",
            "standing_eye"_a = PlayerBody().standing_eye,
            "crouching_eye"_a = PlayerBody().crouching_eye,
            R"(Goes on in another level, at the same place and speed. Raises as set_body does.

>>> player.enter(example))");
}

void add_frames(PlayerClass& type) {
    type.def("advance",
             &advance,
             "where"_a,
             "seconds"_a,
             py::kw_only(),
             "forward"_a = 0.0,
             "left"_a = 0.0,
             "up"_a = 0.0,
             "turn"_a = 0.0,
             "jumps"_a = false,
             "begins_jump"_a = false,
             "crouches"_a = false,
             "is_fast"_a = false,
             "obstacle"_a = py::none(),
             R"(A whole frame: as many steps as fit into its time, and the eye between the last two.

where: Doors, which make their steps, too; or a World or a Level. seconds: at most a quarter counts.
forward, left, up: -1 to 1 of the full speed. turn: degrees per second to the left. jumps: the key is
down; begins_jump: it was pressed since the last frame. is_fast: flies three times as fast. obstacle: the
one of the world that the player is itself. Raises ValueError for another level, seconds below 0 and a
number that is not finite, IndexError for an obstacle that is not placed, RuntimeError while another thread
asks the world of the doors.

>>> player.advance(doors, 0.25, forward=1)
>>> bool(player.eye[0] > 64)
True)")
        .def(
            "begin_frame",
            [](LevelPlayer& self,
               double seconds,
               double forward,
               double left,
               double up,
               double turn,
               bool jumps,
               bool begins_jump,
               bool crouches,
               bool is_fast) {
                check_length("seconds", seconds);
                self.player.begin_frame(
                    seconds,
                    input_of(forward, left, up, turn, jumps, begins_jump, crouches, is_fast));
            },
            "seconds"_a,
            py::kw_only(),
            "forward"_a = 0.0,
            "left"_a = 0.0,
            "up"_a = 0.0,
            "turn"_a = 0.0,
            "jumps"_a = false,
            "begins_jump"_a = false,
            "crouches"_a = false,
            "is_fast"_a = false,
            R"(A frame by hand, for a game that makes the steps itself. Arguments and errors are those of advance.

>>> player.begin_frame(1 / 32, forward=1)
>>> while player.begin_step():
...     player.finish_step(example.mover_steps(player.state, player.controls()))
>>> player.end_frame())")
        .def(
            "begin_step",
            [](LevelPlayer& self) { return self.player.begin_step(); },
            R"(True if the time suffices for a step, which it then takes from the frame.

>>> player.begin_step()
False)")
        .def("controls",
             &controls_of,
             R"(What the mover does in this step: a record of mover_input_dtype.

>>> player.controls().dtype == halfspace.mover_input_dtype
True)")
        .def(
            "finish_step",
            [](LevelPlayer& self, py::handle step) {
                const MoverStep made = step_of("step", step);
                if (!is_valid(made.state)) {
                    throw py::value_error("step has a state that is not valid");
                }
                self.player.finish_step(made);
            },
            "step"_a,
            R"(Takes a step that mover_steps has made: a record of mover_step_dtype. Raises ValueError for a bad state.

>>> player.finish_step(example.mover_steps(player.state, player.controls())))")
        .def(
            "end_frame",
            [](LevelPlayer& self) { self.player.end_frame(); },
            R"(The eye follows.

>>> player.end_frame())")
        .def(
            "keep_time_of",
            [](LevelPlayer& self, const LevelPlayer& leader) {
                self.player.keep_time_of(leader.player);
            },
            "leader"_a,
            R"(Of players who make their steps together, one counts the time, the others follow. Raises TypeError for others.

>>> player.keep_time_of(player))")
        .def(
            "drop_waiting_steps",
            [](LevelPlayer& self) { self.player.drop_waiting_steps(); },
            R"(Forgets whole steps that wait, and a jump that waits for a step.

>>> player.drop_waiting_steps())");
}

}  // namespace

void add_player(py::module_& module) {
    module.attr("player_touch_dtype") = player_touch_dtype();
    PlayerClass type(
        module,
        "Player",
        R"(One who looks at a level: walks with a body, or flies through walls. For many, take step_movers.

A player adds to a mover what a picture needs: steps of equal length in frames of any length, and an eye
that follows smoothly. It flies at first. eye (3,) [units]. stand, crouch: names of bodies, or a Shape
each, or a Shape and its offset; None: it flies for ever. standing_eye, crouching_eye: how high the eye
is above the position [units]. options: a MoverOptions. Raises KeyError for a body that the level does not
have, ValueError for bodies that do not fit.

>>> player = halfspace.Player(example)
>>> player.stand_at(example, (64, 256, 46))
True
>>> player
<halfspace.Player: walks, eye (64.0, 256.0, 46.0)>)");
    type.def(py::init(&make),
             "level"_a.none(false),
             "eye"_a = py::make_tuple(0, 0, 0),
             py::kw_only(),
             "stand"_a = "stand",
             "crouch"_a = "crouch",
             "standing_eye"_a = PlayerBody().standing_eye,
             "crouching_eye"_a = PlayerBody().crouching_eye,
             "options"_a = MoverOptions());
    add_reading(type);
    add_places(type);
    add_frames(type);
}

}  // namespace halfspace::python
