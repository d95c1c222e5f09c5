// SPDX-License-Identifier: MIT
// What brushes make of the space around one place: the cells into which those of their planes cut
// it that hold the place.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/level/level.h"

#include "support/local_cells.h"

#include <vector>

namespace halfspace::test {

class Surroundings {
public:
    // A brush that holds the place, and those of its planes on which the place lies.
    void add(Contents contents, const std::vector<const ExactPlane*>& through);

    // The bits that all cells share.
    Contents shared() const;

    // True if every cell has a bit of the mask.
    bool are_covered(Contents mask) const;

private:
    // A brush that some of the planes cut.
    struct Touched {
        Contents contents;
        std::vector<LocalCells::Place> planes;
    };

    Contents contents_of(const LocalCells::Signs& cell) const;

    LocalCells cells_;
    std::vector<Touched> touched_;
    Contents around_ = Contents::Empty;  // of the brushes that hold all cells
};

}  // namespace halfspace::test
