// SPDX-License-Identifier: MIT
#include "halfspace/base/file.h"
#include "halfspace/base/hash.h"
#include "halfspace/level/leak.h"
#include "halfspace/query/entities.h"
#include "halfspace/query/space.h"

#include "geometry.h"

#include <fmt/format.h>
#include <pybind11/stl/filesystem.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

using std::filesystem::path;

std::string full_path(const path& file) {
    return std::filesystem::absolute(file).lexically_normal().string();
}

std::shared_ptr<LoadedLevel> load(const path& file, bool mapped) {
    Result<Level> level = [&] {
        const py::gil_scoped_release released;
        Result<Level> found = mapped ? map_level(file.string()) : load_level(file.string());
#ifdef __GLIBC__
        ::malloc_trim(0);  // the system gets back what the checks have taken
#endif
        return found;
    }();
    auto loaded = std::make_shared<LoadedLevel>(value_of(std::move(level)));
    if (mapped) {
        loaded->path = full_path(file);
    }
    return loaded;
}

// The levels that pickles have named in this process: each is mapped once.
std::shared_ptr<LoadedLevel> load_again(const path& file,
                                        std::uint64_t checksum,
                                        std::uint64_t size) {
    static auto* const kKnown =
        new std::map<std::pair<std::string, std::uint64_t>, std::weak_ptr<LoadedLevel>>();
    std::weak_ptr<LoadedLevel>& kept = (*kKnown)[{file.string(), checksum}];
    if (auto level = kept.lock()) {
        return level;
    }
    auto level = load(file, true);
    if (level->its_level.checksum() != checksum || level->its_level.bytes().size() != size) {
        const std::string host =
            py::module_::import("socket").attr("gethostname")().cast<std::string>();
        raise(
            {ErrorCode::Damaged,
             fmt::format("the file on {} has the checksum {:016x} and {} bytes; the level that was "
                         "sent has {:016x} and {}; copy the same file to every machine",
                         host,
                         level->its_level.checksum(),
                         level->its_level.bytes().size(),
                         checksum,
                         size),
             {file.string()}});
    }
    kept = level;
    return level;
}

std::shared_ptr<LoadedLevel> from_bytes(const py::bytes& bytes, const std::string& name) {
    const std::string_view all = bytes;
    const auto* const first = reinterpret_cast<const std::byte*>(all.data());
    return std::make_shared<LoadedLevel>(
        value_of(Level::from_bytes(std::vector<std::byte>(first, first + all.size()), name)));
}

py::bytes bytes_of(const LoadedLevel& level) {
    const auto bytes = level.its_level.bytes();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// A pickle of a mapped level names its file; any other one holds its bytes.
py::object reduced(const LoadedLevel& level) {
    const py::module_ module = py::module_::import("halfspace");
    if (!level.path.empty()) {
        return py::make_tuple(
            module.attr("_load_again"),
            py::make_tuple(
                text(level.path), level.its_level.checksum(), level.its_level.bytes().size()));
    }
    return py::make_tuple(module.attr("_from_bytes"), py::make_tuple(bytes_of(level), ""));
}

py::list warnings_of(const LoadedLevel& level) {
    py::list warnings;
    for (const std::string& warning : level.warnings) {
        warnings.append(text(warning));
    }
    return warnings;
}

py::str repr(const LoadedLevel& level) {
    const Level& all = level.its_level;
    const std::string where = level.path.empty() ? "in memory" : level.path;
    return text(
        fmt::format("<halfspace.Level {}: {} models, {} bodies, {} bytes, checksum {:016x}>",
                    where,
                    all.models().size(),
                    all.spaces().size(),
                    all.bytes().size(),
                    all.checksum()));
}

py::list bodies_of(const LoadedLevel& level) {
    py::list names;
    for (std::uint32_t s = 0; s < level.its_level.spaces().size(); ++s) {
        names.append(text(space_name(level.its_level, SpaceId(s))));
    }
    return names;
}

py::array_t<double> body_box(const LoadedLevel& level, const std::string& body) {
    return array_of(body_of(level.its_level, space_of(level.its_level, body)));
}

py::array_t<double> bounds(const LoadedLevel& level, py::handle model) {
    const Level& all = level.its_level;
    return array_of(all.model_bounds(id_of<ModelId>("model", model, things(all.models().size()))));
}

py::list entities_of(const LoadedLevel& loaded) {
    const Level& level = loaded.its_level;
    py::list entities;
    for (std::uint32_t e = 0; e < level.entities().size(); ++e) {
        const EntityRecord& entity = level.entities()[e];
        py::dict keys;
        for (const KeyRecord& key : level.keys().subspan(entity.first_key, entity.key_count)) {
            keys[text(level.string(key.key))] = text(level.string(key.value));
        }
        if (const auto model = model_of(level, EntityId(e))) {
            keys["model"] = model->value;
        }
        entities.append(std::move(keys));
    }
    return entities;
}

void save(const LoadedLevel& level, const path& file) {
    const auto written = write_file(file.string(), level.its_level.bytes());
    if (!written) {
        raise(written.error());
    }
}

}  // namespace

