// SPDX-License-Identifier: MIT
// Followers of routes: the controls of N movers, each on its own.
#include "halfspace/agents/path_follower.h"
#include "halfspace/move/mover.h"

#include "nav.h"
#include "nav_arguments.h"

#include <vector>

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

struct Followers : Counted {
    std::shared_ptr<LevelMesh> of;
    Doors doors;
    std::vector<double> area_costs;  // to which the followers refer
    MoverOptions mover;
    std::vector<PathFollower> all;
};

constexpr const char* kWhat = "a PathFollowers";

std::shared_ptr<Followers> make_followers(const std::shared_ptr<LevelMesh>& mesh,
                                          std::size_t count,
                                          const MoverOptions& mover,
                                          const FollowOptions& follow,
                                          const NamedRouteOptions& route,
                                          const Doors& doors) {
    check(mover);
    auto made = std::make_shared<Followers>();
    made->of = mesh;
    made->doors = doors;
    made->mover = mover;
    const FollowOptions options = options_for(*mesh, follow, route, doors, made->area_costs);
    made->all.assign(count, PathFollower(options));
    return made;
}

py::array statuses(const Followers& followers) {
    std::vector<std::uint8_t> numbers;
    {
        // Not while numpy copies: it gives the lock back, and others would be refused.
        const UsingIt using_it(followers, kWhat);
        for (const PathFollower& follower : followers.all) {
            numbers.push_back(static_cast<std::uint8_t>(follower.status()));
        }
    }
    return moved_array(std::move(numbers), py::dtype::of<std::uint8_t>());
}

void send_to(Followers& followers,
             py::handle positions,
             py::handle goals,
             py::handle rows,
             unsigned threads) {
    const UsingIt using_it(followers, kWhat);
    const auto which = Numbers::or_all("rows", rows, followers.all.size());
    const MoverStates from("positions", positions);
    common_rows("positions", from.size(), false, "rows", which.size(), false);
    which.check_once();
    const NavMesh& mesh = followers.of->mesh;
    const Asking asking(followers.doors.get());
    const auto send = [&](const auto& goal, const DistanceField* field) {
        for_each_row(which.size(), 256, threads, [&](std::size_t i) {
            followers.all[which[i]].go_to(
                mesh, from.all[i].position, goal(i), thread_scratch(), followers.mover, field);
        });
    };
    if (const auto field = field_of(goals, *followers.of, followers.doors)) {
        send([&](std::size_t) { return *field->field.goal(); }, &field->field);
    } else {
        const Places places("goals", goals, mesh, threads);
        common_rows("goals", places.size(), places.is_one(), "rows", which.size(), false);
        send([&](std::size_t i) { return places[i]; }, nullptr);
    }
}

py::array go_to(Followers& followers,
                py::handle positions,
                py::handle goals,
                py::handle rows,
                unsigned threads) {
    send_to(followers, positions, goals, rows, threads);
    return statuses(followers);
}

void stop(Followers& followers, py::handle rows) {
    const UsingIt using_it(followers, kWhat);
    const auto which = Numbers::or_all("rows", rows, followers.all.size());
    for (std::size_t i = 0; i < which.size(); ++i) {
        followers.all[which[i]].stop();
    }
}

py::object find_inputs(Followers& followers, py::handle states, py::handle out, unsigned threads) {
    const UsingIt using_it(followers, kWhat);
    const MoverStates from("states", states);
    common_rows("states", from.size(), false, "the PathFollowers", followers.all.size(), false);
    const Asking asking(followers.doors.get());
    return answer_rows<MoverInput>(
        {from.size(), from.is_one, threads, 64, out}, mover_input_dtype(), [&](std::size_t i) {
            return followers.all[i].step(
                followers.of->mesh, from.all[i], thread_scratch(), followers.mover);
        });
}

py::array points(const Followers& followers, py::handle number) {
    const std::uint32_t row = number_of("row", number, things(followers.all.size()));
    std::vector<RoutePoint> left;
    {
        const UsingIt using_it(followers, kWhat);
        for (const FollowPoint& point : followers.all[row].points()) {
            left.push_back({point.position, point.polygon, point.link});
        }
    }
    return moved_array(std::move(left), nav_route_point_dtype());
}

}  // namespace

