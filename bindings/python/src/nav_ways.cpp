// SPDX-License-Identifier: MIT
// Ways over a navigation mesh: rays, borders, paths, routes.
#include "halfspace/nav/locate.h"
#include "halfspace/nav/route_bound.h"
#include "halfspace/nav/walls.h"

#include "geometry.h"
#include "lists.h"
#include "nav.h"
#include "nav_arguments.h"

#include <cstddef>

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

// The largest coordinate that rays go to, and of bounds.
constexpr double kMaxRay = 0x1p40;
constexpr double kMaxBounded = 0x1p24;
// A search counts as so many questions: so each gives the lock back.
constexpr std::size_t kSearch = 64;
// As a bound takes much longer, few of them are one task.
constexpr std::size_t kBound = 256;

struct RayRow {
    std::uint32_t polygon;
    std::uint32_t hit;  // a bool and zeros
    Vec3 position;
    std::uint32_t wall_polygon;
    std::uint32_t wall_corner;
};

struct WallRow {
    double distance = kInfinity;
    Vec3 position = {PlaceRow::kNan, PlaceRow::kNan, PlaceRow::kNan};
    std::uint32_t polygon = kNone;
    std::uint32_t corner = 0;
};

static_assert(sizeof(RoutePoint) == 32);

const py::dtype& nav_ray_dtype() {
    return record_dtype<RayRow>({{"polygon", "u4", offsetof(RayRow, polygon)},
                                 {"hit", "?", offsetof(RayRow, hit)},
                                 {"position", "(3,)f8", offsetof(RayRow, position)},
                                 {"wall_polygon", "u4", offsetof(RayRow, wall_polygon)},
                                 {"wall_corner", "u4", offsetof(RayRow, wall_corner)}});
}

const py::dtype& nav_wall_dtype() {
    return record_dtype<WallRow>({{"distance", "f8", offsetof(WallRow, distance)},
                                  {"position", "(3,)f8", offsetof(WallRow, position)},
                                  {"polygon", "u4", offsetof(WallRow, polygon)},
                                  {"corner", "u4", offsetof(WallRow, corner)}});
}

WallRow row_of(const NavWall& wall) {
    return {wall.distance, wall.place.position, wall.edge.polygon.value, wall.edge.corner};
}

py::object reachable(const LevelMesh& mesh,
                     py::handle start,
                     py::handle end,
                     const Doors& doors,
                     py::handle out,
                     unsigned threads) {
    const NavDoorState* const state = state_of(doors, mesh);
    const PlacePairs pairs(start, end, mesh.mesh, threads);
    const Asking asking(doors.get());
    return answer_rows<bool>({pairs.size(), pairs.is_one(), threads, 1, out}, [&](std::size_t i) {
        const NavEnds ends = pairs[i];
        return is_reachable(mesh.mesh, ends.from.polygon, ends.to.polygon, state);
    });
}

py::object rays(const LevelMesh& mesh,
                py::handle start,
                py::handle end,
                const Doors& doors,
                py::handle out,
                unsigned threads) {
    const NavDoorState* const state = state_of(doors, mesh);
    const Places from("start", start, mesh.mesh, threads);
    const Rows to_rows("end", end, 3);
    const auto goals = to_rows.as<Vec3>();
    check_within("end", to_rows, kMaxRay);
    const std::size_t count = common_rows("start", from, "end", to_rows);
    const bool is_one = from.is_one() && to_rows.is_one();
    const Asking asking(doors.get());
    return answer_rows<RayRow>(
        {count, is_one, threads, 4, out, {to_rows.array()}}, nav_ray_dtype(), [&](std::size_t i) {
            const NavRayHit hit =
                raycast(mesh.mesh, from[i], goals[to_rows.is_one() ? 0 : i], {}, state);
            return RayRow{hit.end.polygon.value,
                          hit.wall.polygon.is_valid() ? 1u : 0u,
                          hit.end.position,
                          hit.wall.polygon.value,
                          hit.wall.corner};
        });
}

py::object walls(const LevelMesh& mesh,
                 py::handle places,
                 double max_distance,
                 const Doors& doors,
                 py::handle out,
                 unsigned threads) {
    check_reach("max_distance", max_distance);
    const NavDoorState* const state = state_of(doors, mesh);
    const Places from("places", places, mesh.mesh, threads);
    const Asking asking(doors.get());
    return answer_rows<WallRow>(
        {from.size(), from.is_one(), threads, 8, out}, nav_wall_dtype(), [&](std::size_t i) {
            const auto wall =
                wall_distance(mesh.mesh, from[i], max_distance, thread_scratch(), state);
            return wall ? row_of(*wall) : WallRow{};
        });
}

