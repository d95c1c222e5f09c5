// SPDX-License-Identifier: MIT
//
// Every cell of a central arrangement whose normals span space is a pointed cone: its closure has
// an extreme ray r, where two planes meet, so r is one of +-(n_i x n_j); next to the ray it has a
// facet, in some plane k with n_k.r = 0, whose inside is met by r + e s with s one of +-(n_k x r);
// and it lies on one side of that facet: r + e s + e^2 t with t one of +-n_k is inside of the cell
// for all small e > 0. So these directions reach every cell. The sign of n.(r + e s + e^2 t) is the
// first of n.r, n.s, n.t that is not 0. If n.r = n.s = 0 then n is parallel to n_k (r and s span
// its plane), and n.t is not 0: each direction is inside of a cell, never between two.
#include "support/local_cells.h"

#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>
#include <numeric>

namespace halfspace::test {
namespace {

__extension__ typedef __int128 Small;
using Large = boost::multiprecision::number<
    boost::multiprecision::cpp_int_backend<512,
                                           512,
                                           boost::multiprecision::signed_magnitude,
                                           boost::multiprecision::unchecked,
                                           void>>;

template <class Int>
using Vector = std::array<Int, 3>;

template <class Int>
Vector<Int> cross(const Normal& a, const Vector<Int>& b) {
    return {Int(a[1]) * b[2] - Int(a[2]) * b[1],
            Int(a[2]) * b[0] - Int(a[0]) * b[2],
            Int(a[0]) * b[1] - Int(a[1]) * b[0]};
}

template <class Int>
int dot_sign(const Normal& a, const Vector<Int>& b) {
    const Int dot = Int(a[0]) * b[0] + Int(a[1]) * b[1] + Int(a[2]) * b[2];
    return dot > 0 ? 1 : dot < 0 ? -1 : 0;
}

template <class Int>
Vector<Int> widened(const Normal& n) {
    return {Int(n[0]), Int(n[1]), Int(n[2])};
}

// The planes of `among` that hold the direction are 0.
template <class Int>
LocalCells::Signs signs_of(const std::vector<Normal>& normals, const Vector<Int>& direction) {
    LocalCells::Signs signs(normals.size());
    for (std::size_t i = 0; i < normals.size(); ++i) {
        signs[i] = dot_sign(normals[i], direction);
    }
    return signs;
}

// True if i and j are the first two planes that hold the ray: then no other pair makes it again.
bool is_first_pair(const LocalCells::Signs& ray, std::size_t i, std::size_t j) {
    for (std::size_t k = 0; k < j; ++k) {
        if (ray[k] == 0 && k != i) {
            return false;
        }
    }
    return true;
}

// All eight sign choices of one ray, one plane k that holds it, and the direction s in both.
bool visit_corner(const LocalCells::Signs& ray,
                  const LocalCells::Signs& facet,
                  std::size_t k,
                  const std::function<bool(const LocalCells::Signs&)>& visit) {
    LocalCells::Signs cell(ray.size());
    for (int choice = 0; choice < 8; ++choice) {
        const int r = (choice & 1) != 0 ? 1 : -1;
        const int s = (choice & 2) != 0 ? 1 : -1;
        for (std::size_t i = 0; i < ray.size(); ++i) {
            cell[i] = ray[i] != 0 ? r * ray[i] : s * facet[i];
        }
        cell[k] = (choice & 4) != 0 ? 1 : -1;
        if (!visit(cell)) {
            return false;
        }
    }
    return true;
}

}  // namespace

LocalCells::LocalCells() : normals_{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}} {}

LocalCells::Place LocalCells::add(const Normal& n) {
    const std::int64_t divisor = std::gcd(std::gcd(n[0], n[1]), n[2]);
    const auto first = std::find_if(n.begin(), n.end(), [](std::int64_t c) { return c != 0; });
    const int sign = *first < 0 ? -1 : 1;
    const Normal kept{sign * n[0] / divisor, sign * n[1] / divisor, sign * n[2] / divisor};
    // Compared by hand: == of arrays calls memcmp, which took a quarter of the time.
    const auto found = std::find_if(normals_.begin(), normals_.end(), [&](const Normal& other) {
        return other[0] == kept[0] && other[1] == kept[1] && other[2] == kept[2];
    });
    const auto place = static_cast<std::size_t>(found - normals_.begin());
    if (found == normals_.end()) {
        normals_.push_back(kept);
    }
    return {place, sign};
}

bool LocalCells::for_each_cell(const std::function<bool(const Signs&)>& visit) const {
    // Of the widest term n.(n_k x (n_i x n_j)) each factor counts once, and 3 * 2 * 2 products
    // are added: 4 * 30 + 4 bits fit a signed 128.
    const bool is_small = std::all_of(normals_.begin(), normals_.end(), [](const Normal& n) {
        return std::all_of(n.begin(), n.end(), [](std::int64_t c) {
            return c > -(std::int64_t{1} << 30) && c < std::int64_t{1} << 30;
        });
    });
    return is_small ? enumerate<Small>(visit) : enumerate<Large>(visit);
}

template <class Int>
bool LocalCells::enumerate(const std::function<bool(const Signs&)>& visit) const {
    for (std::size_t j = 1; j < normals_.size(); ++j) {
        for (std::size_t i = 0; i < j; ++i) {
            const Vector<Int> ray = cross(normals_[i], widened<Int>(normals_[j]));
            const Signs ray_signs = signs_of(normals_, ray);
            if (!is_first_pair(ray_signs, i, j)) {
                continue;
            }
            for (std::size_t k = 0; k < normals_.size(); ++k) {
                if (ray_signs[k] == 0 &&
                    !visit_corner(
                        ray_signs, signs_of(normals_, cross(normals_[k], ray)), k, visit)) {
                    return false;
                }
            }
        }
    }
    return true;
}

}  // namespace halfspace::test
