// SPDX-License-Identifier: MIT
// Reads the convex shape of a body from the options of the command line.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/math/transform.h"
#include "halfspace/spatial/convex_shape.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

namespace halfspace::tool {

// The options as they are written; exactly one of the first five gives the shape.
struct ShapeArguments {
    std::optional<std::string> box;
    std::optional<std::string> sphere;
    std::optional<std::string> capsule;
    std::optional<std::string> cylinder;
    std::optional<std::string> points;  // the path of a file
    std::optional<std::string> turn;
};

void add_shape_options(CLI::App& app, ShapeArguments& arguments);

struct GivenShape {
    ConvexShape shape;
    Transform transform;  // how the shape stands when its position is the origin
};

// Errors: Syntax, Range and Geometry, and those of read_file. An error in the file of points names
// the file; any other error is one of the command line.
Result<GivenShape> parse_shape(const ShapeArguments& arguments);

}  // namespace halfspace::tool
