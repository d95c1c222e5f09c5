// SPDX-License-Identifier: MIT
// Bodies and states of movers as arguments, and all that a step of a mover tells.
#include "halfspace/move/mover.h"

#include "geometry.h"
#include "motion.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

// A step as numpy has it. The order of the fields leaves no gap between them.
struct StepRow {
    MoverState state;
    double landing_speed = 0;
    double stepped = 0;
    double crush_fraction = 0;
    std::uint32_t liquid = 0;
    std::uint32_t crush_model = kNone;
    std::uint32_t crush_obstacle = kNone;
    std::uint32_t crush_mesh = kNone;
    std::uint8_t problem = 0;
    std::uint8_t was_freed = 0;
    std::uint8_t jumped = 0;
    std::uint8_t landed = 0;
    std::uint8_t liquid_depth = 0;
    std::uint8_t is_crushed = 0;
    std::uint8_t has_ground = 0;
    std::uint8_t wall_count = 0;
    Contact ground;
    std::array<Contact, kMaxSlidePlanes> walls;
};
static_assert(sizeof(StepRow) == 88 + 24 + 16 + 8 + (1 + kMaxSlidePlanes) * sizeof(Contact));

const py::dtype& mover_step_dtype() {
    return record_dtype<StepRow>(
        {{"state", "", offsetof(StepRow, state), &mover_state_dtype},
         {"landing_speed", "f8", offsetof(StepRow, landing_speed)},
         {"stepped", "f8", offsetof(StepRow, stepped)},
         {"crush_fraction", "f8", offsetof(StepRow, crush_fraction)},
         {"liquid", "u4", offsetof(StepRow, liquid)},
         {"crush_model", "u4", offsetof(StepRow, crush_model)},
         {"crush_obstacle", "u4", offsetof(StepRow, crush_obstacle)},
         {"crush_mesh", "u4", offsetof(StepRow, crush_mesh)},
         {"problem", "u1", offsetof(StepRow, problem)},
         {"was_freed", "?", offsetof(StepRow, was_freed)},
         {"jumped", "?", offsetof(StepRow, jumped)},
         {"landed", "?", offsetof(StepRow, landed)},
         {"liquid_depth", "u1", offsetof(StepRow, liquid_depth)},
         {"is_crushed", "?", offsetof(StepRow, is_crushed)},
         {"has_ground", "?", offsetof(StepRow, has_ground)},
         {"wall_count", "u1", offsetof(StepRow, wall_count)},
         {"ground", "", offsetof(StepRow, ground), &contact_dtype},
         {"walls", "", offsetof(StepRow, walls), &contact_dtype, kMaxSlidePlanes}});
}

std::uint8_t flag(bool is_set) {
    return is_set ? 1 : 0;
}

StepRow row_of(const MoverStep& step) {
    StepRow row;
    row.state = step.state;
    row.landing_speed = step.landing_speed;
    row.stepped = step.stepped;
    row.liquid = static_cast<std::uint32_t>(step.liquid);
    row.problem = static_cast<std::uint8_t>(step.problem);
    row.was_freed = flag(step.was_freed);
    row.jumped = flag(step.jumped);
    row.landed = flag(step.landed);
    row.liquid_depth = static_cast<std::uint8_t>(step.liquid_depth);
    row.is_crushed = flag(step.crush.has_value());
    if (step.crush) {
        row.crush_model = step.crush->model.value;
        row.crush_obstacle = step.crush->obstacle.value;
        row.crush_mesh = step.crush->mesh.value;
        row.crush_fraction = step.crush->fraction;
    }
    row.has_ground = flag(step.ground.has_value());
    row.ground = step.ground.value_or(Contact{});
    row.wall_count = static_cast<std::uint8_t>(step.wall_count);
    std::ranges::copy(step.walls(), row.walls.begin());
    clear_padding({&row.ground, 1}, run_serially);
    clear_padding(row.walls, run_serially);
    return row;
}

py::object mover_steps(const Asked& asked,
                       py::handle states,
                       py::handle inputs,
                       py::handle stand,
                       py::handle crouch,
                       py::handle themselves,
                       const MoverOptions& options,
                       py::handle out,
                       unsigned threads) {
    const MoverRows rows(asked.level(), states, inputs, stand, crouch, themselves, options);
    Results steps(
        "out", out, mover_step_dtype(), {rows.size()}, {rows.states.array(), rows.inputs.array()});
    const auto to = steps.as<StepRow>();
    const Asking asking(asked);
    const PlacedLevel here = asked.placed();
    constexpr std::size_t kCost = 32;
    for_each_row(rows.size(), kCost, threads, [&](std::size_t i) {
        const StepRow row = row_of(rows.step(here, i));
        std::memcpy(&to[i], &row, sizeof row);  // also what is between the fields
    });
    return steps.take(rows.is_one());
}

