// SPDX-License-Identifier: MIT
#include "spatial/bvh/obb4.h"

#include "base/shared/in_parts.h"
#include "spatial/bvh/triangle_bvh_data.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>

namespace halfspace {
namespace {

// A child may be worth an OBB if its triangles have less than this part of the half area of its
// box along the axes. A bumpy surface has about a half, whichever way it is turned.
constexpr float kThin = 0.0625F;
// A box is long if its longest edge is this many times the next.
constexpr float kLong = 8;
// A child's OBB is its box along the axes unless another one has less than this part of the area.
constexpr float kBetter = 0.8F;
// A node gets OBBs if one of them has less than this part of the area of the box along the axes.
constexpr float kWorth = 0.5F;
// The choice of axes looks at this many blocks; place and size of a box are those of all.
constexpr std::uint32_t kSamples = 8;

using Axes = std::array<Vec3, 3>;

// The blocks below a child, which follow one another, and what they hold.
struct Below {
    std::uint32_t from = kNone;
    std::uint32_t to = 0;
    std::uint32_t thin = 0;  // blocks that are thin or long
    float area = 0;          // of all triangles

    void add(const Below& other) {
        from = std::min(from, other.from);
        to = std::max(to, other.to);
        thin += other.thin;
        area += other.area;
    }
};

// Lanes without a triangle count nothing: comparisons with NaN are false.
float area_of(const TriangleBlock& block) {
    const auto& [a, b, c] = block.corner;
    const Points4 normal = cross(minus(b, a), minus(c, a));
    const Float4 square = dot(normal, normal);
    const Float4 area = root(square > 0 ? square : all_lanes(0)) * all_lanes(0.5F);
    return (area[0] + area[1]) + (area[2] + area[3]);
}

bool is_long(float x, float y, float z) {
    const float larger = std::max(x, y);
    const float middle = std::max(std::min(x, y), std::min(larger, z));
    return std::max(larger, z) > kLong * middle;
}

bool is_thin(const FloatBox& box, float area) {
    const Float4 edge = box.hi - box.lo;
    return area < kThin * box.half_area() || is_long(edge[0], edge[1], edge[2]);
}

// The longest of the vectors that it is given.
struct Longest {
    Float4 square = all_lanes(0);
    Points4 vector{};

    [[gnu::always_inline]] void add(const Points4& v) {
        const Float4 its = dot(v, v);
        const Mask4 longer = its > square;
        square = longer ? its : square;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            vector[axis] = longer ? v[axis] : vector[axis];
        }
    }
    Vec3 get() const {
        int best = 0;
        for (int lane = 1; lane < 4; ++lane) {
            best = square[lane] > square[best] ? lane : best;
        }
        return {vector[0][best], vector[1][best], vector[2][best]};
    }
};

Points4 four_of(const Vec3& v) {
    return {all_lanes(static_cast<float>(v.x)),
            all_lanes(static_cast<float>(v.y)),
            all_lanes(static_cast<float>(v.z))};
}

// Some or all blocks below a child.
class Blocks {
public:
    Blocks(std::span<const TriangleBlock> blocks, const Below& below, std::uint32_t most)
        : blocks_(blocks), from_(below.from), all_(below.to - below.from) {
        count_ = std::min(all_, most);
    }

    bool has_all() const { return count_ == all_; }

    template <class Visit>
    [[gnu::always_inline]] void each(const Visit& visit) const {
        for (std::uint64_t i = 0; i < count_; ++i) {
            visit(blocks_[from_ + i * all_ / count_].corner);
        }
    }

    // The longest vector(corner) for the corners of all triangles.
    template <class Of>
    Vec3 longest_of_corners(const Of& vector) const {
        Longest longest;
        each([&](const std::array<Points4, 3>& corners) {
            for (const Points4& p : corners) {
                longest.add(vector(p));
            }
        });
        return longest.get();
    }

    // The longest vector(edge) for the edges of all triangles, but for a triangle's longest one: in
    // the side of a bar, which is two triangles, that is the diagonal.
    template <class Of>
    Vec3 longest_of_edges(const Of& vector) const {
        Longest longest;
        each([&](const std::array<Points4, 3>& corners) {
            std::array<Points4, 3> edge;
            std::array<Float4, 3> square;
            for (std::size_t i = 0; i < 3; ++i) {
                edge[i] = minus(corners[i], corners[(i + 1) % 3]);
                square[i] = dot(edge[i], edge[i]);
            }
            for (std::size_t i = 0; i < 3; ++i) {
                const Mask4 counts = square[i] <= greater(square[(i + 1) % 3], square[(i + 2) % 3]);
                longest.add(times(vector(edge[i]), counts ? all_lanes(1) : all_lanes(0)));
            }
        });
        return longest.get();
    }

