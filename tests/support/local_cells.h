// SPDX-License-Identifier: MIT
// All cells around a point: the combinations of sides that occur for the planes through the point.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

namespace halfspace::test {

// The normal of a plane through the point.
using Normal = std::array<std::int64_t, 3>;

// The planes through a point, each stored once whatever its orientation. The three axial planes are
// always among them, so every cell is a cone with an apex.
class LocalCells {
public:
    // The place of a normal: the number of its plane, and +1 or, if the plane is stored with the
    // opposite normal, -1.
    struct Place {
        std::size_t plane;
        int sign;
    };

    LocalCells();

    // REQUIRES: n is not zero.
    Place add(const Normal& n);

    // Calls visit with the signs of n.d for all planes, at least once for a direction d inside of
    // every cell. Stops and returns false when visit returns false.
    using Signs = std::vector<int>;
    bool for_each_cell(const std::function<bool(const Signs&)>& visit) const;

private:
    template <class Int>
    bool enumerate(const std::function<bool(const Signs&)>& visit) const;

    std::vector<Normal> normals_;
};

}  // namespace halfspace::test
