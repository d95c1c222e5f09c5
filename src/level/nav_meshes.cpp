// SPDX-License-Identifier: MIT
#include "halfspace/level/nav_meshes.h"

#include "halfspace/level/level.h"

#include <algorithm>
#include <cassert>
#include <string>

namespace halfspace {

std::optional<std::size_t> find_nav_mesh(const Level& level, SpaceId space) {
    const auto found = std::ranges::find(level.nav_meshes(), space.value, &NavMeshRecord::space);
    return found == level.nav_meshes().end()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(found - level.nav_meshes().begin()));
}

Error no_nav_mesh(const Level& level, SpaceId space) {
    assert(space.value < level.spaces().size());
    const auto name = [&](std::uint32_t s) {
        return std::string(level.string(level.spaces()[s].name));
    };
    std::string others;
    for (const NavMeshRecord& mesh : level.nav_meshes()) {
        others += (others.empty() ? "" : ", ") + name(mesh.space);
    }
    return {ErrorCode::Unsupported,
            others.empty() ? std::string("the level has no navigation mesh; compile it with --nav")
                           : "the level has no navigation mesh for '" + name(space.value) +
                                 "'; it has one for " + others,
            {}};
}

}  // namespace halfspace