    struct Extents {
        std::array<float, 3> lo;
        std::array<float, 3> hi;
        float half_area() const {
            const float x = hi[0] - lo[0];
            const float y = hi[1] - lo[1];
            const float z = hi[2] - lo[2];
            return x * y + y * z + z * x;
        }
    };
    Extents extents(const Axes& axes) const {
        const std::array<Points4, 3> along{four_of(axes[0]), four_of(axes[1]), four_of(axes[2])};
        constexpr float kFar = 1e30F;
        Points4 lo{all_lanes(kFar), all_lanes(kFar), all_lanes(kFar)};
        Points4 hi{all_lanes(-kFar), all_lanes(-kFar), all_lanes(-kFar)};
        each([&](const std::array<Points4, 3>& corners) {
            for (const Points4& p : corners) {
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    const Float4 place = dot(along[axis], p);
                    lo[axis] = lesser(place, lo[axis]);
                    hi[axis] = greater(place, hi[axis]);
                }
            }
        });
        Extents result;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            result.lo[axis] = least_lane(lo[axis])[0];
            result.hi[axis] = -least_lane(-hi[axis])[0];
        }
        return result;
    }

private:
    std::span<const TriangleBlock> blocks_;
    std::uint32_t from_;
    std::uint32_t all_;
    std::uint32_t count_;
};

// Axes at right angles: the first along a vector, the second towards another one; if that is along
// the first, any right angle will do. REQUIRES: `first` has a length.
Axes axes_along(const Vec3& first, const Vec3& second) {
    const Vec3 x = normalized(first);
    Vec3 y = second - x * dot(x, second);
    if (!(length(y) > 0x1p-20 * length(second))) {
        const Vec3 size = abs(x);
        const Vec3 other = size.x <= size.y && size.x <= size.z ? Vec3{1, 0, 0}
                           : size.y <= size.z                   ? Vec3{0, 1, 0}
                                                                : Vec3{0, 0, 1};
        y = cross(x, other);
    }
    y = normalized(y);
    return {x, y, cross(x, y)};
}

[[gnu::always_inline]] inline Points4 square_to(const Points4& v, const Points4& unit) {
    return minus(v, times(unit, dot(v, unit)));
}

// A box: its axes, and where the triangles begin and end along them.
struct Fitted {
    Axes axes{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
    Blocks::Extents extents{};
    float half_area = std::numeric_limits<float>::infinity();
};

// The better of two boxes: along a long edge of a triangle, and along the way between two
// corners far apart.
Fitted fitted(std::span<const TriangleBlock> blocks, const Below& below, const Vec3& middle) {
    const Blocks sample(blocks, below, kSamples);
    Fitted best;
    const auto attempt = [&](const Vec3& first, const auto& second) {
        if (!(length(first) > 0)) {
            return;  // all corners are at one place
        }
        const Axes axes = axes_along(first, second(four_of(normalized(first))));
        const Blocks::Extents extents = sample.extents(axes);
        const float area = extents.half_area();
        if (area < best.half_area) {
            best = {axes, extents, area};
        }
    };
    attempt(sample.longest_of_edges([](const Points4& edge) { return edge; }),
            [&](const Points4& unit) {
                return sample.longest_of_edges(
                    [&](const Points4& edge) { return square_to(edge, unit); });
            });
    if (below.to - below.from > 1) {
        const Points4 from_middle = four_of(middle);
        const Vec3 corner = middle + sample.longest_of_corners(
                                         [&](const Points4& p) { return minus(p, from_middle); });
        const Points4 from_corner = four_of(corner);
        attempt(sample.longest_of_corners([&](const Points4& p) { return minus(p, from_corner); }),
                [&](const Points4& unit) {
                    return sample.longest_of_corners(
                        [&](const Points4& p) { return square_to(minus(p, from_corner), unit); });
                });
    }
    if (!sample.has_all() || best.half_area > 1e30F) {
        best.extents = Blocks(blocks, below, kNone).extents(best.axes);
        best.half_area = best.extents.half_area();
    }
    return best;
}

void set_slot(Obb4& boxes, std::size_t slot, const Axes& axes, const Blocks::Extents& extents) {
    std::array<float, 3> half;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        half[axis] = 0.5F * (extents.hi[axis] - extents.lo[axis]);
    }
    // Axes are rounded to floats, each number by 2^-25 at most, and so are not quite square to one
    // another: the products of two axes are wrong by less than 2^-22. So a point whose places are
    // within the extents may need an edge that is longer by less than 2^-20 * reach. Places are
    // rounded, and corners were rounded when they came into the blocks: together by less than
    // 2^-21.
    const float reach = half[0] + half[1] + half[2];
    const float grown = 0x1p-20F * reach + 0x1p-21F;
    std::array<std::size_t, 3> order{0, 1, 2};
    std::ranges::stable_sort(order,
                             [&](std::size_t a, std::size_t b) { return half[a] > half[b]; });
    const auto lane = static_cast<int>(slot);
    Vec3 middle{};
    for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t axis = order[k];
        middle = middle + axes[axis] * (0.5 * (double{extents.lo[axis]} + extents.hi[axis]));
        for (std::size_t i = 0; i < 3; ++i) {
            boxes.edge[k][i][lane] = static_cast<float>(axes[axis][i]) * (half[axis] + grown);
        }
    }
    for (std::size_t i = 0; i < 3; ++i) {
        boxes.middle[i][lane] = static_cast<float>(middle[i]);
    }
}

