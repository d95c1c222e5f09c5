// SPDX-License-Identifier: MIT
// The trees that a collision world holds: none is freed before the world lets it go.
#pragma once

#include "halfspace/query/placed_mesh.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace halfspace::c {

using SharedTree = std::shared_ptr<const TriangleBvh>;

class KeptMeshes {
public:
    // Takes memory, so that the next keep() needs none.
    void make_room() {
        if (kept_.size() == kept_.capacity()) {
            kept_.reserve(2 * kept_.size() + 1);
        }
    }
    // REQUIRES: make_room() was called after the last keep().
    void keep(MeshId id, SharedTree tree) {
        const auto at = place_of(id);
        if (at != kept_.end() && at->first == id) {
            at->second = std::move(tree);
        } else {
            kept_.emplace(at, id, std::move(tree));
        }
    }
    void let_go(MeshId id) {
        const auto at = place_of(id);
        if (at != kept_.end() && at->first == id) {
            kept_.erase(at);
        }
    }

private:
    using Kept = std::pair<MeshId, SharedTree>;

    std::vector<Kept>::iterator place_of(MeshId id) {
        return std::ranges::lower_bound(
            kept_, id.value, {}, [](const Kept& kept) { return kept.first.value; });
    }

    std::vector<Kept> kept_;  // by their ids
};

}  // namespace halfspace::c
