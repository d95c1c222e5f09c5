// SPDX-License-Identifier: MIT
// Models, meshes and obstacles that move: they carry the body that stands on them, and push the
// body that stands in their way.
#pragma once

#include "halfspace/move/mover.h"

#include "move/near_things.h"
#include "move/touch.h"

#include <optional>

namespace halfspace {

struct Carried {
    Vec3 position;
    std::optional<Crush> crush;
};

// Moves all models and meshes that are near from their start to their end, and the obstacles after
// them. If one of the former crushes the body, `near` has all of them where the body had room last.
// blockers: everything as it is at the start of the step. `state` has the position of the body, and
// what the body stands on.
Carried carry(const Level& level,
              NearThings& near,
              const Blockers& blockers,
              const MovedBody& body,
              const MoverState& state);

}  // namespace halfspace
