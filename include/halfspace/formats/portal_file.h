// SPDX-License-Identifier: MIT
// Portal files (.prt) of level compilers: clusters and the portals between them. Editors draw these
// files, and visibility (compile/visibility.h) is computed from them.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/level/portal_records.h"

#include <string>
#include <string_view>

namespace halfspace {

// Reads the portal files of Quake (PRT1), of ericw-tools (PRT2), of tools that join detail leaves
// (PRT1-AM) and of Quake III (PRT1 with a number of solid faces, and with a hint number in each
// portal). The clusters of PRT1 for Quake are its leaves. Which leaves a cluster has, hint numbers
// and solid faces are checked and left out.
//
// source_name: for messages. Errors, with the line: Syntax for words that do not follow the
// format; Damaged for wrong counts and for text behind the end; Range for clusters that do not
// exist and for numbers that are too large; Geometry for a portal that is not flat, not convex or
// has no area; Unsupported for other first lines; Limit for more than kMaxClusters or kMaxPortals.
// Cost: linear in the text.
Result<PortalGraph> read_portals(std::string_view text, const std::string& source_name);

// The graph as PRT1, which all editors read. read_portals gives the same graph back, if its corners
// are in the order of its portals. REQUIRES: graph_problem (level/portal_check.h) finds nothing.
std::string write_portals(const PortalGraph& graph);

}  // namespace halfspace
