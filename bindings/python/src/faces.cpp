// SPDX-License-Identifier: MIT
// The faces of a level, their order for drawing, and which of them an eye may see.
#include "drawing.h"
#include "lists.h"

#include <array>
#include <numeric>

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

// An order or a visible set costs as much as so many points.
constexpr std::size_t kCost = 256;

const py::dtype& face_dtype() {
    return record_dtype<FaceRecord>({{"plane", "u4", offsetof(FaceRecord, plane)},
                                     {"first_vertex", "u4", offsetof(FaceRecord, first_vertex)},
                                     {"vertex_count", "u4", offsetof(FaceRecord, vertex_count)},
                                     {"brush", "u4", offsetof(FaceRecord, brush)},
                                     {"side", "u4", offsetof(FaceRecord, side)},
                                     {"material", "u4", offsetof(FaceRecord, material)},
                                     {"node", "u4", offsetof(FaceRecord, node)},
                                     {"flags", "u4", offsetof(FaceRecord, flags)}});
}

const LoadedLevel& level_in(py::handle self) {
    return self.cast<const LoadedLevel&>();
}

// A section of a level as an array of `columns` numbers in each row; 0: of one number.
template <class Number, class Record>
py::array numbers_of(py::handle owner, std::span<const Record> records, std::size_t columns) {
    std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(records.size())};
    if (columns > 0) {
        shape.push_back(static_cast<py::ssize_t>(columns));
    }
    return view_of(py::dtype::of<Number>(), std::move(shape), records.data(), owner);
}

py::array faces(py::handle self) {
    const auto records = level_in(self).its_level.faces();
    return view_of(face_dtype(), {static_cast<py::ssize_t>(records.size())}, records.data(), self);
}

py::object colour_of(const MaterialRecord& material) {
    if ((material.flags & kMaterialColoured) == 0) {
        return py::none();
    }
    constexpr unsigned kByte = 255;
    return py::make_tuple(
        material.colour & kByte, material.colour >> 8 & kByte, material.colour >> 16 & kByte);
}

py::list materials(const LoadedLevel& loaded) {
    const Level& level = loaded.its_level;
    py::list all;
    for (const MaterialRecord& material : level.materials()) {
        py::dict one;
        one["name"] = text(level.string(material.name));
        one["width"] = material.width;
        one["height"] = material.height;
        one["masked"] = (material.flags & kMaterialMasked) != 0;
        one["colour"] = colour_of(material);
        all.append(std::move(one));
    }
    return all;
}

ModelId checked_model(const Level& level, py::handle model) {
    return id_of<ModelId>("model", model, things(level.models().size()));
}

py::slice model_faces(const LoadedLevel& loaded, py::handle model) {
    const ModelRecord& record =
        loaded.its_level.models()[checked_model(loaded.its_level, model).value];
    const auto first = static_cast<py::ssize_t>(record.first_face);
    return {first, first + static_cast<py::ssize_t>(record.face_count), 1};
}

py::tuple face_triangles(const LoadedLevel& loaded, py::handle faces) {
    const Level& level = loaded.its_level;
    const auto chosen = Numbers::or_all("faces", faces, level.faces().size());
    std::vector<std::array<std::uint32_t, 3>> triangles;
    std::vector<std::uint32_t> of;
    for (std::size_t n = 0; n < chosen.size(); ++n) {
        const auto face = static_cast<std::uint32_t>(chosen[n]);
        const FaceRecord& record = level.faces()[face];
        const auto corners =
            level.face_vertices().subspan(record.first_vertex, record.vertex_count);
        for (std::size_t i = 2; i < corners.size(); ++i) {
            triangles.push_back({corners[0], corners[i - 1], corners[i]});
            of.push_back(face);
        }
    }
    const py::dtype number = py::dtype::of<std::uint32_t>();
    return py::make_tuple(moved_array(std::move(triangles), number, 3),
                          moved_array(std::move(of), number));
}

void append_run(FaceRun run, std::vector<std::uint32_t>& to) {
    const std::size_t before = to.size();
    to.resize(before + run.count);
    std::iota(to.begin() + static_cast<std::ptrdiff_t>(before), to.end(), run.first);
}

