// SPDX-License-Identifier: MIT
// Links that come from entities: teleporters, jump pads, and ways that a designer has drawn.
#pragma once

#include "halfspace/base/executor.h"
#include "halfspace/move/mover_options.h"
#include "halfspace/move/triggers.h"
#include "halfspace/nav_build/build_nav.h"

#include "nav_build/links.h"

#include <vector>

namespace halfspace {

struct EntityLinks {
    std::vector<NavLinkRecord> links;  // in no order
    std::vector<NavDropped> dropped;
};

// One link for each trigger and each island from which a body touches it. It begins at a place
// where the body standing on the floor overlaps the trigger, and ends where the mover comes to
// rest: it was seen to go there. In the flight of a push it steers nowhere, or ahead in one of
// eight directions if that leads nowhere. A push must lead to one island from all corners of the
// floor that touches it, for it throws a mover as soon as it is touched. An entity info_nav_link
// with the key "target" is a link to the entity of this name, and with the key "both" also back;
// "seconds" is its time. Both places are at most 64 units from the mesh. Cost: for each trigger the
// polygons of the mesh, and up to 9 times 64 flights of a mover, which end after 8 seconds.
EntityLinks find_entity_links(const MeshInLevel& here,
                              const Triggers& triggers,
                              const MoverOptions& options,
                              const Executor& executor);

}  // namespace halfspace