py::object walls_around(const LevelMesh& mesh,
                        py::handle places,
                        double max_distance,
                        const Doors& doors,
                        unsigned threads) {
    check_reach("max_distance", max_distance);
    const NavDoorState* const state = state_of(doors, mesh);
    const Places from("places", places, mesh.mesh, threads);
    const Asking asking(doors.get());
    return in_lists_with<WallRow>(
        {nav_wall_dtype()},
        {from.size(), from.is_one(), threads, 8},
        [] { return nullptr; },
        [&](std::size_t i, std::nullptr_t, std::vector<WallRow>& to) {
            for (const NavWall& wall :
                 walls_near(mesh.mesh, from[i], max_distance, thread_scratch(), state)) {
                to.push_back(row_of(wall));
            }
        });
}

// Finds an answer for each pair by `all`, and keeps it by `keep`. A single pair goes to `one`,
// which needs no memory for a batch.
template <class Answer, class One, class All, class Keep>
void search(const PlacePairs& pairs,
            std::uint32_t max_nodes,
            unsigned threads,
            const One& one,
            const All& all,
            const Keep& keep) {
    NavBatchScratch scratch;
    std::vector<NavEnds> ends;
    std::vector<Answer> answers;
    const auto keep_checked = [&](const Answer& answer) {
        if (answer.status != PathStatus::OutOfScratch) {
            keep(answer);
        }
        return answer.status != PathStatus::OutOfScratch;
    };
    std::optional<std::size_t> failed;  // the lock is not held: raise later
    in_batches({pairs.size(), kSearch},
               threads,
               [&](std::size_t begin, std::size_t count, const Executor& run) {
                   if (failed) {
                       return;
                   }
                   if (count == 1) {
                       if (!keep_checked(one(pairs[begin], thread_scratch()))) {
                           failed = begin;
                       }
                       return;
                   }
                   answers.resize(count);
                   ends.resize(count);
                   for (std::size_t i = 0; i < count; ++i) {
                       ends[i] = pairs[begin + i];
                   }
                   all(ends, answers, scratch, run);
                   for (std::size_t i = 0; i < count && !failed; ++i) {
                       if (!keep_checked(answers[i])) {
                           failed = begin + i;
                       }
                   }
               });
    if (failed) {
        raise_out_of_nodes(*failed, max_nodes);
    }
}

py::object paths(const LevelMesh& mesh,
                 py::handle start,
                 py::handle end,
                 const Doors& doors,
                 std::uint64_t max_nodes,
                 unsigned threads) {
    const PathOptions options{checked_nodes(max_nodes), state_of(doors, mesh)};
    const PlacePairs pairs(start, end, mesh.mesh, threads);
    PathRows rows;
    const Asking asking(doors.get());
    search<NavPath>(
        pairs,
        options.max_nodes,
        threads,
        [&](const NavEnds& ends, NavScratch& scratch) {
            return find_path(mesh.mesh, ends.from, ends.to, scratch, options);
        },
        [&](std::span<const NavEnds> ends,
            std::span<NavPath> to,
            NavBatchScratch& scratch,
            const Executor& run) { find_path_all(mesh.mesh, ends, to, scratch, options, run); },
        [&](const NavPath& found) { rows.add(found); });
    return rows.take(pairs.is_one());
}

py::object routes(const LevelMesh& mesh,
                  py::handle start,
                  py::handle end,
                  const NamedRouteOptions& given,
                  const Doors& doors,
                  unsigned threads) {
    std::vector<double> area_costs;
    const RouteOptions options = options_for(mesh, given, doors, area_costs);
    const PlacePairs pairs(start, end, mesh.mesh, threads);
    std::vector<double> seconds;
    std::vector<double> costs;
    std::vector<RoutePoint> points;
    std::vector<std::int64_t> offsets{0};
    const Asking asking(doors.get());
    search<NavRoute>(
        pairs,
        options.max_nodes,
        threads,
        [&](const NavEnds& ends, NavScratch& scratch) {
            return find_route(mesh.mesh, ends.from, ends.to, scratch, options);
        },
        [&](std::span<const NavEnds> ends,
            std::span<NavRoute> to,
            NavBatchScratch& scratch,
            const Executor& run) { find_route_all(mesh.mesh, ends, to, scratch, options, run); },
        [&](const NavRoute& found) {
            const bool is_found = found.status == PathStatus::Complete;
            seconds.push_back(is_found ? found.seconds : kInfinity);
            costs.push_back(is_found ? found.cost : kInfinity);
            points.insert(points.end(), found.points.begin(), found.points.end());
            offsets.push_back(static_cast<std::int64_t>(points.size()));
        });
    const auto numbers = [&](std::vector<double>& all) -> py::object {
        const py::array array = moved_array(std::move(all), py::dtype::of<double>());
        return pairs.is_one() ? array[py::int_(0)] : py::object(array);
    };
    static const auto* const kRoutes =
        new py::object(py::module_::import("halfspace._halfspace").attr("Routes"));
    return (*kRoutes)(numbers(seconds),
                      numbers(costs),
                      moved_array(std::move(points), nav_route_point_dtype()),
                      moved_array(std::move(offsets), py::dtype::of<std::int64_t>()));
}

