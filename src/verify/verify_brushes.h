// SPDX-License-Identifier: MIT
// The part of verify that holds a level's brushes against the source's text.
#pragma once

#include "halfspace/exact/polyhedron.h"
#include "halfspace/level/cells.h"
#include "halfspace/verify/verify.h"

#include <vector>

namespace halfspace {

// A level's brush, rebuilt from its planes.
struct RebuiltBrush {
    std::uint32_t entity = 0;
    Contents contents = Contents::Empty;
    std::vector<PlaneId> planes;
    std::vector<PlaneId> bevels;
    Polyhedron solid;
    Aabb bounds;
};

// Collects differences, each with a sentence.
class Differences {
public:
    explicit Differences(std::size_t most_details) : most_(most_details) {}
    void add(std::string detail);
    void append(const Differences& other);
    std::uint64_t count() const { return count_; }
    std::vector<std::string> take_details() { return std::move(details_); }

private:
    std::size_t most_;
    std::uint64_t count_ = 0;
    std::vector<std::string> details_;
};

struct BrushCheck {
    std::vector<RebuiltBrush> brushes;    // by the level's brush, without a solid if it has none
    double largest_displacement = 0;      // map units
    std::vector<std::uint32_t> left_out;  // lines of the source's brushes that are no solids
};
BrushCheck check_brushes(const Level& level,
                         const World& source,
                         LevelPlanes& planes,
                         double tolerance,
                         Differences& differences);

}  // namespace halfspace
