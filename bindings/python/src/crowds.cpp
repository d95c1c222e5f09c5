// SPDX-License-Identifier: MIT
// Crowds: many agents in a world, who avoid each other.
#include "halfspace/agents/crowd.h"
#include "halfspace/move/mover.h"

#include "nav.h"
#include "nav_arguments.h"

#include <cmath>
#include <deque>

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

struct Agent {
    std::shared_ptr<LevelMesh> mesh;
    Doors doors;
    std::shared_ptr<const std::vector<double>> area_costs;
    MoverBodies bodies;
    MoverOptions mover;
    MoverProblem problem = MoverProblem::None;
};

// Each agent is an obstacle of the world.
struct WorldCrowd : Counted {
    WorldCrowd(std::shared_ptr<PlacedWorld> in, const CrowdOptions& options, std::uint32_t first)
        : world(std::move(in)), crowd(options), first_obstacle(first) {}

    ObstacleId obstacle(std::uint32_t agent) const { return ObstacleId(first_obstacle + agent); }

    std::shared_ptr<PlacedWorld> world;
    Crowd crowd;
    std::uint32_t first_obstacle;
    std::map<std::uint32_t, Agent> agents;  // by their ids
};

constexpr const char* kWhat = "a Crowd";

std::shared_ptr<WorldCrowd> make_crowd(const std::shared_ptr<PlacedWorld>& world,
                                       double horizon,
                                       double border_horizon,
                                       double neighbour_distance,
                                       std::size_t max_neighbours,
                                       double gap,
                                       py::handle first_obstacle) {
    const std::pair<const char*, double> times[] = {{"horizon", horizon},
                                                    {"border_horizon", border_horizon}};
    for (const auto& [name, seconds] : times) {
        need(seconds > 0 && std::isfinite(seconds), name, "finite and above 0");
    }
    check_positive_size("neighbour_distance", neighbour_distance);
    check_size("gap", gap);
    return std::make_shared<WorldCrowd>(
        world,
        CrowdOptions{horizon, border_horizon, neighbour_distance, max_neighbours, gap},
        number_of("first_obstacle", first_obstacle));
}

// The ids of an argument; None: all.
std::vector<std::uint32_t> ids_of(const WorldCrowd& crowd, py::handle value) {
    std::vector<std::uint32_t> ids;
    if (value.is_none()) {
        for (const auto& [id, agent] : crowd.agents) {
            ids.push_back(id);
        }
        return ids;
    }
    const Numbers numbers("ids", value);
    numbers.check<AgentId>([&](AgentId id) { return crowd.agents.contains(id.value); },
                           ", which is no agent");
    return numbers.ids<std::uint32_t>();
}

void remove_agent(WorldCrowd& crowd, std::uint32_t id) {
    crowd.crowd.remove(AgentId(id));
    crowd.agents.erase(id);
    crowd.world->world.remove(crowd.obstacle(id));
}

py::array add_agents(WorldCrowd& crowd,
                     const std::shared_ptr<LevelMesh>& mesh,
                     py::handle states,
                     const std::optional<std::string>& stand,
                     const MoverOptions& mover,
                     const FollowOptions& follow,
                     const NamedRouteOptions& route,
                     const Doors& doors) {
    const UsingIt using_it(crowd, kWhat);
    const Level& level = crowd.world->level();
    if (level.checksum() != mesh->level().checksum()) {
        throw py::value_error("mesh is of another level than the world of the crowd");
    }
    check(mover);
    const MoverStates from("states", states);
    const auto costs = std::make_shared<std::vector<double>>();
    const FollowOptions options = options_for(*mesh, follow, route, doors, *costs);
    const MoverBodies bodies{stand ? space_of(level, *stand) : mesh->space, mesh->space};
    if (!fits(level, bodies)) {
        throw py::value_error("the box of the body of the mesh is not within that of '" + *stand +
                              "'");
    }
    const ShapeBody shape = shape_of(level, bodies.stand);
    // Conversions of arguments may let other threads ask the world.
    CollisionWorld& world = changed(*crowd.world);
    std::vector<std::uint32_t> ids;
    const auto undo = [&](std::uint32_t id) {
        crowd.crowd.remove(AgentId(id));
        for (const std::uint32_t added : ids) {
            remove_agent(crowd, added);
        }
    };
    for (const MoverState& state : from.all) {
        const std::uint32_t id =
            crowd.crowd.add(mesh->mesh, shape, state, {.follow = options, .mover = mover}).value;
        if (id >= kNone - crowd.first_obstacle) {
            undo(id);
            throw py::value_error("first_obstacle is " + std::to_string(crowd.first_obstacle) +
                                  "; numbers of obstacles end below 2^32 - 1");
        }
        if (world.holds(crowd.obstacle(id))) {
            undo(id);
            throw py::value_error("the world has an obstacle " +
                                  std::to_string(crowd.obstacle(id).value) +
                                  "; give a crowd another first_obstacle");
        }
        world.place(crowd.obstacle(id), {shape, state.position});
        crowd.agents[id] = {mesh, doors, costs, bodies, mover};
        ids.push_back(id);
    }
    return moved_array(std::move(ids), py::dtype::of<std::uint32_t>());
}

