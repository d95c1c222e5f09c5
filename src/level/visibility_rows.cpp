// SPDX-License-Identifier: MIT
#include "halfspace/level/visibility_rows.h"

namespace halfspace {
namespace {

std::optional<std::string> row_problem(VisibilityRow row,
                                       std::uint32_t cluster_count,
                                       std::uint32_t own) {
    const std::size_t mask_bytes = visibility_mask_bytes(cluster_count);
    if (row.size() < mask_bytes) {
        return "is shorter than its mask";
    }
    std::size_t groups = 0;
    std::size_t last_group = 0;
    for (std::size_t i = 0; i < mask_bytes; ++i) {
        const auto mask = std::to_integer<unsigned>(row[i]);
        groups += static_cast<std::size_t>(std::popcount(mask));
        last_group = mask == 0 ? last_group : 8 * i + std::bit_width(mask) - 1;
    }
    if (row.size() - mask_bytes != groups) {
        return "has another length than its mask says";
    }
    if (last_group >= (cluster_count + std::size_t{7}) / 8) {
        return "has a group beyond the clusters";
    }
    for (const std::byte group : row.subspan(mask_bytes)) {
        if (group == std::byte{0}) {
            return "has an empty group";
        }
    }
    const std::size_t last =
        8 * last_group +
        std::bit_width(std::to_integer<unsigned>(groups == 0 ? std::byte{1} : row.back()));
    if (last > cluster_count) {
        return "has a bit beyond the clusters";
    }
    if (groups == 0 || !is_visible(row, cluster_count, own)) {
        return "does not see itself";
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::string> visibility_problem(const VisibilityRows& rows) {
    if (rows.starts.size() != std::size_t{rows.cluster_count} + 1) {
        return "there must be one start more than clusters";
    }
    if (rows.starts.front() != 0 || rows.starts.back() != rows.bytes.size()) {
        return "the rows do not cover their bytes";
    }
    for (std::uint32_t cluster = 0; cluster < rows.cluster_count; ++cluster) {
        const std::string row = "the row of cluster " + std::to_string(cluster) + " ";
        if (rows.starts[cluster] > rows.starts[cluster + 1] ||
            rows.starts[cluster + 1] > rows.bytes.size()) {
            return row + "ends before its start or beyond the bytes";
        }
        if (const auto problem =
                row_problem(visibility_row(rows, cluster), rows.cluster_count, cluster)) {
            return row + *problem;
        }
    }
    return std::nullopt;
}

}  // namespace halfspace