std::shared_ptr<const GoalField> field_of(py::handle goal,
                                          const LevelMesh& mesh,
                                          const Doors& doors) {
    if (!py::isinstance<GoalField>(goal)) {
        return nullptr;
    }
    auto field = goal.cast<std::shared_ptr<GoalField>>();
    check_current(*field);
    if (&field->of->mesh.data() != &mesh.mesh.data()) {
        throw py::value_error("goals is a field of another mesh");
    }
    if (field->doors != doors) {
        throw py::value_error("goals is a field with another NavDoorState");
    }
    return field;
}

void add_nav_followers(py::module_& module) {
    py::class_<Followers, std::shared_ptr<Followers>>(
        module,
        "PathFollowers",
        R"(Followers of routes: they give the controls of N movers, each on its own. A Crowd avoids others, too.

mesh: of the movers' body. count: N. mover: the options of step_movers. follow, route: how they go, and
which ways they take; lifts are not among them. doors: a NavDoorState; when a door is set, they take
another way. The followers of one object are used by one thread at a time, else they raise RuntimeError.

>>> followers = halfspace.PathFollowers(floors, 1)
>>> states = halfspace.movers_at([(64, 256, 24)])
>>> status = followers.go_to(states, (300, 256, 24))
>>> for step in range(200):
...     states, codes = example.step_movers(states, followers.inputs(states))
>>> halfspace.FollowStatus(int(followers.status[0])).name, states["position"].round()[0, 0]
('ARRIVED', 300.0))")
        .def(py::init(&make_followers),
             "mesh"_a.none(false),
             "count"_a,
             py::kw_only(),
             "mover"_a = MoverOptions(),
             "follow"_a = FollowOptions(),
             "route"_a = NamedRouteOptions(),
             "doors"_a = py::none())
        .def("__len__", [](const Followers& followers) { return followers.all.size(); })
        .def("__repr__",
             [](const Followers& followers) {
                 return "<halfspace.PathFollowers: " + std::to_string(followers.all.size()) + ">";
             })
        .def_property_readonly("status",
                               &statuses,
                               R"(What each follower does: (N,) uint8, numbers of FollowStatus.

>>> halfspace.PathFollowers(floors, 2).status.tolist() == [halfspace.FollowStatus.IDLE] * 2
True)")
        .def("go_to",
             &go_to,
             "positions"_a,
             "goals"_a,
             py::kw_only(),
             "rows"_a = py::none(),
             "threads"_a = 1u,
             R"(Finds a route for each follower, and begins to follow it.

positions: of the movers, (K, 3) [units], or (K,) of mover_state_dtype. goals: K places, one for all, or
a DistanceField of this mesh. rows: K integers, which followers; None: all.
Returns the status of all. Raises ValueError for another shape, a goal that is not on the mesh;
IndexError for a follower that there is not.

>>> followers = halfspace.PathFollowers(floors, 2)
>>> followers.go_to([(64, 256, 24), (96, 256, 24)], (600, 256, 24))
array([1, 1], dtype=uint8))")
        .def(
            "stop",
            &stop,
            "rows"_a = py::none(),
            R"(Forgets the goals of all followers, or of those in `rows`: they stand. Raises IndexError for a
follower that there is not.

>>> followers = halfspace.PathFollowers(floors, 2)
>>> followers.stop([1]))")
        .def("inputs",
             &find_inputs,
             "states"_a,
             py::kw_only(),
             "out"_a = py::none(),
             "threads"_a = 1u,
             R"(The controls of all movers for one step.

states: (N,) of mover_state_dtype, after the last step. out: (N,) of mover_input_dtype, for the answers.
Returns (N,) of mover_input_dtype. Raises ValueError for another number of rows, and for a state that no
mover has.

>>> followers = halfspace.PathFollowers(floors, 1)
>>> followers.inputs(halfspace.movers_at([(64, 256, 24)]))["forward"]
array([0], dtype=int8))")
        .def("points",
             &points,
             "row"_a,
             R"(What is still before a follower, the goal last: (M,) of nav_route_point_dtype.

Raises IndexError for a follower that there is not.

>>> followers = halfspace.PathFollowers(floors, 1)
>>> status = followers.go_to([(64, 256, 24)], (600, 256, 24))
>>> followers.points(0)["position"][-1]
array([600., 256.,  24.]))");
}

}  // namespace halfspace::python
