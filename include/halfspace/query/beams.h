// SPDX-License-Identifier: MIT
// How far is it to the nearest wall in many directions, as a laser scanner (lidar) measures it?
#pragma once

#include "halfspace/base/executor.h"
#include "halfspace/math/transform.h"
#include "halfspace/query/placed_level.h"
#include "halfspace/query/space.h"
#include "halfspace/query/trace.h"

#include <span>

namespace halfspace {

// Beams from several poses: each pose sends one beam in each direction.
struct BeamBatch {
    std::span<const Transform> poses;
    // In the frame of a pose: {1, 0, 0} is ahead. A beam ends after `range` times its direction.
    std::span<const Vec3> directions;
    double range = 0;
    // The obstacle that a pose belongs to, which its beams leave out; ObstacleId() for none. One
    // for each pose, or empty.
    std::span<const ObstacleId> themselves = {};
};

// distances[p * directions.size() + d]: how far beam d of pose p comes, in lengths of its
// direction: up to `range`, if it touches nothing. A beam is a trace of the body of the space; 0
// where this body starts blocked. `executor` gets parts of 16 poses. Stack: as first_hit_all.
// REQUIRES: distances has a place for each beam; is_rigid(pose); 0 <= range; the ends of beams are
// finite; space in range; the REQUIRES of trace for the options.
void beam_distances(const PlacedLevel& here,
                    SpaceId space,
                    const BeamBatch& beams,
                    std::span<double> distances,
                    const TraceOptions& options = {},
                    const Executor& executor = run_serially);

}  // namespace halfspace
