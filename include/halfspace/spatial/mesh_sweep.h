// SPDX-License-Identifier: MIT
// A convex body among the triangles of a mesh, which need not be closed: where does a moving body
// first touch one, and is a place free?
//
// A triangle is as thin as a sheet of no thickness: a mesh has no inside here. A body overlaps a
// triangle if the triangle has a point inside of the body; touching is no overlap.
//
//     const TriangleBvh tree = *TriangleBvh::build(mesh);
//     const ConvexShape body = *ConvexShape::capsule(0.5, 0.35);
//     if (const auto touch = sweep(tree, {body, moved_by(from)}, to - from)) { ... }
#pragma once

#include "halfspace/base/executor.h"
#include "halfspace/spatial/blocking_sides.h"
#include "halfspace/spatial/convex_shape.h"
#include "halfspace/spatial/query_results.h"
#include "halfspace/spatial/triangle_bvh.h"

#include <optional>
#include <span>

namespace halfspace {

// A mesh, and where it stands. A TriangleBvh alone stands where its arrays say. Only references are
// kept: the tree must outlive the instance. REQUIRES: is_rigid(transform). A mesh that is scaled,
// mirrored or sheared needs a tree of its own, over the vertices as they come out.
struct MeshInstance {
    const TriangleBvh& mesh;
    Transform transform;

    // NOLINTNEXTLINE(google-explicit-constructor): a tree alone is enough.
    MeshInstance(const TriangleBvh& the_mesh, const Transform& stands = {})
        : mesh(the_mesh), transform(stands) {}
};

// How a sweep is made. The defaults suit worlds with 32 units per metre.
struct MeshSweepOptions {
    BlockingSides sides = BlockingSides::Both;
    // Triangles that are at most so far from a touched point belong to one surface [units, >= 0].
    // So cracks that are narrower have no edges. A round body may still meet the rim of a step that
    // is lower. 0: the edge between two triangles is none only where both have it.
    double skin = 1.0 / 32;
};

// The first touch of a moving body.
struct MeshTouch {
    // The touched triangle; at an edge inside of a surface, the one whose face gives the normal. Of
    // several at one fraction the coordinates decide; the number does so only between triangles at
    // the same place.
    TriangleId triangle;
    // How far along the motion the body touches: 0 at the start, 1 at the end.
    double fraction = 0;
    // A point of a triangle where the body touches. Zero with start_blocked.
    Vec3 point;
    // From the triangle towards the body, length 1. At a ridge or the rim of a surface, the
    // direction of the plane that parts both there. Where the surface goes on flat or turns up, it
    // is the normal of a face: a body that slides over many triangles meets one surface. Zero with
    // start_blocked.
    Vec3 normal;
    // The body overlaps a triangle at the start. Then the fraction is 0, and `triangle` is one of
    // those that it overlaps.
    bool start_blocked = false;

    friend bool operator==(const MeshTouch&, const MeshTouch&) = default;
};

// Moves the body by `motion`, without turning it, until it touches a triangle. nullopt if it
// touches none, or moves only along or away from those that it touches. All is in the world: the
// corners of an instance's triangles are to_world(transform, corner), rounded as there.
//
// Boxes along the axes are compared by the 13 separating axes of a box and a triangle, in doubles:
// distances up to 2^-48 of the coordinates (of the body, the motion and the triangle, from the
// body's middle) count as 0. Other bodies touch at distances up to 2^-24 units. A body that is
// flat or a line counts as 2^-20 units thick.
//
// A body that is a point is a ray. It meets what ray_hit (triangle.h) says, exactly: also a
// triangle that it starts on, but none whose plane holds its motion. The normal is that of the
// face, towards the side that the point comes from. A point overlaps nothing.
//
// Cost: the nodes near the swept box around the body, and a test of each triangle there. Allocates
// nothing for boxes, spheres, capsules, cylinders and hulls of few points. Any number of threads
// may ask at once. REQUIRES: coordinates of the body and of both ends of the motion within
// 4 * kMaxShapeSize; the mesh's are within it where the body comes.
std::optional<MeshTouch> sweep(const MeshInstance& mesh,
                               const PlacedShape& body,
                               const Vec3& motion,
                               const MeshSweepOptions& options = {});

// True if the body overlaps a triangle: a sweep from here, against both sides, has start_blocked. A
// body that a sweep has brought to a place before its fraction overlaps none; at the fraction, up
// to rounding. Cost and REQUIRES: as sweep.
bool overlaps(const MeshInstance& mesh, const PlacedShape& body);

// Motions of one body for `sweep_all`.
struct BodyMotion {
    Vec3 from;  // added to the place of the body
    Vec3 motion;
};

// touches[i]: what `sweep` answers for the body moved to motions[i].from, and motions[i].motion.
// `executor` gets parts of 1024 motions (base/executor.h).
// REQUIRES: touches.size() == motions.size(), and for each what sweep requires.
void sweep_all(const MeshInstance& mesh,
               const PlacedShape& body,
               std::span<const BodyMotion> motions,
               std::span<std::optional<MeshTouch>> touches,
               const MeshSweepOptions& options = {},
               const Executor& executor = run_serially);

struct MeshOverlap {
    TriangleId triangle;
    double depth = 0;  // the body moved by normal * depth overlaps this triangle no more [units]
    Vec3 normal;       // length 1
    Vec3 point;        // in the triangle and in the body

    friend bool operator==(const MeshOverlap&, const MeshOverlap&) = default;
};

// Of the triangles that the body overlaps, the one from which it is parted by the longest motion;
// of several, the one with the least number. nullopt if it overlaps none. Depths are as good as
// those of `penetration` (convex.h).
// Cost: one `penetration` for each triangle that the body overlaps. REQUIRES: as sweep.
std::optional<MeshOverlap> deepest_overlap(const MeshInstance& mesh, const PlacedShape& body);

// A motion of at most `distance` that brings the body to a place where it overlaps no triangle;
// zero if it overlaps none now. nullopt if none is found. The body is moved out of the deepest
// triangle, again and again, up to 64 times; a body between sheets that are nearer to one another
// than its own size finds no way, nor does one amid a crowd of triangles. Cost: up to 64 times that
// of deepest_overlap. Triangles have no inside:
// the way may lead to the other side of a wall.
// REQUIRES: distance >= 0 and finite, and what sweep requires at most so far away.
std::optional<Vec3> unstick(const MeshInstance& mesh, const PlacedShape& body, double distance);

}  // namespace halfspace
