// SPDX-License-Identifier: MIT
#include "halfspace/move/mover.h"
#include "halfspace/move/step_movers.h"

#include "motion.h"
#include "options.h"

#include <array>
#include <cmath>

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

static_assert(sizeof(MoverState) == 88 && sizeof(MoverInput) == 8);

py::object step_movers_in(const Asked& asked,
                          py::handle states,
                          py::handle inputs,
                          py::handle stand,
                          py::handle crouch,
                          py::handle themselves,
                          const MoverOptions& options,
                          py::handle out,
                          py::handle problems,
                          unsigned threads) {
    const MoverRows movers(asked.level(), states, inputs, stand, crouch, themselves, options);
    Results after = movers.states_after(out);
    Results told = movers.problems(problems, after);
    const auto rows = movers.states.as<MoverState>();
    const auto keys = movers.inputs.as<MoverInput>();
    const auto to = after.as<MoverState>();
    const auto codes = told.as<MoverProblem>();
    const std::span<const ObstacleId> own = movers.own;
    const Asking asking(asked);
    const PlacedLevel here = asked.placed();
    in_batches(
        {rows.size()}, threads, [&](std::size_t begin, std::size_t size, const Executor& run) {
            const auto part = [&](auto all) { return all.subspan(begin, size); };
            step_movers(here,
                        movers.bodies,
                        {part(rows), part(keys), own.empty() ? own : part(own)},
                        part(to),
                        part(codes),
                        movers.options,
                        run);
        });
    return py::make_tuple(after.take(movers.is_one()), told.take(movers.is_one()));
}

py::object movers_at(py::handle positions) {
    const Rows rows("positions", positions, 3);
    Results states("out", py::none(), mover_state_dtype(), {static_cast<py::ssize_t>(rows.size())});
    const auto to = states.as<MoverState>();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        to[i] = mover_at(rows.as<Vec3>()[i]);
    }
    return states.take(rows.is_one());
}

// One row of controls for each mover; numbers are for all.
py::object controls_of(py::handle yaw,
                       py::handle pitch,
                       py::handle forward,
                       py::handle left,
                       py::handle up,
                       py::handle jump,
                       py::handle crouch) {
    constexpr std::array kNames{"yaw", "pitch", "forward", "left", "up", "jump", "crouch"};
    const std::array given{yaw, pitch, forward, left, up, jump, crouch};
    std::vector<py::array_t<double, py::array::c_style>> columns;
    bool is_one = true;
    std::size_t count = 1;
    std::size_t first = 0;  // column with as many rows
    for (std::size_t c = 0; c < kNames.size(); ++c) {
        const py::array any = array_from(kNames[c], given[c], "one number, or an array of numbers");
        const bool is_flag = any.dtype().kind() == 'b';
        if (!is_flag) {
            check_doubles(kNames[c], any);
        }
        if (any.ndim() > 1) {
            raise_shape(kNames[c], any, "(N,), or () for all rows");
        }
        const auto rows = static_cast<std::size_t>(any.size());
        if (rows != 1) {
            common_rows(kNames[first], count, count == 1, kNames[c], rows, false);
            count = rows;
            first = c;
        }
        is_one = is_one && any.ndim() == 0;
        columns.emplace_back(any);
        const double* const numbers = columns.back().data();
        for (std::size_t i = 0; i < rows; ++i) {
            if (!(std::abs(numbers[i]) < 0x1p53)) {
                need(false, kNames[c] + in_row(i, any.ndim() == 0), "finite and below 2^53");
            }
        }
    }
    Results inputs("out", py::none(), mover_input_dtype(), {count});
    const auto to = inputs.as<MoverInput>();
    for (std::size_t i = 0; i < count; ++i) {
        const auto at = [&](std::size_t c) {
            return columns[c].data()[columns[c].size() == 1 ? 0 : i];
        };
        to[i] = quantised({.view = {.pitch = at(1), .yaw = at(0)},
                           .forward = at(2),
                           .left = at(3),
                           .up = at(4),
                           .jump = at(5) != 0,
                           .crouch = at(6) != 0});
    }
    return inputs.take(is_one);
}

}  // namespace

