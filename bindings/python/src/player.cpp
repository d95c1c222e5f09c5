// SPDX-License-Identifier: MIT
// One who looks at a level: walks or flies.
#include "player.h"

#include "geometry.h"
#include "motion.h"

#include <array>
#include <cmath>

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

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

// How high an eye is above the position. So an eye is at most twice as far out as a mover.
double eye_height(const char* name, double height) {
    need(std::abs(height) <= kMaxMoverPlace, name, "within 2^20");
    return height;
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
                      eye_height("standing_eye", standing_eye),
                      eye_height("crouching_eye", crouching_eye)};
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

// Changes the player's place by change(player). False, and nothing changes, if that returns false.
// wanted: about where its position will be. Raises ValueError where no mover may be.
template <class Change>
bool change_place(LevelPlayer& self, const Vec3& wanted, const Change& change) {
    constexpr const char* kPlace = "the position of the player";
    check_within(kPlace, wanted, kMaxMoverPlace);
    Player changed = self.player;
    if (!change(changed)) {
        return false;
    }
    need(is_valid(changed.state()), kPlace, "below 2^20");
    self.player = std::move(changed);
    return true;
}

bool stand_at(LevelPlayer& self, const Asked& asked, py::handle given_eye) {
    const Vec3 eye = point_of("eye", given_eye);
    const PlacedLevel here = place_for(self, asked);
    const double height = self.player.body() ? self.player.body()->standing_eye : 0;
    return change_place(
        self, eye - Vec3{0, 0, height}, [&](Player& player) { return player.stand_at(here, eye); });
}

bool set_body(LevelPlayer& self,
              const Asked& asked,
              py::handle stand,
              py::handle crouch,
              double standing_eye,
              double crouching_eye,
              double lift) {
    const auto body = body_for(self.of->its_level, stand, crouch, standing_eye, crouching_eye);
    const PlacedLevel here = place_for(self, asked);
    const double raise = finite("lift", lift);
    const Vec3 up{0, 0, self.player.flies() ? 0 : raise};
    return change_place(self, self.player.state().position + up, [&](Player& player) {
        return player.set_body(here, body, raise);
    });
}

py::object state_of(const LevelPlayer& self) {
    Results one("out", py::none(), mover_state_dtype(), {1});
    one.as<MoverState>()[0] = self.player.state();
    return one.take(true);
}

void set_state(LevelPlayer& self, py::handle state) {
    const Records rows("state", state, mover_state_dtype());
    need(rows.size() == 1 && is_valid(rows.as<MoverState>()[0]), "state", "one valid state");
    if (self.player.flies()) {
        throw std::runtime_error("state cannot be set while the player flies");
    }
    self.player.set_state(rows.as<MoverState>()[0]);
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
of a teleport. Raises ValueError for a state that is not valid, RuntimeError while the player flies.

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
            &stand_at,
            "asked"_a,
            "eye"_a,
            R"(Stands with the eye near this place, less than 64 units away. False if the body does not fit there.

asked: a Level or a World of the level, what is around. Raises ValueError for another level, and for a
place of the eye or the body that is beyond 2^20.

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
            &set_body,
            "asked"_a,
            "stand"_a,
            "crouch"_a,
            "standing_eye"_a = PlayerBody().standing_eye,
            "crouching_eye"_a = PlayerBody().crouching_eye,
            "lift"_a = 0.0,
            R"(Takes other bodies, as of the constructor. False, and nothing changes, if they do not fit here.

lift: how much higher the position becomes [units]. Raises KeyError for a body there is not,
ValueError for another level, a number that is not finite, a place beyond 2^20, a crouching body that is not
within the standing one.

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
is above the position [units, within 2^20]. options: a MoverOptions. Raises KeyError for a body that the level does not
have, ValueError for bodies that do not fit and for a number out of its range.

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
    add_player_frames(type);
}

}  // namespace halfspace::python