py::object draw_order(const LoadedLevel& loaded,
                      py::handle eyes,
                      const std::string& order,
                      py::handle model,
                      py::handle view,
                      bool only_visible,
                      py::handle open_portals,
                      unsigned threads) {
    const Level& level = loaded.its_level;
    const ModelId of = checked_model(level, model);
    const DrawOrder wanted = order_named(order);
    const std::optional<Frustum> frustum = frustum_in(view);
    const auto areas = areas_in(level, open_portals);
    if (only_visible && of != kWorldModel) {
        throw py::value_error("only_visible is for the world, model 0");
    }
    const Rows rows("eyes", eyes, 3);
    const auto from = rows.as<Vec3>();
    const Asking asking(loaded);
    return in_lists_with<std::uint32_t>(
        {py::dtype::of<std::uint32_t>()},
        {from.size(), rows.is_one(), threads, kCost},
        [&] {
            return only_visible ? std::optional<VisibleFaces>(std::in_place, level) : std::nullopt;
        },
        [&](std::size_t i, std::optional<VisibleFaces>& visible, std::vector<std::uint32_t>& to) {
            if (visible) {
                visible->look_from(from[i], pointer_to(areas));
            }
            for_each_run(FaceOrder(level,
                                   from[i],
                                   wanted,
                                   frustum ? &*frustum : nullptr,
                                   of,
                                   visible ? &*visible : nullptr),
                         [&](FaceRun run) { append_run(run, to); });
        });
}

py::object visible_faces(const LoadedLevel& loaded,
                         py::handle eyes,
                         py::handle open_portals,
                         unsigned threads) {
    const Level& level = loaded.its_level;
    const auto areas = areas_in(level, open_portals);
    const Rows rows("eyes", eyes, 3);
    const auto from = rows.as<Vec3>();
    const Asking asking(loaded);
    return in_lists_with<std::uint32_t>(
        {py::dtype::of<std::uint32_t>()},
        {from.size(), rows.is_one(), threads, kCost},
        [&] { return VisibleFaces(level); },
        [&](std::size_t i, VisibleFaces& visible, std::vector<std::uint32_t>& to) {
            visible.look_from(from[i], pointer_to(areas));
            const ModelRecord& world = level.models()[0];
            const std::uint32_t end = world.first_face + world.face_count;
            for (FaceRun run = visible.first_run(world.first_face, end); run.count != 0;
                 run = visible.first_run(run.first + run.count, end)) {
                append_run(run, to);
            }
        });
}

void add_arrays(LevelClass& level) {
    level
        .def_property_readonly(
            "faces",
            &faces,
            R"(The drawn polygons of all models: (F,) of face_dtype, read-only, no copy.

A face has vertex_count corners from face_vertices[first_vertex] on, counter-clockwise seen from its
front. material is a place in materials; brush is 2^32 - 1 for a polygon or a patch. Bits of flags: 1 sky,
2 seen from both sides; flags >> 8 & 255 is the opacity.

>>> len(example.faces), example.faces.flags.writeable
(158, False))")
        .def_property_readonly(
            "face_vertices",
            [](py::handle self) {
                return numbers_of<std::uint32_t>(self, level_in(self).its_level.face_vertices(), 0);
            },
            R"(The corners of faces, one face after the other: rows of vertices. (C,) uint32, read-only, no copy.

>>> int(example.face_vertices.max()) < len(example.vertices)
True)")
        .def_property_readonly(
            "face_texcoords",
            [](py::handle self) {
                return numbers_of<float>(self, level_in(self).its_level.face_texcoords(), 2);
            },
            R"(Where the corners of faces are in their texture, in repeats: u to the right, v downwards.

(C, 2) float32, read-only, no copy; a row for each of face_vertices.

>>> example.face_texcoords.shape[0] == len(example.face_vertices)
True)")
        .def_property_readonly(
            "vertices",
            [](py::handle self) {
                return numbers_of<float>(self, level_in(self).its_level.vertices(), 3);
            },
            R"(The corners of all faces: (V, 3) float32, read-only, no copy [units].

>>> example.vertices.dtype, example.vertices.shape[1]
(dtype('float32'), 3))")
        .def_property_readonly(
            "materials",
            &materials,
            R"(A dict for each texture: name, width, height [texels], masked, colour.

colour: (red, green, blue) from 0 to 255 if the source has one, else None.

>>> example.materials[0]["name"]
'floor1')");
}

