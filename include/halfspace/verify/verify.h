// SPDX-License-Identifier: MIT
// Proof that a level says what its source says. The proof uses the level's arrays and the source's
// text. It runs no code of the compiler, but the module `import` reads polygons and curves for
// both. Brushes are read from the text by verify itself.
#pragma once

#include "halfspace/base/progress.h"
#include "halfspace/level/level.h"
#include "halfspace/world/world.h"

#include <cstdint>
#include <string>
#include <vector>

namespace halfspace {

struct VerifyOptions {
    unsigned threads = 0;               // [0: all of the machine]
    std::size_t most_differences = 20;  // descriptions kept; all are counted
    Progress* progress = nullptr;
};

struct VerifyReport {
    std::uint64_t leaves = 0;       // checked: leaf 0, and each whose cell was rebuilt
    std::uint64_t volumes = 0;      // brush pieces clipped against them
    std::uint64_t polygons = 0;     // of surfaces, taken down the tree
    std::uint64_t differences = 0;  // 0 is the proof
    std::uint64_t left_out = 0;     // brushes of the source that are no solids, not in the level
    std::vector<std::uint32_t> left_out_lines;  // of the first most_differences of them
    double largest_displacement = 0;   // of a brush's surface from that in the text, map units
    std::vector<std::string> details;  // one sentence per difference, up to most_differences
};

// Rebuilds the cell of every leaf from the planes, clips every brush that overlaps it against it
// exactly, for the point and for every body, and compares contents; compares every brush with the
// source's text. A leaf in which contents are mixed, a leaf with other contents than its volumes
// give, a brush or a side that is not the source's within the tolerance: each is a difference. Of a
// model made of polygons: no polygon runs through a leaf, and each leaf is what the winding number
// at a point inside says.
VerifyReport verify(const Level& level, const World& source, const VerifyOptions& options = {});

}  // namespace halfspace
