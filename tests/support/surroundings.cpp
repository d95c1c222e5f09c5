// SPDX-License-Identifier: MIT
#include "support/surroundings.h"

#include <algorithm>

namespace halfspace::test {

void Surroundings::add(Contents contents, const std::vector<const ExactPlane*>& through) {
    if (through.empty()) {
        around_ = around_ | contents;
        return;
    }
    Touched& brush = touched_.emplace_back(Touched{contents, {}});
    for (const ExactPlane* plane : through) {
        brush.planes.push_back(cells_.add(plane->n));
    }
}

Contents Surroundings::shared() const {
    if (touched_.empty()) {
        return normalize(around_);
    }
    Contents shared = ~Contents::Empty;
    cells_.for_each_cell([&](const LocalCells::Signs& cell) {
        shared = shared & contents_of(cell);
        return any(shared);
    });
    return shared;
}

bool Surroundings::are_covered(Contents mask) const {
    if (touched_.empty()) {
        return any(normalize(around_) & mask);
    }
    return cells_.for_each_cell(
        [&](const LocalCells::Signs& cell) { return any(contents_of(cell) & mask); });
}

Contents Surroundings::contents_of(const LocalCells::Signs& cell) const {
    Contents joined = around_;
    for (const Touched& brush : touched_) {
        const bool holds =
            std::all_of(brush.planes.begin(), brush.planes.end(), [&](const auto& place) {
                return place.sign * cell[place.plane] < 0;
            });
        joined = holds ? joined | brush.contents : joined;
    }
    return normalize(joined);
}

}  // namespace halfspace::test
