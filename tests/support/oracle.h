// SPDX-License-Identifier: MIT
// What queries must answer, by brute force over the brushes of a model. The oracle reads the
// level's records and uses no tree and no rule of the library: it turns planes and joins contents
// by code of its own. Every decision is exact, by Boost.Multiprecision behind double filters.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/math/aabb.h"
#include "halfspace/query/trace.h"

#include "support/surroundings.h"

#include <vector>

namespace halfspace::test {

// A closed convex volume: all p with n.p <= d for every plane, in grid steps.
struct OracleBrush {
    std::vector<ExactPlane> planes;
    Contents contents = Contents::Solid;
};

// The first change along a segment, as Transition means it.
struct OracleChange {
    Transition::Kind kind = Transition::Kind::AllEmpty;
    double fraction = 1;
    // Of a change from empty to blocked: the planes of brushes that are entered there, and the
    // contents of those brushes joined.
    std::vector<ExactPlane> planes;
    Contents contents = Contents::Empty;
};

class Oracle {
public:
    // The brushes of a model, as the level keeps them (verify() compares those with the source).
    explicit Oracle(const Level& level, ModelId model = ModelId(0));
    // The brushes that a body of the space meets, grown by it: their sides and bevels moved out.
    static Oracle of_space(const Level& level, SpaceId space, ModelId model = ModelId(0));
    // `bounds` (map units) holds all the brushes.
    Oracle(std::vector<OracleBrush> brushes, int grid_exponent, const Aabb& bounds);

    // Those bits b for which the point is in the interior of the union of all brushes that have b
    // or hide it (a solid brush hides the water in it), without the bits that another one of them
    // hides. So for a point on no face, what the brushes that hold it show.
    // REQUIRES: is_finite(point).
    Contents contents_at(const Vec3& point) const;

    // True if no point of the closed segment is in the interior of the union of the brushes that
    // block sight. REQUIRES: is_finite(src), is_finite(dest).
    bool line_of_sight(const Vec3& src, const Vec3& dest) const;

    // True if the point is in the interior of the union of the cells that show a bit of the mask.
    bool is_blocked(const Vec3& point, Contents mask) const;

    // The first change along the closed segment. REQUIRES: is_finite(src), is_finite(dest).
    OracleChange first_change(const Vec3& src, const Vec3& dest, Contents mask) const;

    const std::vector<OracleBrush>& brushes() const { return brushes_; }
    int grid_exponent() const { return grid_exponent_; }
    const Aabb& bounds() const { return bounds_; }

    // The corners of a side of a brush to within rounding (map units); empty if the side touches
    // the brush in no area. For making up queries, never for answering them.
    std::vector<Vec3> corners(std::size_t brush, std::size_t side) const;

private:
    void find_boxes();
    Surroundings surroundings_of(const Vec3& point) const;
    std::vector<const OracleBrush*> brushes_beside(const Vec3& src, const Vec3& dest) const;

    std::vector<OracleBrush> brushes_;
    std::vector<Aabb> boxes_;  // a little larger than each brush
    int grid_exponent_ = 0;
    Aabb bounds_;
};

}  // namespace halfspace::test
