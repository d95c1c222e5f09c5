// SPDX-License-Identifier: MIT
// The doors and lifts of a game: what moves in a level by itself.
#include "level_doors.h"

#include "halfspace/agents/closed_doors.h"

#include "geometry.h"
#include "motion.h"
#include "nav.h"
#include "options.h"

#include <array>

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

using DoorRecord = halfspace::DoorState;

// A door as numpy has it.
struct DoorRow {
    std::uint32_t entity = 0;
    std::uint32_t group = 0;
    Aabb reach;
    Vec3 direction;
    Vec3 origin;
    Vec3 turn;  // pitch, yaw, roll
    double travel = 0;
    double speed = 0;
    double wait = 0;
    std::uint8_t is_placed_open = 0;
    std::uint8_t is_lift = 0;
    std::array<std::uint8_t, 6> zero{};
};
static_assert(sizeof(DoorRow) == 8 + 15 * 8 + 3 * 8 + 8);

const py::dtype& door_dtype() {
    return record_dtype<DoorRow>({{"entity", "u4", offsetof(DoorRow, entity)},
                                  {"group", "u4", offsetof(DoorRow, group)},
                                  {"reach", "(2,3)f8", offsetof(DoorRow, reach)},
                                  {"direction", "(3,)f8", offsetof(DoorRow, direction)},
                                  {"origin", "(3,)f8", offsetof(DoorRow, origin)},
                                  {"turn", "(3,)f8", offsetof(DoorRow, turn)},
                                  {"travel", "f8", offsetof(DoorRow, travel)},
                                  {"speed", "f8", offsetof(DoorRow, speed)},
                                  {"wait", "f8", offsetof(DoorRow, wait)},
                                  {"is_placed_open", "?", offsetof(DoorRow, is_placed_open)},
                                  {"is_lift", "?", offsetof(DoorRow, is_lift)}});
}

const py::dtype& door_state_dtype() {
    return record_dtype<DoorRecord>({{"open", "f8", offsetof(DoorRecord, open)},
                                     {"waits", "f8", offsetof(DoorRecord, waits)},
                                     {"mode", "u1", offsetof(DoorRecord, mode)},
                                     {"locked", "u1", offsetof(DoorRecord, locked)},
                                     {"turned_back", "u1", offsetof(DoorRecord, turned_back)},
                                     {"carries_down", "u1", offsetof(DoorRecord, carries_down)}});
}

const py::dtype& door_event_dtype() {
    return record_dtype<DoorEvent>({{"door", "u4", offsetof(DoorEvent, door)},
                                    {"before", "u1", offsetof(DoorEvent, before)},
                                    {"mode", "u1", offsetof(DoorEvent, mode)}});
}

py::array doors_as_rows(const LevelDoors& all) {
    std::vector<DoorRow> rows;
    for (const Door& door : all.doors->doors()) {
        rows.push_back({.entity = door.entity.value,
                        .group = door.group,
                        .reach = door.reach,
                        .direction = door.direction,
                        .origin = door.origin,
                        .turn = {door.turn.pitch, door.turn.yaw, door.turn.roll},
                        .travel = door.travel,
                        .speed = door.speed,
                        .wait = door.wait,
                        .is_placed_open = static_cast<std::uint8_t>(door.is_placed_open ? 1 : 0),
                        .is_lift = static_cast<std::uint8_t>(door.is_lift ? 1 : 0)});
    }
    return moved_array(std::move(rows), door_dtype());
}

py::array states(const LevelDoors& all) {
    const auto now = all.doors->states();
    return moved_array(std::vector<DoorRecord>(now.begin(), now.end()), door_state_dtype());
}

// The first of the states that its door cannot have. REQUIRES: the doors have refused them.
std::size_t first_refused(const LevelDoors& all, const std::vector<DoorRecord>& states) {
    halfspace::Doors tried = *all.doors;
    const std::vector<DoorRecord> now(tried.states().begin(), tried.states().end());
    // The doors can have the first `good` of them, and cannot have the first `bad`.
    std::size_t good = 0;
    std::size_t bad = states.size();
    while (good + 1 < bad) {
        const std::size_t middle = (good + bad) / 2;
        std::vector<DoorRecord> mixed = now;
        std::copy_n(states.begin(), middle, mixed.begin());
        (tried.restore(mixed) ? good : bad) = middle;
    }
    return good;
}