void remove_agents(WorldCrowd& crowd, py::handle ids) {
    const UsingIt using_it(crowd, kWhat);
    const std::vector<std::uint32_t> which = ids_of(crowd, ids);
    changed(*crowd.world);
    for (const std::uint32_t id : which) {
        if (crowd.agents.contains(id)) {
            remove_agent(crowd, id);
        }
    }
}

// value(id) of each agent. Raises RuntimeError while another thread uses the crowd.
template <class Value>
py::array of_agents(const WorldCrowd& crowd,
                    const py::dtype& dtype,
                    py::ssize_t width,
                    const Value& value) {
    std::vector<decltype(value(0u))> values;
    {
        // Not while numpy copies: it gives the lock back, and others would be refused.
        const UsingIt using_it(crowd, kWhat);
        for (const auto& [id, agent] : crowd.agents) {
            values.push_back(value(id));
        }
    }
    return moved_array(std::move(values), dtype, width);
}

py::array ids(const WorldCrowd& crowd) {
    return of_agents(crowd, py::dtype::of<std::uint32_t>(), 1, [](std::uint32_t id) { return id; });
}

py::array states(const WorldCrowd& crowd) {
    return of_agents(crowd, mover_state_dtype(), 1, [&](std::uint32_t id) {
        return crowd.crowd.state(AgentId(id));
    });
}

py::array positions(const WorldCrowd& crowd) {
    return of_agents(crowd, py::dtype::of<double>(), 3, [&](std::uint32_t id) {
        return crowd.crowd.state(AgentId(id)).position;
    });
}

py::array statuses(const WorldCrowd& crowd) {
    return of_agents(crowd, py::dtype::of<std::uint8_t>(), 1, [&](std::uint32_t id) {
        return static_cast<std::uint8_t>(crowd.crowd.follower(AgentId(id)).status());
    });
}

py::array problems(const WorldCrowd& crowd) {
    return of_agents(crowd, py::dtype::of<std::uint8_t>(), 1, [&](std::uint32_t id) {
        return static_cast<std::uint8_t>(crowd.agents.at(id).problem);
    });
}

py::array inputs(const WorldCrowd& crowd) {
    return of_agents(crowd, mover_input_dtype(), 1, [&](std::uint32_t id) {
        return crowd.crowd.input(AgentId(id));
    });
}

// The states of doors of all agents do not change as long as these live.
std::deque<Asking> asking_doors(const WorldCrowd& crowd) {
    std::deque<Asking> asking;
    for (const auto& [id, agent] : crowd.agents) {
        asking.emplace_back(agent.doors.get());
    }
    return asking;
}

void go_to(WorldCrowd& crowd, py::handle goals, py::handle ids) {
    const UsingIt using_it(crowd, kWhat);
    const std::vector<std::uint32_t> which = ids_of(crowd, ids);
    const std::deque<Asking> asking = asking_doors(crowd);
    if (py::isinstance<GoalField>(goals)) {
        std::vector<std::shared_ptr<const GoalField>> fields;
        for (const std::uint32_t id : which) {
            const Agent& agent = crowd.agents.at(id);
            fields.push_back(field_of(goals, *agent.mesh, agent.doors));
        }
        for (std::size_t i = 0; i < which.size(); ++i) {
            crowd.crowd.go_to(AgentId(which[i]), fields[i]->field);
        }
        return;
    }
    const GivenPlaces given("goals", goals);
    common_rows("goals", given.size(), given.is_one(), "ids", which.size(), false);
    const std::vector<NavPlace> places = given.find_all(
        which.size(), 1, [&](std::size_t i) { return &crowd.agents.at(which[i]).mesh->mesh; });
    const py::gil_scoped_release released;
    for (std::size_t i = 0; i < which.size(); ++i) {
        crowd.crowd.go_to(AgentId(which[i]), places[i]);
    }
}

void stop(WorldCrowd& crowd, py::handle ids) {
    const UsingIt using_it(crowd, kWhat);
    for (const std::uint32_t id : ids_of(crowd, ids)) {
        crowd.crowd.stop(AgentId(id));
    }
}

