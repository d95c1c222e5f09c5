// SPDX-License-Identifier: MIT
// Files with meshes and sources of levels, as arrays.
#include "halfspace/formats/read_world.h"

#include "geometry.h"

#include <pybind11/stl/filesystem.h>

namespace halfspace::python {
namespace {

using py::literals::operator""_a;
using std::filesystem::path;

template <class Number>
py::array rows_of(const std::vector<std::array<Number, 3>>& rows) {
    return moved_array(rows, py::dtype::of<Number>(), 3);
}

// Meshes of a source, one after the other.
struct MeshArrays {
    std::vector<std::array<double, 3>> vertices;
    std::vector<std::array<std::uint32_t, 3>> triangles;

    void add(const halfspace::Mesh& mesh) {
        const auto first = static_cast<std::uint32_t>(vertices.size());
        for (const Vec3& v : mesh.vertices) {
            vertices.push_back({v.x, v.y, v.z});
        }
        for (const MeshTriangle& triangle : mesh.triangles) {
            const auto& c = triangle.corners;
            triangles.push_back({first + c[0].vertex, first + c[1].vertex, first + c[2].vertex});
        }
    }
};

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
    MeshReadOptions options;
    options.scale = scale;
    options.up = axis_named(up);
    options.weld = weld;
    if (const auto bad = bad_option(options)) {
        throw py::value_error(to_error(*bad).message);
    }
    const ReadWorld source = value_of(read(file, options));
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

// The plane of a side: its normal of length 1, and its distance from the origin.
std::array<double, 4> plane_of(const BrushSide& side) {
    if (side.plane) {
        return {side.plane->n.x, side.plane->n.y, side.plane->n.z, side.plane->d};
    }
    const Vec3 at = to_vec3(side.points[0]);
    const Vec3 n = cross(to_vec3(side.points[1]) - at, to_vec3(side.points[2]) - at);
    const double size = length(n);
    const Vec3 unit = size > 0 ? n / size : Vec3{};
    return {unit.x, unit.y, unit.z, dot(unit, at)};
}

py::str material_in(const World& world, MaterialId id) {
    return text(world.materials[id.value].name);
}

py::dict brush_of(const World& world, const Brush& brush) {
    py::array_t<double> planes({static_cast<py::ssize_t>(brush.sides.size()), py::ssize_t{4}});
    double* to = planes.mutable_data();
    py::list materials;
    for (const BrushSide& side : brush.sides) {
        for (const double number : plane_of(side)) {
            *to++ = number;
        }
        materials.append(material_in(world, side.material));
    }
    py::dict made;
    made["planes"] = planes;
    made["materials"] = materials;
    made["contents"] = static_cast<std::uint32_t>(brush.contents);
    made["line"] = brush.position.line;
    return made;
}

std::vector<std::array<double, 3>> places_of(const std::vector<PolygonCorner>& corners) {
    std::vector<std::array<double, 3>> places;
    for (const PolygonCorner& corner : corners) {
        const Vec3 p = to_vec3(corner.point);
        places.push_back({p.x, p.y, p.z});
    }
    return places;
}

py::dict polygon_of(const World& world, const SurfacePolygon& polygon) {
    py::dict made;
    made["corners"] = rows_of(places_of(polygon.corners));
    made["material"] = material_in(world, polygon.material);
    made["line"] = polygon.position.line;
    return made;
}

py::dict patch_of(const World& world, const Patch& patch) {
    py::dict made;
    made["controls"] =
        rows_of(places_of(patch.controls)).attr("reshape")(patch.height, patch.width, 3);
    made["material"] = material_in(world, patch.material);
    made["contents"] = static_cast<std::uint32_t>(patch.contents);
    made["line"] = patch.position.line;
    return made;
}

py::dict mesh_of(const World& world, const halfspace::Mesh& mesh) {
    MeshArrays arrays;
    arrays.add(mesh);
    py::list materials;
    for (const MeshTriangle& triangle : mesh.triangles) {
        materials.append(material_in(world, triangle.material));
    }
    py::dict made;
    made["name"] = text(mesh.name);
    made["vertices"] = rows_of(arrays.vertices);
    made["triangles"] = rows_of(arrays.triangles);
    made["materials"] = materials;
    made["contents"] = static_cast<std::uint32_t>(mesh.contents);
    made["room"] = mesh.filled == halfspace::Mesh::Filled::Outside;
    made["line"] = mesh.line;
    return made;
}

template <class Thing, class Make>
py::list list_of(const World& world, const std::vector<Thing>& things, const Make& make) {
    py::list all;
    for (const Thing& thing : things) {
        all.append(make(world, thing));
    }
    return all;
}

py::dict entity_of(const World& world, const Entity& entity) {
    py::dict keys;
    for (const KeyValue& key : entity.keys) {
        if (!keys.contains(text(key.key))) {
            keys[text(key.key)] = text(key.value);
        }
    }
    py::dict made;
    made["keys"] = keys;
    made["origin"] = py::make_tuple(entity.origin.x, entity.origin.y, entity.origin.z);
    made["brushes"] = list_of(world, entity.brushes, brush_of);
    made["polygons"] = list_of(world, entity.polygons, polygon_of);
    made["patches"] = list_of(world, entity.patches, patch_of);
    made["meshes"] = list_of(world, entity.meshes, mesh_of);
    made["line"] = entity.position.line;
    return made;
}

py::tuple read_source(const path& file) {
    const ReadWorld source = value_of(read(file, {}));
    py::list warnings;
    for (const Diagnostic& diagnostic : source.diagnostics) {
        warnings.append(text(to_string(diagnostic)));
    }
    return py::make_tuple(list_of(source.world, source.world.entities, entity_of), warnings);
}

}  // namespace

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
    module.def(
        "read_source",
        &read_source,
        "path"_a,
        R"(What is in the source of a level, as the compiler reads it: the tuple (entities, warnings).

path: .map, .grid, .bsp of Quake III, or a file with meshes. An entity is a dict: keys, origin, line of
the file, and lists of dicts. brushes: planes (S, 4) float64, n.x, n.y, n.z, d, with the brush where
dot(n, p) <= d; materials, a name for each side; contents, bits of Contents. polygons: corners (K, 3)
and material. patches: controls (H, W, 3), material and contents. meshes: name, vertices, triangles,
materials, contents, and room, True if solid is around it. Entity 0 is the world [units]. Planes and
corners are rounded to doubles; the compiler has them exactly. Raises Error for a file that cannot be
read.

>>> entities, warnings = halfspace.read_source("examples/levels/keep.map")
>>> entities[0]["keys"]["classname"], entities[0]["brushes"][0]["planes"].shape
('worldspawn', (6, 4)))");
}

}  // namespace halfspace::python
