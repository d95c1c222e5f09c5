// SPDX-License-Identifier: MIT
#include "nav/check_records.h"

#include "nav/mesh_data.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace halfspace {

Error damaged(const std::string& array, std::size_t record, const std::string& what) {
    return {ErrorCode::Damaged, array + "[" + std::to_string(record) + "]: " + what, {}};
}

namespace {

std::unexpected<Error> fail(const char* array, std::size_t record, const char* what) {
    return std::unexpected(damaged(array, record, what));
}

Result<void> check_counts(const NavRecords& records) {
    if (records.planes.size() != records.polygons.size()) {
        return fail("planes", records.planes.size(), "there is not one plane for each polygon");
    }
    if (records.edges.size() >= kNone || records.vertices.size() >= kNone ||
        records.polygons.size() >= 0x80000000u) {
        return fail("polygons", records.polygons.size(), "there are too many records");
    }
    return {};
}

Result<void> check_numbers(const NavRecords& records) {
    for (std::size_t v = 0; v < records.vertices.size(); ++v) {
        if (!is_within(records.vertices[v], kMaxCoordinate)) {
            return fail("vertices", v, "a coordinate is not finite or too large");
        }
    }
    for (std::size_t a = 0; a < records.areas.size(); ++a) {
        if (!(records.areas[a].cost >= 1) || !std::isfinite(records.areas[a].cost)) {
            return fail("areas", a, "its cost is below 1 or not finite");
        }
    }
    return {};
}

Result<void> check_polygons(const NavRecords& records) {
    for (std::size_t p = 0; p < records.polygons.size(); ++p) {
        const std::uint32_t area = records.polygons[p].area;
        if (area != kNone && area >= records.areas.size()) {
            return fail("polygons", p, "its area is out of range");
        }
        const bool is_last = p + 1 == records.polygons.size();
        const std::size_t first = records.polygons[p].first_edge;
        const std::size_t end = is_last ? records.edges.size() : records.polygons[p + 1].first_edge;
        if ((p == 0 && first != 0) || end > records.edges.size() || end < first + 3) {
            return fail("polygons", p, "its edges are out of range, or fewer than three");
        }
        const Plane& plane = records.planes[p];
        if (!(plane.n.z > 0) || !is_finite(plane.n) || !std::isfinite(plane.d)) {
            return fail("planes", p, "it is vertical, faces down or is not finite");
        }
    }
    if (records.polygons.empty() && !records.edges.empty()) {
        return fail("edges", 0, "there is no polygon");
    }
    return {};
}

Result<void> check_edges(const NavRecords& records) {
    for (std::size_t e = 0; e < records.edges.size(); ++e) {
        const NavEdgeRecord& edge = records.edges[e];
        if (edge.vertex >= records.vertices.size() ||
            (edge.neighbour != kNone && edge.neighbour >= records.polygons.size())) {
            return fail("edges", e, "an index is out of range");
        }
    }
    for (std::size_t i = 0; i < records.steps.size(); ++i) {
        if (std::max(records.steps[i].lower, records.steps[i].upper) >= records.edges.size()) {
            return fail("steps", i, "an edge is out of range");
        }
    }
    return {};
}

Result<void> check_links(const NavRecords& records) {
    for (std::size_t i = 0; i < records.links.size(); ++i) {
        const NavLinkRecord& link = records.links[i];
        if (link.from_polygon >= records.polygons.size() ||
            link.to_polygon >= records.polygons.size() || link.kind >= kNavLinkKinds) {
            return fail("links", i, "a polygon or the kind is out of range");
        }
        if (i > 0 && link.from_polygon < records.links[i - 1].from_polygon) {
            return fail("links", i, "the links are not in the order of from_polygon");
        }
        if (!is_within({link.from[0], link.from[1], link.from[2]}, kMaxCoordinate) ||
            !is_within({link.from[3], link.to[0], link.to[1]}, kMaxCoordinate) ||
            !is_within({link.to[2], link.to[3], 0}, kMaxCoordinate) || !(link.seconds >= 0) ||
            !std::isfinite(link.seconds) || !(link.least_speed >= 0) ||
            !std::isfinite(link.least_speed)) {
            return fail("links", i, "a number is not finite, negative or too large");
        }
    }
    return {};
}

Result<void> check_doors(const NavRecords& records) {
    const auto key = [](const NavDoorRecord& door) { return std::pair(door.polygon, door.model); };
    for (std::size_t i = 0; i < records.doors.size(); ++i) {
        if (records.doors[i].polygon >= records.polygons.size()) {
            return fail("doors", i, "the polygon is out of range");
        }
        if (i > 0 && key(records.doors[i]) <= key(records.doors[i - 1])) {
            return fail("doors", i, "the doors are not in the order of polygons and models");
        }
    }
    return {};
}

}  // namespace

Result<void> check_records(const NavRecords& records) {
    for (const auto check :
         {check_counts, check_numbers, check_polygons, check_edges, check_links, check_doors}) {
        if (Result<void> good = check(records); !good) {
            return good;
        }
    }
    return {};
}

}  // namespace halfspace