void check(const MoverOptions& options) {
    if (const auto bad = bad_option(options)) {
        throw py::value_error(to_error(*bad).message);
    }
}

const py::dtype& mover_state_dtype() {
    return record_dtype<MoverState>(
        {{"version", "u2", offsetof(MoverState, version)},
         {"mode", "u1", offsetof(MoverState, mode)},
         {"flags", "u1", offsetof(MoverState, flags)},
         {"ground_model", "u4", offsetof(MoverState, ground_model)},
         {"ground_obstacle", "u4", offsetof(MoverState, ground_obstacle)},
         {"ground_mesh", "u4", offsetof(MoverState, ground_mesh)},
         {"position", "(3,)f8", offsetof(MoverState, position)},
         {"velocity", "(3,)f8", offsetof(MoverState, velocity)},
         {"ground_normal", "(3,)f8", offsetof(MoverState, ground_normal)}});
}

const py::dtype& mover_input_dtype() {
    return record_dtype<MoverInput>({{"pitch", "i2", offsetof(MoverInput, pitch)},
                                     {"yaw", "i2", offsetof(MoverInput, yaw)},
                                     {"forward", "i1", offsetof(MoverInput, forward)},
                                     {"left", "i1", offsetof(MoverInput, left)},
                                     {"up", "i1", offsetof(MoverInput, up)},
                                     {"buttons", "u1", offsetof(MoverInput, buttons)}});
}

