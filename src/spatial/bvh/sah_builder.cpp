// SPDX-License-Identifier: MIT
#include "base/shared/in_parts.h"
#include "spatial/bvh/bvh4.h"

#include <numeric>
#include <utility>

namespace halfspace {
namespace {

constexpr std::size_t kMaxBins = 16;
// Ranges of at most this many items become tasks of their own. A constant, so that the tree does
// not depend on the number of threads.
constexpr std::size_t kTask = 4096;
// Below this depth, the items are halved by their order: so no tree is deeper than this and 32
// more.
constexpr std::uint32_t kHalvedBelow = 48;

// A split of few items that costs more than this part of the cost of leaving them together parts
// nothing: their boxes are nearly the same, like those of diagonal bars that cross. Then neighbours
// in the mesh, which are probably parts of one bar, stay together.
constexpr float kUseless = 0.9F;
constexpr std::size_t kFewItems = 32;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// An object or a cluster.
struct Item {
    FloatBox box;
    std::uint32_t node = 0;

    Float4 middle_twice() const { return box.lo + box.hi; }
};

// Items from..to, and the box of their middles.
struct Range {
    std::size_t from = 0;
    std::size_t to = 0;
    FloatBox middles;
    std::uint32_t depth = 0;

    std::size_t size() const { return to - from; }
};

struct Bins {
    std::array<std::array<FloatBox, kMaxBins>, 3> boxes;
    std::array<std::array<std::uint32_t, kMaxBins>, 3> counts{};
};

// Which bin an item belongs to.
struct Scale {
    Float4 from;
    Float4 bins_per_unit;
    std::size_t bins = 0;

    explicit Scale(const Range& range)
        : from(range.middles.lo), bins(std::min(kMaxBins, 4 + range.size() / 8)) {
        const Float4 wide = range.middles.hi - range.middles.lo;
        // A little less than all, so that rounding does not lead to a bin behind the last.
        const Float4 most = all_lanes(static_cast<float>(bins) * 0.9999F);
        // Below this width an axis has one bin. The quotient would overflow for the least floats.
        constexpr float kMinWidth = 1e-30F;
        bins_per_unit = wide > all_lanes(kMinWidth) ? most / wide : all_lanes(0);
    }
    Mask4 bins_of(const Item& item) const {
        return __builtin_convertvector((item.middle_twice() - from) * bins_per_unit, Mask4);
    }
};

struct Split {
    float cost = kInfinity;
    int axis = -1;         // -1: no split has been found
    std::int32_t bin = 0;  // items of bins below this one are in the first part
};

// How many leaves the items need: four triangles cost as much as one.
float leaves_of(std::uint32_t items) {
    const std::uint32_t leaves = (items + kLeafSize - 1) / kLeafSize;
    return static_cast<float>(leaves);
}

// The split of one axis with the least cost: area times number of leaves, of both parts.
void try_axis(const Bins& bins, std::size_t count, std::size_t axis, Split& best) {
    std::array<float, kMaxBins> after{};  // the cost of the bins from i on; -1 if they are empty
    FloatBox box;
    std::uint32_t items = 0;
    for (std::size_t i = count - 1; i > 0; --i) {
        box.add(bins.boxes[axis][i]);
        items += bins.counts[axis][i];
        after[i] = items == 0 ? -1 : box.half_area() * leaves_of(items);
    }
    box = FloatBox{};
    items = 0;
    for (std::size_t i = 1; i < count; ++i) {
        box.add(bins.boxes[axis][i - 1]);
        items += bins.counts[axis][i - 1];
        if (items == 0 || after[i] < 0) {
            continue;
        }
        const float cost = box.half_area() * leaves_of(items) + after[i];
        if (cost < best.cost) {
            best = {cost, static_cast<int>(axis), static_cast<std::int32_t>(i)};
        }
    }
}

class AreaBuild {
public:
    // first: the number of the node inner[0].
    AreaBuild(std::vector<Item> items, std::vector<BinaryTree::Inner>& inner, std::uint32_t first)
        : items_(std::move(items)), inner_(inner), first_(first) {}

    // Adds the inner nodes. REQUIRES: at least two items.
    void run(const Executor& executor) {
        Range all{0, items_.size(), {}, 0};
        for (const Item& item : items_) {
            const Float4 middle = item.middle_twice();
            all.middles.add({middle, middle});
        }
        plan(all);
        // A range of k items has k - 1 inner nodes, so each task knows where its nodes begin.
        std::vector<std::size_t> starts{inner_.size()};
        for (const Range& task : tasks_) {
            starts.push_back(starts.back() + task.size() - 1);
        }
        inner_.resize(inner_.size() + items_.size() - 1);
        std::vector<std::uint32_t> roots(tasks_.size());
        executor(tasks_.size(), [&](std::size_t i) {
            std::size_t next = starts[i];
            roots[i] = build(tasks_[i], next);
        });
        // The nodes above the tasks: children before parents.
        std::size_t next = starts.back();
        std::vector<std::uint32_t> numbers(above_.size());
        for (std::size_t i = above_.size(); i-- > 0;) {
            const auto number_of = [&](const Part& part) {
                return part.is_task ? roots[part.index] : numbers[part.index];
            };
            numbers[i] = join(number_of(above_[i][0]), number_of(above_[i][1]), next);
        }
    }

private:
    struct Part {
        bool is_task;
        std::size_t index;  // of tasks_ or of above_
    };

    // Divides the range into tasks.
    Part plan(const Range& range) {
        if (range.size() <= kTask) {
            tasks_.push_back(range);
            return {true, tasks_.size() - 1};
        }
        const std::size_t at = above_.size();
        above_.emplace_back();
        const auto [a, b] = divide(range);
        above_[at][0] = plan(a);
        above_[at][1] = plan(b);
        return {false, at};
    }

