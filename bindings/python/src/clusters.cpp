// SPDX-License-Identifier: MIT
// The clusters of a level: which see each other, which areas they are in, and where the level
// leaks.
#include "halfspace/query/leak.h"
#include "halfspace/query/visibility.h"

#include "drawing.h"
#include "lists.h"

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

const py::dtype& cluster_dtype() {
    return record_dtype<ClusterRecord>({{"min", "(3,)f4", offsetof(ClusterRecord, min)},
                                        {"max", "(3,)f4", offsetof(ClusterRecord, max)},
                                        {"contents", "u4", offsetof(ClusterRecord, contents)},
                                        {"area", "u4", offsetof(ClusterRecord, area)}});
}

const py::dtype& portal_dtype() {
    return record_dtype<PortalRecord>(
        {{"clusters", "(2,)u4", offsetof(PortalRecord, cluster)},
         {"first_corner", "u4", offsetof(PortalRecord, first_corner)},
         {"corner_count", "u4", offsetof(PortalRecord, corner_count)}});
}

const py::dtype& area_portal_dtype() {
    return record_dtype<AreaPortalRecord>({{"areas", "(2,)u4", offsetof(AreaPortalRecord, area)},
                                           {"model", "u4", offsetof(AreaPortalRecord, model)},
                                           {"gate", "u4", offsetof(AreaPortalRecord, gate)}});
}

const Level& level_in(py::handle self) {
    return self.cast<const LoadedLevel&>().its_level;
}

template <class Record>
py::array records_of(const py::dtype& dtype, std::span<const Record> records, py::handle owner) {
    return view_of(dtype, {static_cast<py::ssize_t>(records.size())}, records.data(), owner);
}

// Answers each point by the number that find(level, point) gives, or by 2^32 - 1 without one.
template <class Find>
py::object ask_points(const LoadedLevel& loaded,
                      py::handle points,
                      py::handle out,
                      unsigned threads,
                      const Find& find) {
    const Rows rows("points", points, 3);
    const auto from = rows.as<Vec3>();
    return answer_rows<std::uint32_t>({from.size(), rows.is_one(), threads, 1, out, {rows.array()}},
                                      [&](std::size_t i) {
                                          const auto found = find(loaded.its_level, from[i]);
                                          return found ? found->value : kNone;
                                      });
}

// Answers pairs of numbers below `count` by a flag: answer(a, b). Either may be one for all.
template <class Id, class Ask>
py::object ask_pairs(py::handle a, py::handle b, std::size_t count, const Ask& answer) {
    const Numbers first("a", a, things(count));
    const Numbers second("b", b, things(count));
    const std::size_t rows = common_rows("a", first, "b", second);
    return answer_rows<bool>({rows, first.is_one() && second.is_one()}, [&](std::size_t i) {
        return answer(first.id<Id>(i), second.id<Id>(i));
    });
}

py::object cluster_at(const LoadedLevel& loaded,
                      py::handle points,
                      py::handle out,
                      unsigned threads) {
    return ask_points(loaded, points, out, threads, [](const Level& level, const Vec3& p) {
        return halfspace::cluster_at(level, p);
    });
}

py::object area_at(const LoadedLevel& loaded, py::handle points, py::handle out, unsigned threads) {
    return ask_points(loaded, points, out, threads, [](const Level& level, const Vec3& p) {
        return halfspace::area_at(level, p);
    });
}

py::object may_see(const LoadedLevel& loaded, py::handle a, py::handle b) {
    const Level& level = loaded.its_level;
    return ask_pairs<ClusterId>(a, b, level.clusters().size(), [&](ClusterId from, ClusterId to) {
        return halfspace::may_see(level, from, to);
    });
}

py::object visible_clusters(const LoadedLevel& loaded, py::handle clusters, unsigned threads) {
    const Level& level = loaded.its_level;
    const Numbers from("clusters", clusters, things(level.clusters().size()));
    return in_lists<std::uint32_t>(
        {py::dtype::of<std::uint32_t>()},
        {from.size(), from.is_one(), threads, 64},
        [&](std::size_t i, QueryScratch&, std::vector<std::uint32_t>& to) {
            for_each_visible_cluster(level, from.id<ClusterId>(i), [&](ClusterId cluster) {
                to.push_back(cluster.value);
            });
        });
}

