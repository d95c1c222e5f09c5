// SPDX-License-Identifier: MIT
// Sources of levels: read, made by hand, and changed.
#include "sources.h"

#include "halfspace/base/number_text.h"
#include "halfspace/formats/read_world.h"

#include "geometry.h"
#include "messages.h"
#include "options.h"
#include "source_arguments.h"

#include <pybind11/stl/filesystem.h>

#include <array>

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

constexpr const char* kOrigin = "origin";

// Three numbers with blanks between them, as the key "origin" has them.
std::optional<Vec3> three_numbers(const std::string& value) {
    std::vector<double> numbers;
    for (std::size_t begin = value.find_first_not_of(" \t"); begin != std::string::npos;) {
        const std::size_t end = std::min(value.find_first_of(" \t", begin), value.size());
        std::string_view word = std::string_view(value).substr(begin, end - begin);
        word.remove_prefix(word.starts_with('+') && !word.starts_with("+-") ? 1 : 0);
        const auto number = number_of_text(word);
        if (!number) {
            return std::nullopt;
        }
        numbers.push_back(*number);
        begin = value.find_first_not_of(" \t", end);
    }
    return numbers.size() == 3 ? std::optional(Vec3{numbers[0], numbers[1], numbers[2]})
                               : std::nullopt;
}

// value: nullopt takes the key away.
void set_key(Entity& entity, const std::string& key, const std::optional<std::string>& value) {
    const auto known =
        std::ranges::find_if(entity.keys, [&](const KeyValue& pair) { return pair.key == key; });
    if (!value) {
        std::erase_if(entity.keys, [&](const KeyValue& pair) { return pair.key == key; });
    } else if (known != entity.keys.end()) {
        known->value = *value;
    } else {
        entity.keys.push_back({key, *value});
    }
    if (key == kOrigin) {
        const std::optional<Vec3> place = three_numbers(entity.value(key));
        entity.origin = place.value_or(Vec3{});
        entity.has_origin = place.has_value();
    }
}

void set_all(Entity& entity, const py::dict& keys) {
    for (const auto& [key, value] : keys) {
        set_key(entity,
                text_in("keys", key),
                value.is_none() ? std::nullopt : std::optional(text_in("keys", value)));
    }
}

std::optional<Vec3> origin_of(py::handle origin) {
    if (origin.is_none()) {
        return std::nullopt;
    }
    const Vec3 place = one_point("origin", origin);
    check_within("origin", place, kMaxDecimal);
    return place;
}

void set_origin(SourceWorld& source, Entity& entity, const std::optional<Vec3>& place) {
    if (place) {
        entity.origin = *place;
        entity.has_origin = true;
        source.has_given_origins = true;
    }
}

// True if the entity stands somewhere without a model, and its key does not say where.
bool needs_key(const Entity& entity) {
    return entity.has_origin && entity.brushes.empty() && entity.polygons.empty() &&
           entity.patches.empty() && entity.meshes.empty() &&
           three_numbers(entity.value(kOrigin)) != entity.origin;
}

std::string text_of(const Vec3& p) {
    return number_text(p.x) + " " + number_text(p.y) + " " + number_text(p.z);
}

std::shared_ptr<SourceWorld> make(py::handle name) {
    auto made = std::make_shared<SourceWorld>();
    made->world.source = text_in("name", name);
    made->world.entities.emplace_back().keys.push_back({"classname", "worldspawn"});
    return made;
}

std::shared_ptr<SourceWorld> taken(Result<ReadWorld>&& read) {
    ReadWorld all = value_of(std::move(read));
    auto made = std::make_shared<SourceWorld>();
    made->world = std::move(all.world);
    made->diagnostics = std::move(all.diagnostics);
    return made;
}

std::shared_ptr<SourceWorld> read_source(const std::filesystem::path& file,
                                         double scale,
                                         const py::object& up,
                                         bool rooms,
                                         bool flip,
                                         double weld) {
    const MeshReadOptions options =
        mesh_options_of({.scale = scale, .rooms = rooms, .flip = flip, .weld = weld}, up);
    Result<ReadWorld> read = [&] {
        const py::gil_scoped_release released;
        return read_world(file.string(), options);
    }();
    return taken(std::move(read));
}

std::shared_ptr<SourceWorld> parse_source(const py::bytes& data,
                                          const std::string& name,
                                          double scale,
                                          const py::object& up,
                                          bool rooms,
                                          bool flip,
                                          double weld) {
    const MeshReadOptions options =
        mesh_options_of({.scale = scale, .rooms = rooms, .flip = flip, .weld = weld}, up);
    const std::string_view all = data;
    return taken(read_world(std::as_bytes(std::span(all)), name, options));
}