void think(WorldCrowd& crowd, unsigned threads) {
    const std::deque<Asking> asking = asking_doors(crowd);
    const Executor run = threads_of(threads);
    const py::gil_scoped_release released;
    crowd.crowd.step(run);
}

void move_all(WorldCrowd& crowd, unsigned threads) {
    const UsingIt using_it(crowd, kWhat);
    changed(*crowd.world);
    think(crowd, threads);
    // With the lock: nobody asks the world meanwhile.
    CollisionWorld& world = changed(*crowd.world);
    for (auto& [id, agent] : crowd.agents) {
        const ObstacleId me = crowd.obstacle(id);
        const MoverStep moved = step_mover({world, {.obstacles = {&me, 1}}},
                                           agent.bodies,
                                           crowd.crowd.state(AgentId(id)),
                                           crowd.crowd.input(AgentId(id)),
                                           agent.mover);
        agent.problem = moved.problem;
        crowd.crowd.set_state(AgentId(id), moved.state);
        if (world.holds(me)) {
            world.place(me, moved.state.position);
        }
    }
}

py::array step(WorldCrowd& crowd, unsigned threads) {
    move_all(crowd, threads);
    return positions(crowd);
}

py::array find_inputs(WorldCrowd& crowd, unsigned threads) {
    {
        const UsingIt using_it(crowd, kWhat);
        think(crowd, threads);
    }
    return inputs(crowd);
}

void set_states(WorldCrowd& crowd, py::handle states, py::handle ids) {
    const UsingIt using_it(crowd, kWhat);
    const std::vector<std::uint32_t> which = ids_of(crowd, ids);
    const MoverStates from("states", states);
    common_rows("states", from.size(), false, "ids", which.size(), false);
    CollisionWorld& world = changed(*crowd.world);
    for (std::size_t i = 0; i < which.size(); ++i) {
        crowd.crowd.set_state(AgentId(which[i]), from.all[i]);
        if (world.holds(crowd.obstacle(which[i]))) {
            world.place(crowd.obstacle(which[i]), from.all[i].position);
        }
    }
}

using CrowdClass = py::class_<WorldCrowd, std::shared_ptr<WorldCrowd>>;

void add_arrays(CrowdClass& type) {
    type.def_property_readonly(
            "ids",
            &ids,
            R"(The numbers of all agents: (N,) uint32, ascending. All arrays have this order.

>>> halfspace.Crowd(world).ids
array([], dtype=uint32))")
        .def_property_readonly("positions",
                               &positions,
                               R"(Where the agents are: (N, 3) [units], a copy.

>>> halfspace.Crowd(world).positions.shape
(0, 3))")
        .def_property_readonly(
            "states",
            &states,
            R"(The states of the agents' movers: (N,) of mover_state_dtype, a copy.

>>> halfspace.Crowd(world).states.shape
(0,))")
        .def_property_readonly("status",
                               &statuses,
                               R"(What each agent does: (N,) uint8, numbers of FollowStatus.

>>> halfspace.Crowd(world).status
array([], dtype=uint8))")
        .def_property_readonly("problems",
                               &problems,
                               R"(Codes of the last step, as of step_movers: (N,) uint8.

>>> halfspace.Crowd(world).problems
array([], dtype=uint8))");
}

}  // namespace

