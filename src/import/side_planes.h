// SPDX-License-Identifier: MIT
// The first half of import_brushes: a plane on the grid for every side of every brush, exactly
// where the grid holds it, else the nearest within the tolerance.
#pragma once

#include "halfspace/exact/plane_table.h"
#include "halfspace/math/aabb.h"
#include "halfspace/world/world.h"

#include "import/import_options.h"
#include "import/plane_choice.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace halfspace {

// A brush on its way to a solid.
struct BrushCandidate {
    std::uint32_t entity = 0;
    std::uint32_t source = 0;  // its number in the entity
    const Brush* brush = nullptr;
    // Of the sides, when known. A side with a rounded plane but without a face has none: what is
    // left of a plane that only touched the brush must not cut it.
    std::vector<std::optional<PlaneId>> planes;
    std::vector<double> moved;    // how far each side's plane is from the written one [grid steps]
    std::optional<Aabb> written;  // the box of the brush as written, if some side is off the grid
    double displacement = 0;      // see fit_brushes [grid steps]
    std::optional<Error> error;   // the first one
};

struct SidePlanes {
    PlaneTable planes;  // in the order they were met
    std::vector<BrushCandidate> candidates;
};

// A side whose plane has to be chosen.
struct WantedSide {
    std::size_t candidate;
    std::size_t side;
    PlaneChooser::Wanted wanted;
    double radius = 0;  // of the corners around the first; set by choose_planes
};

// Gives each of the sides a plane. REQUIRES: the chooser works on into.planes. The result does not
// depend on their order. Returns the sides for which there is no plane within the tolerance; these
// keep what they had.
std::vector<WantedSide> choose_planes(std::vector<WantedSide> sides,
                                      PlaneChooser& chooser,
                                      SidePlanes& into);

// The coarsest of the two usual grids that holds the world and the boxes exactly, else the finer
// one.
int fitting_grid(const World& world, std::span<const Aabb> boxes);

// Every side's plane, off the grid within the tolerance of its own face. The result refers to the
// world's brushes.
SidePlanes take_side_planes(const World& world, const ImportOptions& options, int grid_exponent);

// Notes the error unless there is one already.
void fail(BrushCandidate& candidate,
          ErrorCode code,
          const World& world,
          const SourcePosition& position,
          std::string message);

}  // namespace halfspace
