// SPDX-License-Identifier: MIT
// Which clusters see which: a compressed row of bits for each cluster. A level file may store the
// rows as they are.
//
// A row is a mask and then groups. A group is a byte for 8 clusters: bit i of group g is cluster
// 8 g + i. The mask has a bit for each group, in ceil(groups / 8) bytes, lowest bits first. Groups
// without a visible cluster have the bit 0 and no byte; the other groups follow in their order.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace halfspace {

// The rows of all clusters. Row c is bytes[starts[c]] to bytes[starts[c + 1]].
struct VisibilityRows {
    std::uint32_t cluster_count = 0;
    std::span<const std::uint32_t> starts;  // cluster_count + 1
    std::span<const std::byte> bytes;
};

using VisibilityRow = std::span<const std::byte>;

// The bytes of the mask of a row.
constexpr std::size_t visibility_mask_bytes(std::uint32_t cluster_count) {
    return (cluster_count + std::size_t{63}) / 64;
}

// REQUIRES: cluster < rows.cluster_count.
inline VisibilityRow visibility_row(const VisibilityRows& rows, std::uint32_t cluster) {
    const std::uint32_t begin = rows.starts[cluster];
    return rows.bytes.subspan(begin, rows.starts[cluster + 1] - begin);
}

// True if the row's cluster sees `other`. Cost: a count of bits for each 512 clusters below
// `other`. REQUIRES: other < cluster_count; the row is good.
inline bool is_visible(VisibilityRow row, std::uint32_t cluster_count, std::uint32_t other) {
    const auto byte = [&](std::size_t i) { return std::to_integer<unsigned>(row[i]); };
    const std::size_t group = other / 8;
    const unsigned bit = 1u << (group % 8);
    if ((byte(group / 8) & bit) == 0) {
        return false;
    }
    std::size_t before = static_cast<std::size_t>(std::popcount(byte(group / 8) & (bit - 1)));
    for (std::size_t i = 0; i < group / 8; ++i) {
        before += static_cast<std::size_t>(std::popcount(byte(i)));
    }
    return (byte(visibility_mask_bytes(cluster_count) + before) >> (other % 8) & 1u) != 0;
}

// Calls function(cluster) for each visible cluster, ascending. REQUIRES: the row is good.
template <class Function>
void for_each_visible(VisibilityRow row, std::uint32_t cluster_count, Function function) {
    std::size_t next = visibility_mask_bytes(cluster_count);
    for (std::uint32_t i = 0; i < visibility_mask_bytes(cluster_count); ++i) {
        for (auto mask = std::to_integer<unsigned>(row[i]); mask != 0; mask &= mask - 1) {
            const std::uint32_t group = 8 * i + static_cast<std::uint32_t>(std::countr_zero(mask));
            for (auto bits = std::to_integer<unsigned>(row[next]); bits != 0; bits &= bits - 1) {
                function(8 * group + static_cast<std::uint32_t>(std::countr_zero(bits)));
            }
            ++next;
        }
    }
}

// What is wrong with rows from a file; nullopt if they are good: starts and bytes have their exact
// lengths, no group is 0, no bit is beyond the clusters, and each cluster sees itself. Symmetry is
// not checked. Cost: linear in the bytes.
std::optional<std::string> visibility_problem(const VisibilityRows& rows);

}  // namespace halfspace