void add_crowds(py::module_& module) {
    const CrowdOptions defaults;
    CrowdClass type(module,
                    "Crowd",
                    R"(Agents that walk to their goals in a world, and avoid each other (ORCA).

Each agent is an obstacle of the world, so step lets no two walk into each other: the agent i is the obstacle first_obstacle + i,
until it is removed. Obstacles with these numbers belong to the crowd; remove the agents before you drop it.
horizon, border_horizon: so long before a contact agents begin to avoid others, and borders [s].
neighbour_distance: who is farther away does not count [units, to 2^20]. max_neighbours: so many of the
nearest count. gap: the distance that they keep, if they can [units, to 2^20]. Raises ValueError for a number
out of its range. A crowd is used by one thread at a time, else it raises RuntimeError. The same agents go the same
ways on every machine and with any number of threads.

>>> crowd = halfspace.Crowd(halfspace.World(example))
>>> ids = crowd.add(floors, [(64, 200, 24), (64, 300, 24)])
>>> crowd.go_to([(400, 300, 24), (400, 200, 24)])
>>> for step in range(300):
...     positions = crowd.step()
>>> [halfspace.FollowStatus(int(status)).name for status in crowd.status]
['ARRIVED', 'ARRIVED'])");
    type.def(py::init(&make_crowd),
             "world"_a.none(false),
             py::kw_only(),
             "horizon"_a = defaults.horizon,
             "border_horizon"_a = defaults.border_horizon,
             "neighbour_distance"_a = defaults.neighbour_distance,
             "max_neighbours"_a = defaults.max_neighbours,
             "gap"_a = defaults.gap,
             "first_obstacle"_a = 0)
        .def("__len__", [](const WorldCrowd& crowd) { return crowd.agents.size(); })
        .def("__repr__",
             [](const WorldCrowd& crowd) {
                 return "<halfspace.Crowd: " + std::to_string(crowd.agents.size()) + " agents>";
             })
        .def("add",
             &add_agents,
             "mesh"_a.none(false),
             "states"_a,
             py::kw_only(),
             "stand"_a = py::none(),
             "mover"_a = MoverOptions(),
             "follow"_a = FollowOptions(),
             "route"_a = NamedRouteOptions(),
             "doors"_a = py::none(),
             R"(Adds agents without a goal, and their obstacles to the world.

mesh: of their body; a crowd may mix bodies. states: positions (K, 3) [units], or (K,) of
mover_state_dtype. stand: the body that stands, if the mesh is that of a crouching body. The rest: as of
PathFollowers.
The states are taken as they are: it is not checked that a body has room there, that a floor is below, that
the mesh is that of the body that moves, or that two agents stand apart. Agents added in one place overlap
until they part; an agent without a floor below falls for ever.
Returns their ids: (K,) uint32; ids of removed agents are given again. Raises ValueError for a mesh of
another level, and for an id whose obstacle the world has.

>>> halfspace.Crowd(halfspace.World(example)).add(floors, [(64, 200, 24), (64, 300, 24)])
array([0, 1], dtype=uint32))")
        .def("remove",
             &remove_agents,
             "ids"_a,
             R"(Removes agents and their obstacles. Raises IndexError for an id that is no agent.

>>> crowd = halfspace.Crowd(halfspace.World(example))
>>> crowd.remove(crowd.add(floors, [(64, 256, 24)]))
>>> len(crowd)
0)")
        .def("go_to",
             &go_to,
             "goals"_a,
             "ids"_a = py::none(),
             R"(Sends agents to places of their meshes.

goals: K places, one for all, or a DistanceField, which finds the ways of hundreds in the time of one.
ids: K agents; None: all. Raises ValueError for a goal that is not on the mesh of its agent, IndexError for
an id that is no agent.

>>> crowd = halfspace.Crowd(halfspace.World(example))
>>> ids = crowd.add(floors, [(64, 200, 24), (64, 300, 24)])
>>> crowd.go_to(floors.field((1200, 256, 24)))
>>> crowd.status
array([1, 1], dtype=uint8))")
        .def(
            "stop",
            &stop,
            "ids"_a = py::none(),
            R"(Forgets the goals of agents: they stand. ids: None for all. Raises IndexError as go_to.

>>> halfspace.Crowd(world).stop())")
        .def("step",
             &step,
             "threads"_a = 1u,
             R"(Moves all agents by one step: finds their controls, then each mover makes its step.

threads: for the controls. Returns their positions: (N, 3) [units]. Raises RuntimeError while another
thread asks the world.

>>> halfspace.Crowd(world).step().shape
(0, 3))")
        .def(
            "inputs",
            &find_inputs,
            "threads"_a = 1u,
            R"(Finds the controls of all agents for one step and moves nobody: (N,) of mover_input_dtype.

For programs that make the steps themselves, and then call set_states; Doors.step_movers(crowd.states,
crowd.inputs(), themselves=crowd.ids) is one. threads: 0 for all. Raises RuntimeError while another thread
uses the crowd.

>>> halfspace.Crowd(world).inputs().shape
(0,))")
        .def("set_states",
             &set_states,
             "states"_a,
             "ids"_a = py::none(),
             R"(Tells where movers are, and moves their obstacles there.

states: (K,) of mover_state_dtype, or positions (K, 3) [units]. ids: None for all. Raises ValueError for
another number of rows and for a state that no mover has, IndexError as go_to.

>>> crowd = halfspace.Crowd(halfspace.World(example))
>>> ids = crowd.add(floors, [(64, 200, 24)])
>>> crowd.set_states([(64, 300, 24)])
>>> crowd.positions
array([[ 64., 300.,  24.]]))");
    add_arrays(type);
}

void add_nav(py::module_& module) {
    add_nav_options(module);
    LevelMeshClass meshes = add_nav_meshes(module);
    add_nav_doors(module, meshes);
    add_nav_ways(module, meshes);
    add_nav_followers(module);
    add_crowds(module);
}

}  // namespace halfspace::python
