// SPDX-License-Identifier: MIT
#include "halfspace/nav/walls.h"

#include "halfspace/nav/locate.h"

#include "nav/contains.h"
#include "nav/door_regions.h"
#include "nav/flat.h"
#include "nav/memory.h"
#include "nav/mesh_data.h"

#include <algorithm>
#include <cassert>
#include <tuple>

namespace halfspace {
namespace {

// A way straight from one point to another one, seen from above, through the polygons of a mesh.
class Ray {
public:
    Ray(const NavMeshData& mesh, const Vec3& from, const Vec3& to, const DoorFilter& doors)
        : mesh_(mesh),
          doors_(doors),
          from_(from),
          to_(without_tiny(to)),
          axis_(std::abs(to_.x - from_.x) >= std::abs(to_.y - from_.y) ? 0 : 1) {}

    NavRayHit walk(std::uint32_t polygon, const NavVisitor& visitor) {
        NavPolygonId last;
        // A way enters a polygon once. The limit is for polygons that are damaged.
        for (std::size_t left = mesh_.polygon_count(); left > 0; --left) {
            if (visitor.call != nullptr && mesh_.whole(polygon) != last) {
                last = mesh_.whole(polygon);
                visitor.call(visitor.object, last);
            }
            const Exit exit = exit_of(polygon);
            if (exit.edge == kNone || does_end(exit)) {
                return {mesh_.place(polygon, to_), {}};
            }
            const std::uint32_t next = exit.is_corner ? around(exit.edge) : beyond(exit.edge);
            if (next == kNone) {
                const Vec3 stop = exit.is_corner ? mesh_.from(exit.edge) : crossing(exit.edge);
                return {mesh_.place(polygon, stop), wall_};
            }
            polygon = next;
        }
        return {mesh_.place(polygon, from_), wall_};
    }

private:
    // Where the line leaves a polygon: over an edge, or at the corner where an edge begins.
    struct Exit {
        std::uint32_t edge = kNone;
        bool is_corner = false;
    };

    int side(const Vec3& p) const { return side_of(from_, to_, p); }

    // kNone if the way has no length.
    Exit exit_of(std::uint32_t polygon) const {
        if (same_flat(from_, to_)) {
            return {};
        }
        const std::uint32_t first = mesh_.first_edges[polygon];
        int before = side(mesh_.from(first));
        for (std::uint32_t e = first; e < mesh_.first_edges[polygon + 1]; ++e) {
            const int after = side(mesh_.to(e));
            if (before < 0 && after > 0) {
                return {e, false};
            }
            if (before == 0 && after > 0) {
                return {e, true};
            }
            if (before < 0 && after == 0) {
                return {mesh_.edges[e].next, true};
            }
            before = after;
        }
        // The start is outside by rounding, and the line does not meet the polygon.
        for (std::uint32_t e = first; e < mesh_.first_edges[polygon + 1]; ++e) {
            if (side_of(mesh_.from(e), mesh_.to(e), from_) < 0) {
                return {e, false};
            }
        }
        return {};
    }

    // True if the way ends before it leaves the polygon at this exit, or there.
    bool does_end(const Exit& exit) const {
        const Vec3& corner = mesh_.from(exit.edge);
        if (!exit.is_corner) {
            return side_of(corner, mesh_.to(exit.edge), to_) >= 0;
        }
        const double start = from_[axis_];
        const double end = to_[axis_];
        return start < end ? end <= corner[axis_] : end >= corner[axis_];
    }

    std::uint32_t beyond(std::uint32_t edge) {
        const std::uint32_t twin = doors_.twin(mesh_, edge);
        if (twin == kNone) {
            wall_ = mesh_.whole_edge(edge);
            return kNone;
        }
        return mesh_.edges[twin].polygon;
    }

    // The polygon at the corner where `edge` begins that the way enters next; the border goes to
    // wall_. The polygons around the corner are asked in both directions.
    std::uint32_t around(std::uint32_t edge) {
        std::uint32_t out = edge;
        do {  // counter-clockwise: over the edge that ends at the corner
            const std::uint32_t in = before(out);
            if (is_ahead(out, in)) {
                return mesh_.edges[out].polygon;
            }
            out = doors_.twin(mesh_, in);
            if (out == kNone) {
                wall_ = mesh_.whole_edge(in);
            }
        } while (out != kNone && out != edge);
        out = edge;
        for (std::uint32_t twin = doors_.twin(mesh_, out); twin != kNone;
             twin = doors_.twin(mesh_, out)) {  // clockwise
            out = mesh_.edges[twin].next;
            if (out == edge) {
                return kNone;
            }
            if (is_ahead(out, before(out))) {
                return mesh_.edges[out].polygon;
            }
        }
        return kNone;
    }

    // True if the way goes on in the sector between an edge that begins at a corner and one that
    // ends there, or along one of them.
    bool is_ahead(std::uint32_t out, std::uint32_t in) const {
        const Vec3& corner = mesh_.from(out);
        const int right = side(mesh_.to(out));
        const int left = side(mesh_.from(in));
        if (right == 0 && left == 0) {
            return is_beyond(corner, mesh_.to(out)) || is_beyond(corner, mesh_.from(in));
        }
        return right <= 0 && left >= 0;
    }
    // p is on the line. True if it is behind the corner on the way.
    bool is_beyond(const Vec3& corner, const Vec3& p) const {
        return from_[axis_] < to_[axis_] ? p[axis_] > corner[axis_] : p[axis_] < corner[axis_];
    }

