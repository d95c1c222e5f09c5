// SPDX-License-Identifier: MIT
// The shortest path on a navigation mesh. Its length is that seen from above, so for a mover it is
// the shortest time as well (level/nav_records.h). All results have the same bits on every machine.
//
// Source: Cui, Harabor, Grastien, Compromise-free Pathfinding on a Navigation Mesh, IJCAI 2017
// (Polyanya). Where we differ: what a place sees is bounded by lines through two vertices, not by
// points where such lines meet edges. So every decision on a side is exact.
#pragma once

#include "halfspace/math/vec.h"
#include "halfspace/nav/door_state.h"
#include "halfspace/nav/nav_mesh.h"
#include "halfspace/nav/nav_scratch.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace halfspace {

enum class PathStatus : std::uint8_t {
    Complete,      // the path is the shortest one
    Unreachable,   // the places are on different islands, or closed doors are between them
    OutOfScratch,  // the search needs more nodes than PathOptions::max_nodes
    Unfinished,    // a search in slices goes on
};

struct PathOptions {
    // The most nodes that a search may make [1 to 2^31]; a node takes about 80 bytes of the
    // scratch. A search that needs more ends as OutOfScratch.
    std::uint32_t max_nodes = 1u << 24;
    // Closed doors are walls. nullptr: all doors are open. REQUIRES: a state of the same mesh; it
    // outlives the search, and is not set meanwhile.
    const NavDoorState* doors = nullptr;
};

// The spans are in the scratch, until its next question. They are empty if the path is not
// Complete.
struct NavPath {
    PathStatus status = PathStatus::Unfinished;
    double length = 0;  // seen from above, map units
    // The start, the corners of the mesh where the path turns or which it touches, the goal.
    // Between two of them the path is straight seen from above; on ramps it follows the surface. A
    // path from a place to itself has one point.
    std::span<const Vec3> points;
    // The polygons that the path goes through, in order. Neighbours in the list share an edge. The
    // first one holds the start and the last one the goal.
    std::span<const NavPolygonId> polygons;
    std::size_t expansions = 0;  // polygons that the search looked at
};

// A search in slices. It gives the path that find_path gives, bit for bit.
class PathSearch {
public:
    // REQUIRES: both places are on their polygons, up to rounding. The mesh and the scratch outlive
    // the search, and the scratch has no other question until it ends.
    PathSearch(const NavMesh& mesh,
               const NavPlace& from,
               const NavPlace& to,
               NavScratch& scratch,
               const PathOptions& options = {});

    // Looks at up to so many polygons more. The status is Unfinished as long as the search goes on;
    // then call again. Cost: the edges of these polygons, and log n for each.
    PathStatus step(std::size_t most_expansions);

    // The path, as far as it is known: its status is that of the last step.
    const NavPath& path() const { return path_; }

private:
    void take_path();

    const NavMesh* mesh_;
    NavScratch* scratch_;
    NavPlace from_;
    NavPlace to_;
    NavPath path_;
};

// The shortest path between two places. It is never a part of one: the status says what happened.
// Cost: places on different islands, or that closed doors part, cost nothing. Else up to about the
// corners of the mesh that are nearer than the goal, times what they see. REQUIRES: as PathSearch.
NavPath find_path(const NavMesh& mesh,
                  const NavPlace& from,
                  const NavPlace& to,
                  NavScratch& scratch,
                  const PathOptions& options = {});

}  // namespace halfspace
