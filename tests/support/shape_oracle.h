// SPDX-License-Identifier: MIT
// Where a moving convex body meets the brushes of a level, by brute force in long doubles. Flat
// bodies are compared with brushes by the normals of all their faces and by the products of all
// their edges. Round bodies are points and lines with a radius; their distance from a brush has a
// closed form. There is no tree, no hull of a leaf, and none of the library's arithmetic.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/math/vec.h"

#include "support/oracle.h"

#include <vector>

namespace halfspace::test {

// All points that are at most `radius` away from the convex hull of the corners, relative to the
// body's position. With a radius above 0 there are one or two corners.
struct OracleBody {
    std::vector<Vec3> corners;
    double radius = 0;
};

struct ShapeTouch {
    bool hit = false;  // true also if the start is blocked
    bool start_blocked = false;
    long double fraction = 1;  // of the motion
};

class ShapeOracle {
public:
    // oracle: the brushes of a level, not grown.
    explicit ShapeOracle(const Oracle& oracle);

    // The first touch of the body with brushes of contents in the mask. slack: by how much the body
    // counts as larger than it is [units]; negative: smaller.
    ShapeTouch sweep(const OracleBody& body,
                     const Vec3& from,
                     const Vec3& to,
                     Contents mask,
                     double slack) const;

private:
    struct Solid {
        std::vector<Vec3> corners;
        std::vector<Vec3> normals;             // of the faces, outwards, of length 1
        std::vector<std::vector<Vec3>> faces;  // corners of each face
        std::vector<Vec3> edges;               // directions, of length 1; each once
        Aabb box;
        Contents contents;
    };

    static ShapeTouch by_planes(
        const Solid& solid, const OracleBody& body, const Vec3& from, const Vec3& to, double slack);
    static ShapeTouch by_distance(
        const Solid& solid, const OracleBody& body, const Vec3& from, const Vec3& to, double slack);

    std::vector<Solid> solids_;
};

}  // namespace halfspace::test
