// SPDX-License-Identifier: MIT
// Convex shapes that the tests know by themselves, and what is true of a pair of them. Shares no
// code with the library but vectors and transforms.
#pragma once

#include "halfspace/math/transform.h"
#include "halfspace/math/vec.h"
#include "halfspace/spatial/convex_shape.h"

#include "support/random.h"

#include <string>
#include <vector>

namespace halfspace::test {

// All that is at most `radius` away from the hull of the points. For a cylinder: the hull of two
// circles around the two points.
struct KnownShape {
    ConvexShape::Kind kind = ConvexShape::Kind::Sphere;
    std::vector<Vec3> points;  // in its own frame
    double radius = 0;
    Transform transform;

    ConvexShape shape() const;
    // How far it reaches from the origin of its frame.
    double size() const;
    // How far it reaches along a direction of length 1, in the world.
    double reach(const Vec3& direction) const;
    // The distance of a point of the world; 0 inside.
    double distance_to(const Vec3& point) const;
    // A point of it, the farthest along the direction, in the world.
    Vec3 farthest(const Vec3& direction) const;
    std::vector<Vec3> placed_points() const;
};

// The corners of a box around the origin.
std::vector<Vec3> corners_of(const Vec3& half);

// The shape and its place, larger by a factor.
KnownShape scaled(KnownShape known, double factor);

Vec3 random_vec(Random& random, double reach);
Vec3 random_unit(Random& random);

enum class PairKind { Random, Touching, Deep, Degenerate };

struct KnownPair {
    KnownShape a;
    KnownShape b;
    double size = 0;  // of both, and how far they are from the origin
};

// Random: anywhere near each other, sometimes on whole numbers and in line with the axes. Touching:
// b is moved so that the farthest points of both along some direction coincide. Deep: their origins
// are near each other. Degenerate: flat, thin or single points, repeated points, sizes 0.
KnownPair random_pair(PairKind kind, Random& random);

// How far b and a are apart along a direction of length 1 from b to a; negative if they overlap
// there.
double gap_along(const KnownShape& a, const KnownShape& b, const Vec3& direction);

// The largest gap along any direction, looked for by small random steps from this direction.
double best_gap(const KnownShape& a, const KnownShape& b, Vec3 direction, Random& random);

// By trying all features. REQUIRES: neither shape is a cylinder.
struct PairTruth {
    double distance = 0;  // 0 if they overlap
    double depth = 0;     // the least way that parts them; 0 if they do not overlap
};
PairTruth truth_of(const KnownShape& a, const KnownShape& b);

}  // namespace halfspace::test