std::size_t add_entity(SourceWorld& source,
                       const py::dict& keys,
                       py::handle origin,
                       std::uint32_t line) {
    const std::optional<Vec3> place = origin_of(origin);
    Entity entity;
    entity.position.line = line;
    set_all(entity, keys);
    std::vector<Entity>& all = source.changed().entities;
    set_origin(source, entity, place);
    all.push_back(std::move(entity));
    return all.size() - 1;
}

void set_keys(SourceWorld& source,
              py::handle number,
              const py::dict& keys,
              py::handle origin,
              std::optional<std::uint32_t> line) {
    const std::optional<Vec3> place = origin_of(origin);
    Entity& entity = entity_in(source, number);
    Entity changed;
    changed.keys = entity.keys;
    changed.origin = entity.origin;
    changed.has_origin = entity.has_origin;
    set_all(changed, keys);
    set_origin(source, changed, place);
    entity.keys = std::move(changed.keys);
    entity.origin = changed.origin;
    entity.has_origin = changed.has_origin;
    entity.position.line = line.value_or(entity.position.line);
}

void remove_entity(SourceWorld& source, py::handle number) {
    Entity& entity = entity_in(source, number);
    if (&entity == source.world.entities.data()) {
        throw py::value_error("entity 0 is the world, which stays");
    }
    source.world.entities.erase(source.world.entities.begin() +
                                (&entity - source.world.entities.data()));
}

std::size_t add_material(SourceWorld& source,
                         py::handle name,
                         std::uint32_t width,
                         std::uint32_t height,
                         bool masked,
                         const std::optional<std::array<std::uint8_t, 3>>& colour) {
    Material made{text_in("name", name), width, height, masked};
    if (colour) {
        made.colour = Rgba{(*colour)[0], (*colour)[1], (*colour)[2], 255};
    }
    auto& materials = source.changed().materials;
    const auto known = std::ranges::find(materials, made.name, &Material::name);
    if (known != materials.end()) {
        made.picture = known->picture;
        *known = std::move(made);
        return static_cast<std::size_t>(known - materials.begin());
    }
    materials.push_back(std::move(made));
    return materials.size() - 1;
}

py::list materials(const SourceWorld& source) {
    const Asking asking(source);
    py::list all;
    for (const Material& material : source.world.materials) {
        py::dict one;
        one["name"] = text(material.name);
        one["width"] = material.width;
        one["height"] = material.height;
        one["masked"] = material.is_masked;
        one["colour"] = material.colour
                            ? py::object(py::make_tuple(
                                  material.colour->r, material.colour->g, material.colour->b))
                            : py::none();
        all.append(std::move(one));
    }
    return all;
}

py::list entities(const SourceWorld& source) {
    // What makes the arrays may let other code run, which must not move the entities.
    const Asking asking(source);
    py::list all;
    for (const Entity& entity : source.world.entities) {
        all.append(entity_of(source.world, entity));
    }
    return all;
}

py::list warnings(const SourceWorld& source) {
    py::list all;
    for (const Diagnostic& diagnostic : source.diagnostics) {
        all.append(text(in_python(to_string(diagnostic))));
    }
    return all;
}

std::shared_ptr<SourceWorld> copy_of(const SourceWorld& source) {
    auto copy = std::make_shared<SourceWorld>();
    copy->world = source.world;
    copy->diagnostics = source.diagnostics;
    copy->has_given_origins = source.has_given_origins;
    return copy;
}

std::string repr(const SourceWorld& source) {
    std::array<std::size_t, 4> counts{};
    for (const Entity& entity : source.world.entities) {
        counts[0] += entity.brushes.size();
        counts[1] += entity.polygons.size();
        counts[2] += entity.patches.size();
        counts[3] += entity.meshes.size();
    }
    return "<halfspace.Source: " + std::to_string(source.world.entities.size()) + " entities, " +
           std::to_string(counts[0]) + " brushes, " + std::to_string(counts[1]) + " polygons, " +
           std::to_string(counts[2]) + " patches, " + std::to_string(counts[3]) + " meshes>";
}

