// SPDX-License-Identifier: MIT
#include "halfspace/query/placed_level.h"

#include "halfspace/level/level.h"

namespace halfspace {

std::vector<PlacedModel> models_at_rest(const Level& level) {
    std::vector<PlacedModel> models;
    for (std::uint32_t m = 1; m < level.models().size(); ++m) {
        models.push_back({ModelId(m), {}});
    }
    return models;
}

}  // namespace halfspace
