// SPDX-License-Identifier: MIT
// The flags that say how files with meshes are read, for every command that reads sources.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/formats/mesh_options.h"
#include "halfspace/spatial/blocking_sides.h"
#include "halfspace/world/world.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace halfspace::tool {

struct MeshFlags {
    std::optional<UpAxis> up;  // nullopt: the usual axis of the format
    std::optional<double> scale;
    bool rooms = false;
    bool flip = false;
    double weld = 0;
};

// Adds --scale, --up, --rooms, --flip and --weld. REQUIRES: `flags` lives longer than the parsing.
void add_mesh_flags(CLI::App& app, MeshFlags& flags);

// units_per_metre: the scale if the flags have none.
MeshReadOptions mesh_options(const MeshFlags& flags,
                             double units_per_metre = MeshReadOptions().scale);

// Adds --sides: which sides of triangles stop a body.
void add_sides_option(CLI::App& app, std::optional<BlockingSides>& sides);

// The world of a file with meshes. Prints what the reader warns of. Errors: those of read_world;
// Geometry if the file has no mesh.
Result<World> read_mesh_world(const std::string& path, const MeshFlags& flags);

// All meshes of such a file, in the order of its entities.
Result<std::vector<Mesh>> read_meshes(const std::string& path, const MeshFlags& flags);

// What the flags of compile can do about its errors, if they are those of meshes.
std::vector<Diagnostic> mesh_advice(const World& world,
                                    const MeshFlags& flags,
                                    std::span<const Error> errors);

// A forecast, if the compile may take long: how many triangles the bodies grow, about how long that
// takes, and what takes less. bodies: their number.
std::vector<Diagnostic> mesh_forecast(const World& world, std::size_t bodies);

// What is wrong with the flags; nullopt if they are good.
std::optional<std::string> mesh_flag_problem(const MeshFlags& flags);

}  // namespace halfspace::tool
