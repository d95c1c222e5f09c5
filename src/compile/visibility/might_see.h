// SPDX-License-Identifier: MIT
// The first estimate of what is visible: a flood from each portal through portals that face it.
#pragma once

#include "halfspace/base/progress.h"

#include "compile/visibility/bit_rows.h"
#include "compile/visibility/flow_graph.h"

namespace halfspace::visibility {

// True if the boxes of both clusters are no farther apart than max_distance (0: no limit).
bool is_near(const FlowGraph& graph, ClusterId a, ClusterId b, double max_distance);

// Bit q of row p: a line of sight may pass p and later q. It is so only if a corner of q is in
// front of p, a corner of p is behind q, a flood through such portals reaches q, the reverse holds
// for the reverse portals, and the clusters are near. Rows of 0 if the work was cancelled. Cost:
// N^2 for N portals.
BitRows might_see(const FlowGraph& graph,
                  double max_distance,
                  unsigned threads,
                  Progress* progress);

}  // namespace halfspace::visibility
