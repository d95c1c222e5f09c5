// SPDX-License-Identifier: MIT
// The search behind find_path: Polyanya (Cui, Harabor, Grastien, IJCAI 2017) with exact sides.
//
// A node is a root, an edge and two bounds. It stands for all paths that come to the root, turn
// there, and go straight through the part of the edge between the bounds. A node is expanded in the
// polygon behind its edge: each other edge of this polygon of which a part is seen gives a child
// with the same root. Where a bound runs through an end of the edge, and the end is a corner of the
// border, a path may turn there to what the root does not see. Then the end becomes a new root.
//
// Roots and bounds are points of the input, never points that were computed, and the polygons are
// exactly convex (mesh_data.h). So the sides are exact for the mesh with rounded corners. Lengths
// are doubles; they decide which node is next.
//
// A node is left out if all its places are nearer by an end of its edge (Xin, Wang, Improving Chen
// and Han's Algorithm on the Discrete Geodesic Problem, 2009).
#pragma once

#include "halfspace/nav/path.h"

#include "nav/mesh_data.h"
#include "nav/search_bound.h"
#include "nav/search_memory.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace halfspace {

class Search {
public:
    Search(const NavMeshData& mesh, SearchMemory& memory) : mesh_(mesh), memory_(memory) {}

    // The first nodes. Complete or Unreachable if there is nothing to search.
    PathStatus begin(const NavPlace& from, const NavPlace& to, const PathOptions& options);
    // The first nodes of a search without a goal. It ends as Unreachable, when all nodes were
    // expanded to which a path is not longer.
    void begin_all(const NavPlace& from, double max_length, const PathOptions& options);

    struct Progress {
        PathStatus status;
        std::size_t expansions;
    };
    Progress step(std::size_t most_expansions);

    // Writes points and polygons of a path that is Complete to the memory. Returns its length.
    double finish(const NavPlace& from, const NavPlace& to);

    // The shortest way from the start to p through a node; p is in the polygon that the node
    // enters.
    struct Last {
        SearchNode node;  // without an edge: from its root the way is straight
        double length;
    };
    std::optional<Last> way_to(std::uint32_t node, const Vec3& p) const;
    // Writes the points and polygons of a way, from its end to the start, behind those that the
    // lists hold. REQUIRES: points holds the end.
    void trace_back(const SearchNode& last,
                    std::vector<Vec3>& points,
                    std::vector<NavPolygonId>& polygons) const;
    // True if a shorter way to the node's root was found. REQUIRES: the node is of this search.
    bool is_superseded(const SearchNode& node) const;
    // True if to each place of its part of the edge a shorter way is known: by an end of the edge.
    bool is_dominated(const SearchNode& node) const;
    // No way through the node is shorter.
    double bound_of(const SearchNode& node) const;
    // The polygons that hold p: the first one, and those beyond edges on which p is.
    void hold(std::vector<std::uint32_t>& polygons, std::uint32_t first, const Vec3& p) const;

private:
    const Vec3& point(std::uint32_t p) const {
        return p == kStartPoint ? memory_.start : mesh_.vertices[p];
    }
    // On which side of both bounds of a node a point is: see side_of.
    struct Sides {
        int of_right;
        int of_left;

        bool are_between() const { return of_right >= 0 && of_left <= 0; }
    };
    Sides sides_of(const SearchNode& node, const Vec3& p) const;
    // kNone where the free part of the mesh ends.
    std::uint32_t twin(std::uint32_t edge) const { return memory_.doors.twin(mesh_, edge); }
    // True around what a closed door closes. Several parts of the free mesh may touch there, and
    // where a path may turn depends on which doors are closed.
    bool is_at_closed_door(std::uint32_t vertex) const {
        return memory_.doors.state != nullptr && memory_.doors.state->is_vertex_closed(vertex);
    }
    bool may_turn(std::uint32_t vertex) const {
        return mesh_.is_corner[vertex] != 0 || is_at_closed_door(vertex);
    }

    template <class Visit>
    void for_each_turn(const SearchNode& node, const Visit& visit) const;
    void prepare(const NavPlace& from, const PathOptions& options);
    void leave_start(std::uint32_t polygon);
    void expand(std::uint32_t node);
    void look_for_goal(const SearchNode& from, std::uint32_t parent);
    void look(const SearchNode& from, std::uint32_t parent);
    void look_along(const SearchNode& from, std::uint32_t edge, std::uint32_t parent);
    bool is_shorter(std::uint32_t vertex, double length);
    bool is_known(const SearchNode& node);
    void grow_table();
    void add(const SearchNode& node);
    SeenEdge seen_edge(const SearchNode& node) const;
    void note(std::uint32_t vertex, double length);
    void flush();

    const NavMeshData& mesh_;
    SearchMemory& memory_;
};

}  // namespace halfspace