// States that change by a row of numbers each: change(state, row).
template <class Change>
py::object changed_states(
    py::handle states, const char* name, py::handle numbers, py::handle out, const Change& change) {
    const Records from("states", states, mover_state_dtype());
    const Rows rows(name, numbers, 3);
    common_rows("states", from.size(), false, name, rows.size(), rows.is_one());
    Results after = results_for_states(from, out, rows.array());
    const auto before = from.as<MoverState>();
    const auto row = rows.as<Vec3>();
    const auto to = after.as<MoverState>();
    for_each_row(from.size(), 1, 1, [&](std::size_t i) {
        to[i] = change(before[i], row[rows.is_one() ? 0 : i]);
    });
    return after.take(from.is_one());
}

py::object valid_states(py::handle states) {
    const Records from("states", states, mover_state_dtype());
    return answer_rows<bool>({from.size(), from.is_one()},
                             [&](std::size_t i) { return is_valid(from.as<MoverState>()[i]); });
}

void add_states(py::module_& module) {
    module.def(
        "pushed",
        [](py::handle states, py::handle pushes, py::handle out) {
            return changed_states(states, "pushes", pushes, out, &pushed);
        },
        "states"_a,
        "pushes"_a,
        py::kw_only(),
        "out"_a = py::none(),
        R"(The movers with pushes added to their velocities, as after an explosion.

states: (N,) of mover_state_dtype. pushes: (N, 3), or (3,) for all [units/s]. Who is pushed away from
the ground flies; a climber lets go of the ladder. out: (N,) for the new states; it may be states.
Returns (N,) of mover_state_dtype, or one record. Raises ValueError for another shape and a number that
is not finite, TypeError for another dtype.

>>> halfspace.pushed(halfspace.movers_at((64, 256, 24)), (0, 0, 600))["velocity"]
array([  0.,   0., 600.]))");
    module.def(
        "moved_to",
        [](py::handle states, py::handle places, py::handle out) {
            return changed_states(states, "places", places, out, &moved_to);
        },
        "states"_a,
        "places"_a,
        py::kw_only(),
        "out"_a = py::none(),
        R"(The movers at other places, as after a teleport. Their velocities stay; they forget the ground.

states: (N,) of mover_state_dtype. places: (N, 3), or (3,) for all [units]. out, the answer and what is
raised are those of pushed.

>>> halfspace.moved_to(halfspace.movers_at((64, 256, 24)), (96, 256, 24))["position"]
array([ 96., 256.,  24.]))");
    module.def(
        "valid_movers",
        &valid_states,
        "states"_a,
        R"(True for states that step_movers can move. A state from a network or a file may be none.

states: (N,) of mover_state_dtype. Returns (N,) bool, or one. Raises TypeError for another dtype.

>>> halfspace.valid_movers(np.zeros(1, halfspace.mover_state_dtype))
array([False]))");
}

}  // namespace

MoverBody body_of(const char* name, const Level& level, py::handle value) {
    if (py::isinstance<py::str>(value)) {
        return space_of(level, value.cast<std::string>());
    }
    if (py::isinstance<ConvexShape>(value)) {
        return ShapeBody{value.cast<const ConvexShape&>(), {}};
    }
    if (py::isinstance<py::tuple>(value) && py::len(value) == 2) {
        const auto pair = py::reinterpret_borrow<py::tuple>(value);
        if (py::isinstance<ConvexShape>(pair[0])) {
            return ShapeBody{pair[0].cast<const ConvexShape&>(), point_of(name, pair[1])};
        }
    }
    throw py::type_error(std::string(name) +
                         " must be the name of a body, a Shape, or a Shape and its offset");
}

MoverBodies bodies_of(const Level& level, py::handle stand, py::handle crouch) {
    const MoverBodies bodies{body_of("stand", level, stand), body_of("crouch", level, crouch)};
    if (!fits(level, bodies)) {
        const auto name = [](py::handle body) { return py::repr(body).cast<std::string>(); };
        throw py::value_error("the box of the body " + name(crouch) + " is not within that of " +
                              name(stand));
    }
    return bodies;
}

