// SPDX-License-Identifier: MIT
// The frames of a player: as many steps of equal length as fit into the time of each.
#include "geometry.h"
#include "level_doors.h"
#include "motion.h"
#include "player.h"

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

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

py::object controls_of(const LevelPlayer& self) {
    Results one("out", py::none(), mover_input_dtype(), {1});
    one.as<MoverInput>()[0] = self.player.controls();
    return one.take(true);
}

}  // namespace

PlacedLevel place_for(const LevelPlayer& self, const Asked& asked, const char* name) {
    check_same_level(name, asked.level(), self.of->its_level);
    return asked.placed();
}

void add_player_frames(PlayerClass& type) {
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

}  // namespace halfspace::python