// The OBBs of a node, or nullopt if boxes along the axes do as well.
std::optional<Obb4> obbs_of(const Bvh4Node& node,
                            const std::array<Below, 4>& below,
                            std::span<const TriangleBlock> blocks) {
    Obb4 result = aligned_boxes(node);
    bool is_worth = false;
    for (std::size_t slot = 0; slot < 4 && node.child[slot] != kNone; ++slot) {
        const FloatBox box = box_of_slot(node, slot);
        const Float4 twice = box.lo + box.hi;
        const Fitted fit = fitted(blocks, below[slot], Vec3{twice[0], twice[1], twice[2]} * 0.5);
        const float of_box = box.half_area();
        if (fit.half_area < kBetter * of_box) {
            set_slot(result, slot, fit.axes, fit.extents);
        }
        const auto& [lo, hi] = fit.extents;
        is_worth = is_worth || fit.half_area < kWorth * of_box ||
                   is_long(hi[0] - lo[0], hi[1] - lo[1], hi[2] - lo[2]);
    }
    return is_worth ? std::optional(result) : std::nullopt;
}

}  // namespace

Obb4 aligned_boxes(const Bvh4Node& node) {
    Obb4 boxes{};
    const Float4 half = all_lanes(0.5F);
    Points4 edges;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const Float4 lo = node.lo[axis];
        const Float4 hi = node.hi[axis];
        // Larger by the rounding of both sums.
        edges[axis] = (hi - lo) * half + (magnitude(lo) + magnitude(hi)) * all_lanes(0x1p-23F);
        boxes.middle[axis] = (hi + lo) * half;
        boxes.edge[axis][axis] = edges[axis];
    }
    // The longest first.
    for (const std::size_t other : {std::size_t{1}, std::size_t{2}}) {
        const Mask4 longer = edges[other] > sum_of_sizes(boxes.edge[0]);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const Float4 first = boxes.edge[0][axis];
            boxes.edge[0][axis] = longer ? boxes.edge[other][axis] : first;
            boxes.edge[other][axis] = longer ? first : boxes.edge[other][axis];
        }
    }
    return boxes;
}

std::vector<Obb4> fit_obbs(Bvh4& tree,
                           std::span<const TriangleBlock> blocks,
                           const Executor& executor) {
    std::vector<float> areas(blocks.size());
    for_each_index(blocks.size(), executor, [&](std::size_t i) { areas[i] = area_of(blocks[i]); });
    std::vector<std::array<Below, 4>> below(tree.nodes.size());
    std::vector<std::uint32_t> tried;
    for (std::size_t i = tree.nodes.size(); i-- > 0;) {
        Bvh4Node& node = tree.nodes[i];
        node.obbs = kNone;
        bool is_tried = false;
        for (std::size_t slot = 0; slot < 4 && node.child[slot] != kNone; ++slot) {
            const std::uint32_t child = node.child[slot];
            Below& its = below[i][slot];
            const bool is_leaf = (child & kLeafBit) != 0;
            const std::uint32_t block = child & ~kLeafBit;
            if (is_leaf) {
                its = {block, block + 1, 0, areas[block]};
            } else {
                std::ranges::for_each(below[child], [&](const Below& part) { its.add(part); });
            }
            const bool thin = is_thin(box_of_slot(node, slot), its.area);
            its.thin += is_leaf && thin ? 1 : 0;
            is_tried = is_tried || thin || 4 * std::uint64_t{its.thin} >= its.to - its.from;
        }
        if (is_tried) {
            tried.push_back(static_cast<std::uint32_t>(i));
        }
    }
    std::vector<std::optional<Obb4>> found(tried.size());
    in_parts(tried.size(), 64, executor, [&](std::size_t begin, std::size_t size) {
        for (std::size_t i = begin; i < begin + size; ++i) {
            found[i] = obbs_of(tree.nodes[tried[i]], below[tried[i]], blocks);
        }
    });
    std::vector<Obb4> obbs;
    for (std::size_t i = tried.size(); i-- > 0;) {
        if (found[i]) {
            tree.nodes[tried[i]].obbs = static_cast<std::uint32_t>(obbs.size());
            obbs.push_back(*found[i]);
        }
    }
    obbs.shrink_to_fit();
    return obbs;
}

}  // namespace halfspace
