// SPDX-License-Identifier: MIT
#include "exact/shared/plane_table.h"

#include "halfspace/base/hash.h"

#include "exact/shared/wide_int.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <unordered_map>

namespace halfspace {
namespace {

struct PlaneHash {
    std::size_t operator()(const ExactPlane& plane) const {
        const std::array<std::uint64_t, 5> words{static_cast<std::uint64_t>(plane.n[0]),
                                                 static_cast<std::uint64_t>(plane.n[1]),
                                                 static_cast<std::uint64_t>(plane.n[2]),
                                                 static_cast<std::uint64_t>(plane.d),
                                                 static_cast<std::uint64_t>(plane.d >> 64)};
        return hash_bytes(std::as_bytes(std::span(words)));
    }
};

ExactPlane reduced(const ExactPlane& plane) {
    std::int64_t divisor = std::gcd(std::gcd(plane.n[0], plane.n[1]), plane.n[2]);
    assert(divisor != 0);
    divisor = std::gcd(divisor, static_cast<std::int64_t>(plane.d % divisor));
    if (divisor == 1) {
        return plane;
    }
    return {{plane.n[0] / divisor, plane.n[1] / divisor, plane.n[2] / divisor}, plane.d / divisor};
}

bool is_canonical(const ExactPlane& plane) {
    for (const std::int64_t n : plane.n) {
        if (n != 0) {
            return n > 0;
        }
    }
    return true;
}

// Integral points have |coordinate| <= kMaxGridCoordinate. If the sum of all terms stays below
// 2^53, every intermediate result of n.p - d is a whole number that a double holds exactly.
bool is_small(const ExactPlane& plane) {
    auto sum = static_cast<Uint128>(magnitude(plane.d));
    for (const std::int64_t n : plane.n) {
        sum += static_cast<Uint128>(magnitude(n) * kMaxGridCoordinate);
    }
    return sum < (Uint128{1} << 53);
}

}  // namespace

struct PlaneTable::Index {
    std::unordered_map<ExactPlane, std::uint32_t, PlaneHash> pair_of;
};

PlaneTable::PlaneTable() : index_(std::make_unique<Index>()) {}
PlaneTable::~PlaneTable() = default;
PlaneTable::PlaneTable(PlaneTable&&) noexcept = default;
PlaneTable& PlaneTable::operator=(PlaneTable&&) noexcept = default;

PlaneId PlaneTable::intern(const ExactPlane& plane) {
    const ExactPlane primitive = reduced(plane);
    const bool turned = !is_canonical(primitive);
    const ExactPlane canonical = turned ? halfspace::flipped(primitive) : primitive;
    const auto [entry, is_new] = index_->pair_of.try_emplace(canonical, pair_count());
    if (is_new) {
        pairs_.push_back(canonical);
        int normal_bits = 0;
        for (const std::int64_t n : canonical.n) {
            normal_bits = std::max(normal_bits, bit_width(n));
        }
        const int distance_bits = bit_width(canonical.d);
        normal_bits_ = std::max(normal_bits_, normal_bits);
        distance_bits_ = std::max(distance_bits_, distance_bits);
        Filter filter{};
        for (std::size_t i = 0; i < 3; ++i) {
            filter.n[i] = std::ldexp(static_cast<double>(canonical.n[i]), -normal_bits);
        }
        filter.d = std::ldexp(static_cast<double>(canonical.d), -normal_bits);
        filter.is_small = is_small(canonical);
        filter.normal_bits = static_cast<std::uint8_t>(normal_bits);
        filter.distance_bits = static_cast<std::uint8_t>(distance_bits);
        filters_.push_back(filter);
    }
    return PlaneId{2 * entry->second + (turned ? 1u : 0u)};
}

std::optional<PlaneId> PlaneTable::intern_through(const GridPoint& a,
                                                  const GridPoint& b,
                                                  const GridPoint& c) {
    // The differences are within 2^28, so the normal has at most 58 bits and the distance at most
    // 88.
    const GridPoint n = cross<std::int64_t>(difference(b, a), difference(c, a));
    if (n == GridPoint{}) {
        return std::nullopt;
    }
    return intern({n, dot<Int128>(n, a)});
}

std::optional<PlaneId> PlaneTable::find(const ExactPlane& plane) const {
    const ExactPlane primitive = reduced(plane);
    const bool turned = !is_canonical(primitive);
    const auto entry = index_->pair_of.find(turned ? halfspace::flipped(primitive) : primitive);
    if (entry == index_->pair_of.end()) {
        return std::nullopt;
    }
    return PlaneId{2 * entry->second + (turned ? 1u : 0u)};
}

ExactPlane PlaneTable::plane(PlaneId id) const {
    const ExactPlane& canonical = pairs_[id.pair()];
    return id.is_flipped() ? halfspace::flipped(canonical) : canonical;
}

void intern_in_order(std::vector<ExactPlane> all, PlaneTable& planes) {
    std::sort(all.begin(), all.end());
    for (const ExactPlane& plane : all) {
        planes.intern(plane);
    }
}

PlaneTable::Sorted PlaneTable::sorted() const {
    std::vector<std::uint32_t> order(pairs_.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [this](std::uint32_t a, std::uint32_t b) {
        return pairs_[a] < pairs_[b];
    });
    Sorted result;
    result.new_id.resize(2 * pairs_.size());
    for (const std::uint32_t old : order) {
        const PlaneId id = result.table.intern(pairs_[old]);
        result.new_id[2 * old] = id;
        result.new_id[2 * old + 1] = id.flipped();
    }
    return result;
}

}  // namespace halfspace
