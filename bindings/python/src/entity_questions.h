// SPDX-License-Identifier: MIT
#pragma once

#include "geometry.h"

namespace halfspace::python {

// How entities are turned, which models block, and the angles of directions.
void add_entity_questions(py::module_& module);

}  // namespace halfspace::python