void add_levels(py::module_& module) {
    LevelClass(module,
               "Level",
               R"(A compiled level, which never changes. Any number of threads may ask it at once.

load, from_bytes and compile make levels. Levels are equal if their bytes are equal. A pickle of a
mapped level names its file, and whoever loads the pickle maps the file there; a pickle of another
level holds its bytes.

>>> pickle.loads(pickle.dumps(example)) == example
True)")
        .def_property_readonly(
            "path",
            [](const LoadedLevel& level) -> py::object {
                return level.path.empty() ? py::object(py::none()) : text(level.path);
            },
            R"(The file that is mapped; None for a level in memory.

>>> example.path is None
True)")
        .def_property_readonly(
            "checksum",
            [](const LoadedLevel& level) { return level.its_level.checksum(); },
            R"(XXH3 (64 bits) of the file behind its checksum: it tells levels apart.

>>> halfspace.from_bytes(bytes(example)).checksum == example.checksum
True)")
        .def_property_readonly(
            "nbytes",
            [](const LoadedLevel& level) { return level.its_level.bytes().size(); },
            R"(The size of the file [bytes].

>>> len(bytes(example)) == example.nbytes
True)")
        .def_property_readonly(
            "bodies",
            &bodies_of,
            R"(The names of the bodies that the level was compiled for; the first is 'point'.

>>> example.bodies
['point', 'stand', 'crouch', 'large'])")
        .def(
            "body_box",
            &body_box,
            "body"_a,
            R"(The box of a body from its position: (2, 3), its least and its greatest corner [units].

Raises KeyError for a body that the level does not have.

>>> example.body_box("stand")
array([[-15., -15., -24.],
       [ 15.,  15.,  32.]]))")
        .def_property_readonly(
            "model_count",
            [](const LoadedLevel& level) { return level.its_level.models().size(); },
            R"(How many models there are; model 0 is the world.

>>> example.model_count
2)")
        .def("bounds",
             &bounds,
             "model"_a = 0,
             R"(The box around a model where the editor put it: (2, 3) [units].

Raises IndexError for a model that the level does not have.

>>> example.bounds(1)
array([[640., 192.,   0.],
       [656., 320., 128.]]))")
        .def_property_readonly(
            "entities",
            &entities_of,
            R"(A dict of strings for each entity; with brushes also 'model', a number.

>>> example.entities[2]["classname"], example.entities[2]["model"]
('func_door', 1))")
        .def_property_readonly(
            "units_per_metre",
            [](const LoadedLevel& level) { return level.its_level.units_per_metre(); },
            R"(How many units a metre has.

>>> example.units_per_metre
32.0)")
        .def_property_readonly(
            "warnings", &warnings_of, R"(What the compiler found odd: a list of texts.

>>> example.warnings
[])")
        .def(
            "save",
            &save,
            "path"_a,
            R"(Writes an .hsw file. A file of this name is replaced at once, by a rename: whoever has mapped it
keeps the old one. Raises Error if the file cannot be written.

>>> example.save(folder / "example.hsw"))")
        .def("__bytes__", &bytes_of)
        .def("__repr__", &repr)
        .def("__reduce__", &reduced)
        .def(
            "__eq__",
            [](const LoadedLevel& a, const LoadedLevel& b) {
                return a.its_level.checksum() == b.its_level.checksum();
            },
            py::is_operator())
        .def("__hash__", [](const LoadedLevel& level) { return level.its_level.checksum(); });
    module.def("load",
               &load,
               "path"_a,
               py::kw_only(),
               "mapped"_a = true,
               R"(Loads an .hsw file. Everything in it is checked.

mapped: the system keeps the file once for all processes that map it. Nobody may write into it
meanwhile; to replace it by a rename, as save does, is safe. False: the file is copied into memory.
Raises Error for a file that is missing, damaged or of another version.

>>> example.save(folder / "example.hsw")
>>> halfspace.load(folder / "example.hsw") == example
True)");
    module.def(
        "from_bytes",
        &from_bytes,
        "data"_a,
        "name"_a = "",
        R"(The level in the bytes of an .hsw file, which are copied. name: of the file, for messages.

Raises Error for bytes that are damaged or of another version.

>>> halfspace.from_bytes(bytes(example)) == example
True)");
    module.def("_load_again", &load_again);
}

}  // namespace halfspace::python
