// SPDX-License-Identifier: MIT
// What is drawn, and what an eye may see: arguments that several questions take.
#pragma once

#include "halfspace/query/areas.h"
#include "halfspace/query/order.h"
#include "halfspace/query/visible_faces.h"

#include "views.h"

#include <optional>
#include <string>

namespace halfspace::python {

// Raises ValueError for another name than back_to_front and front_to_back.
DrawOrder order_named(const std::string& name);

// Which area portals are open: (P,) bool; nullopt for None, where all are. Raises TypeError,
// ValueError.
std::optional<AreaState> areas_in(const Level& level, py::handle open_portals);

inline const AreaState* pointer_to(const std::optional<AreaState>& areas) {
    return areas ? &*areas : nullptr;
}

}  // namespace halfspace::python
