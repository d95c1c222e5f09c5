// SPDX-License-Identifier: MIT
// All cells around one point: which combinations of sides of the planes through it occur.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

namespace halfspace::test {

// A plane through the point, as far as the point is concerned.
using Normal = std::array<std::int64_t, 3>;

// The planes through a point, each once whatever its orientation, with the three axial planes, so
// that every cell of their arrangement is a cone with an apex.
class LocalCells {
public:
    // Where a normal went: its plane's number, and +1 or -1 if that plane is kept turned.
    struct Place {
        std::size_t plane;
        int sign;
    };

    LocalCells();

    // REQUIRES: n is not zero.
    Place add(const Normal& n);

    // Calls visit with the signs of n.d for all planes, for a direction d inside of every cell at
    // least once. Stops and returns false as soon as visit returns false.
    using Signs = std::vector<int>;
    bool for_each_cell(const std::function<bool(const Signs&)>& visit) const;

private:
    template <class Int>
    bool enumerate(const std::function<bool(const Signs&)>& visit) const;

    std::vector<Normal> normals_;
};

}  // namespace halfspace::test
