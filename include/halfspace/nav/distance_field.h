// SPDX-License-Identifier: MIT
// How far all places of a mesh are from one place, and the shortest path of each: for hundreds of
// agents with one goal (others call it a flow field), for one guard and many targets, and for all
// that is within a length. Lengths and paths are those of find_path (nav/path.h), up to rounding.
//
// Source: the search of find_path without a goal. Its nodes are the windows of the continuous
// Dijkstra (Mitchell, Mount, Papadimitriou, The Discrete Geodesic Problem, 1987).
#pragma once

#include "halfspace/nav/nav_mesh.h"
#include "halfspace/nav/nav_scratch.h"
#include "halfspace/nav/path.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace halfspace {

// Any number of threads may ask one field at the same time, each with a scratch of its own.
class DistanceField {
public:
    // Finds the paths of all places that are not farther from the goal than max_length, seen from
    // above [map units, >= 0]. Complete, or OutOfScratch: then the field has no goal. A field that
    // was found before as large allocates nothing. Cost: log n for each node, some of them for each
    // edge; up to about find_path's to the farthest place. REQUIRES: the goal is on its polygon, up
    // to rounding; the mesh outlives the field, and so do the doors of the options, which are not
    // set until the next find(). A place in what a closed door closes has no path out of it.
    PathStatus find(const NavMesh& mesh,
                    const NavPlace& goal,
                    double max_length = std::numeric_limits<double>::infinity(),
                    const PathOptions& options = {});

    // nullopt before find().
    const std::optional<NavPlace>& goal() const { return goal_; }

    // The length of the shortest path from a place to the goal; nullopt: there is none that is not
    // longer than max_length. Cost: a side or two for each node of the place's polygon. REQUIRES
    // for this and path_from: goal(); the place is on its polygon, up to rounding.
    std::optional<double> length_from(const NavPlace& place, NavScratch& scratch) const;

    // The shortest path from a place to the goal: its status is Complete or, where there is no
    // length, Unreachable. Cost: as length_from, and that of the path's polygons.
    NavPath path_from(const NavPlace& place, NavScratch& scratch) const;

    // All polygons with places that are not farther than max_length, and perhaps some that are a
    // bit farther; in ascending order.
    std::span<const NavPolygonId> polygons() const { return polygons_; }
    // How many nodes of the search the field holds; one takes about 80 bytes.
    std::size_t node_count() const;

private:
    struct Best;
    std::optional<Best> best_from(const NavPlace& place, NavScratch& scratch) const;

    const NavMesh* mesh_ = nullptr;
    std::optional<NavPlace> goal_;
    double max_length_ = 0;
    std::uint64_t door_changes_ = 0;
    NavScratch search_;                      // holds the nodes
    std::vector<std::uint32_t> by_polygon_;  // nodes, in the order of the polygons they enter
    std::vector<std::uint32_t>
        first_nodes_;  // in by_polygon_: of each polygon; one more at the end
    std::vector<NavPolygonId> polygons_;
};

}  // namespace halfspace
