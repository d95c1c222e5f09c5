// SPDX-License-Identifier: MIT
// Many paths or routes at once, on several threads. For many places and one goal a DistanceField is
// quicker (nav/distance_field.h); so it is for all places within a length.
#pragma once

#include "halfspace/base/executor.h"
#include "halfspace/nav/nav_mesh.h"
#include "halfspace/nav/path.h"
#include "halfspace/nav/route.h"

#include <span>
#include <utility>

namespace halfspace {

// Where a path or a route begins and ends.
struct NavEnds {
    NavPlace from;
    NavPlace to;
};

struct NavBatchMemory;

// The answers of a batch, and a NavScratch for each thread. It grows with what is asked; after
// that, batches by one thread allocate nothing. (Which thread gets which part depends on time, so
// with several ones a scratch may still grow.) It serves one batch at a time, and any number of
// meshes.
class NavBatchScratch {
public:
    NavBatchScratch();
    NavBatchScratch(const NavBatchScratch&) = delete;
    NavBatchScratch& operator=(const NavBatchScratch&) = delete;
    NavBatchScratch(NavBatchScratch&& other) noexcept
        : memory_(std::exchange(other.memory_, nullptr)) {}
    NavBatchScratch& operator=(NavBatchScratch&& other) noexcept {
        std::swap(memory_, other.memory_);
        return *this;
    }
    ~NavBatchScratch();

    // For this header. REQUIRES: nothing was moved out of the scratch.
    NavBatchMemory& memory() const { return *memory_; }

private:
    NavBatchMemory* memory_;
};

// find_path for each pair of places: results[i] belongs to ends[i] and has a status of its own. The
// answers are those of single calls, bit for bit, with every executor. Their spans are in the
// scratch, until its next batch. `executor` gets parts of 16 pairs and may answer them on several
// threads. Cost: that of the single calls, shared by the threads; their answers are copied.
// REQUIRES: results.size() == ends.size(), and for each pair what find_path requires.
void find_path_all(const NavMesh& mesh,
                   std::span<const NavEnds> ends,
                   std::span<NavPath> results,
                   NavBatchScratch& scratch,
                   const PathOptions& options = {},
                   const Executor& executor = run_serially);

// The same for find_route, with its cost and what it requires.
void find_route_all(const NavMesh& mesh,
                    std::span<const NavEnds> ends,
                    std::span<NavRoute> results,
                    NavBatchScratch& scratch,
                    const RouteOptions& options = {},
                    const Executor& executor = run_serially);

}  // namespace halfspace
