// SPDX-License-Identifier: MIT
// Brushes, polygons, patches and meshes that a program adds to a source.
#include "geometry.h"
#include "source_arguments.h"
#include "sources.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace halfspace::python {
namespace {

using py::literals::operator""_a;
using SourceMesh = halfspace::Mesh;

std::vector<BrushSide> sides_of(py::handle planes, py::handle points) {
    if (planes.is_none() && points.is_none()) {
        throw py::type_error("a brush needs planes or points");
    }
    std::vector<BrushSide> sides;
    if (!points.is_none()) {
        const auto array = block_of("points", points, {-1, 3, 3}, "(S, 3, 3)");
        for (py::ssize_t s = 0; s < array.shape(0); ++s) {
            BrushSide& side = sides.emplace_back();
            for (std::size_t p = 0; p < 3; ++p) {
                side.points[p] = decimals_of(array.data(s, p, 0));
            }
        }
    } else {
        const auto array = block_of("planes", planes, {-1, 4}, "(S, 4)");
        for (py::ssize_t s = 0; s < array.shape(0); ++s) {
            const double* const p = array.data(s, 0);
            const Vec3 n{p[0], p[1], p[2]};
            const double size = length(n);
            if (!(size > 0)) {
                throw py::value_error("planes has no direction in row " + std::to_string(s));
            }
            // A normal of length 1 stays as it is, so that planes come back as they were given.
            const bool is_unit = std::abs(size - 1) < 0x1p-20;
            sides.emplace_back().plane =
                is_unit ? halfspace::Plane{n, p[3]} : halfspace::Plane{n / size, p[3] / size};
        }
    }
    if (sides.size() < 4) {
        throw py::value_error("a brush has at least 4 sides, not " + std::to_string(sides.size()));
    }
    return sides;
}

TextureProjection projection_of(const TextureRow& row, std::size_t side) {
    for (const double x : {row.u_axis.x,
                           row.u_axis.y,
                           row.u_axis.z,
                           row.v_axis.x,
                           row.v_axis.y,
                           row.v_axis.z,
                           row.u_offset,
                           row.v_offset,
                           row.rotation,
                           row.u_scale,
                           row.v_scale}) {
        need(std::isfinite(x), "textures" + in_row(side), "finite");
    }
    need(row.kind <= static_cast<std::uint32_t>(TextureProjection::Kind::BrushPrimitives),
         "kind of textures" + in_row(side),
         "a TextureKind");
    return {static_cast<TextureProjection::Kind>(row.kind),
            row.u_axis,
            row.v_axis,
            row.u_offset,
            row.v_offset,
            row.rotation,
            row.u_scale,
            row.v_scale};
}

constexpr NumberRange kLines{0, 0xffffffff, true};

// What is said of each side of a brush beside its plane and its material.
struct SideLooks {
    py::handle textures;
    py::handle surfaces;
    py::handle opacities;
    py::handle see_through;
    py::handle lines;
};

void dress(std::vector<BrushSide>& sides, const SideLooks& looks) {
    const std::size_t count = sides.size();
    const auto surfaces = surfaces_of(looks.surfaces, count);
    const auto opacities = opacities_of(looks.opacities, count);
    const auto see_through = bools_of("see_through", looks.see_through, count);
    const auto lines = values_of("lines", looks.lines, count, kLines);
    std::vector<TextureProjection> textures(count);
    if (!looks.textures.is_none()) {
        const Records rows("textures", looks.textures, texture_dtype());
        need(rows.is_one() || rows.size() == count,
             "textures",
             ("one record or " + std::to_string(count)).c_str());
        for (std::size_t s = 0; s < count; ++s) {
            textures[s] = projection_of(rows.as<TextureRow>()[rows.is_one() ? 0 : s], s);
        }
    }
    for (std::size_t s = 0; s < count; ++s) {
        sides[s].surface = surfaces[s];
        sides[s].opacity = opacities[s];
        sides[s].is_see_through_texture = see_through[s];
        sides[s].texture = textures[s];
        sides[s].position.line = lines[s];
    }
}

std::size_t add_brush(SourceWorld& source,
                      py::handle planes,
                      py::handle points,
                      py::handle materials,
                      std::uint32_t contents,
                      py::handle textures,
                      py::handle surfaces,
                      py::handle opacities,
                      py::handle see_through,
                      py::handle name,
                      std::uint32_t line,
                      py::handle lines,
                      py::handle entity,
                      py::handle at) {
    Brush brush;
    brush.contents = contents_in(contents);
    brush.sides = sides_of(planes, points);
    brush.name = text_in("name", name);
    brush.position.line = line;
    const py::object same_line = py::int_(line);
    const auto names = names_of("materials", materials, brush.sides.size());
    dress(brush.sides,
          {textures,
           surfaces,
           opacities,
           see_through,
           lines.is_none() ? py::handle(same_line) : lines});
    const auto place = part_place(source, &Entity::brushes, entity, at);
    for (std::size_t s = 0; s < names.size(); ++s) {
        brush.sides[s].material = material_of(source.world, names[s]);
    }
    return place.put(std::move(brush));
}

// The planes of a box: exact, and those of an editor.
py::array_t<double> planes_of_box(py::handle box) {
    const Rows rows = boxes_of("box", box);
    if (!rows.is_one() || !(rows.data()[0] < rows.data()[3]) ||
        !(rows.data()[1] < rows.data()[4]) || !(rows.data()[2] < rows.data()[5])) {
        throw py::value_error("box must be one box (2, 3) with a volume");
    }
    py::array_t<double> planes({py::ssize_t{6}, py::ssize_t{4}});
    std::fill_n(planes.mutable_data(), 24, 0.0);
    for (py::ssize_t axis = 0; axis < 3; ++axis) {
        planes.mutable_at(axis, axis) = -1;
        planes.mutable_at(axis, 3) = -rows.data()[axis];
        planes.mutable_at(axis + 3, axis) = 1;
        planes.mutable_at(axis + 3, 3) = rows.data()[axis + 3];
    }
    return planes;
}

std::vector<PolygonCorner> corners_of(const py::array_t<double>& places, py::handle texcoords) {
    const auto count = static_cast<std::size_t>(places.size()) / 3;
    std::vector<PolygonCorner> corners(count);
    py::array_t<double> uv;
    if (!texcoords.is_none()) {
        std::vector<py::ssize_t> shape(places.shape(), places.shape() + places.ndim());
        shape.back() = 2;
        uv = block_of("texcoords", texcoords, shape, "of the corners, with 2 for each");
    }
    for (std::size_t i = 0; i < count; ++i) {
        corners[i].point = decimals_of(places.data() + 3 * i);
        if (!texcoords.is_none()) {
            corners[i].u = uv.data()[2 * i];
            corners[i].v = uv.data()[2 * i + 1];
        }
    }
    return corners;
}

std::size_t add_polygon(SourceWorld& source,
                        py::handle corners,
                        py::handle material,
                        py::handle texcoords,
                        py::handle surface,
                        double opacity,
                        std::uint32_t line,
                        py::handle entity,
                        py::handle at) {
    SurfacePolygon polygon;
    const auto places = block_of("corners", corners, {-1, 3}, "(K, 3)");
    if (places.shape(0) < 3) {
        throw py::value_error("a polygon has at least 3 corners");
    }
    polygon.corners = corners_of(places, texcoords);
    polygon.surface = surface_of(surface);
    polygon.opacity = opacity_of(opacity);
    polygon.position.line = line;
    const std::string name = text_in("material", material);
    const auto place = part_place(source, &Entity::polygons, entity, at);
    polygon.material = material_of(source.world, name);
    return place.put(std::move(polygon));
}

std::size_t add_patch(SourceWorld& source,
                      py::handle controls,
                      py::handle material,
                      std::uint32_t contents,
                      py::handle texcoords,
                      py::handle surface,
                      double opacity,
                      std::uint32_t line,
                      py::handle entity,
                      py::handle at) {
    const auto places = block_of("controls", controls, {-1, -1, 3}, "(H, W, 3)");
    for (py::ssize_t axis = 0; axis < 2; ++axis) {
        if (places.shape(axis) < 3 || places.shape(axis) % 2 == 0) {
            throw py::value_error("controls has an odd number of rows and columns, at least 3");
        }
    }
    Patch patch;
    patch.width = static_cast<std::uint32_t>(places.shape(1));
    patch.height = static_cast<std::uint32_t>(places.shape(0));
    patch.controls = corners_of(places, texcoords);
    patch.contents = contents_in(contents);
    patch.surface = surface_of(surface);
    patch.opacity = opacity_of(opacity);
    patch.position.line = line;
    const std::string name = text_in("material", material);
    const auto place = part_place(source, &Entity::patches, entity, at);
    patch.material = material_of(source.world, name);
    return place.put(std::move(patch));
}

std::size_t add_mesh(SourceWorld& source,
                     py::handle vertices,
                     py::handle triangles,
                     py::handle materials,
                     std::uint32_t contents,
                     bool room,
                     py::handle texcoords,
                     py::handle surface,
                     py::handle opacities,
                     py::handle name,
                     std::uint32_t line,
                     py::handle entity,
                     py::handle at) {
    const Rows places("vertices", vertices, 3);
    const Numbers corners("triangles", triangles, python::things(places.size()), 3);
    const std::size_t count = corners.size() / 3;
    const auto names = names_of("materials", materials, count);
    const auto seen = opacities_of(opacities, count);
    py::array_t<double> uv;
    if (!texcoords.is_none()) {
        uv = block_of("texcoords", texcoords, {static_cast<py::ssize_t>(count), 3, 2}, "(T, 3, 2)");
    }
    SourceMesh mesh;
    mesh.name = text_in("name", name);
    mesh.vertices.assign(places.as<Vec3>().begin(), places.as<Vec3>().end());
    mesh.contents = contents_in(contents);
    mesh.surface = surface_of(surface);
    mesh.filled = room ? SourceMesh::Filled::Outside : SourceMesh::Filled::Inside;
    mesh.line = line;
    for (std::size_t t = 0; t < count; ++t) {
        MeshTriangle& triangle = mesh.triangles.emplace_back();
        for (std::size_t c = 0; c < 3; ++c) {
            triangle.corners[c].vertex = static_cast<std::uint32_t>(corners[3 * t + c]);
            if (!texcoords.is_none()) {
                triangle.corners[c].u = uv.data()[6 * t + 2 * c];
                triangle.corners[c].v = uv.data()[6 * t + 2 * c + 1];
            }
        }
        triangle.opacity = seen[t];
        triangle.line = line;
    }
    const auto place = part_place(source, &Entity::meshes, entity, at);
    for (std::size_t t = 0; t < count; ++t) {
        mesh.triangles[t].material = material_of(source.world, names[t]);
    }
    return place.put(std::move(mesh));
}

// Raises IndexError for a number that the list does not have.
template <class Thing>
void remove_from(std::vector<Thing>& things, const Numbers& numbers) {
    numbers.check<std::uint32_t>([&](std::uint32_t number) { return number < things.size(); },
                                 "; the entity has " + std::to_string(things.size()) + " of them");
    std::vector<bool> is_gone(things.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        is_gone[numbers[i]] = true;
    }
    std::size_t i = 0;
    std::erase_if(things, [&](const Thing&) { return is_gone[i++]; });
}

void remove(SourceWorld& source, const std::string& kind, py::handle numbers, py::handle entity) {
    const Numbers gone("numbers", numbers);
    Entity& owner = entity_in(source, entity);
    if (kind == "brushes") {
        remove_from(owner.brushes, gone);
    } else if (kind == "polygons") {
        remove_from(owner.polygons, gone);
    } else if (kind == "patches") {
        remove_from(owner.patches, gone);
    } else if (kind == "meshes") {
        remove_from(owner.meshes, gone);
    } else {
        throw py::value_error("kind must be brushes, polygons, patches or meshes, not " + kind);
    }
}

void add_brushes(SourceClass& type) {
    constexpr auto kSolid = static_cast<std::uint32_t>(Contents::Solid);
    type.def(
            "add_brush",
            &add_brush,
            "planes"_a = py::none(),
            py::kw_only(),
            "points"_a = py::none(),
            "materials"_a = "wall",
            "contents"_a = kSolid,
            "textures"_a = py::none(),
            "surfaces"_a = py::none(),
            "opacities"_a = py::none(),
            "see_through"_a = py::none(),
            "name"_a = "",
            "line"_a = 0u,
            "lines"_a = py::none(),
            "entity"_a = 0,
            "at"_a = py::none(),
            R"(Adds a convex brush: everything behind all its sides. Returns its number in the entity.

planes: (S, 4), n.x, n.y, n.z, d; the brush is where dot(n, p) <= d. points: (S, 3, 3), three points of
each side in place of planes, counter-clockwise seen from outside [units]. A point is exact: a number of at
most 15 digits is the decimal that it shows, so 0.1 is a tenth. Of planes the compiler finds those of the
grid that they are meant to be, as in a .bsp. materials: a texture, or one for each side.
contents: bits of Contents; solid by default, whatever the names of textures and classes are. textures: of
texture_dtype, how textures lie; None: along the axes. surfaces: SurfaceKinds. opacities: 0 to 1. see_through: True for glass. Each of these: one for all sides, or (S,).
name: of an object, for messages. line, lines: of the brush and its sides in a file. entity: whose it is.
at: its number; None: behind the others. Raises ValueError for less than 4 sides, another shape, a number
beyond 2^40, a bit that is no Contents; IndexError for an entity there is not, and for a number `at` behind
the end. compile tells whether the brush has a volume.

>>> source = halfspace.Source()
>>> source.add_brush([(-1, 0, 0, 0), (0, -1, 0, 0), (0, 0, -1, 0), (1, 1, 1, 64)], materials="stone")
0
>>> bool(halfspace.compile(source).contents((8, 8, 8)) == halfspace.Contents.SOLID)
True)")
        .def(
            "add_box",
            [](SourceWorld& source,
               py::handle box,
               py::handle materials,
               std::uint32_t contents,
               py::handle entity) {
                return add_brush(source,
                                 planes_of_box(box),
                                 py::none(),
                                 materials,
                                 contents,
                                 py::none(),
                                 py::none(),
                                 py::none(),
                                 py::none(),
                                 py::str(),
                                 0,
                                 py::none(),
                                 entity,
                                 py::none());
            },
            "box"_a,
            py::kw_only(),
            "materials"_a = "wall",
            "contents"_a = kSolid,
            "entity"_a = 0,
            R"(Adds a brush that is a box: (2, 3), its least and its greatest corner [units]. Returns its number.

materials: a texture, or one for each side: -x, -y, -z, +x, +y, +z; only how they look. contents: bits of
Contents, which say what the box is: "*water1" and "clip" are solid without WATER or PLAYER_CLIP, and so is the
brush of a trigger without TRIGGER. entity: whose it is; each but 0 is a model of its own. Raises ValueError for
another shape, a box without a volume, a bit that is no Contents; IndexError for an entity there is not.

>>> source = halfspace.Source()
>>> pool = source.add_box([(0, 0, 0), (64, 64, 32)], contents=halfspace.Contents.WATER)
>>> int(halfspace.compile(source).contents((8, 8, 8)))
64)");
}

void add_surfaces_and_meshes(SourceClass& type) {
    type.def(
            "add_polygon",
            &add_polygon,
            "corners"_a,
            py::kw_only(),
            "material"_a = "wall",
            "texcoords"_a = py::none(),
            "surface"_a = py::none(),
            "opacity"_a = 1.0,
            "line"_a = 0u,
            "entity"_a = 0,
            "at"_a = py::none(),
            R"(Adds a flat convex polygon of a surface; solid is behind it. Returns its number in the entity.

corners: (K, 3), counter-clockwise seen from the open space in front [units]. texcoords: (K, 2), u and v in
repeats. All polygons of an entity are one surface, which must be closed. An entity has no brushes
beside polygons. The rest is as of add_brush. Raises ValueError for fewer than 3 corners, another shape, an
opacity that is not from 0 to 1; IndexError for an entity there is not.

>>> source = halfspace.Source()
>>> source.add_polygon([(0, 0, 0), (64, 0, 0), (0, 64, 0)])
0)")
        .def("add_patch",
             &add_patch,
             "controls"_a,
             py::kw_only(),
             "material"_a = "wall",
             "contents"_a = static_cast<std::uint32_t>(Contents::Detail),
             "texcoords"_a = py::none(),
             "surface"_a = py::none(),
             "opacity"_a = 1.0,
             "line"_a = 0u,
             "entity"_a = 0,
             "at"_a = py::none(),
             R"(Adds a curved sheet of biquadratic Bezier patches. Returns its number in the entity.

controls: (H, W, 3), its control points, H and W odd and at least 3; seen from its front, rows run to the
right and columns upwards [units]. texcoords: (H, W, 2). contents: detail by default. The rest is as of add_brush. Raises
ValueError for another shape and for an even number of rows or columns, IndexError for an entity there is not.

>>> u, v = np.meshgrid(np.arange(3) * 32, np.arange(3) * 32)
>>> source = halfspace.Source()
>>> source.add_patch(np.dstack([u, v, 16 * (u == 32)]))
0)")
        .def(
            "add_mesh",
            &add_mesh,
            "vertices"_a,
            "triangles"_a,
            py::kw_only(),
            "materials"_a = "wall",
            "contents"_a = static_cast<std::uint32_t>(Contents::Solid),
            "room"_a = false,
            "texcoords"_a = py::none(),
            "surface"_a = py::none(),
            "opacities"_a = py::none(),
            "name"_a = "",
            "line"_a = 0u,
            "entity"_a = 0,
            "at"_a = py::none(),
            R"(Adds an object of triangles that close it, as modelling programs make them. Returns its number.

vertices: (V, 3) [units]. triangles: (T, 3), counter-clockwise seen from outside. room: the triangles look
inwards, and around the rooms of an entity all is solid. materials: a texture, or one for each triangle.
texcoords: (T, 3, 2). name: of the object, for messages. An entity has no polygons beside meshes. Raises
IndexError for a vertex there is not. The rest is as of add_brush; check_meshes tells what compile makes of
the mesh.

>>> source = halfspace.Source()
>>> source.add_mesh(64 * cube_vertices, cube_triangles, name="crate")
0
>>> int(halfspace.compile(source).contents((8, 8, 8)))
1)")
        .def("remove",
             &remove,
             "kind"_a,
             "numbers"_a,
             py::kw_only(),
             "entity"_a = 0,
             R"(Takes parts of an entity away: kind is 'brushes', 'polygons', 'patches' or 'meshes'.

numbers: (K,) integers, or one; parts behind them move up. Raises IndexError for a number there is not.

>>> source = halfspace.read_source("examples/levels/keep.map")
>>> source.remove("brushes", [0, 3])
>>> len(source.entities[0]["brushes"])
35)");
}

}  // namespace

void add_source_parts(SourceClass& type) {
    add_brushes(type);
    add_surfaces_and_meshes(type);
}

}  // namespace halfspace::python
