// SPDX-License-Identifier: MIT
// Files with meshes, as arrays.
#include "halfspace/formats/read_world.h"

#include "geometry.h"
#include "source_arrays.h"
#include "sources.h"

#include <pybind11/stl/filesystem.h>

namespace halfspace::python {
namespace {

using py::literals::operator""_a;
using std::filesystem::path;

Result<ReadWorld> read(const path& file, const MeshReadOptions& options) {
    const py::gil_scoped_release released;
    return read_world(file.string(), options);
}

std::optional<UpAxis> axis_named(const py::object& up) {
    if (up.is_none()) {
        return std::nullopt;
    }
    const auto name = py::str(up).cast<std::string>();
    if (name != "y" && name != "z") {
        throw py::value_error("up must be y, z or None, not " + name);
    }
    return name == "y" ? UpAxis::Y : UpAxis::Z;
}

py::tuple read_mesh(const path& file, double scale, const py::object& up, double weld) {
    const ReadWorld source =
        value_of(read(file, mesh_options_of({.scale = scale, .weld = weld}, up)));
    MeshArrays all;
    for (const Entity& entity : source.world.entities) {
        for (const halfspace::Mesh& mesh : entity.meshes) {
            all.add(mesh);
        }
    }
    if (all.triangles.empty()) {
        raise({ErrorCode::Unsupported,
               "the file has no meshes; read_mesh reads " + mesh_formats(),
               {file.string()}});
    }
    return py::make_tuple(rows_of(all.vertices), rows_of(all.triangles));
}

}  // namespace

MeshReadOptions mesh_options_of(MeshReadOptions options, const py::object& up) {
    options.up = axis_named(up);
    if (const auto bad = bad_option(options)) {
        throw py::value_error(to_error(*bad).message);
    }
    return options;
}

void add_readers(py::module_& module) {
    module.def("read_mesh",
               &read_mesh,
               "path"_a,
               py::kw_only(),
               "scale"_a = 1.0,
               "up"_a = "z",
               "weld"_a = 0.0,
               R"(The triangles of a file with meshes, for Mesh: the tuple (vertices, triangles).

The ending decides on the format: .obj, .off, .stl, .ply, .glb or .gltf. All objects are one mesh, with
the places of a glTF's nodes. scale: multiplies coordinates. up: 'z' leaves the axes as they are; 'y'
turns (x, y, z) into (x, -z, y), as compile does for OBJ and glTF; None: as compile does for this
format, whose scale is 32. weld: vertices that are at most this far apart become one [units of the file].
Returns (V, 3) float64 and (T, 3) uint32; polygons are cut into triangles. Raises Error for a file that
cannot be read or has no triangles, ValueError for an option out of its range.

>>> vertices, triangles = halfspace.read_mesh("examples/levels/house.glb", up="y")
>>> halfspace.Mesh(vertices, triangles)
<halfspace.Mesh: 708 triangles, 733 vertices>)");
}

}  // namespace halfspace::python
