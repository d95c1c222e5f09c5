// SPDX-License-Identifier: MIT
// Lines of sight. All clusters along one see each other, so the flow has to find only pairs that no
// line has proven.
#pragma once

#include "compile/visibility/bit_rows.h"
#include "compile/visibility/flow_graph.h"

#include <cstdint>
#include <vector>

namespace halfspace::visibility {

// The clusters along a line, each behind the one before.
using SightLine = std::vector<ClusterId>;

// The line from a point of `start`'s portal in a direction, both ways, as far as it passes portals
// without touching their edges. Empty if it does not pass `start`. REQUIRES: direction is not 0.
void follow(const FlowGraph& graph,
            PortalId start,
            const Vec3& point,
            const Vec3& direction,
            SightLine& line);

// Several lines, each with its length in front.
using SightLines = std::vector<ClusterId>;

void append(const SightLine& line, SightLines& lines);

// Appends lines from the portal to portals that `might` has in its row. The random numbers come
// from the portal's id alone.
void random_lines(const FlowGraph& graph, const BitRows& might, PortalId portal, SightLines& lines);

// Sets the bits of all pairs along each line. scratch: memory to use.
void settle_all(const SightLines& lines, BitRows& pairs, std::vector<Word>& scratch);

}  // namespace halfspace::visibility
