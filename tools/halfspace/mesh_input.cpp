// SPDX-License-Identifier: MIT
#include "mesh_input.h"

namespace halfspace::tool {

void add_mesh_flags(CLI::App& app, MeshFlags& flags) {
    app.add_option("--scale",
                   flags.scale,
                   "Map units in a unit of the file (default: those in a metre, 32)")
        ->group(kMeshGroup)
        ->type_name("S");
    app.add_option(
           "--up",
           flags.up,
           "The axis that points up in the file, y or z (default: y for OBJ and glTF, z for "
           "STL and PLY)")
        ->group(kMeshGroup)
        ->type_name("AXIS")
        ->check(CLI::IsMember({"y", "z"}));
    app.add_flag("--rooms",
                 flags.rooms,
                 "An object whose faces look inwards is a room in solid, not an error")
        ->group(kMeshGroup);
}

MeshReadOptions mesh_options(const MeshFlags& flags, double units_per_metre) {
    MeshReadOptions options;
    options.scale = flags.scale.value_or(units_per_metre);
    if (!flags.up.empty()) {
        options.up = flags.up == "z" ? UpAxis::Z : UpAxis::Y;
    }
    options.rooms = flags.rooms;
    return options;
}

std::optional<std::string> mesh_flag_problem(const MeshFlags& flags) {
    const std::optional<BadOption> bad = bad_option(mesh_options(flags, 1));
    return bad ? std::optional("--" + bad->option + ": " + bad->problem) : std::nullopt;
}

}  // namespace halfspace::tool