py::object areas_connected(const LoadedLevel& loaded,
                           py::handle a,
                           py::handle b,
                           py::handle open_portals) {
    const Level& level = loaded.its_level;
    const AreaState areas = areas_in(level, open_portals).value_or(AreaState(level));
    return ask_pairs<AreaId>(a, b, area_count(level), [&](AreaId from, AreaId to) {
        return halfspace::areas_connected(areas, from, to);
    });
}

py::object may_see_box(const LoadedLevel& loaded,
                       py::handle eye,
                       py::handle boxes,
                       py::handle open_portals,
                       py::handle out) {
    const Level& level = loaded.its_level;
    const Vec3 from_eye = one_point("eye", eye);
    const Rows rows = boxes_of("boxes", boxes);
    const auto from = rows.as<Aabb>();
    for (std::size_t i = 0; i < from.size(); ++i) {
        if (!has_points(from[i])) {
            throw py::value_error("boxes has a least corner above its greatest one" + in_row(i));
        }
    }
    const auto areas = areas_in(level, open_portals);
    VisibleFaces visible(level);
    visible.look_from(from_eye, pointer_to(areas));
    return answer_rows<bool>({from.size(), rows.is_one(), 1, 8, out, {rows.array()}},
                             [&](std::size_t i) { return visible.may_see_box(from[i]); });
}

py::array points_of(std::span<const Vec3> points) {
    return moved_array(std::vector<Vec3>(points.begin(), points.end()), py::dtype::of<double>(), 3);
}

py::object leak_of(const LoadedLevel& loaded) {
    const auto leak = [&] {
        const py::gil_scoped_release released;
        return find_leak(loaded.its_level);
    }();
    if (!leak) {
        return py::none();
    }
    py::dict found;
    found["text"] = text(describe_leak(loaded.its_level, *leak));
    found["entity"] = leak->entity;
    found["line"] = points_of(leak->line);
    found["opening"] = points_of(leak->opening);
    return found;
}

void add_arrays(LevelClass& level) {
    level
        .def_property_readonly(
            "clusters",
            [](py::handle self) {
                return records_of(cluster_dtype(), level_in(self).clusters(), self);
            },
            R"(The parts of the world that the compiler knows who sees whom of: (C,) of cluster_dtype, no copy.

min, max: a box around it [units]. contents: bits of Contents. area: its number, or for a cluster in a
doorway between areas 2^31 + the first of its area_portals. Read-only. None: 0 rows.

>>> len(example.clusters)
36)")
        .def_property_readonly(
            "portals",
            [](py::handle self) {
                return records_of(portal_dtype(), level_in(self).portals(), self);
            },
            R"(The polygons between clusters: (P,) of portal_dtype, read-only, no copy.

clusters: in front of it and behind it. Its corners are portal_corners[first_corner:first_corner +
corner_count], counter-clockwise seen from the first of the clusters.

>>> bool((example.portals["clusters"] < len(example.clusters)).all())
True)")
        .def_property_readonly(
            "portal_corners",
            [](py::handle self) {
                const auto corners = level_in(self).portal_corners();
                return view_of(py::dtype::of<double>(),
                               {static_cast<py::ssize_t>(corners.size()), 3},
                               corners.data(),
                               self);
            },
            R"(The corners of portals: (K, 3) float64, read-only, no copy [units].

>>> len(example.portal_corners) == example.portals["corner_count"].sum()
True)")
        .def_property_readonly(
            "area_portals",
            [](py::handle self) {
                return records_of(area_portal_dtype(), level_in(self).area_portals(), self);
            },
            R"(The doorways between areas: (P,) of area_portal_dtype, read-only, no copy.

areas: the two that it joins. model: of the door that shuts it, or 2^32 - 1. gate: doorways between three
areas have two records with one gate.

>>> example.area_portals.dtype.names
('areas', 'model', 'gate'))")
        .def_property_readonly(
            "has_visibility",
            [](const LoadedLevel& loaded) { return has_visibility(loaded.its_level); },
            R"(True if the level says which clusters see each other.

>>> example.has_visibility
True)")
        .def_property_readonly(
            "area_count",
            [](const LoadedLevel& loaded) { return area_count(loaded.its_level); },
            R"(How many areas there are: parts that closed doors keep apart.

>>> example.area_count
1)");
}

