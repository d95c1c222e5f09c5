// SPDX-License-Identifier: MIT
// The state of a search for a path. search.h says what its words mean.
#pragma once

#include "halfspace/base/id.h"
#include "halfspace/math/vec.h"
#include "halfspace/nav/nav_mesh.h"

#include "nav/door_regions.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace halfspace {

// A point of a search: a vertex of the mesh, or the start.
inline constexpr std::uint32_t kStartPoint = kNone - 1;

// The directed line through two points, which bounds what a root sees. Without points: no bound.
struct Bound {
    std::uint32_t from = kNone;
    std::uint32_t to = kNone;

    bool is_none() const { return to == kNone; }
    friend bool operator==(const Bound&, const Bound&) = default;
};

// The root is the last point where the path turned. It sees a part of an edge, between two bounds.
// Seen from the root through the edge, `right` is at the right hand.
struct SearchNode {
    std::uint32_t root;
    // The edge through which a polygon is entered, as an edge of this polygon. kNone: the goal.
    std::uint32_t edge;
    Bound right;
    Bound left;
    double root_length;  // of the path to the root
    std::uint32_t parent;
    std::uint32_t
        turn;  // a point where the path turns between the parent's root and this; or kNone
};

// The shortest way to a vertex that was met so far.
struct RootLength {
    double length;
    std::uint32_t search;  // in which search
};

// Where a node is in the table of nodes.
struct TableEntry {
    std::uint32_t search;
    std::uint32_t node;
};

struct HeapEntry {
    double bound;  // no path through the node is shorter
    std::uint32_t node;
};
// The order of a heap whose first entry has the least bound.
inline bool is_later(const HeapEntry& a, const HeapEntry& b) {
    return b.bound != a.bound ? b.bound < a.bound : b.node < a.node;
}

struct SearchMemory {
    Vec3 start;
    Vec3 goal;
    bool has_goal = true;      // false: all places are looked for,
    double max_length = 0;     // that are not farther
    std::uint32_t number = 0;  // of the search
    std::uint32_t max_nodes = 0;
    DoorFilter doors;
    std::vector<SearchNode> nodes;
    std::vector<HeapEntry> heap;
    std::vector<std::uint32_t> fresh;  // children of the node in work; at last the goal's node
    std::uint32_t next = kNone;        // the node in work next; kNone: that of the heap
    std::vector<RootLength> roots;     // one for each vertex: where paths turn
    std::vector<RootLength> seen;      // one for each vertex: the shortest known way to it
    std::vector<TableEntry> table;     // a power of two, at most half of it in use
    std::size_t in_table = 0;
    std::vector<std::uint32_t> starts;  // polygons that hold the start
    std::vector<std::uint32_t> goals;   // polygons that hold the goal
    std::vector<Vec3> points;           // the result
    std::vector<NavPolygonId> polygons;
};

}  // namespace halfspace
