// SPDX-License-Identifier: MIT
// How far two meshes are apart. The way down the trees leaves out what is farther apart than the
// nearest pair so far (branch and bound). Boxes along the axes and distances are in doubles,
// because meshes may be small and far apart; oriented boxes are in floats with a margin.
#include "halfspace/spatial/mesh_collide.h"

#include "spatial/bvh/mesh_walk.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <tuple>

namespace halfspace {
namespace {

// Four boxes in the space of a that hold the boxes of four children, and the children's intervals
// along the axis. In two halves, for Double2.
struct NearBoxes {
    std::array<std::array<double, 4>, 3> middle{};
    std::array<std::array<double, 4>, 3> half{};
    std::array<double, 4> place{};
    std::array<double, 4> reach{};
};

Double2 dots(const std::array<Double2, 3>& v, const Vec3& axis) {
    return v[0] * axis.x + v[1] * axis.y + v[2] * axis.z;
}

void put(std::array<double, 4>& four, std::size_t at, const Double2& two) {
    four[at] = two[0];
    four[at + 1] = two[1];
}

// The nearest pair so far, and the boxes that are at most as far apart.
struct NearestRule {
    using Key = double;  // less than the square of the distance, negative
    static constexpr bool kInOrder = true;

    NearestRule(const PlacedMeshes& placed, const Transform& b_to_a, double farthest)
        : meshes(placed), slack(placed.frame.size() * 0x1p-45) {
        const double unit = 1 / placed.b.tree.frame.scale;
        axes = {b_to_a.x * unit, b_to_a.y * unit, b_to_a.z * unit};
        set_most(farthest);
    }

    const PlacedMeshes& meshes;
    double slack;               // more than what rounding changes in a distance
    double most = 0;            // what is farther apart does not count
    double square_of_most = 0;  // with the slack
    std::array<Vec3, 3> axes;   // of boxes of b in the space of a, for one unit of their tree
    Vec3 along{};  // from a to b: the direction between the nearest triangles, length 1
    std::optional<NearestTriangles> best = std::nullopt;

    void set_most(double distance) {
        most = distance;
        square_of_most = (most + slack) * (most + slack);
    }

    // The middles and half edges of two children's boxes, in their tree's frame.
    struct TwoBoxes {
        std::array<Double2, 3> middle;
        std::array<Double2, 3> half;

        TwoBoxes(const Bvh4Node& node, int first) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const Double2 lo{node.lo[axis][first], node.lo[axis][first + 1]};
                const Double2 hi{node.hi[axis][first], node.hi[axis][first + 1]};
                middle[axis] = (hi + lo) * 0.5;
                half[axis] = (hi - lo) * 0.5;
            }
        }
    };

    NearBoxes of_a(const Bvh4Node& node) const {
        const BvhFrame& frame = meshes.a.tree.frame;
        const double unit = 1 / frame.scale;
        NearBoxes boxes;
        for (const std::size_t first : {0U, 2U}) {
            TwoBoxes two(node, static_cast<int>(first));
            for (std::size_t axis = 0; axis < 3; ++axis) {
                two.half[axis] *= unit;
                two.middle[axis] = two.middle[axis] * unit + frame.centre[axis];
                put(boxes.half[axis], first, two.half[axis]);
                put(boxes.middle[axis], first, two.middle[axis]);
            }
            put(boxes.place, first, dots(two.middle, along));
            put(boxes.reach, first, dots(two.half, abs(along)));
        }
        return boxes;
    }