void restore(LevelDoors& all, py::handle given) {
    const Records rows("states", given, door_state_dtype());
    const std::size_t count = all.doors->states().size();
    need(!rows.is_one() && rows.size() == count,
         "states",
         ("those of " + std::to_string(count) + " doors").c_str());
    std::vector<DoorRecord> taken(rows.as<DoorRecord>().begin(), rows.as<DoorRecord>().end());
    for (DoorRecord& state : taken) {
        state.reserved = {};  // a copy by numpy has anything between the fields
    }
    if (!all.changed().restore(taken)) {
        throw py::value_error("states has numbers that these doors never have" +
                              in_row(first_refused(all, taken), false));
    }
    all.events.clear();
}

void lock(LevelDoors& all, py::handle doors, bool is_locked) {
    const Numbers numbers("doors", doors, things(all.doors->doors().size()));
    halfspace::Doors& changed = all.changed();
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const auto door = static_cast<std::size_t>(numbers[i]);
        is_locked ? changed.lock(door) : changed.unlock(door);
    }
}

py::object door_of(const LevelDoors& all, py::handle models) {
    const Numbers numbers("models", models, things(all.of->its_level.models().size()));
    return answer_rows<std::int64_t>({numbers.size(), numbers.is_one()}, [&](std::size_t i) {
        const auto door = all.doors->door_of(numbers.id<ModelId>(i));
        return door ? static_cast<std::int64_t>(*door) : -1;
    });
}

void step(LevelDoors& all, double seconds, py::handle visitors) {
    check_length("seconds", seconds);
    const Rows rows("visitors", visitors, 3);
    all.changed().step(seconds, rows.as<Vec3>());
}

bool turn_back(LevelDoors& all, py::handle model) {
    const auto id = id_of<ModelId>("model", model, things(all.of->its_level.models().size()));
    return all.changed().turn_back(id);
}

bool finish_step(LevelDoors& all) {
    bool has_moved = false;
    all.events.clear();
    all.note([&] { has_moved = all.doors->finish(); });
    return has_moved;
}

bool finish(LevelDoors& all) {
    all.changed();
    return finish_step(all);
}

py::array events(const LevelDoors& all) {
    return moved_array(std::vector<DoorEvent>(all.events), door_event_dtype());
}

py::array open_portals(const LevelDoors& all) {
    AreaState areas(all.of->its_level);
    all.doors->set_areas(areas);
    py::array_t<bool> open(static_cast<py::ssize_t>(areas.size()));
    for (std::uint32_t i = 0; i < areas.size(); ++i) {
        open.mutable_data()[i] = areas.is_open(AreaPortalId(i));
    }
    return open;
}

void close_ways(const LevelDoors& all, DoorState& closed) {
    check_same_level("closed", closed.of->level(), all.of->its_level);
    closed.check_change("the state of the doors");
    set_closed_doors(closed.doors, *all.doors);
}

py::tuple step_movers_among(LevelDoors& all,
                            py::handle given_states,
                            py::handle inputs,
                            py::handle stand,
                            py::handle crouch,
                            py::handle themselves,
                            const MoverOptions& options,
                            py::handle out,
                            py::handle problems,
                            unsigned threads) {
    const MoverRows movers(
        all.of->its_level, given_states, inputs, stand, crouch, themselves, options);
    Results after = movers.states_after(out);
    Results told = movers.problems(problems, after);
    std::vector<Vec3> visitors;
    for (const MoverState& state : movers.states.as<MoverState>()) {
        visitors.push_back(state.position);
    }
    struct Told {
        MoverState state;
        MoverProblem problem = MoverProblem::None;
        ModelId crusher;
    };
    std::vector<Told> steps(movers.size());
    // Who asks while the movers make their steps without the lock would stop the doors half-way.
    const Changing changing(*all.world, LevelDoors::kWhat);
    all.doors->step(movers.options.seconds, visitors);
    const auto step_all = [&] {
        const PlacedLevel here = all.world->placed();
        constexpr std::size_t kCost = 32;
        for_each_row(movers.size(), kCost, threads, [&](std::size_t i) {
            const MoverStep made = movers.step(here, i);
            steps[i] = {made.state, made.problem, made.crush ? made.crush->model : ModelId()};
        });
    };
    // Where doors press, they turn back, and all make the step again. No door does it twice.
    for (bool is_again = true; is_again;) {
        try {
            step_all();
        } catch (...) {
            // After Ctrl-C no door has moved. A step of no time takes their ways from the world.
            all.doors->step(0, {});
            throw;
        }
        is_again = false;
        for (const Told& made : steps) {
            if (made.crusher.is_valid()) {
                is_again |= all.doors->turn_back(made.crusher);
            }
        }
    }
    finish_step(all);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        after.as<MoverState>()[i] = steps[i].state;
        told.as<MoverProblem>()[i] = steps[i].problem;
    }
    return py::make_tuple(after.take(movers.is_one()), told.take(movers.is_one()));
}

