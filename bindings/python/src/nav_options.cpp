// SPDX-License-Identifier: MIT
// Options of routes and followers, and the numbers that name kinds of links and what a follower
// does.
#include "halfspace/agents/path_follower.h"
#include "halfspace/level/nav_records.h"

#include "nav.h"
#include "nav_arguments.h"
#include "options.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace halfspace::python {
namespace {

constexpr std::array<const char*, kNavLinkKinds> kKinds = {
    "WALK", "DROP", "JUMP", "CHANCE", "TELEPORT", "PUSH", "LADDER", "DRAWN", "LIFT"};
constexpr std::array kStatuses = {"IDLE", "FOLLOWING", "ARRIVED", "STUCK", "UNREACHABLE"};

py::object kinds_of(std::uint32_t bits, const py::object& kind) {
    py::set kinds;
    for (std::uint32_t k = 0; k < kNavLinkKinds; ++k) {
        if ((bits >> k & 1) != 0) {
            kinds.add(kind(k));
        }
    }
    return py::frozenset(kinds);
}

std::uint32_t bits_of(const py::iterable& kinds) {
    std::uint32_t bits = 0;
    for (const py::handle kind : kinds) {
        if (PyIndex_Check(kind.ptr()) == 0) {
            throw py::type_error("links must be LinkKinds");
        }
        const auto number = py::int_(py::reinterpret_borrow<py::object>(kind)).cast<std::int64_t>();
        if (number < 0 || number >= kNavLinkKinds) {
            throw py::value_error("links has " + std::to_string(number) + ", which is no LinkKind");
        }
        bits |= 1u << number;
    }
    return bits;
}

void check(const NamedRouteOptions& given) {
    const RouteOptions& o = given.options;
    need(o.speed >= 1e-6 && o.speed <= 1e9, "speed", "from 1e-6 to 1e9");
    need(o.run_speed >= 0, "run_speed", "at least 0");
    need(o.max_drop >= 0, "max_drop", "at least 0");
    const std::pair<const char*, double> costs[] = {{"water_cost", o.water_cost},
                                                    {"slime_cost", o.slime_cost},
                                                    {"lava_cost", o.lava_cost},
                                                    {"crouch_cost", o.crouch_cost}};
    for (const auto& [name, cost] : costs) {
        need(cost >= 1, name, "at least 1");
    }
    for (const auto& [area, cost] : given.area_costs) {
        need(cost >= 1, "area_costs of '" + area + "'", "at least 1");
    }
}

void check_follow(const FollowOptions& o) {
    need(o.speed >= 0 && o.speed <= 1, "speed", "from 0 to 1");
    check_size("clearance", o.clearance);
    check_positive_size("goal_radius", o.goal_radius);
    check_positive_size("lost_radius", o.lost_radius);
    need(o.stuck_seconds > 0 && std::isfinite(o.stuck_seconds),
         "stuck_seconds",
         "finite and above 0");
    check_size("find_radius", o.find_radius);
}

template <double RouteOptions::* Member>
void add_number(py::class_<NamedRouteOptions>& type, const char* name, const char* text) {
    type.def_property(
        name,
        [](const NamedRouteOptions& o) { return o.options.*Member; },
        [](NamedRouteOptions& o, double number) { o.options.*Member = number; },
        text);
}

void add_route_options(py::module_& module) {
    auto type = py::class_<NamedRouteOptions>(
        module,
        "RouteOptions",
        R"(Which ways a route may take, and what they cost. Each option may be given by its name, and read and
set later.

speed: over the ground [units/s]. run_speed: links that need more are not taken. links: a set of
LinkKind; MOVER_LINKS by default. max_drop [units]. water_cost, slime_cost, lava_cost: how much more a
way counts there than on dry floor [1 to inf; inf: never enter it]. crouch_cost: the same on low floor,
for a mover that stands elsewhere. area_costs: a dict of names of areas and costs; others keep the
cost that the level gives them. do_shorten: False for routes that are found sooner and cost up to 2
percent more in the mean. max_nodes: of each search; a node takes about 80 bytes.
Raises ValueError for a number out of its range, TypeError for a name that there is not.

>>> options = halfspace.RouteOptions(links=halfspace.MOVER_LINKS - {halfspace.LinkKind.JUMP})
>>> options.slime_cost, len(options.links)
(10.0, 4))");
    add_constructor(type, "RouteOptions", check);
    add_number<&RouteOptions::speed>(
        type, "speed", "The speed over the ground [units/s, 1e-6 to 1e9].");
    add_number<&RouteOptions::run_speed>(
        type, "run_speed", "Links that need a higher speed are not taken [units/s, at least 0].");
    add_number<&RouteOptions::max_drop>(
        type, "max_drop", "How deep a drop may be [units, at least 0].");
    add_number<&RouteOptions::water_cost>(
        type, "water_cost", "How much more a way counts in water [1 to inf; inf: never enter it].");
    add_number<&RouteOptions::slime_cost>(
        type, "slime_cost", "How much more a way counts in slime [1 to inf; inf: never enter it].");
    add_number<&RouteOptions::lava_cost>(
        type, "lava_cost", "How much more a way counts in lava [1 to inf; inf: never enter it].");
    add_number<&RouteOptions::crouch_cost>(
        type,
        "crouch_cost",
        "How much longer a way takes where the mover must crouch [1 to inf; inf: never enter it].");
    type.def_property(
            "links",
            [kind = module.attr("LinkKind").cast<py::object>()](const NamedRouteOptions& o) {
                return kinds_of(o.options.links, kind);
            },
            [](NamedRouteOptions& o, const py::iterable& kinds) {
                o.options.links = bits_of(kinds);
            },
            "The LinkKinds that it may take: a frozenset. Any iterable may be set.")
        .def_property(
            "do_shorten",
            [](const NamedRouteOptions& o) { return o.options.do_shorten; },
            [](NamedRouteOptions& o, bool is_on) { o.options.do_shorten = is_on; },
            "True: each part on foot is a shortest path. False: found sooner, a little longer.")
        .def_property(
            "max_nodes",
            [](const NamedRouteOptions& o) { return o.options.max_nodes; },
            [](NamedRouteOptions& o, std::uint64_t most) {
                o.options.max_nodes = checked_nodes(most);
            },
            "How many nodes a search may look at [1 to 2^31]; one that needs more raises Error.")
        .def_readwrite(
            "area_costs",
            &NamedRouteOptions::area_costs,
            "Costs of areas by their names: a dict, a copy. Others keep the level's cost.");
}

void add_follow_options(py::module_& module) {
    auto type = py::class_<FollowOptions>(
        module,
        "FollowOptions",
        R"(How a follower goes its route. Each option may be given by its name, and read and set later.

speed: the part of the mover's full speed [0 to 1]. The lengths are at most 2^20. clearance: the distance
that is kept from borders where a way turns [units]. goal_radius: so near the goal it has arrived [units].
lost_radius: so far beside its way it goes straight to the next point [units]. stuck_seconds: without
progress for so long, it is stuck [s]. find_radius: how far from the mesh it finds back [units]. crouches: the mesh is that
of the mover's crouching body, and it stands where it can.
Raises ValueError for a number out of its range, TypeError for a name that there is not.

>>> halfspace.FollowOptions(goal_radius=16).goal_radius
16.0)");
    add_constructor(type, "FollowOptions", check_follow);
    static constexpr NumberField<FollowOptions> kNumbers[] = {
        {"speed", &FollowOptions::speed, "The part of the mover's full speed [0 to 1]."},
        {"clearance",
         &FollowOptions::clearance,
         "The distance that is kept from borders where a way turns [units, 0 to 2^20]."},
        {"goal_radius",
         &FollowOptions::goal_radius,
         "So near the goal it has arrived [units, above 0, to 2^20]. In a crowd: more, as others "
         "stand there."},
        {"lost_radius",
         &FollowOptions::lost_radius,
         "So far beside its way it goes straight to the next point [units, above 0, to 2^20]."},
        {"stuck_seconds",
         &FollowOptions::stuck_seconds,
         "Without progress for so long it is stuck [s, above 0]."},
        {"find_radius",
         &FollowOptions::find_radius,
         "How far from the mesh it finds back to it [units, 0 to 2^20]."}};
    add_numbers<FollowOptions>(type, kNumbers);
    type.def_readwrite(
        "crouches",
        &FollowOptions::crouches,
        "True: the mesh is that of the mover's crouching body, and it stands where it can.");
}

}  // namespace

