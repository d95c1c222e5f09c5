// SPDX-License-Identifier: MIT
#include "halfspace/level/derive.h"

#include "halfspace/base/contents.h"
#include "halfspace/level/bodies.h"

#include "level/derived.h"
#include "level/file_layout.h"

#include <utility>

namespace halfspace {

void derive(LevelData& level, const Executor& run) {
    const auto view = [&] {
        return view_of(bytes_of(level), level.grid_exponent, level.units_per_metre);
    };
    for (LeafRecord& leaf : level.leaves) {
        leaf.blockers = (leaf.blockers & ~std::uint64_t{kBlockerMask}) |
                        blocker_bits(static_cast<Contents>(leaf.contents));
    }
    level.scaled_planes = derived_scaled_planes(view());
    const LevelView arrays = view();  // both functions read only arrays that do not change below
    DrawTrees draws = derived_draw_trees(arrays);
    WalkTrees walks = derived_walk_trees(arrays);
    level.walk_nodes = std::move(walks.nodes);
    level.walk_sources = std::move(walks.sources);
    level.walk_roots = std::move(walks.roots);
    level.hull_roots = std::move(walks.hull_roots);
    level.draw_nodes = std::move(draws.nodes);
    level.node_faces = std::move(draws.faces);
    for (std::size_t m = 0; m < level.models.size(); ++m) {
        level.models[m].draw_root = draws.roots[m];
    }
    Hulls hulls = derived_hulls(view(), walks.hull_contents, run);
    level.hulls = std::move(hulls.hulls);
    level.hull_corners = std::move(hulls.corners);
    level.hull_planes = std::move(hulls.planes);
}

}  // namespace halfspace
