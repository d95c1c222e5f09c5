// SPDX-License-Identifier: MIT
// Replaces planes off the grid by integer planes near them, within the one tolerance of the
// compiler. Planes of different brushes that were meant to be one become one.
#pragma once

#include "exact/shared/plane_table.h"
#include "import/brushes/written_plane.h"

#include <map>
#include <optional>
#include <vector>

namespace halfspace {

struct PlaneChoice {
    PlaneId plane;
    double moved;  // the largest distance over the corners [grid steps]
};

// Remembers the chosen planes. The result depends on the order of the calls to `choose`, so callers
// sort the sides by something other than their order in the source.
class PlaneChooser {
public:
    // A written plane, and points that the chosen plane must stay near.
    struct Wanted {
        WrittenPlane plane;
        std::vector<Vec3> corners;  // at least one [grid steps]
        double tolerance = 0;  // largest distance of a corner from the chosen plane [grid steps]
    };

    // Remembers all planes of the table.
    explicit PlaneChooser(PlaneTable& planes);

    // A plane of the table that lies within the tolerance of all corners, else a new plane with
    // small integers. Returns nullopt if no plane does.
    std::optional<PlaneChoice> choose(const Wanted& wanted);

private:
    using Cell = std::array<int, 3>;  // a cell of the cube [-1, 1]^3 of normals

    std::optional<PlaneChoice> choose_axial(const Wanted& wanted);
    std::optional<PlaneChoice> find_shared(const Wanted& wanted) const;
    std::optional<PlaneChoice> make(const Wanted& wanted);
    void remember(PlaneId plane);

    PlaneTable* planes_;
    std::map<Cell, std::vector<PlaneId>> by_direction_;
};

}  // namespace halfspace