std::string repr(const LevelDoors& all) {
    std::array<std::size_t, 4> modes{};
    for (const DoorRecord& state : all.doors->states()) {
        ++modes[static_cast<std::size_t>(state.mode)];
    }
    return "<halfspace.Doors: " + std::to_string(modes[0]) + " closed, " +
           std::to_string(modes[1]) + " opening, " + std::to_string(modes[2]) + " open, " +
           std::to_string(modes[3]) + " closing>";
}

using DoorsClass = py::class_<LevelDoors, std::shared_ptr<LevelDoors>>;

void add_reading(DoorsClass& type) {
    type.def("__len__", [](const LevelDoors& all) { return all.doors->doors().size(); })
        .def("__repr__", &repr)
        .def_property_readonly(
            "level", [](const LevelDoors& all) { return all.of; }, R"(The level.

>>> doors.level is example
True)")
        .def_property_readonly(
            "world",
            [](const LevelDoors& all) { return all.world; },
            R"(The World with all models where they are now. Ask it, and place obstacles in it; Doors moves its doors.

>>> bool(doors.world.trace("point", (600, 256, 60), (700, 256, 60))["hit"])
True)")
        .def_property_readonly("doors",
                               &doors_as_rows,
                               R"(What the entities say about the doors: (D,) of door_dtype, a copy.

entity: a row of Level.entities. group: doors with equal numbers open together. reach: a visitor in this
box opens the door, (2, 3) [units]. direction: where a sliding door goes; origin, turn: about which point
a turning one turns, and its turn of one degree (pitch, yaw, roll). travel [units or degrees], speed
[units or degrees per second], wait [s; below 0: for ever].

>>> doors.doors["reach"][0]
array([[560., 112., -80.],
       [736., 400., 208.]]))")
        .def_property_readonly(
            "states",
            &states,
            R"(What the doors do now: (D,) of door_state_dtype, a copy, for restore.

open: how far, from 0 to travel. waits: how long an open door still waits [s]. mode: a DoorMode. locked: 1
if no visitor opens it. turned_back: 1 if it closes since it could not open; then it opens again.
carries_down: 1 if the lift carries somebody down, and stays low until nobody is above it.

>>> doors.states["mode"] == halfspace.DoorMode.CLOSED
array([ True]))")
        .def_property_readonly(
            "events",
            &events,
            R"(Which doors have changed their mode in the last step: (K,) of door_event_dtype, a copy.

door: a row of doors; before, mode: DoorModes. After Player.advance: those of all steps of the frame, in
their order. A game plays its sounds by them.

>>> doors.step(1, [(600, 256, 24)])
>>> moved = doors.finish()
>>> doors.events.tolist() == [(0, halfspace.DoorMode.CLOSED, halfspace.DoorMode.OPENING)]
True)")
        .def("door_of",
             &door_of,
             "models"_a,
             R"(The doors that models belong to: rows of doors, -1 for a model that is none.

models: (N,) integers, or one. Returns (N,) int64, or one. Raises IndexError for a model there is not.

>>> doors.door_of([0, 1])
array([-1,  0]))")
        .def("open_portals",
             &open_portals,
             R"(Which area portals are open: all but those whose doors stand closed. (P,) bool.

It is for questions that take open_portals=. A door that the editor shows open and a lift shut nothing.

>>> doors.open_portals().shape == example.area_portals.shape
True)");
}