py::object route_bounds(const LevelMesh& mesh,
                        py::handle start,
                        py::handle end,
                        double part_length,
                        const NamedRouteOptions& given,
                        const Doors& doors,
                        py::handle out,
                        unsigned threads) {
    need(part_length > 0, "part_length", "above 0");
    std::vector<double> area_costs;
    const RouteOptions options = options_for(mesh, given, doors, area_costs);
    const PlacePairs pairs(start, end, mesh.mesh, threads);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const NavEnds ends = pairs[i];
        if (!is_within(ends.from.position, kMaxBounded) ||
            !is_within(ends.to.position, kMaxBounded)) {
            throw py::value_error("start or end is beyond 2^24" + in_row(i, pairs.is_one()));
        }
    }
    const Asking asking(doors.get());
    std::atomic<std::size_t> failed = pairs.size();
    const py::object bounds = answer_rows<double>(
        {pairs.size(), pairs.is_one(), threads, kBound, out}, [&](std::size_t i) {
            const NavEnds ends = pairs[i];
            const RouteBound bound =
                bound_routes(mesh.mesh, ends.from, ends.to, thread_scratch(), part_length, options);
            if (bound.status == PathStatus::OutOfScratch) {
                lower_to(failed, i);
            }
            return bound.cost;
        });
    if (failed < pairs.size()) {
        raise_out_of_nodes(failed, options.max_nodes);
    }
    return bounds;
}

}  // namespace

const py::dtype& nav_route_point_dtype() {
    return record_dtype<RoutePoint>({{"position", "(3,)f8", offsetof(RoutePoint, position)},
                                     {"polygon", "u4", offsetof(RoutePoint, polygon)},
                                     {"link", "u4", offsetof(RoutePoint, link)}});
}