void add_movers(py::module_& module, AskedClass& asked) {
    module.attr("mover_state_dtype") = mover_state_dtype();
    module.attr("mover_input_dtype") = mover_input_dtype();
    auto options = py::class_<MoverOptions>(
        module,
        "MoverOptions",
        R"(How a mover moves. Each option may be given by its name, and read and set later.

seconds: the length of a step [s]. Speeds [units/s], accelerations [units/s^2], lengths [units].
Raises ValueError for a number out of its range, TypeError for a name that there is not.

>>> halfspace.MoverOptions(walk_speed=200).walk_speed
200.0)");
    add_constructor(options, "MoverOptions", [](const MoverOptions& o) { check(o); });
    static constexpr NumberField<MoverOptions> kNumbers[] = {
        {"seconds", &MoverOptions::seconds, "How long a step is [s, 0.001 to 0.1]."},
        {"walk_speed",
         &MoverOptions::walk_speed,
         "The full speed on the ground [units/s, 0 to 10,000]."},
        {"crouch_speed",
         &MoverOptions::crouch_speed,
         "The full speed while crouching [units/s, 0 to 10,000]."},
        {"ground_acceleration",
         &MoverOptions::ground_acceleration,
         "How quickly the wanted speed is reached on the ground [1/s, 0 to 1000]."},
        {"friction",
         &MoverOptions::friction,
         "How quickly it slows down on the ground [1/s, 0 to 1000]."},
        {"stop_speed",
         &MoverOptions::stop_speed,
         "The least speed that friction computes with [units/s, 0 to 10,000]. 0: it never stops."},
        {"gravity", &MoverOptions::gravity, "Downwards [units/s^2, 0 to 100,000]."},
        {"jump_speed",
         &MoverOptions::jump_speed,
         "Upwards, at the start of a jump [units/s, 0 to 10,000]."},
        {"air_acceleration",
         &MoverOptions::air_acceleration,
         "How quickly the wanted speed is reached in the air [1/s, 0 to 1000]."},
        {"air_speed",
         &MoverOptions::air_speed,
         "The most speed that the acceleration in the air gives [units/s, 0 to 10,000]."},
        {"step_height", &MoverOptions::step_height, "How high a stair may be [units, 0 to 1000]."},
        {"floor_normal",
         &MoverOptions::floor_normal,
         "The least z of the normal of a floor [0.01 to 1]; 0.7 is 45 degrees."},
        {"swim_speed",
         &MoverOptions::swim_speed,
         "The full speed in liquids [units/s, 0 to 10,000]."},
        {"swim_acceleration",
         &MoverOptions::swim_acceleration,
         "How quickly the wanted speed is reached in liquids [1/s, 0 to 1000]."},
        {"swim_friction",
         &MoverOptions::swim_friction,
         "How quickly it slows down in liquids [1/s, 0 to 1000]."},
        {"sink_speed",
         &MoverOptions::sink_speed,
         "How fast an idle swimmer sinks [units/s, 0 to 10,000]."},
        {"climb_out_speed",
         &MoverOptions::climb_out_speed,
         "Upwards, when a swimmer jumps before a wall [units/s, 0 to 10,000]."},
        {"ladder_speed",
         &MoverOptions::ladder_speed,
         "The full speed on ladders [units/s, 0 to 10,000]. 0: no ladders."},
        {"max_speed",
         &MoverOptions::max_speed,
         "The highest speed of all [units/s, 1 to 100,000]."},
        {"skin",
         &MoverOptions::skin,
         "How far the body rests before surfaces [units, 1/1024 to 1]."},
        {"unstick",
         &MoverOptions::unstick,
         "A body in a wall is moved to a free place nearer than this [units, 0 to 1000]."}};
    add_numbers<MoverOptions>(options, kNumbers);
    options.def_property(
        "mask",
        [](const MoverOptions& o) { return static_cast<std::uint32_t>(o.mask); },
        [](MoverOptions& o, std::uint32_t mask) { o.mask = static_cast<Contents>(mask); },
        "What blocks the mover: bits of Contents.");
    module.def("movers_at",
               &movers_at,
               "positions"_a,
               R"(States of movers that fall from these positions.

positions: (N, 3), or (3,) for one [units]. Returns (N,) of mover_state_dtype, or one record: mode (0
ground, 1 air, 2 swims, 3 ladder), flags (1 crouched, 2 jump is held, 4 has left a ladder, 8 climbs out),
position, velocity [units/s], and on the ground its normal and the model, obstacle or mesh that carries, 2^32 - 1
for none. Raises ValueError for another shape, and where a number is not finite.

>>> halfspace.movers_at([(64, 256, 24), (96, 256, 24)])["position"].shape
(2, 3))");
    module.def("controls",
               &controls_of,
               py::kw_only(),
               "yaw"_a = 0.0,
               "pitch"_a = 0.0,
               "forward"_a = 0.0,
               "left"_a = 0.0,
               "up"_a = 0.0,
               "jump"_a = false,
               "crouch"_a = false,
               R"(Inputs of movers. Numbers are for all; arrays have one value for each mover.

yaw, pitch [degrees]: where they look. forward, left, up: -1 to 1 of the full speed. Returns (N,) of
mover_input_dtype, or one record without arrays. Raises ValueError where a number is not finite.

>>> halfspace.controls(yaw=[0, 90], forward=1)["yaw"]
array([    0, 16384], dtype=int16))");
    asked.def("step_movers",
              &step_movers_in,
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
              R"(Moves each mover by one step: walks, jumps, crouches, swims, climbs.

states: (N,) of mover_state_dtype; inputs: (N,) of mover_input_dtype. No mover meets the step of
another one. stand, crouch: names of bodies of the level, or a Shape each, or a Shape and its offset. themselves: (N,)
integers, the obstacle that a mover is, which it leaves out; -1 for none. options: speeds and the length
of the step.
out: (N,) for the new states; it may be states. problems: (N,) uint8, for the codes.
Returns the states and the codes: 0 none, 1 a bad state, 2 stuck in a wall, 3 too many things near.
Raises TypeError for another dtype, KeyError for a body that the level does not have, ValueError for
another shape and for bodies that do not fit.

>>> states = halfspace.movers_at([(64, 256, 24)])
>>> for step in range(50):
...     states, codes = example.step_movers(states, halfspace.controls(forward=[1]))
>>> codes, bool(states["position"][0, 0] > 100)
(array([0], dtype=uint8), True))");
}

}  // namespace halfspace::python