std::uint32_t checked_nodes(std::uint64_t max_nodes) {
    need(max_nodes >= 1 && max_nodes <= 1u << 31u, "max_nodes", "from 1 to 2^31");
    return static_cast<std::uint32_t>(max_nodes);
}

RouteOptions options_for(const LevelMesh& mesh,
                         const NamedRouteOptions& given,
                         const Doors& doors,
                         std::vector<double>& costs) {
    check(given);
    RouteOptions options = given.options;
    options.doors = state_of(doors, mesh);
    if (!given.area_costs.empty()) {
        const std::span<const NavArea> areas = mesh.mesh.areas();
        for (const NavArea& area : areas) {
            costs.push_back(area.cost);
        }
        for (const auto& [name, cost] : given.area_costs) {
            const auto found = std::ranges::find(areas, name, &NavArea::name);
            if (found == areas.end()) {
                std::string all;
                for (const NavArea& area : areas) {
                    all += (all.empty() ? "" : ", ") + area.name;
                }
                throw py::key_error("area_costs has '" + name + "'; the level has " +
                                    (all.empty() ? "no areas" : "the areas " + all));
            }
            costs[static_cast<std::size_t>(found - areas.begin())] = cost;
        }
        options.area_costs = costs;
    }
    return options;
}

FollowOptions options_for(const LevelMesh& mesh,
                          const FollowOptions& follow,
                          const NamedRouteOptions& route,
                          const Doors& doors,
                          std::vector<double>& costs) {
    check_follow(follow);
    FollowOptions options = follow;
    options.route = options_for(mesh, route, doors, costs);
    return options;
}

