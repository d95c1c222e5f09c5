// SPDX-License-Identifier: MIT
// Navigation meshes as arrays, and which place belongs to a position.
#include "halfspace/nav/locate.h"
#include "halfspace/nav/random_place.h"
#include "halfspace/query/space.h"

#include "nav.h"
#include "nav_arguments.h"

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

// To find a place costs as much as so many points.
constexpr std::size_t kCost = 4;

struct LinkRow {
    std::uint32_t kind;
    std::uint32_t model;
    double seconds;
    double least_speed;
    std::uint32_t from_polygon;
    std::uint32_t to_polygon;
    Vec3 from[2];
    Vec3 to[2];
};

const py::dtype& nav_link_dtype() {
    return record_dtype<LinkRow>({{"kind", "u4", offsetof(LinkRow, kind)},
                                  {"model", "u4", offsetof(LinkRow, model)},
                                  {"seconds", "f8", offsetof(LinkRow, seconds)},
                                  {"least_speed", "f8", offsetof(LinkRow, least_speed)},
                                  {"from_polygon", "u4", offsetof(LinkRow, from_polygon)},
                                  {"to_polygon", "u4", offsetof(LinkRow, to_polygon)},
                                  {"from", "(2,3)f8", offsetof(LinkRow, from)},
                                  {"to", "(2,3)f8", offsetof(LinkRow, to)}});
}

std::shared_ptr<LevelMesh> mesh_of(const std::shared_ptr<LoadedLevel>& level,
                                   const std::string& body) {
    const SpaceId space = space_of(level->its_level, body);
    Result<NavMesh> mesh = [&] {
        const py::gil_scoped_release released;
        return NavMesh::from_level(level->its_level, space);
    }();
    return std::make_shared<LevelMesh>(LevelMesh{level, space, value_of(std::move(mesh))});
}

std::string body_of_mesh(const LevelMesh& mesh) {
    return std::string(space_name(mesh.level(), mesh.space));
}

py::str repr(const LevelMesh& mesh) {
    return text("<halfspace.NavMesh of " + body_of_mesh(mesh) + ": " +
                std::to_string(mesh.mesh.polygon_count()) + " polygons, " +
                std::to_string(mesh.mesh.island_count()) + " islands, " +
                std::to_string(mesh.mesh.link_count()) + " links>");
}

// value(polygon) for each polygon.
template <class Value>
py::array of_polygons(const LevelMesh& mesh, const Value& value) {
    using Number = decltype(value(NavPolygonId(0)));
    std::vector<Number> values(mesh.mesh.polygon_count());
    for (std::uint32_t p = 0; p < values.size(); ++p) {
        values[p] = value(NavPolygonId(p));
    }
    return moved_array(std::move(values), py::dtype::of<Number>());
}

py::array flags_of_polygons(const LevelMesh& mesh, bool (NavMesh::*flag)(NavPolygonId) const) {
    return of_polygons(mesh,
                       [&](NavPolygonId p) {
                           return static_cast<std::uint8_t>((mesh.mesh.*flag)(p) ? 1 : 0);
                       })
        .attr("view")("bool");
}

std::int32_t or_minus_one(std::uint32_t number) {
    return number == kNone ? -1 : static_cast<std::int32_t>(number);
}

// value(polygon, corner) for each corner of each polygon.
template <class Value>
auto of_corners(const LevelMesh& mesh, const Value& value) {
    std::vector<decltype(value(NavPolygonId(0), 0u))> values;
    for (std::uint32_t p = 0; p < mesh.mesh.polygon_count(); ++p) {
        for (std::uint32_t c = 0; c < mesh.mesh.corner_count(NavPolygonId(p)); ++c) {
            values.push_back(value(NavPolygonId(p), c));
        }
    }
    return values;
}

py::array corners(const LevelMesh& mesh) {
    return moved_array(
        of_corners(mesh, [&](NavPolygonId p, std::uint32_t c) { return mesh.mesh.corner(p, c); }),
        py::dtype::of<double>(),
        3);
}

