// SPDX-License-Identifier: MIT
// What blocks the body of a space, as brush after brush, grown from the level's sides and bevels.
#pragma once

#include "halfspace/level/level.h"

#include "support/oracle.h"

namespace halfspace::test {

// The brushes of the model that have contents of the mask, each grown by the body's reflected box
// and made of Solid: where contents_at() is not empty, the body is blocked.
Oracle grown_brushes(const Level& level,
                     SpaceId space,
                     Contents mask = kBodyBlockers,
                     ModelId model = ModelId(0));

}  // namespace halfspace::test
