// SPDX-License-Identifier: MIT
// Planes with integer coefficients, each stored once. Equal planes have equal ids, so that
// "the same plane" is a comparison of two integers everywhere after this table.
#pragma once

#include "halfspace/exact/decimal.h"
#include "halfspace/exact/plane.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace halfspace {

// Integer points on the grid, |coordinate| <= 2^27.
using GridPoint = std::array<std::int64_t, 3>;

// Coordinates that exact geometry accepts, in grid steps: |x| <= kMaxCoordinate. Error bounds of
// the double filters are derived from it.
inline constexpr std::int64_t kMaxCoordinate = std::int64_t{1} << 27;

// Widest side-of-plane computation that fits the predicates, in signed bits.
inline constexpr int kMaxPredicateBits = 256;

// Bits that the sum over a cell's corners may add to an interior point.
inline constexpr int kInteriorBits = 7;

class PlaneTable {
public:
    PlaneTable();
    ~PlaneTable();
    PlaneTable(PlaneTable&&) noexcept;
    PlaneTable& operator=(PlaneTable&&) noexcept;

    // The id of the plane, divided by the gcd of its four numbers; added if it is new.
    // REQUIRES: n is not zero; no n is -2^63 and d is not -2^127, which cannot be turned.
    PlaneId intern(const ExactPlane& plane);

    // The plane through three points, front where a, b, c are seen counter-clockwise; nullopt if
    // they lie on a line. REQUIRES: |coordinates| <= kMaxCoordinate.
    std::optional<PlaneId> intern_through(const GridPoint& a,
                                          const GridPoint& b,
                                          const GridPoint& c);

    // The id if the plane is in the table.
    std::optional<PlaneId> find(const ExactPlane& plane) const;

    ExactPlane plane(PlaneId id) const;
    // The same in the orientation of the even id.
    const ExactPlane& even_plane(PlaneId id) const { return pairs_[id.pair()]; }

    // Planes in the table; each counts once with both its orientations. Valid ids are below twice
    // this number.
    std::uint32_t pair_count() const { return static_cast<std::uint32_t>(pairs_.size()); }

    // Signed bits that side-of-plane needs for any point where three of the table's planes meet:
    // 3 * bits(n) + bits(d) + 6, and kInteriorBits for the interior points of cells.
    int predicate_bits() const;
    // Largest bit widths (unsigned) over the table.
    int normal_bits() const { return normal_bits_; }
    int distance_bits() const { return distance_bits_; }

    // A table with the same planes in ascending order of (n, d), each in the orientation whose
    // first non-zero coefficient is positive; `new_id[old.value]` maps ids.
    struct Sorted;
    Sorted sorted() const;

    // What the fast steps of the predicates read; see predicates.h.
    struct Filter {
        double n[3];    // the even orientation, scaled by a power of two to 1/2 <= max |n| < 1
        double d;       // scaled likewise
        bool is_small;  // n.p - d is exact in doubles for every integral point
        std::uint8_t normal_bits;    // of the largest |n|: how wide a meet must compute
        std::uint8_t distance_bits;  // of |d|
    };
    // Beyond this distance from a Filter, rounded to doubles with the point, the sign is right;
    // derived in predicates.cpp.
    static constexpr double kFilterBound = 0x1p-20;
    const Filter& filter(PlaneId id) const { return filters_[id.pair()]; }

private:
    struct Index;
    std::vector<ExactPlane> pairs_;  // canonical orientation
    std::vector<Filter> filters_;
    std::unique_ptr<Index> index_;
    int normal_bits_ = 0;
    int distance_bits_ = 0;
};

struct PlaneTable::Sorted {
    PlaneTable table;
    std::vector<PlaneId> new_id;
};

// Interns planes in ascending order, so that new ids do not depend on the order they come in.
void intern_in_order(std::vector<ExactPlane> all, PlaneTable& planes);

}  // namespace halfspace
