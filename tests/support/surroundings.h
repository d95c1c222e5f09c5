// SPDX-License-Identifier: MIT
// The contents of the cells around a place. The planes of brushes through the place cut its
// neighbourhood into these cells.
#pragma once

#include "halfspace/base/contents.h"

#include "exact/shared/plane_table.h"
#include "support/contents_rules.h"
#include "support/local_cells.h"

#include <vector>

namespace halfspace::test {

class Surroundings {
public:
    // Adds a brush that contains the place. through: its planes through the place.
    void add(Contents contents, const std::vector<const ExactPlane*>& through);

    // The bits in whose volume the place is strictly inside, without bits that others of them hide.
    // The volume of a bit is the union of the closed brushes that have the bit or hide it.
    Contents inside() const;

    // True if every cell shows a bit of the mask.
    bool are_covered(Contents mask) const;

private:
    // A brush with planes through the place.
    struct Touched {
        Bits bits;
        std::vector<LocalCells::Place> planes;
    };

    // The joined bits of the brushes that contain the cell.
    Bits joined_in(const LocalCells::Signs& cell) const;

    LocalCells cells_;
    std::vector<Touched> touched_;
    Bits around_ = 0;  // joined bits of the brushes that contain all cells
};

}  // namespace halfspace::test
