// SPDX-License-Identifier: MIT
// A table of planes with whole numbers, each stored once. Equal planes have equal ids; so after
// this table "is it the same plane?" compares two ids.
#pragma once

#include "halfspace/exact/decimal.h"
#include "halfspace/exact/plane.h"

#include "exact/shared/whole_vector.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace halfspace {

// The largest |coordinate| in exact geometry, grid steps. The error bounds of the predicates in
// doubles follow from it.
inline constexpr std::int64_t kMaxGridCoordinate = std::int64_t{1} << 27;
// The largest |coordinate| of a source's points and corners. The other half of the range is for
// bodies and boxes around them, and for the test whether a brush is bounded.
inline constexpr std::int64_t kMaxPointCoordinate = kMaxGridCoordinate / 2;

// The most signed bits that the predicates can compute with.
inline constexpr int kMaxPredicateBits = 256;

// The bits that interior_point (interior_point.h) adds to a point: it sums at most 2^7 corners.
inline constexpr int kInteriorBits = 7;

// The bits that the predicates need beside those of three n and one d. |det| of four planes is at
// most 24 products of three n and one d, which takes 5 bits; the sign takes one more.
inline constexpr int kExtraBits = 6 + kInteriorBits;

// Holds the planes. Each plane is divided by the greatest common divisor of its four numbers first.
class PlaneTable {
public:
    PlaneTable();
    ~PlaneTable();
    PlaneTable(PlaneTable&&) noexcept;
    PlaneTable& operator=(PlaneTable&&) noexcept;

    // The id of the plane; the plane is added if it is new. REQUIRES: n is not zero; no n is -2^63,
    // and d is not -2^127, because their negatives do not fit.
    PlaneId intern(const ExactPlane& plane);

    // The id of the plane through three points. From its front a, b, c are seen counter-clockwise.
    // nullopt if the points lie on one line. REQUIRES: |coordinates| <= kMaxGridCoordinate.
    std::optional<PlaneId> intern_through(const GridPoint& a,
                                          const GridPoint& b,
                                          const GridPoint& c);

    // The id of the plane; nullopt if the table does not have it. REQUIRES: as intern.
    std::optional<PlaneId> find(const ExactPlane& plane) const;

    // The plane of an id, with the front that the id means. REQUIRES: the table has the id.
    ExactPlane plane(PlaneId id) const;
    // The plane with the front of the even id. Valid until a plane is added.
    const ExactPlane& even_plane(PlaneId id) const { return pairs_[id.pair()]; }

    // The number of planes, each counted once for its two ids. Valid ids are below twice this
    // number.
    std::uint32_t pair_count() const { return static_cast<std::uint32_t>(pairs_.size()); }

    // The signed bits that the predicates need for points where three planes of the table meet, and
    // for interior points of cells.
    int predicate_bits() const { return 3 * normal_bits_ + distance_bits_ + kExtraBits; }
    // Bits of the largest |n|, and of the largest |d|, of all planes.
    int normal_bits() const { return normal_bits_; }
    int distance_bits() const { return distance_bits_; }

    // A new table with the same planes in ascending order of (n, d), and the map from old ids to
    // new ones. The front of each plane is chosen so: the first number of n other than 0 is
    // positive.
    struct Sorted;
    Sorted sorted() const;

    // A plane in doubles, for the quick steps of the predicates (predicates.h).
    struct Filter {
        // The normal of the even id, times the power of two that brings max |n| to at least 1/2 and
        // at most 1.
        Vec3 n;
        // The distance d, times the same power of two.
        double d;
        // True if n.p - d is exact in doubles for every point with whole coordinates.
        bool is_small;
        // Bits of this plane's largest |n|.
        std::uint8_t normal_bits;
        // Bits of this plane's |d|.
        std::uint8_t distance_bits;

        // n.p - d in doubles.
        double distance(const Vec3& p) const { return dot(n, p) - d; }
    };
    // If n.p - d, computed in doubles from a Filter and a rounded point, is farther from 0 than
    // this, then its sign is right. The proof is in predicates.cpp.
    static constexpr double kFilterBound = 0x1p-20;
    // REQUIRES: the table has the id.
    const Filter& filter(PlaneId id) const { return filters_[id.pair()]; }

private:
    struct Index;
    std::vector<ExactPlane> pairs_;  // canonical orientation
    std::vector<Filter> filters_;
    std::unique_ptr<Index> index_;
    int normal_bits_ = 0;
    int distance_bits_ = 0;
};

// new_id[old.value] is the id in `table` of the plane that had the id `old`.
struct PlaneTable::Sorted {
    PlaneTable table;
    std::vector<PlaneId> new_id;
};

// Adds the planes in ascending order, so their ids do not depend on the order of `all`.
void intern_in_order(std::vector<ExactPlane> all, PlaneTable& planes);

}  // namespace halfspace
