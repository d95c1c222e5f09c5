// SPDX-License-Identifier: MIT
#include "lint/brush_checks.h"

#include "halfspace/base/number_text.h"
#include "halfspace/exact/grid.h"
#include "halfspace/world/describe.h"

#include "import/brushes/side_planes.h"
#include "import/brushes/written_plane.h"
#include "lint/level_brushes.h"
#include "world/shared/brush_centre.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace halfspace {
namespace {

template <class Visit>
void for_each_brush(const World& world, Visit visit) {
    for (std::uint32_t e = 0; e < world.entities.size(); ++e) {
        for (std::uint32_t b = 0; b < world.entities[e].brushes.size(); ++b) {
            visit(e, b, world.entities[e].brushes[b]);
        }
    }
}

// The number of parts of three by three control points that take at most two places.
std::size_t flat_parts(const Patch& patch) {
    std::size_t count = 0;
    for (std::uint32_t row = 0; row + 2 < patch.height; row += 2) {
        for (std::uint32_t column = 0; column + 2 < patch.width; column += 2) {
            std::set<DecimalPoint> places;
            for (std::uint32_t i = 0; i < 9; ++i) {
                const std::size_t at = std::size_t{row + i / 3} * patch.width + column + i % 3;
                places.insert(patch.controls[at].point);
            }
            count += places.size() <= 2 ? 1 : 0;
        }
    }
    return count;
}

// Five decimals are enough to judge a distance by.
std::string distance_text(double distance) {
    const double rounded = std::round(distance * 1e5) / 1e5;
    return rounded == 0 ? "less than 0.00001" : "up to " + number_text(rounded);
}

// A compiled level has rounded planes, which nobody can mend there.
bool has_rounded_plane(const Brush& brush) {
    return std::ranges::any_of(brush.sides,
                               [](const BrushSide& side) { return side.plane.has_value(); });
}

// ", so the whole level has the grid of 1/64", if a brush can be the reason.
std::string grid_reason(const LintInput& input) {
    const int grid = input.level.grid_exponent();
    return input.options.is_grid_given || grid == kCoarseGrid
               ? ""
               : ", so the whole level has the grid of " + grid_name(grid);
}

}  // namespace

FoundAt at_brush(const World& world, std::uint32_t entity, std::uint32_t brush) {
    const Brush& found = world.entities[entity].brushes[brush];
    return {entity, found.position, centre_of(found)};
}

void find_repeated_sides(const LintInput& input, FindingList& list) {
    // A brush of the level has no side without a face, so the second of two equal sides is lost.
    std::set<std::pair<std::uint32_t, std::uint32_t>> complete;
    for (const BrushRecord& record : input.level.brushes()) {
        if (is_of_source(input.world, record) &&
            record.side_count ==
                input.world.entities[record.entity].brushes[record.source].sides.size()) {
            complete.emplace(record.entity, record.source);
        }
    }
    for_each_brush(input.world, [&](std::uint32_t e, std::uint32_t b, const Brush& brush) {
        if (complete.contains({e, b})) {
            return;
        }
        PlaneTable planes;
        std::map<PlaneId, std::size_t> first;
        for (std::size_t s = 0; s < brush.sides.size(); ++s) {
            const auto plane = exact_plane(brush.sides[s], input.level.grid_exponent());
            if (!plane) {
                continue;
            }
            const auto [at, is_new] = first.try_emplace(planes.intern(*plane), s);
            if (!is_new) {
                list.add(LintCheck::RepeatedSide,
                         {e, brush.sides[s].position, centre_of(brush)},
                         describe_side(input.world, e, b, s) + " has the same plane as side " +
                             std::to_string(at->second) + ", which counts; delete one of them");
            }
        }
    });
}

void find_flat_patches(const LintInput& input, FindingList& list) {
    for (std::uint32_t e = 0; e < input.world.entities.size(); ++e) {
        const std::vector<Patch>& patches = input.world.entities[e].patches;
        for (std::uint32_t p = 0; p < patches.size(); ++p) {
            if (const std::size_t flat = flat_parts(patches[p])) {
                const std::size_t all =
                    std::size_t{(patches[p].width - 1) / 2} * ((patches[p].height - 1) / 2);
                list.add(LintCheck::FlatPatch,
                         {e, patches[p].position, to_vec3(patches[p].controls.front().point)},
                         describe_patch(input.world, e, p) + ": " +
                             (flat == all ? "it has"
                                          : std::to_string(flat) + " of its " +
                                                std::to_string(all) + " parts have") +
                             " no area, because the control points coincide");
            }
        }
    }
}

void find_opaque_glass(const LintInput& input, FindingList& list) {
    for_each_brush(input.world, [&](std::uint32_t e, std::uint32_t b, const Brush& brush) {
        if (!any(brush.contents & kOpaque)) {
            return;
        }
        bool is_drawn = false;
        for (const BrushSide& side : brush.sides) {
            if (side.surface == SurfaceKind::Drawn) {
                is_drawn = true;
                if (!side.is_see_through_texture && side.opacity >= 1) {
                    return;
                }
            }
        }
        if (is_drawn) {
            list.add(LintCheck::OpaqueGlass,
                     at_brush(input.world, e, b),
                     describe_brush(input.world, e, b) +
                         ": its sides look see-through, but it blocks sight; func_detail_fence "
                         "makes glass of it");
        }
    });
}

void find_moved_brushes(const LintInput& input, FindingList& list) {
    std::vector<MovedBrush> moved;
    for (const MovedBrush& brush : input.options.moved) {
        // Brushes that the compiler made of meshes are not in the source.
        if (brush.entity < input.world.entities.size() &&
            brush.brush < input.world.entities[brush.entity].brushes.size() &&
            !has_rounded_plane(input.world.entities[brush.entity].brushes[brush.brush])) {
            moved.push_back(brush);
        }
    }
    std::ranges::stable_sort(moved, std::ranges::greater(), &MovedBrush::distance);
    for (const MovedBrush& brush : moved) {
        const std::string reason = grid_reason(input);
        const int grid = reason.empty() ? input.level.grid_exponent() : kCoarseGrid;
        list.add(LintCheck::MovedBrush,
                 at_brush(input.world, brush.entity, brush.brush),
                 describe_brush(input.world, brush.entity, brush.brush) +
                     " is not on the grid of " + grid_name(grid) + reason +
                     (reason.empty() ? ": " : "; nor on that one: ") + "its surface was moved by " +
                     distance_text(brush.distance) + " units");
    }
}

void find_finer_grid(const LintInput& input, FindingList& list) {
    const std::string reason = grid_reason(input);
    if (reason.empty()) {
        return;
    }
    std::set<std::pair<std::uint32_t, std::uint32_t>> moved;
    for (const MovedBrush& brush : input.options.moved) {
        moved.emplace(brush.entity, brush.brush);
    }
    PlaneRecovery recovery;
    for_each_brush(input.world, [&](std::uint32_t e, std::uint32_t b, const Brush& brush) {
        if (!moved.contains({e, b}) && !has_rounded_plane(brush) &&
            !is_on_grid(brush, kCoarseGrid, recovery)) {
            list.add(LintCheck::FinerGrid,
                     at_brush(input.world, e, b),
                     describe_brush(input.world, e, b) + " is not on the grid of " +
                         grid_name(kCoarseGrid) + reason);
        }
    });
}

}  // namespace halfspace
