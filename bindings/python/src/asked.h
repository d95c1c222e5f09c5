// SPDX-License-Identifier: MIT
// What questions are put to: a level alone, or a world with all that is placed in it.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/math/transform.h"
#include "halfspace/move/mover_options.h"
#include "halfspace/query/collision_world.h"
#include "halfspace/query/placed_level.h"
#include "halfspace/query/trace.h"
#include "halfspace/spatial/convex_shape.h"
#include "halfspace/spatial/triangle_bvh.h"
#include "halfspace/world/moved_brush.h"

#include "batches.h"
#include "numbers.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace halfspace::python {

// What batches may be asking while another thread wants to change it.
struct Counted {
    // How many batches are under way. It must not change meanwhile.
    mutable std::atomic<int> batches = 0;
    // What is changed by a thread that gives Python's lock back meanwhile: "the world". Else null.
    mutable std::atomic<const char*> changing = nullptr;

    // Raises RuntimeError while a batch is under way. what: "the world".
    void check_change(const char* what) const {
        if (batches != 0) {
            throw std::runtime_error(std::string(what) +
                                     " cannot change while another thread asks it");
        }
    }
};

struct Asked : Counted {
    Asked() = default;
    Asked(const Asked&) = delete;
    Asked& operator=(const Asked&) = delete;
    virtual ~Asked() = default;
    virtual PlacedLevel placed() const = 0;
    const Level& level() const { return placed().level; }
};

// Counts a batch as long as it lives; null: nothing is counted. Raises RuntimeError while another
// thread changes what is asked.
class Asking {
public:
    explicit Asking(const Counted& asked) : Asking(&asked) {}
    explicit Asking(const Counted* asked) : asked_(asked) {
        if (asked_ == nullptr) {
            return;
        }
        if (const char* const what = asked_->changing) {
            throw std::runtime_error(std::string(what) +
                                     " cannot be asked while another thread changes it");
        }
        ++asked_->batches;
    }
    Asking(const Asking&) = delete;
    Asking& operator=(const Asking&) = delete;
    ~Asking() {
        if (asked_ != nullptr) {
            --asked_->batches;
        }
    }

private:
    const Counted* asked_;
};

// As long as it lives, one thread alone asks and changes a thing, also while it has no lock.
class Changing {
public:
    // Raises RuntimeError while a batch is under way. what: "the world".
    Changing(const Counted& changed, const char* what) : changed_(changed) {
        changed.check_change(what);
        ++changed.batches;
        changed.changing = what;
    }
    Changing(const Changing&) = delete;
    Changing& operator=(const Changing&) = delete;
    ~Changing() {
        changed_.changing = nullptr;
        --changed_.batches;
    }

private:
    const Counted& changed_;
};

struct LoadedLevel : Asked {
    explicit LoadedLevel(Level the_level) : its_level(std::move(the_level)) {}
    PlacedLevel placed() const override { return its_level; }

    Level its_level;
    std::string path;                   // of a mapped file; else empty
    std::vector<std::string> warnings;  // of the compiler
    std::vector<MovedBrush> moved;      // that the compiler tells
};

// Triangles with their tree. The arrays are copies.
struct Mesh : Counted {
    bool is_placed() const { return placed.use_count() > 1; }

    std::vector<double> vertices;
    std::vector<std::uint32_t> triangles;
    std::optional<TriangleBvh> tree;
    mutable std::optional<bool> is_closed;  // set by the first question that needs it
    std::shared_ptr<const char> placed = std::make_shared<const char>();  // worlds share it
};

// A mesh that is placed in a world.
struct HeldMesh {
    std::shared_ptr<Mesh> mesh;
    std::shared_ptr<const char> placed;
};

struct PlacedWorld : Asked {
    explicit PlacedWorld(const std::shared_ptr<LoadedLevel>& the_level)
        : PlacedWorld(the_level, std::make_shared<CollisionWorld>(the_level->its_level)) {}
    // A world that something else moves, too.
    PlacedWorld(std::shared_ptr<LoadedLevel> the_level, std::shared_ptr<CollisionWorld> shared)
        : of(std::move(the_level)), held(std::move(shared)), world(*held) {}
    PlacedLevel placed() const override { return world; }

    std::shared_ptr<LoadedLevel> of;
    std::shared_ptr<CollisionWorld> held;
    CollisionWorld& world;
    std::map<std::uint32_t, HeldMesh> meshes;  // that are placed
};

// The world, to change it. Raises RuntimeError while another thread asks it.
CollisionWorld& changed(PlacedWorld& world);

// The space of a body with this name. Raises KeyError with the names that the level has.
SpaceId space_of(const Level& level, const std::string& body);

// A pose of an argument: a position (3,), or a matrix (3, 4) or (4, 4) that turns and moves. Raises
// ValueError for a matrix that does more.
Transform pose_of(const char* name, py::handle value);
// Poses: (N, 3), (N, 3, 4) or (N, 4, 4).
std::vector<Transform> poses_of(const char* name, py::handle value);

// Bits of Contents of an argument; for None the others.
inline Contents contents_or(std::optional<std::uint32_t> bits, Contents otherwise) {
    return bits ? static_cast<Contents>(*bits) : otherwise;
}

// The obstacles that askers are themselves: (N,) numbers or one for all, -1 for none; None for no
// obstacle at all.
std::vector<ObstacleId> obstacles_of(const char* name, py::handle value, std::size_t count);

// Raises ValueError for an option out of its range.
void check(const MoverOptions& options);
// mask: what blocks; nullopt: what blocks bodies. Raises ValueError for another number.
TraceOptions options_of(std::optional<std::uint32_t> mask, double skin, double hair);

const py::dtype& contact_dtype();
// Makes zero of the bytes that no field names: numpy keeps them, in files and for hashes, so that
// equal answers have equal bytes.
void clear_padding(std::span<Contact> contacts, const Executor& run);
const py::dtype& mover_state_dtype();
const py::dtype& mover_input_dtype();

using AskedClass = py::class_<Asked, std::shared_ptr<Asked>>;
using LevelClass = py::class_<LoadedLevel, Asked, std::shared_ptr<LoadedLevel>>;
using WorldClass = py::class_<PlacedWorld, Asked, std::shared_ptr<PlacedWorld>>;
using MeshClass = py::class_<Mesh, std::shared_ptr<Mesh>>;

// The signatures of functions name only the classes that are there: so those of shapes and meshes
// come before the questions and the worlds that take them.
void add_shapes(py::module_& module);
AskedClass add_asked(py::module_& module);
void add_levels(py::module_& module);
void add_worlds(py::module_& module);
void add_movers(py::module_& module, AskedClass& asked);
void add_meshes(py::module_& module);
void add_compiler(py::module_& module);
void add_poses(py::module_& module);
void add_pickles(py::module_& module);
// Gives each class without pickles a __reduce__ that raises TypeError: Python's own one would make
// an object without its C++ part, which ends the process. REQUIRES: all classes are there.
void refuse_pickles(py::module_& module);

}  // namespace halfspace::python
