// SPDX-License-Identifier: MIT
// Brings planes that are not on the grid to integer planes near them, the one tolerance of the
// compiler. Planes of different brushes that were meant to be one become one.
#pragma once

#include "halfspace/exact/plane_table.h"

#include "import/written_plane.h"

#include <map>
#include <optional>
#include <vector>

namespace halfspace {

struct PlaneChoice {
    PlaneId plane;
    double moved;  // the largest distance over the corners [grid steps]
};

// Remembers the planes chosen so far. The result depends on the order of the calls to `choose`, so
// callers bring the sides into an order that does not depend on the source's.
class PlaneChooser {
public:
    // A written plane, and the points of it that the chosen plane must stay near.
    struct Wanted {
        WrittenPlane plane;
        std::vector<Vec3> corners;  // at least one [grid steps]
        double tolerance = 0;       // farthest that a corner may be from the chosen plane [same]
    };

    // Reads all planes that are in the table already.
    explicit PlaneChooser(PlaneTable& planes);

    // A plane of the table that lies within the tolerance of all corners, else a new plane with
    // small integers. nullopt if no plane does.
    std::optional<PlaneChoice> choose(const Wanted& wanted);

private:
    using Cell = std::array<int, 3>;  // of the unit normals' cube

    std::optional<PlaneChoice> choose_axial(const Wanted& wanted);
    std::optional<PlaneChoice> find_shared(const Wanted& wanted) const;
    std::optional<PlaneChoice> make(const Wanted& wanted);
    void remember(PlaneId plane);

    PlaneTable* planes_;
    std::map<Cell, std::vector<PlaneId>> by_direction_;
};

}  // namespace halfspace
