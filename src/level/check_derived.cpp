// SPDX-License-Identifier: MIT
// Checks that derived fields have the values that `derive` computes. The same functions compute
// them, and compare each record with that of the file at once.
#include "halfspace/base/contents.h"
#include "halfspace/level/bodies.h"

#include "exact/shared/plane_table.h"
#include "level/check_level.h"
#include "level/derived_records.h"
#include "level/shared/record_box.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>

namespace halfspace {
namespace {

Result<void> check_point_blockers(const LevelView& level) {
    return check_each("leaves", level.leaves, [&](const LeafRecord& leaf) -> Problem {
        if (blockers_in(leaf, SpaceId(0)) != blocker_bits(static_cast<Contents>(leaf.contents))) {
            return "its blockers of a point do not fit its contents";
        }
        return std::nullopt;
    });
}

// What a sink of a section found. what: from what the records follow.
template <class Record>
Result<void> result_of(SectionId section,
                       const ComparedRecords<Record>& compared,
                       const std::string& what) {
    if (!compared.wrong) {
        return {};
    }
    if (*compared.wrong < compared.records.size()) {
        return damaged(section, *compared.wrong, "it does not fit " + what);
    }
    return damaged(section,
                   "there are " + std::to_string(compared.records.size()) +
                       " records, which is not what " + what + " give");
}

Result<void> check_scaled_planes(const LevelView& level) {
    ComparedRecords<ScaledPlaneRecord> planes{level.scaled_planes};
    derive_scaled_planes(level, planes);
    return result_of("scaled_planes", planes, "the planes");
}

Problem count_problem(std::size_t nodes) {
    return nodes <= kMaxWalkNodes
               ? std::nullopt
               : Problem("there are " + std::to_string(nodes) + " nodes, but at most " +
                         std::to_string(kMaxWalkNodes) + " are allowed");
}

bool is_far(double coordinate) {
    return !(std::abs(coordinate) <= static_cast<double>(kMaxGridCoordinate));
}

Problem box_problem(const HullRecord& hull) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const bool is_empty = hull.min[0] == kInfinity;
    for (int i = 0; i < 3; ++i) {
        if (is_empty ? hull.min[i] != kInfinity || hull.max[i] != -kInfinity
                     : is_far(hull.min[i]) || is_far(hull.max[i]) || hull.min[i] > hull.max[i]) {
            return "its box is neither a box nor empty";
        }
    }
    return std::nullopt;
}

// Checks what a sweep needs to end without harm. Whether the hulls fill the leaves is a question
// for `verify`: to cut them again costs as much as a part of the compile.
Result<void> check_hulls(const LevelView& level,
                         const decltype(ComparedWalks::hull_contents)& contents) {
    const std::span<const HullRecord> hulls = level.hulls;
    if (hulls.size() != contents.count) {
        return damaged("hulls",
                       "there are " + std::to_string(hulls.size()) + ", but the leaves give " +
                           std::to_string(contents.count));
    }
    for (std::size_t h = 0; h < hulls.size(); ++h) {
        if (const Problem problem = box_problem(hulls[h])) {
            return damaged("hulls", h, *problem);
        }
        if (h == contents.wrong) {
            return damaged("hulls", h, "its contents are not those of its leaf");
        }
        const std::size_t end =
            h + 1 < hulls.size() ? hulls[h + 1].first_corner : level.hull_corners.size();
        for (std::size_t c = hulls[h].first_corner; c < end; ++c) {
            if (!contains(box_of(hulls[h]), level.hull_corners[c])) {
                return damaged("hull_corners", c, "it lies outside of the box of its hull");
            }
        }
    }
    return check_each(
        "hull_planes", level.hull_planes, [](const HullPlaneRecord& plane) -> Problem {
            const double squared =
                plane.n[0] * plane.n[0] + plane.n[1] * plane.n[1] + plane.n[2] * plane.n[2];
            if (!(std::abs(squared - 1) < 1e-6)) {
                return "its normal has not the length 1";
            }
            return std::nullopt;
        });
}

Result<void> check_walks(const LevelView& level) {
    if (const Problem problem = count_problem(level.walk_nodes.size())) {
        return damaged("walk_nodes", *problem);
    }
    ComparedWalks walks{{level.walk_nodes},
                        {level.walk_sources},
                        {level.walk_roots},
                        {level.hull_roots},
                        {level.hulls},
                        {level.cluster_walk_roots},
                        {level.clusters}};
    derive_walk_trees(level, walks);
    const std::string what = "the nodes and leaves";
    Result<void> result = result_of("walk_nodes", walks.nodes, what);
    if (result) {
        result = result_of("walk_sources", walks.sources, what);
    }
    if (result) {
        result = result_of("walk_roots", walks.roots, what);
    }
    if (result) {
        result = result_of("hull_roots", walks.hull_roots, what);
    }
    if (result) {
        result = result_of("cluster_walk_roots", walks.cluster_roots, what);
    }
    if (result && walks.cluster_contents.count != level.clusters.size()) {
        result =
            damaged("clusters",
                    "there are " + std::to_string(level.clusters.size()) +
                        ", but the leaves give " + std::to_string(walks.cluster_contents.count));
    }
    if (result && walks.cluster_contents.wrong) {
        result = damaged(
            "clusters", *walks.cluster_contents.wrong, "its contents are not those of its leaf");
    }
    return result ? check_hulls(level, walks.hull_contents) : result;
}

Result<void> check_draws(const LevelView& level) {
    if (const Problem problem = count_problem(level.draw_nodes.size())) {
        return damaged("draw_nodes", *problem);
    }
    if (level.faces.size() >= kFacesTwoSided) {
        return damaged("faces", "there are 2^31 or more");
    }
    ComparedDraws draws{{level.draw_nodes}, {level.node_faces}, {level.models}};
    derive_draw_trees(level, draws);
    const std::string what = "the nodes and their faces";
    Result<void> result = result_of("draw_nodes", draws.nodes, what);
    if (result) {
        result = result_of("node_faces", draws.faces, what);
    }
    if (result && draws.roots.wrong) {
        result = damaged("models", *draws.roots.wrong, "its draw_root does not fit " + what);
    }
    return result;
}

}  // namespace

Result<void> check_derived(const LevelView& level) {
    return first_failure(
        level, check_point_blockers, check_scaled_planes, check_walks, check_draws);
}

}  // namespace halfspace
