// SPDX-License-Identifier: MIT
// What brushes make of the space around one place: the cells into which those of their planes cut
// it that hold the place.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/exact/plane_table.h"

#include "support/contents_rules.h"
#include "support/local_cells.h"

#include <vector>

namespace halfspace::test {

class Surroundings {
public:
    // A brush that holds the place, and those of its planes on which the place lies.
    void add(Contents contents, const std::vector<const ExactPlane*>& through);

    // The bits in whose volume the place is strictly inside, without those that others of them
    // hide. The volume of a bit is the union of the closed brushes that have the bit or hide it.
    Contents inside() const;

    // True if every cell shows a bit of the mask.
    bool are_covered(Contents mask) const;

private:
    // A brush that some of the planes cut.
    struct Touched {
        Bits bits;
        std::vector<LocalCells::Place> planes;
    };

    // Of the brushes that hold the cell, joined.
    Bits joined_in(const LocalCells::Signs& cell) const;

    LocalCells cells_;
    std::vector<Touched> touched_;
    Bits around_ = 0;  // of the brushes that hold all cells
};

}  // namespace halfspace::test
