// SPDX-License-Identifier: MIT
// The entities of a source as dicts of arrays: what Source.add_... takes.
#include "source_arrays.h"

#include "sources.h"

#include <algorithm>
#include <cstring>

namespace halfspace::python {
namespace {

using SourceMesh = halfspace::Mesh;
using halfspace::World;

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

// One value of each part.
template <class Value, class Part, class Make>
py::array each(const std::vector<Part>& parts, const py::dtype& dtype, const Make& make) {
    std::vector<Value> values;
    values.reserve(parts.size());
    for (const Part& part : parts) {
        values.push_back(make(part));
    }
    return moved_array(std::move(values), dtype);
}

template <class Part>
py::array opacities_of(const std::vector<Part>& parts) {
    return each<double>(
        parts, py::dtype::of<double>(), [](const Part& part) { return part.opacity; });
}

template <class Part>
py::list materials_of(const World& world, const std::vector<Part>& parts) {
    py::list names;
    for (const Part& part : parts) {
        names.append(material_in(world, part.material));
    }
    return names;
}

TextureRow row_of(const TextureProjection& texture) {
    return {.kind = static_cast<std::uint32_t>(texture.kind),
            .u_axis = texture.u_axis,
            .v_axis = texture.v_axis,
            .u_offset = texture.u_offset,
            .v_offset = texture.v_offset,
            .rotation = texture.rotation,
            .u_scale = texture.u_scale,
            .v_scale = texture.v_scale};
}

// The points of the sides: (S, 3, 3). None if a side has a plane alone.
py::object points_of(const Brush& brush) {
    std::vector<Vec3> points;
    for (const BrushSide& side : brush.sides) {
        if (side.plane) {
            return py::none();
        }
        for (const DecimalPoint& point : side.points) {
            points.push_back(to_vec3(point));
        }
    }
    return moved_array(std::move(points), py::dtype::of<double>(), 3)
        .attr("reshape")(brush.sides.size(), 3, 3);
}

py::dict brush_of(const World& world, const Brush& brush) {
    py::array_t<double> planes({static_cast<py::ssize_t>(brush.sides.size()), py::ssize_t{4}});
    double* to = planes.mutable_data();
    for (const BrushSide& side : brush.sides) {
        for (const double number : plane_of(side)) {
            *to++ = number;
        }
    }
    py::dict made;
    made["planes"] = planes;
    made["points"] = points_of(brush);
    made["materials"] = materials_of(world, brush.sides);
    made["contents"] = static_cast<std::uint32_t>(brush.contents);
    made["textures"] = each<TextureRow>(
        brush.sides, texture_dtype(), [](const BrushSide& side) { return row_of(side.texture); });
    made["surfaces"] =
        each<std::uint8_t>(brush.sides, py::dtype::of<std::uint8_t>(), [](const BrushSide& side) {
            return static_cast<std::uint8_t>(side.surface);
        });
    made["opacities"] = opacities_of(brush.sides);
    made["see_through"] = each<std::uint8_t>(
        brush.sides, py::dtype::of<bool>(), [](const BrushSide& side) -> std::uint8_t {
            return side.is_see_through_texture ? 1 : 0;
        });
    made["name"] = text(brush.name);
    made["line"] = brush.position.line;
    made["lines"] = each<std::uint32_t>(brush.sides,
                                        py::dtype::of<std::uint32_t>(),
                                        [](const BrushSide& side) { return side.position.line; });
    return made;
}

py::array corners_of(const std::vector<PolygonCorner>& corners) {
    return moved_array(
        [&] {
            std::vector<Vec3> places;
            for (const PolygonCorner& corner : corners) {
                places.push_back(to_vec3(corner.point));
            }
            return places;
        }(),
        py::dtype::of<double>(),
        3);
}

template <class Corners>
py::array texcoords_of(const Corners& corners) {
    std::vector<std::array<double, 2>> places;
    for (const auto& corner : corners) {
        places.push_back({corner.u, corner.v});
    }
    return moved_array(std::move(places), py::dtype::of<double>(), 2);
}

py::dict polygon_of(const World& world, const SurfacePolygon& polygon) {
    py::dict made;
    made["corners"] = corners_of(polygon.corners);
    made["material"] = material_in(world, polygon.material);
    made["texcoords"] = texcoords_of(polygon.corners);
    made["surface"] = static_cast<unsigned>(polygon.surface);
    made["opacity"] = polygon.opacity;
    made["line"] = polygon.position.line;
    return made;
}

py::dict patch_of(const World& world, const Patch& patch) {
    py::dict made;
    made["controls"] = corners_of(patch.controls).attr("reshape")(patch.height, patch.width, 3);
    made["material"] = material_in(world, patch.material);
    made["contents"] = static_cast<std::uint32_t>(patch.contents);
    made["texcoords"] = texcoords_of(patch.controls).attr("reshape")(patch.height, patch.width, 2);
    made["surface"] = static_cast<unsigned>(patch.surface);
    made["opacity"] = patch.opacity;
    made["line"] = patch.position.line;
    return made;
}

py::dict mesh_of(const World& world, const SourceMesh& mesh) {
    MeshArrays arrays;
    arrays.add(mesh);
    std::vector<MeshCorner> corners;
    for (const MeshTriangle& triangle : mesh.triangles) {
        corners.insert(corners.end(), triangle.corners.begin(), triangle.corners.end());
    }
    py::dict made;
    made["name"] = text(mesh.name);
    made["vertices"] = rows_of(arrays.vertices);
    made["triangles"] = rows_of(arrays.triangles);
    made["materials"] = materials_of(world, mesh.triangles);
    made["contents"] = static_cast<std::uint32_t>(mesh.contents);
    made["room"] = mesh.filled == SourceMesh::Filled::Outside;
    made["texcoords"] = texcoords_of(corners).attr("reshape")(mesh.triangles.size(), 3, 2);
    made["surface"] = static_cast<unsigned>(mesh.surface);
    made["opacities"] = opacities_of(mesh.triangles);
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

}  // namespace

const py::dtype& texture_dtype() {
    return record_dtype<TextureRow>({{"kind", "u4", offsetof(TextureRow, kind)},
                                     {"u_axis", "(3,)f8", offsetof(TextureRow, u_axis)},
                                     {"v_axis", "(3,)f8", offsetof(TextureRow, v_axis)},
                                     {"u_offset", "f8", offsetof(TextureRow, u_offset)},
                                     {"v_offset", "f8", offsetof(TextureRow, v_offset)},
                                     {"rotation", "f8", offsetof(TextureRow, rotation)},
                                     {"u_scale", "f8", offsetof(TextureRow, u_scale)},
                                     {"v_scale", "f8", offsetof(TextureRow, v_scale)}});
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
    made["origin"] =
        entity.has_origin
            ? py::object(py::make_tuple(entity.origin.x, entity.origin.y, entity.origin.z))
            : py::none();
    made["brushes"] = list_of(world, entity.brushes, brush_of);
    made["polygons"] = list_of(world, entity.polygons, polygon_of);
    made["patches"] = list_of(world, entity.patches, patch_of);
    made["meshes"] = list_of(world, entity.meshes, mesh_of);
    made["line"] = entity.position.line;
    return made;
}

}  // namespace halfspace::python