void add_nav_ways(py::module_& module, LevelMeshClass& type) {
    module.attr("nav_ray_dtype") = nav_ray_dtype();
    module.attr("nav_wall_dtype") = nav_wall_dtype();
    module.attr("nav_route_point_dtype") = nav_route_point_dtype();
    const py::object named = py::module_::import("collections").attr("namedtuple");
    module.attr("Paths") = named("Paths",
                                 "lengths points offsets polygons polygon_offsets",
                                 py::arg("module") = "halfspace");
    module.attr("Routes") =
        named("Routes", "seconds costs points offsets", py::arg("module") = "halfspace");
    type.def("reachable",
             &reachable,
             "start"_a,
             "end"_a,
             py::kw_only(),
             "doors"_a = py::none(),
             "out"_a = py::none(),
             "threads"_a = 1u,
             R"(True where a path leads from start to end. It costs nearly nothing.

start, end: N places each, or one for all. doors: a NavDoorState; closed doors are walls. out: (N,) bool,
for the answers.
Returns (N,) bool, or one. Raises ValueError for a place that is not on the mesh, and for doors of
another mesh.

>>> floors.reachable((64, 256, 24), [(96, 256, 24), (1200, 256, 24)])
array([ True,  True]))")
        .def(
            "rays",
            &rays,
            "start"_a,
            "end"_a,
            py::kw_only(),
            "doors"_a = py::none(),
            "out"_a = py::none(),
            "threads"_a = 1u,
            R"(Goes straight in x and y from each start towards end, along the surface, until a border stops it.

start: N places, or one for all. end: (N, 3), or (3,) for one or for all [units]; z does not count. doors,
errors: as of reachable. out: (N,) of nav_ray_dtype, for the answers.
Returns (N,) of nav_ray_dtype, or one record: where it ends, position on polygon. hit: a border stops
it, the edge from wall_corner of wall_polygon to the next corner.

>>> ray = floors.rays((64, 256, 24), (64, 900, 24))
>>> bool(ray["hit"]), float(ray["position"][1])
(True, 497.0))")
        .def("walls",
             &walls,
             "places"_a,
             py::kw_only(),
             "max_distance"_a = kInfinity,
             "doors"_a = py::none(),
             "out"_a = py::none(),
             "threads"_a = 1u,
             R"(The border of the mesh that is nearest to each place along the surface.

places: N of them, or one. max_distance [units]. doors, errors: as of reachable. out: (N,) of
nav_wall_dtype, for the answers.
Returns (N,) of nav_wall_dtype, or one record: distance seen from above [units]; position of the
border's nearest point; the edge from `corner` of `polygon` to the next corner. Without a border the
distance is infinite and the polygon 2^32 - 1.

>>> float(floors.walls((64, 256, 24))["distance"])
49.0)")
        .def("walls_around",
             &walls_around,
             "places"_a,
             "max_distance"_a,
             py::kw_only(),
             "doors"_a = py::none(),
             "threads"_a = 1,
             R"(All borders of the mesh within max_distance around each place, the nearest first.

places, doors, errors: as of walls. Returns for one place (K,) of nav_wall_dtype; for many the tuple
(starts, walls): place i has walls[starts[i]:starts[i + 1]]; starts: (N + 1,) int64.

>>> starts, near = floors.walls_around([(64, 256, 24)], 100)
>>> float(near["distance"][0]), int(starts[-1]) == len(near)
(49.0, True))")
        .def(
            "paths",
            &paths,
            "start"_a,
            "end"_a,
            py::kw_only(),
            "doors"_a = py::none(),
            "max_nodes"_a = std::uint64_t{PathOptions().max_nodes},
            "threads"_a = 1u,
            R"(The shortest path from each start to end, on foot: exactly the shortest one (Polyanya).

start, end: N places each, or one for all. doors: a NavDoorState; closed doors are walls. max_nodes: of
each search; a node takes about 80 bytes.
Returns Paths. lengths: (N,) seen from above [units], or one number; infinite where no path leads. points:
of all paths one after the other, (M, 3) [units]; path i has points[offsets[i]:offsets[i + 1]], none
where no path leads. polygons, polygon_offsets: likewise the polygons that each path goes through.
Raises ValueError for a place that is not on the mesh, and for doors of another mesh; Error for a search
that needs more nodes.

>>> paths = floors.paths((64, 256, 24), [(96, 256, 24), (600, 256, 24)])
>>> paths.lengths.shape, paths.points[paths.offsets[0] : paths.offsets[1]].tolist()
((2,), [[64.0, 256.0, 24.0], [96.0, 256.0, 24.0]]))")
        .def("routes",
             &routes,
             "start"_a,
             "end"_a,
             py::kw_only(),
             "options"_a = NamedRouteOptions(),
             "doors"_a = py::none(),
             "threads"_a = 1u,
             R"(A quick route from each start to end, also over drops, jumps and other links.

start, end, doors, errors: as of paths. options: which links, and what liquids and areas cost.
Returns Routes. seconds: (N,) [s], or one number; costs: the seconds with all costs; both infinite where
no route leads. points: of all routes one after the other, (M,) of nav_route_point_dtype: position,
polygon, and the link that leads to the next point, 2^32 - 1: one walks there. Route i has
points[offsets[i]:offsets[i + 1]].

>>> routes = floors.routes((64, 256, 24), (1200, 256, 24))
>>> round(float(routes.seconds), 2), routes.points["position"][:, 0]
(3.57, array([  64.,  231.,  261., 1200.])))")
        .def(
            "route_bounds",
            &route_bounds,
            "start"_a,
            "end"_a,
            py::kw_only(),
            "part_length"_a = 16.0,
            "options"_a = NamedRouteOptions(),
            "doors"_a = py::none(),
            "out"_a = py::none(),
            "threads"_a = 1u,
            R"(A cost that no route is below, for each start and end. So routes.costs / bounds says how good routes are.

part_length: edges are parted to such a length [units, above 0]. A shorter one gives a higher bound; half
of it takes up to four times as long. out: (N,) float64, for the answers. The rest: as of routes.
Returns (N,) float64 [s], or one number; infinite where there is no route. Raises as routes does, and
ValueError for a part_length that is not above 0.

>>> round(float(floors.route_bounds((64, 256, 24), (1200, 256, 24))), 2)
3.55)");
}

}  // namespace halfspace::python