void check_same_level(const char* name, const Level& level, const Level& of) {
    if (level.checksum() != of.checksum()) {
        throw py::value_error(std::string(name) + " belongs to another level");
    }
}

py::object step_record(const MoverStep& step) {
    Results one("out", py::none(), mover_step_dtype(), {1});
    one.as<StepRow>()[0] = row_of(step);
    return one.take(true);
}

MoverStep step_of(const char* name, py::handle record) {
    const Records rows(name, record, mover_step_dtype());
    need(rows.size() == 1, name, "one record");
    const StepRow& row = rows.as<StepRow>()[0];
    MoverStep step;
    step.state = row.state;
    step.problem = static_cast<MoverProblem>(row.problem);
    step.was_freed = row.was_freed != 0;
    step.jumped = row.jumped != 0;
    step.landed = row.landed != 0;
    step.landing_speed = row.landing_speed;
    step.stepped = row.stepped;
    if (row.has_ground != 0) {
        step.ground = row.ground;
    }
    step.wall_contacts = row.walls;
    step.wall_count = std::min<std::size_t>(row.wall_count, kMaxSlidePlanes);
    step.liquid = static_cast<Contents>(row.liquid);
    step.liquid_depth = row.liquid_depth;
    if (row.is_crushed != 0) {
        step.crush = {ModelId(row.crush_model),
                      ObstacleId(row.crush_obstacle),
                      MeshId(row.crush_mesh),
                      row.crush_fraction};
    }
    return step;
}

Results results_for_states(const Records& from, py::handle out, py::handle other) {
    const bool is_in_place = py::isinstance<py::array>(out) &&
                             py::reinterpret_borrow<py::array>(out).data() == from.array().data();
    const py::handle before = is_in_place ? py::handle() : py::handle(from.array());
    return {"out", out, mover_state_dtype(), {from.size()}, {before, other}};
}

MoverRows::MoverRows(const Level& level,
                     py::handle given_states,
                     py::handle given_inputs,
                     py::handle stand,
                     py::handle crouch,
                     py::handle themselves,
                     const MoverOptions& given_options)
    : states("states", given_states, mover_state_dtype()),
      inputs("inputs", given_inputs, mover_input_dtype()),
      options(given_options) {
    common_rows("states", states.size(), false, "inputs", inputs.size(), false);
    check(options);
    bodies = bodies_of(level, stand, crouch);
    own = obstacles_of("themselves", themselves, states.size());
}

Results MoverRows::states_after(py::handle out) const {
    return results_for_states(states, out, inputs.array());
}

Results MoverRows::problems(py::handle given, const Results& after) const {
    return {"problems",
            given,
            py::dtype::of<std::uint8_t>(),
            {size()},
            {states.array(), inputs.array(), after.array()}};
}

MoverStep MoverRows::step(const PlacedLevel& here, std::size_t row) const {
    return step_mover(without(here, own, row),
                      bodies,
                      states.as<MoverState>()[row],
                      inputs.as<MoverInput>()[row],
                      options);
}

void add_mover_steps(py::module_& module, AskedClass& asked) {
    module.attr("mover_step_dtype") = mover_step_dtype();
    add_states(module);
    asked.def(
        "mover_steps",
        &mover_steps,
        "states"_a,
        "inputs"_a,
        py::kw_only(),
        "stand"_a = "stand",
        "crouch"_a = "crouch",
        "themselves"_a = py::none(),
        "options"_a = MoverOptions(),
        "out"_a = py::none(),
        "threads"_a = 1u,
        R"(As step_movers, with all that each step tells: what was touched, jumps, landings, liquids, crushes.

The arguments are those of step_movers; out: (N,) of mover_step_dtype. Returns (N,) of mover_step_dtype,
or one record. Its field state is the new state, problem the code. landing_speed [units/s]: how fast a
mover that has landed fell. stepped [units]: how far a stair has lifted it. ground and walls: contacts,
of which has_ground and wall_count say how many count. liquid: bits of Contents; liquid_depth: 0 not at
all, 1 the feet, 2 the middle, 3 the top. is_crushed: a model, an obstacle or a mesh (the one that is
not 2^32 - 1) presses the mover, which was free up to crush_fraction of the way. Raises as step_movers.

>>> swims = example.mover_steps(halfspace.movers_at((1040, 128, -32)), halfspace.controls(forward=1))
>>> halfspace.Contents(int(swims["liquid"])), int(swims["liquid_depth"]), bool(swims["has_ground"])
(<Contents.WATER: 64>, 2, False))");
}

}  // namespace halfspace::python
