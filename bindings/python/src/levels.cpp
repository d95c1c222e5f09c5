// SPDX-License-Identifier: MIT
#include "asked.h"

#include "halfspace/base/file.h"
#include "halfspace/base/hash.h"
#include "halfspace/level/leak.h"
#include "halfspace/query/entities.h"
#include "halfspace/query/space.h"

#include <fmt/format.h>

#include <filesystem>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace halfspace::python {
namespace {

using namespace py::literals;

std::string absolute(const std::string& path) {
    return std::filesystem::absolute(path).lexically_normal().string();
}

std::shared_ptr<LoadedLevel> load(const std::string& path, bool mapped) {
    Result<Level> level = [&] {
        const py::gil_scoped_release released;
        Result<Level> found = mapped ? map_level(path) : load_level(path);
#ifdef __GLIBC__
        ::malloc_trim(0);  // the system gets back what the checks have taken
#endif
        return found;
    }();
    auto loaded = std::make_shared<LoadedLevel>(value_of(std::move(level)));
    if (mapped) {
        loaded->path = absolute(path);
    }
    return loaded;
}

// The levels that pickles have named in this process: each is mapped once.
std::shared_ptr<LoadedLevel> load_again(const std::string& path,
                                        std::uint64_t checksum,
                                        std::uint64_t size) {
    static auto* const known =
        new std::map<std::pair<std::string, std::uint64_t>, std::weak_ptr<LoadedLevel>>();
    std::weak_ptr<LoadedLevel>& kept = (*known)[{path, checksum}];
    if (auto level = kept.lock()) {
        return level;
    }
    auto level = load(path, true);
    if (level->its_level.checksum() != checksum || level->its_level.bytes().size() != size) {
        const std::string host =
            py::module_::import("socket").attr("gethostname")().cast<std::string>();
        raise({ErrorCode::Damaged,
               fmt::format("the file on {} has the checksum {:016x} and {} bytes; the level that was "
                           "sent has {:016x} and {}; copy the same file to every machine",
                           host, level->its_level.checksum(), level->its_level.bytes().size(),
                           checksum, size),
               {path}});
    }
    kept = level;
    return level;
}

std::shared_ptr<LoadedLevel> from_bytes(const py::bytes& bytes, const std::string& name) {
    const std::string_view text = bytes;
    const auto* const first = reinterpret_cast<const std::byte*>(text.data());
    return std::make_shared<LoadedLevel>(value_of(
        Level::from_bytes(std::vector<std::byte>(first, first + text.size()), name)));
}

py::bytes bytes_of(const LoadedLevel& level) {
    const auto bytes = level.its_level.bytes();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// A pickle of a mapped level names its file; any other one holds its bytes.
py::object reduced(const LoadedLevel& level) {
    const py::module_ module = py::module_::import("halfspace");
    if (!level.path.empty()) {
        return py::make_tuple(module.attr("_load_again"),
                              py::make_tuple(level.path, level.its_level.checksum(),
                                             level.its_level.bytes().size()));
    }
    return py::make_tuple(module.attr("_from_bytes"), py::make_tuple(bytes_of(level), ""));
}

std::string repr(const LoadedLevel& level) {
    const Level& all = level.its_level;
    const std::string where = level.path.empty() ? "in memory" : level.path;
    return fmt::format("<halfspace.Level {}: {} models, {} bodies, {} bytes, checksum {:016x}>",
                       where, all.models().size(), all.spaces().size(), all.bytes().size(),
                       all.checksum());
}

py::list bodies_of(const LoadedLevel& level) {
    py::list names;
    for (std::uint32_t s = 0; s < level.its_level.spaces().size(); ++s) {
        names.append(py::str(std::string(space_name(level.its_level, SpaceId(s)))));
    }
    return names;
}

py::array_t<double> array_of(const Aabb& box) {
    py::array_t<double> array({2, 3});
    for (py::ssize_t i = 0; i < 3; ++i) {
        array.mutable_at(0, i) = box.min[static_cast<std::size_t>(i)];
        array.mutable_at(1, i) = box.max[static_cast<std::size_t>(i)];
    }
    return array;
}

py::array_t<double> body_box(const LoadedLevel& level, const std::string& body) {
    return array_of(body_of(level.its_level, space_of(level.its_level, body)));
}

py::array_t<double> bounds(const LoadedLevel& level, std::uint32_t model) {
    if (model >= level.its_level.models().size()) {
        throw py::index_error(fmt::format("model {} of {}", model, level.its_level.models().size()));
    }
    return array_of(level.its_level.model_bounds(ModelId(model)));
}

// Bytes of a text of the level that are no UTF-8 become surrogates, as Python does for file names.
py::str text_of(const Level& level, std::uint32_t offset) {
    const std::string_view text = level.string(offset);
    return py::reinterpret_steal<py::str>(PyUnicode_DecodeUTF8(
        text.data(), static_cast<py::ssize_t>(text.size()), "surrogateescape"));
}

py::list entities_of(const LoadedLevel& loaded) {
    const Level& level = loaded.its_level;
    py::list entities;
    for (std::uint32_t e = 0; e < level.entities().size(); ++e) {
        const EntityRecord& entity = level.entities()[e];
        py::dict keys;
        for (const KeyRecord& key : level.keys().subspan(entity.first_key, entity.key_count)) {
            keys[text_of(level, key.key)] = text_of(level, key.value);
        }
        if (const auto model = model_of(level, EntityId(e))) {
            keys["model"] = model->value;
        }
        entities.append(std::move(keys));
    }
    return entities;
}

void save(const LoadedLevel& level, const std::string& path) {
    const auto written = write_file(path, level.its_level.bytes());
    if (!written) {
        raise(written.error());
    }
}

}  // namespace

void add_levels(py::module_& module) {
    py::class_<LoadedLevel, Asked, std::shared_ptr<LoadedLevel>>(
        module, "Level",
        "A compiled level, which never changes. Any number of threads may ask it at once.")
        .def_property_readonly("path", [](const LoadedLevel& level) -> py::object {
            return level.path.empty() ? py::object(py::none()) : py::str(level.path);
        }, "The file that is mapped; None for a level in memory.")
        .def_property_readonly("checksum", [](const LoadedLevel& level) {
            return level.its_level.checksum();
        }, "XXH3 (64 bits) of the file: levels with one checksum have the same bytes.")
        .def_property_readonly("nbytes", [](const LoadedLevel& level) {
            return level.its_level.bytes().size();
        }, "The size of the file.")
        .def_property_readonly("bodies", &bodies_of,
            "The names of the bodies that the level was compiled for; the first is 'point'.")
        .def("body_box", &body_box, "body"_a,
             "The box of a body from its position: (2, 3), its least and its greatest corner [units].")
        .def_property_readonly("models", [](const LoadedLevel& level) {
            return level.its_level.models().size();
        }, "How many models there are; model 0 is the world.")
        .def("bounds", &bounds, "model"_a = 0u,
             "The box around a model where the editor put it: (2, 3) [units].")
        .def_property_readonly("entities", &entities_of,
            "A dict of strings for each entity; with brushes also 'model', a number.")
        .def_property_readonly("units_per_metre", [](const LoadedLevel& level) {
            return level.its_level.units_per_metre();
        })
        .def_readonly("warnings", &LoadedLevel::warnings, "What the compiler found odd.")
        .def("save", &save, "path"_a, "Writes an .hsw file; it replaces another one at once.")
        .def("__bytes__", &bytes_of)
        .def("__repr__", &repr)
        .def("__reduce__", &reduced)
        .def("__eq__", [](const LoadedLevel& a, const LoadedLevel& b) {
            return a.its_level.checksum() == b.its_level.checksum();
        }, py::is_operator())
        .def("__hash__", [](const LoadedLevel& level) { return level.its_level.checksum(); });
    module.def("load", &load, "path"_a, py::kw_only(), "mapped"_a = true,
               R"(Loads an .hsw file. Everything in it is checked.

mapped: the system keeps the file once for all processes that map it. Nobody may write into it
meanwhile; to replace it by a rename, as save does, is safe. False: the file is copied into memory.)");
    module.def("from_bytes", &from_bytes, "data"_a, "name"_a = "",
               "The level in the bytes of an .hsw file. name: of the file, for messages.");
    module.def("_load_again", &load_again);
}

}  // namespace halfspace::python
