// SPDX-License-Identifier: MIT
// The right answers of queries, by brute force over the brushes of a model. The oracle reads the
// level's records. It uses no tree and no rule of the library: it moves planes and joins contents
// by its own code. Every decision is exact, by Boost.Multiprecision behind filters of doubles.
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

// The first change along a segment, as Transition defines it.
struct OracleChange {
    Transition::Kind kind = Transition::Kind::AllEmpty;
    double fraction = 1;
    // For a change from empty to blocked: the planes of the brushes that are entered there, and the
    // joined contents of these brushes.
    std::vector<ExactPlane> planes;
    Contents contents = Contents::Empty;
};

class Oracle {
public:
    // The brushes of a model as the level stores them. (verify() compares these with the source.)
    explicit Oracle(const Level& level, ModelId model = ModelId(0));
    // The brushes grown by the body of a space: their sides and bevels are moved out.
    static Oracle of_space(const Level& level, SpaceId space, ModelId model = ModelId(0));
    // bounds: a box around all brushes [map units].
    Oracle(std::vector<OracleBrush> brushes, int grid_exponent, const Aabb& bounds);

    // The contents at a point. A bit b is among them if the point is in the interior of the union
    // of all brushes that have b or hide it (a solid brush hides the water in it). Bits that
    // another of these bits hides are removed. For a point on no face this is what the brushes that
    // contain it show. REQUIRES: is_finite(point).
    Contents contents_at(const Vec3& point) const;

    // True if no point of the closed segment is in the interior of the union of the brushes that
    // block sight. REQUIRES: is_finite(from), is_finite(to).
    bool line_of_sight(const Vec3& from, const Vec3& to) const;

    // True if the point is in the interior of the union of all cells that show a bit of the mask.
    bool is_blocked(const Vec3& point, Contents mask) const;

    // The first change along the closed segment. REQUIRES: is_finite(from), is_finite(to).
    OracleChange first_change(const Vec3& from, const Vec3& to, Contents mask) const;

    const std::vector<OracleBrush>& brushes() const { return brushes_; }
    int grid_exponent() const { return grid_exponent_; }
    const Aabb& bounds() const { return bounds_; }

    // The corners of a side of a brush, up to rounding [map units]. Empty if the side shares no
    // area with the brush. Only for making queries, never for answering them.
    std::vector<Vec3> corners(std::size_t brush, std::size_t side) const;

private:
    void find_boxes();
    Surroundings surroundings_of(const Vec3& point) const;
    std::vector<const OracleBrush*> brushes_beside(const Vec3& from, const Vec3& to) const;

    std::vector<OracleBrush> brushes_;
    std::vector<Aabb> boxes_;  // a little larger than the brushes
    int grid_exponent_ = 0;
    Aabb bounds_;
};

}  // namespace halfspace::test
