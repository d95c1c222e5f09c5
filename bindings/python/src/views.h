// SPDX-License-Identifier: MIT
// Views of cameras, as arguments.
#pragma once

#include "halfspace/math/frustum.h"

#include "geometry.h"

#include <optional>

namespace halfspace::python {

// The part of space in view: five planes (5, 4), as look_at gives them; nullopt for None. Raises
// ValueError for another shape and for a normal whose length is not 1.
std::optional<Frustum> frustum_in(py::handle view);

void add_views(py::module_& module);

}  // namespace halfspace::python
