// SPDX-License-Identifier: MIT
#include "support/surroundings.h"

#include <algorithm>

namespace halfspace::test {

void Surroundings::add(Contents contents, const std::vector<const ExactPlane*>& through) {
    if (through.empty()) {
        around_ |= bits_of(contents);
        return;
    }
    Touched& brush = touched_.emplace_back(Touched{bits_of(contents), {}});
    for (const ExactPlane* plane : through) {
        brush.planes.push_back(cells_.add(plane->n));
    }
}

Contents Surroundings::inside() const {
    Bits inside = ~Bits{0};
    if (touched_.empty()) {
        inside = around_;
    } else {
        cells_.for_each_cell([&](const LocalCells::Signs& cell) {
            const Bits joined = joined_in(cell);
            inside &= joined | hidden_by(joined);
            return inside != 0;
        });
    }
    return static_cast<Contents>(shown(inside));
}

bool Surroundings::are_covered(Contents mask) const {
    if (touched_.empty()) {
        return (shown(around_) & bits_of(mask)) != 0;
    }
    return cells_.for_each_cell([&](const LocalCells::Signs& cell) {
        return (shown(joined_in(cell)) & bits_of(mask)) != 0;
    });
}

Bits Surroundings::joined_in(const LocalCells::Signs& cell) const {
    Bits joined = around_;
    for (const Touched& brush : touched_) {
        const bool holds =
            std::all_of(brush.planes.begin(), brush.planes.end(), [&](const auto& place) {
                return place.sign * cell[place.plane] < 0;
            });
        joined |= holds ? brush.bits : 0;
    }
    return joined;
}

}  // namespace halfspace::test
