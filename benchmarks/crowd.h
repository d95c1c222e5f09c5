// SPDX-License-Identifier: MIT
// Boxes that move, an octree of them, and loops over all boxes.
#pragma once

#include "halfspace/spatial/octree.h"

#include "support/random.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

namespace halfspace::bench {

// Boxes of 0.5 to 2 units in a cube with 64 cubic units for each. They move as far as 6 units/s in
// a 60th of a second, and turn back at the sides of the cube.
class Crowd {
public:
    explicit Crowd(std::size_t count) : side_(4 * std::cbrt(static_cast<double>(count))) {
        for (std::size_t i = 0; i < count; ++i) {
            const double half = random_.real(0.25, 1);
            const Vec3 by{half, half, half};
            const Vec3 centre = place();
            boxes.push_back({centre - by, centre + by});
            motions_.push_back({motion(), motion(), motion()});
        }
    }

    void move(std::size_t i) {
        Aabb& box = boxes[i];
        box = moved(box, motions_[i]);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            double& way = motions_[i][axis];
            if ((box.min[axis] < 0 && way < 0) || (box.max[axis] > side_ && way > 0)) {
                way = -way;
            }
        }
    }

    void move_all() {
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            move(i);
        }
    }

    Vec3 place() {
        return {random_.real(0, side_), random_.real(0, side_), random_.real(0, side_)};
    }

    std::vector<std::size_t> any(std::size_t count) {
        std::vector<std::size_t> some(count);
        for (std::size_t& i : some) {
            i = static_cast<std::size_t>(
                random_.integer(0, static_cast<std::int64_t>(boxes.size()) - 1));
        }
        return some;
    }

    std::vector<Aabb> boxes;

private:
    double motion() { return random_.real(-0.1, 0.1); }

    test::Random random_{1};
    double side_ = 0;
    std::vector<Vec3> motions_;
};

// The object of boxes[i] has the id i.
inline Octree octree_of(std::span<const Aabb> boxes) {
    Octree tree = *Octree::create();
    for (const Aabb& box : boxes) {
        if (!tree.insert(box)) {
            std::abort();
        }
    }
    return tree;
}

// Boxes as six rows of floats, so that the compiler tests several at once. Each question marks the
// boxes that are found and returns their number.
class Rows {
public:
    explicit Rows(std::span<const Aabb> boxes) : marks_(boxes.size()) {
        for (auto& row : rows_) {
            row.resize(boxes.size());
        }
        update(boxes);
    }

    // REQUIRES: as many boxes as before.
    void update(std::span<const Aabb> boxes) {
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                rows_[axis][i] = static_cast<float>(boxes[i].min[axis]);
                rows_[axis + 3][i] = static_cast<float>(boxes[i].max[axis]);
            }
        }
    }

    std::size_t in_view(const Frustum& frustum) {
        std::ranges::fill(marks_, 1);
        for (const Plane& plane : frustum.planes) {
            const auto row = [&](std::size_t axis) {
                return rows_[plane.n[axis] >= 0 ? axis + 3 : axis].data();
            };
            const float* const x = row(0);
            const float* const y = row(1);
            const float* const z = row(2);
            const auto nx = static_cast<float>(plane.n.x);
            const auto ny = static_cast<float>(plane.n.y);
            const auto nz = static_cast<float>(plane.n.z);
            const auto d = static_cast<float>(plane.d);
            for (std::size_t i = 0; i < marks_.size(); ++i) {
                marks_[i] &= static_cast<int>(nx * x[i] + ny * y[i] + nz * z[i] >= d);
            }
        }
        return marked();
    }

    std::size_t in_box(const Aabb& box) {
        std::ranges::fill(marks_, 1);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const float* const low = rows_[axis].data();
            const float* const high = rows_[axis + 3].data();
            const auto min = static_cast<float>(box.min[axis]);
            const auto max = static_cast<float>(box.max[axis]);
            for (std::size_t i = 0; i < marks_.size(); ++i) {
                marks_[i] &= static_cast<int>(low[i] <= max) & static_cast<int>(high[i] >= min);
            }
        }
        return marked();
    }

    // Those that the segment meets, by slabs.
    std::size_t on_segment(const Vec3& from, const Vec3& to) {
        std::array<std::array<const float*, 2>, 3> sides{};  // where it enters, where it leaves
        std::array<float, 3> start{};
        std::array<float, 3> inverse{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double way = to[axis] - from[axis];
            sides[axis] = {rows_[way >= 0 ? axis : axis + 3].data(),
                           rows_[way >= 0 ? axis + 3 : axis].data()};
            start[axis] = static_cast<float>(from[axis]);
            inverse[axis] = static_cast<float>(1 / way);
        }
        for (std::size_t i = 0; i < marks_.size(); ++i) {
            float enter = 0;
            float leave = 1;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const float in = (sides[axis][0][i] - start[axis]) * inverse[axis];
                const float out = (sides[axis][1][i] - start[axis]) * inverse[axis];
                enter = in > enter ? in : enter;
                leave = out < leave ? out : leave;
            }
            marks_[i] = static_cast<int>(enter <= leave);
        }
        return marked();
    }

private:
    std::size_t marked() const { return static_cast<std::size_t>(std::ranges::count(marks_, 1)); }

    std::array<std::vector<float>, 6> rows_;
    std::vector<int> marks_;
};

}  // namespace halfspace::bench