py::array neighbours(const LevelMesh& mesh) {
    return moved_array(of_corners(mesh,
                                  [&](NavPolygonId p, std::uint32_t c) {
                                      return or_minus_one(mesh.mesh.neighbour(p, c).value);
                                  }),
                       py::dtype::of<std::int32_t>());
}

py::array first_corners(const LevelMesh& mesh) {
    std::vector<std::int64_t> first{0};
    for (std::uint32_t p = 0; p < mesh.mesh.polygon_count(); ++p) {
        first.push_back(first.back() + mesh.mesh.corner_count(NavPolygonId(p)));
    }
    return moved_array(std::move(first), py::dtype::of<std::int64_t>());
}

py::dict areas(const LevelMesh& mesh) {
    py::dict costs;
    for (const NavArea& area : mesh.mesh.areas()) {
        costs[text(area.name)] = area.cost;
    }
    return costs;
}

py::array links(const LevelMesh& mesh) {
    std::vector<LinkRow> rows(mesh.mesh.link_count());
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        const NavLink& link = mesh.mesh.link(NavLinkId(i));
        rows[i] = {static_cast<std::uint32_t>(link.kind),
                   link.model.value,
                   link.seconds,
                   link.least_speed,
                   link.from[0].polygon.value,
                   link.to[0].polygon.value,
                   {link.from[0].position, link.from[1].position},
                   {link.to[0].position, link.to[1].position}};
    }
    return moved_array(std::move(rows), nav_link_dtype());
}

// One place for each row; find(i) is nullopt where there is none.
template <class Find>
py::object places_for(const Question& question, const Find& find) {
    return answer_rows<PlaceRow>(
        question, nav_place_dtype(), [&](std::size_t i) { return row_of(find(i)); });
}

py::object locate_points(const LevelMesh& mesh,
                         py::handle points,
                         double reach,
                         double above,
                         py::handle out,
                         unsigned threads) {
    check_reach("reach", reach);
    check_reach("above", above);
    const Rows rows("points", points, 3);
    const auto from = rows.as<Vec3>();
    return places_for({rows.size(), rows.is_one(), threads, kCost, out, {rows.array()}},
                      [&](std::size_t i) {
                          return locate(mesh.mesh, from[i], {.reach = reach, .above = above});
                      });
}

py::object nearest_places(const LevelMesh& mesh,
                          py::handle points,
                          double max_distance,
                          py::handle out,
                          unsigned threads) {
    check_reach("max_distance", max_distance);
    const Rows rows("points", points, 3);
    const auto from = rows.as<Vec3>();
    return places_for({rows.size(), rows.is_one(), threads, kCost, out, {rows.array()}},
                      [&](std::size_t i) { return nearest(mesh.mesh, from[i], max_distance); });
}

// An area by its name.
NavAreaId area_named(const LevelMesh& mesh, const std::string& name) {
    const std::span<const NavArea> all = mesh.mesh.areas();
    const auto found = std::ranges::find(all, name, &NavArea::name);
    if (found == all.end()) {
        throw py::key_error("area is '" + name + "', which the level does not have");
    }
    return NavAreaId(static_cast<std::uint32_t>(found - all.begin()));
}

py::object random_places(const LevelMesh& mesh,
                         py::handle seeds,
                         py::handle island_number,
                         std::optional<std::string> area,
                         py::handle out,
                         unsigned threads) {
    std::optional<std::uint32_t> island;
    if (!island_number.is_none()) {
        island = number_of("island", island_number, things(mesh.mesh.island_count()));
    }
    if (island && area) {
        throw py::value_error("give island or area, not both");
    }
    // "" is no name of an area: what is outside of all.
    const NavAreaId in = area && !area->empty() ? area_named(mesh, *area) : NavAreaId();
    const Numbers numbers("seeds", seeds, kSeeds);
    return places_for({numbers.size(), numbers.is_one(), threads, kCost, out}, [&](std::size_t i) {
        return island ? random_place_on_island(mesh.mesh, *island, numbers[i])
               : area ? random_place_in_area(mesh.mesh, in, numbers[i])
                      : random_place(mesh.mesh, numbers[i]);
    });
}

