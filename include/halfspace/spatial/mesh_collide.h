// SPDX-License-Identifier: MIT
// Mesh against mesh: which triangles of two meshes touch, and how far are the meshes apart?
//
// b_to_a takes the vertices of mesh b into the space of mesh a, each by to_world(b_to_a, vertex) in
// doubles. It may be any affine map: it may scale, mirror, shear, and even flatten b into a plane.
// Two triangles are a pair if they share a point. This is exact for the doubles that to_world
// gives: no pair is invented and none is lost. Coordinates below kMinPlace count as 0
// (triangle.h).
//
// Errors of all: Range: b_to_a is not finite, or it takes a vertex of b beyond about kMaxPlace.
// The products on the way count, too, so the error may come when a vertex is at a tenth of that.
//
// The tree of a is walked with the tree of b; boxes of b are parallelepipeds in the space of a, and
// their faces and edges part boxes (Gottschalk, Lin, Manocha, OBBTree: A Hierarchical Structure for
// Rapid Interference Detection, 1996, section 5). Thin parts that are not along an axis have boxes
// that are turned with them. No function needs memory but what the caller gives.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/math/transform.h"
#include "halfspace/spatial/triangle_bvh.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace halfspace {

// One pair, or nullopt if no triangles touch. Of several pairs, the trees decide which one it is.
// Cost: the least of the three functions for pairs.
Result<std::optional<TrianglePair>> first_pair(const TriangleBvh& a,
                                               const TriangleBvh& b,
                                               const Transform& b_to_a);

// Calls `visit` once for each pair. The trees decide on the order. Ends early if `visit` returns
// false.
Result<void> visit_pairs(const TriangleBvh& a,
                         const TriangleBvh& b,
                         const Transform& b_to_a,
                         const std::function<bool(const TrianglePair&)>& visit);

// All pairs, by a and then by b: the same for all BVHs of the same meshes. Allocates only if the
// scratch has no list that is large enough.
Result<AnswerList<TrianglePair>> all_pairs(const TriangleBvh& a,
                                           const TriangleBvh& b,
                                           const Transform& b_to_a,
                                           QueryScratch& scratch);

struct NearestTriangles {
    TrianglePair triangles;
    double distance = 0;  // 0 if the meshes touch, and only then
    Vec3 point_a;         // the nearest points of both, in the space of a
    Vec3 point_b;
};

// How far the meshes are apart. If they touch, the distance is 0, and `triangles` is the pair that
// first_pair gives. Else it is the pair with the least distance, as `distance` of the two triangles
// gives it; of several, the first by a and then by b. nullopt: a mesh has no triangles, or they are
// farther apart than `max_distance`. REQUIRES: max_distance >= 0.
Result<std::optional<NearestTriangles>> distance(
    const TriangleBvh& a,
    const TriangleBvh& b,
    const Transform& b_to_a,
    double max_distance = std::numeric_limits<double>::infinity());

}  // namespace halfspace
