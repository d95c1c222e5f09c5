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
    // Reads all planes that are in the table already.
    PlaneChooser(PlaneTable& planes, double tolerance);

    // The plane to take for a written one whose face has the corners: one that is there if it lies
    // within the tolerance, else a new one with small integers. nullopt if no plane does.
    std::optional<PlaneChoice> choose(const WrittenPlane& written,
                                      const std::vector<Vec3>& corners);

private:
    using Cell = std::array<int, 3>;  // of the unit normals' cube

    std::optional<PlaneChoice> choose_axial(const WrittenPlane& written,
                                            const std::vector<Vec3>& corners);
    std::optional<PlaneChoice> find_shared(const WrittenPlane& written,
                                           const std::vector<Vec3>& corners) const;
    std::optional<PlaneChoice> make(const WrittenPlane& written, const std::vector<Vec3>& corners);
    void remember(PlaneId plane);

    PlaneTable* planes_;
    double tolerance_;
    std::map<Cell, std::vector<PlaneId>> by_direction_;
};

}  // namespace halfspace