void add_questions(LevelClass& level) {
    level
        .def("cluster_at",
             &cluster_at,
             "points"_a,
             py::kw_only(),
             "out"_a = py::none(),
             "threads"_a = 1u,
             R"(The cluster of each point; 2^32 - 1 in walls and outside. Exact.

points: (N, 3), or (3,) for one [units]. out: (N,) uint32, for the answers. Returns (N,) uint32, or one.
Raises ValueError for another shape, a number that is not finite.

>>> here, wall = example.cluster_at([(64, 256, 60), (64, 256, -60)])
>>> bool(here < len(example.clusters)), int(wall) == 2**32 - 1
(True, True))")
        .def(
            "may_see",
            &may_see,
            "a"_a,
            "b"_a,
            R"(False where no line of sight joins two clusters. True may be wrong. Doors count as open.

a, b: (N,) integers, or one for all. Returns (N,) bool, or one. Raises IndexError for a cluster there is
not.

>>> example.may_see(0, 0)
True)")
        .def("visible_clusters",
             &visible_clusters,
             "clusters"_a,
             py::kw_only(),
             "threads"_a = 1u,
             R"(The clusters that may be seen from a cluster, itself included, in ascending order.

clusters: (N,) integers, or one. Returns for one (K,) uint32. For many the tuple (starts, seen): those
of row i are seen[starts[i]:starts[i + 1]]. Raises IndexError for a cluster there is not.

>>> starts, seen = example.visible_clusters(np.arange(len(example.clusters)))
>>> bool(np.diff(starts).min() > 0)
True)")
        .def(
            "may_see_box",
            &may_see_box,
            "eye"_a,
            "boxes"_a,
            py::kw_only(),
            "open_portals"_a = py::none(),
            "out"_a = py::none(),
            R"(False where nothing in a box of the world can be seen from the eye. True may be wrong.

eye: (3,) [units]. boxes: (N, 2, 3), or (2, 3) for one [units]; also (N, 6) and (6,). open_portals: as
of visible_faces. out: (N,) bool, for the answers. Returns (N,) bool, or one. Raises ValueError for
another shape, a number that is not finite, a least corner above its greatest one.

>>> example.may_see_box((64, 256, 60), [(60, 250, 50), (70, 260, 70)])
True)")
        .def("area_at",
             &area_at,
             "points"_a,
             py::kw_only(),
             "out"_a = py::none(),
             "threads"_a = 1u,
             R"(The area of each point; 2^32 - 1 in walls, outside, and in a doorway between areas.

points: (N, 3), or (3,) for one [units]. out: (N,) uint32, for the answers. Returns (N,) uint32, or one.
Raises ValueError as cluster_at does.

>>> int(example.area_at((64, 256, 60)))
0)")
        .def(
            "areas_connected",
            &areas_connected,
            "a"_a,
            "b"_a,
            py::kw_only(),
            "open_portals"_a = py::none(),
            R"(True where a way of open area portals leads from one area to the other: a sound may be heard.

a, b: (N,) integers, or one for all. open_portals: (P,) bool, which of area_portals are open; None: all.
Returns (N,) bool, or one. Raises IndexError for an area there is not.

>>> example.areas_connected(0, 0)
True)")
        .def("find_leak",
             &leak_of,
             R"(The shortest way from an entity to the outside, a dict; None if there is none.

text: as the compiler tells it; entity: its number; line: (K, 3), the way; opening: (M, 3), the corners
of the last opening with walls around it, none if the entity is outside [units].

>>> example.find_leak() is None
True
>>> halfspace.compile("examples/levels/leak.map").find_leak()["text"][:22]
'the level leaks: light')");
}

}  // namespace

void add_clusters(py::module_& module) {
    module.attr("cluster_dtype") = cluster_dtype();
    module.attr("portal_dtype") = portal_dtype();
    module.attr("area_portal_dtype") = area_portal_dtype();
    auto level = py::reinterpret_borrow<LevelClass>(module.attr("Level"));
    add_arrays(level);
    add_questions(level);
}

}  // namespace halfspace::python
