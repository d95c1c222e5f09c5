// SPDX-License-Identifier: MIT
// How files with meshes are read: their units, their axes, and what counts as a room.
#pragma once

#include "halfspace/base/option_check.h"
#include "halfspace/world/source_frame.h"

#include <optional>

namespace halfspace {

// How far MeshReadOptions::weld may move vertices [map units].
inline constexpr double kMaxWeld = 64;

struct MeshReadOptions {
    // Map units in a unit of the file [kMinScale..kMaxScale]. 32 takes the file's unit for a
    // metre. Too high: the level leaves the range of exact arithmetic. Too low: details vanish in
    // the grid.
    double scale = 32;
    // The axis that points up in the file. Unset: Y for OBJ and glTF, Z for other formats.
    std::optional<UpAxis> up;
    // True: an object whose faces look inwards is a room in solid. False: it is an error, unless
    // its name or its extras say that it is a room.
    bool rooms = false;
    // True: an object whose faces look inwards and that is no room is turned inside out. Not
    // together with `rooms`.
    bool flip = false;
    // How far apart vertices may be that count as one [units of the file, 0 to kMaxWeld / scale].
    // Too high: small details collapse. compile welds at half a step of its grid without being
    // asked, if that closes an object.
    double weld = 0;
};

// The first option with a value that cannot be used; nullopt if there is none.
std::optional<BadOption> bad_option(const MeshReadOptions& options);

}  // namespace halfspace