void add_reading(SourceClass& type) {
    type.def("__len__", [](const SourceWorld& source) { return source.world.entities.size(); })
        .def("__repr__", &repr)
        .def("copy", &copy_of, R"(Another source with all that is in this one.

>>> len(halfspace.read_source("examples/levels/keep.map").copy())
6)")
        .def_property_readonly(
            "name",
            [](const SourceWorld& source) { return text(source.world.source); },
            R"(Its name for messages, usually a path.

>>> halfspace.Source("hall").name
'hall')")
        .def_property_readonly("warnings", &warnings, R"(What its reader found odd: a list of texts.

>>> halfspace.read_source("examples/levels/keep.map").warnings
[])")
        .def_property_readonly(
            "materials",
            &materials,
            R"(A dict for each texture, as add_material takes it: name, width, height, masked, colour.

>>> halfspace.read_source("examples/levels/keep.map").materials[0]["name"]
'floor1')")
        .def_property_readonly(
            "entities",
            &entities,
            R"(A dict for each entity, a copy: keys, origin (None if the source says none), line, and lists of dicts.

Entity 0 is the world. brushes, polygons, patches and meshes have what add_brush, add_polygon, add_patch
and add_mesh take: add_brush(**brush) adds the brush again. Its planes are (S, 4) float64, n.x, n.y, n.z,
d, with the brush where dot(n, p) <= d; its points (S, 3, 3) or None. Numbers are rounded to doubles; the
source itself keeps them exactly.

>>> source = halfspace.read_source("examples/levels/keep.map")
>>> source.entities[0]["keys"]["classname"], source.entities[0]["brushes"][0]["planes"].shape
('worldspawn', (6, 4)))");
}

void add_changing(SourceClass& type) {
    type.def("add_entity",
             &add_entity,
             "keys"_a,
             "origin"_a = py::none(),
             "line"_a = 0u,
             R"(Adds an entity. Returns its number.

keys: a dict of texts; "classname" says what it is, and "origin", three numbers, where it stands. A class
says nothing about its brushes: give a trigger's brush contents=Contents.TRIGGER. origin: (3,) [units], which
counts whatever that key says; where the entity has no brushes or other parts, its key in the level becomes
these numbers. line: in a file. Raises TypeError for other things than texts.

>>> source = halfspace.Source()
>>> source.add_entity({"classname": "info_player_start", "origin": "0 0 24"})
1)")
        .def("set_keys",
             &set_keys,
             "entity"_a,
             "keys"_a,
             "origin"_a = py::none(),
             "line"_a = py::none(),
             R"(Sets keys of an entity; None takes a key away. All else is as of add_entity.

Raises IndexError for an entity there is not.

>>> source = halfspace.Source()
>>> source.set_keys(0, {"message": "The hall"})
>>> source.entities[0]["keys"]["message"]
'The hall')")
        .def(
            "remove_entity",
            &remove_entity,
            "entity"_a,
            R"(Takes an entity away; those behind it move up. Raises IndexError for one there is not, ValueError for 0.

>>> source = halfspace.read_source("examples/levels/keep.map")
>>> source.remove_entity(2)
>>> len(source)
5)")
        .def("add_material",
             &add_material,
             "name"_a,
             "width"_a = 0u,
             "height"_a = 0u,
             "masked"_a = false,
             "colour"_a = py::none(),
             R"(Says what a texture is, which needs no such call. Returns its number.

name: says nothing about contents; "*water1" is the look of water. width, height: its size [texels]; 0 if
unknown, then 64 counts. masked: each texel is opaque or absent.
colour: (red, green, blue) from 0 to 255, of a texture without a picture. Raises
TypeError for a name that is no text, and for numbers out of these ranges.

>>> halfspace.Source().add_material("wall", 128, 128)
0)");
}

}  // namespace

std::string text_in(const char* name, py::handle value) {
    if (!py::isinstance<py::str>(value)) {
        throw py::type_error(std::string(name) + " must be texts");
    }
    // As text() gives bytes that are no UTF-8, so that they come back as they were.
    const auto bytes = py::reinterpret_steal<py::bytes>(
        PyUnicode_AsEncodedString(value.ptr(), "utf-8", "surrogateescape"));
    if (!bytes) {
        throw py::error_already_set();
    }
    const std::string found = bytes;
    if (found.find('\0') != std::string::npos) {
        throw py::value_error(std::string(name) + " has a zero in a text");
    }
    return found;
}

Entity& entity_in(SourceWorld& source, py::handle entity) {
    const py::object number = integer_of("entity", entity);
    std::vector<Entity>& all = source.changed().entities;
    return all[number_of("entity", number, things(all.size()))];
}

std::optional<halfspace::World> with_origins_as_keys(const SourceWorld& source) {
    if (!source.has_given_origins || std::ranges::none_of(source.world.entities, needs_key)) {
        return std::nullopt;
    }
    halfspace::World world = source.world;
    for (Entity& entity : world.entities) {
        if (needs_key(entity)) {
            set_key(entity, kOrigin, text_of(entity.origin));
        }
    }
    return world;
}

