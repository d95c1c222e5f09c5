// SPDX-License-Identifier: MIT
// Potentially visible sets (PVS): which clusters may see which, from the portals between them.
// docs/explanation/visibility.md tells how it works.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/base/option_check.h"
#include "halfspace/base/progress.h"
#include "halfspace/level/portal_records.h"
#include "halfspace/level/visibility_rows.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace halfspace {

enum class VisibilityMode : std::uint8_t {
    // A flood through portals that face each other. Many clusters too many, at once.
    Fast,
    // Full, with at most `bounded_steps` steps: within a minute. Each portal gets an equal share of
    // the
    // steps that are left. What its flow did not come to is as in Fast.
    Bounded,
    // Portal flow (Teller & Sequin 1991): lines of sight through sequences of portals.
    Full,
};

struct VisibilityOptions {
    VisibilityMode mode = VisibilityMode::Full;
    // Clusters whose boxes are farther apart count as hidden, and no sight goes through them [map
    // units, 0 or more; 0: no limit]. The box of a cluster is that of its portals. Too low: what is
    // far away vanishes in the open.
    double max_distance = 0;
    // Sequences of portals that Bounded tries. Most levels need less than a tenth of the default;
    // an island under an open sky may need many times as many.
    std::uint64_t bounded_steps = 1u << 23;
    // Threads to use [0..1024; 0: as many as the machine has]. The result does not depend on it.
    unsigned threads = 0;
    // Gets reports of the work, and may stop it. Null: neither.
    Progress* progress = nullptr;
    // A state that `save` got in an earlier run, or nothing. For Fast it does not count.
    std::span<const std::byte> saved_state = {};
    // Gets the state of the work now and then, to take it up after a break, and once more if
    // `progress` stops the work. Empty: nothing is saved.
    std::function<void(std::span<const std::byte> state)> save = {};
    // The time between two calls of `save` [seconds, 0 or more].
    double save_interval = 60;
};

// The first option with a value that cannot be used; nullopt if there is none.
std::optional<BadOption> bad_option(const VisibilityOptions& options);

struct Visibility {
    std::uint32_t cluster_count = 0;
    std::vector<std::uint32_t> starts;  // see level/visibility_rows.h
    std::vector<std::byte> bytes;
    std::uint64_t visible = 0;  // pairs in all rows; each cluster counts itself
    std::uint64_t proven = 0;   // of these, pairs that a line of sight proves; 0 for Fast
    std::uint32_t stopped = 0;  // portals whose flow used up its share of bounded_steps; there are
                                // twice as many as in the graph, one for each way
    bool is_taken_up = false;   // the work went on from VisibilityOptions::saved_state

    VisibilityRows rows() const { return {cluster_count, starts, bytes}; }
    // The mean number of clusters that a cluster sees, itself included; 0 without clusters.
    double average() const {
        return cluster_count == 0 ? 0 : static_cast<double>(visible) / cluster_count;
    }
};

// The clusters that each cluster sees, itself included. If a sees b, b sees a. A pair that is
// hidden has no line of sight, except through windows thinner than 1e-6 map units; a pair that is
// visible may have none. The corners of each portal are first moved onto its plane. Equal graphs
// and options give equal bytes on every machine.
//
// Errors: Range for a bad option; the errors of graph_problem (level/portal_check.h); Damaged for a
// saved state of other portals, other options, another version or a damaged file; Cancelled.
// Cost: memory of about N^2/4 bytes for N = twice the portals, while the flood of Fast works, and
// then N^2/8 and a quarter of the square of the clusters; Fast about N^2, Full more, up to
// exponential for graphs that no level has.
Result<Visibility> compute_visibility(const PortalGraph& graph,
                                      const VisibilityOptions& options = {});

}  // namespace halfspace
