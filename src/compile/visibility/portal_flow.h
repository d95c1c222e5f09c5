// SPDX-License-Identifier: MIT
// Portal flow from all portals: in which order, on which threads, and where the work can be
// stopped.
#pragma once

#include "halfspace/compile/visibility.h"

#include "compile/visibility/flow.h"

namespace halfspace::visibility {

// Takes up the saved state of the options; false if it is none of this graph and these options.
// Without one, settles neighbours and the pairs along random lines of sight. REQUIRES: state.might
// is that of might_see; each cluster is settled with itself.
bool begin_flow(const FlowGraph& graph,
                const VisibilityOptions& options,
                std::uint64_t key,
                FlowState& state);

// Runs the flows of all portals that are not done. False if the work was cancelled.
bool run_flow(const FlowGraph& graph,
              const VisibilityOptions& options,
              std::uint64_t key,
              FlowState& state);

}  // namespace halfspace::visibility
