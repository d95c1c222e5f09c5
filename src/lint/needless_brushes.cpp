// SPDX-License-Identifier: MIT
// Brushes that change nothing. A brush is buried if it is not drawn, and others that absorb its
// contents cover all of it. The others are cut off it one after the other, until nothing is left.
#include "halfspace/spatial/aabb_bvh.h"
#include "halfspace/tasks/parallel_for.h"
#include "halfspace/world/describe.h"

#include "lint/brush_checks.h"
#include "lint/level_brushes.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

namespace halfspace {
namespace {

// A brush that is cut into more pieces than this is taken for one that is not buried, so that a
// brush among thousands of small ones costs little.
constexpr std::size_t kMaxPieces = 256;

// True if the point is not in front of any side.
bool holds(const LevelBrush& brush, const ExactPoint& point, Predicates& predicates) {
    return std::ranges::all_of(
        brush.planes, [&](PlaneId plane) { return predicates.side(point, plane) != Side::Front; });
}

// True if all of the solid is in front of one side, so that they share no volume.
bool is_parted(const LevelBrush& brush, const Polyhedron& solid, Predicates& predicates) {
    return std::ranges::any_of(brush.planes, [&](PlaneId plane) {
        return std::ranges::none_of(solid.points, [&](const ExactPoint& point) {
            return predicates.side(point, plane) == Side::Back;
        });
    });
}

// Those of the others that cover the solid together; empty if a part of it is free.
std::vector<std::uint32_t> joint_cover(const Polyhedron& solid,
                                       std::span<const std::uint32_t> others,
                                       const LevelBrushes& level,
                                       Predicates& predicates) {
    std::vector<std::uint32_t> cover;
    std::vector<Polyhedron> left{solid};
    for (const std::uint32_t other : others) {
        std::vector<Polyhedron> still;
        bool is_cut = false;
        for (Polyhedron& piece : left) {
            auto carved = carve(piece, level.brushes[other].planes, predicates);
            if (!carved) {
                still.push_back(std::move(piece));
                continue;
            }
            is_cut = true;
            std::ranges::move(carved->outside, std::back_inserter(still));
        }
        if (is_cut) {
            cover.push_back(other);
        }
        if (still.empty()) {
            return cover;
        }
        if (still.size() > kMaxPieces) {
            break;
        }
        left = std::move(still);
    }
    return {};
}

// The brushes of the same entity that absorb the brush and may share volume with it.
std::vector<std::uint32_t> nearby(const LevelBrushes& level,
                                  const AabbBvh& boxes,
                                  std::uint32_t b) {
    const LevelBrush& brush = level.brushes[b];
    std::vector<std::uint32_t> result;
    boxes.in_box(brush.box, [&](std::uint32_t other) {
        const LevelBrush& candidate = level.brushes[other];
        if (other != b && candidate.entity == brush.entity &&
            absorbs(candidate.contents, brush.contents)) {
            result.push_back(other);
        }
        return true;
    });
    std::ranges::sort(result);
    return result;
}

// The boxes of all brushes; those of brushes without an end reach as far as the tree allows.
AabbBvh boxes_of(const LevelBrushes& level) {
    const Vec3 far{kMaxBvhCoordinate, kMaxBvhCoordinate, kMaxBvhCoordinate};
    std::vector<Aabb> boxes;
    for (const LevelBrush& brush : level.brushes) {
        boxes.push_back({max(brush.box.min, -far), min(brush.box.max, far)});
    }
    return AabbBvh::build(boxes).value();
}

// The brushes that cover the brush; empty if a part of it is free.
std::vector<std::uint32_t> cover_of(const LevelBrushes& level,
                                    const AabbBvh& boxes,
                                    std::uint32_t b) {
    std::vector<std::uint32_t> others = nearby(level, boxes, b);
    if (others.empty()) {
        return {};
    }
    Predicates predicates(level.planes);
    const std::optional<Polyhedron> solid =
        intersect(make_box(kEverything, level.everything), level.brushes[b].planes, predicates);
    if (!solid) {
        return {};
    }
    std::erase_if(others, [&](std::uint32_t other) {
        return is_parted(level.brushes[other], *solid, predicates);
    });
    // The quick answer for most brushes: a corner that no other brush holds.
    for (const ExactPoint& corner : solid->points) {
        if (std::ranges::none_of(others, [&](std::uint32_t other) {
                return holds(level.brushes[other], corner, predicates);
            })) {
            return {};
        }
    }
    // One brush that holds all of it is the plainest answer.
    for (const std::uint32_t other : others) {
        if (std::ranges::all_of(solid->points, [&](const ExactPoint& corner) {
                return holds(level.brushes[other], corner, predicates);
            })) {
            return {other};
        }
    }
    return joint_cover(*solid, others, level, predicates);
}

std::uint32_t line_of(const World& world, const LevelBrush& brush) {
    return world.entities[brush.entity].brushes[brush.source].position.line;
}

std::string described(const World& world, const LevelBrush& brush) {
    return describe_brush(world, brush.entity, brush.source);
}

void add(const LintInput& input,
         FindingList& list,
         LintCheck check,
         const LevelBrush& brush,
         const std::string& what) {
    list.add(check,
             at_brush(input.world, brush.entity, brush.source),
             described(input.world, brush) + what);
}

// The first brush with the same volume and contents for each brush that is not the first.
std::vector<std::uint32_t> originals(const std::vector<LevelBrush>& brushes) {
    std::vector<std::uint32_t> result(brushes.size(), kNone);
    // Sides without a face are not in a level, so equal volumes have equal planes.
    std::map<std::tuple<std::uint32_t, Contents, std::vector<PlaneId>>, std::uint32_t> first;
    for (std::uint32_t b = 0; b < brushes.size(); ++b) {
        const auto [at, is_new] =
            first.try_emplace({brushes[b].entity, brushes[b].contents, brushes[b].planes}, b);
        result[b] = is_new ? kNone : at->second;
    }
    return result;
}

}  // namespace

void find_needless_brushes(const LintInput& input, FindingList& list) {
    const LevelBrushes level = brushes_of(input.world, input.level);
    const std::vector<std::uint32_t> original = originals(level.brushes);
    std::vector<bool> is_doubled(level.brushes.size());
    for (std::uint32_t b = 0; b < level.brushes.size(); ++b) {
        if (original[b] != kNone) {
            is_doubled[b] = is_doubled[original[b]] = true;
            add(input,
                list,
                LintCheck::DuplicateBrush,
                level.brushes[b],
                " has the same volume and contents as the brush in line " +
                    std::to_string(line_of(input.world, level.brushes[original[b]])) +
                    "; delete one of them");
        }
    }
    const AabbBvh boxes = boxes_of(level);
    std::vector<std::vector<std::uint32_t>> covers(level.brushes.size());
    parallel_for(level.brushes.size(), input.options.threads, [&](std::size_t b) {
        if (!level.brushes[b].is_drawn && !is_doubled[b]) {
            covers[b] = cover_of(level, boxes, static_cast<std::uint32_t>(b));
        }
    });
    for (std::uint32_t b = 0; b < level.brushes.size(); ++b) {
        const std::vector<std::uint32_t>& cover = covers[b];
        if (!cover.empty()) {
            const std::string line =
                std::to_string(line_of(input.world, level.brushes[cover.front()]));
            add(input,
                list,
                LintCheck::BuriedBrush,
                level.brushes[b],
                cover.size() == 1 ? " lies inside of the brush in line " + line +
                                        " and changes nothing; delete it"
                                  : " lies inside of " + std::to_string(cover.size()) +
                                        " brushes together, one of them in line " + line +
                                        ", and changes nothing; delete it");
        }
    }
}

}  // namespace halfspace
