// SPDX-License-Identifier: MIT
// Mesh against mesh: which triangles of two meshes touch, and how far are the meshes apart?
//
// b_to_a takes the vertices of mesh b into the space of mesh a, each by to_world(b_to_a, vertex) in
// doubles. It may be any affine map: it may scale, mirror, shear, and even flatten b into a plane.
// Two triangles are a pair if they share a point. This is exact for the doubles that to_world
// gives: no pair is invented and none is lost. Coordinates below kLeastPlace count as 0
// (triangle.h).
//
// Errors of all: Range: b_to_a is not finite, or it takes a vertex of b beyond about kMostPlace.
// The products on the way count, too, so the error may come when a vertex is at a tenth of that.
//
// The tree of a is walked with the tree of b; boxes of b are parallelepipeds in the space of a, and
// their faces and edges part boxes (Gottschalk, Lin, Manocha, OBBTree: A Hierarchical Structure for
// Rapid Interference Detection, 1996, section 5). No function needs memory but what the caller
// gives.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/math/transform.h"
#include "halfspace/spatial/triangle_tree.h"

#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace halfspace {

struct TrianglePair {
    std::uint32_t a = 0;  // a triangle of mesh a
    std::uint32_t b = 0;  // a triangle of mesh b

    friend auto operator<=>(const TrianglePair&, const TrianglePair&) = default;
};

// One pair, or nullopt if no triangles touch. Of several pairs, the trees decide which one it is.
// Cost: the least of the three functions for pairs.
Result<std::optional<TrianglePair>> first_pair(const TriangleTree& a,
                                               const TriangleTree& b,
                                               const Transform& b_to_a);

// Calls `visit` once for each pair. The trees decide on the order. Ends early if `visit` returns
// false.
Result<void> collide(const TriangleTree& a,
                     const TriangleTree& b,
                     const Transform& b_to_a,
                     const std::function<bool(const TrianglePair&)>& visit);

// All pairs, by a and then by b: the same for all trees of the same meshes. The answer is in
// `room`, and is valid until `room` is used again. Allocates only if `room` is too small.
Result<std::span<const TrianglePair>> all_pairs(const TriangleTree& a,
                                                const TriangleTree& b,
                                                const Transform& b_to_a,
                                                std::vector<TrianglePair>& room);

struct MeshGap {
    TrianglePair triangles;  // the nearest ones
    TriangleGap gap;         // in the space of a
};

// How far the meshes are apart. If they touch, the distance is 0, and `triangles` is the pair that
// first_pair gives. Else it is the pair with the least distance, as `gap` of the two triangles
// gives it; of several, the first by a and then by b. nullopt: a mesh has no triangles, or they are
// farther apart than `most`. REQUIRES: most >= 0.
Result<std::optional<MeshGap>> distance(const TriangleTree& a,
                                        const TriangleTree& b,
                                        const Transform& b_to_a,
                                        double most = std::numeric_limits<double>::infinity());

}  // namespace halfspace
