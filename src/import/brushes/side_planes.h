// SPDX-License-Identifier: MIT
// The first step of the import: finds a plane on the grid for every side of every brush. It is the
// exact plane if the grid holds it, else the nearest plane within the tolerance.
#pragma once

#include "halfspace/math/aabb.h"
#include "halfspace/world/world.h"

#include "exact/shared/plane_table.h"
#include "import/brushes/plane_choice.h"
#include "import/brushes/plane_recovery.h"
#include "import/import_options.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace halfspace {

// A brush before it is a solid.
struct BrushCandidate {
    std::uint32_t entity = 0;
    std::uint32_t source = 0;  // number in the entity
    const Brush* brush = nullptr;
    // For each side its plane, if it is known. A side with a rounded plane and without a face gets
    // no plane: a plane that only touched the brush must not cut it.
    std::vector<std::optional<PlaneId>> planes;
    std::vector<double> moved;    // how far each side's plane is from the written one [grid steps]
    std::optional<Aabb> written;  // box of the brush as written, if a side is off the grid
    double displacement = 0;      // see fit_brushes [grid steps]
    std::optional<Error> error;   // the first one
};

struct SidePlanes {
    PlaneTable planes;  // in the order in which they were met
    std::vector<BrushCandidate> candidates;
};

// A side whose plane has to be chosen.
struct WantedSide {
    std::size_t candidate;
    std::size_t side;
    PlaneChooser::Wanted wanted;
    double radius = 0;  // largest distance of a corner from the first corner; set by choose_planes
};

// Gives each side a plane. The result does not depend on the order of the sides. Returns the sides
// without a plane within the tolerance; their planes stay as they were. REQUIRES: the chooser works
// on into.planes.
std::vector<WantedSide> choose_planes(std::vector<WantedSide> sides,
                                      PlaneChooser& chooser,
                                      SidePlanes& into);

// True if the grid holds the planes of all sides exactly. A rounded plane counts if it has an exact
// plane.
bool is_on_grid(const Brush& brush, int grid_exponent, PlaneRecovery& recovery);

// kCoarseGrid if it holds the world and the boxes exactly, else kFineGrid.
int fitting_grid(const World& world, std::span<const Aabb> boxes);

// Finds the plane of every side. A plane off the grid lies within the tolerance of the face of its
// own side. The result points into the world.
SidePlanes take_side_planes(const World& world, const ImportOptions& options, int grid_exponent);

// Gives the brush this error, unless it has one.
void fail(BrushCandidate& candidate,
          ErrorCode code,
          const World& world,
          const SourcePosition& position,
          std::string message);

}  // namespace halfspace
