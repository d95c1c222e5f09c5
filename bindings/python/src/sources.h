// SPDX-License-Identifier: MIT
// Sources of levels: what compile reads, from a file or made by hand.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/formats/mesh_options.h"
#include "halfspace/world/world.h"

#include "asked.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace halfspace::python {

// A Source. World is the library's: entities with brushes.
struct SourceWorld : Counted {
    halfspace::World world;
    std::vector<Diagnostic> diagnostics;  // of the reader
    bool has_given_origins = false;       // by arguments: keys may say something else

    // To change it. Raises RuntimeError while another thread compiles it.
    halfspace::World& changed() {
        check_change("the source");
        return world;
    }
};

using SourceClass = py::class_<SourceWorld, std::shared_ptr<SourceWorld>>;

// Options of readers of meshes. up: 'y', 'z' or None. Raises ValueError for one out of its range.
MeshReadOptions mesh_options_of(MeshReadOptions options, const py::object& up);

// A text of an argument, bytes that are no UTF-8 as text() has them. Raises TypeError for another
// thing, and ValueError for a zero in it: levels end their texts with one.
std::string text_in(const char* name, py::handle value);
// An entity of an argument, to change it. Raises IndexError for one there is not. Valid until other
// code of Python runs, which may add and remove entities: convert all other arguments first.
Entity& entity_in(SourceWorld& source, py::handle entity);

// The world with a key "origin" for each entity that has no parts and an origin which its key does
// not say: levels know by this key alone where it stands. nullopt: the world is so.
std::optional<halfspace::World> with_origins_as_keys(const SourceWorld& source);

// A source of an argument: a Source, or the path of a file, which is read when it is needed.
class GivenSource {
public:
    explicit GivenSource(py::handle value);

    // Its name for messages.
    const std::string& name() const { return path_; }
    // Gives the world and what its reader found odd to `use`, and returns what that returns; or the
    // error of the reader. Python's lock is not needed.
    template <class Answer, class Use>
    Result<Answer> with(const Use& use) const {
        if (given_) {
            const std::optional<halfspace::World> told = with_origins_as_keys(*given_);
            return use(told ? *told : given_->world, given_->diagnostics);
        }
        Result<SourceRead> read = read_file();
        if (!read) {
            return std::unexpected(read.error());
        }
        return use(read->world, read->diagnostics);
    }

private:
    struct SourceRead {
        halfspace::World world;
        std::vector<Diagnostic> diagnostics;
    };
    Result<SourceRead> read_file() const;

    std::shared_ptr<SourceWorld> given_;
    std::shared_ptr<Asking> asking_;
    std::string path_;
};

// How a texture lies on a side, as numpy has it.
struct TextureRow {
    std::uint32_t kind = 0;
    std::uint32_t zero = 0;
    Vec3 u_axis;
    Vec3 v_axis;
    double u_offset = 0;
    double v_offset = 0;
    double rotation = 0;
    double u_scale = 1;
    double v_scale = 1;
};
const py::dtype& texture_dtype();

// An entity as a dict of its keys and arrays.
py::dict entity_of(const halfspace::World& world, const Entity& entity);

// The parts of an entity that are added: brushes, polygons, patches and meshes.
void add_source_parts(SourceClass& type);
// lint, check_meshes.
void add_source_checks(py::module_& module);
// All of the above, and the class Source.
void add_sources(py::module_& module);

}  // namespace halfspace::python