void add_arrays(LevelMeshClass& type) {
    type.def_property_readonly(
            "corners",
            &corners,
            R"(The corners of all polygons, one after the other: (C, 3) [units]. They are positions of the body.

>>> floors.corners.shape[1]
3)")
        .def_property_readonly(
            "first_corners",
            &first_corners,
            R"(The first corner of each polygon in `corners`, and one more at the end: (P + 1,) int64.

Polygon p has the corners corners[first_corners[p]:first_corners[p + 1]], counter-clockwise seen from
above.

>>> len(floors.first_corners) == len(floors) + 1
True)")
        .def_property_readonly(
            "neighbours",
            &neighbours,
            R"(For each corner, the polygon beyond the edge to the next corner; -1 at a border: (C,) int32.

>>> len(floors.neighbours) == len(floors.corners)
True)")
        .def_property_readonly(
            "polygon_islands",
            [](const LevelMesh& mesh) {
                return of_polygons(mesh, [&](NavPolygonId p) { return mesh.mesh.island(p); });
            },
            R"(The island of each polygon: (P,) uint32. Paths lead to all of an island, and links to others.

>>> int(floors.polygon_islands.max()) + 1 == floors.island_count
True)")
        .def_property_readonly(
            "polygon_contents",
            [](const LevelMesh& mesh) {
                return of_polygons(mesh, [&](NavPolygonId p) { return mesh.mesh.contents(p); });
            },
            R"(The liquids in which the positions of each polygon are: (P,) uint32, bits of Contents.

>>> floors.polygon_contents.dtype
dtype('uint32'))")
        .def_property_readonly(
            "polygon_areas",
            [](const LevelMesh& mesh) {
                return of_polygons(
                    mesh, [&](NavPolygonId p) { return or_minus_one(mesh.mesh.area(p).value); });
            },
            R"(For each polygon its area, a row of `area_costs`; -1: none: (P,) int32.

>>> bool((floors.polygon_areas == -1).all())
True)")
        .def_property_readonly("area_costs",
                               &areas,
                               R"(The names of the level's areas with their costs: a dict.

>>> floors.area_costs
{})")
        .def_property_readonly(
            "polygon_is_low",
            [](const LevelMesh& mesh) { return flags_of_polygons(mesh, &NavMesh::is_low); },
            R"(True where a mover crouches that stands elsewhere: (P,) bool.

>>> bool(floors.polygon_is_low.any())
False)")
        .def_property_readonly(
            "polygon_has_door",
            [](const LevelMesh& mesh) { return flags_of_polygons(mesh, &NavMesh::has_door); },
            R"(True where a door closes the polygon while it is closed: (P,) bool.

>>> bool(floors.polygon_has_door.any())
True)")
        .def_property_readonly(
            "links",
            &links,
            R"(Drops, jumps, ladders and other ways over borders, in one direction: (L,) of nav_link_dtype.

kind: a LinkKind. model: what carries the mover, 2^32 - 1: nothing. seconds [s]. least_speed: that the
mover needs at the border [units/s]. from: the ends of the part of the border [units], on the polygon
from_polygon; to: where one lands from each end, on to_polygon.

>>> sorted({halfspace.LinkKind(kind).name for kind in floors.links["kind"]})
['DROP', 'JUMP'])");
}

