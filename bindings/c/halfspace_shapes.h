// SPDX-License-Identifier: MIT
// Convex shapes that meet each other, for C (spatial/convex.h, spatial/contact_points.h): agents,
// doors, things that are thrown. No level is needed. The rules are those of halfspace.h; shapes,
// like levels, must be freed, and never change.
//
// A shape stands where a placement says (halfspace_models.h); the placement's model does not count.
// Coordinates are at most 2^40.
#ifndef HALFSPACE_SHAPES_H
#define HALFSPACE_SHAPES_H

#include "halfspace_models.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct halfspace_shape halfspace_shape;

// Null if a size is negative, not finite or above 2^22, or without memory. half: half of the size
// along each axis. A capsule and a cylinder stand along z from -half_height to half_height; a
// capsule has half balls beyond them.
HALFSPACE_API halfspace_shape* halfspace_new_box(const double half[3]);
HALFSPACE_API halfspace_shape* halfspace_new_sphere(double radius);
HALFSPACE_API halfspace_shape* halfspace_new_capsule(double half_height, double radius);
HALFSPACE_API halfspace_shape* halfspace_new_cylinder(double half_height, double radius);
// The convex hull of `count` points, xyz after xyz, which are copied. Null also without a point.
HALFSPACE_API halfspace_shape* halfspace_new_hull(const double* points, size_t count);
// Frees a shape; null is allowed.
HALFSPACE_API void halfspace_free_shape(halfspace_shape* shape);

typedef struct halfspace_placed_shape {
    const halfspace_shape* shape;
    halfspace_placement placement;
} halfspace_placed_shape;

// Whether the shapes overlap. overlaps: 1 or 0.
HALFSPACE_API halfspace_status halfspace_shapes_overlap(const halfspace_placed_shape* a,
                                                        const halfspace_placed_shape* b,
                                                        int32_t* overlaps);

typedef struct halfspace_penetration {
    double depth;      // a moved by normal * depth does not overlap b any more [units]
    double normal[3];  // from b to a, of length 1
    double point[3];   // in both shapes
    double error;      // the least depth of all directions is at least depth - error
} halfspace_penetration;

// How deep they overlap: the least depth. NOT_FOUND if they do not.
HALFSPACE_API halfspace_status halfspace_shapes_penetration(const halfspace_placed_shape* a,
                                                            const halfspace_placed_shape* b,
                                                            halfspace_penetration* penetration);

typedef struct halfspace_distance {
    double distance;    // 0 if they touch or overlap [units]
    double error;       // they are at least distance - error apart
    double point_a[3];  // the nearest points; at distance 0 a common point, twice
    double point_b[3];
    double normal[3];  // from b to a, of length 1; zero if no direction parts the cores
} halfspace_distance;

// How far they are apart.
HALFSPACE_API halfspace_status halfspace_shapes_distance(const halfspace_placed_shape* a,
                                                         const halfspace_placed_shape* b,
                                                         halfspace_distance* distance);

typedef struct halfspace_time_of_impact {
    double fraction;   // of the motion up to the touch
    double distance;   // of the shapes there; negative: how deep they overlap
    double normal[3];  // from b to a, of length 1
    double point[3];   // of b, nearest to a
} halfspace_time_of_impact;

// Where a meets b if a moves by `motion` without turning. NOT_FOUND if they do not meet.
// tolerance: how near counts as touching [units, > 0].
HALFSPACE_API halfspace_status halfspace_shapes_time_of_impact(const halfspace_placed_shape* a,
                                                               const halfspace_placed_shape* b,
                                                               const double motion[3],
                                                               double tolerance,
                                                               halfspace_time_of_impact* impact);

typedef struct halfspace_contact_point {
    double point[3];  // half way between the surfaces
    double depth;     // how deep they overlap there [units]; negative is a gap
} halfspace_contact_point;

// Where they touch, in one to four points. penetration: of halfspace_shapes_penetration; its normal
// has length 1. face_depth: what lies less deep than the farthest point by at most this much
// belongs to a face [units, >= 0]; 0.25 is a good choice.
HALFSPACE_API halfspace_status halfspace_contact_points(const halfspace_placed_shape* a,
                                                        const halfspace_placed_shape* b,
                                                        const halfspace_penetration* penetration,
                                                        double face_depth,
                                                        halfspace_contact_point points[4],
                                                        uint32_t* count);

#ifdef __cplusplus
}
#endif

#endif
