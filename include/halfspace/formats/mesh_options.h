// SPDX-License-Identifier: MIT
// How files with meshes are read: their units, their axes, and what counts as a room.
#pragma once

#include "halfspace/base/option_check.h"
#include "halfspace/formats/file_units.h"

#include <optional>

namespace halfspace {

struct MeshReadOptions {
    // Map units in a unit of the file [kMinScale..kMaxScale]. 32 takes the file's unit for a
    // metre. Too high: the level leaves the range of exact arithmetic. Too low: details vanish in
    // the grid.
    double scale = 32;
    // The axis that points up in the file. Unset: Y for OBJ and glTF, Z for STL, PLY and OFF.
    std::optional<UpAxis> up;
    // True: an object whose faces look inwards is a room in solid. False: it is an error, unless
    // its name or its extras say that it is a room.
    bool rooms = false;
};

// The first option with a value that cannot be used; nullopt if there is none.
std::optional<BadOption> bad_option(const MeshReadOptions& options);

}  // namespace halfspace