void add_questions(LevelClass& level) {
    level
        .def(
            "model_faces",
            &model_faces,
            "model"_a,
            R"(The place of a model's faces: a slice of faces. Raises IndexError for a model there is not.

>>> len(example.faces[example.model_faces(1)])
6)")
        .def("face_triangles",
             &face_triangles,
             "faces"_a = py::none(),
             R"(Faces as triangles, for Mesh or a program that draws: the tuple (triangles, faces).

faces: (N,) numbers of faces; None: all. triangles: (T, 3) uint32, rows of vertices, counter-clockwise
seen from the front; faces: (T,) uint32, of which face each is. Raises IndexError for a face there is not.

>>> triangles, faces = example.face_triangles()
>>> halfspace.Mesh(example.vertices, triangles)
<halfspace.Mesh: 458 triangles, 224 vertices>)")
        .def(
            "draw_order",
            &draw_order,
            "eyes"_a,
            py::kw_only(),
            "order"_a = "back_to_front",
            "model"_a = 0,
            "view"_a = py::none(),
            "only_visible"_a = false,
            "open_portals"_a = py::none(),
            "threads"_a = 1u,
            R"(The faces that look towards an eye, in the order in which a painter draws them. Exact.

eyes: (N, 3), or (3,) for one, in the frame of the model [units]. order: 'back_to_front', no face hides
a later one; or 'front_to_back'. model: of which faces; 0 is the world. view: (5, 4), as look_at gives
it: faces out of view are left out. only_visible: leaves out what visible_faces does, with its
open_portals. Faces whose plane holds the eye are left out.
Returns for one eye (K,) uint32, numbers of faces. For many the tuple (starts, faces): those of eye i
are faces[starts[i]:starts[i + 1]]. Raises ValueError for another shape, a number that is not finite,
another order; IndexError for a model there is not.

>>> eye = (64, 256, 60)
>>> near = example.draw_order(eye, order="front_to_back")
>>> bool((near[::-1] == example.draw_order(eye)).any()), len(near) < len(example.faces)
(True, True))")
        .def(
            "visible_faces",
            &visible_faces,
            "eyes"_a,
            py::kw_only(),
            "open_portals"_a = py::none(),
            "threads"_a = 1u,
            R"(The faces of the world that an eye may see, in ascending order. No visible face is missing.

eyes: (N, 3), or (3,) for one [units]. open_portals: (P,) bool, which of area_portals are open; None:
all. Some faces that are not seen are among them, and faces that look away. All faces for an eye in no
cluster, and in a level without visibility. Returns and raises as draw_order.

>>> len(example.visible_faces((64, 256, 60))) <= len(example.faces[example.model_faces(0)])
True)");
}

}  // namespace

DrawOrder order_named(const std::string& name) {
    if (name == "back_to_front") {
        return DrawOrder::BackToFront;
    }
    if (name == "front_to_back") {
        return DrawOrder::FrontToBack;
    }
    throw py::value_error("order must be back_to_front or front_to_back, not " + name);
}

std::optional<AreaState> areas_in(const Level& level, py::handle open_portals) {
    if (open_portals.is_none()) {
        return std::nullopt;
    }
    AreaState areas(level);
    const std::string bools = std::to_string(areas.size()) + " bools, one for each of area_portals";
    const py::array array = array_from("open_portals", open_portals, bools.c_str());
    if (array.dtype().kind() != 'b' && array.size() > 0) {
        throw py::type_error("open_portals must be " + bools);
    }
    need(array.ndim() == 1 && static_cast<std::size_t>(array.size()) == areas.size(),
         "open_portals",
         bools.c_str());
    const auto open = py::array_t < bool, py::array::c_style | py::array::forcecast > (array);
    for (std::uint32_t i = 0; i < areas.size(); ++i) {
        areas.set_open(AreaPortalId(i), open.data()[i]);
    }
    return areas;
}

void add_faces(py::module_& module) {
    module.attr("face_dtype") = face_dtype();
    auto level = py::reinterpret_borrow<LevelClass>(module.attr("Level"));
    add_arrays(level);
    add_questions(level);
}

}  // namespace halfspace::python