    // The edge of the polygon that ends where this one begins.
    std::uint32_t before(std::uint32_t edge) const {
        const std::uint32_t polygon = mesh_.edges[edge].polygon;
        return edge == mesh_.first_edges[polygon] ? mesh_.first_edges[polygon + 1] - 1 : edge - 1;
    }

    // Where the line crosses an edge.
    Vec3 crossing(std::uint32_t edge) const {
        const Vec3& a = mesh_.from(edge);
        const Vec3& b = mesh_.to(edge);
        const double right = cross(to_ - from_, a - from_).z;
        const double left = cross(to_ - from_, b - from_).z;
        if (!(left > right)) {
            return from_;
        }
        return lerp(a, b, std::clamp(right / (right - left), 0.0, 1.0));
    }

    const NavMeshData& mesh_;
    DoorFilter doors_;
    Vec3 from_;
    Vec3 to_;
    std::size_t axis_;  // along which the way is longer
    NavEdge wall_;      // the last border that was met
};

auto key(const EdgeEntry& entry) {
    return std::tuple(entry.distance, entry.rank, entry.edge);
}
bool is_later(const EdgeEntry& a, const EdgeEntry& b) {
    return key(b) < key(a);
}

// True if the line through a and b is farther from p than the root of `square`, seen from above.
bool is_line_beyond(const Vec3& a, const Vec3& b, const Vec3& p, double square) {
    const double x = b.x - a.x;
    const double y = b.y - a.y;
    const double doubled_area = x * (p.y - a.y) - y * (p.x - a.x);
    return doubled_area * doubled_area > square * (x * x + y * y);
}

// Calls visit(wall) for the borders near a place, the nearest first, until it returns false.
//
// The open disc around the place with the distance of the nearest border as its radius lies flat on
// the surface. So a polygon is in reach if it is entered over an edge that meets this disc, and
// edges in the order of their distances, seen from above, meet the nearest border first.
template <class Visit>
void visit_walls(const NavMesh& mesh,
                 const NavPlace& place,
                 double radius,
                 NavMemory& memory,
                 const NavDoorState* doors,
                 const Visit& visit) {
    assert(is_finite(place.position) && is_on_mesh(mesh, place) && radius >= 0);
    const NavMeshData& data = mesh.data();
    const Vec3& p = place.position;
    memory.polygons.clear(data.polygon_count());
    memory.edges.clear();
    const std::uint32_t start = inner_piece(data, place);
    const DoorFilter filter = door_filter(data, doors, start);
    const double beyond = radius * radius * (1 + 0x1p-40);  // rounding brings nothing nearer
    const auto enter = [&](std::uint32_t polygon) {
        if (!memory.polygons.add(polygon)) {
            return;
        }
        for (std::uint32_t e = data.first_edges[polygon]; e < data.first_edges[polygon + 1]; ++e) {
            const Vec3& a = data.from(e);
            const Vec3& b = data.to(e);
            if (is_line_beyond(a, b, p, beyond)) {  // most are: polygons have many corners
                continue;
            }
            const std::uint32_t twin = filter.twin(data, e);
            if (twin != kNone && memory.polygons.has(data.edges[twin].polygon)) {
                continue;
            }
            const double away = flat_length(p, nearest_on_segment(a, b, p));
            if (away <= radius) {
                memory.edges.push_back({away, twin == kNone ? 0u : 1u, e});
                std::ranges::push_heap(memory.edges, is_later);
            }
        }
    };
    enter(start);
    while (!memory.edges.empty()) {
        std::ranges::pop_heap(memory.edges, is_later);
        const EdgeEntry entry = memory.edges.back();
        memory.edges.pop_back();
        const MeshEdge& edge = data.edges[entry.edge];
        if (entry.rank != 0) {
            enter(data.edges[edge.twin].polygon);
            continue;
        }
        const Vec3 q = nearest_on_segment(data.from(entry.edge), data.to(entry.edge), p);
        if (!visit({entry.distance, data.place(edge.polygon, q), data.whole_edge(entry.edge)})) {
            return;
        }
    }
}

}  // namespace

NavRayHit raycast(const NavMesh& mesh,
                  const NavPlace& from,
                  const Vec3& to,
                  const NavVisitor& visitor,
                  const NavDoorState* doors) {
    assert(is_finite(from.position) && is_on_mesh(mesh, from) && is_finite(to));
    const NavMeshData& data = mesh.data();
    const InnerPoint start = inner_point(data, from);
    const DoorFilter filter = door_filter(data, doors, start.polygon);
    return Ray(data, start.point, to, filter).walk(start.polygon, visitor);
}

std::optional<NavWall> wall_distance(const NavMesh& mesh,
                                     const NavPlace& place,
                                     double radius,
                                     NavScratch& scratch,
                                     const NavDoorState* doors) {
    std::optional<NavWall> nearest;
    visit_walls(mesh, place, radius, scratch.memory(), doors, [&](const NavWall& wall) {
        nearest = wall;
        return false;
    });
    return nearest;
}

std::span<const NavWall> walls_near(const NavMesh& mesh,
                                    const NavPlace& place,
                                    double radius,
                                    NavScratch& scratch,
                                    const NavDoorState* doors) {
    NavMemory& memory = scratch.memory();
    memory.walls.clear();
    visit_walls(mesh, place, radius, memory, doors, [&](const NavWall& wall) {
        memory.walls.push_back(wall);
        return true;
    });
    std::ranges::sort(memory.walls, {}, [](const NavWall& wall) {
        return std::tuple(wall.distance, wall.edge.polygon.value, wall.edge.corner);
    });
    return memory.walls;
}

}  // namespace halfspace