    // Makes the nodes of a range, from inner_[next] on. Returns the number of the last.
    std::uint32_t build(const Range& range, std::size_t& next) {
        if (range.size() == 1) {
            return items_[range.from].node;
        }
        const auto [a, b] = divide(range);
        const std::uint32_t first = build(a, next);
        const std::uint32_t second = build(b, next);
        return join(first, second, next);
    }

    std::uint32_t join(std::uint32_t a, std::uint32_t b, std::size_t& next) {
        inner_[next].children = {a, b};
        return static_cast<std::uint32_t>(first_ + next++);
    }

    std::array<Range, 2> divide(const Range& range) {
        const Float4 wide = range.middles.hi - range.middles.lo;
        if (range.size() <= kLeafSize || range.depth >= kHalvedBelow ||
            !(wide[0] > 0 || wide[1] > 0 || wide[2] > 0)) {
            return halves(range);
        }
        const Scale scale(range);
        Bins bins;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            std::fill_n(bins.boxes[axis].begin(), scale.bins, FloatBox{});
        }
        for (std::size_t i = range.from; i < range.to; ++i) {
            const Mask4 bin = scale.bins_of(items_[i]);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const auto its = static_cast<std::size_t>(bin[static_cast<int>(axis)]);
                bins.boxes[axis][its].add(items_[i].box);
                ++bins.counts[axis][its];
            }
        }
        Split best;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            try_axis(bins, scale.bins, axis, best);
        }
        if (best.axis < 0) {
            return halves(range);
        }
        return is_useless(range, bins, scale, best) ? parts_by_number(range)
                                                    : parts(range, scale, best);
    }

    static bool is_useless(const Range& range,
                           const Bins& bins,
                           const Scale& scale,
                           const Split& split) {
        if (range.size() > kFewItems) {
            return false;
        }
        FloatBox box;
        for (std::size_t i = 0; i < scale.bins; ++i) {
            box.add(bins.boxes[0][i]);
        }
        return split.cost >
               kUseless * box.half_area() * leaves_of(static_cast<std::uint32_t>(range.size()));
    }

    // In the middle half of the items, by number: where the numbers jump most, and of equal jumps
    // the one that is nearest to the middle.
    std::array<Range, 2> parts_by_number(const Range& range) {
        const std::span<Item> items = std::span(items_).subspan(range.from, range.size());
        // They are few and their numbers differ. std::sort would be several times as much code.
        std::ranges::make_heap(items, {}, &Item::node);
        std::ranges::sort_heap(items, {}, &Item::node);
        const auto jump = [&](std::size_t i) { return items[i].node - items[i - 1].node; };
        const std::size_t middle = items.size() / 2;
        std::size_t best = middle;
        for (std::size_t away = 1; away <= items.size() / 4; ++away) {
            for (const std::size_t i : {middle - away, middle + away}) {
                best = jump(i) > jump(best) ? i : best;
            }
        }
        return parts_at(range, range.from + best);
    }

    static std::array<Range, 2> halves(const Range& range) {
        return parts_at(range, range.from + range.size() / 2);
    }

    static std::array<Range, 2> parts_at(const Range& range, std::size_t middle) {
        return {Range{range.from, middle, range.middles, range.depth + 1},
                Range{middle, range.to, range.middles, range.depth + 1}};
    }

    // Brings the items of the first part before the others.
    std::array<Range, 2> parts(const Range& range, const Scale& scale, const Split& split) {
        std::array<Range, 2> result{Range{range.from, range.from, {}, range.depth + 1},
                                    Range{range.to, range.to, {}, range.depth + 1}};
        std::size_t i = range.from;
        while (i < result[1].from) {
            const Float4 middle = items_[i].middle_twice();
            if (scale.bins_of(items_[i])[split.axis] < split.bin) {
                result[0].middles.add({middle, middle});
                ++i;
            } else {
                result[1].middles.add({middle, middle});
                std::swap(items_[i], items_[--result[1].from]);
            }
        }
        result[0].to = i;
        return result;
    }

    std::vector<Item> items_;
    std::vector<BinaryTree::Inner>& inner_;
    std::uint32_t first_;
    std::vector<Range> tasks_;
    std::vector<std::array<Part, 2>> above_;  // the nodes above the tasks; parents before children
};

}  // namespace

void divide_by_sah(BinaryTree& tree,
                   std::span<const FloatBox> boxes,
                   std::span<const std::uint32_t> roots,
                   const Executor& executor) {
    if (roots.size() < 2) {
        return;
    }
    std::vector<Item> items(roots.size());
    for_each_index(roots.size(), executor, [&](std::size_t i) {
        const std::uint32_t node = roots[i];
        items[i] = {node < boxes.size() ? boxes[node] : tree.inner[node - boxes.size()].box, node};
    });
    const std::size_t first = tree.inner.size();
    AreaBuild(std::move(items), tree.inner, static_cast<std::uint32_t>(boxes.size())).run(executor);
    for (std::size_t i = first; i < tree.inner.size(); ++i) {
        BinaryTree::Inner& its = tree.inner[i];
        for (const std::uint32_t child : its.children) {
            its.box.add(child < boxes.size() ? boxes[child] : tree.inner[child - boxes.size()].box);
        }
    }
}

BinaryTree build_sah(std::span<const FloatBox> boxes, const Executor& executor) {
    BinaryTree tree;
    tree.inner.reserve(std::max<std::size_t>(boxes.size(), 1) - 1);
    std::vector<std::uint32_t> roots(boxes.size());
    std::iota(roots.begin(), roots.end(), 0U);
    divide_by_sah(tree, boxes, roots, executor);
    return tree;
}

}  // namespace halfspace
