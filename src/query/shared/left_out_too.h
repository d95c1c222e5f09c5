// SPDX-License-Identifier: MIT
// A world without one more obstacle: the one that asks.
#pragma once

#include "halfspace/query/placed_level.h"

#include <vector>

namespace halfspace {

// Keeps its list from one asker to the next.
class LeftOutToo {
public:
    explicit LeftOutToo(const PlacedLevel& here)
        : without_(here), obstacles_(here.without.obstacles.begin(), here.without.obstacles.end()) {
        obstacles_.emplace_back();
    }

    // Valid until the next call. obstacle: ObstacleId() for none.
    const PlacedLevel& without(ObstacleId obstacle) {
        obstacles_.back() = obstacle;
        const std::span<const ObstacleId> all = obstacles_;
        without_.without.obstacles = obstacle.is_valid() ? all : all.first(all.size() - 1);
        return without_;
    }

private:
    PlacedLevel without_;
    std::vector<ObstacleId> obstacles_;
};

}  // namespace halfspace
