// SPDX-License-Identifier: MIT
// What questions about triangles and about objects of an octree find.
#pragma once

#include "halfspace/base/id.h"

#include <compare>

namespace halfspace {

using TriangleId = Id<struct TriangleTag>;  // a triangle of a mesh: its place in the index array
using ObjectId = Id<struct ObjectTag>;      // an object of an Octree

struct RayHit {
    TriangleId triangle;
    double t = 0;  // the hit is at origin + t * direction

    friend bool operator==(const RayHit&, const RayHit&) = default;
};

struct TrianglePair {
    TriangleId a;  // of mesh a
    TriangleId b;  // of mesh b

    friend auto operator<=>(const TrianglePair&, const TrianglePair&) = default;
};

struct ObjectPair {
    ObjectId a;  // the smaller id
    ObjectId b;

    friend auto operator<=>(const ObjectPair&, const ObjectPair&) = default;
};

struct ObjectHit {
    ObjectId id;
    // How far along the segment it enters the box: 0 at its start, also if it starts inside.
    double fraction = 0;

    friend bool operator==(const ObjectHit&, const ObjectHit&) = default;
};

}  // namespace halfspace