void add_changing(DoorsClass& type) {
    type.def("restore",
             &restore,
             "states"_a,
             R"(Goes back to states: of this or another Doors of the level, of a file, of a network.

states: (D,) of door_state_dtype. It ends a step that has begun. Raises ValueError for another number of
states and for numbers that these doors never have, and then changes nothing; TypeError for another
dtype, RuntimeError while another thread asks the world.

>>> snapshot = doors.states
>>> _ = doors.step_movers(halfspace.movers_at([(600, 256, 24)]), halfspace.controls(forward=[1]))
>>> doors.restore(snapshot)
>>> doors
<halfspace.Doors: 1 closed, 0 opening, 0 open, 0 closing>)")
        .def(
            "copy",
            [](const LevelDoors& all) { return std::make_shared<LevelDoors>(all); },
            R"(Other doors, with states and a world of their own, and all that is placed there.

>>> another = doors.copy()
>>> another.lock(0)
>>> doors.states["locked"], another.states["locked"]
(array([0], dtype=uint8), array([1], dtype=uint8)))")
        .def("lock",
             &lock,
             "doors"_a,
             "is_locked"_a = true,
             R"(Locks doors, or unlocks them: visitors open no locked door and none of its group.

doors: (K,) rows of doors, or one. Raises IndexError for a door there is not, RuntimeError while another
thread asks the world.

>>> doors.lock(0)
>>> doors.lock(0, False))")
        .def(
            "step",
            &step,
            "seconds"_a,
            "visitors"_a,
            R"(Begins a step: doors open for visitors, and all have their ways in the world. finish ends it.

seconds: at least 0. visitors: the positions of players and others, (N, 3), or (3,) for one [units].
Meanwhile World.mover_steps moves who is there; where is_crushed says that crush_model presses, call
turn_back and make the step again. step_movers does all this. Raises ValueError for a number that is not
finite, RuntimeError while another thread asks the world.

>>> doors.step(0.5, [(600, 256, 24)])
>>> doors.finish()
True)")
        .def(
            "turn_back",
            &turn_back,
            "model"_a,
            R"(After a crush by this model: its door, with its group, stays in this step and then turns back.

Returns False, and changes nothing, for a model that is no door or does not move in this step. Raises
IndexError for a model there is not.

>>> doors.turn_back(1)
False)")
        .def("finish",
             &finish,
             R"(Ends the step: all are at the ends of their ways, also obstacles and meshes.

Returns True if a door moved. Then `events` has what happened, and World.end_step need not be called. Raises
RuntimeError while another thread asks the world.

>>> doors.finish()
False)")
        .def(
            "close_ways",
            &close_ways,
            "closed"_a.none(false),
            R"(Closes the doors of a navigation mesh through which no agent comes, and opens all others.

closed: a NavDoorState of a mesh of this level. Doors that open for who is near are open for ways;
locked doors that are shut, and walls that stand, are closed. Raises ValueError for a mesh of another
level, RuntimeError while another thread asks with the state.

>>> closed = halfspace.NavDoorState(floors)
>>> doors.lock(0)
>>> doors.close_ways(closed)
>>> closed
<halfspace.NavDoorState: 1 of 1 doors closed>)")
        .def(
            "step_movers",
            &step_movers_among,
            "states"_a,
            "inputs"_a,
            py::kw_only(),
            "stand"_a = "stand",
            "crouch"_a = "crouch",
            "themselves"_a = py::none(),
            "options"_a = MoverOptions(),
            "out"_a = py::none(),
            "problems"_a = py::none(),
            "threads"_a = 1u,
            R"(One step of the doors and of movers among them: doors open for who is near, carry and push.

The arguments and the answer are those of Questions.step_movers. Where a door would crush a mover, it
turns back, and all make the step again: so the answer is the same for movers in any order, and for one
mover it is that of step_among of the library. events tells what the doors did. Raises as
Questions.step_movers, and RuntimeError while another thread asks the world. Traces and
other questions of another thread to the world raise RuntimeError during the step.

>>> states = halfspace.movers_at([(600, 256, 24)])
>>> for _ in range(128):
...     states, problems = doors.step_movers(states, halfspace.controls(forward=[1]))
>>> bool(states["position"][0, 0] > 700)                 # through the door
True)");
}

}  // namespace

void advance_among(Player& player,
                   LevelDoors& all,
                   double seconds,
                   const PlayerInput& input,
                   const LeaveOut& without) {
    halfspace::Doors& doors = all.changed();
    all.events.clear();
    player.begin_frame(seconds, input);
    while (player.begin_step()) {
        all.note([&] {
            if (player.flies()) {
                const Vec3 eye = player.eye();
                doors.step(player.options().seconds, {&eye, 1});
                doors.finish();
                return;
            }
            player.finish_step(step_among(doors,
                                          player.body()->bodies,
                                          player.state(),
                                          player.controls(),
                                          player.options(),
                                          without));
        });
    }
    player.end_frame();
}

void add_level_doors(py::module_& module) {
    module.attr("door_dtype") = door_dtype();
    module.attr("door_state_dtype") = door_state_dtype();
    module.attr("door_event_dtype") = door_event_dtype();
    module.attr("DoorMode") =
        int_enum("DoorMode",
                 std::array{"CLOSED", "OPENING", "OPEN", "CLOSING"},
                 R"(What a door does. A lift is OPEN where it is high, and CLOSED where it is low.

>>> halfspace.DoorMode(int(doors.states["mode"][0])).name
'CLOSED')");
    DoorsClass type(
        module,
        "Doors",
        R"(The doors and lifts of a level, by the customs of Quake: they open for who is near, wait, close.

They move in their World. A step of a game is step_movers, or step, mover_steps, turn_back and finish by
hand. All are closed at first, and lifts are low.

>>> doors = halfspace.Doors(example)
>>> doors
<halfspace.Doors: 1 closed, 0 opening, 0 open, 0 closing>)");
    type.def(py::init<std::shared_ptr<LoadedLevel>>(), "level"_a.none(false));
    add_reading(type);
    add_changing(type);
}

}  // namespace halfspace::python