void add_questions(LevelMeshClass& type) {
    type.def("locate",
             &locate_points,
             "points"_a,
             py::kw_only(),
             "reach"_a = LocateOptions().reach,
             "above"_a = LocateOptions().above,
             "out"_a = py::none(),
             "threads"_a = 1u,
             R"(The floor below each position of the body: the highest one.

points: (N, 3), or (3,) for one [units]. reach: how far below the floor may be; above: how far above it,
for positions that were rounded [units]. out: (N,) of nav_place_dtype, for the answers.
Returns (N,) of nav_place_dtype, or one record: polygon, and position on it. Without a floor the
polygon is 2^32 - 1 and the position is not a number. Raises ValueError for another shape, a number
that is not finite, a length below 0.

>>> floors.locate([(64, 256, 50), (64, 256, 500)])["position"][:, 2]
array([24., nan]))")
        .def("nearest",
             &nearest_places,
             "points"_a,
             py::kw_only(),
             "max_distance"_a = std::numeric_limits<double>::infinity(),
             "out"_a = py::none(),
             "threads"_a = 1u,
             R"(The place that is nearest to each position in space.

points, out, answers and errors: as of locate. max_distance [units]: what is farther away has no place.

>>> floors.nearest((64, 500, 24))["position"]
array([ 64., 497.,  24.]))")
        .def(
            "random_places",
            &random_places,
            "seeds"_a,
            py::kw_only(),
            "island"_a = py::none(),
            "area"_a = py::none(),
            "out"_a = py::none(),
            "threads"_a = 1u,
            R"(A random place for each seed: equal parts of the floor, seen from above, get equally many.

seeds: (N,) integers, or one. Equal seeds give equal places. island: one of the islands. area: the name
of an area; "": outside of all. out: (N,) of nav_place_dtype, for the answers.
Returns (N,) of nav_place_dtype, or one record; no places where there is no floor, as of locate. Raises
TypeError for other things than integers, ValueError for a seed below 0 and for an island and an area,
IndexError for an island that there is not, KeyError for an area that there is not.

>>> places = floors.random_places(np.arange(1000))
>>> bool((floors.locate(places["position"])["polygon"] == places["polygon"]).mean() > 0.99)
True)");
}

}  // namespace

LevelMeshClass add_nav_meshes(py::module_& module) {
    module.attr("nav_place_dtype") = nav_place_dtype();
    module.attr("nav_link_dtype") = nav_link_dtype();
    LevelMeshClass type(
        module,
        "NavMesh",
        R"(Where a body of a level can stand, as convex polygons, and the ways between.

Level.nav makes it. It never changes, and any number of threads may ask it at once. Positions are those
of the body: what lies in a polygon is a position at which the body touches a floor. Lengths are seen
from above, so the shortest path is the quickest one for a mover.
An argument that is a place is a record of nav_place_dtype, or a position with a floor below it.

>>> floors = example.nav("stand")
>>> round(float(floors.paths((64, 256, 24), (1200, 256, 24)).lengths))
1142)");
    type.def("__len__", [](const LevelMesh& mesh) { return mesh.mesh.polygon_count(); })
        .def("__repr__", &repr)
        .def("__reduce__",
             [](const LevelMesh& mesh) {
                 const py::object make = py::module_::import("operator").attr("methodcaller");
                 return py::make_tuple(make("nav", text(body_of_mesh(mesh))),
                                       py::make_tuple(mesh.of));
             })
        .def_property_readonly(
            "level",
            [](const LevelMesh& mesh) { return mesh.of; },
            R"(The level.

>>> floors.level == example
True)")
        .def_property_readonly(
            "body",
            [](const LevelMesh& mesh) { return text(body_of_mesh(mesh)); },
            R"(The name of the body that stands on the mesh.

>>> floors.body
'stand')")
        .def_property_readonly(
            "island_count",
            [](const LevelMesh& mesh) { return mesh.mesh.island_count(); },
            R"(How many islands there are. No path leads from one to another, but a route may.

>>> floors.island_count
3)");
    add_arrays(type);
    add_questions(type);
    py::reinterpret_borrow<LevelClass>(module.attr("Level"))
        .def("nav",
             &mesh_of,
             "body"_a = "stand",
             R"(The navigation mesh of a body.

The level must be compiled with nav=True, or by `halfspace compile --nav`. Each call makes it anew:
keep it. Raises KeyError for a body that the level does not have, Error for a level without a mesh.

>>> example.nav("crouch").body
'crouch')");
    return type;
}

}  // namespace halfspace::python
