// SPDX-License-Identifier: MIT
#include "box_hierarchy.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace halfspace {
namespace {

constexpr std::size_t kBins = 16;
// Below this depth, the objects are halved by their order: so no tree is too deep for the walks.
constexpr std::uint32_t kHalvedBelow = kDeepestNode - 33;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

FloatBox nothing() {
    return {Float4{kInfinity, kInfinity, kInfinity, 0}, Float4{-kInfinity, -kInfinity, -kInfinity, 0}};
}

void add(FloatBox& box, const FloatBox& other) {
    box.lo = lesser(box.lo, other.lo);
    box.hi = greater(box.hi, other.hi);
}

float half_area(const FloatBox& box) {
    const Float4 edge = box.hi - box.lo;
    return edge[0] * edge[1] + edge[1] * edge[2] + edge[2] * edge[0];
}

struct Split {
    float cost = kInfinity;
    int axis = -1;
    std::size_t bin = 0;  // objects of bins below this one are in the first part
};

struct Bin {
    FloatBox box = nothing();
    std::size_t count = 0;
};

class AreaBuild {
public:
    explicit AreaBuild(std::vector<FloatBox> boxes) : objects_(boxes.size()), order_(boxes.size()) {
        tree_.boxes = std::move(boxes);
        tree_.boxes.reserve(2 * objects_ - 1);
        tree_.children.reserve(objects_ - 1);
        std::iota(order_.begin(), order_.end(), 0U);
    }

    BinaryTree run() {
        build(0, objects_, 0);
        return std::move(tree_);
    }

private:
    // Twice the middle.
    Float4 middle(std::uint32_t object) const {
        return tree_.boxes[object].lo + tree_.boxes[object].hi;
    }

    std::uint32_t build(std::size_t from, std::size_t to, std::uint32_t depth) {
        if (to - from == 1) {
            return order_[from];
        }
        const std::size_t cut = divide(from, to, depth);
        const std::uint32_t a = build(from, cut, depth + 1);
        const std::uint32_t b = build(cut, to, depth + 1);
        FloatBox box = tree_.boxes[a];
        add(box, tree_.boxes[b]);
        tree_.boxes.push_back(box);
        tree_.children.push_back({a, b});
        return static_cast<std::uint32_t>(tree_.boxes.size() - 1);
    }

    // Where the second part begins. Both parts have objects.
    std::size_t divide(std::size_t from, std::size_t to, std::uint32_t depth) {
        const std::size_t half = from + (to - from) / 2;
        FloatBox middles = nothing();
        for (std::size_t i = from; i < to; ++i) {
            const Float4 m = middle(order_[i]);
            add(middles, {m, m});
        }
        const Float4 wide = middles.hi - middles.lo;
        if (depth >= kHalvedBelow || to - from == 2 || !(wide[0] + wide[1] + wide[2] > 0)) {
            return half;
        }
        Float4 bins_per_unit{};
        for (int axis = 0; axis < 3; ++axis) {
            bins_per_unit[axis] = wide[axis] > 0 ? static_cast<float>(kBins) * 0.9999F / wide[axis] : 0;
        }
        const auto bin_of = [&](std::uint32_t object) {
            return (middle(object) - middles.lo) * bins_per_unit;
        };
        std::array<std::array<Bin, kBins>, 3> bins;
        for (std::size_t i = from; i < to; ++i) {
            const Float4 bin = bin_of(order_[i]);
            for (int axis = 0; axis < 3; ++axis) {
                Bin& its = bins[static_cast<std::size_t>(axis)]
                               [std::min(static_cast<std::size_t>(bin[axis]), kBins - 1)];
                add(its.box, tree_.boxes[order_[i]]);
                ++its.count;
            }
        }
        Split best;
        for (int axis = 0; axis < 3; ++axis) {
            if (wide[axis] > 0) {
                try_axis(bins[static_cast<std::size_t>(axis)], axis, best);
            }
        }
        if (best.axis < 0) {
            return half;
        }
        const auto first_of_second = std::partition(
            order_.begin() + static_cast<std::ptrdiff_t>(from),
            order_.begin() + static_cast<std::ptrdiff_t>(to), [&](std::uint32_t object) {
                return std::min(static_cast<std::size_t>(bin_of(object)[best.axis]), kBins - 1) <
                       best.bin;
            });
        return static_cast<std::size_t>(first_of_second - order_.begin());
    }

    static void try_axis(const std::array<Bin, kBins>& bins, int axis, Split& best) {
        std::array<float, kBins> after{};  // cost of the bins from i on
        Bin sum;
        for (std::size_t i = kBins - 1; i > 0; --i) {
            add(sum.box, bins[i].box);
            sum.count += bins[i].count;
            after[i] = sum.count == 0 ? -1 : half_area(sum.box) * static_cast<float>(sum.count);
        }
        sum = Bin{};
        for (std::size_t i = 1; i < kBins; ++i) {
            add(sum.box, bins[i - 1].box);
            sum.count += bins[i - 1].count;
            if (sum.count == 0 || after[i] < 0) {
                continue;
            }
            const float cost = half_area(sum.box) * static_cast<float>(sum.count) + after[i];
            if (cost < best.cost) {
                best = {cost, axis, i};
            }
        }
    }

    std::size_t objects_;
    std::vector<std::uint32_t> order_;
    BinaryTree tree_;
};

}  // namespace

BinaryTree build_by_area(std::vector<FloatBox> boxes, const Executor&) {
    if (boxes.size() < 2) {
        return {std::move(boxes), {}};
    }
    return AreaBuild(std::move(boxes)).run();
}

}  // namespace halfspace
