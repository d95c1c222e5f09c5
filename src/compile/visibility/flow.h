// SPDX-License-Identifier: MIT
// Portal flow from one portal: which clusters lines of sight through it may reach.
#pragma once

#include "halfspace/base/progress.h"

#include "compile/visibility/bit_rows.h"
#include "compile/visibility/flow_graph.h"
#include "compile/visibility/sight_line.h"
#include "compile/visibility/window.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace halfspace::visibility {

// What all flows know. Flows of one batch only read it.
struct FlowState {
    std::uint32_t cluster_count = 0;
    BitRows might;    // portals, portals: see might_see.h; flows clear bits
    BitRows settled;  // clusters, clusters: pairs with a line of sight; symmetric
    BitRows found;    // clusters, clusters: the second one was found by a flow from the first one
    std::vector<std::uint32_t> counts;  // bits of each row of `might`
    std::vector<std::uint8_t> is_done;  // portals
    std::uint64_t steps = 0;            // of all flows that are done
    std::uint32_t stopped = 0;          // flows that used up their steps
};

// What the flow of a portal learned.
struct FlowResult {
    PortalId portal = 0;
    std::vector<ClusterId> found;   // reached, without a proof
    std::vector<ClusterId> hidden;  // not reached, so no line through the portal gets there
    SightLines lines;
    std::uint64_t steps = 0;
    bool is_stopped = false;  // by most_steps: what was not reached until then is in `found`
};

// Does one flow after the other. Its memory grows with the longest sequence of portals.
class Flow {
public:
    explicit Flow(const FlowGraph& graph);

    // The result has no meaning if progress, which may be null, says that the work is cancelled.
    FlowResult run(const FlowState& state,
                   PortalId portal,
                   std::uint64_t most_steps,
                   const Progress* progress);

private:
    struct Frame {
        PortalId pass = 0;       // the last portal of the chain
        std::uint32_t next = 0;  // the next portal out of its cluster
        WindowView source;
        WindowView target;  // in `pass`
        WindowPair sources;
        WindowPair targets;
        PlaneList planes;
        std::size_t first = 0;  // the words of `might` that are not 0
        std::size_t end = 0;
        std::vector<Word> might;  // portals that may be seen through the chain
    };

    void find_wanted();
    bool is_wanted(ClusterId cluster) const { return has_bit(wanted_clusters_.data(), cluster); }
    void forget(ClusterId cluster);
    void reach(PortalId q, const WindowView& source, const WindowView& target);
    bool step(std::size_t depth, PortalId q);
    bool intersect(const Frame& parent, PortalId q, Frame& child) const;
    WindowView clipped_source(const Frame& frame,
                              PortalId q,
                              const WindowView& target,
                              Frame& child) const;
    bool has_wanted(const Frame& top) const;
    bool flood(Frame& frame);
    Frame& frame(std::size_t depth);

    const FlowGraph& graph_;
    const FlowState* state_ = nullptr;
    PortalId portal_ = 0;
    std::vector<Word> wanted_clusters_;
    std::vector<Word> wanted_portals_;  // those that lead to a wanted cluster
    std::size_t wanted_count_ = 0;
    std::vector<std::unique_ptr<Frame>> frames_;
    std::vector<Word> reached_;        // portals, of a flood
    std::vector<std::uint64_t> seen_;  // clusters: the number of the last flood that came here
    std::uint64_t flood_number_ = 0;
    std::vector<ClusterId> open_;
    SightLine line_;
    FlowResult result_;
};

// Puts what a flow learned into the state.
void merge(const FlowGraph& graph,
           const FlowResult& result,
           FlowState& state,
           std::vector<Word>& scratch);

}  // namespace halfspace::visibility
