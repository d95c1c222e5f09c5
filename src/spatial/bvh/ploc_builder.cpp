// SPDX-License-Identifier: MIT
#include "base/shared/in_parts.h"
#include "spatial/bvh/bvh4.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace halfspace {
namespace {

// A cluster looks at this many neighbours on each side at first, and at more when clusters are
// fewer: a neighbour in space may be far along the curve. Multiples of 4.
constexpr std::size_t kFirstReach = 16;
constexpr std::size_t kReach = 64;
// Clusters in a piece of parallel work.
constexpr std::size_t kPiece = 8192;
// When clusters have this many objects on average, they are divided by area instead. The best pairs
// of large clusters are a worse tree than the best splits.
constexpr std::size_t kDivided = 3;
// After this many rounds the clusters are divided by area, too: where a few clusters join in each
// round, a tree would become as deep as the rounds are many.
constexpr std::uint32_t kMaxRounds = 40;

constexpr std::uint32_t kMortonBits = 16;  // for each axis

// Two zero bits between each two bits.
std::uint64_t spread(std::uint64_t bits) {
    bits = (bits | bits << 32U) & 0xFFFF00000000FFFFU;
    bits = (bits | bits << 16U) & 0x00FF0000FF0000FFU;
    bits = (bits | bits << 8U) & 0xF00F00F00F00F00FU;
    bits = (bits | bits << 4U) & 0x30C30C30C30C30C3U;
    return (bits | bits << 2U) & 0x9249249249249249U;
}

// The place of the box's middle on the Morton curve. Coordinates are in about [-1, 1].
std::uint64_t morton_code(const FloatBox& box) {
    constexpr float kCells = 1U << (kMortonBits - 1);
    constexpr float kMost = (1U << kMortonBits) - 1;
    std::uint64_t code = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const float cell = (box.lo[axis] + box.hi[axis]) * (kCells / 2) + kCells;
        const auto number = static_cast<std::uint32_t>(std::clamp(cell, 0.0F, kMost));
        code |= spread(number) << static_cast<unsigned>(axis);
    }
    return code;
}

struct Keyed {
    std::uint64_t key = 0;
    std::uint32_t object = 0;
};

// By key; equal keys keep their order.
void sort_by_key(std::vector<Keyed>& items) {
    constexpr unsigned kDigitBits = 12;
    constexpr std::size_t kDigits = std::size_t{1} << kDigitBits;
    std::vector<Keyed> other(items.size());
    std::vector<std::uint32_t> starts(kDigits);
    for (unsigned shift = 0; shift < 3 * kMortonBits; shift += kDigitBits) {
        std::ranges::fill(starts, 0);
        for (const Keyed& item : items) {
            ++starts[item.key >> shift & (kDigits - 1)];
        }
        std::uint32_t sum = 0;
        for (std::uint32_t& start : starts) {
            sum += std::exchange(start, sum);
        }
        for (const Keyed& item : items) {
            other[starts[item.key >> shift & (kDigits - 1)]++] = item;
        }
        items.swap(other);
    }
}

// Clusters along the curve, an array for each coordinate, with kReach boxes before and after whose
// union with any other is infinitely large.
struct Clusters {
    std::array<std::vector<float>, 6> sides;  // lo x, y, z; hi x, y, z
    std::vector<float> areas;                 // half the surface
    std::vector<std::uint32_t> nodes;

    void resize(std::size_t count) {
        nodes.resize(count);
        areas.assign(count + 2 * kReach + 4, 0);
        for (std::size_t side = 0; side < 6; ++side) {
            sides[side].assign(count + 2 * kReach + 4, side < 3 ? -kFar : kFar);
        }
    }
    // Only while the clusters become fewer.
    void shrink(std::size_t count) {
        nodes.resize(count);
        for (std::size_t side = 0; side < 6; ++side) {
            std::fill_n(sides[side].begin() + static_cast<std::ptrdiff_t>(count + kReach),
                        kReach + 4,
                        side < 3 ? -kFar : kFar);
        }
    }
    void set(std::size_t at, std::uint32_t node, const FloatBox& box) {
        nodes[at] = node;
        areas[at + kReach] = box.half_area();
        for (std::size_t axis = 0; axis < 3; ++axis) {
            sides[axis][at + kReach] = box.lo[axis];
            sides[axis + 3][at + kReach] = box.hi[axis];
        }
    }

    static constexpr float kFar = 1e15F;
};

[[gnu::always_inline]] inline Float4 load(const float* from) {
    Float4 result;
    __builtin_memcpy(&result, from, sizeof(result));
    return result;
}

