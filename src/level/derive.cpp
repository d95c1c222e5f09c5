// SPDX-License-Identifier: MIT
#include "level/shared/derive.h"

#include "halfspace/base/contents.h"
#include "halfspace/level/bodies.h"

#include "level/derived_records.h"
#include "level/file_layout.h"

#include <utility>

namespace halfspace {

void derive(LevelData& level, const Executor& executor) {
    const auto view = [&] {
        return view_of(bytes_of(level), level.grid_exponent, level.units_per_metre);
    };
    for (LeafRecord& leaf : level.leaves) {
        leaf.blockers = (leaf.blockers & ~std::uint64_t{kBlockerMask}) |
                        blocker_bits(static_cast<Contents>(leaf.contents));
    }
    StoredRecords<ScaledPlaneRecord> planes;
    derive_scaled_planes(view(), planes);
    level.scaled_planes = std::move(planes.records);
    const LevelView arrays = view();  // both functions read only arrays that do not change below
    StoredDraws draws;
    derive_draw_trees(arrays, draws);
    StoredWalks walks;
    derive_walk_trees(arrays, walks);
    level.walk_nodes = std::move(walks.nodes.records);
    level.walk_sources = std::move(walks.sources.records);
    level.walk_roots = std::move(walks.roots.records);
    level.hull_roots = std::move(walks.hull_roots.records);
    level.cluster_walk_roots = std::move(walks.cluster_roots.records);
    level.clusters.resize(walks.cluster_contents.records.size());
    for (std::size_t c = 0; c < level.clusters.size(); ++c) {
        level.clusters[c].contents = walks.cluster_contents.records[c];
    }
    level.draw_nodes = std::move(draws.nodes.records);
    level.node_faces = std::move(draws.faces.records);
    for (std::size_t m = 0; m < draws.roots.records.size(); ++m) {
        level.models[m].draw_root = draws.roots.records[m];
    }
    Hulls hulls = derived_hulls(view(), walks.hull_contents.records, executor);
    level.hulls = std::move(hulls.hulls);
    level.hull_corners = std::move(hulls.corners);
    level.hull_planes = std::move(hulls.planes);
}

}  // namespace halfspace
