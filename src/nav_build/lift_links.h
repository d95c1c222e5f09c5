// SPDX-License-Identifier: MIT
// Links of lifts: a follower rides each of them with a mover, in the library's own game.
#pragma once

#include "halfspace/base/executor.h"
#include "halfspace/base/id.h"
#include "halfspace/level/level.h"
#include "halfspace/move/doors.h"
#include "halfspace/move/mover_options.h"

#include "nav_build/entity_links.h"
#include "nav_build/links.h"

#include <span>

namespace halfspace {

// The game of a level with its lifts, all low, and these models in place.
Doors game_of_lifts(const Level& level, std::span<const ModelId> in_place);

// Links up and down. A mover goes straight from the middle of a lift in 16 directions, where the
// lift is low and where it is high, and comes to places of the floor beside the shaft. Of up to
// four directions beside each other that lead to one island, the one in the middle counts. Between
// each low place and each high one there is a link each way if a follower goes it
// (agents/path_follower.h); it must also get on the lift from 4 units to both sides of the place.
// The lift is low and nobody else is there when the follower begins. A lift that does not rise
// above a stair has no links. Dropped: a lift that has no link up, or none down. Cost: for each
// lift of each mesh some 32 short walks, and a ride for each link, which ends after 60 seconds.
// Errors: none that the level's floor can cause; see NavMesh::from_records.
Result<EntityLinks> find_lift_links(const MeshInLevel& here,
                                    const MoverOptions& options,
                                    const Executor& executor);

}  // namespace halfspace