// The neighbour whose common box with cluster `at` has the least area, less half of the neighbour's
// own: so a large neighbour is not left alone because of its size. Among equal ones, the neighbour
// with the least at ^ neighbour: so of many equal ones each even cluster and its successor choose
// one another.
std::uint32_t best_neighbour(const Clusters& clusters, std::size_t at, std::size_t reach) {
    std::array<Float4, 6> own;
    for (std::size_t side = 0; side < 6; ++side) {
        own[side] = all_lanes(clusters.sides[side][at + kReach]);
    }
    Float4 least = all_lanes(std::numeric_limits<float>::infinity());
    Mask4 best{};
    Mask4 best_tie{};
    const auto self = static_cast<std::int32_t>(at);
    const Mask4 own_index{self, self, self, self};
    for (std::size_t step = 0; step < 2 * reach + 4; step += 4) {
        const std::size_t from = at + kReach - reach + step;  // in the padded arrays
        const auto first = static_cast<std::int32_t>(from) - static_cast<std::int32_t>(kReach);
        const Mask4 index{first, first + 1, first + 2, first + 3};
        std::array<Float4, 3> edge;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            edge[axis] = greater(own[axis + 3], load(&clusters.sides[axis + 3][from])) -
                         lesser(own[axis], load(&clusters.sides[axis][from]));
        }
        const Float4 area = edge[0] * edge[1] + edge[1] * edge[2] + edge[2] * edge[0];
        const Float4 growth = area - load(&clusters.areas[from]) * all_lanes(0.5F);
        const Mask4 tie = index ^ own_index;
        const Mask4 better =
            ((growth < least) | ((growth == least) & (tie < best_tie))) & (tie != 0);
        least = better ? growth : least;
        best = better ? index : best;
        best_tie = better ? tie : best_tie;
    }
    int lane = 0;
    for (int other = 1; other < 4; ++other) {
        if (least[other] < least[lane] ||
            (least[other] == least[lane] && best_tie[other] < best_tie[lane])) {
            lane = other;
        }
    }
    return static_cast<std::uint32_t>(best[lane]);
}

class ClusterBuild {
public:
    ClusterBuild(std::span<const FloatBox> boxes, const Executor& executor)
        : executor_(executor), boxes_(boxes) {
        tree_.inner.reserve(boxes.size() - 1);
    }

    BinaryTree run() {
        sort_along_curve();
        const std::size_t last = std::max<std::size_t>(boxes_.size() / kDivided, 1);
        for (std::uint32_t round = 0; now_.nodes.size() > last && round < kMaxRounds; ++round) {
            choose();
            join();
        }
        divide_by_sah(tree_, boxes_, now_.nodes, executor_);
        return std::move(tree_);
    }

private:
    const FloatBox& box(std::uint32_t node) const {
        return node < boxes_.size() ? boxes_[node] : tree_.inner[node - boxes_.size()].box;
    }

    std::size_t pieces() const { return (now_.nodes.size() + kPiece - 1) / kPiece; }

    template <class Body>
    void each_piece(Body&& body) {
        const std::size_t count = now_.nodes.size();
        executor_(pieces(), [&](std::size_t piece) {
            body(piece, piece * kPiece, std::min(count, (piece + 1) * kPiece));
        });
    }

    void sort_along_curve() {
        std::vector<Keyed> order(boxes_.size());
        now_.resize(boxes_.size());
        next_.resize(boxes_.size());
        best_.resize(boxes_.size());
        for_each_index(boxes_.size(), executor_, [&](std::size_t i) {
            order[i] = {morton_code(boxes_[i]), static_cast<std::uint32_t>(i)};
        });
        sort_by_key(order);
        for_each_index(boxes_.size(), executor_, [&](std::size_t i) {
            now_.set(i, order[i].object, boxes_[order[i].object]);
        });
    }

    std::size_t reach() const {
        const double share =
            static_cast<double>(boxes_.size()) / static_cast<double>(now_.nodes.size());
        const auto reach = static_cast<std::size_t>(kFirstReach * std::sqrt(share));
        return std::min(kReach, reach / 4 * 4);
    }

    void choose() {
        const std::size_t most = reach();
        for_each_index(now_.nodes.size(), executor_, [&](std::size_t i) {
            best_[i] = best_neighbour(now_, i, most);
        });
    }

    bool is_joined(std::size_t at) const { return best_[at] != at && best_[best_[at]] == at; }

    // Each two clusters that chose one another become one, at the place of the first.
    void join() {
        std::vector<std::array<std::uint32_t, 2>> starts(pieces() + 1);  // clusters, new nodes
        each_piece([&](std::size_t piece, std::size_t from, std::size_t to) {
            std::uint32_t gone = 0;
            std::uint32_t made = 0;
            for (std::size_t i = from; i < to; ++i) {
                const bool joined = is_joined(i);
                made += joined && i < best_[i] ? 1U : 0U;
                gone += joined && i > best_[i] ? 1U : 0U;
            }
            starts[piece + 1] = {static_cast<std::uint32_t>(to - from) - gone, made};
        });
        for (std::size_t piece = 0; piece < pieces(); ++piece) {
            starts[piece + 1][0] += starts[piece][0];
            starts[piece + 1][1] += starts[piece][1];
        }
        const std::size_t first = tree_.inner.size();
        tree_.inner.resize(first + starts.back()[1]);
        each_piece([&](std::size_t piece, std::size_t from, std::size_t to) {
            auto [place, made] = starts[piece];
            for (std::size_t i = from; i < to; ++i) {
                const std::uint32_t node = now_.nodes[i];
                const bool joined = is_joined(i);
                if (!joined) {
                    next_.set(place++, node, box(node));
                } else if (i < best_[i]) {
                    const std::uint32_t other = now_.nodes[best_[i]];
                    FloatBox both = box(node);
                    both.add(box(other));
                    const std::size_t parent = first + made++;
                    tree_.inner[parent] = {both, {node, other}};
                    next_.set(place++, static_cast<std::uint32_t>(boxes_.size() + parent), both);
                }
            }
        });
        next_.shrink(starts.back()[0]);
        std::swap(now_, next_);
    }

    const Executor& executor_;
    std::span<const FloatBox> boxes_;
    BinaryTree tree_;
    Clusters now_;
    Clusters next_;
    std::vector<std::uint32_t> best_;  // for each cluster, the neighbour that it chose
};

}  // namespace

BinaryTree build_ploc(std::span<const FloatBox> boxes, const Executor& executor) {
    return boxes.size() < 2 ? BinaryTree{} : ClusterBuild(boxes, executor).run();
}

}  // namespace halfspace