GivenSource::GivenSource(py::handle value) {
    if (py::isinstance<SourceWorld>(value)) {
        given_ = value.cast<std::shared_ptr<SourceWorld>>();
        asking_ = std::make_shared<Asking>(*given_);
        path_ = given_->world.source;
        return;
    }
    const auto path = py::reinterpret_steal<py::object>(PyOS_FSPath(value.ptr()));
    if (!path) {
        throw py::error_already_set();
    }
    path_ = path.cast<std::filesystem::path>().string();
}

Result<GivenSource::SourceRead> GivenSource::read_file() const {
    Result<ReadWorld> read = read_world(path_);
    if (!read) {
        return std::unexpected(read.error());
    }
    return SourceRead{std::move(read->world), std::move(read->diagnostics)};
}

void add_sources(py::module_& module) {
    module.attr("texture_dtype") = texture_dtype();
    module.attr("SurfaceKind") =
        int_enum("SurfaceKind",
                 std::array{"DRAWN", "NO_DRAW", "SKY", "HINT", "SKIP"},
                 R"(What a side of a brush or a surface is. It says nothing about contents.

DRAWN: it has its texture. NO_DRAW: it is not drawn. SKY: it is drawn as sky. HINT: of a brush of the contents
HINT, the compiler cuts along it. SKIP: it is not drawn, and of a hint it cuts nothing.

>>> source = halfspace.Source()
>>> source.add_polygon([(0, 0, 0), (64, 0, 0), (0, 64, 0)], surface=halfspace.SurfaceKind.SKY)
0)");
    module.attr("TextureKind") = int_enum(
        "TextureKind",
        std::array{"STANDARD", "VALVE_220", "BRUSH_PRIMITIVES"},
        R"(How the numbers of a texture_dtype say where a texture lies: as in these dialects of .map.

>>> source = halfspace.read_source("examples/levels/keep.map")
>>> halfspace.TextureKind(int(source.entities[0]["brushes"][0]["textures"]["kind"][0])).name
'STANDARD')");
    SourceClass type(
        module,
        "Source",
        R"(What compile reads: entities with keys, brushes, polygons, curved patches and meshes.

read_source reads one, parse_source takes one from bytes, and Source() is the world without anything, to
which a program adds. What is not changed stays exactly as it was read. It must not change while other code
compiles it or reads its entities: that raises RuntimeError.

>>> source = halfspace.Source("hall")
>>> for box in [((-8, -8, -8), (264, 264, 0)), ((-8, -8, 128), (264, 264, 136)),
...             ((-8, -8, 0), (0, 264, 128)), ((256, -8, 0), (264, 264, 128)),
...             ((0, -8, 0), (256, 0, 128)), ((0, 256, 0), (256, 264, 128))]:
...     _ = source.add_box(box, materials="stone")
>>> _ = source.add_entity({"classname": "info_player_start", "origin": "128 128 24"})
>>> hall = halfspace.compile(source)
>>> hall.warnings, float(hall.trace("point", (128, 128, 24), (900, 128, 24))["point"][0])
([], 256.0))");
    type.def(py::init(&make), "name"_a = "source");
    add_reading(type);
    add_changing(type);
    add_source_parts(type);
    module.def("read_source",
               &read_source,
               "path"_a,
               py::kw_only(),
               "scale"_a = MeshReadOptions().scale,
               "up"_a = py::none(),
               "rooms"_a = false,
               "flip"_a = false,
               "weld"_a = 0.0,
               R"(What is in the source of a level, as the compiler reads it: a Source.

path: .map, .grid, .bsp of Quake III, or a file with meshes. Of these: scale, units in a unit of the file; up,
'y', 'z' or None, as usual for the format; rooms: an object that looks inwards is a room; flip: or it is turned
inside out; weld: vertices that are at most this far apart become one [units of the file]. Raises Error for a
file that cannot be read, ValueError for an option out of its range.

>>> halfspace.read_source("examples/levels/keep.map")
<halfspace.Source: 6 entities, 38 brushes, 0 polygons, 0 patches, 0 meshes>)");
    module.def(
        "parse_source",
        &parse_source,
        "data"_a,
        "name"_a,
        py::kw_only(),
        "scale"_a = MeshReadOptions().scale,
        "up"_a = py::none(),
        "rooms"_a = false,
        "flip"_a = false,
        "weld"_a = 0.0,
        R"(The same from the bytes of such a file. name: of the file, whose ending decides on the format.

The options are those of read_source. Raises Error for bytes that cannot be read.

>>> halfspace.parse_source(b'{ "classname" "worldspawn" }', "empty.map")
<halfspace.Source: 1 entities, 0 brushes, 0 polygons, 0 patches, 0 meshes>)");
    add_source_checks(module);
}

}  // namespace halfspace::python
