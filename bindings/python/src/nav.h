// SPDX-License-Identifier: MIT
// What the classes of navigation share: meshes, the states of their doors, fields and options.
#pragma once

#include "halfspace/agents/follow_options.h"
#include "halfspace/nav/distance_field.h"
#include "halfspace/nav/door_state.h"
#include "halfspace/nav/nav_mesh.h"
#include "halfspace/nav/route.h"

#include "asked.h"

#include <atomic>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::python {

// The mesh of a body, and the level that it belongs to.
struct LevelMesh {
    std::shared_ptr<LoadedLevel> of;
    SpaceId space;
    NavMesh mesh;

    const Level& level() const { return of->its_level; }
};

// A counted thing that one thread at a time may use. Raises RuntimeError if another one does.
class UsingIt {
public:
    UsingIt(const Counted& used, const char* what) : used_(used) {
        if (used_.batches.fetch_add(1) != 0) {
            --used_.batches;
            throw std::runtime_error(std::string(what) + " is used by another thread");
        }
    }
    UsingIt(const UsingIt&) = delete;
    UsingIt& operator=(const UsingIt&) = delete;
    ~UsingIt() { --used_.batches; }

private:
    const Counted& used_;
};

struct DoorState : Counted {
    explicit DoorState(std::shared_ptr<LevelMesh> the_mesh)
        : of(std::move(the_mesh)), doors(of->mesh) {}

    std::shared_ptr<LevelMesh> of;
    NavDoorState doors;
};
using Doors = std::shared_ptr<DoorState>;  // of an argument; null for None: all are open

// Raises ValueError unless it is a state of this mesh, or null.
const NavDoorState* state_of(const Doors& doors, const LevelMesh& mesh);

struct GoalField {
    std::shared_ptr<LevelMesh> of;
    Doors doors;
    double max_length = 0;
    DistanceField field;
    std::uint64_t door_changes = 0;
};

// Raises RuntimeError if a door was set since the field was found.
void check_current(const GoalField& field);

// The field of an argument; null for something else. Raises ValueError for a field of another mesh
// or another state of doors, RuntimeError as check_current.
std::shared_ptr<const GoalField> field_of(py::handle goal,
                                          const LevelMesh& mesh,
                                          const Doors& doors);

// Options of routes. Costs of areas have the names of their areas.
struct NamedRouteOptions {
    RouteOptions options;
    std::map<std::string, double> area_costs;
};

// The options for a mesh; they refer to `costs`. Raises ValueError for an option out of its range,
// KeyError for an area that the mesh does not have.
RouteOptions options_for(const LevelMesh& mesh,
                         const NamedRouteOptions& given,
                         const Doors& doors,
                         std::vector<double>& costs);

// The same for followers.
FollowOptions options_for(const LevelMesh& mesh,
                          const FollowOptions& follow,
                          const NamedRouteOptions& route,
                          const Doors& doors,
                          std::vector<double>& costs);

using LevelMeshClass = py::class_<LevelMesh, std::shared_ptr<LevelMesh>>;

void add_nav_options(py::module_& module);
LevelMeshClass add_nav_meshes(py::module_& module);
void add_nav_ways(py::module_& module, LevelMeshClass& meshes);
void add_nav_doors(py::module_& module, LevelMeshClass& meshes);
void add_nav_followers(py::module_& module);
void add_crowds(py::module_& module);
// All of the above.
void add_nav(py::module_& module);

}  // namespace halfspace::python