    NearBoxes of_b(const Bvh4Node& node) const {
        const BvhFrame& frame = meshes.b.tree.frame;
        const double unit = 1 / frame.scale;
        const Transform& turn = meshes.b_to_a;
        const Vec3 reach{dot(axes[0], along), dot(axes[1], along), dot(axes[2], along)};
        NearBoxes boxes;
        for (const std::size_t first : {0U, 2U}) {
            TwoBoxes two(node, static_cast<int>(first));
            for (std::size_t axis = 0; axis < 3; ++axis) {
                two.middle[axis] = two.middle[axis] * unit + frame.centre[axis];
            }
            std::array<Double2, 3> middle;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                middle[axis] = dots(two.middle, Vec3{turn.x[axis], turn.y[axis], turn.z[axis]}) +
                               turn.translation[axis];
                put(boxes.middle[axis], first, middle[axis]);
                put(boxes.half[axis],
                    first,
                    dots(two.half, abs(Vec3{axes[0][axis], axes[1][axis], axes[2][axis]})));
            }
            put(boxes.place, first, dots(middle, along));
            put(boxes.reach, first, dots(two.half, abs(reach)));
        }
        return boxes;
    }

    std::uint32_t near(const NearBoxes& a,
                       const NearBoxes& b,
                       std::uint32_t slot,
                       std::array<double, 4>& keys) const {
        std::uint32_t bits = 0;
        for (const std::size_t first : {0U, 2U}) {
            Double2 square{};
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const Double2 between =
                    absolute(b.middle[axis][slot] - two_of(&a.middle[axis][first]));
                const Double2 apart = larger(
                    between - (b.half[axis][slot] + two_of(&a.half[axis][first])), Double2{});
                square += apart * apart;
            }
            const Double2 along_axis = larger(
                b.place[slot] - two_of(&a.place[first]) - b.reach[slot] - two_of(&a.reach[first]),
                Double2{});
            square = larger(square, along_axis * along_axis);
            put(keys, first, -square);
            bits |= both_bits(square <= both(square_of_most)) << first;
        }
        return bits;
    }

    std::uint32_t near_obbs(const OpenedObbs& obbs,
                            std::uint32_t slot,
                            std::uint32_t near,
                            std::array<double, 4>& keys) const {
        const PairFrame& frame = meshes.frame;
        const double unit = frame.unit() * frame.unit();
        const Float4 square = square_of_least_distance(frame,
                                                       obbs.a,
                                                       obbs.b,
                                                       static_cast<int>(slot),
                                                       along_of_floats(),
                                                       in_floats(square_of_most / unit));
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            keys[i] = std::min(keys[i], -(square[static_cast<int>(i)] * unit));
            bits |= is_near(keys[i]) ? 1U << i : 0;
        }
        return near & bits;
    }

    // Not less than the number.
    static float in_floats(double number) { return static_cast<float>(number * (1 + 0x1p-23)); }

    bool is_near(double key) const { return -key <= square_of_most; }

    // The triangles of a leaf as boxes.
    struct Leaf {
        std::array<Triangle, kLeafSize> triangles;
        NearBoxes boxes;

        void set(std::size_t lane, const Triangle& t, const Vec3& axis) {
            const Aabb box = box_of(t);
            const Vec3 half = half_of(box);
            const double from = std::min({dot(t.a, axis), dot(t.b, axis), dot(t.c, axis)});
            const double to = std::max({dot(t.a, axis), dot(t.b, axis), dot(t.c, axis)});
            const double reach = (to - from) * 0.5;
            triangles[lane] = t;
            for (std::size_t k = 0; k < 3; ++k) {
                boxes.middle[k][lane] = box.min[k] + half[k];
                boxes.half[k][lane] = half[k];
            }
            boxes.place[lane] = from + reach;
            boxes.reach[lane] = reach;
        }
    };

    // Of a block's triangles along `along`, in the common frame.
    struct Places {
        Float4 lo;
        Float4 hi;

        Places(const std::array<Points4, 3>& corner, const Points4& axis) {
            const std::array<Float4, 3> place{
                dot(corner[0], axis), dot(corner[1], axis), dot(corner[2], axis)};
            lo = lesser(lesser(place[0], place[1]), place[2]);
            hi = greater(greater(place[0], place[1]), place[2]);
        }
    };

    // Bit i of number k is set if triangle i of a and triangle k of b may be near one another:
    // floats, along one axis. Lanes without triangles hold anything.
    std::array<std::uint32_t, kLeafSize> near_along(const TriangleBlock& a,
                                                    const TriangleBlock& b) const {
        const PairFrame& frame = meshes.frame;
        const Points4 axis = along_of_floats();
        std::array<Points4, 3> of_a;
        std::array<Points4, 3> of_b;
        for (std::size_t c = 0; c < 3; ++c) {
            of_a[c] = frame.point_of_a(a.corner[c]);
            of_b[c] = frame.point_of_b(b.corner[c]);
        }
        const Places places_a(of_a, axis);
        const Places places_b(of_b, axis);
        // Both points of a pair are wrong by less than a margin on each axis, and places are
        // rounded by less. The length of the axis is wrong by less than 2^-20.
        const Float4 error = sum_of_sizes(axis) * all_lanes(3 * frame.margin());
        const auto limit = static_cast<float>((most + slack) / frame.unit() * (1 + 0x1p-19));
        std::array<std::uint32_t, kLeafSize> bits;
        for (int k = 0; k < static_cast<int>(kLeafSize); ++k) {
            const Float4 apart = all_lanes(places_b.lo[k]) - places_a.hi - error;
            bits[static_cast<std::size_t>(k)] = bits_of(~(apart > all_lanes(limit)));
        }
        return bits;
    }

    Points4 along_of_floats() const {
        return {all_lanes(static_cast<float>(along.x)),
                all_lanes(static_cast<float>(along.y)),
                all_lanes(static_cast<float>(along.z))};
    }

    static std::uint32_t lanes_of(const TriangleBlock& block) {
        std::uint32_t lanes = 0;
        for (std::size_t i = 0; i < kLeafSize; ++i) {
            lanes |= block.id[i] != kNone ? 1U << i : 0;
        }
        return lanes;
    }

    void try_pair(const TrianglePair& pair, const Triangle& a, const Triangle& b) {
        const TriangleDistance found = distance(a, b);
        if (found.distance > most ||
            (best && std::tie(found.distance, pair) >= std::tie(best->distance, best->triangles))) {
            return;
        }
        best = NearestTriangles{pair, found.distance, found.point_a, found.point_b};
        set_most(found.distance);
        const Vec3 way = found.point_b - found.point_a;
        along = length(way) > 0 ? normalized(way) : along;
    }

    void try_leaves(const TriangleBlock& a, const TriangleBlock& b) {
        const auto bits = near_along(a, b);
        const std::uint32_t lanes_a = lanes_of(a) & (bits[0] | bits[1] | bits[2] | bits[3]);
        if (lanes_a == 0) {
            return;
        }
        // All along one axis: try_pair changes it.
        Leaf of_a;
        Leaf of_b;
        for (std::uint32_t left = lanes_a; left != 0; left &= left - 1) {
            const auto i = static_cast<std::size_t>(__builtin_ctz(left));
            of_a.set(i, meshes.of_a(a, i), along);
        }
        const std::uint32_t lanes_b = lanes_of(b);
        for (std::size_t k = 0; k < kLeafSize; ++k) {
            if ((lanes_b & 1U << k) != 0 && (bits[k] & lanes_a) != 0) {
                of_b.set(k, meshes.of_b(b, k), along);
            }
        }
        std::array<double, 4> keys;
        for (std::uint32_t k = 0; k < kLeafSize; ++k) {
            const std::uint32_t lanes = bits[k] & lanes_a;
            if ((lanes_b & 1U << k) == 0 || lanes == 0) {
                continue;
            }
            std::uint32_t left = near(of_a.boxes, of_b.boxes, k, keys) & lanes;
            for (; left != 0; left &= left - 1) {
                const auto i = static_cast<std::size_t>(__builtin_ctz(left));
                if (is_near(keys[i])) {
                    try_pair({TriangleId(a.id[i]), TriangleId(b.id[k])},
                             of_a.triangles[i],
                             of_b.triangles[k]);
                }
            }
        }
    }
};

}  // namespace

Result<std::optional<NearestTriangles>> distance(const TriangleBvh& a,
                                                 const TriangleBvh& b,
                                                 const Transform& b_to_a,
                                                 double most) {
    assert(most >= 0);
    const Result<PlacedMeshes> meshes = place_meshes(a, b, b_to_a);
    if (!meshes) {
        return std::unexpected(meshes.error());
    }
    const Result<std::optional<TrianglePair>> pair = first_pair(a, b, b_to_a);
    if (*pair) {
        const TriangleDistance touch =
            distance(meshes->a.mesh.triangle((*pair)->a),
                     to_world(b_to_a, meshes->b.mesh.triangle((*pair)->b)));
        return NearestTriangles{**pair, touch.distance, touch.point_a, touch.point_b};
    }
    NearestRule rule(*meshes, b_to_a, most);
    MeshWalk(*meshes, rule).run([&](const TriangleBlock& of_a, const TriangleBlock& of_b) {
        rule.try_leaves(of_a, of_b);
        return true;
    });
    return rule.best;
}

}  // namespace halfspace
