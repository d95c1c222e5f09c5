// SPDX-License-Identifier: MIT
#include "halfspace/compile/visibility.h"

#include "halfspace/level/portal_check.h"

#include "compile/visibility/flow.h"
#include "compile/visibility/might_see.h"
#include "compile/visibility/portal_flow.h"
#include "compile/visibility/saved_state.h"

#include <string>

namespace halfspace {
namespace {

using visibility::BitRows;
using visibility::ClusterId;
using visibility::FlowGraph;
using visibility::PortalId;
using visibility::Word;

// Which clusters a flood from the portals of each cluster reaches. Not symmetric.
BitRows flooded(const FlowGraph& graph, const BitRows& might) {
    BitRows sees(graph.clusters(), graph.clusters());
    for (PortalId p = 0; p < graph.portals(); ++p) {
        Word* const row = sees.row(graph.from(p));
        visibility::set_bit(row, graph.to(p));
        visibility::for_each_bit(might.row(p), might.words(), [&](PortalId q) {
            visibility::set_bit(row, graph.to(q));
        });
    }
    return sees;
}

// The rows: pairs of `proven`, and those that `found` has both ways. Pairs that are not near are
// hidden, but a cluster sees itself.
Visibility rows_of(const FlowGraph& graph,
                   const BitRows& proven,
                   const BitRows& found,
                   double max_distance) {
    const std::uint32_t count = graph.clusters();
    Visibility result{.cluster_count = count, .starts = {0}, .bytes = {}};
    std::vector<std::byte> groups;
    std::vector<std::uint8_t> row;
    for (ClusterId a = 0; a < count; ++a) {
        row.assign((count + 7) / 8, 0);
        const auto add = [&](ClusterId b) {
            if (visibility::is_near(graph, a, b, max_distance)) {
                row[b / 8] |= static_cast<std::uint8_t>(1u << (b % 8));
                ++result.visible;
                result.proven += visibility::has_bit(proven.row(a), b) ? 1 : 0;
            }
        };
        for (std::size_t i = 0; i < proven.words(); ++i) {
            const Word word = proven.row(a)[i] | found.row(a)[i];
            visibility::for_each_bit(&word, 1, [&](ClusterId bit) {
                const ClusterId b = static_cast<ClusterId>(64 * i) + bit;
                if (visibility::has_bit(proven.row(a), b) || visibility::has_bit(found.row(b), a)) {
                    add(b);
                }
            });
        }
        std::vector<std::byte> mask(visibility_mask_bytes(count));
        groups.clear();
        for (std::size_t group = 0; group < row.size(); ++group) {
            if (row[group] != 0) {
                mask[group / 8] |= std::byte{1} << (group % 8);
                groups.push_back(std::byte{row[group]});
            }
        }
        result.bytes.insert(result.bytes.end(), mask.begin(), mask.end());
        result.bytes.insert(result.bytes.end(), groups.begin(), groups.end());
        result.starts.push_back(static_cast<std::uint32_t>(result.bytes.size()));
    }
    return result;
}

BitRows own_bits(std::uint32_t clusters) {
    BitRows rows(clusters, clusters);
    for (ClusterId cluster = 0; cluster < clusters; ++cluster) {
        visibility::set_bit(rows.row(cluster), cluster);
    }
    return rows;
}

}  // namespace

std::optional<BadOption> bad_option(const VisibilityOptions& options) {
    const OptionRange threads{
        .min = 0, .max = kMaxThreads, .is_min_allowed = true, .is_whole = true};
    return first_problem({bad_number("max_distance", options.max_distance, {}),
                          bad_number("threads", options.threads, threads),
                          bad_number("save_interval", options.save_interval, {})});
}

Result<Visibility> compute_visibility(const PortalGraph& portals,
                                      const VisibilityOptions& options) {
    if (const std::optional<BadOption> bad = bad_option(options)) {
        return std::unexpected(to_error(*bad));
    }
    if (std::optional<Error> problem = graph_problem(portals)) {
        return std::unexpected(*std::move(problem));
    }
    if (options.progress != nullptr && options.progress->report) {
        options.progress->report("portals that face each other", 0);
    }
    const FlowGraph graph(portals);
    BitRows might =
        visibility::might_see(graph, options.max_distance, options.threads, options.progress);
    const auto cancelled = [] {
        return std::unexpected(Error{ErrorCode::Cancelled, "the work was stopped", {}});
    };
    if (is_cancelled(options.progress)) {
        return cancelled();
    }
    if (options.mode == VisibilityMode::Fast) {
        Visibility result =
            rows_of(graph, own_bits(graph.clusters()), flooded(graph, might), options.max_distance);
        result.proven = 0;
        return result;
    }
    visibility::FlowState state{.cluster_count = graph.clusters(),
                                .might = std::move(might),
                                .settled = own_bits(graph.clusters()),
                                .found = BitRows(graph.clusters(), graph.clusters()),
                                .counts = std::vector<std::uint32_t>(graph.portals()),
                                .is_done = std::vector<std::uint8_t>(graph.portals())};
    const std::uint64_t key = visibility::key_of(portals, options);
    if (!visibility::begin_flow(graph, options, key, state)) {
        return std::unexpected(
            Error{ErrorCode::Damaged,
                  "this is no saved state of these portals and options; delete it, or save to "
                  "another file",
                  {}});
    }
    if (!visibility::run_flow(graph, options, key, state)) {
        return cancelled();
    }
    Visibility result = rows_of(graph, state.settled, state.found, options.max_distance);
    result.is_taken_up = !options.saved_state.empty();
    result.stopped = state.stopped;
    return result;
}

}  // namespace halfspace
