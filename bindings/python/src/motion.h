// SPDX-License-Identifier: MIT
// What moves: bodies, states and inputs of movers as arguments, and all that their steps tell.
#pragma once

#include "halfspace/move/mover.h"

#include "asked.h"

#include <cstddef>
#include <span>
#include <vector>

namespace halfspace::python {

// A body of an argument: a name of Level.bodies, a Shape, or a tuple of a Shape and its offset.
// Raises KeyError for a name that the level does not have, TypeError for another thing.
MoverBody body_of(const char* name, const Level& level, py::handle value);

// The bodies `stand` and `crouch`. Raises ValueError also if the box of the second is not within
// that of the first.
MoverBodies bodies_of(const Level& level, py::handle stand, py::handle crouch);

py::array_t<double> array_of(const Vec3& p);
// One point of an argument, (3,), in reach of movers. Raises ValueError.
Vec3 point_of(const char* name, py::handle value);
// Raises ValueError for a number that is not finite.
double finite(const char* name, double value);

// What is around the asker of a row, without the obstacle that it is itself. own: of all rows, as
// obstacles_of gives them.
PlacedLevel without(const PlacedLevel& here, std::span<const ObstacleId> own, std::size_t row);

// Raises ValueError unless a thing of an argument belongs to this level.
void check_same_level(const char* name, const Level& level, const Level& of);

// A step as mover_steps gives it: a record of mover_step_dtype.
py::object step_record(const MoverStep& step);
MoverStep step_of(const char* name, py::handle record);

// The array for states that are made of `from` and of another input, and may replace `from`.
Results results_for_states(const Records& from, py::handle out, py::handle other = {});

// Arguments of a step of movers.
struct MoverRows {
    // Raises ValueError for another shape, a bad option and bodies that do not fit.
    MoverRows(const Level& level,
              py::handle given_states,
              py::handle given_inputs,
              py::handle stand,
              py::handle crouch,
              py::handle themselves,
              const MoverOptions& given_options);

    std::size_t size() const { return states.size(); }
    bool is_one() const { return states.is_one(); }
    // Arrays for the states after the step, which may be the states before it, and for the codes of
    // problems.
    Results states_after(py::handle out) const;
    Results problems(py::handle given, const Results& after) const;
    // The step of one mover, which leaves itself out.
    MoverStep step(const PlacedLevel& here, std::size_t row) const;

    Records states;
    Records inputs;
    MoverOptions options;  // a copy: threads may change the caller's
    MoverBodies bodies;
    std::vector<ObstacleId> own;  // of each row; empty: no mover is an obstacle
};

void add_mover_steps(py::module_& module, AskedClass& asked);
void add_slides(py::module_& module, AskedClass& asked);
void add_level_doors(py::module_& module);
void add_triggers(py::module_& module);
void add_player(py::module_& module);
// All of the above.
void add_motion(py::module_& module, AskedClass& asked);

}  // namespace halfspace::python
