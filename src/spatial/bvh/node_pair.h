// SPDX-License-Identifier: MIT
// Nodes of one tree against nodes of another one, which stands anywhere: a box of tree b is a
// parallelepiped in the space of tree a.
//
// Both trees are brought into one frame, in which all numbers are at most about 1: that of tree a,
// shrunk by a power of two where tree b is larger or far away. Six axes part boxes: those of a, and
// the normals of the parallelepipeds' faces. A child's box is six intervals then.
//
// Boxes of b are larger by a margin that covers all roundings, of this file and of to_world. So
// boxes that are parted hold no triangles that touch.
#pragma once

#include "halfspace/math/transform.h"

#include "math/shared/simd.h"
#include "spatial/bvh/bvh4.h"
#include "spatial/bvh/points4.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace halfspace {

// Four boxes along six axes.
struct Intervals {
    std::array<Float4, 6> lo;
    std::array<Float4, 6> hi;
};

class PairFrame {
public:
    // nullopt if the transform is not finite, or a corner of the box of b goes beyond kMaxPlace.
    static std::optional<PairFrame> create(const BvhFrame& a,
                                           const BvhFrame& b,
                                           const Transform& b_to_a);

    // The children's boxes.
    Intervals of_a(const Bvh4Node& node) const;
    Intervals of_b(const Bvh4Node& node) const;

    // Points of the trees' frames in the common frame. They are wrong by less than `margin` on each
    // axis.
    Points4 point_of_a(const Points4& p) const;
    Points4 point_of_b(const Points4& p) const;

    // Vectors of the trees' frames in the common frame.
    Points4 vector_of_a(const Points4& v) const { return point_of_a(v); }
    Points4 vector_of_b(const Points4& v) const;

    float margin() const { return margin_; }
    // The transform only turns, moves and scales: what is at right angles in tree b is so in the
    // common frame, but for rounding.
    bool keeps_angles() const { return keeps_angles_; }
    // One unit of the common frame, in the space of a.
    double unit() const { return unit_; }
    // No coordinate of both meshes is larger, in the space of a.
    double size() const { return size_; }

private:
    float shrink_ = 1;                            // tree a to the common frame
    std::array<std::array<float, 3>, 3> turn_{};  // tree b to the common frame: turn_[row][column]
    std::array<float, 3> offset_{};
    std::array<std::array<float, 3>, 3> normal_{};  // of the parallelepipeds' faces, length 1
    std::array<float, 3> thickness_{};              // of a box of b of size 1 along its normals
    std::array<float, 3> level_{};                  // the place of the frame of b along the normals
    float margin_ = 0;
    bool keeps_angles_ = false;
    double size_ = 0;
    double unit_ = 1;
};

// For each of the four boxes of a: by how much it overlaps box `lane` of b along the axis on which
// it does so least; negative if an axis parts them.
[[gnu::always_inline]] inline Float4 depth_of(const Intervals& a, const Intervals& b, int lane) {
    Float4 depth = all_lanes(1e30F);
    for (std::size_t axis = 0; axis < 6; ++axis) {
        const Float4 lo = greater(a.lo[axis], all_lanes(b.lo[axis][lane]));
        const Float4 hi = lesser(a.hi[axis], all_lanes(b.hi[axis][lane]));
        depth = lesser(depth, hi - lo);
    }
    return depth;
}

}  // namespace halfspace