void add_nav_options(py::module_& module) {
    module.attr("LinkKind") =
        int_enum("LinkKind", kKinds, R"(How a mover goes a link of a navigation mesh.

WALK: it walks on, over a step. DROP: it walks on and falls. JUMP: it jumps, onto a wall or over a gap.
CHANCE: as these, but only by chance: nobody should plan with it. TELEPORT: it touches a teleporter. PUSH: a
trigger throws it. LADDER: it climbs. DRAWN: the designer says that there is a way. LIFT: it rides.

>>> bool((floors.links["kind"] == halfspace.LinkKind.DROP).any())
True)");
    module.attr("FollowStatus") =
        int_enum("FollowStatus", kStatuses, R"(What a follower or an agent does.

IDLE: it has no goal. FOLLOWING: it is on its way. ARRIVED: it is at the goal, and stays there. STUCK: it has
made no progress for stuck_seconds; it has taken a new route and goes on to try. UNREACHABLE: no way leads to
the goal, or no place of the mesh is near; it stands and looks again.

>>> halfspace.FollowStatus(int(halfspace.PathFollowers(floors, 1).status[0])).name
'IDLE')");
    module.attr("MOVER_LINKS") = kinds_of(kMoverLinks, module.attr("LinkKind"));
    module.attr("GAME_LINKS") = kinds_of(kGameLinks, module.attr("LinkKind"));
    add_route_options(module);
    add_follow_options(module);
}

}  // namespace halfspace::python
