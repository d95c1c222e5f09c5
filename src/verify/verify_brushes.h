// SPDX-License-Identifier: MIT
// The part of verify that compares a level's brushes with the source's text.
#pragma once

#include "halfspace/verify/verify.h"

#include "exact/shared/polyhedron.h"
#include "level/shared/cells.h"

#include <vector>

namespace halfspace {

// A level's brush, rebuilt from its planes.
struct RebuiltBrush {
    std::uint32_t number = kNone;  // in the level; none of a cell
    std::uint32_t entity = 0;
    Contents contents = Contents::Empty;
    std::vector<PlaneId> planes;
    std::vector<PlaneId> bevels;
    Polyhedron solid;
    Aabb bounds;
};

// Collects differences. Each is a sentence; only the first `most_details` sentences are kept.
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
    // One for each brush of the level; without a solid if the planes enclose none.
    std::vector<RebuiltBrush> brushes;
    double largest_displacement = 0;  // [map units]
    // Lines of the source's brushes that the level says it lacks.
    std::vector<std::uint32_t> left_out;
};
BrushCheck check_brushes(const Level& level,
                         const World& source,
                         LevelPlanes& planes,
                         double tolerance,
                         Differences& differences);

}  // namespace halfspace
