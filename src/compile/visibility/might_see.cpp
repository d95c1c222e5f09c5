// SPDX-License-Identifier: MIT
#include "compile/visibility/might_see.h"

#include "halfspace/tasks/parallel_for.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace halfspace::visibility {
namespace {

constexpr std::size_t kParallel = 64;  // portals or planes in a task

// Which side of all planes the windows are on. Many portals share a plane.
struct Sides {
    std::vector<std::uint32_t> plane_of;  // for each record of a portal
    BitRows front;  // row: a plane; bit: a record with a corner in front of it
    BitRows back;
    BitRows front_of;  // row: a record; bit: a plane that the record has a corner in front of
    BitRows back_of;
};

void in_tasks(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& body) {
    parallel_for((count + kParallel - 1) / kParallel, threads, [&](std::size_t task) {
        for (std::size_t i = task * kParallel; i < std::min(count, (task + 1) * kParallel); ++i) {
            body(i);
        }
    });
}

// The planes of the directed portals 2 i + 1, each once.
std::vector<Plane> unique_planes(const FlowGraph& graph, std::vector<std::uint32_t>& plane_of) {
    const std::size_t count = graph.portals() / 2;
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0u);
    const auto key = [&](std::uint32_t i) {
        const Plane& plane = graph.plane(2 * i + 1);
        return std::tuple(plane.n.x, plane.n.y, plane.n.z, plane.d);
    };
    std::ranges::stable_sort(order, [&](auto a, auto b) { return key(a) < key(b); });
    std::vector<Plane> planes;
    plane_of.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        if (i == 0 || key(order[i]) != key(order[i - 1])) {
            planes.push_back(graph.plane(2 * order[i] + 1));
        }
        plane_of[order[i]] = static_cast<std::uint32_t>(planes.size() - 1);
    }
    return planes;
}

Sides sides_of(const FlowGraph& graph, unsigned threads) {
    Sides sides;
    const std::vector<Plane> planes = unique_planes(graph, sides.plane_of);
    const std::size_t records = graph.portals() / 2;
    sides.front = BitRows(planes.size(), records);
    sides.back = BitRows(planes.size(), records);
    in_tasks(planes.size(), threads, [&](std::size_t p) {
        const PlaneLanes plane = lanes_of(planes[p]);
        const PlaneLanes reverse = lanes_of(flipped(planes[p]));
        for (std::uint32_t i = 0; i < records; ++i) {
            const WindowView& window = graph.window(2 * i);
            if (reaches_front(window, plane)) {
                set_bit(sides.front.row(p), i);
            }
            if (reaches_front(window, reverse)) {
                set_bit(sides.back.row(p), i);
            }
        }
    });
    sides.front_of = BitRows(records, planes.size());
    sides.back_of = BitRows(records, planes.size());
    for (std::size_t p = 0; p < planes.size(); ++p) {
        for_each_bit(sides.front.row(p), sides.front.words(), [&](std::uint32_t i) {
            set_bit(sides.front_of.row(i), p);
        });
        for_each_bit(sides.back.row(p), sides.back.words(), [&](std::uint32_t i) {
            set_bit(sides.back_of.row(i), p);
        });
    }
    return sides;
}

void flood(const FlowGraph& graph, const Sides& sides, PortalId p, double max_distance, Word* row) {
    // Directed portals of odd numbers have the plane of the record.
    const std::uint32_t plane = sides.plane_of[p / 2];
    const Word* const in_front = ((p & 1) != 0 ? sides.front : sides.back).row(plane);
    const Word* const behind[2] = {sides.front_of.row(p / 2), sides.back_of.row(p / 2)};
    std::vector<Word> reached(words_of(graph.clusters()));
    std::vector<ClusterId> open{graph.to(p)};
    set_bit(reached.data(), graph.to(p));
    while (!open.empty()) {
        const ClusterId cluster = open.back();
        open.pop_back();
        for (const PortalId q : graph.out(cluster)) {
            if (!has_bit(in_front, q / 2) || !has_bit(behind[q & 1], sides.plane_of[q / 2])) {
                continue;
            }
            const ClusterId to = graph.to(q);
            if (max_distance > 0 && !is_near(graph, graph.from(p), to, max_distance)) {
                continue;
            }
            set_bit(row, q);
            if (!has_bit(reached.data(), to)) {
                set_bit(reached.data(), to);
                open.push_back(to);
            }
        }
    }
}

// Exchanges rows and columns of 64 x 64 bits. (Warren, Hacker's Delight, section 7-3.)
void transpose(Word (&block)[64]) {
    Word mask = 0x00000000FFFFFFFF;
    for (unsigned j = 32; j != 0; j >>= 1, mask ^= mask << j) {
        for (unsigned k = 0; k < 64; k = ((k | j) + 1) & ~j) {
            const Word t = ((block[k] >> j) ^ block[k | j]) & mask;
            block[k] ^= t << j;
            block[k | j] ^= t;
        }
    }
}

// Bit (q ^ 1, p ^ 1) of the block that belongs to rows of `from` and words of `to`.
void reversed_block(
    const BitRows& rows, std::size_t count, std::size_t from, std::size_t to, Word (&block)[64]) {
    constexpr Word kEven = 0x5555555555555555;
    for (std::size_t i = 0; i < 64; ++i) {
        const std::size_t row = 64 * from + (i ^ 1);
        const Word word = row < count ? rows.row(row)[to] : 0;
        block[i] = (word & kEven) << 1 | (word >> 1 & kEven);
    }
    transpose(block);
}

// Keeps a bit only if the reverse portals have it too.
void keep_symmetric(BitRows& rows, std::size_t count) {
    const std::size_t blocks = (count + 63) / 64;
    Word upper[64];
    Word lower[64];
    for (std::size_t i = 0; i < blocks; ++i) {
        for (std::size_t j = i; j < blocks; ++j) {
            reversed_block(rows, count, j, i, upper);  // for rows of i, words of j
            reversed_block(rows, count, i, j, lower);
            for (std::size_t k = 0; k < 64; ++k) {
                if (64 * i + k < count) {
                    rows.row(64 * i + k)[j] &= upper[k];
                }
                if (i != j && 64 * j + k < count) {
                    rows.row(64 * j + k)[i] &= lower[k];
                }
            }
        }
    }
}

}  // namespace

bool is_near(const FlowGraph& graph, ClusterId a, ClusterId b, double max_distance) {
    if (max_distance <= 0 || a == b) {
        return true;
    }
    const Aabb& of_a = graph.box(a);
    const Aabb& of_b = graph.box(b);
    const Vec3 gap = max(max(of_a.min - of_b.max, of_b.min - of_a.max), Vec3{});
    return dot(gap, gap) <= max_distance * max_distance;
}

BitRows might_see(const FlowGraph& graph,
                  double max_distance,
                  unsigned threads,
                  Progress* progress) {
    BitRows rows(graph.portals(), graph.portals());
    const Sides sides = sides_of(graph, threads);
    in_tasks(graph.portals(), threads, [&](std::size_t p) {
        if (!is_cancelled(progress)) {
            flood(graph, sides, static_cast<PortalId>(p), max_distance, rows.row(p));
        }
    });
    keep_symmetric(rows, graph.portals());
    return rows;
}

}  // namespace halfspace::visibility
