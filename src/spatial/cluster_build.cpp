// SPDX-License-Identifier: MIT
#include "box_hierarchy.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace halfspace {
namespace {

// A cluster looks at this many neighbours on each side at first, and at more when clusters are fewer:
// a neighbour in space may be far along the curve. Multiples of 4.
constexpr std::size_t kFirstReach = 12;
constexpr std::size_t kReach = 64;
constexpr double kGrowth = 0.5;
// Clusters in a piece of parallel work.
constexpr std::size_t kPiece = 8192;
// After this many rounds, neighbours are joined whatever their boxes: with a few clusters that join
// in each round, a tree would become as deep as the rounds are many.
constexpr std::uint32_t kRounds = 300;

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
    std::vector<std::uint32_t> nodes;

    void resize(std::size_t count) {
        nodes.resize(count);
        for (std::size_t side = 0; side < 6; ++side) {
            sides[side].assign(count + 2 * kReach + 4, side < 3 ? -kFar : kFar);
        }
    }
    // Only while the clusters become fewer.
    void shrink(std::size_t count) {
        nodes.resize(count);
        for (std::size_t side = 0; side < 6; ++side) {
            std::fill_n(sides[side].begin() + static_cast<std::ptrdiff_t>(count + kReach),
                        kReach + 4, side < 3 ? -kFar : kFar);
        }
    }
    void set(std::size_t at, std::uint32_t node, const FloatBox& box) {
        nodes[at] = node;
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

// The neighbour whose common box with cluster `at` has the least area. Among equal areas, the
// neighbour with the least at ^ neighbour: so of many equal ones each even cluster and its
// successor choose one another.
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
        const Mask4 tie = index ^ own_index;
        const Mask4 better = ((area < least) | ((area == least) & (tie < best_tie))) & (tie != 0);
        least = better ? area : least;
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
    ClusterBuild(std::vector<FloatBox> boxes, const Executor& executor)
        : executor_(executor), objects_(boxes.size()) {
        tree_.boxes = std::move(boxes);
        tree_.boxes.resize(2 * objects_ - 1);
        tree_.children.resize(objects_ - 1);
    }

    BinaryTree run() {
        sort_along_curve();
        made_ = objects_;
        for (std::uint32_t round = 0; now_.nodes.size() > 1; ++round) {
            choose(round);
            join();
        }
        return std::move(tree_);
    }

private:
    std::size_t pieces() const { return (now_.nodes.size() + kPiece - 1) / kPiece; }

    template <class Body>
    void each_piece(Body&& body) {
        const std::size_t count = now_.nodes.size();
        executor_(pieces(), [&](std::size_t piece) {
            body(piece, piece * kPiece, std::min(count, (piece + 1) * kPiece));
        });
    }

    void sort_along_curve() {
        std::vector<Keyed> order(objects_);
        now_.resize(objects_);
        next_.resize(objects_);
        best_.resize(objects_);
        each_piece([&](std::size_t, std::size_t from, std::size_t to) {
            for (std::size_t i = from; i < to; ++i) {
                order[i] = {morton_code(tree_.boxes[i]), static_cast<std::uint32_t>(i)};
            }
        });
        sort_by_key(order);
        each_piece([&](std::size_t, std::size_t from, std::size_t to) {
            for (std::size_t i = from; i < to; ++i) {
                now_.set(i, order[i].object, tree_.boxes[order[i].object]);
            }
        });
    }

    std::size_t reach() const {
        const double share = static_cast<double>(objects_) / static_cast<double>(now_.nodes.size());
        const double reach = kFirstReach * std::pow(share, kGrowth);
        return std::min(kReach, static_cast<std::size_t>(reach) / 4 * 4);
    }

    void choose(std::uint32_t round) {
        const std::size_t most = reach();
        each_piece([&](std::size_t, std::size_t from, std::size_t to) {
            for (std::size_t i = from; i < to; ++i) {
                best_[i] = round < kRounds ? best_neighbour(now_, i, most)
                                           : std::min(static_cast<std::uint32_t>(i ^ 1U),
                                                      static_cast<std::uint32_t>(now_.nodes.size() - 1));
            }
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
        each_piece([&](std::size_t piece, std::size_t from, std::size_t to) {
            auto [place, made] = starts[piece];
            for (std::size_t i = from; i < to; ++i) {
                const std::uint32_t node = now_.nodes[i];
                const bool joined = is_joined(i);
                if (!joined) {
                    next_.set(place++, node, tree_.boxes[node]);
                } else if (i < best_[i]) {
                    const std::uint32_t other = now_.nodes[best_[i]];
                    const FloatBox& a = tree_.boxes[node];
                    const FloatBox& b = tree_.boxes[other];
                    const FloatBox both{lesser(a.lo, b.lo), greater(a.hi, b.hi)};
                    const auto parent = static_cast<std::uint32_t>(made_ + made++);
                    tree_.boxes[parent] = both;
                    tree_.children[parent - objects_] = {node, other};
                    next_.set(place++, parent, both);
                }
            }
        });
        made_ += starts.back()[1];
        next_.shrink(starts.back()[0]);
        std::swap(now_, next_);
    }

    const Executor& executor_;
    std::size_t objects_ = 0;
    std::size_t made_ = 0;  // nodes of the tree so far
    BinaryTree tree_;
    Clusters now_;
    Clusters next_;
    std::vector<std::uint32_t> best_;  // for each cluster, the neighbour that it chose
};

}  // namespace

BinaryTree build_by_clusters(std::vector<FloatBox> boxes, const Executor& executor) {
    if (boxes.size() < 2) {
        return {std::move(boxes), {}};
    }
    return ClusterBuild(std::move(boxes), executor).run();
}

}  // namespace halfspace
